"""The model's answers, kept in a file: rules and layers are fitted again and again, and the model is the slow part.

In: a folder for the file, and the model's folder. Out: a `Model` that computes only what it was never asked. Answers of
other weights are never used: the file is named after them.
"""

import hashlib
import os
import pickle
from pathlib import Path

from adjudge.analysis.model import nli
from adjudge.analysis.model.nli import FOLDER, Judgement, Model


class Remembering(Model):
    """A model that keeps its answers in a folder."""

    def __init__(self, keep: Path, folder: Path = FOLDER) -> None:
        super().__init__(folder)
        self._file = keep / f"answers-{self.fingerprint}.pickle"
        self._answers: dict[bytes, Judgement] = pickle.loads(self._file.read_bytes()) if self._file.exists() else {}
        self._judged = self._remembered  # type: ignore[assignment]

    def _remembered(self, passage: str, claim: str) -> Judgement:
        key = hashlib.sha256(f"{passage}\0{claim}".encode("utf-8", "replace")).digest()
        if key not in self._answers:
            self._answers[key] = self._run(passage, claim)
        return self._answers[key]

    def save(self) -> None:
        """Write all answers, with those that another process wrote meanwhile."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        if self._file.exists():
            self._answers = pickle.loads(self._file.read_bytes()) | self._answers
        fresh = self._file.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(pickle.dumps(self._answers))
        fresh.replace(self._file)


def save(model: Model) -> None:
    """Keep what a model that remembers has answered."""
    if isinstance(model, Remembering):
        model.save()


def installed(keep: Path | None, folder: Path | None = None) -> Model:
    """The model that the whole package then uses: the shipped one, or one that remembers."""
    model = Remembering(keep, folder or FOLDER) if keep else Model(folder or FOLDER)
    nli.shipped = lambda: model  # type: ignore[assignment]
    return model
