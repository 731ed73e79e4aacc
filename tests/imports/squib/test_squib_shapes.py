import pytest

from generator.imports.squib.squib_shapes import shape_path


def path(command, corners=5, turn=0.0, **lengths):
    return shape_path(command, lengths.get, corners, turn, (200, 100))


def test_line_is_open_and_triangle_is_closed():
    assert path("line", x1=1, y1=2, x2=3, y2=4) == [("M", [(1, 2)]), ("L", [(3, 4)])]
    assert [sign for sign, _ in path("triangle")] == ["M", "L", "L", "Z"]


@pytest.mark.parametrize(("command", "count"), [("polygon", 6), ("star", 12)])
def test_corners_lie_around_the_middle(command, count):
    points = [point for _, points in path(command, 6, x=50, y=50) for point in points]

    assert len(points) == count
    assert sum(x for x, _ in points) / count == pytest.approx(50)
    assert sum(y for _, y in points) / count == pytest.approx(50)


def test_grid_covers_the_card_and_ends():
    assert len(path("grid", width=50, height=50)) == 2 * (5 + 3)
    assert path("grid", width=0, height=-1) == []
    assert len(path("grid", width=0.001, height=0.001)) < 10_000
