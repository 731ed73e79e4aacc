"""`draw` in templates: ornament, pictures and nets by name. What draws is imported when nothing is cached.

Of a net there are two functions: one draws its layers of cuts and folds, the other gives the place of each panel's
picture. Lengths are millimetres; (0, 0) is the top left corner of the trim, as on a face.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from generator.base.errors import suggestion
from generator.base.geometry import Matrix
from generator.base.units import MM, decimal, to_mm
from generator.model import nets
from generator.model.nets import Net, Node, Panel
from generator.render.templates.budget import TemplateError
from generator.render.templates.lookups import FindFile, RenderCache
from generator.render.templates.views import TemplateView

if TYPE_CHECKING:
    from generator.render.pictures.picture_svg import PictureRenderer

PICTURE = "picture"  # the function that draws pictures from words
QR = "qr"
TESSERAE = "tesserae"

BLEED = 2.0
"""How far pictures run over the cuts, and how far fold marks reach beyond them, unless a template says otherwise."""

SMALLEST, LARGEST = 1.0, 2000.0  # limits of a net's lengths

Build = Callable[..., Net]
"""Builds a net from lengths in points."""
Place = Mapping[str, object]
"""Where one panel lies: see `panel_places`."""


class DrawFunctions(TemplateView):
    """Drawing functions and places of net panels, by name; equal calls are drawn once."""

    __slots__ = ("_cache", "_find", "_pictures", "_results")

    def __init__(self, cache: RenderCache, find: FindFile) -> None:
        """Take the cache for finished drawings, and `find`, which finds the files of pictures."""
        super().__init__("draw", {})
        self._cache = cache
        self._find = find
        self._pictures: PictureRenderer | None = None
        self._results: dict[str, object] = {}

    def compute(self, name: str) -> Callable[..., object]:
        """Return the drawing function of a name; an unknown name is a fault only when the function is called."""
        if name.startswith("_"):
            raise KeyError(name)

        def draw(*args: object, **paint: object) -> object:
            """Return the drawing, or places of panels, for some arguments."""
            call = f"{name} {args!r} {paint!r}"
            if call not in self._results:
                is_places = name.endswith("_places")
                self._results[call] = (
                    self._call(name, args, paint) if is_places else self._cached(name, call, args, paint)
                )
            return self._results[call]

        self.values[name] = draw
        return draw

    def _cached(self, name: str, call: str, args: tuple[object, ...], paint: dict[str, object]) -> Markup:
        """Return a drawing from the cache, or draw it and store it there."""
        # Text from a table may hold half of a surrogate pair; it must not stop the hash.
        key = "drawings/" + hashlib.sha256(call.encode("utf-8", "surrogatepass")).hexdigest()
        svg = self._cache.get(key)
        if svg is None:
            svg = str(self._call(name, args, paint))
            self._cache.put(key, svg)
        return Markup(svg)  # noqa: S704  drawn by us

    def _call(self, name: str, args: tuple[object, ...], paint: dict[str, object]) -> object:
        """Call a drawing function. Raises TemplateError for arguments that do not go with it."""
        # Pictures need a renderer with a vocabulary; all other functions stand alone.
        function: Callable[..., object] = self._picture_renderer().picture if name == PICTURE else _function(name)
        try:
            return function(*args, **paint)
        except ValueError as error:
            raise TemplateError(*map(str, error.args)) from error
        except (TypeError, ArithmeticError) as error:  # of Python itself
            from generator.render.templates.template_words import call_text

            raise TemplateError(call_text(str(error))) from error

    def _picture_renderer(self) -> PictureRenderer:
        """Return the renderer of all of a game's pictures, so that their vocabulary is read once."""
        if self._pictures is None:
            from generator.render.pictures.picture_svg import PictureRenderer

            self._pictures = PictureRenderer(self._find)
        return self._pictures


def _function(name: str) -> Callable[..., object]:
    """Return the drawing function of a name. Raises TemplateError for an unknown name."""
    nets = LINES | PLACES
    if name in nets:
        return nets[name]
    if name == QR:
        from generator.render.qr_drawing import qr

        return qr
    if name == TESSERAE:
        from generator.render.pictures.mosaic import tesserae

        return tesserae
    from generator.render.ornament import DRAWINGS

    if name not in DRAWINGS:
        raise TemplateError(f"{name!r} is unknown{suggestion(name, [PICTURE, QR, TESSERAE, *DRAWINGS, *nets])}")
    return DRAWINGS[name]


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
