"""The file around the content: objects, page tree, cross references and trailer, by reportlab."""

from __future__ import annotations

from hashlib import md5
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

_settings: Any = rl_config
_pdfdoc: Any = pdfdoc


class _Body(pdfdoc.PDFObject):
    """An object spelt out already; it stands by itself and is referred to by number."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        self.content = b""

    def format(self, _document: Any) -> bytes:
        return self.content


class PdfContainer:
    """A PDF file in the making. What goes in is bytes; what goes in alike comes out alike."""

    def __init__(self, language: str) -> None:
        # A user's own reportlab settings would change our bytes.
        _settings.invariant, _settings.pdfComments, _settings.pdfMultiLine = 1, 0, 0
        self._file = _pdfdoc.PDFDocument(lang=language, pdfVersion=(1, 7))
        self._file.Outlines = self._file.Catalog.Outlines = None
        self._bodies: dict[str, _Body] = {}
        self._pages = self._file.Reference(self._file.Pages).format(self._file).decode()

    def reserve(self) -> str:
        """A reference to an object that is filled later."""
        body = _Body()
        reference = str(self._file.Reference(body).format(self._file), "ascii")
        self._bodies[reference] = body
        return reference

    def fill(self, reference: str, content: bytes | str) -> None:
        """Give a reserved object its content."""
        self._bodies[reference].content = content.encode("ascii") if isinstance(content, str) else content

    def add(self, content: bytes | str) -> str:
        """An object, and the reference to it."""
        reference = self.reserve()
        self.fill(reference, content)
        return reference

    def page(self, entries: str, reference: str = "") -> None:
        """The next page: its dictionary without type and parent, as an object that was reserved, or a new one."""
        reference = reference or self.reserve()
        self.fill(reference, f"<</Type/Page/Parent {self._pages}{entries}>>")
        self._file.Pages.addPage(self._bodies[reference])

    def catalogue(self, **entries: str) -> None:
        """Entries of the document catalogue that reportlab knows; it drops others without a word."""
        for key, value in entries.items():
            setattr(self._file.Catalog, key, value)

    def finished(self, information: str) -> bytes:
        """The file, with its information dictionary and an identifier made from all it holds."""
        body = self._bodies[self.add(information)]
        digest = md5(usedforsecurity=False)
        for held in self._bodies.values():
            digest.update(held.content)
        half = f"<{digest.hexdigest()}>"
        self._file.info, self._file._ID = body, f"[{half}{half}]".encode()
        return bytes(self._file.format())


def stream(entries: str, data: bytes, *, filter_: str = "/FlateDecode") -> bytes:
    """A stream object around data that is packed already."""
    packed = f"/Filter{filter_}" if filter_ else ""
    head = f"<<{entries}{packed}/Length {len(data)}>>stream\n"
    return b"".join((head.encode("ascii"), data, b"\nendstream"))
