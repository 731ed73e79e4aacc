"""The packed data of a picture: whether they can be unpacked to as many pixels as it has."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from generator.base.errors import HandledError, printable
from generator.preflight.content.pdf_values import has_entries, is_array, name_text

_PACKERS = {
    **dict.fromkeys(("/FlateDecode", "/Fl"), "flate"),
    **dict.fromkeys(("/LZWDecode", "/LZW", "/ASCII85Decode", "/A85", "/ASCIIHexDecode", "/AHx"), "bytes"),
    **dict.fromkeys(("/RunLengthDecode", "/RL"), "bytes"),
}
"""Filters that may stand before another one."""
_JPX_STARTS = (b"\0\0\0\x0cjP  \r\n\x87\n", b"\xff\x4f\xff\x51")
"""Of a file in JPEG 2000, and of its code alone (ISO 15444-1, I.5.1 and A.4.1)."""
_PIECE = 1 << 20
_ZLIB_HEADER = 2
_START_OF_IMAGE, _START_OF_SCAN = b"\xff\xd8", 0xDA
# C4 and CC begin tables, and C8 is reserved.
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Markers that begin a frame (ISO 10918-1, table B.1)."""
_ALONE = {0x01, *range(0xD0, 0xD9)}
"""Markers without a length."""
_FILLER = 0xFF


class ImageDamageError(HandledError):
    """The data of a picture cannot be unpacked; says why."""


class UnknownFilterError(HandledError):
    """A picture is packed in a way that is not known; says how."""


def check_image_data(stream: Any, components: int | None) -> None:
    """Check that the data of a picture can be unpacked; `components` counts the values of a pixel, None if unknown.

    Raises ImageDamageError and UnknownFilterError.
    """
    names = [str(name) for name in _listed(stream.get("/Filter"))]
    parameters = _listed(stream.get("/DecodeParms"))
    data = bytes(stream.read_raw_bytes())
    while names and names[0] in _PACKERS and len(names) > 1:
        data = b"".join(_unpacked(data, names.pop(0), parameters.pop(0) if parameters else None))
    name = names[0] if names else ""
    if name in _CHECKS:
        _CHECKS[name](data)
    elif not name or name in _PACKERS:
        pieces = _unpacked(data, name, parameters[0] if parameters else None) if name else iter([data])
        _check_length(pieces, stream, components)
    else:
        raise UnknownFilterError(printable(name_text(name)))


def _check_length(pieces: Iterator[bytes], stream: Any, components: int | None) -> None:
    """Raise ImageDamageError unless there are data for each row of pixels; data after them are not looked at.

    The last row may lack: viewers leave it white or black.
    """
    is_stencil = bool(stream.get("/ImageMask", False))
    if components is None and not is_stencil:
        size = math.inf
        least = 1
    else:
        bits = 1 if is_stencil else int(stream.get("/BitsPerComponent", 8)) * (components or 1)
        # Each row begins with a new byte (ISO 32000-1, 8.9.3).
        row = (int(stream.Width) * bits + 7) // 8
        size, least = row * int(stream.Height), row * (int(stream.Height) - 1)
    count = 0
    for piece in pieces:
        count += len(piece)
        if count >= size:
            return
    if count < max(least, 1):
        raise ImageDamageError("its data end too soon")


def _listed(value: Any) -> list[Any]:
    """Return the items of an array, or a single value, as a list."""
    if is_array(value):
        return list(value)
    return [] if value is None else [value]


def _unpacked(data: bytes, name: str, parameters: Any) -> Iterator[bytes]:
    """Yield the data that a filter unpacks, piece by piece."""
    return _inflated(data) if _PACKERS[name] == "flate" else iter([_unpacked_by_qpdf(data, name, parameters)])


def _unpacked_by_qpdf(data: bytes, name: str, parameters: Any) -> bytes:
    """Return the data that a filter other than Flate unpacks. Raises ImageDamageError."""
    import pikepdf

    holder = pikepdf.new()
    packed = pikepdf.Stream(holder, data, {"/Filter": pikepdf.Name(name)})
    if has_entries(parameters) and "/EarlyChange" in parameters:
        # Some writers of LZW let its codes grow one step later (ISO 32000-1, table 8).
        packed.DecodeParms = pikepdf.Dictionary(EarlyChange=int(parameters.EarlyChange))
    try:
        return bytes(packed.read_bytes(pikepdf.StreamDecodeLevel.specialized))
    except pikepdf.PdfError:
        raise ImageDamageError("its data cannot be unpacked") from None


def _inflated(data: bytes) -> Iterator[bytes]:
    """Yield data without their Flate compression, piece by piece: some files unpack to a thousand times their size.

    The checksum at the end is not compared: viewers show the pixels all the same. Raises ImageDamageError.
    """
    if not _begins_as_zlib(data):
        raise ImageDamageError("its data cannot be unpacked")
    inflater, remaining, piece = zlib.decompressobj(-zlib.MAX_WBITS), data[_ZLIB_HEADER:], b""
    while not inflater.eof and (remaining or piece):
        try:
            piece = inflater.decompress(remaining, _PIECE)
        except zlib.error:
            raise ImageDamageError("its data cannot be unpacked") from None
        remaining = inflater.unconsumed_tail
        yield piece


def _begins_as_zlib(data: bytes) -> bool:
    """Return whether data have the header of RFC 1950, or are too short for one."""
    return len(data) < _ZLIB_HEADER or (data[0] & 0x0F == zlib.DEFLATED and (data[0] << 8 | data[1]) % 31 == 0)


def _check_jpeg(data: bytes) -> None:
    """Raise ImageDamageError unless a JPEG has the headers of a frame and of a scan."""
    place = data.find(_START_OF_IMAGE) + len(_START_OF_IMAGE)
    has_frame = False
    while place >= len(_START_OF_IMAGE) and place + 4 <= len(data) and data[place] == _FILLER:
        marker = data[place + 1]
        if marker == _START_OF_SCAN and has_frame:
            return
        has_frame = has_frame or marker in _FRAMES
        # Any number of bytes FF may stand before a marker (ISO 10918-1, B.1.1.2).
        if marker == _FILLER:
            place += 1
        else:
            place += 2 + (0 if marker in _ALONE else int.from_bytes(data[place + 2 : place + 4], "big"))
    raise ImageDamageError("it lacks the headers of a JPEG")


def _check_jpx(data: bytes) -> None:
    """Raise ImageDamageError unless data begin like a JPEG 2000 file."""
    if not data.startswith(_JPX_STARTS):
        raise ImageDamageError("it does not begin as JPEG 2000 does")


_CHECKS: dict[str, Callable[[bytes], None]] = {
    **dict.fromkeys(("/DCTDecode", "/DCT"), _check_jpeg),
    "/JPXDecode": _check_jpx,
    # Any data of black and white pictures unpack to something.
    **dict.fromkeys(("/JBIG2Decode", "/CCITTFaxDecode", "/CCF"), lambda _: None),
}
"""Checks of the data by the filter that makes pixels of them."""
