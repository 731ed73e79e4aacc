"""What a page offers for a filled scoresheet: it is read, or its marks are written into a fresh sheet."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from generator.scoresheets.filled_sheet import read_sheet
from generator.scoresheets.form_filling import read_marks, write_filled_sheets
from generator.scoresheets.sheet_report import SheetReport


def read_filled_sheet(file: Path, named: str | None, players: int, reader: str) -> dict[str, Any]:
    """Return the data of the page of a filled sheet: the `document` of `SheetReport`, marks, languages and form.

    `named` is the game, or the folder of a game of the user's own; None for what the file says. Raises Faults for a
    file that is no sheet of the game.
    """
    filled = read_sheet(file, named, players=players)
    languages = filled.game.languages
    report = SheetReport(filled, reader if reader in languages else None)
    about = {"title": report.sheets(), "rows": [*report.marks()], "languages": languages, "form": filled.language}
    return about | {"document": {"schema": 1, "ok": not filled.flaws, **report.document()}}


def fill_fresh_sheet(
    file: Path, name: str, named: str | None, language: str | None, paper: str, out: Path, *, flat: bool
) -> list[Path]:
    """Write the marks of a filled sheet, or of a `.json` file of marks, into a fresh sheet; return the files written.

    `name` stands in their names. `language` is that of the fresh sheet, None for that of the file; `flat` writes ink in
    place of a form. Raises Faults for marks that the sheet does not have, UsageError, OutputError.
    """
    # The reader of marks takes a file, as on the command line, and names it in its faults.
    with tempfile.TemporaryDirectory() as folder:
        marks = Path(folder, f"{name}.json")
        if file.suffix == ".json":
            marks.write_bytes(file.read_bytes())
        else:
            marks.write_text(json.dumps(SheetReport(read_sheet(file, named)).document()), "utf-8")
        marks_to_fill = read_marks(marks, named, language)
    return write_filled_sheets(marks_to_fill, paper, out, flat=flat)
