"""Write the paths of a cutting machine as DXF in millimetres."""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib.util import find_spec

from generator.base.geometry import Size
from generator.base.units import to_mm
from generator.model.cutting.cut_sheet import CUT, FOLD, CutPath, CutSheet

_COLOURS: Mapping[str, int] = {CUT: 1, FOLD: 5}  # AutoCAD's numbers of red and blue
_MILLIMETRES = 4  # $INSUNITS
_METRIC = 1  # $MEASUREMENT


def has_dxf_library() -> bool:
    """Whether the library that writes DXF is installed."""
    return find_spec("ezdxf") is not None


def cut_dxf(sheet: CutSheet) -> bytes:
    """Return a sheet's paths as a DXF file of AutoCAD 2000, with the layers `cut` and `fold`.

    The origin is the lower left corner of the paper. Paths are closed polylines whose arcs are arcs, not short lines.
    The same paths give the same bytes. Only where `has_dxf_library`.
    """
    from ezdxf._options import options
    from ezdxf.filemanagement import new

    # Otherwise the file has the time of writing and random identifiers.
    options.write_fixed_meta_data_for_testing = True
    document = new("R2000", units=_MILLIMETRES)
    document.header["$MEASUREMENT"] = _METRIC
    width, height = to_mm(sheet.size.width), to_mm(sheet.size.height)
    document.header["$LIMMIN"], document.header["$LIMMAX"] = (0, 0), (width, height)
    for layer in (CUT, FOLD):
        document.layers.add(layer, color=_COLOURS[layer])
    space = document.modelspace()
    for path in sheet.paths:
        space.add_lwpolyline(
            _points(path, sheet.size), format="xyb", close=path.closed, dxfattribs={"layer": path.layer}
        )
    space.reset_extents((0, 0, 0), (width, height, 0))
    text = io.StringIO()
    document.write(text)
    return text.getvalue().encode("utf-8")


def _points(path: CutPath, size: Size) -> list[tuple[float, float, float]]:
    """Return x, y and bulge of each vertex; y grows upwards in DXF, so arcs run the other way."""
    return [(_rounded(to_mm(x)), _rounded(to_mm(size.height - y)), -bulge) for x, y, bulge in path.vertices]


def _rounded(value: float) -> float:
    """Return a length in millimetres, rounded to a ten-thousandth."""
    return round(value, 4)
