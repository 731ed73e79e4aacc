"""The printer of a browser tab, with workers that fail as those of browsers do."""

import shutil
from contextlib import closing

import pytest

from generator.load.game_locations import templates_root
from tests.browser.tab_trials import Host

pytestmark = pytest.mark.browser
WORKER = """
const hold = (name) => new Promise((held) => navigator.locks.request(name, () => { held(); return new Promise(() => {}); }));
const starts = async () => {
    const cache = await caches.open("starts"), number = (await cache.keys()).length;
    await cache.put(`/start-${number}`, new Response(""));
    return number + 1;
};
onmessage = async ({ data }) => {
    if (data.kind === "print") {
        if (data.order[0] === 0) return close();
        if (data.order[0] === 1) return postMessage({ kind: "message", text: "begun" });
        return postMessage({ kind: "made", made: data.order });
    }
    await hold(data.lock);
    postMessage({ kind: "alive" });
    const number = await starts();
    if (data.ends?.includes(number)) return close();
    if (!data.silent) postMessage({ kind: "ready" });
};
"""
"""A worker that ends itself in a start by its number, or at the order 0; keeps the order 1 for ever, and sends others back."""
ORDER = """async ([about, order]) => {
    const { Printer } = await import("/press/printer.js");
    const show = (text) => document.documentElement.dataset.text = text;
    const printer = window.printer = new Printer("/press/worker.js", about);
    const made = printer.make(new Uint8Array([order]), show).then((data) => `made ${data[0]}`, (error) => error.message);
    window.made = made.then((end) => document.documentElement.dataset.end = end) }"""


@pytest.fixture
def page(tmp_path, windows):
    (tmp_path / "press").mkdir()
    shutil.copy(templates_root() / "site/printer.js", tmp_path / "press")
    (tmp_path / "press/worker.js").write_text(WORKER, "utf-8")
    (tmp_path / "press/index.html").write_text("<!doctype html><title>Printer</title>", "utf-8")
    with closing(Host(tmp_path)) as host:
        page = windows.new_page()
        page.goto(host.address)
        yield page


def end_of(page, about, order):
    """What becomes of an order."""
    page.evaluate(ORDER, [about, order])
    return page.evaluate("window.made")


def test_order_comes_back(page):
    assert end_of(page, {}, 7) == "made 7"


def test_order_of_a_worker_that_the_browser_has_ended_fails_at_once(page):
    assert end_of(page, {}, 0) == "ended by the browser"


def test_worker_that_ends_in_its_start_is_started_anew(page):
    assert end_of(page, {"ends": [1]}, 7) == "made 7"


def test_worker_that_ends_in_each_start_is_given_up(page):
    assert end_of(page, {"ends": [1, 2, 3]}, 7) == "ended by the browser"


def test_worker_that_says_nothing_in_its_start_is_given_up(page):
    page.clock.install()
    page.evaluate(ORDER, [{"silent": True}, 7])

    for _ in range(4):
        page.clock.run_for(60_000)

    assert page.evaluate("window.made") == "silent"


def test_order_of_ten_minutes_is_not_ended_although_pages_are_looked_at(page):
    page.clock.install()
    page.evaluate(ORDER, [{}, 1])
    page.wait_for_selector("html[data-text=begun]", state="attached")

    page.evaluate("window.printer.open()")
    page.clock.run_for(600_000)
    page.evaluate("window.printer.open()")

    assert page.evaluate("document.documentElement.dataset.end") is None
    page.evaluate("window.printer.drop()")
    assert page.evaluate("window.made") == "stopped"
