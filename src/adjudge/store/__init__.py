"""KEEP: runs, verdicts and the ledger's answers, in SQLite or a shared PostgreSQL."""

from adjudge.store.runs import Counts, Run, RunStatus, StoredOutcome
from adjudge.store.store import Store

__all__ = ["Counts", "Run", "RunStatus", "Store", "StoredOutcome"]
