"""`vallum check`: faults and how texts fit, and no file written."""

import re

import pytest

from generator.base.terminal_text import text_width
from tests.made_files import edit


def test_sound_game_is_summed_up(vallum, desk):
    said = vallum("check", "picket")

    assert (said.code, said.err) == (0, "")
    assert re.search(r"^picket: no faults; \d+ texts, \d+ shrunk, smallest [\d.]+ pt$", said.out, re.MULTILINE)
    assert not list(desk.iterdir())


def test_texts_that_shrank_are_listed(vallum, my_game):
    edit(my_game / "cards/raid.csv", "Smoke before dawn.", "Smoke and sparks and a smell of pitch before dawn. " * 2)

    said = vallum("check", "my-game")

    assert said.code == 0
    assert said.out.split("\n")[0].split() == ["text", "lang", "asked", "used", "lines", "overflow", "mm"]
    (row,) = [line.split() for line in said.out.splitlines() if line.startswith("raid/torch_bearers front text")]
    assert row[3] == "en"
    assert float(row[5]) < float(row[4])
    assert row[7] == "0.0"


def test_misspelt_words_are_a_warning_until_the_game_says_that_they_are_right(vallum, my_game):
    edit(my_game / "cards/raid.csv", "Two shadows by the ditch.", "Two shaddows by teh ditch.")
    said = vallum("check", "my-game")

    assert said.code == 0
    assert [line.partition(" if")[0] for line in said.err.splitlines()] == [
        "warning: my-game/cards/raid.csv:2 [text.en]: 'shaddows' may be misspelt; did you mean 'shadows'?",
        "warning: my-game/cards/raid.csv:2 [text.en]: 'teh' may be misspelt; did you mean 'the'?",
    ]
    (my_game / "spelling.txt").write_text("# of this game\nTeh\nshaddows\n", "utf-8")
    assert (vallum("check", "my-game").code, vallum("check", "my-game").err) == (0, "")


def test_all_texts_are_listed_when_asked_for(vallum):
    lines = vallum("check", "picket", "--all").out.splitlines()
    texts = vallum("check", "picket", "--json").json["texts"]

    assert len(lines) == len(texts) + 2 > 30


def test_columns_stand_below_each_other_in_japanese(vallum):
    said = vallum("check", "hadrians-wall", "--only", "player_cards", "--lang", "ja", "--all")
    head, *lines = said.out.splitlines()[:-1]

    assert not all(map(str.isascii, lines))
    assert {text_width(line) for line in lines} == {text_width(head)}


def test_json_has_the_fit_of_every_text(vallum):
    texts = vallum("check", "picket", "--only", "raid", "--json").json["texts"]

    name = next(text for text in texts if text["piece"] == "raid/scouts front" and text["text"] == "name")
    assert name["language"] == "en"
    assert name["floor"] <= name["used"] <= name["asked"]


def test_figures_of_decks_are_told_when_asked_for(vallum):
    told = vallum("check", "picket", "--figures").out
    document = vallum("check", "picket", "--figures", "--json").json

    assert re.search(r"raid +suit +ladders +3 +3 +33 +76 +95 +100", told)
    assert {entry["column"] for entry in document["figures"]} >= {"suit"}
    assert "figures" not in vallum("check", "picket", "--json").json


def test_languages_and_themes_are_checked_as_asked(vallum):
    texts = vallum("check", "picket", "--lang", "ja", "--theme", "ink-saver", "--json").json["texts"]

    assert {text["language"] for text in texts} == {"ja"}


def test_text_that_does_not_fit_is_a_fault(vallum, my_game):
    edit(my_game / "cards/raid.csv", "Smoke before dawn.", "Smoke before dawn. " * 30)

    said = vallum("check", "my-game")

    assert (said.code, said.err.count("\n")) == (1, 1)
    drawn = r"my-game/cards/raid\.csv:4 → my-game/templates/raid\.svg\.j2:\d+ → templates/shared/card\.svg\.j2:\d+ \[text#text\]: the text needs "
    assert re.match(drawn, said.err)
    assert said.out.splitlines()[-1].startswith("my-game: 1 fault; ")


def test_every_fault_of_a_game_is_found_at_once(vallum, my_game):
    edit(my_game / "cards/raid.csv", "torches,2", "torchs,9")
    edit(my_game / "tables/suits.csv", "Swords", "")
    edit(my_game / "game.toml", "year = 2026", 'year = "now"')

    said = vallum("check", "my-game")

    assert said.code == 1
    assert [line.split(":")[0] for line in said.err.splitlines()] == [
        "my-game/cards/raid.csv",
        "my-game/cards/raid.csv",
        "my-game/game.toml",
        "my-game/tables/suits.csv",
    ]


def test_several_games_are_checked_in_spite_of_each_other(vallum, my_game):
    edit(my_game / "cards/raid.csv", "torches,2", "torchs,2")

    said = vallum("check", "my-game", "picket")

    assert said.code == 1
    assert [line.split(":")[0] for line in said.out.splitlines() if " fault" in line] == ["my-game", "picket"]


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_warning_counts_under_strict(vallum, my_game, options, code):
    low = '<text x="31" y="87.5" font-family="text" font-size="6pt">low</text>\n{% endcall %}'
    edit(my_game / "templates/raid.svg.j2", "{% endcall %}", low)

    said = vallum("check", "my-game", *options)
    as_json = vallum("check", "my-game", *options, "--json")

    assert (said.code, as_json.code, as_json.json["ok"]) == (code, code, code == 0)
    assert "text leaves the safe area" in said.err


LAMPLIGHTER = "The Venerable Lamplighter of the Seventh Causeway"
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp"
     width="69mm" height="94mm" viewBox="-3 -3 69 94">
  <rect pnp:layer="bleed" x="-3" y="-3" width="69" height="94" fill="#e8d8b0"/>
  {name}
</svg>
"""
PLAIN = (
    '<text x="31.5" y="12" font-family="title" font-weight="bold" font-size="14pt" text-anchor="middle">'
    "{{ card.name }}</text>"
)
SHRINKING = (
    '<text id="name" pnp:rect="4 6 55 9" pnp:lines="1" pnp:fit="shrink 6pt" pnp:align="center" '
    'font-family="title" font-weight="bold" font-size="14pt">{{ card.name }}</text>'
)


@pytest.mark.parametrize(
    ("name", "what"), [(PLAIN, "over the trim"), (SHRINKING, "mm more width at 6 pt, its smallest size")]
)
def test_long_name_is_a_fault_without_a_safe_area(vallum, my_game, name, what):
    (my_game / "templates/raid.svg.j2").write_text(CARD.replace("{name}", name), "utf-8")
    assert vallum("check", "my-game", "--only", "raid").code == 0

    edit(my_game / "cards/raid.csv", "Scouts", LAMPLIGHTER)
    said = vallum("check", "my-game", "--only", "raid")

    assert said.code == 1
    assert what in said.err


KINDS = """
[components.{id}]
kind = "{kind}"
title = {{ en = "Trial", ja = "試し" }}
rows = "cards/one.csv"
front = "{id}.svg.j2"
{keys}
"""
LONG = f'<text x="2" y="5" font-size="9pt">{" ".join([LAMPLIGHTER] * 5)}</text>'
FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ face.width }}mm" height="{{ face.height }}mm" '
    f'viewBox="0 0 {{{{ face.width }}}} {{{{ face.height }}}}">{LONG}</svg>'
)


def net(macro, more):
    """A template that draws the long text on every side of a net."""
    head = f'{{% from "shared/{macro}.svg.j2" import {macro} %}}'
    return f"{head}{{% call(side, place) {macro}(face, component{more}) %}}{LONG}{{% endcall %}}"


DRAWN = {
    "map": ("boards", 'trim = ["300mm", "200mm"]\nbleed = "0mm"', FACE),
    "tile": ("tokens", 'trim = ["40mm", "40mm"]\nshape = "hex"\nbleed = "0mm"', FACE),
    "coin": ("tokens", 'trim = ["20mm", "20mm"]\nshape = "round"\nbleed = "0mm"', FACE),
    "die": ("dice", 'edge = "16mm"', net("die", ', card, "glue"')),
    "stickers": ("dice", 'edge = "16mm"\nform = "stickers"', net("die", ', card, "glue"')),
    "pawn": ("standees", 'width = "15mm"\nheight = "25mm"', net("standee", "")),
    "box": ("boxes", 'holds = ["raid"]', net("tuckbox", ", game.title")),
}


def test_long_text_is_a_fault_on_every_kind_of_component(vallum, my_game):
    columns = "columns = { " + ", ".join(f'face{n}.type = "text"' for n in range(1, 7)) + " }"
    with (my_game / "game.toml").open("a", encoding="utf-8") as manifest:
        for id_, (kind, keys, _) in DRAWN.items():
            manifest.write(KINDS.format(id=id_, kind=kind, keys=f"{keys}\n{columns}"))
    faces = ",".join(f"face{number}" for number in range(1, 7))
    (my_game / "cards/one.csv").write_text(f"id,provenance,{faces}\none,house,1,2,3,4,5,6\n", "utf-8")
    for id_, (_, _, template) in DRAWN.items():
        (my_game / f"templates/{id_}.svg.j2").write_text(template, "utf-8")
    edit(my_game / "templates/score.svg.j2", "{% endcall %}", f"{LONG}{{% endcall %}}")

    said = vallum("check", "my-game", "--only", ",".join([*DRAWN, "score"]), "--lang", "en", "--json")

    assert said.code == 1
    for id_ in [*DRAWN, "score"]:
        lines = [line for line in said.json["faults"] if f"{id_}.svg.j2" in line]
        assert any("over the trim" in line or "leaves the safe area that it starts in" in line for line in lines)


def test_theme_says_what_it_could_not_change(vallum, my_game):
    (my_game / "templates/raid.svg.j2").write_text(CARD.replace("{name}", PLAIN), "utf-8")
    choice = ("my-game", "--only", "raid", "--lang", "en", "--theme")

    assert vallum("check", *choice, "colour", "--strict").code == 0
    said = vallum("check", *choice, "mono")
    assert (said.code, vallum("check", *choice, "mono", "--strict").code) == (0, 1)
    assert "fill #e8d8b0 is no colour of theme 'mono' and stays as it is" in said.err
    assert "fill #e8d8b0" in vallum("build", *choice, "mono", "--paper", "a4").err


def test_colour_that_no_theme_has_says_where_to_add_it(vallum, my_game):
    template = my_game / "templates/watch.svg.j2"
    template.write_text("{{ theme.colour.seaweed }}\n" + template.read_text("utf-8"), "utf-8")

    said = vallum("check", "my-game")

    assert said.code == 1
    assert "'seaweed' is unknown; add it to [colour] in templates/themes/colour.toml of your game" in said.err


def test_rows_that_are_no_cards_are_noted(vallum, desk):
    (desk / "cards.csv").write_text("Name,Qty,Text\nFox,2,Takes a hare.\nHare,1,Runs.\nTotal,3,\n")
    vallum("new", "foxes", "--table", "cards.csv")

    said = vallum("check", "foxes")

    assert said.code == 0
    assert "note: foxes/cards.csv: rows left out, as totals or headings between cards: 4 'Total'\n" in said.err
