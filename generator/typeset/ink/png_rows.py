"""Rows of PNG files: those that PDF can take as they are, and those of pictures that are encoded anew."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING

from generator.base.records import NamedTuple
from generator.typeset.ink.raster import has_other_profile, png_chunks

if TYPE_CHECKING:
    from PIL.Image import Image


class OwnRows(NamedTuple):
    """The compressed rows of a PNG file as they are in it."""

    chunks: tuple[bytes, ...]
    bits: int
    """Bits of one channel of one pixel."""
    palette: bytes
    row: int
    """Bytes of a row with the number of its filter."""
    height: int

    @property
    def size(self) -> int:
        """Return the number of compressed bytes."""
        return sum(map(len, self.chunks))

    @property
    def data(self) -> bytes:
        """Return the compressed bytes of all chunks together."""
        return b"".join(self.chunks)

    @property
    def are_whole(self) -> bool:
        """Return whether no row is missing and nothing follows the rows.

        Pillow forgives faults that a PDF viewer may not.
        """
        inflater = zlib.decompressobj()
        try:
            # One byte more than the picture needs, to notice data behind it without unpacking all of it.
            rows = inflater.decompress(self.data, self.row * self.height + 1)
        except zlib.error:
            return False
        ends = inflater.eof and not inflater.unused_data
        return ends and len(rows) == self.row * self.height and max(rows[:: self.row]) <= 4


def own_rows(data: bytes, image: Image) -> OwnRows | None:
    """Return the rows of a PNG that was checked and decoded; None where PDF cannot take them.

    It takes 8 bits and less, without alpha or profile and not interlaced.
    """
    chunks: dict[bytes, list[bytes]] = {}
    for name, start, end in png_chunks(data):
        chunks.setdefault(name, []).append(data[start:end])
    width, height, bits, kind, _, _, is_interlaced = struct.unpack(">2I5B", chunks[b"IHDR"][0])
    # A picture of true colours may bring a palette too, as a suggestion (PNG, 11.2.2).
    palette = chunks[b"PLTE"][0] if kind == _PALETTE else b""
    # PDF knows no interlaced rows, and an animated PNG (acTL) may begin with another picture.
    if bits > 8 or kind not in _CHANNELS or is_interlaced or b"acTL" in chunks:
        return None
    if "transparency" in image.info or has_other_profile(image) or (palette and _highest(image) >= len(palette) // 3):
        return None
    # A row is filled up to whole bytes, and stands behind the number of its filter.
    row = 1 + -(-width * bits * _CHANNELS[kind] // 8)
    return OwnRows(tuple(chunks[b"IDAT"]), bits, palette, row, height)


_PALETTE = 3
_CHANNELS = {0: 1, 2: 3, _PALETTE: 1}
"""Channels by the colour types of PNG without alpha: grey, RGB and palette."""


def _highest(image: Image) -> int:
    """Return the highest number of a colour that a picture with a palette uses."""
    return int(image.getextrema()[1])  # type: ignore[arg-type]  # one channel has one pair


_NONE, _SUB, _UP = range(3)
"""Filters of a PNG's rows: bytes as they are, less the pixel to the left, or less the pixel above."""
_Method = tuple[int, int]
"""A filter, and a strategy of zlib."""
_FLAT: _Method = _NONE, zlib.Z_DEFAULT_STRATEGY
"""Small for flat areas that repeat."""
_WAYS: tuple[_Method, ...] = (_FLAT, (_UP, zlib.Z_RLE), (_SUB, zlib.Z_RLE))
"""The last two are for photographs: as small as all that zlib can do, in a quarter of the time."""
_WORTH = 0.95
"""Ratio that makes an encoding worth its time: one that takes so much longer has to be so much smaller."""
_STRIPS, _STRIP = 4, 12
"""Number and height of the strips of a picture on which the ways are tried."""


def packed_rows(image: Image, room: int | None = None) -> bytes:
    """Return the compressed rows of a picture, grey or RGB.

    What takes more `room` than the file it comes from is encoded with the filter that fits each row, which is slow.
    """
    # All of a picture compressed three times would take three times as long.
    sample = _sample(image)
    sizes = {method: len(_deflated(sample, method)) for method in _WAYS}
    # Flat is the fastest to unpack, so that another method has to be clearly smaller.
    sizes[_FLAT] = round(sizes[_FLAT] / _WORTH)
    packed = _deflated(image, min(_WAYS, key=lambda method: sizes[method]))
    if room is None or len(packed) <= room:
        return packed
    # A filter for each row takes far longer, and is tried only where the room asks for it.
    rows = _adaptive_rows(image)
    ways = (zlib.Z_RLE, zlib.Z_FILTERED)
    return min([packed, *(_compressed(rows, strategy) for strategy in ways)], key=len)


def _deflated(image: Image, method: _Method) -> bytes:
    """Return the rows of a picture compressed by a filter and a strategy of zlib."""
    return _compressed(_filtered(image, method[0]), method[1])


def _compressed(rows: bytes, strategy: int) -> bytes:
    """Return rows compressed by zlib with a strategy."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 15, 9, strategy)
    # Level 6 and the largest window: a picture is packed once and kept in the cache.
    return packer.compress(rows) + packer.flush()


def _filtered(image: Image, filter_: int) -> bytes:
    """Return the rows of a picture with a filter, each behind the filter's number (PNG specification, 9.2)."""
    from PIL import Image, ImageChops

    if filter_ != _NONE:
        before = Image.new(image.mode, image.size)
        before.paste(image, (1, 0) if filter_ == _SUB else (0, 1))
        image = ImageChops.subtract_modulo(image, before)
    pixels, number = image.tobytes(), bytes((filter_,))
    row = len(pixels) // image.height
    return b"".join([number + pixels[start : start + row] for start in range(0, len(pixels), row)])


def _adaptive_rows(image: Image) -> bytes:
    """Return rows with the filter that fits each best, as Pillow finds it.

    Its own compression is not used: it is not the same on every processor.
    """
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=0)
    data = file.getvalue()
    return zlib.decompress(b"".join(data[start:end] for name, start, end in png_chunks(data) if name == b"IDAT"))


def _sample(image: Image) -> Image:
    """Return a small picture of strips from all heights of a picture; a low picture is returned as it is."""
    from PIL import Image

    if image.height <= 2 * _STRIPS * _STRIP:
        return image
    sample = Image.new(image.mode, (image.width, _STRIPS * _STRIP))
    for number in range(_STRIPS):
        # Strips from everywhere, as a sky packs otherwise than what is below it.
        top = number * image.height // _STRIPS
        sample.paste(image.crop((0, top, image.width, top + _STRIP)), (0, number * _STRIP))
    return sample
