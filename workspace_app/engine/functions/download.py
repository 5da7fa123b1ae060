"""Getting an address of the web: where it may lead, and how much may come of it.

Whoever answers is a stranger. Redirects are walked here, one by one; none leads from the web into the person's own network, nor does a
name of the web (so that a name which is given another address meanwhile does not either); and what is packed is unpacked by the piece.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from workspace_app.domain.permissions import is_home
from workspace_app.engine.functions.base import FunctionFailed

if TYPE_CHECKING:
    import httpx

_LARGEST = 10_000_000  # bytes, unpacked
_MOST_REDIRECTS = 10
_HEADERS = {"User-Agent": "Mozilla/5.0 (compatible; Workspace)", "Accept-Encoding": "gzip"}
_CONNECTED = "connection.connect_tcp."


@dataclass(frozen=True)
class Download:
    """What an address answered, and the address that it was found at in the end."""

    url: str
    kind: str
    charset: str | None
    content: bytes


class Reach(IntEnum):
    """How near to the person an address is."""

    WEB = 0
    NETWORK = 1
    COMPUTER = 2


async def download(url: str, *, stays: bool) -> Download:
    """What an address answers, up to 10 MB.

    Args:
        stays: a redirect to another server is told instead of followed.

    Raises FunctionFailed, whose sentence says why there is nothing.
    """
    import httpx

    start, most = url, None
    try:
        async with httpx.AsyncClient(timeout=None, headers=_HEADERS) as client:
            for _ in range(_MOST_REDIRECTS):
                guard = _Guard(url, most)
                async with client.stream("GET", url, extensions={"trace": guard}) as response:
                    if response.next_request is None:
                        return await _taken(url, response)
                    target, most = urljoin(url, response.headers["location"]), guard.reached
                _check_redirect(url, target, stays)
                url = target
    except (httpx.InvalidURL, ValueError) as error:
        raise FunctionFailed(f'"{url}" is not a valid web address: {error}.') from error
    except httpx.HTTPError as error:
        raise FunctionFailed(f"{url} could not be fetched: {str(error) or type(error).__name__}.") from error
    raise FunctionFailed(f"{start} could not be fetched: it leads from one address to the next.")


def reach_of_address(address: str) -> Reach:
    """How near an IP address is."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast:
        return Reach.COMPUTER
    return Reach.WEB if ip.is_global else Reach.NETWORK


class _Guard:
    """Looks at whom a connection has reached before anything is said on it; `reached` says how near that is.

    Args:
        most: how near a redirect to `url` may lead; None for the address that was asked for.
    """

    def __init__(self, url: str, most: Reach | None) -> None:
        parts = urlsplit(url)
        self._host, _ = parts.hostname or "", parts.port  # the port is looked at by being asked for
        # A name of the web may stand for a company's own server, but not for this computer.
        self._most = most if most is not None else Reach.COMPUTER if is_home(self._host) else Reach.NETWORK
        self._direct = False
        self.reached = Reach.WEB

    async def __call__(self, event: str, info: Mapping[str, Any]) -> None:
        if event == f"{_CONNECTED}started":
            # Through a proxy, names are the proxy's to look up.
            self._direct = info["host"].casefold() == self._host.casefold()
        elif event == f"{_CONNECTED}complete" and self._direct:
            stream = info["return_value"]
            address = stream.get_extra_info("server_addr")[0]
            self.reached = reach_of_address(address)
            if self.reached > self._most:
                await stream.aclose()
                raise FunctionFailed(
                    f"{self._host} stands for {address}, which is in the local network, where the web must not lead."
                )


def _check_redirect(url: str, target: str, stays: bool) -> None:
    if not target.casefold().startswith(("http://", "https://")):
        raise FunctionFailed(f"{url} could not be fetched: it leads to {target}, which is no web address.")
    if stays and _server(url) != _server(target):
        raise FunctionFailed(f"{url} leads to another server: fetch {target} if that is wanted.")


def _server(url: str) -> tuple[str, int | None]:
    """Whom one speaks to: "www." and the change to https make no other."""
    parts = urlsplit(url)
    return (parts.hostname or "").removeprefix("www."), parts.port


async def _taken(url: str, response: httpx.Response) -> Download:
    if response.is_error:
        raise FunctionFailed(f"{url} answered {response.status_code} {response.reason_phrase}.")
    packed = response.headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("identity", "gzip", "x-gzip", ""):
        raise FunctionFailed(f'{url} answered packed as "{packed[:40]}", which was not asked for.')
    gzip = zlib.decompressobj(zlib.MAX_WBITS | 16) if packed.endswith("gzip") else None
    content = bytearray()
    try:
        async for piece in response.aiter_raw():
            content += gzip.decompress(piece, _LARGEST + 1 - len(content)) if gzip else piece
            if len(content) > _LARGEST:
                raise FunctionFailed(f"{url} is too large: it has more than {_LARGEST:,} bytes.")
    except zlib.error as error:
        raise FunctionFailed(f"{url} could not be fetched: what came is damaged ({error}).") from error
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return Download(url, kind, response.charset_encoding, bytes(content))
