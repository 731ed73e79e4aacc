"""Moves elements of a board by the cells of the row that places them, such as `x` and `y` of a table of cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.records import replace
from generator.base.units import decimal
from generator.build.layout_edits.drawn_elements import FaceElement, is_changed, shifted
from generator.build.layout_edits.layout_trial import CLOSE, REFUSED, Files, LayoutTrial, RowPlace, TrialVerdict
from generator.load.files.folder import Folder
from generator.load.game_locations import GameFolder
from generator.load.table_edits.named_tables import named_tables
from generator.load.table_edits.splices import cell_splice
from generator.load.table_edits.table_text import read_table_text
from generator.model.game import Piece, Row, Value

PLACES = (("x", "y"), ("left", "top"), ("cx", "cy"), ("across", "down"))
"""Columns that hold the place of something: the one across and the one down, each a number of millimetres."""
_BASE, _STEP = 1.0, 0.01
"""Millimetres that all rows are shifted by to see what they place, and the difference from one row to the next."""


def placing_rows(trial: LayoutTrial) -> tuple[RowPlace, ...]:
    """Return the places in rows that a face's elements move with, as a trial shows that shifts each row differently."""
    job = trial.job
    places = [*dict.fromkeys(_places_of(named_rows(job.piece)))]
    if not places:
        return ()
    shifts = {(place.source, place.columns): _shift(number, len(places)) for number, place in enumerate(places)}
    row = _shifted_row(job.piece.row, shifts)
    # One drawing tells for all rows: as many as places would take seconds.
    after = trial.elements_on(replace(job, piece=replace(job.piece, row=row)), {}) or []
    members: dict[int, list[int]] = {}
    # Elements are compared by their numbers, so none may come or go.
    pairs = zip(trial.elements, after, strict=True) if len(after) == len(trial.elements) else ()
    for index, (old, new) in enumerate(pairs):
        number = _shift_number(old, new, len(places))
        if number is not None:
            members.setdefault(number, []).append(index)
    return tuple(places[number]._replace(members=tuple(indexes)) for number, indexes in sorted(members.items()))


def with_places(trial: LayoutTrial, rows: Sequence[RowPlace]) -> tuple[RowPlace, ...]:
    """Return rows that place a face's elements, with the numbers that their cells hold now."""
    places = {(place.source, place.columns): place for place in _places_of(named_rows(trial.job.piece))}
    return tuple(places[row.source, row.columns]._replace(members=row.members) for row in rows)


def named_rows(piece: Piece) -> Iterator[Row]:
    """Yield the row of a piece and all rows that its cells name."""
    waiting, visited = list[Value]([piece.row]), set[int]()
    while waiting:
        value = waiting.pop(0)
        # In the order of the cells, so that rows keep their numbers while a board stays as it is.
        if isinstance(value, tuple):
            waiting[:0] = value
        elif isinstance(value, Row) and id(value) not in visited:
            visited.add(id(value))
            yield value
            waiting += value.cells.values()


def _places_of(rows: Iterator[Row]) -> Iterator[RowPlace]:
    """Yield the places that stand in some rows, as yet without elements."""
    for row in rows:
        for columns in PLACES:
            across, down = (row.cells.get(column) for column in columns)
            if _is_number(across) and _is_number(down):
                yield RowPlace(row.source, row.id, columns, (float(str(across)), float(str(down))))


def _is_number(value: Value | None) -> bool:
    """Whether a cell holds a number: yes and no are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shift(number: int, count: int) -> tuple[float, float]:
    """Return how far a row is shifted, by its number among `count`: no two rows by the same distances."""
    return _BASE + _STEP * number, _BASE + _STEP * (count - number)


def _shift_number(old: FaceElement, new: FaceElement, count: int) -> int | None:
    """Return the number of the row whose shift moved an element; None for another distance."""
    shift = shifted(old, new)
    if shift is None:
        return None
    number = round((shift[0] - _BASE) / _STEP)
    expected = _shift(number, count)
    is_same = abs(shift[0] - expected[0]) < _STEP / 4 and abs(shift[1] - expected[1]) < _STEP / 4
    return number if is_same and 0 <= number < count else None


Shifts = Mapping[tuple[str, tuple[str, str]], tuple[float, float]]
"""Distances across and down by row and columns."""


def _shifted_row(row: Row, shifts: Shifts) -> Row:
    """Return a row with all rows that it names, shifted; the same row is the same again wherever it is named."""
    done: dict[int, Row] = {}

    def value_of(value: Value) -> Value:
        """Return a value with its rows shifted."""
        if isinstance(value, tuple):
            return tuple(value_of(part) for part in value)
        return shifted_row(value) if isinstance(value, Row) else value

    def shifted_row(old: Row) -> Row:
        """Return one row shifted."""
        if id(old) not in done:
            cells = {name: value_of(value) for name, value in old.cells.items()}
            # A row without a place of its own may name one that has some.
            for columns in PLACES:
                for column, step in zip(columns, shifts.get((old.source, columns), ()), strict=False):
                    cells[column] = float(str(cells[column])) + step
            done[id(old)] = replace(old, cells=cells)
        return done[id(old)]

    return shifted_row(row)


def tables_with_places(place: GameFolder, steps: Mapping[RowPlace, tuple[float, float]]) -> Files:
    """Return the files of rows, by their paths as shown, with cells moved on by millimetres across and down.

    Raises ValueError for a row in a file that cannot be changed, and Faults for one that cannot be read.
    """
    folder = Folder(place.folder.resolve(), place.shown)
    tables = {folder.place(table.file): table for table in named_tables(folder) if table.is_text and not table.source}
    files: Files = {}
    for row, step in steps.items():
        path, _, line = row.source.rpartition(":")
        table = tables.get(path)
        if table is None:
            raise ValueError(path)
        for column, distance in zip(row.columns, step, strict=True):
            if not distance:
                continue
            # Several rows of a file are changed one after the other, which moves the later ones.
            text = read_table_text(files.get(path) or folder.read(table.file), path, table.separator)
            index = next((index for index, record in enumerate(text.rows) if record.line == int(line)), None)
            if index is None or column not in text.names:
                raise ValueError(row.source)
            number = text.names.index(column)
            moved = decimal(float(text.value(index, number)) + distance)
            files[path] = cell_splice(text, index, number, moved).apply(text)
    return files


def place_verdict(
    trial: LayoutTrial, after: LayoutTrial, files: Files, steps: Mapping[RowPlace, tuple[float, float]]
) -> TrialVerdict:
    """Return the outcome of moved rows: whether the elements moved, and the others that change.

    `after` is the face with the changed files.
    """
    if len(trial.elements) != len(after.elements):
        return REFUSED
    pairs = [*zip(trial.elements, after.elements, strict=True)]
    moving = {number: step for row, step in steps.items() for number in row.members}
    if not moving or not all(_is_moved(pairs[number], step) for number, step in moving.items()):
        return REFUSED
    changed = (number for number, (old, new) in enumerate(pairs) if is_changed(old, new))
    affected = tuple(number for number in changed if number not in moving)
    return TrialVerdict(files, affected, trial.faults_since(after))


def _is_moved(pair: Sequence[FaceElement], step: tuple[float, float]) -> bool:
    """Whether an element was moved on the face by millimetres."""
    shift = shifted(*pair)
    return shift is not None and all(abs(moved - goal) < CLOSE * 3 for moved, goal in zip(shift, step, strict=True))
