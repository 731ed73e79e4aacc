"""What a test opens, writes or ends is closed, restored or started again for the next one."""

import pytest

from tests.browser.conftest import pages_closed, served_as_before

pytestmark = pytest.mark.browser


def test_pages_and_contexts_are_closed_but_those_from_before(windows, entered):
    with pages_closed(windows.browser):
        for context in (windows, windows.browser.new_context()):
            context.new_page()

    assert windows.browser.contexts == [windows]
    assert windows.pages == [entered.page]


def test_game_is_restored_and_served_again(served):
    table, drawing = served.folder / "cards/raid.csv", served.folder / "art/new.png"
    before = table.read_bytes()
    with served_as_before(served):
        table.unlink()
        drawing.parent.mkdir(exist_ok=True)
        drawing.write_bytes(b"new")
        served.process.kill()
        served.process.wait()

    assert table.read_bytes() == before
    assert not drawing.exists()
    assert served.process.poll() is None
