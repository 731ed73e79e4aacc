"""What stands written on a finished face."""

import pytest

from generator.base.geometry import IDENTITY, Rect
from generator.base.units import MM
from generator.model.face import GlyphRun, Group


def written(ink, matrix=IDENTITY):
    """Every run of letters with its rect on the face, in points."""
    for each in ink:
        if isinstance(each, Group):
            yield from written(each.ink, matrix @ each.matrix)
        elif isinstance(each, GlyphRun):
            yield each.text, matrix.bounding_box(Rect(each.x, each.y - 0.66 * each.size, each.width, 0.66 * each.size))


@pytest.fixture
def runs():
    return lambda face: written(face.ink.unpack()[0])


@pytest.fixture
def overlapping_letters(runs):
    """The pairs of texts whose letters come nearer than 0.2 mm into each other."""

    def clashes(face):
        found = sorted(runs(face), key=lambda run: run[1].x)
        pairs = []
        for at, (text, rect) in enumerate(found):
            for other, near in found[at + 1 :]:
                if near.x > rect.right:
                    break
                if rect.expand(-0.1 * MM).overlaps(near.expand(-0.1 * MM)):
                    pairs.append((text, other))
        return pairs

    return clashes
