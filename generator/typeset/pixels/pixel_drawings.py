"""Pictures drawn as pixels by resvg, from the extra `pixels`: those that game.toml names, or that are refused."""

from __future__ import annotations

import base64
import math
from fnmatch import fnmatchcase

from generator.base.errors import Fault
from generator.base.geometry import Rect
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.system.limited_child import ask_child
from generator.base.system.process_limits import ProcessLimits
from generator.model.face import Image, Part, Raster
from generator.model.game import PixelChoice
from generator.typeset.ink.picture_files import CompiledPicture, PictureOrder, PictureResult
from generator.typeset.ink.raster import RasterFile, UnusablePictureError
from generator.typeset.ink.raster_library import RasterLibrary
from generator.typeset.pixels.pixel_source import PixelSource, read_pixel_source
from generator.typeset.pixels.resvg_process import ResvgOrder, draw_with_resvg
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.tidy.drawing_file import UnreadableDrawingError

MOST_PIXELS = 40_000_000
"""Most pixels of a picture; resvg holds it several times where parts of it are transparent."""
_SECONDS = 30
_LIMITS = ProcessLimits(memory=2 << 30, seconds=_SECONDS, file_size=0, open_files=64, wall=_SECONDS)
_ROLE = "text"
_KEPT = 1000


@dataclass(frozen=True, slots=True)
class _Place:
    """The size at which a picture is drawn."""

    width: int
    height: int
    dpi: float
    """0 where the size on paper is not known, as of icons."""

    @property
    def words(self) -> str:
        """Return words on the resolution of a picture that is drawn as pixels, for a note."""
        if self.dpi:
            return f"is drawn as pixels at {self.dpi:.0f} dpi"
        return f"is drawn as pixels, {max(self.width, self.height)} on its longer side"


class PixelDrawings:
    """Draws pictures as pixels, each once for every size at which it is shown."""

    def __init__(self, fonts: FontLibrary, library: RasterLibrary, choice: PixelChoice) -> None:
        """Take the fonts of text, the store of pictures, and the drawings that game.toml wants as pixels."""
        self._fonts, self._library, self._choice = fonts, library, choice
        self._results: dict[object, PictureResult] = {}
        self._text_fonts: tuple[str, tuple[str, ...]] | None = None

    def picture(self, order: PictureOrder, result: PictureResult) -> PictureResult:
        """Return a picture as pixels where game.toml asks for that; else the result, with advice if it is refused."""
        is_named = any(fnmatchcase(order.name, name) for name in self._choice.names)
        if result.picture and not is_named:
            return result
        key = (order.name, order.style, order.place, order.fit, order.dpi)
        drawn = self._results.get(key)
        # A result may outlive the file with its pixels.
        if drawn is None or not _is_stored(drawn):
            if len(self._results) >= _KEPT:
                self._results.clear()
            drawn = self._results[key] = self._result(order, result, is_chosen=is_named or self._choice.refused)
        return drawn

    def _result(self, order: PictureOrder, result: PictureResult, *, is_chosen: bool) -> PictureResult:
        """Draw a picture as pixels where that is chosen; else add advice to its faults."""
        try:
            source = read_pixel_source(order.content)
        except UnreadableDrawingError:
            return result
        # Only advice: pixels lose sharpness, which the author of the game decides on.
        if not is_chosen:
            line = f'"{order.name}" = "as pixels"'
            advice = Fault(order.path, f"it can be drawn as pixels: write below [pictures] in game.toml: {line}")
            return replace(result, faults=(*result.faults, advice))
        if fault := _lacking():
            return PictureResult(None, (Fault(order.path, fault),))
        place = _place(order, source.box)
        try:
            picture = self._drawn(order, source, place)
        except UnusablePictureError as error:
            return PictureResult(None, (*result.faults, Fault(order.path, str(error))))
        reason = f": {result.faults[0].what}" if result.faults else ""
        notes = (f"{place.words}{reason}", *source.notes)
        return PictureResult(picture, (), tuple(f"{order.path}: {note}" for note in notes))

    def _drawn(self, order: PictureOrder, source: PixelSource, place: _Place) -> CompiledPicture:
        """Return the picture as pixels. Raises UnusablePictureError where resvg cannot draw it within its limits."""
        from importlib.metadata import version

        family, files = self._fonts_of_text() if source.has_text else ("", ())
        resvg = ResvgOrder(source.svg(place.width, place.height, order.style), family, files)
        # Another version of resvg may draw other pixels.
        key = digest(version("resvg-py"), *resvg[:2], *self._fonts)
        raster = self._library.raster(lambda: _png(resvg), RasterFile(key, "PNG", place.width, place.height), None)
        part = Part(f"part-{key}", source.box, (Image(raster.key, source.box),))
        return CompiledPicture(part, (raster, part), 2, is_pixels=True)

    def _fonts_of_text(self) -> tuple[str, tuple[str, ...]]:
        """Return the family of the role of text, and the files of all fonts."""
        from PIL import ImageFont

        if self._text_fonts is None:
            first = self._fonts[self._fonts.stack(_ROLE, "en")[0]]
            family = ImageFont.truetype(first.path).getname()[0] or ""
            self._text_fonts = family, tuple(dict.fromkeys(font.path for font in self._fonts.values()))
        return self._text_fonts


def _is_stored(result: PictureResult) -> bool:
    """Return whether the pixels of a result are still in the store; true for a result without a picture."""
    return not result.picture or all(part.is_stored for part in result.picture.parts if isinstance(part, Raster))


def _place(order: PictureOrder, box: Rect) -> _Place:
    """Return the size of a picture in dots, smaller where there would be too many."""
    fitted = order.fit.fit(box, order.place)
    scale = max(math.hypot(fitted.a, fitted.b), math.hypot(fitted.c, fitted.d))
    scale = scale or 1.0  # of a place without a size, where nothing is seen
    fewer = min(1.0, math.sqrt(MOST_PIXELS / (box.width * box.height)) / scale)
    width, height = (max(1, round(side * scale * fewer)) for side in (box.width, box.height))
    return _Place(min(width, MOST_PIXELS // height), height, order.dpi * fewer)


def _lacking() -> str:
    """Return the fault where resvg is not installed; empty where it is."""
    from importlib.util import find_spec

    if find_spec("resvg_py"):
        return ""
    from generator.base.system.install_command import install_tail

    return f"is drawn as pixels by resvg{install_tail('pixels')}"


def _png(order: ResvgOrder) -> bytes:
    """Return the PNG that resvg draws in a child process.

    Raises UnusablePictureError where it fails or takes too long.
    """
    answer, end = ask_child(draw_with_resvg, order, _LIMITS)
    if answer is None:
        limits = f" within {_SECONDS} s and {_LIMITS.memory >> 30} GiB" if end.is_limit else ""
        raise UnusablePictureError(f"cannot be drawn as pixels{limits}; save it as PNG")
    if "fault" in answer:
        raise UnusablePictureError(f"cannot be drawn as pixels: {answer['fault']}; save it as PNG")
    return base64.b64decode(answer["png"])
