"""Decode PNG, JPEG and WebP files to 8-bit RGB. The files may come from anyone, so all damage is refused."""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.model.face import Raster

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 40_000_000
"""A3 at 380 dpi; more would fill the memory of a small machine."""

_KINDS = ((b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"))
_ENDINGS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",)}
_BASELINE = 0xC0
_ORIENTATION = 274
"""The EXIF tag that says how the camera was held; PDF ignores it."""


class UnusablePicture(ValueError):  # noqa: N818  it names the condition, as the message does
    """A picture that cannot be drawn; the message follows its name."""


def raster(data: bytes, name: str = "") -> tuple[Raster, tuple[str, ...]]:
    """The pixels of a PNG, JPEG or WebP file, and warnings about it.

    A baseline JPEG in RGB or grey stays a JPEG. Raises UnusablePicture where the file cannot be used.
    """
    kind = _kind(data)
    if kind == "PNG":
        _check_png(data)
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    odd = ending and ending not in _ENDINGS[kind]
    notes = (f"is {'WebP' if kind == 'WEBP' else kind} in spite of its name",) if odd else ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found, frames = _decoded(data, kind)
    except UnusablePicture:
        raise
    except Exception as error:  # decoders raise whatever they like on broken files
        raise UnusablePicture(_damage(error)) from None
    return found, (*notes, f"is animated; the first of its {frames} pictures is drawn") if frames > 1 else notes


def _kind(data: bytes) -> str:
    """The format by content, not by name. Raises UnusablePicture for all but three."""
    if not data:
        raise UnusablePicture("is empty")
    for magic, kind in _KINDS:
        if data.startswith(magic):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data.lstrip()[:1] == b"<":
        raise UnusablePicture("is not a picture but a page of markup; save it as PNG, JPEG or WebP")
    raise UnusablePicture("is not PNG, JPEG or WebP")


def _check_png(data: bytes) -> None:
    """Check the chunks of a PNG: Pillow ignores wrong check sums."""
    at = 8
    while True:
        if at + 12 > len(data):
            raise UnusablePicture(f"is damaged at byte {len(data)}: it breaks off")
        size, name = struct.unpack_from(">I4s", data, at)
        end = at + 8 + size
        if end + 4 > len(data):
            raise UnusablePicture(f"is damaged at byte {len(data)}: it breaks off")
        if zlib.crc32(memoryview(data)[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise UnusablePicture(f"is damaged at byte {at}: wrong check sum")
        if name == b"IHDR" and size >= 8:
            _check_size(*struct.unpack_from(">II", data, at + 8))
        if name == b"IEND":
            return
        at = end + 4


def _check_size(width: int, height: int) -> None:
    if not width or not height:
        raise UnusablePicture(f"is {width} x {height} pixels; it needs at least one")
    if width * height > MOST_PIXELS:
        raise UnusablePicture(f"is {width} x {height} pixels, over 40 megapixels")


def _decoded(data: bytes, kind: str) -> tuple[Raster, int]:
    from PIL import Image, ImageFile

    assert not ImageFile.LOAD_TRUNCATED_IMAGES  # noqa: S101  a damaged picture has to be a fault
    image: Image.Image = Image.open(io.BytesIO(data), formats=(kind,))
    _check_size(*image.size)
    frames = getattr(image, "n_frames", 1)
    image.seek(0)
    image.load()
    key = f"raster-{hashlib.blake2b(data, digest_size=16).hexdigest()}"
    if kind == "JPEG" and _fits_pdf(image, data):
        return Raster(key, image.width, image.height, jpeg=_without_metadata(data)), frames
    image = _to_srgb(image)
    if image.getexif().get(_ORIENTATION, 1) != 1:
        from PIL import ImageOps

        image = ImageOps.exif_transpose(image) or image
    rgb, alpha = _channels(image)
    return Raster(key, image.width, image.height, rgb=rgb, alpha=alpha), frames


def _damage(error: Exception) -> str:
    text = str(error).split("\n")[0]
    if type(error).__name__ == "DecompressionBombError":
        return "is over 40 megapixels"
    if "ecompressed data too large" in text or "text chunk" in text:
        return "has a text chunk that is too large"
    if "cannot identify" in text:
        return "is damaged: its header cannot be read"
    return f"is damaged: {text or type(error).__name__}"


def _fits_pdf(image: Image, data: bytes) -> bool:
    """Whether a JPEG can go into a PDF unchanged: baseline, RGB or grey, upright, and sRGB."""
    if image.mode not in {"RGB", "L"} or image.getexif().get(_ORIENTATION, 1) != 1 or _has_other_profile(image):
        return False
    # Frame headers are C0 to CF without C4 (Huffman tables), C8 (reserved) and CC (arithmetic conditioning).
    frames = [marker for marker, _, _ in _segments(data) if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}]
    return frames == [_BASELINE]


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and end of each segment before the scan."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        if data[at + 1] == 0xFF:
            at += 1
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        yield data[at + 1], at, end
        at = end


def _without_metadata(data: bytes) -> bytes:
    """The JPEG without camera data, comments and profiles: a published PDF must not carry where a photo was taken."""
    segments, rest = [data[:2]], 2
    for marker, start, end in _segments(data):
        if not (0xE1 <= marker <= 0xED or marker in {0xEF, 0xFE}):
            segments.append(data[start:end])
        rest = end
    return b"".join([*segments, data[rest:]])


def _has_other_profile(image: Image) -> bool:
    profile: bytes = image.info.get("icc_profile") or b""
    return bool(profile) and b"sRGB" not in profile and "sRGB".encode("utf-16-be") not in profile


def _to_srgb(image: Image) -> Image:
    """The picture converted to sRGB; unchanged where its profile is invalid."""
    if not _has_other_profile(image) or image.mode not in {"RGB", "CMYK", "L"}:
        return image
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        converted = ImageCms.profileToProfile(image, profile, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return converted or image


def _channels(image: Image) -> tuple[bytes, bytes]:
    """RGB and alpha rows; alpha is empty where the picture is opaque."""
    if image.mode.startswith("I"):
        # 16-bit grey: Pillow would clip it to white.
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" not in image.info and image.mode not in {"LA", "PA", "La", "RGBA", "RGBa"}:
        return image.convert("RGB").tobytes(), b""
    image = image.convert("RGBA")
    alpha = image.getchannel("A")
    shows = alpha.getextrema() != (255, 255)
    return image.convert("RGB").tobytes(), alpha.tobytes() if shows else b""
