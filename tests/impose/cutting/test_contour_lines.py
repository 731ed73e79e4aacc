import pytest

from generator.base.geometry import IDENTITY, Rect
from generator.impose.cutting.arc_fitting import arc_paths
from generator.impose.cutting.contour_lines import curved_path
from generator.impose.cutting.cut_paths import rectangle
from generator.model.cutting.cut_sheet import CUT, CutPath


@pytest.mark.parametrize("corner", [0, 8, 30])
def test_arcs_become_curves_that_are_read_as_the_same_arcs(corner):
    path = CutPath(CUT, rectangle(Rect(10, 20, 60, 90), corner), closed=True)

    ((vertices, closed),) = arc_paths(curved_path(path), IDENTITY)

    assert closed
    assert vertices == tuple(pytest.approx(vertex, abs=1e-3) for vertex in path.vertices)


def test_long_arcs_are_divided():
    half = CutPath(CUT, ((0.0, 0.0, 1.0), (20.0, 0.0, 0.0)), closed=False)

    assert curved_path(half) == "M 0 0 C 0 -5.5228 4.4772 -10 10 -10 C 15.5228 -10 20 -5.5228 20 0"
