"""Decodes text files, and tells of the first byte that is not UTF-8 where it stands and what was probably meant."""

from __future__ import annotations

import re

from generator.base.errors import Faults, fault

SHIFT_JIS = "cp932"
"""Codec of the CSV that a Japanese Excel saves if nothing else is chosen."""
LOCAL_CODECS = {SHIFT_JIS: "Shift-JIS", "cp1252": "Windows-1252"}
"""Codecs of the CSV that Excel saves in Japan, and in Western Europe and America, with their names."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_GUESSES = (("Shift-JIS", SHIFT_JIS), ("EUC-JP", "euc_jp"), ("Windows-1252", "cp1252"))
"""Name and codec of encodings that spreadsheets and editors write, in the order in which they are tried."""
_JAPANESE = "[\u3041-\u30fe\u4e00-\u9fff]{2,}"
"""A run of kana and kanji: single ones come about where letters with accents are decoded as Japanese."""
_SAMPLE = 100_000
"""Bytes that are looked at for a guess."""


def decode_utf8(data: bytes, where: str) -> str:
    """Decode UTF-8, with or without a byte order mark.

    Raises Faults with line and column of the first byte that is not UTF-8, and the encoding that the file probably has.
    """
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise encoding_fault(data, where, error.start) from None
    if "\0" in text[:4] and _is_utf16(data):
        raise encoding_fault(data, where, 0)
    return text


def decode_table(data: bytes, where: str) -> str:
    """Decode a table as spreadsheets save it: UTF-8, or UTF-16, which Excel calls Unicode, or a codec of the country.

    Raises as `decode_utf8`.
    """
    codec = table_codec(data)
    if codec in LOCAL_CODECS:
        return data.decode(codec)
    if not codec.startswith("utf-16"):
        return decode_utf8(data, where)
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        raise fault(where, "saved as UTF-16, and damaged; save it as UTF-8", line=1, unreadable=True) from None


def table_codec(data: bytes) -> str:
    """Return the codec of a table, which writes a byte order mark where the file has one.

    >>> table_codec("id".encode("utf-16")), table_codec(b"id"), table_codec("name,text".encode("utf-16-le"))
    ('utf-16', 'utf-8', 'utf-16-le')
    """
    if data.startswith(_UTF16_MARKS):
        return "utf-16"
    if _is_utf16(data):
        start = data[:200]
        return "utf-16-le" if start[1::2].count(0) > start[0::2].count(0) else "utf-16-be"
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    return _local_codec(data) or "utf-8"


def _local_codec(data: bytes) -> str:
    """Return the codec of Excel's plain CSV that a file is likely in; empty if it is UTF-8 or fits none."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        name = likely_encoding(data, error.start)
        codec = next((codec for codec, called in LOCAL_CODECS.items() if called == name), "")
        try:
            data.decode(codec or "ascii")
        except UnicodeDecodeError:
            return ""
        return codec
    return ""


def encoding_fault(data: bytes, where: str, offset: int) -> Faults:
    """Return the fault for a file whose byte at `offset` is not UTF-8."""
    name = likely_encoding(data, offset)
    if name == "UTF-16":
        return fault(where, "saved as UTF-16; save it as UTF-8", line=1, unreadable=True)
    before = data[:offset].decode("utf-8")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    message = f"byte {data[offset]:02X} is not UTF-8; save the file as UTF-8"
    if name:
        excel_advice = "; in Excel, save it as 'CSV UTF-8'" if where.lower().endswith((".csv", ".tsv")) else ""
        message = (
            f"byte {data[offset]:02X} is not UTF-8 and looks like {name}; "
            f"open the file as {name} in an editor and save it as UTF-8{excel_advice}"
        )
    return fault(where, message, line=line, column=column, unreadable=True)


def likely_encoding(data: bytes, offset: int) -> str:
    """Guess the encoding of a file from the text around its first byte that is not UTF-8; empty if none fits.

    >>> likely_encoding("剣,カード".encode("cp932"), 0)
    'Shift-JIS'
    >>> likely_encoding("café".encode("cp1252"), 3)
    'Windows-1252'
    """
    if _is_utf16(data):
        return "UTF-16"
    start = data.rfind(b"\n", 0, offset) + 1
    sample = data[start : start + _SAMPLE]
    sample = sample[: sample.rfind(b"\n") + 1] or sample  # a character must not be cut in two
    return next((name for name, codec in _GUESSES if _fits(sample, codec)), "")


def _is_utf16(data: bytes) -> bool:
    """Whether a file begins with the mark of UTF-16, or every second byte is zero, as in English text without it."""
    start = data[:200]
    zeros = max(start[0::2].count(0), start[1::2].count(0))
    return data.startswith(_UTF16_MARKS) or (len(start) >= 4 and 2 * zeros > 0.8 * len(start))


def _fits(sample: bytes, codec: str) -> bool:
    """Whether a sample makes sense in an encoding: nearly every file can be decoded as one of them."""
    try:
        text = sample.decode(codec)
    except UnicodeDecodeError:
        return False
    if codec == "cp1252":  # accents stand among plain letters
        return 2 * sum(char > "\x7f" for char in text) <= sum(map(str.isalpha, text))
    # Letters with accents, decoded as Japanese, give single characters between ASCII; real Japanese comes in runs.
    japanese = sum(map(len, re.findall(_JAPANESE, text)))
    return japanese > sum(char > "\x7f" for char in text) // 2
