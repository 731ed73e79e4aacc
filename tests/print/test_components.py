"""Every piece of every game, counted in what is printed, in both languages and on both papers.

The figures are the games': what boxes, rules and reviews of the published games list, written down here apart from our
tables. Where no source tells a number and it is our own, the line says `house`. Our tables only say what each id is.
"""

import re
import tomllib
from collections import Counter
from itertools import pairwise

import pypdf
import pytest

from generator.load.game_locations import data_root

GAMES = ("hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")
PRINTS = [(game, language) for game in GAMES for language in ("en", "ja")]

PIECES = {
    "hadrians-wall": {
        "fate": 48,
        "player_cards": 72,
        "player_boards": 6,
        "sheets": 2,  # from two pads: print them anew for every player and game
        "campaign_log": 1,
        "soldiers": 18,
        "builders": 24,
        "servants": 24,
        "civilians": 24,
        "resources": 50,
    },
    "glory-to-rome": {
        "orders": 144,
        "sites": 36,
        "jacks": 6,
        "leader": 1,
        "rome_demands": 1,
        "player_boards": 5,
        "chips": 6,
    },
    "concordia": {
        "market": 30,
        "start": 35,
        "concordia_card": 1,
        "great_prefect": 1,
        "aids": 5,
        "maps": 2,
        "storehouses": 5,
        "city_tokens": 30,
        "bonus_markers": 24,
        "coins": 72,  # house
        "goods": 80,
        "houses": 75,
        "land_colonists": 15,
        "sea_colonists": 15,
        "score_markers": 5,
    },
    "arena": {
        "characters": 26,
        "buildings": 29,
        "bar_end": 1,
        "bar": 4,
        "victory_points": 36,
        "money": 44,  # house
        "dice": 7,
    },
    "aquileia": {
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
        "dice": 7,
        "city": 1,
    },
}
OURS = {"boxes", "booklets", "score_pad"}
"""Components, or kinds of them, that are ours: the games come with a box and rules, and score on a board or by chips."""

KINDS = {
    ("hadrians-wall", "fate", "direction"): {"left": 16, "center": 16, "right": 16},
    ("hadrians-wall", "player_cards", "per"): {
        "blue": 12,
        "green": 12,
        "red": 12,
        "orange": 12,
        "yellow": 12,
        "black": 12,
    },
    ("glory-to-rome", "orders", "material"): {
        "rubble": 24,
        "wood": 24,
        "concrete": 24,
        "brick": 24,
        "stone": 24,
        "marble": 24,
    },
    ("glory-to-rome", "sites", "material"): {
        "rubble": 6,
        "wood": 6,
        "concrete": 6,
        "brick": 6,
        "stone": 6,
        "marble": 6,
    },
    ("concordia", "market", "stack"): {"stack_1": 8, "stack_2": 7, "stack_3": 6, "stack_4": 5, "stack_5": 4},
    ("concordia", "start", "per"): {"red": 7, "green": 7, "yellow": 7, "blue": 7, "black": 7},
    ("concordia", "city_tokens", "letter"): {"a": 7, "b": 8, "c": 10, "d": 5},
    ("concordia", "city_tokens", "good"): {"brick": 8, "food": 7, "tool": 6, "wine": 5, "cloth": 4},
    ("concordia", "bonus_markers", "good"): {"brick": 3, "food": 6, "tool": 6, "wine": 5, "cloth": 4},  # derived
    ("concordia", "goods", "good"): {"brick": 16, "food": 20, "tool": 16, "wine": 14, "cloth": 14},  # house
    ("concordia", "coins", "value"): {"1": 20, "2": 20, "5": 16, "10": 16},  # house
    ("concordia", "houses", "per"): {"red": 15, "green": 15, "yellow": 15, "blue": 15, "black": 15},
    ("concordia", "land_colonists", "per"): {"red": 3, "green": 3, "yellow": 3, "blue": 3, "black": 3},
    ("concordia", "sea_colonists", "per"): {"red": 3, "green": 3, "yellow": 3, "blue": 3, "black": 3},
    ("concordia", "score_markers", "per"): {"red": 1, "green": 1, "yellow": 1, "blue": 1, "black": 1},
    ("arena", "dice", "id"): {"action_red": 3, "action_blue": 3, "battle": 1},
    ("arena", "money", "value"): {"1": 20, "2": 12, "5": 12},  # house
    ("aquileia", "servi", "slaves"): {"1": 11, "2": 11},
    ("aquileia", "equi_et_arma", "kind"): {"horse": 10, "weapon": 7},
    ("aquileia", "coins", "metal"): {"gold": 39, "silver": 39, "bronze": 39},
    ("aquileia", "dice", "colour"): {"blue": 4, "red": 3},
    ("aquileia", "followers", "per"): {"red": 5, "yellow": 5, "blue": 5, "green": 5, "orange": 5},
    ("aquileia", "houses", "per"): {"red": 9, "yellow": 9, "blue": 9, "green": 9, "orange": 9},
    ("aquileia", "score_markers", "per"): {"red": 1, "yellow": 1, "blue": 1, "green": 1, "orange": 1},
    ("aquileia", "tiebreakers", "per"): {"red": 1, "yellow": 1, "blue": 1, "green": 1, "orange": 1},
    ("aquileia", "shields", "per"): {"red": 1, "yellow": 1, "blue": 1, "green": 1, "orange": 1},
}

ALIKE = {
    ("hadrians-wall", "pieces"): [18, 24, 24, 24, 50],
    ("glory-to-rome", "sites"): [6] * 6,
    ("concordia", "pieces"): [1] * 5 + [3] * 10 + [15] * 5,
    ("arena", "dice"): [1, 3, 3],
    ("aquileia", "coins"): [39, 39, 39],
}
"""How often each drawing is placed on the fronts of a file."""

BOARDS = {("concordia", "maps"): (684, 480), ("aquileia", "city"): (560, 400)}


def parts(files, decks):
    """The files of each paper, less what the published games do not have."""
    ours = OURS | {id_ for id_, deck in decks.items() if deck.about["kind"] in OURS}
    kept = [file for file in files if file.spots and not {spot.component for spot in file.spots} <= ours]
    return [[file for file in kept if file.paper == paper] for paper in ("a4", "letter")]


def pieces(files, side="front"):
    """Each piece of some files once: a board is on several sheets."""
    return {spot.piece: spot for file in files for spot in file.spots if spot.side == side}


@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_no_piece_is_missing_and_none_too_many(prints, decks, game, language):
    for files in parts(prints(game, "--lang", language), decks(game)):
        assert Counter(spot.component for spot in pieces(files).values()) == PIECES[game]


@pytest.mark.parametrize("game", GAMES)
def test_expectations_of_the_data_are_these_figures(game):
    told = tomllib.loads((data_root() / game / "game.toml").read_text("utf-8"))
    ours = {id_ for id_, about in told["components"].items() if {id_, about["kind"]} & OURS}

    assert {id_: count for id_, count in told["expect"].items() if id_ not in ours} == PIECES[game]


@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_every_back_belongs_to_a_front(prints, decks, game, language):
    backed = {id_ for id_, deck in decks(game).items() if "back" in deck.about}
    for files in parts(prints(game, "--lang", language), decks(game)):
        fronts = [piece for piece, spot in pieces(files).items() if spot.component in backed]

        assert set(pieces(files, "back")) == set(fronts)


@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_nothing_but_boards_is_placed_twice(prints, decks, game, language):
    for files in parts(prints(game, "--lang", language), decks(game)):
        placed = Counter((spot.piece, spot.side) for file in files for spot in file.spots)
        twice = {piece.partition("/")[0] for (piece, _), times in placed.items() if times > 1}

        assert twice == {component for known, component in BOARDS if known == game}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("game", "component", "column"), KINDS)
def test_every_kind_is_printed_as_often_as_it_should(prints, decks, game, component, column, language):
    deck, wanted = decks(game)[component], KINDS[game, component, column]
    for files in parts(prints(game, "--lang", language), decks(game)):
        spots = [spot for spot in pieces(files).values() if spot.component == component]

        assert Counter(kind(deck, spot.row, column) for spot in spots) == wanted


def kind(deck, piece, column):
    """What the table says of a piece, or whose set it is of."""
    _, _, row = deck.pieces[piece]
    if column == "per":
        return piece.removeprefix(f"{row['id']}_")
    return row[column]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_victory_points_are_worth_36_without_the_spare_ones(prints, decks, language):
    deck = decks("arena")["victory_points"]
    for files in parts(prints("arena", "--lang", language), decks("arena")):
        rows = [deck.pieces[spot.row][2] for spot in pieces(files).values() if spot.component == "victory_points"]

        assert sum(int(row["value"]) for row in rows if row["change"] == "no") == 36


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("game", "stem"), ALIKE)
def test_drawings_are_placed_as_often_as_there_are_pieces(prints, decks, game, stem, language):
    for files in parts(prints(game, "--lang", language), decks(game)):
        (file,) = (file for file in files if file.stem == stem)
        backed = any("back" in deck.about for deck in decks(game).values() if deck.about.get("file", deck.id) == stem)
        placed = Counter(
            name for page in pypdf.PdfReader(file.path).pages[:: 2 if backed else 1] for name in drawn(page)
        )

        assert sorted(placed.values()) == ALIKE[game, stem]


def drawn(page):
    """The object number of every form that a page places, whatever its content is marked as."""
    forms = page["/Resources"]["/XObject"]
    return [
        forms.raw_get(f"/{name}").idnum
        for name in re.findall(r"/(\w+) Do\b", page.get_contents().get_data().decode("latin-1"))
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("game", "stem"), BOARDS)
def test_tiles_show_all_of_a_board(prints, game, stem, language):
    for file in prints(game, "--lang", language, "--only", stem):
        assert file.stem == stem
        for piece in {spot.piece for spot in file.spots}:
            windows = [window(spot, BOARDS[game, stem]) for spot in file.spots if spot.piece == piece]
            columns, rows = (sorted({round(edge, 3) for each in windows for edge in each[at::2]}) for at in (0, 1))

            for x, y in middles(columns, rows, BOARDS[game, stem]):
                assert any(left < x < right and low < y < high for left, low, right, high in windows), (piece, x, y)


def window(spot, size):
    """The part of a board that a tile shows, in the board's own millimetres."""
    assert spot.placed.size == pytest.approx(size, abs=0.01)
    left, bottom, right, top = spot.clip
    return left - spot.placed.left, bottom - spot.placed.bottom, right - spot.placed.left, top - spot.placed.bottom


def middles(columns, rows, size):
    """A point in each field of the grid that all edges of tiles make on a board."""
    xs, ys = (
        [0, *(edge for edge in edges if 0 < edge < end), end] for edges, end in zip((columns, rows), size, strict=True)
    )
    return [((x + x2) / 2, (y + y2) / 2) for x, x2 in pairwise(xs) for y, y2 in pairwise(ys)]
