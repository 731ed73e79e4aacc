"""Open pictures of pixels, PNG to TIFF. They may come from anyone, so all damage is refused."""

from __future__ import annotations

import hashlib
import io
import math
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from generator.base.errors import GeneratorError, HandledError
from generator.base.records import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

MOST_PIXELS = 80_000_000
"""A board of A1 at 300 dpi has 70; more would fill the memory of a small machine."""

# How files begin; WebP and AVIF have a length before their names, and are told apart in `_kind`.
_KINDS = (
    *((b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF87a", "GIF"), (b"GIF89a", "GIF"), (b"BM", "BMP")),
    *((b"II*\x00", "TIFF"), (b"MM\x00*", "TIFF")),
)
ENDINGS = {
    "PNG": (".png",),
    "JPEG": (".jpg", ".jpeg"),
    "WEBP": (".webp",),
    "AVIF": (".avif",),
    "GIF": (".gif",),
    "BMP": (".bmp",),
    "TIFF": (".tif", ".tiff"),
}
NAMES = {"WEBP": "WebP"}
"""How people write the kinds whose names are not their capitals."""
_PLAIN_CHUNKS = frozenset(b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs tIME hIST".split())
"""Chunks of a PNG that say nothing of an orientation."""
# Orientations of EXIF in which width and height change places.
_SIDEWAYS = frozenset((5, 6, 7, 8))
_ORIENTATION = 274
"""The EXIF tag that says how the camera was held; PDF ignores it."""


class UnusablePictureError(HandledError, ValueError):
    """A picture that cannot be drawn; the message follows its name."""


@dataclass(frozen=True, slots=True)
class RasterFile:
    """The facts in the header of a picture file."""

    digest: str
    """Digest of the file's content."""
    kind: str
    """`PNG`, `JPEG`, `WEBP`, `AVIF`, `GIF`, `BMP` or `TIFF`."""
    width: int
    height: int
    """Height in pixels, as it is shown: a camera may have been held sideways."""
    notes: tuple[str, ...] = ()
    """Warnings."""
    is_black_and_white: bool = False
    """Whether its pixels have one bit each."""


def read_header(data: bytes, name: str = "") -> RasterFile:
    """Read the size of a picture; its pixels may still turn out to be damaged.

    Raises UnusablePictureError where the file cannot be used.
    """
    kind = _kind(data)
    if kind == "PNG":
        _check_png(data)
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    notes = [f"is {NAMES.get(kind, kind)} in spite of its name"]
    with decoding():
        image = open_image(data, kind)
        width, height = image.size
        if orientation(image, data) in _SIDEWAYS:
            width, height = height, width
        frames, is_black_and_white = getattr(image, "n_frames", 1), image.mode == "1"
    if not ending or ending in ENDINGS[kind]:
        notes.clear()
    if frames > 1:
        if kind == "TIFF":
            notes.append(f"has several pages; the first of its {frames} pictures is drawn")
        else:
            notes.append(f"is animated; the first of its {frames} pictures is drawn")
    return RasterFile(content_digest(data), kind, width, height, tuple(notes), is_black_and_white)


def content_digest(data: bytes) -> str:
    """Return a digest of the content of a picture file; equal files have the same."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


@contextmanager
def decoding() -> Iterator[None]:
    """Run a block in which any error of a decoder is raised as UnusablePictureError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except UnusablePictureError:
        raise
    except GeneratorError as error:  # of a decoder that this computer lacks
        raise UnusablePictureError(str(error)) from None
    except Exception as error:  # decoders raise whatever they like on broken files
        raise UnusablePictureError(_damage(error)) from None


def open_image(data: bytes, kind: str) -> ImageFile:
    """Return the first picture of a file, its pixels not decoded yet. Raises the errors of the decoder."""
    from PIL import Image, ImageFile

    assert not ImageFile.LOAD_TRUNCATED_IMAGES  # noqa: S101  a damaged picture has to be a fault
    image = Image.open(io.BytesIO(data), formats=(kind,))
    _check_size(*image.size)
    return image


def _kind(data: bytes) -> str:
    """Return the format of a picture by its content, not its name. Raises UnusablePictureError for other formats."""
    if not data:
        raise UnusablePictureError("is empty")
    for magic, kind in _KINDS:
        if data.startswith(magic):
            return kind
    # In these two formats a length comes before the name.
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:12] in {b"ftypavif", b"ftypavis"}:
        return "AVIF"
    if data.lstrip()[:1] == b"<":
        raise UnusablePictureError("is not a picture but a page of markup; save it as PNG, JPEG or WebP")
    raise UnusablePictureError("is not PNG, JPEG, WebP, AVIF, GIF, BMP or TIFF")


def _check_png(data: bytes) -> None:
    """Raise UnusablePictureError for a PNG that breaks off or has a wrong check sum, which Pillow ignores."""
    start = 8
    while True:
        if start + 12 > len(data):
            raise UnusablePictureError(f"is damaged at byte {len(data)}: it breaks off")
        size, name = struct.unpack_from(">I4s", data, start)
        end = start + 8 + size
        if end + 4 > len(data):
            raise UnusablePictureError(f"is damaged at byte {len(data)}: it breaks off")
        # A memoryview, as slices of a large picture would be copied.
        if zlib.crc32(memoryview(data)[start + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise UnusablePictureError(f"is damaged at byte {start}: wrong check sum")
        if name == b"IHDR" and size >= 8:
            _check_size(*struct.unpack_from(">II", data, start + 8))
        if name == b"IEND":
            return
        start = end + 4


def _check_size(width: int, height: int) -> None:
    """Raise UnusablePictureError for a picture without pixels, or with more than MOST_PIXELS."""
    if not width or not height:
        raise UnusablePictureError(f"is {width} x {height} pixels; it needs at least one")
    if width * height > MOST_PIXELS:
        size = math.ceil(width * height / 1e5) / 10  # rounded up, so that it is never shown as the limit itself
        limit = MOST_PIXELS // 1_000_000
        raise UnusablePictureError(f"is {width} x {height} pixels, {size:g} megapixels; the limit is {limit}")


def orientation(image: Image, data: bytes) -> int:
    """Return how the camera was held, 1 for upright.

    Pillow decodes a PNG to look for EXIF data behind its pixels, so only those with an unusual chunk are asked.
    """
    if data.startswith(b"\x89PNG") and {name for name, _, _ in png_chunks(data)} <= _PLAIN_CHUNKS:
        return 1
    return int(image.getexif().get(_ORIENTATION, 1))


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield name, start and end of the content of each chunk of a PNG that was checked."""
    start, name = 8, b""
    while name != b"IEND":
        size, name = struct.unpack_from(">I4s", data, start)
        yield name, start + 8, start + 8 + size
        start += size + 12


def _damage(error: Exception) -> str:
    """Return words for the user on an error of a decoder, such as "is damaged: it breaks off"."""
    # Pillow's errors have no codes: only their texts tell what happened.
    text = str(error).split("\n")[0]
    if type(error).__name__ == "DecompressionBombError":
        return f"has more than {MOST_PIXELS // 1_000_000} megapixels; save it smaller"
    if "ecompressed data too large" in text or "text chunk" in text:
        return "has a text chunk that is too large"
    if "cannot identify" in text:
        return "is damaged: its header cannot be read"
    if "truncated" in text or "end of file" in text:
        return "is damaged: it breaks off"
    return "is damaged: its pixels cannot be read"


def has_other_profile(image: Image) -> bool:
    """Return whether the colours of a picture are in another space than sRGB."""
    profile: bytes = image.info.get("icc_profile") or b""
    # The description in a profile names its space, in ASCII or in UTF-16.
    return bool(profile) and b"sRGB" not in profile and "sRGB".encode("utf-16-be") not in profile
