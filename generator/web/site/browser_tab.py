"""The application in a browser tab: the script of the tab hands each request over, and takes the answer in parts."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from generator.base.errors import Faults, GeneratorError
from generator.web.app.app import create_app
from generator.web.app.services import Services
from generator.web.http.auth import Auth
from generator.web.http.base_path import BasePath
from generator.web.http.guard import SAFE_METHODS
from generator.web.http.page_renderer import translated
from generator.web.http.pass_folder import PassFolder
from generator.web.site.tab_files import TabFiles, Unpack
from generator.web.site.tab_orders import KeptOrder
from generator.web.site.tab_pages import TabPages
from generator.web.site.tab_printer import HandOver, WorkerRunner

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message

HOST = "tab"
"""Host name of all requests: they come from the tab itself."""
STORAGE_FULL = 507
_OWN_ADDRESS = ("127.0.0.1", 0)
_NO_FRAME, _OWN_FRAME = b"frame-ancestors 'none'", b"frame-ancestors 'self'"

Emit = Callable[[str, Any], None]
"""Function that takes a part of an answer: `start` with status and headers as JSON, `chunk` with bytes, `end`."""
Save = Callable[[], Awaitable[None]]
"""Function that returns when the browser has stored all files; raises an error if it has no space."""


class TabRequest(NamedTuple):
    """A request of a page."""

    method: str
    target: str
    """Path with its query, as in the address."""
    headers: list[tuple[str, str]]
    body: bytes


class TabAuth(Auth):
    """Lets in whoever asks: pages of other sites do not reach a tab."""

    def holder(self, _cookie_header: str) -> str:
        """Return the same name for all requests, as one who is logged in."""
        return HOST


class BrowserTab:
    """The pages of one tab, which lie below the path `base`."""

    def __init__(self, base: str, files: TabFiles, out: Path, save: Save, hand_over: HandOver) -> None:
        """Take `save`, which stores the files, the folder `out` for PDFs, and `hand_over`, which has jobs made."""
        self.files = files
        self._base, self._out, self._save = base, out, save
        self._runner = WorkerRunner(hand_over)
        self._gone: dict[int, asyncio.Event] = {}
        self._open()

    def _open(self) -> None:
        """Make the application from the files as they are now."""
        files = self.files
        self._services = Services(files.own_games(), self._out, files.sessions, base=self._base, runner=self._runner)
        auth = TabAuth(0, PassFolder(None))
        pages = [self._services.provide(TabPages)]
        app: ASGIApp = create_app(self._services, auth, frozenset({HOST}), in_place_of_devices=pages)
        self._app = BasePath(app, self._base) if self._base else app

    def close(self) -> None:
        """End all jobs and background work of the tab."""
        self._services.close()

    def prepare(self) -> None:
        """Read the files that the first page needs."""
        self._services.prepare()

    async def add_pack(self, name: str, data: bytes, language: str, *, replaces: bool = True) -> str:
        """Add a game from a pack, a ZIP file.

        Return JSON with the game's page, with `faults` that say why it was refused, or with `is_full` where the
        browser has no space for it.
        """
        return await self._bring_in(lambda: self.files.add_pack(name, data, replaces=replaces), language)

    async def add_folder(self, name: str, files: Mapping[str, bytes], language: str) -> str:
        """Add a game from the files of its folder, given by path; return the same as `add_pack`."""
        return await self._bring_in(lambda: self.files.add_folder(name, files), language)

    async def _bring_in(self, add: Callable[[], str], language: str) -> str:
        """Add a game by calling `add`, have the browser store it, and return JSON with its page or with faults."""
        try:
            game = add()
        except GeneratorError as error:
            faults = error.faults if isinstance(error, Faults) else [error]
            return json.dumps({"faults": [translated(language, fault) for fault in faults][:5]})
        if not await self.store():
            return json.dumps({"is_full": True})
        self._services.close()
        self._open()
        # The games are read anew, so everything that knows them is made anew.
        return json.dumps({"page": f"{self._base}/gallery/{game}"})

    def archive(self) -> bytes:
        """Return all files of the reader as a ZIP file."""
        return self.files.archive()

    def cancel(self, number: int) -> None:
        """Note that nobody waits for the answer of a request any more."""
        if number in self._gone:
            self._gone[number].set()

    async def answer_json(self, number: int, request: str, body: bytes, emit: Emit) -> None:
        """Answer a request that comes as JSON from the script of the tab; see `answer`."""
        about = json.loads(request)
        headers = [(str(name), str(value)) for name, value in about["headers"]]
        await self.answer(number, TabRequest(about["method"], about["target"], headers, body), emit)

    async def answer(self, number: int, request: TabRequest, emit: Emit) -> None:
        """Answer a request; the files that it has changed are stored before the answer begins."""
        gone = self._gone[number] = asyncio.Event()
        try:
            if await self._knows_order(request.target):
                request = request._replace(target=self.files.orders.present(request.target))
            await _Exchange(self, request, gone, emit).run(self._app)
        finally:
            del self._gone[number]

    async def _knows_order(self, target: str) -> bool:
        """Whether a request is about an order, which is begun anew if this program does not know it."""
        orders = self.files.orders
        if not (id_ := orders.id_at(target)) or self._services.print_queue.find(id_):
            return bool(id_)
        if order := orders.find(target):
            form = TabRequest("POST", order.target, [("content-type", order.kind)], order.form.encode("latin-1"))
            await _Exchange(self, form, asyncio.Event(), lambda *_: None, for_order=target).run(self._app)
        return True

    async def store(self) -> bool:
        """Have the browser store all files; return whether it had the space."""
        try:
            await self._save()
        except Exception:  # whatever a script raises: a browser that denies storage, or has no more
            return False
        return True

    def notify_changes(self) -> None:
        """Tell pages that files may have changed: in a tab, only its own requests change any."""
        self._services.file_watch.notify()

    def full_page(self, language: str) -> str:
        """Return the page that says that the browser's storage is full."""
        return self._services.pages.part("tab/storage_full", language)


class _Exchange:
    """One request and its answer."""

    def __init__(
        self, tab: BrowserTab, request: TabRequest, gone: asyncio.Event, emit: Emit, *, for_order: str = ""
    ) -> None:
        """Take a request, and where it begins an order anew, the request that is about that order."""
        self._tab, self._request, self._gone, self._emit, self._for_order = tab, request, gone, emit, for_order
        self._bodies = [request.body]
        self._inflate: Any = None
        self._is_refused = False

    async def run(self, app: ASGIApp) -> None:
        """Pass the request to the application, and its answer to the script of the tab."""
        path, _, query = self._request.target.partition("?")
        # A worker's answers cannot set cookies, so they are kept in a file.
        cookies = "; ".join(f"{name}={value}" for name, value in self._tab.files.cookies().items())
        headers = [("host", HOST), ("cookie", cookies), *self._request.headers]
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": self._request.method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers],
            # Port 80, as browsers leave it out of the Host header, which the guard compares.
            "server": (HOST, 80),
            "client": _OWN_ADDRESS,
        }
        await app(scope, self._receive, self._send)

    async def _receive(self) -> Message:
        """Return the body of the request, then wait until nobody wants the answer any more."""
        if self._bodies:
            return {"type": "http.request", "body": self._bodies.pop(), "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        """Pass on a part of the answer, unpacked; nothing once the answer was replaced."""
        if self._is_refused:
            return
        if message["type"] == "http.response.start":
            await self._start(message["status"], message["headers"])
            return
        body = message.get("body", b"")
        data = self._inflate.decompress(body) if self._inflate else body
        if data:
            self._emit("chunk", data)
        if not message.get("more_body", False):
            self._emit("end", None)

    async def _start(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        """Store the files that the request has changed, then begin the answer with its status and headers."""
        pairs = [(name.decode().lower(), value) for name, value in headers]
        for name, value in pairs:
            if name == "set-cookie":
                self._tab.files.keep_cookie(value.decode("latin-1"))
        if self._request.method == "POST":
            self._keep_order(dict(pairs).get("location", b"").decode("latin-1"))
        # Other methods change no file, but what leads on from a page that waits: the game that was made meanwhile.
        if self._request.method not in SAFE_METHODS or status == HTTPStatus.SEE_OTHER:
            self._tab.notify_changes()
            if not await self._tab.store():
                self._refuse()
                return
        # A worker's answer is not decoded by the browser.
        if ("content-encoding", b"gzip") in pairs:
            self._inflate = zlib.decompressobj(wbits=31)
        left_out = {"set-cookie", "content-encoding", "content-length"} if self._inflate else {"set-cookie"}
        # The tab shows pages in a frame of its own, which the policy of a server forbids.
        kept_headers = [
            (name, value.replace(_NO_FRAME, _OWN_FRAME).decode("latin-1"))
            for name, value in pairs
            if name not in left_out
        ]
        self._emit("start", json.dumps({"status": status, "headers": kept_headers}))

    def _keep_order(self, address: str) -> None:
        """Keep the request if it was an order, which has got an address; forget one that it has stopped."""
        request, orders = self._request, self._tab.files.orders
        if orders.id_at(request.target):
            orders.forget(request.target)
            return
        if not orders.id_at(address):
            return
        kind = next((value for name, value in request.headers if name.lower() == "content-type"), "")
        orders.keep(address, KeptOrder(request.target, kind, request.body.decode("latin-1")))
        if self._for_order:
            orders.begin_anew(self._for_order, address)

    def _refuse(self) -> None:
        """Replace the answer by the page that says that the browser's storage is full."""
        self._is_refused = True
        language = next((value[:2] for name, value in self._request.headers if name == "accept-language"), "en")
        page = self._tab.full_page("ja" if language == "ja" else "en")
        headers = [("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store")]
        self._emit("start", json.dumps({"status": STORAGE_FULL, "headers": headers}))
        self._emit("chunk", page.encode())
        self._emit("end", None)


def open_tab(base: str, home: str, out: str, save: Save, hand_over: HandOver, unpack: Unpack) -> BrowserTab:
    """Return the application of a tab, ready for requests; the tab's script calls this function."""
    tab = BrowserTab(base, TabFiles(Path(home), unpack), Path(out), save, hand_over)
    tab.prepare()
    return tab
