import math

import pytest

from generator.base.geometry import IDENTITY, Matrix
from generator.base.units import MM
from generator.impose.cutting.arc_fitting import TOLERANCE, arc_paths

K = 0.5522847498


def circle(radius):
    k = K * radius
    return (
        f"M {radius} 0 C {radius} {k} {k} {radius} 0 {radius} C {-k} {radius} {-radius} {k} {-radius} 0"
        f" C {-radius} {-k} {-k} {-radius} 0 {-radius} C {k} {-radius} {radius} {-k} {radius} 0 Z"
    )


def points_on(vertices):
    """Points along arcs, by the definition of a bulge: the tangent of a quarter of the angle."""
    for (x1, y1, bulge), (x2, y2, _) in zip(vertices, [*vertices[1:], vertices[0]], strict=True):
        angle = 4 * math.atan(bulge)
        for step in range(8):
            share = step / 8
            if not bulge:
                yield x1 + share * (x2 - x1), y1 + share * (y2 - y1)
                continue
            radius = math.dist((x1, y1), (x2, y2)) / 2 / math.sin(angle / 2)
            apothem = radius * math.cos(angle / 2)
            chord = math.dist((x1, y1), (x2, y2))
            cx = (x1 + x2) / 2 - apothem * (y2 - y1) / chord
            cy = (y1 + y2) / 2 + apothem * (x2 - x1) / chord
            start = math.atan2(y1 - cy, x1 - cx)
            yield cx + abs(radius) * math.cos(start + share * angle), cy + abs(radius) * math.sin(start + share * angle)


@pytest.mark.parametrize("millimetres", [0.5, 7.5, 12.5, 60])
def test_circle_becomes_few_arcs(millimetres):
    ((vertices, closed),) = arc_paths(circle(millimetres * MM), Matrix.translation(100, 50))

    assert closed
    assert len(vertices) in {4, 8}
    for x, y in points_on(vertices):
        assert math.dist((x, y), (100, 50)) == pytest.approx(millimetres * MM, abs=3 * TOLERANCE)


def test_quarter_of_a_circle_has_the_bulge_of_the_standard():
    ((vertices, _),) = arc_paths(circle(20), IDENTITY)

    assert [bulge for _, _, bulge in vertices] == pytest.approx([math.tan(math.pi / 8)] * 4, abs=1e-4)


def test_arc_turns_with_the_matrix():
    mirrored = Matrix(-1, 0, 0, 1, 0, 0)

    ((vertices, _),) = arc_paths(circle(20), mirrored)

    assert all(bulge < 0 for _, _, bulge in vertices)


def test_free_curve_stays_within_the_tolerance():
    ((vertices, closed),) = arc_paths("M 0 0 C 0 80 100 -40 100 60 L 0 60", IDENTITY)

    curve = [(300 * t * t * (1 - t) + 100 * t**3, 240 * t * (1 - t) ** 2 - 120 * t * t * (1 - t) + 60 * t**3)
             for t in (step / 4000 for step in range(4001))]  # fmt: skip
    assert not closed
    assert len(vertices) < 40
    for x, y in list(points_on(vertices))[:-16]:
        assert min(math.dist((x, y), point) for point in curve) < 2 * TOLERANCE


def test_outlines_of_a_path_are_apart_and_closed_by_z_or_by_their_end():
    paths = list(arc_paths("M 0 0 L 9 0 L 9 9 Z M 20 0 L 29 0 L 20 0 M 5 5 L 6 6 M 1 1 Z", IDENTITY))

    assert [closed for _, closed in paths] == [True, True, False]
    assert [len(vertices) for vertices, _ in paths] == [3, 2, 2]


def test_long_arc_is_divided_however_small_it_is():
    r = 0.2 * MM
    ((vertices, _),) = arc_paths(f"M {r} 0 C {r} {4 / 3 * r} {-r} {4 / 3 * r} {-r} 0", IDENTITY)

    assert len(vertices) == 3
    assert max(abs(bulge) for *_, bulge in vertices) < 0.75
