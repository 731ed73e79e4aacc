"""The play room by keys: arrows lead to every box, letters and numbers press controls, and can be turned off."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser
TRANSCRIPT = Path(__file__).parents[1] / "play/transcripts/full.txt"
FOCUSED = "document.activeElement.id"
IS_TURNED = "document.readyState === 'complete' && document.body.dataset.keys === '{}'"
PRESSED = "document.body.dataset.stamp"
REACHED = """import('/static/arrows.js').then(({neighbour}) => {
    const boxes = [...document.querySelectorAll('.frame .key')], missing = [];
    for (const first of boxes) {
        const found = new Set([first]);
        for (const at of found)
            for (const way of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
                const next = neighbour(at.getBoundingClientRect(), boxes, way);
                if (next) found.add(next) }
        if (found.size < boxes.length) missing.push(first.id) }
    return JSON.stringify([boxes.length, missing]) })"""
"""How many boxes can be filled, and those from which arrows do not lead to all others."""


@pytest.fixture
def sat(entered, served, player):
    """Go to the play room of a new game, up to where boxes are filled."""

    def sat(name, *, kind="full", setting="en.light.normal"):
        entered.look(setting)
        entered.wide(1366)
        wish = ("--mode", kind, "--seed", "keys", "--name", name)
        assert served.typed("solo", "new", "hadrians-wall", *wish).returncode == 0
        game = player(entered, name, seed=3)
        game.sit_down()
        return game

    return sat


def test_number_chooses_a_card_and_arrows_lead_to_every_box(sat):
    game = sat("arrows")
    tab, counts = game.tab, []
    before = tab.run(PRESSED)
    tab.press("2")
    tab.until_idle(f"{PRESSED} !== '{before}'")
    tab.press("ArrowRight")
    tab.until("document.getElementById('told')?.open")
    tab.until("document.activeElement.matches('.key:focus-visible')")

    while game.moves() and game.years < 2:
        count, missing = json.loads(tab.run(REACHED))
        assert missing == []
        counts.append(count)
        game.press(game.chance.choice(game.moves()))
    assert max(counts) > 8


def press(game, key, shows):
    game.tab.press(key)
    game.tab.until_idle(shows)


def test_letters_undo_redo_and_end_and_focus_goes_to_what_is_next(sat):
    game = sat("letters")
    tab = game.tab
    press(game, "1", "document.querySelector('#panel .keep') === null")
    for _ in range(20):
        if tab.run("document.querySelector('button.key') !== null"):
            break
        game.press(game.chance.choice(game.moves()))
    tab.run("document.querySelector('button.key').focus()")
    box = tab.run(FOCUSED)
    before = tab.run(PRESSED)
    press(game, " ", f"{PRESSED} !== '{before}'")
    tab.until("document.activeElement.matches('.key, #asked')")

    press(game, "u", f"document.getElementById('{box}') !== null && !document.getElementById('redo').disabled")
    press(game, "r", f"document.getElementById('{box}') === null && document.getElementById('redo').disabled")
    press(game, "u", f"document.getElementById('{box}') !== null")
    press(game, "e", "document.querySelector('#panel dialog[open]') !== null")
    press(game, "Escape", "document.querySelector('#panel dialog[open]') === null")
    press(game, "o", "document.querySelector('#odds[aria-pressed=true]') !== null")
    press(game, "o", "document.querySelector('#odds[aria-pressed=false]') !== null")


def test_question_that_a_box_answers_is_read_with_that_box(served, entered):
    lines = [line[2:] for line in TRANSCRIPT.read_text("utf-8").splitlines() if line.startswith("> ")]
    asked = next(at for at, line in enumerate(lines) if line.startswith("place "))
    wish = ("--difficulty", "normal", "--seed", "a seed for show", "--name", "asked")
    assert served.typed("solo", "new", "hadrians-wall", *wish, lines=lines[: asked - 1]).returncode == 0
    entered.wide(1366)
    entered.go(f"{served.base}/play/asked")
    box = lines[asked - 1].removeprefix("mark ")
    entered.run(f"document.getElementById('key-{box}').focus()")
    entered.press("Enter")
    entered.until_idle("document.getElementById('goal') !== null")

    entered.until("document.activeElement.matches('.key[aria-describedby=asked]')")


def test_keys_are_told_and_can_be_turned_off(sat):
    game = sat("off")
    tab = game.tab
    assert tab.run("document.querySelector('#panel .keep button').getAttribute('aria-keyshortcuts')") == "1"
    press(game, "?", "document.getElementById('key-list').open")
    tab.press("1")
    tab.click("document.querySelector('#key-list [value=off]')")
    tab.until(IS_TURNED.format("off"))
    stamp = tab.run(PRESSED)
    for key in ("1", "u", "?", "-"):
        tab.press(key)

    assert tab.run(
        "document.querySelector('[aria-keyshortcuts]') === null && !document.getElementById('key-list').open"
    )
    assert tab.run(f"{PRESSED} === '{stamp}' && document.documentElement.dataset.zoom !== 'free'")
    tab.press("ArrowDown")
    tab.until("document.activeElement.matches('#panel .keep button')")
    tab.click("document.querySelector('.menu summary')")
    tab.click("document.querySelector('[data-keys-list]')")
    tab.click("document.querySelector('#key-list [value=on]')")
    tab.until(IS_TURNED.format("on"))


def test_letters_typed_in_a_field_are_letters(sat):
    game = sat("typed", kind="paper")
    tab = game.tab
    tab.run("document.querySelector('.table').append(document.createElement('input'))")
    tab.click("document.querySelector('.table > input')")
    for letter in "1?u":
        tab.press(letter)

    tab.until("document.querySelector('.table > input').value === '1?u'")
    assert tab.run("!document.getElementById('key-list').open")
