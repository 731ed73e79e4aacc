"""Pictures in files, each compiled once however many faces show it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from generator.base.errors import Fault, Faults, suggestion
from generator.base.geometry import IDENTITY, Rect
from generator.base.records import dataclass
from generator.model.face import Part, Raster
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.compiler import Compiler, Dialect, draw_group
from generator.typeset.ink.drawing_extras import TooManyReferences
from generator.typeset.ink.raster import raster
from generator.typeset.svg.attribute_numbers import PICTURE_UNITS, length
from generator.typeset.svg.findings import SvgFindings, messages
from generator.typeset.svg.style import INITIAL, InheritedStyle
from generator.typeset.svg.svg_tree import Element, SvgTree, read_svg
from generator.typeset.svg.viewport import view_box

FindFile = Callable[[str], tuple[str, bytes] | None]
"""From a name such as `icons/coin.svg` to the file's path as shown and its content; None where there is none."""

ListFiles = Callable[[str, str], Sequence[str]]
"""From a folder and an ending to the names that `find` would find there."""

_SMALLEST, _LARGEST = 96 / 25.4, 2000 * 96 / 25.4
"""1 mm and 2 m in pixels of CSS."""


@dataclass(frozen=True, slots=True)
class CompiledPicture:
    """A drawing from a file, compiled."""

    part: Part
    """Its box is the viewBox."""
    parts: tuple[Part | Raster, ...]
    """All that it needs, itself last."""
    references: int


@dataclass(frozen=True, slots=True)
class _Kept:
    """A picture, or what is wrong with it: said again on every face that shows it."""

    picture: CompiledPicture | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _Pixels:
    raster: Raster | None
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()


class PictureFiles:
    """All pictures met so far."""

    def __init__(self, find: FindFile, known: ListFiles) -> None:
        self._find = find
        self._known = known
        self._dialect = Dialect.picture()
        self._files: dict[str, tuple[str, bytes] | None] = {}
        self._pictures: dict[tuple[str, InheritedStyle], _Kept] = {}
        self._rasters: dict[str, _Pixels] = {}

    def icon(
        self,
        name: str,
        color: str,
        tone: str | None,
        element: Element,
        found: SvgFindings,
        *,
        folder: str = "icons",
        shade: float = 1.0,
    ) -> CompiledPicture | None:
        """An icon in two colours: of what is drawn in currentColor, and of what has no fill of its own.

        `shade` is the opacity of a fill that says none of its own. None where the icon cannot be drawn, which is then
        among the faults.
        """
        file = f"{folder}/{name}.svg"
        if "/" in name or "\\" in name or not self._file(file):
            near = [known.removeprefix(f"{folder}/").removesuffix(".svg") for known in self._known(folder, ".svg")]
            found.fault(element, f"there is no {folder[:-1]} {name!r}{suggestion(name, near)}")
            return None
        return self._picture(file, self._dialect.wardrobe.two_tone(color, tone, shade), found)

    def drawing(self, name: str, element: Element, found: SvgFindings) -> CompiledPicture | None:
        """A vector drawing; None where it cannot be drawn, which is then among the faults."""
        if not self._file(name):
            self._missing(name, element, found)
            return None
        return self._picture(name, INITIAL, found)

    def raster(self, name: str, element: Element, found: SvgFindings) -> Raster | None:
        """The pixels of a file; None where it cannot be used, which is then among the faults."""
        file = self._file(name)
        if not file:
            self._missing(name, element, found)
            return None
        if name not in self._rasters:
            self._rasters[name] = _pixels(file[1], name, file[0])
            self._files[name] = file[0], b""  # the pixels are kept, the file need not be
        pixels = self._rasters[name]
        found.faults += pixels.faults
        found.warnings += pixels.notes
        return pixels.raster

    def inline(self, data: bytes, element: Element, found: SvgFindings) -> Raster | None:
        """The pixels within a drawing; None where they cannot be used, which is then among the faults."""
        key = hashlib.blake2b(data, digest_size=16).hexdigest()
        if key not in self._rasters:
            self._rasters[key] = _pixels(data, "", found.where)
        pixels = self._rasters[key]
        found.fault(element, *(f"picture in href {fault.what}" for fault in pixels.faults))
        return pixels.raster

    def _missing(self, name: str, element: Element, found: SvgFindings) -> None:
        ending = name[name.rfind(".") :] if "." in name else ""
        found.fault(element, f"there is no picture {name!r}{suggestion(name, list(self._known('', ending)))}")

    def _file(self, name: str) -> tuple[str, bytes] | None:
        if name not in self._files:
            self._files[name] = self._find(name)
        return self._files[name]

    def _picture(self, name: str, style: InheritedStyle, found: SvgFindings) -> CompiledPicture | None:
        key = (name, style)
        kept = self._pictures.get(key)
        if kept is None:
            kept = self._pictures[key] = self._compiled(name, style)
        found.faults += kept.faults
        return kept.picture

    def _compiled(self, name: str, style: InheritedStyle) -> _Kept:
        shown, content = self._file(name) or (name, b"")
        found = SvgFindings(shown, own_lines=True)
        try:
            document = read_svg(content, self._dialect.profile, found)
        except Faults as faults:
            return _Kept(None, faults.faults)
        try:
            view = _view(document)
        except ValueError as error:
            found.fault(document.root, *messages(error))
            return _Kept(None, tuple(found.faults))
        picture = self._drawn(document, view, style, content, found)
        return _Kept(None if found.faults else picture, tuple(found.faults))

    def _drawn(
        self, document: SvgTree, view: Rect, style: InheritedStyle, content: bytes, found: SvgFindings
    ) -> CompiledPicture:
        decimals = 4 if max(view.width, view.height) >= 10 else 7
        compiler = Compiler(document, self._dialect, found, self, view, decimals=decimals)
        canvas = Canvas()
        try:
            draw_group(compiler, document.root, compiler.look(document.root, style), IDENTITY, canvas)
        except TooManyReferences as overfull:
            found.fault(overfull.element, str(overfull))
        digest = hashlib.blake2b(content, digest_size=16, salt=b"picture")
        digest.update(f"{style.color} {style.fill} {style.fill_opacity:g}".encode())
        part = Part(f"part-{digest.hexdigest()}", view, canvas.ink())
        parts = (*compiler.gathered.parts.values(), part)
        return CompiledPicture(part, parts, compiler.gathered.references + 1)


def _view(document: SvgTree) -> Rect:
    """The rectangle of user units that a picture file draws.

    Raises ValueError where it does not say, or says something that cannot be.
    """
    root = document.root
    sizes = [_side(name, root.get(name)) for name in ("width", "height")]
    if text := root.get("viewBox"):
        return view_box(text)
    if sizes[0] is None or sizes[1] is None:
        raise ValueError("has no size; write viewBox='0 0 width height'")
    return Rect(0, 0, sizes[0], sizes[1])


def _side(name: str, text: str | None) -> float | None:
    """One side in pixels; None where it is left open."""
    if text is None or text.strip() in {"auto", "100%"}:
        return None
    try:
        value = length(text, PICTURE_UNITS)
    except ValueError as error:
        raise ValueError(f"{name}: {error}; size must be between 1 mm and 2 m") from None
    if not _SMALLEST <= value <= _LARGEST:
        raise ValueError(f"{name} is {text!r}; size must be between 1 mm and 2 m")
    return value


def _pixels(data: bytes, name: str, shown: str) -> _Pixels:
    try:
        found, notes = raster(data, name)
    except ValueError as error:
        return _Pixels(None, tuple(Fault(shown, str(what)) for what in error.args))
    return _Pixels(found, (), tuple(f"{shown}: {note}" for note in notes))
