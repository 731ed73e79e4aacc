"""Downloads a file over HTTPS with limits on size, time, redirects and the computers that are asked.

The standard library is enough for one small file: urllib takes proxies from the environment and the system, and
truststore has certificates checked by the system.
"""

from __future__ import annotations

import http.client
import ssl
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit

from generator import __version__
from generator.base.errors import HandledError
from generator.imports.fetch.checked_connection import (
    Check,
    ForbiddenAddressError,
    IpAddress,
    check_name,
    connect_checked,
    is_loopback,
    is_public,
)
from generator.load.files.fault_report import quote
from generator.load.files.folder import LIMIT
from generator.load.tables.table_source import LOOPBACK, address_fault

SECONDS = 60.0
"""For everything, from looking up the name to the last byte."""

SILENCE = 20.0
"""Seconds without an answer."""

_REDIRECTS = 5
_PIECE = 1 << 16


class DownloadError(HandledError):
    """Nothing came from an address; says why and what to do."""


class Download(NamedTuple):
    """The bytes at an address, and what the server says they are."""

    data: bytes
    media_type: str


def download(address: str) -> Download:
    """Return the file at a web address. Raises DownloadError if it does not arrive whole and in time.

    It is read in a thread, as no limit of the standard library holds for all of it: a server may send a byte now and
    then.
    """
    answer: Future[Download] = Future()
    # A daemon, because it may still wait for a server when the program ends.
    Thread(target=_deliver, args=(address, answer), daemon=True).start()
    try:
        return answer.result(SECONDS)
    except TimeoutError:
        raise DownloadError(f"took longer than {SECONDS:.0f} s; try again") from None


def _deliver(address: str, answer: Future[Download]) -> None:
    """Download a file in a thread, and put the result or the error into `answer`."""
    try:
        with _network_errors():
            answer.set_result(_download(address))
    except BaseException as error:  # the thread that waits raises it
        answer.set_exception(error)


def _download(address: str) -> Download:
    """Return the file at an address. Only an address of this computer may lead to this computer."""
    is_own = urlsplit(address).hostname in LOOPBACK
    opener = urllib.request.build_opener(_Connections(is_own=is_own), _Redirects(is_own=is_own))
    headers = {"User-Agent": f"vallum/{__version__}", "Accept": "text/csv, text/*;q=0.9, */*;q=0.1"}
    request = urllib.request.Request(address, headers=headers)  # noqa: S310  only https addresses come here
    with opener.open(request, timeout=SILENCE) as response:
        return Download(_read(response), response.headers.get_content_type())


def _read(response: http.client.HTTPResponse) -> bytes:
    """Return the body of an answer. Raises DownloadError if it is too large or was cut off."""
    data = bytearray()
    while piece := response.read(_PIECE):
        data += piece
        # Counted while reading: the length that a server announces may be missing or false.
        if len(data) > LIMIT:
            raise DownloadError(f"is over {LIMIT // 1_000_000} MB; a table is smaller")
    length = response.headers.get("Content-Length", "")
    # `read` with a size takes the early end of a connection for the end of the file.
    if length.isdecimal() and int(length[:12]) != len(data):
        raise DownloadError(f"was cut off after {len(data):,} of {length[:12]} bytes; try again")
    return bytes(data)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to addresses that could have been written in game.toml."""

    max_redirections = _REDIRECTS
    max_repeats = 2

    def __init__(self, *, is_own: bool) -> None:
        """Take whether the first address was one of this computer (`is_own`), so that redirects may stay there."""
        self._is_own = is_own

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        """Return the request that a redirect leads to; raises DownloadError unless it is https to another computer."""
        target = urljoin(req.full_url, newurl)
        if address_fault(target) or (urlsplit(target).hostname in LOOPBACK and not self._is_own):
            # urllib closes the answer only where it follows the redirect.
            fp.close()
            raise DownloadError(f"redirects to {quote(target)}; only https addresses of other computers are followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _PlainConnection(http.client.HTTPConnection):
    """A connection to a checked address."""

    def __init__(self, *place: Any, check: Check, **options: Any) -> None:
        """Take the arguments of HTTPConnection, and the check that every address must pass."""
        super().__init__(*place, **options)
        self._create_connection = partial(connect_checked, check=check)


class _EncryptedConnection(_PlainConnection, http.client.HTTPSConnection):
    """The same with encryption, for the name that was looked up."""


class _Connections(urllib.request.HTTPSHandler, urllib.request.HTTPHandler):
    """Opens connections to public addresses, and to those of this computer where its name was given first."""

    def __init__(self, *, is_own: bool) -> None:
        """Take whether addresses of this computer are allowed, as the user named it (`is_own`)."""
        super().__init__()
        self._is_own = is_own

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open a connection without encryption, as to this computer."""
        return self.do_open(partial(_PlainConnection, check=self._check(req)), req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Open a connection whose certificate the system trusts."""
        # Not at the top: the browser edition begins games with this package, and has neither sockets nor this library.
        import truststore

        context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        return self.do_open(partial(_EncryptedConnection, check=self._check(req), context=context), req)

    def _check(self, req: urllib.request.Request) -> Check:
        """Return the function that says which IP addresses a request may connect to.

        A proxy that the user chose may be anywhere; the host that it is asked for is checked here at once.
        """
        host = urlsplit(req.full_url).hostname or ""
        check = is_loopback if self._is_own and host in LOOPBACK else is_public
        if req.host == urlsplit(req.full_url).netloc:
            return check
        check_name(host, check)
        return _is_any  # a proxy that the user chose


def _is_any(_address: IpAddress) -> bool:
    """Return True for every address."""
    return True


@contextmanager
def _network_errors() -> Iterator[None]:
    """Convert errors of the network, raised by the standard library, to DownloadError."""
    try:
        yield
    except ForbiddenAddressError as error:
        raise DownloadError(str(error)) from None
    # HTTPError is a URLError, and URLError an OSError: the narrower one first.
    except HTTPError as error:
        error.close()
        raise DownloadError(_status(error)) from None
    except URLError as error:
        raise DownloadError(_reason(error.reason)) from None
    except http.client.IncompleteRead as error:
        raise DownloadError(f"was cut off after {len(error.partial):,} bytes; try again") from None
    except (OSError, http.client.HTTPException) as error:
        raise DownloadError(_reason(error)) from None


def _status(error: HTTPError) -> str:
    """Return the message for an HTTP status that means failure, with advice."""
    if 300 <= error.code < 400:
        return f"redirects in a circle, more than {_REDIRECTS} times, or to no https address; correct the address"
    if error.code in {401, 403}:
        return f"answers {error.code}: it is not public; publish it, or share it with everybody who has the link"
    if error.code in {404, 410}:
        return f"answers {error.code}: nothing is there; correct the address"
    return f"answers {error.code}; try again later"


def _reason(error: object) -> str:
    """Return the message for an error of the network, with advice; system messages are cut to 80 characters."""
    match error:
        case ssl.SSLCertVerificationError():
            return f"has a certificate that is not trusted: {error.verify_message}"
        case ssl.SSLError():
            return f"no encrypted connection: {str(error.reason or error)[:60].lower().replace('_', ' ')}"
        case TimeoutError():
            return f"no answer for {SILENCE:.0f} s; try again"
        case ConnectionRefusedError():
            return "the connection is refused; correct the address, or try again later"
        case OSError() if getattr(error, "strerror", None):
            return f"cannot be reached: {str(error.strerror)[:80].lower()}; is the network there?"
    return f"cannot be reached: {str(error)[:80].lower() or type(error).__name__}; try again"
