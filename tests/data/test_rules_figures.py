"""The tables of the rules and of the reference sheets show the figures of the data."""

import csv
import re
import tomllib
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
both = pytest.mark.parametrize("language", ["en", "ja"])
everywhere = pytest.mark.parametrize("text", ["rules", "reference"])


def data(game, table):
    with (DATA / game / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cells(game, text, language):
    """The rows of all tables of a text, without icons and stars."""
    lines = (DATA / game / "rules" / f"{text}.{language}.md").read_text("utf-8").splitlines()
    rows = [re.sub(r"\{\w+\}|\*\*", "", line).strip("|").split("|") for line in lines if line.startswith("|")]
    return [tuple(cell.strip() for cell in row) for row in rows]


def figures(cell):
    return re.findall(r"\d+", cell)


def name(row, language):
    return row[f"name.{language}"]


@both
@everywhere
def test_houses_cost_what_the_board_says(text, language):
    goods = {row["id"]: name(row, language) for row in data("concordia", "tables/goods")}
    rows = {row[0]: row for row in cells("concordia", text, language) if len(figures(row[-1])) in (4, 5)}

    for cost in data("concordia", "tables/costs"):
        shown = rows[goods[cost["good"]]]
        wanted = ", ".join(goods[good] for good in cost["goods"].split())
        assert shown[1].lower().replace("、", ", ") == wanted.lower()
        assert figures(" ".join(shown[2:])) == cost["times"].split()


@both
def test_market_cards_are_all_listed(language):
    words = {row["id"]: name(row, language) for row in data("concordia", "tables/goods")}
    words |= {row["id"]: name(row, language) for row in data("concordia", "tables/gods")}
    words |= {row["id"]: name(row, language) for row in data("concordia", "tables/professions")}
    wanted = []
    for card in data("concordia", "cards/market"):
        cost = " ".join(words[good].lower() for good in card["cost"].split())
        wanted.append((words[card["profession"]], words[card["god"]], cost, int(card["stack"].removeprefix("stack_"))))
    listed = [row for row in cells("concordia", "rules", language) if re.fullmatch(r"[IV、, ]+", row[-1])]
    numerals = ["", "I", "II", "III", "IV", "V"]
    shown = [
        (card, god, re.sub(r"[,、] ?", " ", cost), numerals.index(stack))
        for card, god, cost, stacks in listed
        for stack in re.findall(r"[IV]+", stacks)
    ]

    assert sorted(shown) == sorted(wanted)


@both
@everywhere
def test_gods_are_worth_what_the_cards_say(text, language):
    rows = {row[0]: row for row in cells("concordia", text, language) if len(row) == 3}
    for god in data("concordia", "tables/gods"):
        shown = rows[name(god, language)]
        limit = [] if god["most_imperium"] == "0" else [god["most_imperium"]]

        assert figures(shown[2])[:1] == limit
        assert god["points"] in ("0", *figures(shown[1]))


@both
@everywhere
def test_market_grows_with_the_players(text, language):
    gods = {row["id"]: name(row, language) for row in data("concordia", "tables/gods")}
    rows = {row[0]: row for row in cells("concordia", text, language) if len(row) == 5}
    for panel in data("concordia", "boards/pantheon"):
        shown = rows[gods[panel["god"]]]

        assert [shown[int(players) - 1] for players in panel["players"].split()] == panel["counts"].split()


def arena_cards():
    return data("arena", "cards/characters") + data("arena", "cards/buildings")


@both
def test_arena_cards_have_their_figures_on_the_reference_sheet(language):
    rows = {row[0]: row for row in cells("arena", "reference", language) if len(row) == 5}

    assert len(arena_cards()) == 31
    for card in arena_cards():
        shown = rows[card["latin"] if language == "en" else card["name.ja"]]
        assert list(shown[1:4]) == [card["cost"], card["defence"], card["copies"]]


@both
def test_arena_cards_have_their_figures_behind_their_names(language):
    """Bold where they are known; a card that takes no die says so by its sign, FORUM in words."""
    lines = (DATA / "arena" / "rules" / f"rules.{language}.md").read_text("utf-8").splitlines()
    explained = re.compile(r"- \*\*(.+?)\*\* (\S+?)(?: / |／)(\S+?)[,、] ?(\d) ?[×枚][.：](.*)$")
    rows = {found[1]: found for line in lines if (found := explained.match(line))}

    assert len(rows) == len(arena_cards())
    for card in arena_cards():
        (shown,) = (row for name, row in rows.items() if re.search(rf"\b{card['latin']}\b", name))
        known = ["cost=house" not in card["provenance"], "defence=house" not in card["provenance"]]

        assert [shown[at].strip("*") for at in (2, 3, 4)] == [card["cost"], card["defence"], card["copies"]]
        assert ["**" in shown[2], "**" in shown[3]] == known
        assert ("{always}" in shown[5]) == (card["dice"] == "0")


def price(plot, language):
    letters = {row["id"]: row[f"letter.{language}"] for row in data("aquileia", "tables/metals")}
    parts = [(plot[metal], letters[metal]) for metal in ("bronze", "silver", "gold")] + [(plot["slaves"], "")]
    return [f"{many} {what}".strip() if language == "en" else f"{what}{many}" for many, what in parts if many != "0"]


def parts(cell):
    return [part.strip() for part in re.split("[,、]", cell)]


@both
def test_villas_cost_what_the_board_says(language):
    colours = ["blue", "white", "yellow", "purple"]
    rows = {row[0]: row for row in cells("aquileia", "rules", language) if len(row) == 5}
    for plot in data("aquileia", "boards/plots"):
        if plot["kind"] == "villa":
            shown = rows[plot["value"]][1 + colours.index(plot["laurel"])]

            assert parts(shown) == price(plot, language), plot["id"]


@both
def test_workshops_and_banks_cost_what_the_board_says(language):
    rows = {row[0]: row for row in cells("aquileia", "rules", language) if len(row) == 3}
    for plot in data("aquileia", "boards/plots"):
        if plot["kind"] != "villa":
            income = [plot[f"income_{what}"] for what in ("vp", "bronze", "silver", "gold")]
            shown = rows[plot["label"]]

            assert figures(shown[1]) == [many for many in income if many != "0"], plot["id"]
            assert parts(shown[2]) == price(plot, language), plot["id"]


@both
@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("arena", ["card", "setup", "battle"]),
        ("glory-to-rome", ["order", "sites", "tucked", "setup", "building"]),
    ],
)
def test_rules_show_card_setup_and_example(game, names, language):
    text = (DATA / game / "rules" / f"rules.{language}.md").read_text("utf-8")

    assert re.findall(r"^!\[[^]]+\]\((\w+)\)$", text, re.MULTILINE) == names


@pytest.mark.parametrize("game", ["arena", "glory-to-rome"])
def test_setup_shows_every_component_that_is_laid_out(game):
    figures = tomllib.loads((DATA / game / "rules" / "figures.toml").read_text("utf-8"))
    components = tomllib.loads((DATA / game / "game.toml").read_text("utf-8"))["components"]
    shown = {face["show"].partition("/")[0] for face in figures["setup"]["faces"]}

    assert {id_ for id_, part in components.items() if part["kind"] not in {"boxes", "sheets", "booklets"}} == shown
