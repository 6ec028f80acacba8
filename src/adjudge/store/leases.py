"""Leases: of several processes on several machines, one may do a piece of work until its lease expires.

In: an open store and a name. Out: a lease that is renewed until it is released, or an error that names its holder. Only
the database's clock counts, so the clocks of machines may differ. A process that dies stops renewing: its lease
expires, and another process takes over.
"""

import asyncio
import time
from contextlib import suppress

from sqlalchemy import TextClause, text

from adjudge.errors import StoreError
from adjudge.store.owner import has_died, this_process
from adjudge.store.store import Store

LEASE_S = 60.0
_NOW = {
    "sqlite": "(julianday('now') - 2440587.5) * 86400.0",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)",
}


class Lease:
    """A lease that this process holds. `require` raises once it is lost."""

    def __init__(self, store: Store, name: str, owner: str, seconds: float) -> None:
        self.name = name
        self._store = store
        self._owner = owner
        self._seconds = seconds
        self._until = 0.0
        self._renewing: asyncio.Task[None] | None = None

    @classmethod
    async def take(cls, store: Store, name: str, *, owner: str | None = None, seconds: float = LEASE_S) -> "Lease":
        """Take the lease if nobody holds it, if it has expired, or if its holder was a process of this machine that has
        died; raises `StoreError` otherwise. It is renewed until `release`."""
        lease = cls(store, name, owner or this_process(), seconds)
        if not await lease._renewed():
            raise StoreError(
                f"'{name}' is in use by {await holder(store, name) or 'another process'}.",
                hint=f"Wait until it ends. If that process dies, run the command again {seconds:.0f} seconds later: it "
                "is taken over. To share the work between machines, use --shard.",
            )
        lease._renewing = asyncio.create_task(lease._renew())
        return lease

    def require(self) -> None:
        """Raise if the lease may have expired: another process may have taken over."""
        if time.monotonic() >= self._until:
            raise StoreError(
                f"The lease of '{self.name}' was lost: it was not renewed for {self._seconds:.0f} seconds.",
                hint="The process was suspended, or the store could not be reached. Decided cases are stored; run the "
                "command again.",
            )

    async def release(self) -> None:
        """Release the lease, so that others can take it at once."""
        if self._renewing is not None:
            self._renewing.cancel()
            with suppress(asyncio.CancelledError):
                await self._renewing
        self._until = 0.0
        statement = text("DELETE FROM leases WHERE name = :name AND owner = :owner")
        await self._store.database.write((statement, {"name": self.name, "owner": self._owner}))

    async def _renew(self) -> None:
        is_ours = True
        while is_ours:
            await asyncio.sleep(self._seconds / 4)
            with suppress(StoreError):  # the store may come back before the lease expires
                is_ours = await self._renewed()
        self._until = 0.0

    async def _renewed(self) -> bool:
        asked = time.monotonic()
        current = await holder(self._store, self.name)
        rows = await self._store.database.returned(
            _take(self._store.database.dialect),
            {
                "name": self.name,
                "owner": self._owner,
                "seconds": self._seconds,
                # Of a process of this machine it is known whether it lives; nobody has to wait for it.
                "died": current if current and has_died(current) else "",
            },
        )
        if rows:
            self._until = asked + self._seconds
        return bool(rows)


async def holder(store: Store, name: str) -> str | None:
    """The process that holds the lease or held it last: machine, number and start."""
    rows = await store.database.returned(text("SELECT owner FROM leases WHERE name = :name"), {"name": name})
    return str(rows[0].owner) if rows else None


def _take(dialect: str) -> TextClause:
    now = _NOW[dialect]
    return text(
        f"""INSERT INTO leases (name, owner, expires_at) VALUES (:name, :owner, {now} + :seconds)
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
        WHERE leases.owner = excluded.owner OR leases.owner = :died OR leases.expires_at < {now}
        RETURNING owner"""
    )
