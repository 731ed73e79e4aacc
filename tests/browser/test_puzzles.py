"""The page of puzzles: keys that answer, and sheets that begin where the boxes of the moves are."""

import json

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("begun")]
PANS = """JSON.stringify([...document.querySelectorAll('.pan[data-across]')].map(
    each => [+each.dataset.across, each.scrollLeft / each.scrollWidth, each.clientWidth / each.scrollWidth]))"""
"""For each sheet with a numbered box: where the box is, where the view begins and how wide it is, in parts of the sheet."""


@pytest.mark.parametrize(("keys", "sent"), [("on", 1), ("off", 0)])
def test_number_key_answers_unless_single_keys_are_off(entered, served, keys, sent):
    entered.look(f"en.light.normal.off.{keys}")
    entered.go(f"{served.base}/puzzles")
    entered.run(
        "document.querySelector('form.options').addEventListener('submit', () => window.sent = (window.sent ?? 0) + 1)"
    )
    pressed = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '2', bubbles: true}))"

    assert entered.run(f"({pressed}, window.sent ?? 0)") == sent


def test_choice_is_made_by_keyboard(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/puzzles")
    entered.run("document.querySelector('.options button').focus()")
    entered.press("Enter")
    entered.until("document.getElementById('answer') !== null")

    assert entered.run("location.search") == "?move=1"


def test_narrow_window_begins_at_the_boxes_of_the_moves(entered, served):
    entered.wide(390)
    entered.go(f"{served.base}/puzzles")
    views = json.loads(entered.run(PANS))

    assert views
    assert all(start - 0.01 <= across <= start + width + 0.01 for across, start, width in views)
