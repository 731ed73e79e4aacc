"""Marks for texts that leave their limits."""

import pytest

from generator.base.geometry import Rect, Size
from generator.model.face import Drawing, Face, Group, Shape, TextExcess, UnfinishedFaceError
from generator.web.previews.excess_marks import with_excess_marks

LIMIT = Rect(10, 10, 10, 10)


def marks(box, limit):
    """The marks for one text on an empty face."""
    face = Face("k", Size(60, 90), 8, Drawing.of(()))
    (group,) = with_excess_marks(UnfinishedFaceError([], face, [TextExcess(box, limit)])).ink.unpack()[0]
    return group.ink


@pytest.mark.parametrize(
    ("box", "hatched"),
    [
        (Rect(10, 10, 10, 30), ["M 10 20 L 20 20 L 20 40 L 10 40 Z"]),
        (
            Rect(0, 12, 30, 4),
            [
                "M 0 12 L 10 12 L 10 16 L 0 16 Z",
                "M 20 12 L 30 12 L 30 16 L 20 16 Z",
            ],
        ),
        (Rect(12, 12, 2, 2), []),
    ],
)
def test_only_what_leaves_the_limit_is_hatched(box, hatched):
    ink = marks(box, LIMIT)

    assert [item.path for item in ink if isinstance(item, Shape) and item.fill] == hatched
    assert sum(isinstance(item, Group) for item in ink) == len(hatched)
    assert ink[-1].path == "M 10 10 L 20 10 L 20 20 L 10 20 Z"


def test_text_without_a_rectangle_is_hatched_whole():
    (tint, _lines) = marks(Rect(0, 0, 4, 4), None)

    assert tint.path == "M 0 0 L 4 0 L 4 4 L 0 4 Z"


def test_very_long_text_is_hatched_no_further_than_the_face():
    lines = [item.ink[0].path for item in marks(Rect(10, 10, 10, 1e7), LIMIT) if isinstance(item, Group)]

    assert 0 < sum(map(len, lines)) < 5000
