"""How many pieces there are: by the marked content, by the ids that a player reads, and by the facts of the games."""

import re
from collections import Counter

import pytest

from generator.load.games import data_root

FACTS = {
    "glory-to-rome": {
        "orders": 144,
        "sites": 36,
        "jacks": 6,
        "leader": 1,
        "rome_demands": 1,
        "player_boards": 5,
        "chips": 6,
    },
    "hadrians-wall": {
        "fate": 48,
        "player_cards": 72,
        "player_boards": 6,
        "soldiers": 18,
        "builders": 24,
        "servants": 24,
        "civilians": 24,
        "resources": 50,
    },
}
TOKENS = {"chips", "soldiers", "builders", "servants", "civilians", "resources"}
"""Told by their picture alone."""
ID = re.compile(r"(?<![A-Z0-9])(?:[OF]\d\d|[A-G]\d\d|[BSJLR]\d)(?![A-Z0-9])", re.ASCII)
PRINTS = [(game, language) for game in FACTS for language in ("en", "ja")]


def papers(files):
    """The files of one paper after those of the other."""
    return [[file for file in files if file.paper == paper] for paper in ("a4", "letter")]


@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_marked_content_counts_every_piece_once(prints, game, language):
    for files in papers(prints(game, "--lang", language)):
        for side in ("front", "back"):
            pieces = [spot.piece for file in files for spot in file.spots if spot.side == side]
            sided = {id_: count for id_, count in FACTS[game].items() if side == "front" or id_ != "player_boards"}

            assert len(set(pieces)) == len(pieces)
            assert Counter(piece.partition("/")[0] for piece in pieces) == sided


@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_visible_ids_count_every_card(prints, decks, game, language):
    wanted = Counter()
    for deck in decks(game).values():
        wanted += Counter() if deck.id in TOKENS else deck.labels
    for files in papers(prints(game, "--lang", language)):
        seen = Counter(id_ for file in files for text in file.texts for id_ in ID.findall(text.get_text_range()))

        assert seen == wanted
        assert seen.total() == sum(count for id_, count in FACTS[game].items() if id_ not in TOKENS)


def test_chips_show_their_points_on_both_sides(prints):
    for file in prints("glory-to-rome", "--lang", "en"):
        if file.stem == "chips":
            shown = [Counter(text.get_text_range().split())["3"] for text in file.texts]

            assert shown == [6, 6]


@pytest.mark.parametrize("game", FACTS)
def test_every_id_stands_on_its_own_piece(prints, decks, game):
    for file in prints(game, "--lang", "en"):
        for spot in file.fronts.values():
            label, *_ = decks(game)[spot.component].pieces[spot.row]
            wanted = [] if spot.component in TOKENS else [label]

            assert ID.findall(file.said(spot.page, spot.trim)) == wanted


@pytest.mark.parametrize("game", FACTS)
def test_expectations_of_the_data_are_the_facts(game):
    text = (data_root() / game / "game.toml").read_text(encoding="utf-8")
    expect = re.search(r"\[expect\]\n(.*?)\n\n", text, re.DOTALL)[1]

    assert {line.split(" = ")[0]: int(line.split(" = ")[1]) for line in expect.split("\n")} == FACTS[game]


@pytest.mark.referee
@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_poppler_reads_the_same_ids(prints, decks, referee, game, language):
    for file in prints(game, "--lang", language):
        text = file.raw(referee)
        wanted = Counter()
        for deck in decks(game).values():
            if deck.id not in TOKENS and deck.about.get("file", deck.id) == file.stem:
                wanted += deck.labels

        assert Counter(ID.findall(text)) == wanted
