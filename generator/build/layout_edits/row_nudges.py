"""Changes boxes on one card alone, by columns of its table: `at.` and the id of a box moves it, `crop.` crops it."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Matrix
from generator.base.units import decimal
from generator.build.layout_edits.drawn_elements import FaceElement, is_changed, shifted
from generator.build.layout_edits.layout_trial import CLOSE, Files, LayoutTrial, TrialVerdict
from generator.load.files.folder import Folder
from generator.load.game_locations import GameFolder
from generator.load.table_edits.column_splices import added_column
from generator.load.table_edits.named_tables import NamedTable, named_tables
from generator.load.table_edits.splices import cell_splice
from generator.load.table_edits.table_text import TableText, read_table_text
from generator.load.tables.column import CROP, NUDGE
from generator.model.game import Crop, Nudge, Piece
from generator.typeset.svg.coordinate_systems import transform

_STILL: Nudge = (0.0, 0.0, 0.0, 0.0)


def nudge_of(element: FaceElement, step: Nudge) -> Nudge:
    """Return a movement on the face as the nudge of an element, in the coordinates that it stands in.

    Raises ValueError for an element in coordinates without an extent.
    """
    around = element.matrix
    if "transform" in element.attributes:
        around = around @ transform(element.attributes["transform"]).inverse()
    return *_without_place(around, *step[:2]), *_without_place(element.matrix, *step[2:])


def _without_place(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return a distance on the face, in millimetres, as a distance in the coordinates of a matrix."""
    local = matrix.inverse().apply(matrix.e + x, matrix.f + y)
    return round(local[0], 4), round(local[1], 4)


def nudge_cells(piece: Piece, steps: Mapping[str, Nudge]) -> dict[str, str]:
    """Return the cells, by their headings, of a piece whose boxes, by id, are moved on by steps."""
    nudges = dict(piece.nudges)
    return {NUDGE + box: _cell(nudges.get(box, _STILL), step) for box, step in steps.items()}


def crop_cells(box: str, crop: Crop) -> dict[str, str]:
    """Return the cell, by its heading, of a piece that shows a part of a picture."""
    return {CROP + box: " ".join(map(decimal, crop))}


def table_with_cells(place: GameFolder, part: str, piece: Piece, cells: Mapping[str, str]) -> Files:
    """Return the file of rows of a component with other cells in the row of a piece, by its path as shown.

    A column that it lacks is added behind the others. Raises ValueError for a component whose rows stand in no file of
    its own that can be changed, and Faults for a file that cannot be read.
    """
    folder = Folder(place.folder.resolve(), place.shown)
    # A column of a table that others read too would be a fault there.
    table = next((table for table in named_tables(folder) if table.users == (part,)), None)
    if table is None or not table.is_text or table.source:
        raise ValueError
    data = folder.read(table.file)
    for heading, value in cells.items():
        data = _with_cell(folder, table, data, piece, heading, value)
    return {folder.place(table.file): data}


def _cell(now: Nudge, step: Nudge) -> str:
    """Return the cell of a nudge after a further step; empty where the box stands as on other cards."""
    numbers = [decimal(before + more) for before, more in zip(now, step, strict=True)]
    while numbers and numbers[-1] == "0":
        numbers.pop()
    return " ".join(numbers)


def _with_cell(folder: Folder, table: NamedTable, data: bytes, piece: Piece, heading: str, value: str) -> bytes:
    """Return a file of rows with a value in the row of a piece, and with its column. Raises ValueError."""

    def read(content: bytes) -> TableText:
        """Return the places of the cells in a state of the file."""
        return read_table_text(content, folder.place(table.file), table.separator)

    text = read(data)
    if heading not in text.names:
        text = read(added_column(text, len(text.names) - 1, heading))
    line = int(piece.row.source.rpartition(":")[2])
    row = next((row for row, record in enumerate(text.rows) if record.line == line), None)
    if row is None:
        raise ValueError
    return cell_splice(text, row, text.names.index(heading), value).apply(text)


def nudge_verdict(trial: LayoutTrial, after: LayoutTrial, files: Files, steps: Mapping[int, Nudge]) -> TrialVerdict:
    """Return the outcome of nudges: whether the elements, by number, and no others, moved on the face as asked.

    `after` is the face with the changed files.
    """
    pairs = [*zip(trial.elements, after.elements, strict=False)]
    is_done = len(trial.elements) == len(after.elements)
    if not is_done or not all(_is_done(*pairs[number], step) for number, step in steps.items()):
        return TrialVerdict({})
    # Another element with the same id moves too: only its template can tell them apart.
    if any(is_changed(old, new) for number, (old, new) in enumerate(pairs) if number not in steps):
        return TrialVerdict({})
    return TrialVerdict(files, (), trial.faults_since(after))


def crop_verdict(trial: LayoutTrial, after: LayoutTrial, files: Files, number: int) -> TrialVerdict:
    """Return the outcome of a crop: whether the picture, by its number, and no other element, changed on the face.

    `after` is the face with the changed files.
    """
    if len(trial.elements) != len(after.elements):
        return TrialVerdict({})
    pairs = enumerate(zip(trial.elements, after.elements, strict=True))
    changed = [index for index, (old, new) in pairs if is_changed(old, new)]
    return TrialVerdict(files, (), trial.faults_since(after)) if changed == [number] else TrialVerdict({})


def _is_done(old: FaceElement, new: FaceElement, step: Nudge) -> bool:
    """Whether an element was moved and resized on the face by millimetres."""
    before, box = old.box, new.box
    if before and box:
        sides = (box.x - before.x, box.y - before.y, box.width - before.width, box.height - before.height)
    else:
        sides = (*(shifted(old, new) or (1e9, 1e9)), 0.0, 0.0)
    # The box of a shape adds the rounding of several numbers.
    return all(abs(side - distance) < CLOSE * 3 for side, distance in zip(sides, step, strict=True))
