"""The cards, coins, pieces and board of Aquileia against the facts, and our building plots against their own method."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.face import GlyphRun, Group

FOLDER = Path(__file__).parents[2] / "data" / "aquileia"
METALS = ("bronze", "silver", "gold")
COLOURS = ("blue", "yellow", "white", "purple")
PLAYERS = ("red", "yellow", "blue", "green", "orange")

DECKS = """\
servi         slave_1 x11 slave_2 x11
equi_et_arma  horse_gold_2 x2 horse_gold_1 x3 horse_silver_2 x2 horse_silver_1 x3 weapon_3 x1 weapon_2 x3 weapon_1 x3
stadium       blue x2 yellow x2 white x2 purple x2 10 x1 7 x1 5 x1 3 x1
theatre       white/blue x1 blue/yellow x1 blue/purple x1 white/purple x1 yellow/purple x1 yellow/white x1
"""

SPACES = """\
I    mercatus  9
II   arena     3
III  stadium   6
IV   theatrum  1
V    forum     5
VI   portus    4
"""

FORUM = """\
V.1  1
V.2  1 scores
V.3  2
V.4  1
V.5  1 scores
"""


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def spaces(game):
    return {row.id: row.cells for row in game.tables["spaces"]}


@pytest.fixture(scope="module")
def plots(game):
    return {row.id: row.cells for row in game.tables["plots"]}


@pytest.fixture(scope="module")
def weight(game):
    """Half units by metal, and of a slave."""
    return {row.id: row.cells["weight"] for row in game.tables["metals"]} | {"slaves": 2}


def price(plot, weight):
    return sum(plot[name] * halves for name, halves in weight.items())


def of_kind(plots, kind):
    return {id_: plot for id_, plot in plots.items() if plot["kind"].id == kind}


def test_every_component_has_its_pieces(game):
    counts = {component.id: component.count for component in game.components if component.kind in {"cards", "tokens"}}

    assert counts == {
        "servi": 22,
        "equi_et_arma": 17,
        "stadium": 12,
        "theatre": 6,
        "coins": 117,
        "start_token": 1,
        "followers": 25,
        "houses": 45,
        "score_markers": 5,
        "tiebreakers": 5,
        "shields": 5,
    }
    assert sum(counts[deck] for deck in ("servi", "equi_et_arma", "stadium", "theatre")) == 57


def named(piece):
    cells = piece.row.cells
    if "laurels" in cells:
        return "/".join(laurel.id for laurel in cells["laurels"])
    if "laurel" in cells:
        return cells["laurel"].id if cells["laurel"] else str(cells["points"])
    return piece.id


def test_decks_hold_their_cards(game):
    lines = []
    for id_ in ("servi", "equi_et_arma", "stadium", "theatre"):
        cards = " ".join(f"{named(piece)} x{piece.copies}" for piece in game.component(id_).pieces)
        lines.append(f"{id_:<14}{cards}\n")

    assert "".join(lines) == DECKS


def test_ids_of_cards_tell_what_they_are(game):
    for piece in game.component("equi_et_arma").pieces:
        cells = piece.row.cells
        words = [cells["kind"], *([cells["metal"].id] if cells["metal"] else []), str(cells["strength"])]

        assert "_".join(words) == piece.id


def test_weapons_have_no_metal(game):
    for piece in game.component("equi_et_arma").pieces:
        assert bool(piece.row.cells["metal"]) == (piece.row.cells["kind"] == "horse"), piece.id


def test_theatre_has_every_pair_of_colours(game):
    pairs = [frozenset(row.id for row in piece.row.cells["laurels"]) for piece in game.component("theatre").pieces]

    assert set(pairs) == {frozenset(pair) for pair in combinations(COLOURS, 2)}


def test_metals_have_39_coins_each(game):
    assert {piece.row.cells["metal"].id: piece.copies for piece in game.component("coins").pieces} == dict.fromkeys(
        METALS, 39
    )


def test_everyone_begins_with_four_coins(game):
    assert {row.id: row.cells["start"] for row in game.tables["metals"]} == {"bronze": 2, "silver": 1, "gold": 1}


def test_every_player_has_17_pieces(game):
    pieces = {}
    for id_ in ("followers", "houses", "score_markers", "tiebreakers", "shields"):
        for piece in game.component(id_).pieces:
            pieces.setdefault(piece.per.id, []).append(piece.copies)

    assert pieces == {player: [5, 9, 1, 1, 1] for player in PLAYERS}


def test_dice_have_each_metal_on_opposite_sides(game):
    dice = {piece.row.cells["colour"]: piece for piece in game.component("dice").pieces}

    assert {colour: piece.copies for colour, piece in dice.items()} == {"blue": 4, "red": 3}
    for piece in dice.values():
        sides = [piece.row.cells[f"face{n}"].id for n in range(1, 7)]
        assert sides == sides[::-1]
        assert sorted(sides[:3]) == sorted(METALS)


@pytest.mark.parametrize(
    ("table", "columns"), [("players", "label emblem"), ("laurels", "letter emblem"), ("metals", "letter emblem")]
)
def test_kinds_are_told_apart_without_colour(game, table, columns):
    rows = [row.cells for row in game.tables[table]]

    for column in columns.split():
        assert len({str(cells[column]) for cells in rows}) == len(rows), column


def test_regions_have_28_spaces(game, spaces):
    counts = Counter(cells["region"].id for cells in spaces.values())
    lines = [f"{row.cells['numeral']:<5}{row.id:<10}{counts[row.id]}\n" for row in game.tables["regions"]]

    assert "".join(lines) == SPACES
    assert len(spaces) == 28


def test_spaces_are_of_eleven_kinds(game, spaces):
    used = {cells["kind"].id for cells in spaces.values()}

    assert used == {row.id for row in game.tables["kinds"]}
    assert len(used) == 11
    assert all(cells["kind"].cells["region"] == cells["region"] for cells in spaces.values())


def test_spaces_are_numbered_in_their_region(spaces):
    for id_, cells in spaces.items():
        assert cells["label"] == f"{cells['region'].cells['numeral']}.{cells['order']}", id_
    assert len({cells["label"] for cells in spaces.values()}) == 28


@pytest.mark.parametrize(
    ("name", "strengths"),
    [("arena", [1, 1, 2]), ("stadium_gold", [1, 1, 2]), ("stadium_silver", [1, 1, 2])],
)
def test_strengths_to_begin_with(spaces, name, strengths):
    assert [cells["strength"] for id_, cells in spaces.items() if id_.startswith(f"{name}_")] == strengths


def test_forum_builds_six_houses_a_round(spaces):
    forum = [cells for cells in spaces.values() if cells["region"].id == "forum"]
    lines = [f"{cells['label']}  {cells['buildings']}{' scores' if cells['scores'] else ''}\n" for cells in forum]

    assert "".join(lines) == FORUM


def test_slaves_are_sold_for_each_metal(spaces):
    sold = [(cells["metal"].id, cells["cards"]) for id_, cells in spaces.items() if id_.startswith("servi_")]

    assert sold == [("bronze", 1), ("silver", 2), ("gold", 3)]


@pytest.mark.parametrize("kind", ["servi", "portus"])
def test_spaces_cost_one_coin_of_their_metal(spaces, kind):
    for cells in spaces.values():
        if cells["kind"].id == kind:
            assert [cells[metal] for metal in METALS] == [int(cells["metal"].id == metal) for metal in METALS]


def test_forum_has_32_plots(plots):
    assert Counter(plot["kind"].id for plot in plots.values()) == {"workshop": 10, "bank": 6, "villa": 16}
    assert Counter(plot["kind"].cells["side"] for plot in plots.values()) == {"left": 16, "right": 16}
    assert [plot["label"] for plot in plots.values()] == [f"P{n:02}" for n in range(1, 33)]


def test_known_villa_is_as_published(plots):
    villa = plots["villa_blue_10"]

    assert villa["laurel"].id == "blue"
    assert (villa["value"], *(villa[name] for name in (*METALS, "slaves"))) == (10, 2, 2, 1, 3)
    assert villa["provenance"].startswith("seed")


def test_every_other_plot_is_marked_as_ours(plots):
    assert {id_ for id_, plot in plots.items() if not plot["provenance"].startswith("house")} == {"villa_blue_10"}


def test_villas_of_every_colour_are_worth_the_same(plots):
    values = {}
    for villa in of_kind(plots, "villa").values():
        values.setdefault(villa["laurel"].id, []).append(villa["value"])

    assert values == {colour: [10, 8, 6, 4] for colour in ("blue", "white", "yellow", "purple")}


def test_villas_cost_two_halves_a_point(plots, weight):
    for id_, villa in of_kind(plots, "villa").items():
        assert price(villa, weight) == 2 * villa["value"], id_
        assert villa["points"] == villa["value"], id_


def test_workshops_cost_four_halves_a_point(plots, weight):
    workshops = of_kind(plots, "workshop")

    assert sum(workshop["income_vp"] for workshop in workshops.values()) == 25
    for id_, workshop in workshops.items():
        assert price(workshop, weight) == 4 * workshop["income_vp"], id_
        assert workshop["points"] == workshop["income_vp"], id_


def test_banks_pay_back_in_two_rounds(plots, weight):
    for id_, bank in of_kind(plots, "bank").items():
        income = sum(bank[f"income_{metal}"] * weight[metal] for metal in METALS)

        assert price(bank, weight) == 2 * income, id_
        assert bank["points"] == 0, id_


def test_plots_have_one_use(plots):
    for id_, plot in plots.items():
        villa, workshop = bool(plot["value"]), bool(plot["income_vp"])
        bank = any(plot[f"income_{metal}"] for metal in METALS)

        assert [villa, workshop, bank].count(True) == 1, id_
        assert {"villa": villa, "workshop": workshop, "bank": bank}[plot["kind"].id], id_
        assert bool(plot["laurel"]) == villa, id_


def test_prices_of_plots_all_differ_where_they_give_the_same(plots):
    offers = [
        tuple(str(plot[name]) for name in ("kind", "laurel", "value", "income_vp", *METALS, "slaves"))
        for plot in plots.values()
    ]

    assert len(set(offers)) == 32


def test_exchanges_weigh_the_same_on_both_sides(game, weight):
    exchanges = [row.cells for row in game.tables["exchanges"]]

    assert len(exchanges) == 6
    for cells in exchanges:
        give, take = (sum(weight[metal.id] for metal in cells[side]) for side in ("give", "take"))
        assert give == take
        assert cells["give"] != cells["take"]


@pytest.mark.parametrize("region", ["arena", "stadium"])
def test_first_three_win_three_two_and_one(game, region):
    rewards = [row.cells for row in game.tables["rewards"] if row.cells["region"].id == region]

    assert [(cells["place"], cells["coins"]) for cells in rewards] == [(1, 3), (2, 2), (3, 1)]
    assert {str(cells["metal"] and cells["metal"].id) for cells in rewards} == {"bronze" if region == "arena" else ""}


def test_tracks_have_their_lengths(game):
    tracks = {row.id: (row.cells["first"], row.cells["last"], row.cells["times"]) for row in game.tables["tracks"]}

    assert tracks == {"tiebreak": (1, 5, 1), "strength": (0, 20, 2), "score": (0, 99, 1)}


def test_regions_stand_apart_inside_the_score_track(game):
    boxes = [[row.cells[name] for name in ("x", "y", "width", "height")] for row in game.tables["regions"]]

    for x, y, width, height in boxes:
        assert min(x, y, 560 - x - width, 400 - y - height) >= 15
    for (x, y, width, height), (other_x, other_y, other_width, other_height) in combinations(boxes, 2):
        aside = x + width <= other_x or other_x + other_width <= x
        assert aside or y + height <= other_y or other_y + other_height <= y


def test_board_has_room_for_every_deck(game):
    places = {row.id: (row.cells["region"].id, row.cells["face"], row.cells["count"]) for row in game.tables["places"]}

    assert places == {
        "equi_et_arma_deck": ("mercatus", "down", 1),
        "equi_et_arma_display": ("mercatus", "up", 3),
        "servi_deck": ("mercatus", "down", 1),
        "stadium_deck": ("stadium", "down", 1),
        "stadium_display": ("stadium", "up", 1),
        "theatre_deck": ("theatrum", "down", 1),
        "blue_dice_place": ("mercatus", "up", 4),
    }


def test_short_ids_never_repeat(game):
    labels = [piece.label for component in game.components for piece in component.pieces]
    labels += [row.cells["label"] for table in ("spaces", "plots") for row in game.tables[table]]

    assert len(set(labels)) == len(labels)


def test_sentences_show_the_same_icons_in_both_languages(game):
    rows = [row for table in game.tables.values() for row in table]
    rows += [piece.row for component in game.components for piece in component.pieces]
    for row in rows:
        for column in row.rich:
            icons = [Counter(re.findall(r"\{\w+\}", row.cells[column][language])) for language in ("en", "ja")]

            assert icons[0] == icons[1], row.source


def glyph_runs(ink):
    for each in ink:
        if isinstance(each, Group):
            yield from glyph_runs(each.ink)
        elif isinstance(each, GlyphRun):
            yield each


@pytest.mark.parametrize("deck", ["servi", "equi_et_arma", "stadium", "theatre"])
def test_titles_of_cards_are_of_one_letter(game, tmp_path, deck):
    component = game.component(deck)
    renderer = FaceRenderer(game, "aquileia", "colour", Cache(tmp_path), "test", keep_ink=True)
    for piece in component.pieces:
        face = renderer.draw(FaceJob(component, piece, "front", "en", component.trim, "key"))[0]
        title = piece.row.cells["name"]["en"]

        fonts = [run.font for run in glyph_runs(face.ink.unpack()[0]) if run.text == title]
        assert fonts == ["cinzel-bold"], piece.id
