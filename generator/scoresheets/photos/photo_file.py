"""Open a photo: its format, its size, and the way it was held."""

from __future__ import annotations

import io
import re

from PIL import Image, ImageOps, UnidentifiedImageError

from generator.base.system.heif_head import HEIF_HEAD
from generator.scoresheets.file_origin import NO_PICTURE
from generator.scoresheets.pdf_library import UnreadableFormError

LONGEST_SIDE = 2600
"""Pixels to which larger photos are reduced: a sheet that fills the photo has 220 dpi then."""
_SHORTEST_SIDE = 900
"""Pixels of the longer side below which no box of a sheet can be told from its neighbour."""
_MOST_PIXELS = 56_000_000
"""Pixels that are decoded at most: a quarter of a GB."""
_MOST_WHOLE = {"WEBP": 21_000_000, "AVIF": 40_000_000}
"""The same in formats that are decoded as a whole, several times over: reading takes 380 MB."""
_PALETTES = ("1", "P")
"""Modes whose pixels have no mean."""
_TRANSPARENT = ("RGBA", "LA", "PA")
"""Modes that Pillow copies as a whole before it makes a picture smaller."""
_STRIP = 64
"""Rows of the smaller picture that are made at a time."""
_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "AVIF", "BMP", "GIF")


def open_photo(data: bytes) -> Image.Image:
    """Return a photo upright, in RGB and of a size to work with. Raises UnreadableFormError."""
    try:
        photo = _decoder(data)
        # JPEG is decoded at a half or a quarter, where that is still large enough.
        photo.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        _check_size(photo.size, _MOST_WHOLE.get(photo.format or "", _MOST_PIXELS))
        if photo.mode in _PALETTES:
            photo = ImageOps.exif_transpose(photo).convert("RGB")
        if photo.mode in _TRANSPARENT:
            photo = _opaque(photo)
        # Reduced before it is turned, and in place, a large photo is in memory only once.
        photo.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.BOX, reducing_gap=None)
        return ImageOps.exif_transpose(photo).convert("RGB")
    except UnidentifiedImageError:
        raise UnreadableFormError(NO_PICTURE) from None
    # Pillow raises what the decoder of the format makes of a damaged file.
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise UnreadableFormError("is damaged; take the photo again") from None


def _decoder(data: bytes) -> Image.Image:
    """Return the picture of a file, decoded if it is in HEIC."""
    try:
        return Image.open(io.BytesIO(data), formats=_FORMATS)
    except UnidentifiedImageError:
        if not re.match(HEIF_HEAD, data, re.DOTALL):
            raise
        return _decoded_heif(data)


def _decoded_heif(data: bytes) -> Image.Image:
    """Return a photo in HEIC. Raises UnreadableFormError where the library for it is missing."""
    try:
        # In the extra `photo`; Windows on ARM and browser tabs have no wheel of it.
        import pi_heif
    except ImportError:
        raise UnreadableFormError("is a photo in HEIC, which cannot be read here; save it as JPEG") from None
    heif = pi_heif.open_heif(io.BytesIO(data))
    _check_size(heif.size)
    photo: Image.Image = heif.to_pillow()
    return photo


def _opaque(photo: Image.Image) -> Image.Image:
    """Return a photo without transparency, not turned yet, at a half, a third and so on of its size."""
    factor = max(1, max(photo.size) // LONGEST_SIDE)
    width, height = (-(-side // factor) for side in photo.size)
    opaque = Image.new("RGB", (width, height))
    rows = _STRIP * factor
    for top in range(0, photo.height, rows):
        strip = photo.crop((0, top, photo.width, min(top + rows, photo.height))).convert("RGB")
        opaque.paste(strip.reduce(factor), (0, top // factor))
    opaque.getexif().update(photo.getexif())
    return opaque


def _check_size(size: tuple[int, int], most: int = _MOST_PIXELS) -> None:
    """Raise UnreadableFormError for a photo with too many pixels, or too few to read."""
    width, height = size
    if width * height > most:
        raise UnreadableFormError(
            f"has {width * height // 10**6} million pixels; save it with {most // 10**6} million at most"
        )
    if max(width, height) < _SHORTEST_SIDE:
        raise UnreadableFormError(
            f"has only {width} × {height} pixels; take the photo again with {_SHORTEST_SIDE} pixels or more"
        )
