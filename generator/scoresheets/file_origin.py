"""Say what became of a sheet that is no form any more, or of two sheets that were merged into one file."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from generator.base.system.heif_head import HEIF_HEAD
from generator.base.system.regular_file import open_regular
from generator.scoresheets.form_extraction import ExtractedForm
from generator.scoresheets.page_contents import PageContents
from generator.scoresheets.pdf_library import UnreadableFormError

FRESH = "a '…-fillable-….pdf' that 'vallum build' made"

NO_PICTURE = "is no picture that can be read here; save the photo as JPEG"
_PHOTO_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif"}

_PICTURES = {
    "PNG": re.compile(rb"\x89PNG"),
    "JPEG": re.compile(rb"\xff\xd8\xff"),
    "GIF": re.compile(rb"GIF8"),
    "TIFF": re.compile(rb"II\*\0|MM\0\*"),
    "WebP": re.compile(rb"RIFF....WEBP", re.DOTALL),
    "HEIC": re.compile(HEIF_HEAD + rb"|....ftypavi", re.DOTALL),
    # A text may begin with BM; the four reserved bytes of a bitmap are 0.
    "BMP": re.compile(rb"BM.{4}\0\0\0\0", re.DOTALL),
}
"""How files of pictures begin, by the name of their format."""

_SECOND = re.compile(r"\W.*|_copy.*")
"""Suffix that programs add to the name of a field that exists already: `+1` (qpdf), ` [1817]` (MuPDF), `#0`."""
_BEFORE = re.compile(r"\d+\.")
"""Prefix that pdftk adds for the same reason: `1.`."""


def refuse_other_formats(data: bytes, ending: str = "") -> None:
    """Check that a file is a PDF. Raises UnreadableFormError, which names the file to give instead.

    `ending` is that of its name: a file that is called a photo is not asked to be a form.
    """
    # Viewers accept the header anywhere in the first 1024 bytes (PDF Reference 1.7, appendix H, note 13).
    if b"%PDF-" in data[:1024]:
        return
    if ending.lower() in _PHOTO_ENDINGS:
        raise UnreadableFormError(NO_PICTURE)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        raise UnreadableFormError("is JSON and not a PDF; 'vallum sheet fill' writes such marks on a sheet")
    if data.startswith(b"%FDF-") or b"<xfdf" in data[:1024]:
        raise UnreadableFormError("has the entries of a form without the form; save the PDF itself, not its data")
    raise UnreadableFormError(f"is not a PDF; fill in {FRESH}, and save that")


def is_picture_file(path: Path) -> bool:
    """Return whether a file is a picture by its first bytes; False for one that cannot be read."""
    try:
        # A named pipe would wait for its writer for ever.
        with open_regular(path) as file:
            beginning = file.read(32)
    # Python raises ValueError for a path with a NUL character.
    except (OSError, ValueError):
        return False
    return any(start.match(beginning) for start in _PICTURES.values())


def refuse_picture(data: bytes) -> None:
    """Raise UnreadableFormError for the content of a picture file, which is no PDF."""
    for name, start in _PICTURES.items():
        if start.match(data):
            raise UnreadableFormError(f"is a picture ({name}); 'vallum sheet read' takes photos of sheets with --game")


def refuse_merged(form: ExtractedForm, stamped: Collection[str] = ()) -> None:
    """Raise UnreadableFormError if fields or pages of another form were put into the file.

    `stamped` are the names that the form has by its stamp.
    """
    names = {*form.fields, *stamped}
    second = [name for name in form.fields if not names.isdisjoint(_first_names(name))]
    if second or form.contents.foreign:
        surplus = f"a field {second[0][:80]!r} beside the first" if second else "pages with fields of another form"
        raise UnreadableFormError(f"was merged from two sheets: it has {surplus}; read each sheet from its own file")


def refuse_formless(contents: PageContents) -> None:
    """Raise UnreadableFormError for a file without a form, with the likely reason: a scan, copied pages or a print."""
    if contents.pages and contents.pictures == contents.pages:
        reason = "is a scan or a photo: its pages are pictures, which are not read"
        raise UnreadableFormError(f"{reason}; write its marks into {FRESH}")
    if contents.fields:
        reason = "has fields on its pages, but not the form they belong to, as after pages were copied into a new file"
        raise UnreadableFormError(f"{reason}; save the original file from the program that filled it in")
    printed = "one that was printed to PDF, flattened or merged has ink instead of fields"
    inked = contents.strokes + contents.notes
    lies = f"; {inked} strokes or notes lie on it, which are not read" if inked else ""
    raise UnreadableFormError(
        f"is no scoresheet: it has no form ({printed}){lies}; save the form itself, or fill in {FRESH}"
    )


def _first_names(name: str) -> list[str]:
    """Return the names that a field may have had before it was renamed."""
    plain = (_SECOND.sub("", name, count=1), _BEFORE.sub("", name, count=1))
    return [original for original in plain if original and original != name]
