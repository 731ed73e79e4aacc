"""What a person is asked about photographed sheets: what a box holds, or how many boxes of a row are filled."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from generator.base.records import dataclass
from generator.model.sheet import Track
from generator.scoresheets.photos.photo_reading import CutOut
from generator.scoresheets.photos.photographed_sheets import PhotographedSheets, parse_answer

ROW = "row."
"""Begin of the names of questions about rows; the id of the track follows."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one box, or about the boxes of a row that are in doubt."""

    name: str
    """The id of the box, or ROW and the id of the track."""
    picture: bytes
    """PNG of the box, or of the whole row."""
    boxes: tuple[str, ...]
    """Boxes in doubt that the answer tells of."""
    row: tuple[str, ...] = ()
    """All boxes of the row; empty for one box."""
    least: int = 0
    most: int = 0
    """Fewest and most boxes of the row that can be filled, by those that are sure."""

    @property
    def box(self) -> str:
        """Return the box that is asked for, or the first of the row."""
        return self.row[0] if self.row else self.boxes[0]


def box_question(cut_out: CutOut) -> Question:
    """Return the question about one box."""
    return Question(cut_out.box, cut_out.picture, (cut_out.box,))


def open_questions(sheets: PhotographedSheets) -> Iterator[Question]:
    """Yield the questions about boxes in doubt, in the order of the sheet: one for a row, also of several boxes."""
    in_rows: set[str] = set()
    for cut_out in sheets.cut_outs:
        track = sheets.marks.book.track(sheets.marks.book.box(cut_out.box).track)
        if cut_out.box in in_rows:
            continue
        question = _row_question(sheets, track)
        if question and cut_out.box in question.row:
            in_rows.update(question.row)
        yield question if question and cut_out.box in question.row else box_question(cut_out)


def states_of(question: Question, text: str, sheets: PhotographedSheets) -> dict[str, int | str] | None:
    """Return the states of boxes in doubt that an answer names; None if it does not fit the question."""
    book, doubtful = sheets.marks.book, {cut_out.box for cut_out in sheets.cut_outs}
    if not question.row:
        state = parse_answer(book.box(question.box), text, sheets.marks.language)
        return None if state is None else {question.box: state}
    typed = unicodedata.normalize("NFKC", text).strip()
    count = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else -1
    if not question.least <= count <= question.most:
        return None
    # Boxes that are sure keep their states: the count cannot contradict them.
    return {id_: int(index < count) for index, id_ in enumerate(question.row) if id_ in doubtful}


def answered_states(sheets: PhotographedSheets, answers: Mapping[str, str]) -> dict[str, int | str]:
    """Return the states of boxes that fitting answers name, given by the names of their questions."""
    states: dict[str, int | str] = {}
    for question in open_questions(sheets):
        if question.name in answers:
            states |= states_of(question, answers[question.name], sheets) or {}
    return states


def _row_question(sheets: PhotographedSheets, track: Track) -> Question | None:
    """Return the question about a row with several boxes in doubt; None for other tracks."""
    in_doubt = {cut_out.box for cut_out in sheets.cut_outs}
    row = tuple(box.id for box in track.boxes if box.kind == "mark")
    doubtful = tuple(id_ for id_ in row if id_ in in_doubt)
    if track.id not in sheets.rows or len(doubtful) < 2:
        return None
    filled = [id_ in doubtful or bool(sheets.marks.state.get(id_)) for id_ in row]
    marked = [id_ not in doubtful and bool(sheets.marks.state.get(id_)) for id_ in row]
    most = filled.index(False) if False in filled else len(row)
    least = len(row) - marked[::-1].index(True) if True in marked else 0
    # Where a sure mark stands behind a sure gap, no number says which boxes are filled.
    if least > most:
        return None
    return Question(ROW + track.id, sheets.rows[track.id], doubtful, row, least, most)
