"""Fetch web pages as text: redirects go through the guard, size and time are limited, scripts are removed."""

import asyncio
import codecs
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from adjudge.errors import DataError
from adjudge.evidence.documents import html_text
from adjudge.evidence.guard import AddressRefused, AddressUnknown, Guard, guarded_client
from adjudge.files import decode
from adjudge.record import Record

if TYPE_CHECKING:
    import httpx2

_REDIRECTS = (301, 302, 303, 307, 308)
_NOT_THERE = (404, 410)
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset=[\"']?([\w-]+)", re.IGNORECASE)
_NO_CHARSETS = ("idna", "mbcs", "oem", "palmos", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Python's own encodings, which no page can be in: some fail in ways of their own, and one takes quadratic time."""
_READABLE = re.compile(r"^\s*(?:text/|application/(?:xhtml\+xml|xml|json))", re.IGNORECASE)


class Page(Record):
    """A fetched page: its text, its address and the time."""

    url: str
    title: str
    text: str
    retrieved_at: datetime


class Fetcher:
    """Fetches pages within limits."""

    def __init__(
        self,
        guard: Guard | None = None,
        *,
        most_bytes: int = 5_000_000,
        timeout_s: float = 15.0,
        most_redirects: int = 5,
    ) -> None:
        self._guard = guard or Guard()
        self._most_bytes = most_bytes
        self._timeout_s = timeout_s
        self._most_redirects = most_redirects

    async def page(self, url: str) -> Page:
        """The readable text of a page."""
        final, kind, data = await self._body(url)
        if not _READABLE.match(kind or "text/html"):
            raise AddressRefused(f"'{final}' is '{kind}', not text.")
        text = decoded(data, kind)
        title = ""
        if "html" in kind.lower() or not kind:
            try:
                text, title = html_text(text)
            except DataError as error:
                raise AddressRefused(f"'{final}': {error.message}", hint=error.hint) from error
        now = datetime.now(UTC).replace(microsecond=0)
        return Page(url=final, title=title, text=text, retrieved_at=now)

    async def file(self, url: str) -> tuple[str, str, bytes]:
        """The final address, the type and the bytes of a file."""
        return await self._body(url)

    async def json_text(
        self, url: str, *, headers: Mapping[str, str] | None = None, body: Mapping[str, object] | None = None
    ) -> str:
        """The JSON response of an API; with a body, the request is a POST."""
        _, kind, data = await self._body(url, headers=headers, body=body)
        return decoded(data, kind)

    async def _body(
        self, url: str, *, headers: Mapping[str, str] | None = None, body: Mapping[str, object] | None = None
    ) -> tuple[str, str, bytes]:
        """The final address, the type and the bytes."""
        import httpx2

        try:
            # One limit for everything together: a server may send one byte a second for ever.
            async with (
                asyncio.timeout(self._timeout_s),
                guarded_client(self._guard, timeout_s=self._timeout_s) as client,
            ):
                for _ in range(self._most_redirects + 1):
                    method = "POST" if body is not None else "GET"
                    async with client.stream(method, url, headers=headers, json=body) as response:
                        if response.status_code not in _REDIRECTS:
                            return url, response.headers.get("content-type", ""), await self._read(url, response)
                        url = urljoin(url, response.headers.get("location", ""))
                    # What was meant for one server is not handed on to the next.
                    headers = None
                raise AddressRefused(f"'{url}' redirects more than {self._most_redirects} times.")
        except TimeoutError as error:
            raise AddressRefused(f"'{url}' took longer than {self._timeout_s:g} s.") from error
        except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            raise AddressRefused(f"'{url}' cannot be read: {type(error).__name__}: {error}") from error

    async def _read(self, url: str, response: "httpx2.Response") -> bytes:
        if response.status_code in _NOT_THERE:
            raise AddressUnknown(f"'{url}' answered {response.status_code}.")
        if response.status_code != 200:
            raise AddressRefused(f"'{url}' answered {response.status_code}.")
        declared = response.headers.get("content-length", "")
        if declared.isdigit() and int(declared) > self._most_bytes:
            raise AddressRefused(f"'{url}' is larger than {self._most_bytes:,} bytes.")
        content = bytearray()
        # Counted after unpacking: a small file may unpack to a large one.
        async for part in response.aiter_bytes(65_536):
            content += part
            if len(content) > self._most_bytes:
                raise AddressRefused(f"'{url}' is larger than {self._most_bytes:,} bytes.")
        return bytes(content)


def decoded(data: bytes, kind: str) -> str:
    """Decode bytes by byte order mark, header or the page's declaration; if that fails, like any file."""
    named = re.search(r"charset=[\"']?([\w-]+)", kind)
    in_page = _META_CHARSET.search(data[:4096])
    for name in (named[1] if named else "", in_page[1].decode() if in_page else ""):
        if name and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
            with suppress(LookupError, UnicodeError):
                if codecs.lookup(name).name not in _NO_CHARSETS:
                    return data.decode(name)
    return decode(data)
