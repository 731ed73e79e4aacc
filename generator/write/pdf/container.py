"""The objects, page tree, cross references and trailer of a PDF file, written by reportlab.

Of a form, all objects that are not streams are packed into one object stream (ISO 32000-1, 7.5.7): it has a thousand
small dictionaries that repeat each other. Packed, they take a tenth of the room.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from hashlib import md5
from itertools import accumulate, pairwise
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from generator.base.stored_data import StoredData

_settings: Any = rl_config
_pdfdoc: Any = pdfdoc


Chunks = tuple[bytes | StoredData, ...]
"""The content of an object in parts, so that large data is not copied to stand between two keywords.

Stored data is read when the file is written, so that a document never has all its pictures in memory.
"""


class _Body(pdfdoc.PDFObject):
    """An object given as its bytes."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        """Begin without content."""
        self.content: Chunks = ()

    def format(self, _document: Any) -> bytes:
        """Return the bytes of the object, as reportlab asks for them."""
        return b"".join(pieces(self.content))


class PdfContainer:
    """A PDF file being written. The same content gives the same bytes."""

    def __init__(self, language: str, version: tuple[int, int] = (1, 7)) -> None:
        """Begin a file in a language, such as `en`, of a version of PDF."""
        # A user's own ~/.reportlab_settings would change our bytes. `invariant` leaves out the time of writing.
        _settings.invariant, _settings.pdfComments, _settings.pdfMultiLine = 1, 0, 0
        self._file = _pdfdoc.PDFDocument(lang=language, pdfVersion=version)
        # reportlab writes an outline tree even where there is nothing in it.
        self._file.Outlines = self._file.Catalog.Outlines = None
        catalogue = self._file.Catalog
        catalogue.__NoDefault__ = [*catalogue.__NoDefault__, "OutputIntents"]  # it does not know them
        self._bodies: dict[str, _Body] = {}
        self._pages = self._file.Reference(self._file.Pages).format(self._file).decode()

    def reserve(self) -> str:
        """Return a reference to an object whose content comes later."""
        body = _Body()
        reference = str(self._file.Reference(body).format(self._file), "ascii")
        self._bodies[reference] = body
        return reference

    def fill(self, reference: str, content: Chunks | bytes | str) -> None:
        """Give a reserved object, by its reference, its content in PDF syntax."""
        data = content.encode("ascii") if isinstance(content, str) else content
        self._bodies[reference].content = (data,) if isinstance(data, bytes) else data

    def add(self, content: Chunks | bytes | str) -> str:
        """Add an object, and return a reference to it."""
        reference = self.reserve()
        self.fill(reference, content)
        return reference

    def page(self, entries: str, reference: str = "") -> None:
        """Add the next page: its dictionary without type and parent, under a reserved reference or a new one."""
        reference = reference or self.reserve()
        self.fill(reference, f"<</Type/Page/Parent {self._pages}{entries}>>")
        self._file.Pages.addPage(self._bodies[reference])

    def catalogue(self, **entries: str) -> None:
        """Add entries to the catalogue, the root of the file, with values in PDF syntax."""
        # reportlab writes only the entries it knows, and drops others silently.
        for key, value in entries.items():
            setattr(self._file.Catalog, key, value)

    def chunks(self, information: str) -> Iterator[bytes]:
        """Yield the file piece by piece, as reportlab would format it in memory.

        Its identifier is a hash of all objects, so equal files have equal identifiers. Raises LostDataError.
        """
        file, digest = self._file, md5(usedforsecurity=False)
        file.info = self._bodies[self.add(information)]
        # reportlab numbers objects when they are first referred to.
        file.Reference(file.Catalog)  # gives it a number, the last one
        head = bytes(_pdfdoc.PDFFile(file._pdfVersion).format(file))
        offset = len(head)
        yield head
        for number, name in file.numberToId.items():
            file.idToOffset[name] = offset
            written = file.idToObject[name]
            is_ours = isinstance(written, _Body)
            parts = written.content if is_ours else (_pdfdoc.format(written, file, toplevel=1),)
            offset += len(piece := b"%d 0 obj\n" % number)
            yield piece
            for piece in pieces(parts):
                offset += len(piece)
                if is_ours:
                    digest.update(piece)
                yield piece
            offset += len(end := b"endobj\n" if piece.endswith(b"\n") else b"\nendobj\n")
            yield end
        # Both halves alike: the file was never changed after it was written (ISO 32000-1, 14.4).
        half = f"<{digest.hexdigest()}>"
        file._ID = f"[{half}{half}]".encode()
        yield from self._trailer(offset)

    def _trailer(self, table_start: int) -> Iterator[bytes]:
        """Yield the cross-reference table, which begins at an offset, and the trailer."""
        file, table = self._file, _pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, list(file.numberToId.values()))
        yield table.format(file)
        root, information = file.Reference(file.Catalog), file.Reference(file.info)
        size = len(file.numberToId) + 1
        yield _pdfdoc.PDFTrailer(table_start, Size=size, Root=root, Info=information, ID=file.ID()).format(file)


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
    """Return the content of each object by its number, from 1; `end` is the end of the last one."""
    ends = dict(pairwise([*sorted(offsets), end]))
    slices = [file[offset : ends[offset]] for offset in offsets]
    bodies = [body.partition(b"obj")[2].strip().removesuffix(b"endobj").strip() for body in slices]
    return dict(enumerate(bodies, 1))


def _object_stream(objects: dict[int, bytes]) -> bytes:
    """Return one stream that holds many objects by number (ISO 32000-1, 7.5.7)."""
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
