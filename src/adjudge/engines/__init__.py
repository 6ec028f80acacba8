"""WITH WHAT a question is answered: offline, llm, scripted; and what wraps them: retries, limits, budget, ledger."""
