"""Files that clients add to the evidence index. They are kept beside it, under their own name, so that evidence can say
from which file it is; a name that a client gives never leads anywhere else.
"""

import shutil
from contextlib import suppress
from pathlib import Path

from adjudge.errors import AdjudgeError, ConfigError, DataError
from adjudge.evidence.fulltext import Added
from adjudge.evidence.index import STORE_NAME, Index
from adjudge.files import private_folder, write_private
from adjudge.server.uploads import shown_name

_FOLDER = ".files"


class EvidenceFiles:
    """The index in a folder, and the files that were sent to it."""

    def __init__(self, folder: Path) -> None:
        self.index = Index(folder)
        self._folder = folder / _FOLDER

    def add(self, store: str, content: bytes, *, name: str, format: str, label: str = "") -> Added:
        """Add a file to a store. A file of the same name is replaced; one that cannot be read changes nothing."""
        if not STORE_NAME.fullmatch(store):
            raise ConfigError(f"'{store[:100]}' is not a valid store name.", hint="Use a-z, 0-9, - and _, up to 64.")
        shown = shown_name(name)
        if not content.strip():
            raise DataError(f"'{shown}' is empty.", hint="Choose a file that holds something.")
        path = self._folder / store / shown
        before = path.with_name(f"{shown}.before") if path.exists() else None
        private_folder(path.parent)
        if before:
            path.replace(before)
        write_private(path, content)
        try:
            [added] = self.index.add(format, [path], name=store, label=label)
        except BaseException as error:
            path.unlink()
            if before:
                before.replace(path)
            self._tidy(store)
            if isinstance(error, AdjudgeError):
                for part in ("message", "hint"):
                    setattr(
                        error, part, getattr(error, part).replace(str(path.resolve()), shown).replace(str(path), shown)
                    )
            raise
        if before:
            before.unlink()
        elif added.status == "unchanged":
            path.unlink()  # the same content is there under another name
        return added.model_copy(update={"file": shown})

    def remove_file(self, store: str, id: str) -> None:
        """Remove a file's records, and the file if it was sent here."""
        self._forget(Path(self.index.remove_file(store, id)))
        self._tidy(store)

    def remove(self, store: str) -> None:
        """Remove a store with the files that were sent to it."""
        self.index.remove(store)
        shutil.rmtree(self._folder / store, ignore_errors=True)

    def _forget(self, path: Path) -> None:
        if self._folder.resolve() in path.parents:
            path.unlink(missing_ok=True)

    def _tidy(self, store: str) -> None:
        with suppress(OSError):  # it holds other files
            (self._folder / store).rmdir()
