"""Every row of every game: both languages, proper punctuation, a source for each fact, short effects."""

import csv
import re
from pathlib import Path

import pytest

from generator.load.game_loader import load
from generator.model.text import Text

DATA = Path(__file__).parents[2] / "data"
GAMES = sorted(manifest.parent.name for manifest in DATA.glob("*/game.toml"))
TABLES = [
    *sorted(DATA.glob("*/cards/*.csv")),
    *(table for table in sorted(DATA.glob("*/tables/*.csv")) if "picket" not in table.parts),  # Picket is all our own
]
SOURCES = {"seed", "public", "derived", "house"}


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return load(DATA / request.param)


def rows_of(game):
    yield from (row for table in game.tables.values() for row in table)
    yield from (piece.row for component in game.components for piece in component.pieces)


def words_of(game):
    for row in rows_of(game):
        for column, value in row.cells.items():
            if isinstance(value, Text):
                yield row, column, value


def read(text):
    """What a reader sees of light markup: no icons, no stars."""
    return re.sub(r"\{\w+\}|\*|\^\^", "", text)


def test_games_are_there():
    assert GAMES == ["aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall", "picket"]


def test_words_come_in_both_languages(game):
    assert game.languages == ("en", "ja")
    for row, column, value in words_of(game):
        for language in game.languages:
            assert value[language].strip() == value[language] != "", f"{row.source} [{column}]"


def test_games_say_where_they_come_from(game):
    assert all((game.about["en"], game.about["ja"], game.designer, game.year, game.date))


def test_effects_are_short(game):
    for row, column, value in words_of(game):
        longest = max(len(read(value[language])) for language in value)

        assert longest <= 160, f"{row.source} [{column}]"


def test_sentences_end_in_a_full_stop(game):
    sentences = [(row, column, value) for row, column, value in words_of(game) if column in row.rich]

    assert sentences
    for row, column, value in sentences:
        assert read(value["en"]).endswith("."), f"{row.source} [{column}]"
        assert read(value["ja"]).endswith("。"), f"{row.source} [{column}]"


def test_japanese_punctuation_is_full_width(game):
    for row, column, value in words_of(game):
        assert not re.search(r"[,.:;!?()~ ]|[｡-ﾟ]", read(value["ja"])), f"{row.source} [{column}]"


def test_english_words_are_plain(game):
    for row, column, value in words_of(game):
        assert re.fullmatch(r"[A-Za-z0-9 ,.:;!?’()…-]+", read(value["en"])), f"{row.source} [{column}]"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.parents[1].name}/{table.stem}")
def test_facts_have_a_source(table):
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    columns = {name.split(".")[0] for name in rows[0]}

    for row in rows:
        default, *others = row["provenance"].split()
        sources = dict(part.split("=") for part in others)
        assert {default, *sources.values()} <= SOURCES, row["id"]
        assert sources.keys() <= columns, row["id"]


def test_labels_name_one_piece_of_a_game(game):
    labels = [piece.label for part in game.components for piece in part.pieces]

    assert sorted(labels) == sorted(set(labels))
