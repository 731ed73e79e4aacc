"""Encode pictures for PDF: what PDF can take goes in as it is, the rest is reduced and compressed anew.

A PDF holds the rows of a PNG as its IDAT chunks do (ISO 32000-1, 7.4.4.4), and a JPEG as it is (7.4.8).
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from generator.base.records import NamedTuple
from generator.base.stored_data import StoredData
from generator.model.face import EncodedPixels, Raster, image_digest
from generator.typeset.ink.png_rows import own_rows, packed_rows
from generator.typeset.ink.raster import RasterFile, decoding, has_other_profile, open_image, orientation

if TYPE_CHECKING:
    from PIL.Image import Image

Keep = Callable[[bytes], StoredData]
"""Stores data."""

PixelSize = tuple[int, int]

_QUALITY = 92
"""Quality of a JPEG that is encoded anew; its colours are not coarser than its brightness (4:4:4)."""
_FRAMES = {0xC0, 0xC2}
"""Frame headers of the JPEG files that PDF can take: baseline and progressive."""


def raster_key(file: RasterFile, size: PixelSize | None) -> str:
    """Return the key of a picture at a size in pixels; None for its own."""
    return f"raster-{file.digest}" + (f"-{size[0]}x{size[1]}" if size else "")


def encode_raster(data: bytes, file: RasterFile, size: PixelSize | None, keep: Keep) -> Raster:
    """Return a picture, reduced to a size, or as large as it is where that takes less room.

    Raises UnusablePictureError where the file is damaged.
    """
    with decoding():
        image = open_image(data, file.kind)
        if size and file.kind == "JPEG":
            image.draft(None, (2 * size[0], 2 * size[1]))  # decodes a half, quarter or eighth of what is much too fine
        image.seek(0)
        image.load()
        return _raster(raster_key(file, size), _encoded(data, file, image, size), keep)


def made_raster(image: Image, keep: Keep) -> Raster:
    """Return an RGBA picture that was made by the program, such as a shadow."""
    # The width as salt: the same bytes in other rows are another picture.
    content = hashlib.blake2b(image.tobytes(), digest_size=16, salt=b"%d" % image.width).hexdigest()
    colours = image.convert("RGB")
    return _raster(
        f"soft-{content}",
        _Encoded(colours, packed_rows(colours), image.size, alpha=image.getchannel("A")),
        keep,
    )


class _Encoded(NamedTuple):
    image: Image
    """What it shows, as L, RGB or, where the file has one, with its palette."""
    data: bytes
    size: PixelSize
    is_jpeg: bool = False
    bits: int = 8
    palette: bytes = b""
    alpha: Image | None = None


def _encoded(data: bytes, file: RasterFile, image: Image, size: PixelSize | None) -> _Encoded:
    """Return the smallest encoding of a picture that PDF can take, reduced to `size`, None for its own size."""
    is_upright = orientation(image, data) == 1
    # A JPEG that is encoded again loses detail.
    if file.kind == "JPEG" and is_upright and _fits_pdf(image, data):
        return _jpeg(data, file, image, size)
    rows = own_rows(data, image) if file.kind == "PNG" and is_upright else None
    if rows and rows.bits == 1:
        size = None  # lines of one bit would become grey, and larger
    encoded = None if rows and size is None else _encoded_anew(data, file, image, size)
    if encoded and size and encoded.alpha and len(encoded.data) > len(data):
        # Few colours beside transparent ones become many where they are reduced.
        encoded = min(encoded, _encoded_anew(data, file, image, None), key=lambda candidate: len(candidate.data))
    if rows and (encoded is None or rows.size <= len(encoded.data)) and rows.are_whole:
        return _Encoded(image, rows.data, image.size, bits=rows.bits, palette=rows.palette)
    return encoded or _encoded_anew(data, file, image, size)


def _raster(key: str, encoded: _Encoded, keep: Keep) -> Raster:
    """Return an encoded picture as a raster, its data stored by `keep`."""
    colours = "palette" if encoded.palette else "grey" if encoded.image.mode in {"1", "L"} else "rgb"
    # However its rows are encoded, a picture that is no JPEG is identified by its RGB pixels.
    space = "/DeviceGray" if encoded.is_jpeg and colours == "grey" else "/DeviceRGB"
    pixel_bytes = encoded.data if encoded.is_jpeg else _in_mode(encoded.image, "RGB").tobytes()
    digest = image_digest(*encoded.size, space, pixel_bytes, encoded.alpha.tobytes() if encoded.alpha else b"")
    pixels = EncodedPixels(keep(encoded.data), colours, encoded.is_jpeg, encoded.bits, encoded.palette)
    alpha = EncodedPixels(keep(packed_rows(encoded.alpha)), "grey") if encoded.alpha else None
    return Raster(key, *encoded.size, pixels, alpha, digest)


def _jpeg(data: bytes, file: RasterFile, image: Image, size: PixelSize | None) -> _Encoded:
    """Return a JPEG as it is, or reduced where that is smaller."""
    whole = _Encoded(image, _without_metadata(data), (file.width, file.height), is_jpeg=True)
    if size is None:
        return whole
    reduced = _Encoded(image, _as_jpeg(_resized(image, size)), size, is_jpeg=True)
    # A reduced JPEG may be larger than the original, whose quality was lower.
    return min(whole, reduced, key=lambda encoded: len(encoded.data))


def _encoded_anew(data: bytes, file: RasterFile, image: Image, size: PixelSize | None) -> _Encoded:
    """Return a picture converted to sRGB, turned upright, resized and compressed again.

    Files that were compressed with loss become JPEG, all others rows as PNG has them.
    """
    image = _to_srgb(image)
    if orientation(image, data) != 1:
        from PIL import ImageOps

        image = ImageOps.exif_transpose(image) or image
    image = _resized(_flattened(image), size or (file.width, file.height))
    alpha = image.getchannel("A") if image.mode in {"LA", "RGBA"} else None
    if alpha and alpha.getextrema() == (255, 255):
        alpha = None
    image = _in_mode(image, "RGB" if image.mode in {"RGB", "RGBA"} else "L")
    if file.kind in {"JPEG", "AVIF"} or (file.kind == "WEBP" and _is_lossy_webp(data)):
        # What has lost a little already loses no more here than anyone can see.
        return _Encoded(image, _as_jpeg(image), image.size, is_jpeg=True, alpha=alpha)
    return _Encoded(image, packed_rows(image, None if size else len(data)), image.size, alpha=alpha)


def _fits_pdf(image: Image, data: bytes) -> bool:
    """Return whether an upright JPEG can go into a PDF as it is: baseline or progressive, RGB or grey, and sRGB."""
    if image.mode not in {"RGB", "L"} or has_other_profile(image):
        return False
    # Frame headers are C0 to CF without C4 (Huffman tables), C8 (reserved) and CC (arithmetic conditioning).
    frames = [marker for marker, _, _ in _segments(data) if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}]
    return len(frames) == 1 and frames[0] in _FRAMES


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield marker, start and end of each segment of a JPEG before its scan, the compressed pixels."""
    start = 2
    while start + 4 <= len(data) and data[start] == 0xFF and data[start + 1] != 0xDA:
        # Fill bytes may stand before a marker (JPEG, B.1.1.2).
        if data[start + 1] == 0xFF:
            start += 1
            continue
        end = start + 2 + int.from_bytes(data[start + 2 : start + 4], "big")
        yield data[start + 1], start, end
        start = end


def _without_metadata(data: bytes) -> bytes:
    """Return a JPEG without camera data, comments and profiles.

    A published PDF must not carry where a photo was taken.
    """
    segments, scan_start = [data[:2]], 2
    for marker, start, end in _segments(data):
        # APP0 (JFIF) and APP14 (Adobe) say how colours are coded, and stay.
        if not (0xE1 <= marker <= 0xED or marker in {0xEF, 0xFE}):
            segments.append(data[start:end])
        scan_start = end
    return b"".join([*segments, data[scan_start:]])


def _is_lossy_webp(data: bytes) -> bool:
    """Return whether a WebP file is compressed with loss, by its chunk `VP8 ` behind a header of 12 bytes."""
    start = 12
    while start + 8 <= len(data):
        if data[start : start + 4] == b"VP8 ":
            return True
        size = int.from_bytes(data[start + 4 : start + 8], "little")
        # Chunks of odd size are padded by one byte.
        start += 8 + size + size % 2
    return False


def _as_jpeg(image: Image) -> bytes:
    """Return a picture as the content of a JPEG file."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return _without_metadata(file.getvalue())  # Pillow copies the comment


def _to_srgb(image: Image) -> Image:
    """Return the picture converted to sRGB; unchanged where its profile is invalid."""
    if not has_other_profile(image) or image.mode not in {"RGB", "CMYK", "L"}:
        return image
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        converted = ImageCms.profileToProfile(image, profile, ImageCms.createProfile("sRGB"), outputMode="RGB")
    # An invalid profile is as good as none: the colours are taken for sRGB.
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return converted or image


def _flattened(image: Image) -> Image:
    """Return the picture in one of the modes L, LA, RGB and RGBA."""
    if image.mode.startswith("I"):
        # 16-bit grey: Pillow would clip it to white.
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    if "transparency" in image.info:
        return image.convert("RGBA")
    if image.mode in {"LA", "La"}:
        return image.convert("LA")
    if image.mode in {"PA", "RGBA", "RGBa"}:
        return image.convert("RGBA")
    return _in_mode(image, "L" if image.mode in {"1", "L"} else "RGB")


def _in_mode(image: Image, mode: str) -> Image:
    """Return the picture in a mode of Pillow; not copied where it is in that mode already."""
    return image if image.mode == mode else image.convert(mode)


def _resized(image: Image, size: PixelSize) -> Image:
    """Return the picture at another size in pixels; Pillow weighs colours by their alpha."""
    from PIL.Image import Resampling

    return image if image.size == size else image.resize(size, Resampling.LANCZOS, reducing_gap=3.0)
