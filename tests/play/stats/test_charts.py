"""Points over games as a drawing: numbers that no line runs through, and names that stand beside each other."""

import pytest

from generator.play.stats.charts import SCORES, score_marks
from generator.play.text.play_messages import play_messages

MEAN = 0.8
"""How thick its line is."""


@pytest.fixture
def labels():
    """The words of a chart with their size, place and anchor."""

    def labels(points, language="en"):
        found = []  # text, size, x, y, anchor and colour of each
        marks = score_marks(points, play_messages(language), lambda *label: found.append(label) or (), "")
        lines = [mark.path for mark in marks if mark.stroke and mark.stroke.width == MEAN]
        return found, lines

    return labels


def test_mean_is_told_and_runs_through_no_number(labels):
    points = [(f"game-{number}", number) for number in range(30, 60, 3)]
    found, lines = labels(points)
    words = [label[0] for label in found]
    (line,) = lines
    mean = float(line.split()[2])

    assert "mean 43.5" in words
    for text, size, _, y, *_ in found:
        if text in {str(value) for _, value in points} and size == 10:
            assert not y - 0.7 * size <= mean <= y


def test_mean_is_told_in_japanese(labels):
    assert "平均15.0" in [label[0] for label in labels([("a", 10), ("b", 20)], "ja")[0]]


def test_only_game_has_no_mean(labels):
    assert not [label for label in labels([("a", 10)])[0] if "mean" in label[0]]


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_long_names_keep_their_end_and_their_place(labels, count):
    found, _ = labels([(f"an-evening-at-the-wall-with-rain-{number:02}", number) for number in range(count)])
    names = [label for label in found if label[1] == 7]

    assert [name[0][-2:] for name in names] == [f"{number:02}" for number in range(count)]
    assert all(len(name[0]) * 3.7 <= SCORES.width / count for name in names)


def test_less_than_nothing_has_a_sign_as_wide_as_a_digit(labels):
    assert {"−3", "−5"} <= {label[0] for label in labels([("a", -3), ("b", 1)])[0]}


def test_noted_scores_of_any_size_fit_on_the_scale(labels):
    scale = [label[0] for label in labels([("a", -9999), ("b", 9999)])[0] if label[1] == 11]

    assert scale[:2] == ["−10000", "−9000"]
