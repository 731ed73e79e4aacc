"""Contents of the pages of an untrusted PDF beside its form: ink, notes, pictures, and fields of another form."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from generator.base.records import dataclass
from generator.scoresheets.pdf_library import MOST_NODES, PdfLibrary, UnreadableFormError, tree_nodes

_NO_MARKS = {"/Widget", "/Popup", "/Link"}
"""Annotations that are no marks of a player: fields, the windows of notes, and links."""
_HIDDEN = 2
"""Flag of annotations that are not shown (ISO 32000-1, table 165)."""
_PICTURE = 300_000
"""Pixels of the smallest scan: an A4 page at 60 dpi. Our own sheets are drawn without pictures of that size."""
_MOST_PICTURES, _DEEPEST_PICTURE = 40, 2
"""Limits of the search for pictures: how many on a page or in a drawing, and drawings within drawings."""


@dataclass(frozen=True, slots=True)
class PageContents:
    """Counts over all pages."""

    pages: int
    strokes: int
    """Strokes of ink annotations."""
    notes: int
    """Other annotations: typed text, stamps, shapes, highlights, sticky notes."""
    foreign: int
    """Fields on pages that have the name of one in the form, and are another: pages were taken from another file."""
    pictures: int
    """Pages that have a picture as large as a scan."""
    fields: int
    """Fields on pages, of the form or of none."""


def page_contents(library: PdfLibrary, numbers: Collection[int], names: Collection[str]) -> PageContents:
    """Count the strokes, notes, fields and pictures on the pages.

    `numbers` are the object numbers of the form's fields, `names` their names.

    Raises UnreadableFormError for a tree of pages that is nested too deep or too large.
    """
    strokes = notes = foreign = pictures = fields = 0
    pages = list(_pages(library))
    for page in pages:
        pictures += _pixels(library, page) >= _PICTURE
        for mark in _marks(library, page):
            kind = library.word(library.get(mark, "/Subtype"))
            if kind == "/Widget":
                fields += 1
                number = library.reference(mark)
                # Programs that join files copy pages with their fields and leave these out of the form.
                foreign += bool(number) and number not in numbers and library.word(library.get(mark, "/T")) in names
            elif kind == "/Ink":
                strokes += len(library.items(library.get(mark, "/InkList"))) or 1
            elif kind not in _NO_MARKS and not library.number(library.get(mark, "/F")) & _HIDDEN:
                notes += 1
    return PageContents(len(pages), strokes, notes, foreign, pictures, fields)


def widget_numbers(library: PdfLibrary) -> set[int]:
    """Return the object numbers of all fields that are shown on pages."""
    marks = (mark for page in _pages(library) for mark in _marks(library, page))
    return {library.reference(mark) for mark in marks if library.word(library.get(mark, "/Subtype")) == "/Widget"}


def _marks(library: PdfLibrary, page: Any) -> list[Any]:
    """Return the annotations of a page. Raises UnreadableFormError for too many."""
    marks = library.items(library.get(page, "/Annots"))
    if len(marks) > MOST_NODES:
        raise UnreadableFormError("tangled")
    return marks


def _pages(library: PdfLibrary) -> Iterator[Any]:
    """Yield the pages of a file in their order."""
    nodes = tree_nodes(library, library.get(library.root, "/Pages"))
    return (node for node in nodes if library.word(library.get(node, "/Type")) == "/Page")


def _pixels(library: PdfLibrary, drawn: Any, depth: int = 0) -> int:
    """Count the pixels of the pictures on a page, or in a drawing on it: scanners may cut it into strips."""
    count = 0
    objects = library.get(library.get(drawn, "/Resources"), "/XObject")
    for key in library.keys(objects)[:_MOST_PICTURES]:
        drawing = library.get(objects, key)
        kind = library.word(library.get(drawing, "/Subtype"))
        if kind == "/Image":
            width, height = (library.number(library.get(drawing, side)) for side in ("/Width", "/Height"))
            count += width * height
        elif kind == "/Form" and depth < _DEEPEST_PICTURE:
            count += _pixels(library, drawing, depth + 1)
    return count
