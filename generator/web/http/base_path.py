"""Pages below a path of a site, such as `/press/gallery`: the program itself knows them as `/gallery`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.datastructures import URL
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Where quotation marks are escaped, only a tag can have such an attribute. What begins with `//` is of another site.
_ADDRESS = re.compile(r'(?<=\s)((?:href|src|action|formaction|data-[a-z]+)=")(?=/(?!/))')


def with_base(markup: str, base: str) -> str:
    """Return a page whose links, forms and pictures lead to addresses below a path.

    >>> with_base('<a href="/gallery"> <a href="#face"> <a href="//example.org">', "/press")
    '<a href="/press/gallery"> <a href="#face"> <a href="//example.org">'
    """
    return _ADDRESS.sub(rf"\g<1>{base}", markup) if base else markup


def own_address(address: str) -> str:
    """Return an address if it is a path of this server, else the path of the start page."""
    # Browsers read `//host` and `/\host` as another site: an open redirect.
    is_own = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if is_own else "/"


def page_address(request: HTTPConnection, base: str) -> str:
    """Return the address of the page that a request asks for, or of the page with the form that it sends.

    Without the base path; the start page where the address is unknown.
    """
    if request.scope.get("method") in {"GET", "HEAD"}:
        path, query = quote(request.scope["path"]), request.url.query
    else:
        sender = URL(request.headers.get("referer", ""))
        is_own = sender.netloc == request.headers.get("host")
        path, query = (sender.path.removeprefix(base), sender.query) if is_own else ("", "")
    return own_address(f"{path}?{query}" if query else path)


class BasePath:
    """ASGI middleware that strips the path `base` from requests, and adds it to redirects."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app, self._base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request below the base path as if it had no base; any other path gets status 404."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        if not path.startswith(f"{self._base}/"):
            await PlainTextResponse("not found\n", 404)(scope, receive, send)
            return

        origin = str(URL(scope={**scope, "path": "", "query_string": b""})).encode()

        async def send_with_base(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [self._with_base(name, value, origin) for name, value in message["headers"]]
                message = {**message, "headers": headers}
            await send(message)

        path = path.removeprefix(self._base)
        await self._app({**scope, "path": path, "raw_path": path.encode()}, receive, send_with_base)

    def _with_base(self, name: bytes, value: bytes, origin: bytes) -> tuple[bytes, bytes]:
        """Return a header of a response, with the base path added if it redirects to an address of ours."""
        if name.lower() != b"location":
            return name, value
        address = value.removeprefix(origin)
        # `//host` would be another site.
        is_own = address.startswith(b"/") and not address.startswith(b"//")
        return name, self._base.encode() + address if is_own else value
