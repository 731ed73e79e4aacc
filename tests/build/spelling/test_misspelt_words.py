"""Words on cards that are probably misspelt, and those that a game may well have."""

from dataclasses import replace

import pytest

from generator.build.spelling.misspelt_words import misspelt_words
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.model.game import Row
from generator.model.text import Text

ORDINARY = "take two coins from the pile and put them on the wall, then draw a card and show it to all players"


@pytest.fixture
def warned(tmp_path):
    """Warnings about a text of a table, beside one of ordinary words."""
    picket = load(data_root() / "picket", prefix="picket")

    def words(text, *more, language="en", own=""):
        (tmp_path / "spelling.txt").write_text(own, "utf-8")
        cells = [Text.of({language: each}) for each in (ORDINARY, text, *more)]
        rows = tuple(Row(f"r{line}", {"text": cell}, f"notes.csv:{line}") for line, cell in enumerate(cells, 2))
        game = replace(picket, folder=tmp_path, components=(), tables={"notes": rows})
        return [warning.partition(" may be")[0] for warning in misspelt_words(game, [language])]

    return words


def test_place_field_and_word_are_named(warned):
    assert warned("Two shaddows by teh ditch.") == [
        "notes.csv:3 [text.en]: 'shaddows'",
        "notes.csv:3 [text.en]: 'teh'",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Teh Ludus of Cilurnum",
        "the cippi and the sestertii",
        "see example.comm or mail teh@example.org",
        "{teh} {icons:shaddow} #teh",
        "ti xo",
        "the" * 5000,
        "semi-teh teh-like",
        "the soldiers' shields don't break; it's the Romans’ wall",
    ],
    ids=["names", "far from any word", "addresses", "icons", "short", "long", "hyphens", "apostrophes"],
)
def test_what_is_no_plain_word_is_passed_over(warned, text):
    assert warned(text) == []


def test_word_that_a_game_writes_often_is_its_own(warned):
    assert warned("one garf", "two garf") == ["notes.csv:3 [text.en]: 'garf'", "notes.csv:4 [text.en]: 'garf'"]
    assert warned("one garf", "two garf", "the last garf") == []


def test_words_of_the_game_are_right(warned):
    assert warned("one garf and teh wall", own="Garf\n") == ["notes.csv:3 [text.en]: 'teh'"]


def test_text_of_another_language_is_not_judged(warned):
    assert (
        warned("die Karte wird gezogen und auf den Stapel gelegt, danach endet der Zug sofort und ohne Ausnahme") == []
    )
    assert warned("teh", language="ja") == []


@pytest.mark.parametrize(
    "game", [path.parent for path in sorted(data_root().glob("*/game.toml"))], ids=lambda path: path.name
)
def test_shipped_games_have_no_misspelt_words(game):
    read = load(game, prefix=game.name)

    assert list(misspelt_words(read, read.languages)) == []
