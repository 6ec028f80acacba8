"""Convert errors of databases and file systems to `StoreError`s that say what to do."""

from adjudge.errors import StoreError

MOVE = "Set ADJUDGE_HOME to a folder that can be written."

# What the database or the system says -> what we say, and what to do. The first match counts.
TROUBLES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("file is not a database", "malformed", "file is encrypted"),
        "is not a store, or is damaged",
        "Move the file away and a new one is made; the old one can often be read with `sqlite3 FILE .recover`.",
    ),
    (("full", "no space left"), "cannot grow: the disk is full", "Free some space. Saved data is intact."),
    (
        ("locked", "database is busy"),
        "is in use by another process for too long",
        "Wait until it ends, or stop it, and try again. Saved data is intact.",
    ),
    (("readonly", "read-only", "permission denied"), "cannot be written", MOVE),
    (
        ("unable to open database file", "not a directory", "file exists", "is a directory", "no such file"),
        "cannot be opened: its folder cannot be used, or a folder has its name",
        MOVE,
    ),
    (
        ("no module named",),
        "needs a library that is not installed",
        "For PostgreSQL install asyncpg: pip install asyncpg.",
    ),
    (
        ("connect", "authentication", "does not exist"),
        "does not answer",
        "Check that the database server runs, and the user, password and name in the URL.",
    ),
)


def store_error(error: Exception, place: str) -> StoreError:
    """The error as a `StoreError`; the original is its cause."""
    message = _message(error)
    for words, what, hint in TROUBLES:
        if any(word in message.lower() for word in words):
            return StoreError(f"The store {place} {what} ({message}).", hint=hint)
    return StoreError(f"The store {place} cannot be read or written ({message}).", hint="See `adjudge doctor`.")


def is_busy(error: Exception) -> bool:
    """Whether the database is only locked by another writer."""
    message = _message(error).lower()
    return "locked" in message or "busy" in message or "deadlock" in message


def _message(error: Exception) -> str:
    """The database's own words, without the statement that SQLAlchemy puts beside them."""
    from sqlalchemy.exc import StatementError

    return str(error.orig or error) if isinstance(error, StatementError) else str(error)
