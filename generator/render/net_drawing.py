"""Nets for templates: SVG layers of cuts and folds, and the place of each panel's picture.

Lengths are millimetres; (0, 0) is the top left corner of the trim, as on a face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from generator.base.geometry import Matrix, Rect
from generator.base.units import MM, decimal, to_mm
from generator.model import nets
from generator.model.nets import Fold, Net, Node, Panel

if TYPE_CHECKING:
    from markupsafe import Markup

BLEED = 2.0
"""How far pictures run over the cuts, and how far fold marks reach beyond them, unless a template says otherwise."""

SMALLEST, LARGEST = 1.0, 2000.0
"""Limits of a net's lengths."""

Place = Mapping[str, object]
"""Where one panel lies: see `panel_places`."""


def die_net(edge: float, *, bleed: float = BLEED) -> Markup:
    """Cut, folds and fold marks of a paper die."""
    return _lines(_net(nets.die, edge), bleed)


def die_stickers(edge: float) -> Markup:
    """The cuts of six stickers for the faces of a blank die."""
    return _lines(_net(nets.stickers, edge), 0)


def standee(width: float, height: float, *, bleed: float = BLEED) -> Markup:
    """Cut, folds and fold marks of a fold-up pawn."""
    return _lines(_net(nets.standee, width, height), bleed)


def tuck_box(width: float, height: float, depth: float, *, bleed: float = BLEED) -> Markup:
    """Cut, folds and fold marks of a tuck box, given its inner size."""
    return _lines(_net(nets.tuck_box, width, height, depth), bleed)


def die_places(edge: float, *, bleed: float = BLEED) -> dict[str, Place]:
    """The panels of a paper die: `face1` to `face6` and the tabs."""
    return panel_places(_net(nets.die, edge), bleed)


def sticker_places(edge: float, *, bleed: float = BLEED / 2) -> dict[str, Place]:
    """The six stickers of a blank die, `face1` to `face6`; they lie 2 mm apart."""
    return panel_places(_net(nets.stickers, edge), bleed)


def standee_places(width: float, height: float, *, bleed: float = BLEED) -> dict[str, Place]:
    """The panels of a pawn: `front`, `back`, and the flaps it stands on, `foot` and `heel`."""
    return panel_places(_net(nets.standee, width, height), bleed)


def tuck_box_places(width: float, height: float, depth: float, *, bleed: float = BLEED) -> dict[str, Place]:
    """The panels of a tuck box: `front`, `back`, `left`, `right`, `lid`, `bottom`, its flaps and its tabs."""
    return panel_places(_net(nets.tuck_box, width, height, depth), bleed)


def panel_places(net: Net, bleed: float) -> dict[str, Place]:
    """Every panel by name, as values for a template.

    - `role`: `face`, `flap` or `tab`.
    - `transform`: puts a picture of `width` by `height` there, upright on the finished object.
    - `hollow`: depth of a notch in the panel's upper edge.
    - `clip`: how far the picture may reach (x, y, width, height in its own coordinates).
    - `outline`: a path on the sheet, the panel's edge; for a tab the part without ink.
    """
    return {panel.name: _place(net, panel, bleed * MM) for panel in net.panels}


def _place(net: Net, panel: Panel, bleed: float) -> Place:
    matrix, rect = panel.matrix, panel.rect
    back = matrix.inverse()
    here, clip = back.bounding_box(rect), back.bounding_box(net.printed_area(panel, bleed))
    return {
        "name": panel.name,
        "role": panel.role,
        "transform": _transform(matrix),
        "width": _short(here.width),
        "height": _short(here.height),
        "hollow": _short(panel.hollow),
        "clip": _values(clip),
        "outline": _path(panel.bare if panel.role == "tab" else panel.path),
    }


def _net(build: Callable[..., Net], *lengths: float) -> Net:
    """The net of these lengths in millimetres.

    Raises TypeError for anything but numbers, ValueError for lengths outside the limits.
    """
    for length in lengths:
        if isinstance(length, bool) or not isinstance(length, (int, float)):
            raise TypeError(f"a net is measured in numbers of mm, not {length!r}")
        if not SMALLEST <= length <= LARGEST:
            raise ValueError(f"a net measures {decimal(SMALLEST)} to {decimal(LARGEST)} mm, not {decimal(length)}")
    return build(*(length * MM for length in lengths))


def _lines(net: Net, bleed: float) -> Markup:
    """An SVG group of the layers `cut` and `fold`, mountain folds before valley folds, and of the fold marks."""
    from markupsafe import Markup
    from svgwrite import container

    svg: Any = container  # svgwrite has no types
    group = svg.Group(debug=False)
    for outline in net.outlines:
        group.add(_element(_path(outline), {"pnp:layer": "cut"}))
    for fold in sorted(net.folds, key=lambda fold: fold.valley):
        group.add(_element(_crease(fold), {"pnp:layer": "fold"}))
    marks = " ".join(_path(tick, close=False) for tick in net.fold_marks(bleed * MM)) if bleed else ""
    for paint in (_HALO, _INK) if marks else ():
        group.add(_element(marks, {"fill": "none", **paint}))
    return Markup(group.tostring())  # noqa: S704  numbers of ours


_HALO = {"stroke": "#ffffff", "stroke-width": "0.6"}
_INK = {"stroke": "#000000", "stroke-width": "0.15"}
"""Fold marks: hairlines on white, so that they show on dark art."""


def _element(path: str, attributes: Mapping[str, str]) -> Any:
    from svgwrite import path as svgwrite_path

    svg: Any = svgwrite_path
    element = svg.Path(path, debug=False)
    element.attribs.update(attributes)
    return element


def _crease(fold: Fold) -> str:
    return _path((fold.start, fold.end), close=False)


def _path(nodes: Iterable[Node], *, close: bool = True) -> str:
    """SVG path data, in millimetres."""
    words: list[str] = []
    for node in nodes:
        command = "C" if len(node) > 2 else "L" if words else "M"
        words.append(f"{command} {' '.join(decimal(to_mm(value)) for value in node)}")
    return " ".join([*words, "Z"] if close else words)


def _transform(matrix: Matrix) -> str:
    values = matrix.a, matrix.b, matrix.c, matrix.d, to_mm(matrix.e), to_mm(matrix.f)
    return f"matrix({' '.join(map(decimal, values))})"


def _values(rect: Rect) -> dict[str, float]:
    return {name: _short(getattr(rect, name)) for name in ("x", "y", "width", "height")}


def _short(points: float) -> float:
    return round(to_mm(points), 4)


LINES: dict[str, Callable[..., Markup]] = {net.__name__: net for net in (die_net, die_stickers, standee, tuck_box)}
"""Functions that draw nets, by the name that templates use."""

PLACES: dict[str, Callable[..., dict[str, Place]]] = {
    places.__name__: places for places in (die_places, sticker_places, standee_places, tuck_box_places)
}
"""Functions that give the places of panels, by the name that templates use."""
