"""Every word of a card can be found, copied and read aloud in order.

The order is that of READS, column by column; in a Japanese file the building's Latin name follows its own. Spaces,
line ends, hyphens and capitals are left out of the comparison: readers differ in where they see a space.
"""

import re
from collections import Counter

import pytest

LANGUAGES = ("en", "ja")
READS = {
    "orders": "name trigger.name effect material.role.name",
    "sites": "material.name value",
    "jacks": "name effect",
    "leader": "name effect reminder",
    "rome_demands": "name demand refusal effect",
    "fate": "direction.name damage goods",
    "player_cards": "name goal condition t1 t2 t3",
    "raid": "strength suit.name name text",
}
MARKUP = re.compile(r"\{\w+\}|[*^]+")


def squeezed(text):
    return re.sub(r"[\s\x02\xad-]+", "", text).casefold()


def orders_of(prints, language):
    return [file for file in prints("glory-to-rome", "--lang", language) if file.stem == "orders"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_forty_buildings_are_named_on_their_cards(prints, decks, language):
    deck = decks("glory-to-rome")["orders"]
    wanted = Counter({row[f"name.{language}"]: copies for _, copies, row in deck.pieces.values()})
    for file in orders_of(prints, language):
        first = Counter(file.said(spot.page, spot.trim).splitlines()[0].strip() for spot in file.fronts.values())

        assert len(first) == 40
        assert first == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_every_building(prints, decks, language):
    for file in orders_of(prints, language):
        for row in decks("glory-to-rome")["orders"].rows:
            assert found(file, row[f"name.{language}"]), row["id"]


def test_search_finds_words_set_with_space_between_letters(prints, decks):
    deck = decks("glory-to-rome")["orders"]
    captions = {deck.words(row, "trigger.name", "en").upper() for row in deck.rows}
    for file in orders_of(prints, "en"):
        for caption in captions:
            assert found(file, caption), caption


def test_search_finds_the_latin_names_on_japanese_cards(prints, decks):
    deck = decks("hadrians-wall")["player_cards"]
    for file in prints("hadrians-wall", "--lang", "ja"):
        for row in deck.rows if file.stem == deck.id else ():
            assert found(file, row["name.en"]), row["id"]


def found(file, words):
    return any(text.search(words, match_case=True).get_next() for text in file.texts)


@pytest.mark.parametrize("game", ["glory-to-rome", "hadrians-wall", "picket"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_reads_in_order(prints, decks, game, language):
    for file in prints(game, "--lang", language):
        for spot in file.fronts.values():
            if spot.component in READS:
                said, at = squeezed(file.said(spot.page, spot.trim)), 0
                for word in words_of(decks(game)[spot.component], spot.row, language):
                    assert word in said[at:], (spot.piece, word, said)
                    at = said.index(word, at) + len(word)


def words_of(deck, piece, language):
    _, _, row = deck.pieces[piece]
    for path in READS[deck.id].split():
        yield squeezed(MARKUP.sub("", deck.words(row, path, language)))


@pytest.mark.parametrize("game", ["glory-to-rome", "hadrians-wall"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_fonts_of_a_page_spell_no_unknown_letter(prints, game, language):
    for file in prints(game, "--lang", language):
        said = "".join(text.get_text_range() for text in file.texts)

        assert "\ufffd" not in said
        assert not re.search(r"[\ue000-\uf8ff\ufdd0-\ufdef]", said)


@pytest.mark.referee
@pytest.mark.parametrize("language", LANGUAGES)
def test_poppler_finds_every_building_as_often_as_printed(prints, decks, referee, language):
    for file in orders_of(prints, language):
        lines = Counter(file.raw(referee).splitlines())
        for _, copies, row in decks("glory-to-rome")["orders"].pieces.values():
            assert lines[row[f"name.{language}"]] == copies, row["id"]


@pytest.mark.referee
@pytest.mark.parametrize("game", ["glory-to-rome", "hadrians-wall"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_poppler_reads_the_whole_file_in_order(prints, decks, referee, game, language):
    for file in prints(game, "--lang", language):
        said, at = squeezed(file.raw(referee)), 0
        for piece, spot in file.fronts.items():
            if spot.component in READS:
                for word in words_of(decks(game)[spot.component], spot.row, language):
                    assert word in said[at:], (piece, word)
                    at = said.index(word, at) + len(word)
