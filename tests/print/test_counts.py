"""How many cards and boards there are by the ids that a player reads on them."""

import re
from collections import Counter

import pytest

READ = {"glory-to-rome": 144 + 36 + 6 + 1 + 1 + 5, "hadrians-wall": 48 + 72 + 6}
"""Cards and player boards of each game; pieces are told by their picture alone."""
KINDS = {"cards", "boards"}
ID = re.compile(r"(?<![A-Z0-9])(?:[OF]\d\d|[A-G]\d\d|[BSJLR]\d)(?![A-Z0-9])", re.ASCII)
PRINTS = [(game, language) for game in READ for language in ("en", "ja")]


@pytest.fixture
def labelled(prints, decks):
    """The files of a game with cards and boards, with ids on them."""

    def printed(game, language):
        named = {deck.about.get("file", id_): id_ for id_, deck in decks(game).items() if deck.about["kind"] in KINDS}
        return prints(game, "--ids", "--lang", language, "--only", ",".join(named))

    return printed


@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_visible_ids_count_every_card(labelled, decks, game, language):
    wanted = Counter()
    for deck in decks(game).values():
        wanted += deck.labels if deck.about["kind"] in KINDS else Counter()
    files = labelled(game, language)
    for paper in ("a4", "letter"):
        texts = [text for file in files if file.paper == paper for text in file.texts]
        seen = Counter(id_ for text in texts for id_ in ID.findall(text.get_text_range()))

        assert seen == wanted
        assert seen.total() == READ[game]


def test_chips_show_their_points_on_both_sides(prints):
    for file in prints("glory-to-rome", "--only", "chips"):
        shown = [Counter(text.get_text_range().split())["3"] for text in file.texts]

        assert shown == [6, 6]


@pytest.mark.parametrize("game", READ)
def test_every_id_stands_on_its_own_piece(labelled, decks, game):
    for file in labelled(game, "en"):
        for spot in (spot for spot in file.fronts.values() if decks(game)[spot.component].about["kind"] in KINDS):
            label, *_ = decks(game)[spot.component].pieces[spot.row]

            assert ID.findall(file.said(spot.page, spot.trim)) == [label]


@pytest.mark.referee
@pytest.mark.parametrize(("game", "language"), PRINTS)
def test_poppler_reads_the_same_ids(labelled, decks, referee, game, language):
    for file in labelled(game, language):
        text = file.raw(referee)
        wanted = Counter()
        for deck in decks(game).values():
            if deck.about["kind"] in KINDS and deck.about.get("file", deck.id) == file.stem:
                wanted += deck.labels

        assert Counter(ID.findall(text)) == wanted
