"""From a session to paper and back: its sheets printed as they stand, a filled sheet compared with it box by box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.options import GameFolder
from generator.load.game_locations import find_game
from generator.model.sheet import Box
from generator.play.live_session import LiveSession
from generator.play.rules.visible_state import VisibleState
from generator.play.text.item_names import ItemNames
from generator.solo.rulebook import Rulebook

Marks = Mapping[str, "int | str"]


@dataclass(frozen=True, slots=True)
class BoxDifference:
    """A box that a sheet and a session hold differently."""

    box: str
    title: str
    has: int | str
    """On the sheet."""
    wanted: int | str
    """In the session."""


def print_sheets(
    session: LiveSession[Any], book: Rulebook, language: str, paper: str, out: Path, *, flat: bool
) -> list[Path]:
    """The sheets of a session as PDF, below `out` in a folder of its name.

    Raises what filling a sheet raises.
    """
    from generator.scoresheets.form_filling import SheetMarks as Filling
    from generator.scoresheets.form_filling import write_filled_sheets

    seen = session.visible
    place = str((session.play.header.options or {}).get("place") or seen.game)
    known = language if language in book.game.languages else book.game.languages[0]
    name = _signed(seen, session.words)
    filling = Filling(GameFolder(find_game(place), place), book.game, known, sheet_marks(seen, book, name))
    return write_filled_sheets(filling, paper, out / seen.session, flat=flat)


def _signed(seen: VisibleState, words: Messages) -> str:
    """The name of a session, with what an honest sheet says of it."""
    claims = [words("score.taken_back", n=seen.peeked)] if seen.peeked else []
    claims += [words("score.corrected", n=seen.corrected)] if seen.corrected else []
    return " · ".join((seen.session, *claims))


def sheet_marks(seen: VisibleState, book: Rulebook, name: str) -> dict[str, int | str]:
    """What stands in the boxes, with a name in the first box for words; beside paper sheets, the paths."""
    boxes = book.boxes.book
    marks = boxes.start() | dict(seen.marks or {})
    words = [box.id for box in boxes.boxes.values() if box.kind == "text"]
    if words:
        marks[words[0]] = name[: boxes.box(words[0]).most or None]
    if seen.marks is None:
        paths = boxes.track(book.solo.hand.paths).boxes
        marks |= {box.id: path for box, path in zip(paths, seen.paths, strict=False)}
    return marks


def sheet_differences(seen: VisibleState, naming: ItemNames, file: Path) -> Iterator[BoxDifference]:
    """What a filled sheet holds otherwise than the session; words that a player wrote are nobody's to compare.

    Raises UsageError for the sheet of another game, and what reading a sheet raises.
    """
    from generator.scoresheets.filled_sheet import read_sheet

    words = naming.words
    if seen.marks is None:
        raise UsageError(words("check.paper"))
    place = naming.game.folder
    filled = read_sheet(file, str(place))
    if filled.game.id != naming.game.id:
        raise UsageError(
            words(
                "check.foreign",
                has=dict(filled.game.title.by).get(naming.language, filled.game.id),
                wanted=naming.text(naming.game.title),
            )
        )
    boxes = [box for sheet in filled.book.sheets if sheet.id in filled.sheets for box in sheet.boxes]
    for box in [box for box in boxes if box.kind != "text"]:
        has, wanted = filled.state.get(box.id) or 0, seen.marks.get(box.id) or 0
        if has != wanted:
            yield BoxDifference(box.id, naming.box(box.id), _plain(has, box, naming), _plain(wanted, box, naming))


def _plain(held: int | str, box: Box, naming: ItemNames) -> int | str:
    """What a box holds, in words where it is no number."""
    if not held:
        return naming.words("check.empty")
    if box.kind in {"mark", "mark2"}:
        is_circled = box.kind == "mark2" and held == 1
        return naming.words("check.circled" if is_circled else "check.filled")
    return next((naming.text(option.title) for option in box.options if option.id == held), held)
