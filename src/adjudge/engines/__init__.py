"""WITH WHAT a question is answered: offline, llm, cascade, scripted; `around` holds what wraps them."""
