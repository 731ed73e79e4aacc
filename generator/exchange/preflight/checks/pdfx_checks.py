"""Checks that a file says it keeps PDF/X, and has what PDF/X wants of a whole file.

The rules are those of ISO 15930-4 (PDF/X-1a:2003) and 15930-7 (PDF/X-4) as the CGATS Application Notes give them; the
checks of pages, colours, fonts and transparency do the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from generator.base.errors import printable
from generator.exchange.preflight.checks.document_checks import MOST_OBJECTS
from generator.exchange.preflight.content.pdf_values import has_entries, is_array, is_stream
from generator.exchange.preflight.print_flaw import FlawList
from generator.exchange.preflight.print_rules import PrintRules

_TITLES = {"pdfx-1a": "PDF/X-1a:2003", "pdfx-4": "PDF/X-4"}
_NAMES = {"pdfx-1a": ("PDF/X-1a:2003", "PDF/X-1a:2001", "PDF/X-1:2001"), "pdfx-4": ("PDF/X-4", "PDF/X-4p")}
_LATEST = {"pdfx-1a": "1.4", "pdfx-4": "1.6"}
_MOST_METADATA = 4_000_000
_LZW = "/LZWDecode"


def check_pdfx(pdf: Any, rules: PrintRules, flaws: FlawList) -> None:
    """Check the keys that PDF/X wants; nothing for a shop that takes any PDF."""
    if not rules.pdfx:
        return
    title = _TITLES[rules.pdfx]
    said = _stated(pdf)
    if not said:
        flaws.fault("pdfx", f"the file does not say that it is {title}; export it so")
    elif said not in _NAMES[rules.pdfx]:
        flaws.fault("pdfx", f"the file is {said}; {rules.shop} wants {title}")
    if pdf.pdf_version > _LATEST[rules.pdfx]:
        flaws.fault("pdfx", f"the file is PDF {pdf.pdf_version}; {title} is PDF {_LATEST[rules.pdfx]} at most")
    if str(pdf.docinfo.get("/Trapped", "")) not in {"/True", "/False"}:
        flaws.fault("pdfx", "the file does not say whether it is trapped; PDF/X wants True or False")
    missing = [key[1:] for key in ("/Title", "/CreationDate", "/ModDate") if key not in pdf.docinfo]
    if missing:
        flaws.fault("pdfx", f"the file has no {', '.join(missing)}; PDF/X wants it")
    if "/ID" not in pdf.trailer:
        flaws.fault("pdfx", "the file has no identifier; PDF/X wants one")
    _check_intent(pdf, rules, flaws)
    _check_streams(pdf, flaws)


def _check_streams(pdf: Any, flaws: FlawList) -> None:
    """Check that no stream has a compression that PDF/X forbids, and none stands for what is elsewhere."""
    found: set[str] = set()
    for each in filter(is_stream, islice(pdf.objects, MOST_OBJECTS)):
        found.update(_forbidden(each))
    for what in sorted(found):
        flaws.fault("pdfx", f"the file has {what}, which PDF/X forbids; export it anew")


def _forbidden(stream: Any) -> Iterator[str]:
    if _LZW in str(stream.get("/Filter", "")):
        yield "LZW compression"
    if "/PS" in {str(stream.get(key, "")) for key in ("/Subtype", "/Subtype2")}:
        yield "drawings in PostScript"
    if "/OPI" in stream:
        yield "pictures that are to be replaced by other files (OPI)"


def _stated(pdf: Any) -> str:
    """Return the PDF/X version that a file states in its metadata."""
    said = str(pdf.docinfo.get("/GTS_PDFXVersion", ""))
    metadata = pdf.Root.get("/Metadata")
    if not said and is_stream(metadata):
        text = metadata.read_bytes()[:_MOST_METADATA].decode("utf-8", "replace")
        found = re.search(r"GTS_PDFXVersion\s*(?:>|=\s*[\"'])\s*([^<\"']{1,40})", text)
        said = found[1].strip() if found else ""
    return printable(said)[:40]


def _check_intent(pdf: Any, rules: PrintRules, flaws: FlawList) -> None:
    given = pdf.Root.get("/OutputIntents")
    intents = [each for each in given if has_entries(each)] if is_array(given) else []
    intents = [each for each in intents if str(each.get("/S")) == "/GTS_PDFX"]
    if len(intents) != 1:
        flaws.fault("output-intent", f"the file has {len(intents)} output intents for print; PDF/X wants one")
        return
    profile = intents[0].get("/DestOutputProfile")
    if profile is None and rules.pdfx == "pdfx-4" and "/DestOutputProfileRef" not in intents[0]:
        flaws.fault("output-intent", "the output intent has no profile; PDF/X-4 wants it in the file")
    if profile is not None and int(profile.get("/N", 4)) != 4:
        flaws.fault("output-intent", "the profile of the output intent is not for four inks; export the file for CMYK")
    condition = printable(str(intents[0].get("/OutputConditionIdentifier", "")))[:60]
    if rules.condition and condition and condition != rules.condition:
        what = f"the file is made for {condition}; {rules.shop} prints {rules.condition}"
        flaws.warn("output-intent", what)
