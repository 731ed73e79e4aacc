"""Nothing that axe-core knows to keep people out of a page, in any room."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from generator.base.messages import Messages
from generator.build.text_pages.page_files import html_page
from generator.build.text_pages.text_page import text_page
from generator.load.game_loader import load
from generator.load.game_locations import data_root, templates_root

pytestmark = pytest.mark.browser
RUN = """(async () => {
    const contrast = ['color-contrast'], aside = {exclude: [['.frame svg'], ['svg.values']]}, off = {'color-contrast': {enabled: false}};
    const all = [await axe.run(document, {rules: off}), await axe.run(aside, {runOnly: contrast})];
    return JSON.stringify(all.flatMap(found => ['violations', 'incomplete'].flatMap(how => found[how].flatMap(rule =>
        rule.nodes.map(node => [how, rule.id, node.target.join(' '),
            node.any.concat(node.all, node.none).map(each => each.message).join('; ')])
    ))).filter(([how, id, , why]) => !(how === 'incomplete' && contrast.includes(id) && /obscured|overlap|too short|non-text/.test(why))))
})()"""
"""Every rule of axe, those for good practice too; what it cannot decide counts like what is wrong.

But for contrast: of letters in drawings, which our own tests look at, and in charts, which are of the colour of the page's
paler text, of what has been scrolled under something, and of single letters and signs, which are of the colour of others.
"""

OPENED = [
    ("/play/full-half", "document.querySelector('[data-keys-list]').click()", "#key-list"),
    ("/play/full-half", "document.getElementById('do-stop').click()", "#panel dialog"),
    ("/gallery/mine?part=raid", "document.querySelector('#face-scouts-front a.enlarge').click()", "dialog.card"),
]
"""Where, what opens a dialog, and the dialog."""


@pytest.fixture(scope="module")
def axe():
    """The program, from the wheel that carries it: nothing else of that wheel is used."""
    found = find_spec("axe_playwright_python")
    if found is None:
        pytest.fail('axe-core is not installed: pip install --editable ".[dev,browsers]"')
    return Path(found.submodule_search_locations[0], "axe.min.js").read_text("utf-8")


@pytest.mark.usefixtures("begun")
def test_room_is_open_to_everybody(entered, served, axe, room, setting, long):
    entered.look(setting)
    entered.go(served.base + room)
    assert room == "/nowhere" or entered.run("document.querySelector('main a[href=\"/\"]') === null"), "refused"
    entered.run(axe)

    for width in (360, 1440) if long else (360,) if "light" in setting else (1440,):
        entered.wide(width)
        assert json.loads(entered.run(RUN)) == []


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("address", "opens", "dialog"), OPENED)
def test_what_is_opened_by_scripts_is_open_to_everybody(entered, served, axe, address, opens, dialog, setting):
    entered.look(setting)
    entered.wide(1440)
    entered.go(served.base + address)
    entered.run(opens)
    entered.until(f"document.querySelector('{dialog}[open] h2, {dialog}[open] h1') !== null")
    entered.run(axe)

    assert json.loads(entered.run(RUN)) == []


@pytest.mark.parametrize(("game_id", "language"), [("concordia", "en"), ("hadrians-wall", "ja")])
def test_game_in_words_is_open_to_everybody(entered, axe, tmp_path, game_id, language):
    words = f"words/{language}.toml"
    messages = Messages.read([(words, (templates_root() / words).read_bytes())])
    game = load(data_root() / game_id)
    file = tmp_path / "page.html"
    file.write_bytes(html_page(text_page(game, game.components, language, messages)))
    entered.go(file.as_uri())
    entered.run(axe)

    for width in (360, 1440):
        entered.wide(width)
        assert json.loads(entered.run(RUN)) == []


def test_axe_finds_what_is_wrong(entered, served, axe):
    entered.go(served.base)
    entered.run("document.querySelector('main').append(document.createElement('button'))")
    entered.run(axe)

    assert [rule for _, rule, *_ in json.loads(entered.run(RUN))] == ["button-name"]
