"""Print a printer's test sheet, and keep the profile that is computed from four readings of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from generator.base.cache import Cache
from generator.base.errors import UsageError, printable, suggestion
from generator.base.system.output_file import write_file
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.build.options import printers_file
from generator.build.papers import find_paper as paper_called
from generator.build.printer_profiles import save_profile
from generator.impose.printer_calibration import calibration_sheets, fit_printer
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.model.paper import Printer
from generator.model.press_sheet import PressDocument


def write_test_sheet(paper: str, language: str, flip: str, out: Path) -> Path:
    """Write the two-sided test sheet as PDF and return its path.

    Raises UsageError for an unknown paper or language, OutputError if the file cannot be written.
    """
    # Imported here: readings become a profile without the PDF library.
    from generator.write.pdf.document import pdf

    templates = Folder(templates_root(), "templates")
    languages = [Path(name).stem for name in templates.names("words", ".toml")]
    if language not in languages:
        raise UsageError(f"the test sheet has no words in {language!r}{suggestion(language, languages)}")
    labels = Labels(SearchPath((templates,)), Cache(user_cache()))
    words = labels.messages(language)
    texts = words.section("calibrate")
    texts["steps"] = texts["steps"].format(edge=words(flip))
    sheets = calibration_sheets(paper_called(paper), texts, partial(labels.label, language), flip=flip)
    document = PressDocument(texts["title"], "Vallum", texts["recto"], language, _DATE, sheets, duplex=flip)
    file = out / f"calibration-{paper}-{language}.pdf"
    write_file(file, pdf(document, {}, labels.fonts))
    return file


def calibrate(name: str, readings: Sequence[float], paper: str, flip: str) -> Printer:
    """Compute a printer's profile from four readings in millimetres, and keep it under the printer's name.

    Raises Faults for readings that the sheet does not have, UsageError, and OutputError if it cannot be kept.
    """
    # Spaces at the ends would make two names that look the same.
    if not 0 < len(name.strip()) == len(name) <= LONGEST or printable(name) != name:
        raise UsageError(f"{name[:LONGEST]!r} cannot name a printer; use at most {LONGEST} letters on one line")
    a_right, a_down, b_right, b_down = readings
    printer = fit_printer((a_right, a_down, b_right, b_down), paper_called(paper), flip, name)
    save_profile(printers_file(), printer)
    return printer


LONGEST = 60
"""Most characters of a printer's name."""

_DATE = "2026-01-01"
"""Date of the sheet's design. A fixed date keeps the bytes of the PDF the same."""
