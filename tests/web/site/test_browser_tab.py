"""The pages of a browser tab, as its script asks for them: here a script of the test does."""

import asyncio
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest

from generator.imports.packs.pack_reader import unpack
from generator.imports.packs.pack_writer import write_pack
from generator.load.game_locations import sample
from generator.web.http.page_renderer import PageRenderer
from generator.web.own_games.card_games import DeckOutcome, DeckRequest
from generator.web.site.browser_tab import BrowserTab, TabRequest
from generator.web.site.tab_files import TabFiles
from generator.web.site.tab_printer import make_order

BASE = "/press"
FORM = [("content-type", "application/x-www-form-urlencoded")]


class Storage:
    """What the browser keeps; `is_full` once it takes nothing more."""

    def __init__(self):
        self.saved, self.is_full = 0, False

    async def save(self):
        if self.is_full:
            raise OSError(28, "QuotaExceededError")
        self.saved += 1


@pytest.fixture
def storage():
    return Storage()


@pytest.fixture(scope="module")
def tab_renderer():
    """The templates and words of the pages below the path, read and compiled once."""
    return PageRenderer(base=BASE, in_tab=True)


@pytest.fixture
def tab(home, tmp_path, storage, tab_renderer, monkeypatch):
    monkeypatch.setattr("generator.web.app.start_services.PageRenderer", lambda _, **__: tab_renderer)
    tab = started(tmp_path, storage)
    yield tab
    tab.close()


def started(folder, storage):
    """The program of a tab, over the files that one before it has left."""

    async def hand_over(order, show):
        return make_order(order, show)

    return BrowserTab(BASE, TabFiles(folder / "home", unpack), folder / "out", storage.save, hand_over)


@pytest.fixture
def ask(tab, storage):
    """Ask for a page of the tab; its answer, with how often the browser had stored files when it began."""

    def ask(method, target, fields=None, headers=()):
        answer = SimpleNamespace(saved=None, body=b"", is_over=False)

        def take(kind, part):
            if kind == "start":
                about = json.loads(part)
                answer.status, answer.headers, answer.saved = about["status"], dict(about["headers"]), storage.saved
            elif kind == "chunk":
                answer.body += part
            else:
                answer.is_over = True

        body = urlencode(fields).encode() if fields else b""
        request = TabRequest(method, BASE + target, [*headers, *(FORM if fields else ())], body)
        asyncio.run(tab.answer(1, request, take))
        answer.text = answer.body.decode("utf-8", "replace")
        assert answer.is_over
        return answer

    return ask


def test_page_is_shown_in_a_frame_of_the_same_site(ask):
    page = ask("GET", "/play")

    assert page.status == 200
    assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
    assert f'href="{BASE}/gallery"' in page.text
    assert "/devices" not in page.text
    assert "manifest" not in page.text
    assert "offline.js" not in page.text


def test_session_is_stored_before_its_page_is_answered(ask, tab):
    begun = ask("POST", "/play", {"game": "hadrians-wall", "mode": "paper"})

    assert (begun.status, begun.saved) == (303, 1)
    assert begun.headers["location"].startswith(f"{BASE}/play/")
    assert [file.name for file in tab.files.sessions.glob("hadrians-wall*")]


@pytest.mark.parametrize("page", ["/", "/play"])
def test_game_that_was_begun_is_offered_with_its_cover(ask, page):
    ask("POST", "/play", {"game": "hadrians-wall", "mode": "paper"})

    assert f'src="{BASE}/gallery/hadrians-wall/cover.svg?en"' in ask("GET", page).text


def test_page_that_changes_nothing_does_not_wait_for_the_storage(ask):
    assert ask("GET", "/gallery").saved == 0


def test_full_storage_is_said_in_place_of_the_answer(ask, storage):
    storage.is_full = True
    refused = ask("POST", "/settings", {"look": "dark"}, [("accept-language", "ja-JP,en")])

    assert refused.status == 507
    assert "保存領域" in refused.text


def test_settings_are_kept_without_a_cookie_of_the_browser(ask):
    assert "set-cookie" not in ask("POST", "/settings", {"lang": "ja"}).headers
    assert '<html lang="ja"' in ask("GET", "/", headers=[("accept-language", "en")]).text


def test_pictures_come_as_they_are(ask):
    cover = ask("GET", "/gallery/picket/cover.svg?en")

    assert "content-encoding" not in cover.headers
    assert cover.text.startswith("<svg")


@pytest.mark.parametrize("room", ["/devices", "/print/preflight", "/print/sheet", "/print/photo", "/print/calibrate"])
def test_room_that_a_tab_cannot_have_says_where_it_is(ask, room):
    assert "vallum serve" in ask("GET", room).text


@pytest.fixture
def pack(tmp_path):
    """A game of somebody else, as one file."""
    return write_pack(sample(), "picket", tmp_path).path.read_bytes()


def test_game_that_is_brought_in_is_at_the_page_that_is_named(tab, ask, pack, storage):
    found = json.loads(asyncio.run(tab.add_pack("a b/gift.zip", pack, "en")))

    assert (found, storage.saved) == ({"page": f"{BASE}/gallery/picket-copy"}, 1)
    assert ask("GET", "/gallery/picket-copy").status == 200
    assert str(tab.files.games / "picket-copy") in tab.files.own_games()


def test_folder_that_is_brought_in_is_at_the_page_that_is_named(tab, ask):
    files = {
        f"mine/{path.relative_to(sample()).as_posix()}": path.read_bytes()
        for path in sample().rglob("*")
        if path.is_file()
    }

    assert json.loads(asyncio.run(tab.add_folder("mine", files, "en"))) == {"page": f"{BASE}/gallery/mine"}
    assert ask("GET", "/gallery/mine").status == 200
    assert str(tab.files.games) not in ask("GET", "/print").text  # a folder that the reader cannot open


def test_file_that_is_no_game_is_refused(tab):
    found = json.loads(asyncio.run(tab.add_pack("letter.zip", b"Dear friend", "en")))

    assert found == {"faults": ["letter.zip: is damaged, or no ZIP file"]}
    assert tab.files.own_games() == []
    assert "壊れて" in json.loads(asyncio.run(tab.add_pack("letter.zip", b"Dear friend", "ja")))["faults"][0]


def test_changes_reach_the_page_that_listens(tab):
    told, begun, changed = [], asyncio.Event(), asyncio.Event()

    def take(kind, part):
        if kind == "chunk":
            (changed if told else begun).set()
            told.append(part)

    async def steps():
        listening = asyncio.create_task(tab.answer(7, TabRequest("GET", f"{BASE}/gallery/picket/live", [], b""), take))
        await asyncio.wait_for(begun.wait(), 20)
        tab.notify_changes()
        await asyncio.wait_for(changed.wait(), 20)
        tab.cancel(7)
        tab.cancel(8)
        await asyncio.wait_for(listening, 20)

    asyncio.run(steps())
    assert len(told) == 2


def test_a_game_is_begun_in_a_tab_and_stored(ask, tab):
    made = ask("POST", "/new", {"title": "冬の砦", "starter": "tarot"})

    assert (made.status, made.headers["location"], made.saved) == (
        303,
        f"{BASE}/gallery/%E5%86%AC%E3%81%AE%E7%A0%A6",
        1,
    )
    assert (tab.files.games / "冬の砦/game.toml").is_file()
    page = ask("GET", made.headers["location"].removeprefix(BASE))
    assert page.status == 200
    assert f'href="{BASE}/own/%E5%86%AC%E3%81%AE%E7%A0%A6"' in page.text
    assert f'src="{BASE}/new/tarot/cover.svg?en"' in ask("GET", "/new").text


async def sent(tab, method, target, form=""):
    """The status of an answer, where it leads, and its text."""
    parts = []
    request = TabRequest(method, target, FORM if method == "POST" else [], form.encode())
    await tab.answer(1, request, lambda *part: parts.append(part))
    about = json.loads(parts[0][1])
    text = b"".join(part for kind, part in parts if kind == "chunk").decode("utf-8", "replace")
    return about["status"], dict(about["headers"]).get("location", ""), text


async def made(tab):
    """Wait until all orders of a tab are made."""
    queue = tab._services.print_queue
    for job in queue.unfinished:
        await queue.task(job)


def test_order_is_begun_anew_where_the_program_was_started_anew(tab, tmp_path, storage):
    async def steps():
        _, place, _ = await sent(tab, "POST", f"{BASE}/print/picket", "part=watch&theme=mono")
        await made(tab)
        page = (await sent(tab, "GET", place))[2]
        shutil.rmtree(tmp_path / "out")
        later = started(tmp_path, storage)
        await made(later)
        assert (await sent(later, "GET", place))[0] == 200
        await made(later)
        file = re.findall(rf'href="{place}/(watch[^"/]+)"', page)[0]
        assert (await sent(later, "GET", f"{place}/{file}"))[0] == 200
        assert (await sent(later, "GET", f"{BASE}/print/order/of-nobody"))[0] == 404
        later.close()

    asyncio.run(steps())


def test_order_that_was_stopped_is_not_begun_anew(tab, tmp_path, storage):
    async def steps():
        _, place, _ = await sent(tab, "POST", f"{BASE}/print/picket", "part=watch&theme=mono")
        assert (await sent(tab, "POST", f"{place}/stop"))[0] == 303
        await made(tab)
        later = started(tmp_path, storage)
        assert (await sent(later, "GET", place))[0] == 404
        later.close()

    asyncio.run(steps())


def test_page_that_waits_for_a_game_has_it_stored(tab, storage):
    async def steps():
        pages, make = tab._services, asyncio.Event()

        async def outcome(_):
            make.set()
            return DeckOutcome(DeckRequest("Deck", Path("deck.pdf"), "deck.pdf"), "picket")

        pages.card_games.outcome = outcome
        status, place, _ = await sent(tab, "GET", f"{BASE}/new/cards/x")
        assert (status, place, storage.saved) == (303, f"{BASE}/gallery/picket", 1)

    asyncio.run(steps())


ROOMS = (
    "",
    "gallery",
    "new",
    "print",
    "play",
    "games",
    "deleted",
    "campaigns",
    "puzzles",
    "statistics",
    "verify",
    "print/photo",
)


def test_no_page_names_a_folder_of_the_tab(tab, ask, tmp_path, pack):
    asyncio.run(tab.add_pack("gift.zip", pack, "en"))
    ask("POST", "/play", {"game": "hadrians-wall", "mode": "paper", "name": "wall"})
    ask("POST", "/play", {"game": "hadrians-wall", "mode": "paper", "name": "gone"})
    ask("POST", "/games/gone/delete")
    table = tab.files.games / "picket-copy/cards/raid.csv"
    table.write_text(table.read_text("utf-8").replace("swords", "swrods", 1), "utf-8")
    own = [
        f"{room}/picket-copy{rest}"
        for room in ("gallery", "own", "print")
        for rest in ("", "/settings", "/tables", "/fit", "/export", "/pack.zip")
    ]

    texts = {place: ask("GET", f"/{place}").text for place in (*ROOMS, *own, "games/wall", "play/wall")}
    assert "swrods" in texts["own/picket-copy/pack.zip"]
    assert "picket-copy" in texts["deleted"] or "gone" in texts["deleted"]
    for place, text in texts.items():
        assert str(tmp_path) not in text, place
        assert not re.search("<code>vallum (solo|serve)", text), place
