"""The pages in a browser tab, without a server of ours: written by `vallum site`, served as plain files."""

import base64
import hashlib
import shutil
import zipfile

import pytest

from generator.cli.main import main
from generator.load.game_locations import sample, shipped_games
from tests.browser.tab_trials import Host

pytestmark = pytest.mark.browser
READY = "html[data-ready]"
SHOWN = "iframe#page:not([hidden])"
LONG = 150_000
"""Milliseconds in which a program starts on a machine that is busy with other tests."""
MOVES = """() => [...document.querySelectorAll("[form=moves][name=do]")]
    .filter((each) => !each.disabled && !/undo|redo|stop/.test(each.value))[0].click()"""
BYTECODE = """async (content) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("vallum-press-bytecode", { create: true });
    for await (const file of folder.values()) {
        if (content === null) return (await file.getFile()).size;
        const stream = await file.createWritable();
        await stream.write(content);
        await stream.close();
    }
    return 0 }"""
DIGEST = """async (address) => {
    const data = await (await fetch(address)).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    return [...digest].map((each) => each.toString(16).padStart(2, "0")).join("") }"""


@pytest.fixture
def host(site):
    host = Host(site)
    yield host
    host.close()


@pytest.fixture
def page(tmp_path):
    """A tab of Chromium with a storage of its own."""
    from playwright.sync_api import sync_playwright  # of the extra for browsers

    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        options = {"executable_path": program, "args": ["--no-sandbox"], "viewport": {"width": 1366, "height": 900}}
        browser = playwright.chromium.launch_persistent_context(tmp_path / "profile", **options)
        browser.set_default_timeout(LONG)
        yield browser.pages[0]
        browser.close()


def started(page):
    """The frame of the pages, once the program runs and shows the first."""
    page.wait_for_selector(READY, state="attached")
    page.wait_for_selector(SHOWN)
    return page.frames[1]


def is_compiled(page):
    """Whether the program that runs was compiled at an earlier visit."""
    return page.evaluate("document.documentElement.dataset.ready") == "compiled"


def wait_for_bytecode(page):
    """Wait until what was compiled at the first visit is kept."""
    page.wait_for_function(f"async () => await ({BYTECODE})(null) > 1e6", polling=500)


def go(frame, address):
    """Show a page in the frame."""
    with frame.expect_navigation():
        frame.evaluate("(address) => { location.href = address }", address)


def digests_in_tab(frame, order):
    """The digests of the PDFs that an order in the tab gives, by their names."""
    go(frame, f"/press/print/{order}")
    with frame.expect_navigation():
        frame.evaluate("document.querySelector('main form[method=post]').requestSubmit()")
    frame.wait_for_selector("a[href$='.pdf']", state="attached")
    addresses = frame.evaluate("[...document.querySelectorAll(\"a[href$='.pdf']\")].map((each) => each.href)")
    return {address.rpartition("/")[2]: frame.evaluate(DIGEST, address) for address in addresses}


def digests_of_program(folder, game, *wishes):
    """The digests of the PDFs that the installed program makes, by their names."""
    out = folder / "-".join(("native", *wishes))
    assert main(["build", game, *wishes, "--paper", "a4", "--out", str(out)]) == 0
    native = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in out.rglob("*.pdf")}
    assert native
    return native


def test_tab_prints_plays_and_keeps_everything(host, page, tmp_path):
    page.goto(host.address)
    frame = started(page)
    printed = digests_in_tab(frame, "picket?part=watch&theme=mono")
    native = digests_of_program(tmp_path, "picket", "--only", "watch", "--theme", "mono", "--lang", "en")
    assert native.items() <= printed.items()

    go(frame, "/press/gallery/picket")
    frame.evaluate("document.querySelector('main img[src*=\"/face/\"]').decode()")

    go(frame, "/press/play")
    with frame.expect_navigation():
        frame.evaluate("document.querySelector(\"form[action*='/press/play#new']\").requestSubmit()")
    for _ in range(10):
        stamp = frame.evaluate("document.body.dataset.stamp")
        frame.evaluate(MOVES)
        frame.wait_for_selector(f"body:not([data-stamp='{stamp}'])")
    played = frame.evaluate("document.body.dataset.stamp")

    assert not is_compiled(page)
    wait_for_bytecode(page)
    page.reload()
    assert started(page).evaluate("document.body.dataset.stamp") == played
    assert is_compiled(page)
    assert page.url.startswith(f"{host.address}play/")
    page.evaluate(BYTECODE, "damaged")
    host.close()
    page.reload()
    assert started(page).evaluate("document.body.dataset.stamp") == played
    assert not is_compiled(page)


DROP = """(files) => {
    const entry = ([path, text]) => ({ isFile: true, isDirectory: false, name: path.split("/").at(-1), fullPath: `/my-game/${path}`,
        file: (give) => give(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], path)) });
    const parts = [Object.entries(files).map(entry), []];
    const folder = { isFile: false, isDirectory: true, name: "my-game", fullPath: "/my-game",
        createReader: () => ({ readEntries: (give) => give(parts.shift()) }) };
    const event = new Event("drop", { cancelable: true });
    const dataTransfer = { types: ["Files"], items: [{ webkitGetAsEntry: () => folder }] };
    dispatchEvent(Object.defineProperty(event, "dataTransfer", { value: dataTransfer })) }"""
"""Drops a folder on the page, with its files as base64 by their paths."""


def test_own_folder_is_changed_printed_and_built_at_home(host, page, tmp_path):
    page.goto(host.address)
    frame = started(page)
    files = {path.relative_to(sample()).as_posix(): path for path in sample().rglob("*") if path.is_file()}
    with frame.expect_navigation():
        page.evaluate(DROP, {name: base64.b64encode(path.read_bytes()).decode() for name, path in files.items()})
    go(frame, "/press/gallery/my-game/tables?file=cards/raid.csv")
    digest = frame.get_attribute("#grid", "data-digest")
    frame.click("#c0-3")
    page.keyboard.press("Delete")
    page.keyboard.insert_text("Changed at the table")
    page.keyboard.press("Tab")
    frame.wait_for_selector(f"#grid:not([data-digest='{digest}'])")
    printed = digests_in_tab(frame, "my-game?part=raid&theme=mono")
    with page.expect_download() as download:
        page.click("#take")

    with zipfile.ZipFile(download.value.path()) as home:
        home.extractall(tmp_path)
    folder = tmp_path / "games/my-game"
    assert "Changed at the table" in (folder / "cards/raid.csv").read_text("utf-8")
    native = digests_of_program(tmp_path, str(folder), "--only", "raid", "--theme", "mono", "--lang", "en")
    assert native.items() <= printed.items()


@pytest.mark.parametrize("game", shipped_games())
def test_files_of_a_game_have_the_bytes_of_the_program(host, page, tmp_path, game):
    page.goto(host.address)
    frame = started(page)

    for language in ("en", "ja"):
        printed = digests_in_tab(frame, f"{game}?language={language}&theme=colour")
        native = digests_of_program(tmp_path, game, "--lang", language)
        assert {name: printed.get(name) for name in native} == native


INTERRUPTED = """window.Worker = class extends Worker {
    postMessage(message, transfer) {
        const { target } = message;
        if (target?.includes("is-lost")) return;
        super.postMessage(message, transfer);
        if (target?.includes("is-stopped")) document.getElementById("stop").click();
    } }"""
"""Has the program of a tab stopped at one request, and another request never reach it."""
ANSWERED = "(address) => fetch(address).then(async (answer) => [answer.status, await answer.text()])"


def test_stopped_page_says_so_and_leads_on(host, page):
    page.add_init_script(INTERRUPTED)
    page.goto(host.address)
    frame = started(page)

    status, text = frame.evaluate(ANSWERED, "/press/gallery?is-stopped")

    assert status == 503
    assert "What was saved is there." in text
    assert '<a href="/press/">To the start page</a>' in text
    assert frame.evaluate(ANSWERED, "/press/gallery")[0] == 200


def test_request_to_a_tab_that_is_closed_is_answered_by_the_next(host, page):
    page.add_init_script(INTERRUPTED)
    page.goto(host.address)
    started(page)
    other = page.context.new_page()
    other.goto(host.address)
    other.wait_for_selector(SHOWN)
    other.frames[1].evaluate("void (window.answer = fetch('/press/gallery?is-lost').then((answer) => answer.status))")

    page.close()

    assert other.frames[1].evaluate("window.answer") == 200


@pytest.fixture
def changed(site, tmp_path):
    """A copy of the site, whose files are changed, and its host."""
    copy = tmp_path / "changed"
    shutil.copytree(site / "press", copy / "press")
    host = Host(copy)
    yield copy / "press", host
    host.close()


FULL = """new BroadcastChannel("full").onmessage = () => {
    FileSystemFileHandle.prototype.createWritable = () => Promise.reject(new DOMException("", "QuotaExceededError")) };
"""
"""Has the storage of a program be full at a message."""
MOVE_NUMBER = "document.querySelector('#moves [name=at]').value"


def test_move_that_a_full_storage_does_not_take_is_not_shown_as_made(changed, page):
    folder, host = changed
    engine = next(folder.glob("site/engine-*.js"))
    engine.write_text(FULL + engine.read_text("utf-8"), "utf-8")
    page.goto(host.address)
    frame = started(page)
    go(frame, "/press/play")
    with frame.expect_navigation():
        frame.evaluate("document.querySelector(\"form[action*='/press/play#new']\").requestSubmit()")
    before = frame.evaluate(MOVE_NUMBER)

    page.evaluate("void new BroadcastChannel('full').postMessage('')")
    frame.evaluate(MOVES)
    page.wait_for_function("() => document.getElementById('note').textContent.includes('is full')")
    started(page)
    go(page.frames[1], page.frames[1].url)
    assert page.frames[1].evaluate(MOVE_NUMBER) == before


def test_version_whose_files_are_gone_gives_way_to_the_newer_one(changed, page):
    folder, host = changed
    page.goto(host.address)
    started(page)
    first = page.evaluate("JSON.parse(document.getElementById('site').textContent).program[0]")
    page.evaluate(
        """(name) => caches.keys().then(([cache]) => caches.open(cache)).then((cache) => cache.delete(name))""", first
    )
    page.goto("about:blank")
    newer = first.replace(".zip", "0.zip")
    (folder / f"{first}.gzip").rename(folder / f"{newer}.gzip")
    named = next(folder.glob("site/index-*.html"))
    for file in (folder / "index.html", folder / "sw.js", named):
        file.write_text(file.read_text("utf-8").replace(first, newer).replace(named.name, "index-0.html"), "utf-8")
    named.rename(named.with_name("index-0.html"))

    page.goto(host.address)
    page.wait_for_function("(name) => document.getElementById('site')?.textContent.includes(name)", arg=newer)
    started(page)
