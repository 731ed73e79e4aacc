"""The colours of a document for a print shop, in inks.

Black is black ink alone in text, lines and small shapes: where four inks do not meet exactly, thin lines get coloured
edges. So are text that is nearly all black, dark lines that are nearly neutral, and every grey, which stays neutral
however the press is set. Large shapes of black may be a rich black.
Everything else is converted by the profile of the printing condition, each colour once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import pairwise

from generator.base.cache import Cache
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.stored_data import DataStore
from generator.model.face import Raster, Stop
from generator.write.colours.cmyk_pictures import cmyk_picture
from generator.write.colours.profile_conversion import ProfileConversion
from generator.write.colours.written_colours import GREY, Step, WrittenColours, mixed_colour
from generator.write.pdf_syntax import fine, levels

BLACK = "#000000"
DARK, NEUTRAL = 22.0, 8.0
"""Lightness and chroma up to which a line counts as black: black ink alone has about 16 and 0 on coated paper."""
BLACK_PLATE = 0.85 * 255
"""Black ink from which a text counts as black: nobody sees the hue of strokes so thin, but everybody their edges."""
_VERSION = "1"
"""Version of the conversion of pictures: entries of another version in the cache are left alone."""
STEPS = 8
"""Parts of a gradient between two of its colours: a profile does not keep the colours between them on a line."""


@dataclass(frozen=True, slots=True)
class InkProfile:
    """The profile of a printing condition."""

    name: str
    content: bytes
    """The file of the ICC profile."""
    condition: str
    """Its name in the registry of characterisations, such as `FOGRA39`."""
    ink: float
    """Most ink that a converted colour has, in per cent."""
    also: tuple[str, ...] = ()
    """Other conditions that are so near that the profile serves them."""


class CmykColours(WrittenColours):
    """Colours converted by a profile."""

    space = "/DeviceCMYK"

    def __init__(
        self, profile: InkProfile, *, rich_black: Sequence[float] = (), limit: float = 0.0, cache: Cache | None = None
    ) -> None:
        """Take the rich black of large shapes in per cent of each ink; none for black ink alone.

        No pixel of a picture has more ink than `limit`, in per cent, or what the profile gives if that is more; the
        cache keeps converted pictures. Raises UsageError for a file that is no profile of CMYK.
        """
        self.profile = profile
        self.conversion = ProfileConversion(profile.content, profile.name)
        self.name = digest("cmyk", profile.content, repr(tuple(rich_black)))
        self._limit = max(limit, profile.ink)
        # Without a folder the cache keeps nothing, so that the rest needs no other path.
        cache_ = cache or Cache(None)
        self._cache = cache_.below(f"art/cmyk-{digest(_VERSION, profile.content, repr(self._limit))[:16]}")
        self._store = DataStore(self._cache.folder)
        self._known: dict[str, Raster] = {}
        """Converted pictures: many faces may show the same one."""
        rich = " ".join(fine(share / 100) for share in rich_black)
        self.areas: Mapping[str, str] = {BLACK: f"{rich} k"} if rich_black else {}
        # A document has few colours, and each conversion asks the profile.
        self.fill = lru_cache(maxsize=1024)(self._fill)
        self.operands = lru_cache(maxsize=4096)(self._operands)
        self.text = lru_cache(maxsize=1024)(self._text)
        self.stroke = lru_cache(maxsize=1024)(self._stroke)

    @cached_property
    def of_parts(self) -> WrittenColours:
        """The colours of parts, such as icons, without rich black: their size on paper is not known."""
        if not self.areas:
            return self
        return self._with(areas={}, name=f"{self.name} parts")

    @cached_property
    def translucent(self) -> WrittenColours:
        """Colours of semi-transparent ink, whose black takes four inks: black ink alone would leave grey, not shade."""
        return self._with(areas={}, name=f"{self.name} translucent", fill=self._shade, stroke=self._shade)

    def _with(self, **changes: object) -> CmykColours:
        """Return a copy of the colours with other attributes."""
        other = copy(self)
        other.__dict__.update(changes)
        return other

    @property
    def of_masks(self) -> WrittenColours:
        """The colours of masks, which are grey."""
        return GREY

    def ramp(self, stops: Sequence[Stop]) -> list[Step]:
        """Return the steps of a gradient, with colours converted between its stops."""
        # A gradient of greys stays in black ink; with one colour in it, all its stops are inks.
        operands = self.operands if all(_is_grey(paint) for _, paint, _ in stops) else self._profiled
        first = stops[0]
        ramp = [(first[0], operands(first[1]))]
        for (start, one, _), (end, other, _) in pairwise(stops):
            # A hard edge and a plain stretch have nothing between their ends.
            steps = 1 if one == other or start == end else STEPS
            for number in range(1, steps + 1):
                part = number / steps
                ramp.append((start + (end - start) * part, operands(mixed_colour(one, other, part))))
        return ramp

    def picture(self, raster: Raster) -> Raster:
        """Return a picture of pixels converted to inks, from the cache if it was converted before.

        Raises LostDataError.
        """
        converted = self._known.get(raster.key) or self._cache.get(raster.key)
        # An entry may be of another version, or its pixels may be gone from the store.
        if not isinstance(converted, Raster) or converted.key != raster.key or not converted.is_stored:
            converted = cmyk_picture(raster, self.conversion, self._limit, self._store.keep)
            self._cache.put(raster.key, converted)
        self._known[raster.key] = converted
        return converted

    def _fill(self, paint: str) -> str:
        """Return the operator that fills shapes with a colour."""
        return f"{self.operands(paint)} k"

    def _text(self, paint: str) -> str:
        """Return the operator that fills text with a colour; nearly black text is black ink alone."""
        return self.fill(BLACK if self.conversion.inks(paint)[3] >= BLACK_PLATE else paint)

    def _stroke(self, paint: str) -> str:
        """Return the operator for a line of a colour; a dark, nearly neutral line is black ink alone."""
        colour = self.conversion.lab(paint)
        is_black = colour.lightness <= DARK and colour.chroma <= NEUTRAL
        return self.fill(BLACK if is_black else paint)

    def _shade(self, paint: str) -> str:
        """Return the operator that fills with a colour in four inks, black too."""
        return f"{self._profiled(paint)} k"

    def _operands(self, paint: str) -> str:
        """Return the four inks of a colour, 0 to 1; a grey is black ink alone."""
        if not _is_grey(paint):
            return self._profiled(paint)
        return levels((0, 0, 0, self.conversion.black_of_grey[int(paint[1:3], 16)]))

    def _profiled(self, paint: str) -> str:
        """Return the four inks of a colour as the profile converts it."""
        return levels(self.conversion.inks(paint))


def _is_grey(paint: str) -> bool:
    """Whether a colour has as much red as green and blue."""
    return paint[1:3] == paint[3:5] == paint[5:7]
