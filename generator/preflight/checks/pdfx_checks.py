"""Checks that a file says it keeps PDF/X, and has what PDF/X wants of a whole file.

The rules are those of ISO 15930-4 (PDF/X-1a:2003) and 15930-7 (PDF/X-4) as the CGATS Application Notes give them; the
checks of pages, colours, fonts and transparency do the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from generator.base.errors import printable
from generator.base.records import replace
from generator.preflight.checks.document_checks import MOST_OBJECTS
from generator.preflight.content.colour_space import GREY, RGB
from generator.preflight.content.pdf_values import has_entries, is_array, is_stream
from generator.preflight.file_metadata import metadata_entry, read_metadata
from generator.preflight.print_flaw import FlawList
from generator.preflight.print_rules import PROCESS_COLOURS, PrintRules

PDFX_CHECKS = frozenset(
    {
        *("pdfx", "output-intent", "trim-box", "page-boxes", "annotation", "script", "layers", "attachment"),
        *("font", "font-embedding", "colour-space", "transparency", "interpolation", "encryption"),
        *("image-compression", "transfer-function", "damage", "unfinished", "page-count"),
    }
)
"""Checks of what ISO 15930 rules, and of whether the file could be read."""
_TITLES = {"pdfx-1a": "PDF/X-1a:2003", "pdfx-4": "PDF/X-4"}
_NAMES = {"pdfx-1a": ("PDF/X-1a:2003", "PDF/X-1a:2001"), "pdfx-4": ("PDF/X-4", "PDF/X-4p")}
_X1 = ("PDF/X-1:2001", "PDF/X-1:2003")
"""Versions that `GTS_PDFXConformance` makes X-1a."""
_LZW = "/LZWDecode"
_PRINTER = b"prtr"
"""Class of the ICC profiles of printers, in bytes 12 to 16."""
_INTENT_COLOURS = {1: frozenset({GREY}), 3: frozenset({GREY, RGB}), 4: PROCESS_COLOURS}
"""Kinds of colour without a profile that are printed, by the channels of the profile of the output intent."""


def check_pdfx(pdf: Any, rules: PrintRules, flaws: FlawList) -> None:
    """Report keys that PDF/X wants and a file lacks; nothing for a shop that takes any PDF.

    The version in the header does not count (ISO 15930-4, 5).
    """
    if not rules.pdfx:
        return
    title, metadata = _TITLES[rules.pdfx], read_metadata(pdf)
    # PDF/X-1a is stated in the information dictionary, PDF/X-4 in the XMP metadata.
    stated = _stated(pdf, metadata if rules.pdfx == "pdfx-4" else "")
    if not stated:
        flaws.fault("pdfx", f"the file does not say that it is {title}; export it so")
    elif stated not in _NAMES[rules.pdfx]:
        flaws.fault("pdfx", f"the file says that it is {stated}, and not {title}; export it so")
    if rules.pdfx == "pdfx-1a":
        _check_information(pdf, "", flaws)
        _check_storage(pdf, flaws)
    else:
        _check_information(pdf, metadata, flaws)
    if "/ID" not in pdf.trailer:
        flaws.fault("pdfx", "the file has no identifier; PDF/X wants one")
    _check_intent(pdf, rules, flaws)
    _check_streams(pdf, flaws)


def intent_rules(pdf: Any, rules: PrintRules) -> PrintRules:
    """Return the rules for the output intent of a file: PDF/X-4 takes colours of its kind without a profile."""
    if rules.checks is None or rules.pdfx != "pdfx-4":
        return rules
    profiles = [intent.get("/DestOutputProfile") for intent in _intents(pdf)]
    channels = [int(profile.get("/N", 4)) for profile in profiles if is_stream(profile)]
    return replace(rules, colours=_INTENT_COLOURS.get(channels[0] if channels else 4, PROCESS_COLOURS))


def _check_information(pdf: Any, metadata: str, flaws: FlawList) -> None:
    """Report missing entries of the information dictionary; in PDF/X-4 the XMP metadata may have them instead."""
    # PDF also knows Unknown, which PDF/X does not take.
    if str(pdf.docinfo.get("/Trapped", "")) not in {"/True", "/False"} and not metadata_entry(metadata, "pdf:Trapped"):
        flaws.fault("pdfx", "the file does not say whether it is trapped; PDF/X wants True or False")
    names = {"Title": "dc:title", "CreationDate": "xmp:CreateDate", "ModDate": "xmp:ModifyDate"}
    missing = [
        key for key, name in names.items() if f"/{key}" not in pdf.docinfo and not metadata_entry(metadata, name)
    ]
    if missing:
        flaws.fault("pdfx", f"the file has no {', '.join(missing)}; PDF/X wants it")


def _check_storage(pdf: Any, flaws: FlawList) -> None:
    """Report a file whose objects a program for PDF 1.4 cannot find."""
    # Cross-reference streams came with PDF 1.5 (ISO 32000-1, 7.5.8).
    if "/XRefStm" in pdf.trailer or str(pdf.trailer.get("/Type", "")) == "/XRef":
        message = "the file is stored with compressed objects, which PDF 1.4 does not have; export it anew"
        flaws.fault("pdfx", message)


def _check_streams(pdf: Any, flaws: FlawList) -> None:
    """Report streams with a compression that PDF/X forbids, or with data in other files."""
    kinds: set[str] = set()
    for stream in filter(is_stream, islice(pdf.objects, MOST_OBJECTS)):
        kinds.update(_forbidden(stream))
    for kind in sorted(kinds):
        flaws.fault("pdfx", f"the file has {kind}, which PDF/X forbids; export it anew")


def _forbidden(stream: Any) -> Iterator[str]:
    """Yield the forbidden things of a stream, in words."""
    if _LZW in str(stream.get("/Filter", "")):
        yield "LZW compression"
    # A drawing in PostScript may also be a form whose Subtype2 is PS (ISO 32000-1, 8.8.2).
    if "/PS" in {str(stream.get(key, "")) for key in ("/Subtype", "/Subtype2")}:
        yield "drawings in PostScript"
    if "/OPI" in stream:
        yield "pictures that are to be replaced by other files (OPI)"


def _stated(pdf: Any, metadata: str) -> str:
    """Return the PDF/X version that a file states, in its information dictionary or else in its metadata."""
    version = str(pdf.docinfo.get("/GTS_PDFXVersion", "")) or metadata_entry(metadata, "GTS_PDFXVersion")
    conformance = str(pdf.docinfo.get("/GTS_PDFXConformance", ""))
    return printable(conformance if version in _X1 and conformance else version)[:40]


def _intents(pdf: Any) -> list[Any]:
    """Return the output intents of PDF/X that a file has."""
    entries = pdf.Root.get("/OutputIntents")
    intents = filter(has_entries, entries) if is_array(entries) else ()
    return [intent for intent in intents if str(intent.get("/S")) == "/GTS_PDFX"]


def _check_intent(pdf: Any, rules: PrintRules, flaws: FlawList) -> None:
    """Report output intents that are missing, several, incomplete, or for another printing condition."""
    intents = _intents(pdf)
    if len(intents) != 1:
        flaws.fault("output-intent", f"the file has {len(intents)} output intents for print; PDF/X wants one")
        return
    intent = intents[0]
    condition = printable(str(intent.get("/OutputConditionIdentifier", "")))[:60]
    if not condition:
        flaws.fault("output-intent", "the output intent does not name its printing condition; PDF/X wants it")
    profile = intent.get("/DestOutputProfile")
    if is_stream(profile):
        _check_profile(profile, rules, flaws)
    elif rules.pdfx == "pdfx-4" and "/DestOutputProfileRef" not in intent:
        flaws.fault("output-intent", "the output intent has no profile; PDF/X-4 wants it in the file")
    # A condition that a registry lists needs no profile in the file.
    elif rules.pdfx == "pdfx-1a" and not str(intent.get("/RegistryName", "")):
        flaws.fault("output-intent", "the output intent has neither a profile nor a registry; PDF/X wants one of them")
    if rules.condition and condition and condition != rules.condition:
        message = f"the file is made for {condition}; {rules.shop} prints {rules.condition}"
        flaws.warn("output-intent", message)


def _check_profile(profile: Any, rules: PrintRules, flaws: FlawList) -> None:
    """Report the profile of an output intent that is not for a printer, or for inks that the rules do not take."""
    channels = int(profile.get("/N", 4))
    if channels != 4 and (rules.checks is None or (rules.pdfx == "pdfx-1a" and channels != 1)):
        flaws.fault("output-intent", "the profile of the output intent is not for four inks; export the file for CMYK")
    if profile.read_bytes()[12:16] != _PRINTER:
        flaws.fault("output-intent", "the profile of the output intent is not for a printer; choose that of the press")
