"""What a page offers for a filled scoresheet, a form or photos of paper: its marks are read, or fill a fresh sheet."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.errors import UsageError
from generator.build.papers import DEFAULT_PAPERS
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.play.checks.paper_checks import compare_marks
from generator.scoresheets.filled_sheet import FilledScoresheet, absent_boxes, read_sheet
from generator.scoresheets.form_filling import read_marks, write_filled_sheets
from generator.scoresheets.sheet_report import SheetReport

if TYPE_CHECKING:
    from generator.model.sheet import Book
    from generator.scoresheets.photos.photographed_sheets import PhotographedSheets
    from generator.scoresheets.photos.questions import Question


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


def check_photo_library() -> None:
    """Check that the library for photos is installed. Raises UsageError, which says how to install it."""
    # numpy is in the extra `photo`, which not everybody installs.
    if find_spec("numpy") is None:
        from generator.base.system.install_command import install_tail

        raise UsageError(f"photos are read with the library numpy{install_tail('photo')}")


def read_sheet_photos(
    photos: Sequence[Path],
    named: str,
    answers: Mapping[str, str],
    players: int,
    reader: str,
    *,
    recorded: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the data of the page about photos: title, marks, `document` of `SheetReport`, boxes `asked`, and `read`.

    `named` is the game, or the folder of a game of the user's own. `answers` are texts by the ids of boxes; a text that
    its box cannot hold is asked again, as `typed`. Those `read` are numbers by hand, which the reader may correct.
    `recorded` are the marks that follow from a session: its paths are taken, and `compared` is what `compare_marks`
    returns. Raises Faults for a photo that is not read, UsageError.
    """
    sheets = _read_photos(photos, named)
    from generator.scoresheets.photos.questions import ROW, answered_states, box_question, open_questions

    if recorded:
        absent = absent_boxes(sheets.marks.book, sheets.sheets)
        sheets = sheets.with_answers({box: path for box, path in recorded["paths"].items() if box not in absent})
    asked_rows = {name: text for name, text in answers.items() if name.startswith(ROW)}
    sheets = sheets.with_answers(answered_states(sheets, asked_rows))
    # An answer that does not fit leaves its box in doubt, and the page asks again.
    typed = _parsed(sheets, answers)
    sheets = sheets.asking([box for box, answer in typed.items() if answer is None])
    answered = sheets.with_answers({box: answer for box, answer in typed.items() if answer is not None})
    filled = answered.filled(players, is_final=bool(recorded and recorded["over"]))
    report = SheetReport(filled, reader if reader in filled.game.languages else None)
    about: dict[str, Any] = {"title": report.sheets(), "rows": [*report.marks()]}
    about["asked"] = [
        _shown_question(question, report, filled.book, answers.get(question.name, ""))
        for question in open_questions(answered)
    ]
    # A corrected number stays in the list, so that it can be corrected again.
    read = ((box_question(cut), answers.get(cut.box, str(cut.number))) for cut in sheets.numbers)
    about["read"] = [_shown_question(question, report, filled.book, typed) for question, typed in read]
    about |= {"form": filled.language, "paper": answered.paper, "total": _total(filled)}
    about |= {"compared": compare_marks(filled, recorded, report.language) if recorded else None}
    return about | {"document": {"schema": 1, "ok": not filled.flaws, **report.document()}}


def _shown_question(question: Question, report: SheetReport, book: Book, typed: str) -> dict[str, Any]:
    """Return id, name, range, states, answer and picture of a box or row of a photo, for the page."""
    name, range_ = report.question(question.box, question.row, question.least, question.most)
    return {
        "box": question.name,
        "name": name,
        "range": range_,
        "states": [] if question.row else report.states(question.box),
        "is_number": book.box(question.box).kind not in {"text", "choice"},
        "is_row": bool(question.row),
        "typed": typed,
        "picture": base64.b64encode(question.picture).decode(),
    }


def _total(filled: FilledScoresheet) -> int | None:
    """Return the points of the value that ranks depend on; None without ranks, and where it is not known."""
    totals = (sheet.ranks.of for sheet in filled.book.sheets if sheet.ranks and filled.is_known(sheet.ranks.of))
    return next((filled.book.value(total, filled.state) for total in totals), None)


def _read_photos(photos: Sequence[Path], named: str) -> PhotographedSheets:
    """Read photos of the sheets of a game. Raises Faults, UsageError."""
    check_photo_library()
    from generator.scoresheets.photos.photographed_sheets import read_photographed_sheets

    folder = GameFolder(find_game(named), named)
    return read_photographed_sheets(photos, folder, load(folder.folder, prefix=folder.shown), DEFAULT_PAPERS)


def _parsed(sheets: PhotographedSheets, answers: Mapping[str, str]) -> dict[str, int | str | None]:
    """Return the state that was typed for each box that is shown; None for a text that the box cannot hold."""
    from generator.scoresheets.photos.photographed_sheets import parse_answer

    in_doubt = {cut_out.box for cut_out in (*sheets.cut_outs, *sheets.numbers)} & answers.keys()
    return {box: parse_answer(sheets.marks.book.box(box), answers[box], sheets.marks.language) for box in in_doubt}
