import math
import re
import sys

import pytest

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.cutting.cut_paths import rectangle
from generator.model.cutting.cut_sheet import CUT, FOLD, CutPath, CutSheet
from generator.write.cut_files.cut_dxf import cut_dxf, has_dxf_library

CARD = CutPath(CUT, rectangle(Rect(20 * MM, 30 * MM, 63 * MM, 88 * MM), 3 * MM), closed=True)
CREASE = CutPath(FOLD, ((0.0, 0.0, 0.0), (10 * MM, 0.0, 0.0)), closed=False)
A4 = Size(210 * MM, 297 * MM)


@pytest.fixture
def document(tmp_path):
    from ezdxf import recover

    file = tmp_path / "cut.dxf"
    file.write_bytes(cut_dxf(CutSheet(A4, (CREASE, CARD))))
    found, audit = recover.readfile(file)
    assert (audit.errors, audit.fixes) == ([], [])
    return found


def test_file_is_in_millimetres_from_the_lower_left_corner(document):
    from ezdxf import bbox

    crease, card = document.modelspace()

    box = bbox.extents([card], fast=False)
    assert (document.header["$INSUNITS"], document.header["$MEASUREMENT"]) == (4, 1)
    assert [*box.extmin, *box.extmax] == pytest.approx([20, 297 - 118, 0, 83, 297 - 30, 0], abs=0.001)
    assert (crease.dxf.layer, card.dxf.layer) == (FOLD, CUT)
    assert (crease.closed, card.closed) == (False, True)


def test_corners_are_arcs_that_turn_outwards(document):
    (card,) = document.query("LWPOLYLINE[layer=='cut']")

    bulges = [bulge for *_, bulge in card.get_points("xyb") if bulge]
    assert bulges == pytest.approx([-math.tan(math.pi / 8)] * 4)


def test_same_paths_give_the_same_bytes():
    sheet = CutSheet(A4, (CARD,))

    assert cut_dxf(sheet) == cut_dxf(sheet)


def test_missing_library_is_noticed(monkeypatch):
    assert has_dxf_library()

    monkeypatch.setitem(sys.modules, "ezdxf", None)

    assert not has_dxf_library()


@pytest.mark.referee
def test_gdal_reads_the_same_paths(referee, tmp_path):
    file = tmp_path / "cut.dxf"
    file.write_bytes(cut_dxf(CutSheet(A4, (CREASE, CARD))))

    told = referee("ogrinfo", "-ro", "-al", "-so", file)

    extent = re.search(r"Extent: \(([\d.]+), ([\d.]+)\) - \(([\d.]+), ([\d.]+)\)", told)
    assert "Feature Count: 2" in told
    assert [float(value) for value in extent.groups()] == pytest.approx([0, 179, 83, 297], abs=0.001)
