"""The picture of a result: everything it tells stands on it, inside its edges."""

import pytest

from generator.base.cache import Cache
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.model.face import GlyphRun
from generator.play.stats.result_picture import SIZE, GameResult, result_ink
from generator.play.text.play_messages import play_messages

LONG = "A row of the score with a name that is longer than the column has room for, by far"


@pytest.fixture
def runs():
    """The lines of a picture, each with its text, and where it begins and ends."""

    def runs(result, language="en"):
        labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))
        found = list(result_ink(result, play_messages(language), language, labels))
        return [("".join(ink.sources), ink) for ink in found if isinstance(ink, GlyphRun)]

    return runs


def result(**more):
    common = {"title": "The Wall", "points": 68, "rank": "Centurion", "about": ("Hard", "2026-11-23"), "rows": ()}
    return GameResult(**(common | more))


@pytest.mark.parametrize("count", [0, 3, 13, 26])
def test_rows_stay_above_the_wall(runs, count):
    found = runs(result(rows=tuple((f"{LONG} {number}", -number) for number in range(count))))

    assert all(0 < run.x < SIZE.width for _, run in found)
    assert all(run.y < 249 for words, run in found if words != "Vallum")
    assert all(run.x + run.offsets[-1] < SIZE.width for _, run in found)
    assert sum(words.startswith("A row") for words, _ in found) == count


def test_long_title_stays_beside_the_rows(runs):
    found = runs(result(title="The Wall " * 12, rank="Praefectus " * 8, rows=((LONG, 1),)))

    assert all(run.x + run.offsets[-1] < 320 for words, run in found if words.startswith(("The", "points")))


@pytest.mark.parametrize(("points", "words"), [(1, "point · Centurion"), (-1, "point · Centurion"), (0, "points · ")])
def test_points_are_counted_as_words_want_it(runs, points, words):
    assert any(text.startswith(words) for text, _ in runs(result(points=points)))
    assert any("点" in text for text, _ in runs(result(points=points), "ja"))
