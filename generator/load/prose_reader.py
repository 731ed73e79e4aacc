"""Booklets and reference sheets: which texts they are set from, and how."""

from __future__ import annotations

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.files.folder import name_fault
from generator.load.files.toml_table import TomlTable
from generator.load.load_context import LoadContext
from generator.model.prose import MarkdownSource, Prose

PAGE = "page.svg.j2"
"""The template of pages that name none of their own."""

_MOST_ACROSS = 4
_SIZES = (5.0, 24.0)
_MARGINS = (0.0, 60 * MM)
_SIZE, _SIZE_SHEET = "9pt", "9.5pt"
_MARGIN, _MARGIN_SHEET = "14mm", "4mm"


def read_prose(entry: TomlTable, reading: LoadContext) -> Prose:
    """What a component of kind `booklets` is set from; faults go to the report."""
    sheet = entry.data.get("trim") == "page"
    if entry.has("rows"):
        entry.fault("rows", 'a booklet is set from a text, not from rows; write text = "rules"')
    name = entry.text("text")
    return Prose(
        texts=_texts(name, entry, reading) if name else (),
        across=entry.integer("across", 1, _MOST_ACROSS) if entry.has("across") else 1,
        size=entry.length("size", *_SIZES, _SIZE_SHEET if sheet else _SIZE),
        margin=entry.length("margin", *_MARGINS, _MARGIN_SHEET if sheet else _MARGIN),
    )


def _texts(name: str, entry: TomlTable, reading: LoadContext) -> tuple[tuple[str, MarkdownSource], ...]:
    """The text in each language of the game, as it is typed; what it says is read when it is set."""
    if why := name_fault(f"rules/{name}.md"):
        entry.fault("text", why)
        return ()
    found = []
    for language in reading.languages:
        file = f"rules/{name}.{language}.md"
        if why := reading.folder.refusal(file):
            entry.fault("text", why, unreadable=True)
            continue
        try:
            found.append((language, MarkdownSource(reading.folder.place(file), reading.folder.text(file))))
        except Faults as faults:
            reading.report.add_all(faults)
    return tuple(found)
