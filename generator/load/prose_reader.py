"""Reads the texts of booklets and reference sheets, and how they are to be set."""

from __future__ import annotations

from generator.base.units import MM
from generator.load.files.folder import name_fault
from generator.load.files.toml_table import TomlTable
from generator.load.load_context import LoadContext
from generator.model.prose import MarkdownSource, Prose

PAGE = "page.svg.j2"
"""The default template of pages."""

_MOST_ACROSS = 4
_SIZES = (5.0, 24.0)  # points
_MARGINS = (0.0, 60 * MM)
_SIZE, _SIZE_SHEET = "9pt", "9.5pt"  # of a booklet; of a reference sheet
_MARGIN, _MARGIN_SHEET = "14mm", "4mm"


def read_prose(entry: TomlTable, context: LoadContext) -> Prose:
    """Read the texts and the setting of a component of kind `booklets`; faults go to the report."""
    is_sheet = entry.data.get("trim") == "page"
    if entry.has("rows"):
        entry.fault("rows", 'a booklet is set from a text, not from rows; write text = "rules"')
    name = entry.text("text")
    return Prose(
        texts=_texts(name, entry, context) if name else (),
        across=entry.integer("across", 1, _MOST_ACROSS, 1),
        size=entry.length("size", *_SIZES, _SIZE_SHEET if is_sheet else _SIZE),
        margin=entry.length("margin", *_MARGINS, _MARGIN_SHEET if is_sheet else _MARGIN),
    )


def _texts(name: str, entry: TomlTable, context: LoadContext) -> tuple[tuple[str, MarkdownSource], ...]:
    """The Markdown text in each language; it is parsed when it is set."""
    if why := name_fault(f"rules/{name}.md"):
        entry.fault("text", why)
        return ()
    texts = []
    for language in context.languages:
        file = f"rules/{name}.{language}.md"
        if why := context.folder.refusal(file):
            entry.fault("text", why, unreadable=True)
            continue
        with context.report.collecting():
            texts.append((language, MarkdownSource(context.folder.place(file), context.folder.text(file))))
    return tuple(texts)
