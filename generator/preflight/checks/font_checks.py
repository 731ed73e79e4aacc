"""Checks of texts: whether the letters are in the file, and large enough to be printed."""

from __future__ import annotations

from typing import Any

from generator.base.errors import printable
from generator.preflight.content.painted import TEXT, Painted
from generator.preflight.content.pdf_values import has_entries, is_array, is_stream, name_text
from generator.preflight.page_check import PageCheck

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_LONGEST_NAME = 60


def check_font(painted: Painted, page: PageCheck) -> None:
    """Report the font of a text if it is missing or not embedded, and text that is too small."""
    if painted.kind != TEXT:
        return
    if painted.font is None:
        message = "text without a font; save the file anew from the program that made it"
        page.flaws.fault("font", message, page.place(painted.bounds))
        return
    name = font_name(painted.font)
    page.facts.fonts.add(name)
    if not page.rules.takes_fonts:
        message = f"text in {name}; {page.rules.shop} wants letters as outlines"
        page.flaws.fault("font-outlines", message, page.place(painted.bounds))
    if not _is_embedded(painted.font):
        message = f"the font {name} is not in the file, so another one may be printed; embed all fonts"
        page.flaws.fault("font-embedding", message, page.place(painted.bounds))
    size = painted.size * page.boxes.unit
    # A size that the message would round up to the limit is not called too small.
    if 0 < size < page.rules.least_text - 0.05:
        message = f"text of {size:.1f} points is hard to print and read; use {page.rules.least_text:g} points or more"
        page.flaws.warn("small-text", message, page.place(painted.bounds), size)


def font_name(font: Any) -> str:
    """Return the name of a font, without the letters before a plus that mark a subset: `ABCDEF+Alegreya`."""
    stated = font.get("/BaseFont") or font.get("/Name") or "without a name"
    name = printable(name_text(stated))[:_LONGEST_NAME]
    # The font of a subset has six capitals and a plus before its name (ISO 32000-1, 9.6.4).
    head, plus, plain = name.partition("+")
    return plain if plus and len(head) == 6 and head.isupper() else name


def _is_embedded(font: Any) -> bool:
    """Return whether the letters of a font are in the file; a font of type 3 is drawn in it."""
    if str(font.get("/Subtype")) == "/Type3":
        return True
    descendants = font.get("/DescendantFonts")
    # A composite font has its descriptor in its only descendant (ISO 32000-1, 9.7).
    described = descendants[0] if is_array(descendants) and len(descendants) else font
    descriptor: Any = described.get("/FontDescriptor") if has_entries(described) else None
    return has_entries(descriptor) and any(_has_data(descriptor.get(name)) for name in _FILES)


def _has_data(file: Any) -> bool:
    """Return whether a font file has data."""
    if not is_stream(file):
        return False
    length = file.get("/Length")
    return not isinstance(length, int) or length > 0  # qpdf finds out a length that is not written, or wrongly
