"""The play room as a screen reader gets it, state by state for a year: everything needed to play, once and in order."""

import json

import pytest

pytestmark = pytest.mark.browser
NEEDED = """JSON.stringify([
    document.querySelector('h1').textContent,
    ...[...document.querySelectorAll('.held li')].map(each => each.title),
    ...[...document.querySelectorAll('.frame .key, .ink [aria-label]')].map(each => each.getAttribute('aria-label')),
    ...[...document.querySelectorAll('.report li')].filter(each => each.checkVisibility()).map(each => each.textContent),
    document.getElementById('asked').textContent,
    ...[...document.querySelectorAll('#panel .choices button, #panel .keep strong')].map(each => each.textContent),
].map(each => each.replace(/\\s+/g, ' ').trim()))"""
"""What a player has to know, in the order in which it is to be read: items, marks and open boxes, events, question, choices."""
CONTROLS = {"button", "link", "combobox", "radio", "textbox"}


def read(tab):
    """Role, name and description of everything that is read, in order."""
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    known = {node["nodeId"]: node for node in nodes}
    found, todo = [], [nodes[0]["nodeId"]]
    while todo:
        node = known[todo.pop()]
        todo += reversed([child for child in node.get("childIds", ()) if child in known])
        if not node["ignored"]:
            said = [" ".join(node.get(key, {}).get("value", "").split()) for key in ("role", "name", "description")]
            found.append(tuple(said))
    return found


def missing(needed, names):
    """What is not read, or not in that order."""
    at = iter(names)
    return [each for each in needed if not any(each in name for name in at)]


def test_year_read_alone_tells_everything_in_order(entered, served, player):
    entered.look("en.light.normal")
    entered.wide(1366)
    wish = ("--seed", "read", "--name", "read")
    assert served.typed("solo", "new", "hadrians-wall", *wish).returncode == 0
    game = player(entered, "read", seed=5)
    game.sit_down()
    headings = set()
    while game.years < 2:
        entered.until_idle()
        # What comes through is told card by card while the scene is shown; what is asked for follows it.
        entered.run("document.querySelector('#scene[data-playing]')?.click()")
        found, needed = read(entered), json.loads(entered.run(NEEDED))
        assert missing(needed, [name for _, name, _ in found]) == []
        assert [each for each in found if each[0] in CONTROLS and (not each[1] or each[1] == each[2])] == []
        headings |= {name for role, name, _ in found if role == "heading"}
        game.press(game.chance.choice(game.moves()))
    assert headings >= {"The attack", "Just turned up", "Neutral cards", "Prospect", "Paths", "Decks"}
