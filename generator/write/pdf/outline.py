"""The outline of a document: headings that viewers list beside the pages (ISO 32000-1, 12.3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.press_sheet import OutlineEntry, PressSheet
from generator.write.pdf.container import PdfContainer
from generator.write.pdf_syntax import number, string


def write_outline(
    container: PdfContainer, entries: Sequence[OutlineEntry], sheets: Sequence[PressSheet], pages: Sequence[str]
) -> str:
    """Add the outline and return a reference to it; `pages` are references to the pages of the sheets."""
    root, items = container.reserve(), [container.reserve() for _ in entries]
    parents = [_parent(entries, index) for index in range(len(entries))]
    for index, entry in enumerate(entries):
        siblings = [other for other, parent in enumerate(parents) if parent == parents[index]]
        place = siblings.index(index)
        up = "" if place == 0 else f"/Prev {items[siblings[place - 1]]}"
        down = "" if place + 1 == len(siblings) else f"/Next {items[siblings[place + 1]]}"
        top = number(sheets[entry.page].size.height - entry.y)
        parent = root if parents[index] is None else items[parents[index] or 0]
        about = f"/Title{string(entry.title)}/Parent {parent}/Dest[{pages[entry.page]} /XYZ null {top} null]"
        container.fill(items[index], f"<<{about}{up}{down}{_children(items, parents, index)}>>")
    container.fill(root, f"<</Type/Outlines{_children(items, parents, None)}>>")
    return root


def _parent(entries: Sequence[OutlineEntry], index: int) -> int | None:
    """Return the index of the nearest earlier heading of a higher level; None for a heading at the top."""
    return next((before for before in range(index - 1, -1, -1) if entries[before].level < entries[index].level), None)


def _children(items: Sequence[str], parents: Sequence[int | None], parent: int | None) -> str:
    """Return the entries for first, last and count of the headings below one; all of them are open.

    `parents` has the index of the heading above each; `parent` is None for the top.
    """
    children = [items[index] for index, above in enumerate(parents) if above == parent]
    if not children:
        return ""
    # A positive count shows the entries open; the root counts all of them.
    count = len(items) if parent is None else len(children)
    return f"/First {children[0]}/Last {children[-1]}/Count {count}"
