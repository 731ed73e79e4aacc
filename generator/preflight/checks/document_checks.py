"""Checks of a whole file: version, size, encryption, scripts, forms, layers and attachments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from generator.preflight.content.pdf_values import has_entries, is_array
from generator.preflight.print_flaw import FlawList
from generator.preflight.print_rules import PrintRules

MOST_OBJECTS = 300_000
"""Objects of a file that are looked into."""
_DEEPEST = 12
"""Dictionaries in dictionaries."""
_ACTIONS = {
    "/JavaScript": "a script",
    "/Launch": "an action that starts a program",
    "/SubmitForm": "an action that sends a form",
    "/ImportData": "an action that reads data",
    "/Rendition": "a sound or film",
    "/Sound": "a sound or film",
    "/Movie": "a sound or film",
    "/RichMediaExecute": "a sound or film",
}
_ACTION_NAMES = re.compile(f"(?:{'|'.join(_ACTIONS)})".encode())
"""Found in few objects, which alone are looked into: most files have none, and some have a million dictionaries."""


def check_document(pdf: Any, rules: PrintRules, flaws: FlawList) -> None:
    """Check an open pikepdf file as a whole: version, encryption, scripts, form, layers, attachments."""
    _check_version(pdf, rules, flaws)
    if pdf.is_encrypted:
        message = "the file is encrypted; save it without password and restrictions"
        flaws.fault("encryption", message)
    if len(pdf.objects) > MOST_OBJECTS:
        message = f"only the first {MOST_OBJECTS:,} objects of the file are looked through for scripts and the like"
        flaws.leave_unchecked("unfinished", message)
    for kind in sorted(_active(pdf)):
        flaws.tell("script", f"the file has {kind}; print needs none, so remove it", is_fault=rules.is_press)
    if _has_fields(pdf):
        message = "the file is a form; flatten it, or what is filled in may not be printed"
        flaws.tell("form", message, is_fault=rules.is_press)
    layers = pdf.Root.get("/OCProperties")
    if has_entries(layers) and _is_filled(layers.get("/OCGs")):
        # Layers came with PDF 1.5, and PDF/X-1a is PDF 1.4 at most.
        message = "the file has layers; those that are hidden may be printed, so flatten them"
        flaws.tell("layers", message, is_fault=rules.pdfx == "pdfx-1a")
    names = pdf.Root.get("/Names")
    if has_entries(names) and "/EmbeddedFiles" in names:
        flaws.tell("attachment", "the file has other files attached; remove them", is_fault=rules.pdfx == "pdfx-1a")


def check_size(bytes_: int, rules: PrintRules, flaws: FlawList) -> None:
    """Report a file that is larger than the shop takes."""
    if rules.most_bytes and bytes_ > rules.most_bytes:
        most, size = rules.most_bytes / 1e6, bytes_ / 1e6
        flaws.fault("file-size", f"the file has {size:.1f} MB; {rules.shop} takes {most:g} MB at most")


def check_page_count(pages: int, rules: PrintRules, flaws: FlawList) -> None:
    """Report a file with no pages, or with too few or too many for the shop."""
    if not pages:
        flaws.fault("page-count", "the file has no pages")
        return
    counted = f"the file has {pages} page{'' if pages == 1 else 's'}"
    if pages < rules.least_pages:
        flaws.fault("page-count", f"{counted}; {rules.shop} takes {rules.least_pages} at least")
    if rules.most_pages and pages > rules.most_pages:
        flaws.fault("page-count", f"{counted}; {rules.shop} takes {rules.most_pages} at most")


def _check_version(pdf: Any, rules: PrintRules, flaws: FlawList) -> None:
    """Report a version of PDF that the shop does not take."""
    if rules.versions and pdf.pdf_version not in rules.versions:
        versions = ", ".join(rules.versions)
        flaws.fault("pdf-version", f"the file is PDF {pdf.pdf_version}; {rules.shop} takes {versions}")


def _has_fields(pdf: Any) -> bool:
    """Return whether a file has fields to fill in."""
    form = pdf.Root.get("/AcroForm")
    # A dynamic XFA form keeps its fields in XML and lists none here.
    return has_entries(form) and (_is_filled(form.get("/Fields")) or "/XFA" in form)


def _is_filled(value: Any) -> bool:
    """Return whether a value is an array with items."""
    return is_array(value) and len(value) > 0


def _active(pdf: Any) -> set[str]:
    """Return the kinds of active content in a file, such as scripts."""
    kinds: set[str] = set()
    for value in islice(pdf.objects, MOST_OBJECTS):
        if _ACTION_NAMES.search(_words(value)):
            kinds.update(_actions(value, 0))
    return kinds


def _words(value: Any) -> bytes:
    """Return the text of a PDF object as its file would write it, without the data of a stream."""
    import pikepdf

    if not isinstance(value, pikepdf.Object):
        return b""
    return value.stream_dict.unparse() if isinstance(value, pikepdf.Stream) else value.unparse(resolved=True)


def _actions(value: Any, depth: int) -> Iterator[str]:
    """Yield the kinds of action in an object; objects that it refers to are skipped."""
    import pikepdf

    # Objects with a number of their own are looked into in their turn.
    if depth > _DEEPEST or not isinstance(value, pikepdf.Object) or (depth and value.is_indirect):
        return
    if isinstance(value, pikepdf.Array):
        for item in value:
            yield from _actions(item, depth + 1)
    elif isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
        kind = str(value.get("/S", ""))
        if kind in _ACTIONS:
            yield _ACTIONS[kind]
        for _, item in value.items() if isinstance(value, pikepdf.Dictionary) else ():
            yield from _actions(item, depth + 1)
