"""Print the sheets of a session as PDF, and compare a filled sheet with a session box by box."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Box
from generator.play.live_session import LiveSession
from generator.play.rules.visible_state import VisibleState
from generator.play.text.item_names import ItemNames
from generator.play.text.session_text import claim_lines
from generator.play.text.solo_text import SoloText
from generator.solo.compiled.rulebook import Rulebook

Marks = Mapping[str, "int | str"]


@dataclass(frozen=True, slots=True)
class BoxDifference:
    """A box that is marked differently on a sheet and in a session."""

    box: str
    title: str
    sheet: int | str
    session: int | str


def print_sheets(session: LiveSession[Any], paper: str, out: Path, *, flat: bool) -> list[Path]:
    """Write the sheets of a session as PDF, in its language, to a folder of its name below `out`; return the files.

    `flat` writes ink in place of a form. Raises UsageError for a deck, and the errors of filling a sheet.
    """
    # Imported late: only the commands that touch PDF need the typesetting behind it.
    from generator.scoresheets import form_filling

    visible, text = session.visible, session.text
    if not isinstance(text, SoloText):
        raise UsageError(f"{visible.session}: a deck has no sheets to print")
    names = text.names
    place = session.play.header.place
    marks = sheet_marks(visible, names.book, _signature(visible, session.messages))
    folder = GameFolder(find_game(place), place)
    filled = form_filling.SheetMarks(folder, names.game, names.game.sheets, names.language, marks)
    return form_filling.write_filled_sheets(filled, paper, out / visible.session, flat=flat)


def _signature(visible: VisibleState, messages: Messages) -> str:
    """Return the text for the sheet's name box: session, attempt, and counts of take-backs and corrections."""
    return " · ".join((visible.session, *claim_lines(messages, visible)))


def sheet_marks(visible: VisibleState, book: Rulebook, name: str) -> dict[str, int | str]:
    """Return the mark of each box of the sheets by its id, with `name` in the first text box.

    With sheets on paper only the paths (cards kept for points at the end) are known.
    """
    boxes = book.boxes.book
    marks = boxes.start() | dict(visible.marks or {})
    texts = [box.id for box in boxes.boxes.values() if box.kind == "text"]
    if texts:
        # The first text box of a sheet is for the player's name.
        marks[texts[0]] = name[: boxes.box(texts[0]).most or None]
    if visible.marks is None:
        paths = boxes.track(book.solo.hand.paths).boxes
        marks |= {box.id: path for box, path in zip(paths, visible.paths, strict=False)}
    return marks


def sheet_differences(session: LiveSession[Any], file: Path) -> tuple[BoxDifference, ...]:
    """Return the boxes that a filled sheet and a session mark differently; text boxes are not compared.

    Raises UsageError where the session keeps no sheets or the sheet is of another game, and the errors of reading it.
    """
    from generator.scoresheets.filled_sheet import read_sheet

    text, marks, messages = session.text, session.visible.marks, session.messages
    if not isinstance(text, SoloText) or marks is None:
        raise UsageError(messages("check.paper"))
    names = text.names
    filled = read_sheet(file, str(names.game.folder))
    if filled.game.id != names.game.id:
        has = dict(filled.game.title.by).get(names.language, filled.game.id)
        raise UsageError(messages("check.foreign", has=has, wanted=names.text(names.game.title)))
    # A PDF may have only one of the sheets of a game.
    boxes = [box for sheet in filled.book.sheets if sheet.id in filled.sheets for box in sheet.boxes]
    # Names and notes are the player's own.
    pairs = [(box, filled.state.get(box.id) or 0, marks.get(box.id) or 0) for box in boxes if box.kind != "text"]
    return tuple(
        BoxDifference(box.id, names.box(box.id), _mark_text(has, box, names), _mark_text(expected, box, names))
        for box, has, expected in pairs
        if has != expected
    )


def _mark_text(mark: int | str, box: Box, names: ItemNames) -> int | str:
    """Return a mark in words, such as `filled` or `empty`; an option by its name, a written number as it is."""
    if not mark:
        return names.messages("check.empty")
    if box.kind in {"mark", "mark2"}:
        # Such a box is circled first, and filled later.
        is_circled = box.kind == "mark2" and mark == 1
        return names.messages("check.circled" if is_circled else "check.filled")
    return next((names.text(option.title) for option in box.options if option.id == mark), mark)
