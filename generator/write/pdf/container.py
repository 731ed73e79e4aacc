"""The objects, page tree, cross references and trailer of a PDF file.

Of a form, all objects that are not streams are packed into one object stream (ISO 32000-1, 7.5.7): it has a thousand
small dictionaries that repeat each other. Packed, they take a tenth of the room.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from hashlib import md5
from itertools import accumulate, pairwise

from generator.base.stored_data import StoredData
from generator.write.pdf_syntax import string

Chunks = tuple[bytes | StoredData, ...]
"""The content of an object in parts, so that large data is not copied to stand between two keywords.

Stored data is read when the file is written, so that a document never has all its pictures in memory.
"""

# A program that takes the file for text sees by the four bytes above 127 that it is none (ISO 32000-1, 7.5.2). They and
# the words are those of reportlab, which wrote these files before: equal games have equal bytes in all versions.
_BINARY = b"%\x93\x8c\x8b\x9e ReportLab Generated PDF document (opensource)\n"

_IN_LINE, _KIDS_IN_LINE = 6, 10
"""Most entries of a dictionary and of an array in one line."""


class PdfContainer:
    """A PDF file being written. The same content gives the same bytes."""

    def __init__(self, language: str, version: tuple[int, int] = (1, 7)) -> None:
        self._version = version
        self._contents: list[Chunks] = []
        self._kids: list[str] = []
        self.add("<<\n\n>>")  # stood for fonts of viewers, which are not used; numbers of objects stay as they are
        self._pages = self.reserve()
        self._catalogue = {
            "Lang": string(language),
            "PageMode": "/UseNone",
            "Pages": self._pages,
            "Type": "/Catalog",
        }

    def reserve(self) -> str:
        """Return a reference to an object whose content comes later."""
        self._contents.append(())
        return f"{len(self._contents)} 0 R"

    def fill(self, reference: str, content: Chunks | bytes | str) -> None:
        data = content.encode("ascii") if isinstance(content, str) else content
        self._contents[_number(reference) - 1] = (data,) if isinstance(data, bytes) else data

    def add(self, content: Chunks | bytes | str) -> str:
        reference = self.reserve()
        self.fill(reference, content)
        return reference

    def page(self, entries: str, reference: str = "") -> None:
        """Add the next page: its dictionary without type and parent, under a reserved reference or a new one."""
        reference = reference or self.reserve()
        self.fill(reference, f"<</Type/Page/Parent {self._pages}{entries}>>")
        self._kids.append(reference)

    def catalogue(self, **entries: str) -> None:
        self._catalogue |= entries

    def chunks(self, information: str) -> Iterator[bytes]:
        """Yield the file piece by piece.

        Its identifier is a hash of all objects but the page tree and the catalogue, which say nothing of their own:
        equal files have equal identifiers. Raises LostDataError.
        """
        info, root, digest = self.add(information), self.reserve(), md5(usedforsecurity=False)
        kids = _in_lines(self._kids, _KIDS_IN_LINE)
        self.fill(self._pages, f"<<\n/Count {len(self._kids)} /Kids [ {kids} ] /Type /Pages\n>>")
        entries = [f"/{key} {value}" for key, value in sorted(self._catalogue.items())]
        self.fill(root, f"<<\n{_in_lines(entries, _IN_LINE)}\n>>")
        unhashed = {1, _number(self._pages), _number(root)}
        piece = b"%%PDF-%d.%d\n" % self._version + _BINARY
        offset, offsets = len(piece), list[int]()
        yield piece
        for number, content in enumerate(self._contents, 1):
            offsets.append(offset)
            offset += len(piece := b"%d 0 obj\n" % number)
            yield piece
            for piece in pieces(content):
                offset += len(piece)
                if number not in unhashed:
                    digest.update(piece)
                yield piece
            offset += len(end := b"endobj\n" if piece.endswith(b"\n") else b"\nendobj\n")
            yield end
        # Both halves alike: the file was never changed after it was written (ISO 32000-1, 14.4).
        half = f"<{digest.hexdigest()}>"
        size = len(offsets) + 1
        rows = "".join([f"{place:010} 00000 n \n" for place in offsets])
        trailer = f"<<\n/ID [{half}{half}]\n/Info {info}\n/Root {root}\n/Size {size}\n>>"
        table = f"xref\n0 {size}\n0000000000 65535 f \n{rows}trailer\n{trailer}\nstartxref\n{offset}\n%%EOF\n"
        yield table.encode("ascii")


def _number(reference: str) -> int:
    """Return the number of an object that a reference names."""
    return int(reference.partition(" ")[0])


def _in_lines(entries: Sequence[str], most: int) -> str:
    """Return entries with a line break after so many of them."""
    lines = (" ".join(entries[start : start + most]) for start in range(0, len(entries), most))
    return " \n  ".join(lines)


def pieces(parts: Chunks) -> Iterator[bytes]:
    """Yield the content of an object, stored data piece by piece. Raises LostDataError."""
    for part in parts:
        if isinstance(part, bytes):
            yield part
        else:
            yield from part.chunks()


def stream(entries: str, data: bytes | StoredData, *, filter_: str = "/FlateDecode") -> Chunks:
    r"""Return a stream object around data that is already compressed; the data is not copied.

    >>> stream("/N 1", b"data")
    (b'<</N 1/Filter/FlateDecode/Length 4>>stream\n', b'data', b'\nendstream')
    """
    packed = f"/Filter{filter_}" if filter_ else ""
    size = len(data) if isinstance(data, bytes) else data.size
    head = f"<<{entries}{packed}/Length {size}>>stream\n"
    return head.encode("ascii"), data, b"\nendstream"


_ENTRY = re.compile(rb"(\d{10}) \d{5} n")


def pack_objects(file: bytes) -> bytes:
    """Return the file with the same objects under the same numbers, behind a cross-reference stream (7.5.8).

    The file must be written by PdfContainer: one section, each object as `7 0 obj` … `endobj`.
    """
    start = int(file[file.rindex(b"startxref") :].split()[1])
    table, _, ending = file[start:].partition(b"trailer")
    offsets = [int(offset) for offset in _ENTRY.findall(table)]
    objects = _objects(file, offsets, start)
    plain = {int(number) for number in re.findall(rb"/Info (\d+)", ending)}  # so that a file's date is found by any eye
    # Streams may not stand in an object stream (ISO 32000-1, 7.5.7).
    small = [number for number, body in objects.items() if not body.endswith(b"endstream") and number not in plain]
    holder = len(objects) + 1
    large = {number: body for number, body in objects.items() if number not in set(small)}
    large[holder] = _object_stream({number: objects[number] for number in small})
    trailer = ending.partition(b"startxref")[0].strip().removeprefix(b"<<").removesuffix(b">>")
    return _assemble(file[: min(offsets)], large, small, re.sub(rb"/Size \d+", b"", trailer))


def _objects(file: bytes, offsets: list[int], end: int) -> dict[int, bytes]:
    ends = dict(pairwise([*sorted(offsets), end]))
    slices = [file[offset : ends[offset]] for offset in offsets]
    bodies = [body.partition(b"obj")[2].strip().removesuffix(b"endobj").strip() for body in slices]
    return dict(enumerate(bodies, 1))


def _object_stream(objects: dict[int, bytes]) -> bytes:
    offsets = [0, *accumulate(len(body) + 1 for body in objects.values())]
    head = " ".join(f"{number} {offset}" for number, offset in zip(objects, offsets, strict=False)).encode()
    data = b"\n".join((head, *objects.values()))
    return b"".join(pieces(stream(f"/Type/ObjStm/N {len(objects)}/First {len(head) + 1}", zlib.compress(data, 9))))


def _assemble(head: bytes, large: dict[int, bytes], small: list[int], trailer: bytes) -> bytes:
    """Return the file: the streams, the object stream, and the cross-reference stream."""
    holder = max(large)
    rows: dict[int, tuple[int, int, int]] = {0: (0, 0, 0xFFFF)}
    rows |= {number: (2, holder, index) for index, number in enumerate(small)}
    chunks, offset = [head], len(head)
    for number, body in large.items():
        rows[number] = (1, offset, 0)
        chunks.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        offset += len(chunks[-1])
    rows[holder + 1] = (1, offset, 0)
    table = zlib.compress(b"".join(struct.pack(">BIH", *rows[number]) for number in range(len(rows))), 9)
    # One byte of type, four of offset, two of index: a form stays far below 4 GB and 65,536 objects.
    entries = f"/Type/XRef/Size {len(rows)}/W[1 4 2]{trailer.decode('latin-1')}"
    return b"".join(chunks) + b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (
        holder + 1,
        b"".join(pieces(stream(entries, table))),
        offset,
    )
