"""The outline of a PDF, read back with pikepdf."""

import io

import pikepdf

from generator.base.geometry import Size
from generator.model.press_sheet import OutlineEntry, PressDocument, PressSheet
from generator.write.pdf.document import pdf

SHEETS = tuple(PressSheet(Size(100, 200), "recto", number, ()) for number in (1, 2))


def opened(*entries):
    document = PressDocument("T", "", "", "en", "2026-11-22", SHEETS, outline=tuple(entries))
    return pikepdf.open(io.BytesIO(pdf(document, {}, {})))


def tree(items):
    return [(item.title, tree(item.children)) for item in items]


def test_levels_nest():
    entries = [("A", 1), ("B", 2), ("C", 2), ("D", 1), ("E", 2)]
    file = opened(*(OutlineEntry(title, level, 0, 10.0) for title, level in entries))

    with file.open_outline() as outline:
        assert tree(outline.root) == [("A", [("B", []), ("C", [])]), ("D", [("E", [])])]


def test_lower_level_may_come_first():
    with opened(OutlineEntry("B", 2, 0, 10.0), OutlineEntry("遊び方", 1, 1, 10.0)).open_outline() as outline:
        assert tree(outline.root) == [("B", []), ("遊び方", [])]


def test_entry_leads_to_its_place():
    file = opened(OutlineEntry("A", 1, 1, 30.0))
    page, kind, left, top, _ = file.Root.Outlines.First.Dest

    assert page.objgen == file.pages[1].objgen
    assert (str(kind), left, float(top)) == ("/XYZ", None, 170.0)


def test_file_without_headings_has_no_outline():
    assert "/Outlines" not in opened().Root


def test_all_entries_are_shown_and_counted():
    entries = [("A", 1), ("B", 2), ("C", 3), ("D", 1), ("E", 2)]
    file = opened(*(OutlineEntry(title, level, 0, 10.0) for title, level in entries))
    root = file.Root.Outlines

    assert (root.Count, root.First.Count, root.First.First.Count, root.Last.Count) == (5, 1, 1, 1)
