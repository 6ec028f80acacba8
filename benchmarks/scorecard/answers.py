"""The model's answers in one file: every protocol asks for the same readings, and the model is the slow part.

In: a model and a file. The model then computes only pairs of texts that the file does not hold. Answers of other
weights are never used: their fingerprint is part of the key.
"""

import hashlib
import pickle
import sqlite3
from pathlib import Path
from threading import Lock

from adjudge.analysis.model.nli import Judgement, Model, Pieces

_PATIENCE_S = 60


class StoredAnswers:
    """Answers by weights, passage and claim; several processes may share the file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path, timeout=_PATIENCE_S, check_same_thread=False, isolation_level=None)
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("PRAGMA synchronous=OFF")
        self._file.execute("CREATE TABLE IF NOT EXISTS answers (pair BLOB PRIMARY KEY, answer BLOB) WITHOUT ROWID")
        self._lock = Lock()

    def get(self, pair: bytes) -> Judgement | None:
        """The stored answer, if there is one."""
        with self._lock:
            found = self._file.execute("SELECT answer FROM answers WHERE pair = ?", (pair,)).fetchone()
        return pickle.loads(found[0]) if found else None

    def put(self, pair: bytes, answer: Judgement) -> None:
        """Store an answer."""
        with self._lock:
            self._file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (pair, pickle.dumps(answer)))


def stored(model: Model, path: Path) -> Model:
    """Let a model keep its answers in a file; returns the model."""
    answers, compute = StoredAnswers(path), model._run

    def answered(passage: Pieces, claim: str) -> Judgement:
        text = f"{model.fingerprint}\0{passage}\0{claim}"
        pair = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        found = answers.get(pair)
        if found is None:
            found = compute(passage, claim)
            answers.put(pair, found)
        return found

    model._judged = answered  # type: ignore[assignment]
    return model
