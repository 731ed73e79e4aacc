import re
import xml.etree.ElementTree as ET

import pytest

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.cutting.cut_paths import rectangle
from generator.model.cutting.cut_sheet import COLOURS, CUT, FOLD, CutPath, CutSheet
from generator.write.cut_files.cut_svg import cut_svg, path_data

CARD = CutPath(CUT, rectangle(Rect(20 * MM, 30 * MM, 63 * MM, 88 * MM), 3 * MM), closed=True)
CREASE = CutPath(FOLD, ((0.0, 0.0, 0.0), (10 * MM, 0.0, 0.0)), closed=False)
A4 = Size(210 * MM, 297 * MM)


def test_page_is_true_to_size_and_holds_nothing_but_paths():
    root = ET.fromstring(cut_svg(CutSheet(A4, (CREASE, CARD))))

    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    assert [re.sub(r"\{.*\}", "", each.tag) for each in root] == ["path", "path"]
    assert [each.get("stroke") for each in root] == [COLOURS[FOLD], COLOURS[CUT]]


def test_round_corner_is_an_arc_of_its_radius():
    data = path_data(CARD)

    assert data.startswith("M 23 30 L 80 30 A 3 3 0 0 1 83 33 L 83 115")
    assert data.endswith(" 23 30 Z")


def test_counter_clockwise_and_large_arcs_have_their_flags():
    arc = CutPath(CUT, ((0.0, 0.0, -2.0), (10 * MM, 0.0, 0.0)), closed=False)

    assert path_data(arc) == "M 0 0 A 6.25 6.25 0 1 0 10 0"


def test_only_cuts_are_filled():
    root = ET.fromstring(cut_svg(CutSheet(A4, (CREASE, CARD)), fill="#ff00ff"))

    assert [each.get("fill") for each in root] == ["none", "#ff00ff"]


def test_another_reader_finds_the_same_boxes():
    svgelements = pytest.importorskip("svgelements")

    file = svgelements.SVG.parse(__import__("io").StringIO(cut_svg(CutSheet(A4, (CARD,)))), ppi=25.4)

    (path,) = [each for each in file.elements() if isinstance(each, svgelements.Path)]
    assert path.bbox() == pytest.approx((20, 30, 83, 118), abs=0.001)
    assert path.length() == pytest.approx(2 * (57 + 82) + 2 * 3.14159265 * 3, abs=0.01)
