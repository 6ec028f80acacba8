"""Wrappers of an engine: ledger, receipts, budget, limits, retries, corrections and routing."""
