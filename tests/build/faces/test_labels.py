"""Words outside of faces: in a role, no wider than their room, and in English where a language lacks them."""

import pytest

from generator.base.cache import Cache
from generator.build.faces.labels import Labels, LabelStyle
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root

WORDS = "many words in a line that is too long"


@pytest.fixture(scope="module")
def labels(tmp_path_factory):
    return Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(tmp_path_factory.mktemp("fonts")))


def ends(runs):
    return min(run.x for run in runs), max(run.x + run.width for run in runs)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_line_is_set_smaller_where_it_is_wider_than_its_room(labels, anchor, share):
    style = LabelStyle("text", 12.0, "#000000")
    left, right = ends(labels.fitted("en", WORDS, 0.0, 0.0, style, 1000.0))
    width = right - left
    for room in (width + 1, width - 1, 0.6 * width, 0.1 * width):
        runs = labels.fitted("en", WORDS, 50.0, 0.0, style, room, anchor)
        left, right = ends(runs)

        assert right - left == pytest.approx(min(width, room), rel=0.01)
        assert left == pytest.approx(50 - share * (right - left), abs=0.01)
        assert (runs[0].size < 12) == (room < width)


def test_words_are_set_once(labels):
    asked = "en", "sheet 1", 6.0, 10.0, 20.0, "start", "#000000"

    assert labels.label(*asked) is labels.label(*asked)


def test_missing_language_has_english_words(labels):
    assert (labels.has_messages("en"), labels.has_messages("xx")) == (True, False)
    assert labels.messages("xx")("version", version="1.0") == "version 1.0"


def test_words_are_forgotten_before_there_are_too_many(monkeypatch, tmp_path):
    monkeypatch.setattr("generator.build.faces.labels.MOST_LABELS", 2)
    few = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(tmp_path))
    first, *_ = [few.label("en", word, 6.0, 10.0, 20.0, "start", "#000000") for word in "abc"]

    again = few.label("en", "a", 6.0, 10.0, 20.0, "start", "#000000")
    assert again == first
    assert again is not first
