"""The objects, page tree, cross references and trailer of a PDF file, written by reportlab."""

from __future__ import annotations

from hashlib import md5
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

_settings: Any = rl_config
_pdfdoc: Any = pdfdoc


class _Body(pdfdoc.PDFObject):
    """An object given as its bytes."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        self.content = b""

    def format(self, _document: Any) -> bytes:
        return self.content


class PdfContainer:
    """A PDF file being written. The same content gives the same bytes."""

    def __init__(self, language: str) -> None:
        # A user's own ~/.reportlab_settings would change our bytes. `invariant` leaves out the time of writing.
        _settings.invariant, _settings.pdfComments, _settings.pdfMultiLine = 1, 0, 0
        self._file = _pdfdoc.PDFDocument(lang=language, pdfVersion=(1, 7))
        # reportlab writes an outline tree even where there is nothing in it.
        self._file.Outlines = self._file.Catalog.Outlines = None
        self._bodies: dict[str, _Body] = {}
        self._pages = self._file.Reference(self._file.Pages).format(self._file).decode()

    def reserve(self) -> str:
        """Return a reference to an object whose content comes later."""
        body = _Body()
        reference = str(self._file.Reference(body).format(self._file), "ascii")
        self._bodies[reference] = body
        return reference

    def fill(self, reference: str, content: bytes | str) -> None:
        self._bodies[reference].content = content.encode("ascii") if isinstance(content, str) else content

    def add(self, content: bytes | str) -> str:
        reference = self.reserve()
        self.fill(reference, content)
        return reference

    def page(self, entries: str, reference: str = "") -> None:
        """Add the next page: its dictionary without type and parent, under a reserved reference or a new one."""
        reference = reference or self.reserve()
        self.fill(reference, f"<</Type/Page/Parent {self._pages}{entries}>>")
        self._file.Pages.addPage(self._bodies[reference])

    def catalogue(self, **entries: str) -> None:
        # reportlab writes only the entries it knows, and drops others silently.
        for key, value in entries.items():
            setattr(self._file.Catalog, key, value)

    def assemble(self, information: str) -> bytes:
        """Return the file. Its identifier is a hash of all objects, so equal files have equal identifiers."""
        body = self._bodies[self.add(information)]
        digest = md5(usedforsecurity=False)
        for held in self._bodies.values():
            digest.update(held.content)
        half = f"<{digest.hexdigest()}>"
        self._file.info, self._file._ID = body, f"[{half}{half}]".encode()
        return bytes(self._file.format())


def stream(entries: str, data: bytes, *, filter_: str = "/FlateDecode") -> bytes:
    r"""Return a stream object around data that is already compressed.

    >>> stream("/N 1", b"data")
    b'<</N 1/Filter/FlateDecode/Length 4>>stream\ndata\nendstream'
    """
    packed = f"/Filter{filter_}" if filter_ else ""
    head = f"<<{entries}{packed}/Length {len(data)}>>stream\n"
    return b"".join((head.encode("ascii"), data, b"\nendstream"))
