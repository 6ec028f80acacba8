"""Restrict web access to http and https on public addresses, checked after DNS resolution and on every redirect.

A name is resolved once, every address it has must be global, and the connection goes to the very address that was
checked: a name that resolves to something else a moment later changes nothing. Proxies of the environment are not used:
they would resolve again.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from adjudge.errors import AdjudgeError
from adjudge.evidence.address_ranges import is_public

if TYPE_CHECKING:
    import httpx2

Resolve = Callable[[str, int], Awaitable[list[str]]]
SCHEMES = ("http", "https")


class AddressRefused(AdjudgeError):
    """An address that must not be reached, or a page beyond the limits."""

    exit_code = 2
    http_status = 422


class AddressUnknown(AddressRefused):
    """The server says that there is nothing at an address."""


class Guard:
    """Checks addresses. `trusted` names (host, port) pairs that are let through unchecked: for tests, and for a search
    server that the user runs on a machine of their own."""

    def __init__(self, *, resolve: Resolve | None = None, trusted: frozenset[tuple[str, int]] = frozenset()) -> None:
        self._resolve = resolve or _resolved
        self._trusted = trusted

    async def address(self, scheme: str, host: str, port: int) -> str:
        """The one address to connect to, or `AddressRefused`."""
        if scheme not in SCHEMES:
            raise AddressRefused(f"'{scheme}' addresses are not fetched.", hint="Use http or https.")
        if not host:
            raise AddressRefused("The address has no host.")
        try:
            found = await self._resolve(host, port)
        except OSError as error:
            raise AddressRefused(f"'{host}' cannot be resolved: {error}.") from error
        if not found:
            raise AddressRefused(f"'{host}' has no address.")
        if (host, port) not in self._trusted:
            # All of them: a name with one inner address is not a name of the open Internet.
            for address in found:
                if not is_global(address):
                    raise AddressRefused(f"'{host}' resolves to {address}, which is not a public address.")
        return found[0]


def is_global(address: str) -> bool:
    """Whether an address is of the open Internet: in no special-purpose range, also not in disguise."""
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    return is_public(parsed)


def guarded_client(guard: Guard, *, timeout_s: float) -> "httpx2.AsyncClient":
    """A client whose every connection goes through the guard. It follows no redirect by itself."""
    import httpx2

    class CheckedAddress(httpx2.AsyncBaseTransport):
        """Connects to the checked address, with the requested host name."""

        def __init__(self) -> None:
            self._inner = httpx2.AsyncHTTPTransport(trust_env=False)

        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            url = request.url
            port = url.port or (443 if url.scheme == "https" else 80)
            address = await guard.address(url.scheme, url.host, port)
            pinned = f"[{address}]" if ":" in address else address
            extensions = {**request.extensions, "sni_hostname": url.host}
            checked = httpx2.Request(
                request.method,
                url.copy_with(host=pinned),
                headers=request.headers,
                stream=request.stream,
                extensions=extensions,
            )
            return await self._inner.handle_async_request(checked)

        async def aclose(self) -> None:
            await self._inner.aclose()

    agent = {"User-Agent": "adjudge (fact checking; reads pages once)", "Accept-Encoding": "gzip, deflate"}
    return httpx2.AsyncClient(
        transport=CheckedAddress(), timeout=timeout_s, follow_redirects=False, trust_env=False, headers=agent
    )


async def _resolved(host: str, port: int) -> list[str]:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
