"""Nets of dice, standees and boxes as drawings of templates.

Of a net there are two functions: one draws its layers of cuts and folds, the other gives the place of each panel's
picture. Lengths are millimetres; (0, 0) is the top left corner of the trim, as on a face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from markupsafe import Markup

from generator.base.geometry import Matrix
from generator.base.units import MM, decimal, to_mm
from generator.model import nets
from generator.model.nets import Net, Node, Panel

BLEED = 2.0
"""How far pictures run over the cuts, and how far fold marks reach beyond them, unless a template says otherwise."""

SMALLEST, LARGEST = 1.0, 2000.0  # limits of a net's lengths

Build = Callable[..., Net]
"""Builds a net from lengths in points."""
Place = Mapping[str, object]
"""Where one panel lies: see `panel_places`."""


def net_lines(build: Build, *lengths: float, bleed: float = BLEED, layer: str = "fold", **named: float) -> Markup:
    """Draw the layers `cut` and `fold` (or `score`) of a net, and its fold marks.

    `build` makes the net of `lengths`, in millimetres. Mountain folds come before valley folds.

    >>> net_lines(nets.stickers, 16, bleed=0)[:58]
    Markup('<g><path d="M 0 0 L 14 0 L 14 14 L 0 14 Z" pnp:layer="cut"')
    """
    net = _net(build, lengths, named)
    parts = [f'<path d="{_path(outline)}" pnp:layer="cut" />' for outline in net.outlines]
    folds = sorted(net.folds, key=lambda fold: fold.valley)
    parts += [f'<path d="{_path((fold.start, fold.end), close=False)}" pnp:layer="{layer}" />' for fold in folds]
    marks = " ".join(_path(mark, close=False) for mark in net.fold_marks(bleed * MM)) if bleed else ""
    # Fold marks are hairlines on white, so that they show on dark art.
    for colour, width in (("#ffffff", "0.6"), ("#000000", "0.15")) if marks else ():
        parts.append(f'<path d="{marks}" fill="none" stroke="{colour}" stroke-width="{width}" />')
    return Markup(f"<g>{''.join(parts)}</g>")  # noqa: S704  all numbers


def panel_places(build: Build, *lengths: float, bleed: float = BLEED, **named: float) -> dict[str, Place]:
    """Return every panel of a net by name, with its place, as values for a template.

    - `role`: `face`, `flap` or `tab`.
    - `transform`: puts a picture of `width` by `height` there, upright on the finished object.
    - `hollow`: depth of a notch in the panel's upper edge.
    - `clip`: how far the picture may reach (x, y, width, height in its own coordinates).
    - `outline`: a path on the sheet, the panel's edge; for a tab the part without ink.
    """
    net = _net(build, lengths, named)
    return {panel.name: _place(net, panel, bleed * MM) for panel in net.panels}


def _place(net: Net, panel: Panel, bleed: float) -> Place:
    """Return where one panel lies, as values for a template; `bleed` is in points."""
    # Templates draw in the coordinates of the panel, upright, and not of the sheet.
    back = panel.matrix.inverse()
    area, clip = back.bounding_box(panel.rect), back.bounding_box(net.printed_area(panel, bleed))
    return {
        "name": panel.name,
        "role": panel.role,
        "transform": _transform(panel.matrix),
        "width": _short(area.width),
        "height": _short(area.height),
        "hollow": _short(panel.hollow),
        "clip": {name: _short(getattr(clip, name)) for name in ("x", "y", "width", "height")},
        "outline": _path(panel.bare if panel.role == "tab" else panel.path),
    }


def _net(build: Build, lengths: tuple[float, ...], named: Mapping[str, float]) -> Net:
    """Return the net of some lengths in millimetres.

    Raises ValueError for anything but numbers, and for lengths outside the limits.
    """
    for length in (*lengths, *named.values()):
        if isinstance(length, bool) or not isinstance(length, (int, float)):
            raise ValueError(f"a net is measured in numbers of mm, not {length!r}")  # noqa: TRY004  told as it is
        if not SMALLEST <= length <= LARGEST:
            raise ValueError(f"a net measures {decimal(SMALLEST)} to {decimal(LARGEST)} mm, not {decimal(length)}")
    return build(*(length * MM for length in lengths), **{name: length * MM for name, length in named.items()})


def _path(nodes: Iterable[Node], *, close: bool = True) -> str:
    """Return SVG path data in millimetres for nodes in points; a node of six numbers is a curve."""
    words: list[str] = []
    for node in nodes:
        command = "C" if len(node) > 2 else "L" if words else "M"
        words.append(f"{command} {' '.join(decimal(to_mm(value)) for value in node)}")
    return " ".join([*words, "Z"] if close else words)


def _transform(matrix: Matrix) -> str:
    """Return a matrix as a `transform` of SVG, in millimetres."""
    values = matrix.a, matrix.b, matrix.c, matrix.d, to_mm(matrix.e), to_mm(matrix.f)
    return f"matrix({' '.join(map(decimal, values))})"


def _short(points: float) -> float:
    """Return points as millimetres, rounded to four places."""
    return round(to_mm(points), 4)


LINES: dict[str, Callable[..., Markup]] = {
    "die_net": partial(net_lines, nets.die),
    "die_stickers": partial(net_lines, nets.stickers, bleed=0),
    "standee": partial(net_lines, nets.standee),
    "tuck_box": partial(net_lines, nets.tuck_box, layer="score"),
}
"""Functions that draw nets, by the name that templates use."""

PLACES: dict[str, Callable[..., dict[str, Place]]] = {
    "die_places": partial(panel_places, nets.die),
    "sticker_places": partial(panel_places, nets.stickers, bleed=BLEED / 2),
    "standee_places": partial(panel_places, nets.standee),
    "tent_places": partial(panel_places, nets.tent, bleed=0),
    "tuck_box_places": partial(panel_places, nets.tuck_box),
}
"""Functions that give the places of panels, by the name that templates use."""
