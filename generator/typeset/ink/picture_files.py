"""Picture files of a game: find and decode each once, and compile each drawing once for every style it is shown in."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Fault, suggestion
from generator.base.geometry import Rect
from generator.base.memory.bounded_cache import BoundedCache
from generator.base.records import NamedTuple, dataclass, replace
from generator.model.face import Ink, Part, Raster
from generator.model.markup import EMBEDDED
from generator.typeset.ink.raster import ENDINGS, RasterFile, UnusablePictureError, content_digest, read_header
from generator.typeset.ink.raster_library import RasterLibrary
from generator.typeset.pdf_page import page_picture, pdf_page
from generator.typeset.svg.coordinate_systems import Aspect
from generator.typeset.svg.style import INITIAL, InheritedStyle
from generator.typeset.svg.svg_tree import Element, SvgFindings

if TYPE_CHECKING:
    from PIL.Image import Image as PixelsRgba

    from generator.typeset.ink.raster_encoding import PixelSize

FindFile = Callable[[str], tuple[str, bytes] | None]
"""Takes a name such as `icons/coin.svg`; returns the path to show and the content, or None where there is no file."""

EmbedLinks = Callable[[str, bytes, FindFile], bytes]
"""Takes the name and the content of a drawing; returns it with the pictures that it links."""

PaintInk = Callable[["tuple[Ink, ...]", "tuple[Part | Raster, ...]", Rect, float], "PixelsRgba"]
"""Takes ink, the parts it uses, the area to paint and the pixels to a unit; returns RGBA pixels."""

FindReason = Callable[[str], str | None]
"""Takes a name for which FindFile returned None; returns why the file is refused, or None where there is none."""

IconStyle = tuple[str, "str | None", float, tuple[float, float]]
"""The currentColor of an icon, colour and opacity of shapes without a fill, and its hatching."""

ListFiles = Callable[[str, str], Sequence[str]]
"""Takes a folder and an ending; returns the names that FindFile would find there."""


@dataclass(frozen=True, slots=True)
class CompiledPicture:
    """A drawing from a file, compiled."""

    part: Part
    """Its box is the viewBox."""
    parts: tuple[Part | Raster, ...]
    """All parts it needs, itself last."""
    references: int
    is_pixels: bool = False
    """Whether it is drawn as pixels, in the size of its place."""


@dataclass(frozen=True, slots=True)
class PictureResult:
    """A compiled picture, or its faults: they are repeated on every face that shows it."""

    picture: CompiledPicture | None
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...] = ()


class PictureOrder(NamedTuple):
    """A drawing where it is shown."""

    name: str
    """The name that templates write."""
    path: str
    content: bytes
    style: InheritedStyle
    place: Rect
    """Place that it is fitted into, in dots."""
    fit: Aspect
    dpi: float
    """Dots per inch; 0 where the size on paper is not known."""


DrawPixels = Callable[[PictureOrder, PictureResult], PictureResult]
"""Takes an order and the picture as a drawing; returns it, or the same as pixels."""

UNKNOWN_PLACE = Rect(0, 0, 1024, 1024), Aspect(), 0.0
"""Place, fit and dpi of a drawing as pixels whose size on paper is not known, as of an icon."""


@dataclass(frozen=True, slots=True)
class FoundRaster:
    """A picture of pixels whose header has been read, or the reasons why it cannot be used."""

    name: str
    """Name of the file for `find`; empty for one in a `data:` URL."""
    shown_path: str
    """The path to show."""
    file: RasterFile | None
    faults: tuple[Fault, ...] = ()
    data: bytes = b""
    """Content of one in a `data:` URL, else empty."""


_EMOJI = re.compile(r"[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*\.svg")
KEPT = 1000
"""Most drawings that are held at a time: each card of a large deck may have one of its own."""


class PictureFiles:
    """Finds pictures by name; `compile_picture` takes path, content, style and this object."""

    def __init__(
        self,
        find: FindFile,
        list_files: ListFiles,
        compile_picture: Callable[[str, bytes, InheritedStyle, PictureFiles], PictureResult],
        rasters: RasterLibrary | None = None,
        paint: PaintInk | None = None,
        refusal: FindReason = lambda _: None,
        pixels: DrawPixels | None = None,
        embed: EmbedLinks | None = None,
    ) -> None:
        """Take the functions that find, list and compile files of the game.

        Without `paint` shadows are left out; `refusal` says why a file may not be read; `pixels` draws pictures as
        pixels where the game asks for it; `embed` puts linked pictures into drawings.
        """
        self._embed = embed
        self._find, self._refusal, self._pixels = find, refusal, pixels
        self._list_files = list_files
        self._compile = compile_picture
        self._files: dict[str, tuple[str, bytes] | None] = BoundedCache(KEPT)
        self._icon_styles: dict[IconStyle, InheritedStyle] = {}
        self._pictures: dict[tuple[str, InheritedStyle], PictureResult] = BoundedCache(KEPT)
        self._rasters: dict[str, FoundRaster] = {}
        self._library = rasters or RasterLibrary(Cache(None))
        self.paint = paint
        """Paints what shadows are made of; None where they are left out."""
        self._last = "", b""
        """Name and content of the picture that was read last, which is encoded next."""
        self._damage: dict[str, Fault] = {}
        """Faults of pixels that cannot be decoded, by the digest of the file."""

    def icon(
        self,
        name: str,
        colours: IconStyle,
        element: Element,
        findings: SvgFindings,
        folder: str = "icons",
    ) -> CompiledPicture | None:
        """Compile an icon; `colours` are its currentColor, and colour, opacity and hatching of shapes without a fill.

        None where the icon cannot be drawn; the reason is then in `findings`.
        """
        file = f"{folder}/{name}.svg"
        # An icon is a file of its folder, and no path to another one.
        if "/" in name or "\\" in name or not self._file(file):
            near = [file.removeprefix(f"{folder}/").removesuffix(".svg") for file in self._list_files(folder, ".svg")]
            findings.fault(element, _no_icon(name, folder, near))
            return None
        style = self._icon_styles.get(colours)
        if style is None:
            color, fill, opacity, hatch = colours
            style = InheritedStyle(color, fill, opacity, hatch=hatch)
            self._icon_styles[colours] = style
        return self._picture(file, style, findings, name)

    def drawing(
        self,
        name: str,
        element: Element,
        findings: SvgFindings,
        place: tuple[Rect, Aspect, float] = UNKNOWN_PLACE,
    ) -> CompiledPicture | None:
        """Return a drawing compiled; None where it cannot be drawn, the reason is then in `findings`.

        `place` is its place in dots, how it is fitted into it, and the dpi, for a drawing shown as pixels.
        """
        return self._picture(name, INITIAL, findings, place=place) if self._existing(name, element, findings) else None

    def raster(self, name: str, element: Element, findings: SvgFindings) -> FoundRaster | None:
        """Return a file of pixels with its header read; None where it cannot be used.

        The reason is then in `findings`.
        """
        if name not in self._rasters:
            file = self._existing(name, element, findings)
            if not file:
                return None
            shown_path, content = file
            try:
                content = _drawn_page(name, content)
                self._rasters[name] = _read(name, shown_path, content)
            except UnusablePictureError as error:
                self._rasters[name] = FoundRaster(name, shown_path, None, (Fault(shown_path, str(error)),))
            self._files[name] = shown_path, b""  # pictures are large: no more than one is held
            self._last = name, content
        raster = self._rasters[name]
        findings.faults += raster.faults
        findings.warnings += [f"{raster.shown_path}: {note}" for note in raster.file.notes] if raster.file else []
        return raster if raster.file else None

    def inline(self, data: bytes, element: Element, findings: SvgFindings) -> FoundRaster | None:
        """Return the pixels of a `data:` URL; None where they cannot be used, the reason is then in `findings`."""
        raster = _read("", findings.where, data)
        findings.fault(element, *(f"picture in href {fault.what}" for fault in raster.faults))
        return replace(raster, data=data) if raster.file else None

    def encoded(
        self, raster: FoundRaster, size: PixelSize | None, element: Element, findings: SvgFindings
    ) -> Raster | None:
        """Return the pixels of a picture as a PDF takes them, reduced to `size`, None for its own size.

        None where the pixels are damaged; the reason is then in `findings`.
        """
        file = raster.file
        assert file is not None  # noqa: S101  others are not found
        if file.digest not in self._damage:
            try:
                return self._library.raster(lambda: self._content(raster), file, size)
            except UnusablePictureError as error:
                self._damage[file.digest] = Fault(raster.shown_path, str(error))
        fault = self._damage[file.digest]
        if raster.data:
            findings.fault(element, f"picture in href {fault.what}")
        else:
            findings.faults.append(fault)
        return None

    def soft(self, image: PixelsRgba) -> Raster:
        """Return an RGBA picture that was made by the program, such as a shadow, ready to be drawn."""
        return self._library.made(image)

    def _content(self, raster: FoundRaster) -> bytes:
        """Return the content of a picture file.

        Raises UnusablePictureError if it has changed since its header was read.
        """
        if raster.data:
            return raster.data
        name, data = self._last
        if name == raster.name:
            return data
        file = self._open(raster.name)
        data = _drawn_page(raster.name, file[1]) if file else b""
        if raster.file is None or content_digest(data) != raster.file.digest:
            # Size and pixels must be those of one file.
            raise UnusablePictureError("was changed while it was read; build again")
        return data

    def missing(self, name: str) -> str:
        """Return why there is no picture of a name; empty where there is one, or where it is refused."""
        return "" if self._file(name) or self._refusal(name) else self._no_picture(name)

    def _existing(self, name: str, element: Element, findings: SvgFindings) -> tuple[str, bytes] | None:
        """Return path and content of a file; None where there is none, the reason is then in `findings`."""
        file = self._file(name)
        if not file:
            findings.fault(element, self._refusal(name) or self._no_picture(name))
        return file

    def _no_picture(self, name: str) -> str:
        """Return the words of a fault for a missing picture, with a name that it may have been meant to be."""
        page = pdf_page(name)
        _, dot, ending = (page.file if page else name).rpartition(".")
        endings = (".svg", ".pdf", *(ending for endings in ENDINGS.values() for ending in endings))
        files = self._list_files("", "")
        pictures = [file for file in files if file.lower().endswith(endings)]
        # The right name with a wrong ending is the likeliest mistake.
        same = [file for file in pictures if _stem(file) == _stem(page.file if page else name)]
        near = same or [file for file in files if file.endswith(f"{dot}{ending}")]
        return (
            f"there is no picture {name!r}{suggestion(name, near) or (same and f'; did you mean {same[0]!r}?') or ''}"
        )

    def _file(self, name: str) -> tuple[str, bytes] | None:
        """Return path and content of a file, opened once; None where there is none."""
        if name not in self._files:
            self._files[name] = self._open(name)
        return self._files[name]

    def _open(self, name: str) -> tuple[str, bytes] | None:
        """Return path and content of a file, of a picture in a drawing such as `card.svg#1`, or of an emoji.

        Of a page such as `art.pdf#2` it is the content of the whole file. None where there is none.
        """
        if page := pdf_page(name):
            return self._find(page.file)
        file, _, number = name.partition("#")
        # A number behind `#` is a picture inside a drawing; any other name is the name of a file.
        if not re.fullmatch("[1-9][0-9]{0,3}", number):
            return self._with_links(name) or _emoji(name)
        drawing = self._find(file)
        data = _embedded(drawing[1], int(number)) if drawing else b""
        return (drawing[0], data) if drawing and data else None

    def _with_links(self, name: str) -> tuple[str, bytes] | None:
        """Return path and content of a file, a drawing with the pictures that it links put into it."""
        file = self._find(name)
        if self._embed and file and name.lower().endswith(".svg"):
            return file[0], self._embed(name, file[1], self._find)
        return file

    def _picture(
        self,
        name: str,
        style: InheritedStyle,
        findings: SvgFindings,
        icon: str = "",
        place: tuple[Rect, Aspect, float] = UNKNOWN_PLACE,
    ) -> CompiledPicture | None:
        """Return a drawing compiled in a style, once for all places; None where it has faults, which go to `findings`.

        `icon` is the name of an icon, empty for other drawings.
        """
        key = (name, style)
        result = self._pictures.get(key)
        if result is None:
            path, content = self._file(name) or (name, b"")
            result = self._pictures[key] = _as_icon(self._compile(path, content, style, self), icon)
        # Also where nothing is wrong: game.toml may ask for pixels.
        if self._pixels:
            path, content = self._file(name) or (name, b"")
            result = _as_icon(self._pixels(PictureOrder(name, path, content, style, *place), result), icon)
        findings.faults += result.faults
        findings.warnings += result.warnings
        return result.picture


def _as_icon(result: PictureResult, icon: str) -> PictureResult:
    """Return a compiled picture marked as the icon of a name; unchanged where the name is empty."""
    if not icon or result.picture is None:
        return result
    part = replace(result.picture.part, icon=icon)
    return replace(result, picture=replace(result.picture, part=part, parts=(*result.picture.parts[:-1], part)))


def _stem(name: str) -> str:
    """Return the name of a file without its folder and its ending, in small letters."""
    return PurePosixPath(name.lower()).stem


def _read(name: str, shown_path: str, data: bytes) -> FoundRaster:
    """Return a picture of pixels with its header read, or with the fault that makes it unusable."""
    try:
        return FoundRaster(name, shown_path, read_header(data, "" if "#" in name or pdf_page(name) else name))
    except UnusablePictureError as error:
        return FoundRaster(name, shown_path, None, (Fault(shown_path, str(error)),))


def _drawn_page(name: str, content: bytes) -> bytes:
    """Return a page of a PDF as a picture, other content as it is. Raises UnusablePictureError if there is no page."""
    page = pdf_page(name)
    return page_picture(content, page.number) if page else content


def _embedded(drawing: bytes, number: int) -> bytes:
    """Return the bytes of the picture of a number in a drawing, from 1; none where it is missing or damaged."""
    match = next(islice(re.finditer(EMBEDDED, drawing), number - 1, None), None)
    try:
        return base64.b64decode(b"".join(match[2].split()), validate=True) if match else b""
    except binascii.Error:
        return b""


def _emoji(name: str) -> tuple[str, bytes] | None:
    """Return path and content of an emoji asked for as an icon, from the set that may be installed."""
    folder, _, file = name.rpartition("/")
    if folder != "icons" or not _EMOJI.fullmatch(file):
        return None
    from generator.typeset.text.emoji_set import emoji_picture

    return emoji_picture(file.removesuffix(".svg"))


def _no_icon(name: str, folder: str, near: Sequence[str]) -> str:
    """Return the words of a fault for a missing icon or emoji, with advice; `near` has the names that exist."""
    from generator.typeset.scripts.emoji import emoji_of_file

    emoji = emoji_of_file(name)
    if emoji:
        from generator.base.system.install_command import install_tail
        from generator.typeset.text.emoji_set import EXTRA

        advice = f"no font has the emoji {emoji!r}; save a picture of it as {folder}/{name}.svg"
        return f"{advice}, or take that of OpenMoji, CC BY-SA 4.0{install_tail(EXTRA)}"
    tail = suggestion(name, near)
    if not tail and name.isidentifier():
        tail = f"; save a drawing of it as {folder}/{name}.svg in the game's folder"
    return f"there is no {folder[:-1]} {name!r}{tail}"
