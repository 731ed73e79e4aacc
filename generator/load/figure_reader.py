"""Reads the figures of the rules, `rules/figures.toml`; whether their faces exist is found out when they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.records import replace
from generator.base.units import to_mm
from generator.load.files.fault_report import quote
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable, are_numbers
from generator.load.kept_parts import FIGURES_FILE
from generator.load.keys.layout_keys import FIGURES, MOST_TURN, SCALES
from generator.load.load_context import LoadContext
from generator.model.figure import Callout, Figure, FigureFace, Point

_MOST_NUMBERS = 99
_PILE_STEP = 1.3
"""Millimetres by which each face of a pile lies right of and below the one under it."""
_NUMBERS = 'the numbers of a figure are 1 to 99, each with a place: numbers = { 1 = [11, 9], 2 = "wall_03" }'


def read_figures(context: LoadContext) -> Mapping[str, Figure]:
    """Return the figures of a game's rules by id. Faults go to the report."""
    figures: dict[str, Figure] = {}
    with context.report.collecting():
        top = TomlTable(read_toml(context.folder, FIGURES_FILE), context.report, keys=FIGURES)
        names = [id_ for id_ in top.data if top.check_id(id_, id_, "a name of a figure")]
        figures |= {id_: _figure(id_, top.table(id_)) for id_ in names}
    return figures


def _figure(id_: str, entry: TomlTable) -> Figure:
    """Read a figure: faces at places, which `faces` lists, or one or several faces in a row, which `show` names.

    `width` and `gap` are in millimetres; `width` is None where the file gives none.
    """
    width = to_mm(entry.length("width")) if entry.has("width") else None
    # Without a gap, faces in a row stand 3 mm apart.
    gap = _numbers(entry, "gap", 1, [3.0])[0] if entry.has("gap") else 3.0
    if entry.has("faces"):
        faces = tuple(face for table in entry.table_list("faces") for face in _placed(table))
        callouts = tuple(_callouts(entry))
        if not faces:
            entry.fault("faces", 'there are no faces; write faces = [{ show = "raid/scouts", at = [0, 0] }]')
    else:
        faces, callouts = tuple(_row(entry)), ()
    entry.close()
    return Figure(id_, entry.document.where, _line(entry), faces, callouts=callouts, width=width, gap=gap)


def _row(entry: TomlTable) -> Iterator[FigureFace]:
    """Yield a face, or several in a row; other keys of the entry hold for the first face only."""
    names = entry.text_list("show") if isinstance(entry.data.get("show"), list) else (entry.text("show"),)
    for index, show in enumerate(filter(None, names)):
        yield FigureFace(show, _line(entry, "show")) if index else _face(entry, show)


def _placed(entry: TomlTable) -> Iterator[FigureFace]:
    """Yield a face at its place; for a pile all its faces, where marks and numbers belong to the uppermost."""
    place = _point(entry, "at")
    face = _face(entry, entry.text("show"), place, entry.number("scale") if entry.has("scale") else 1.0)
    pile = entry.integer("pile")
    entry.close()
    if pile > 1 and place is None:
        entry.fault("pile", "a pile needs a place; write at = [0, 0]")
        place = 0.0, 0.0
    for level in range(pile - 1):
        yield replace(_bare(face), at=(place[0] + level * _PILE_STEP, place[1] + level * _PILE_STEP) if place else None)
    # The face with the marks is the last one, as later faces are drawn on top.
    top = (pile - 1) * _PILE_STEP
    yield replace(face, at=(place[0] + top, place[1] + top)) if place else face


def _bare(face: FigureFace) -> FigureFace:
    """Return a face without marks, written values and numbers."""
    return replace(face, marks=(), values=(), callouts=())


def _face(entry: TomlTable, show: str, place: Point | None = None, scale: float | None = 1.0) -> FigureFace:
    """Read a face of a piece, `show`, with its turn, crop, marks and numbers.

    `place` is its upper left corner in millimetres, None for a face in a row; `scale` is None after a fault.
    """
    if scale is not None and not SCALES[0] <= scale <= SCALES[1]:
        entry.fault("scale", f"{scale} is out of range; it is {SCALES[0]} to {SCALES[1]}")
        scale = 1.0
    turn = (entry.number("turn") or 0.0) if entry.has("turn") else 0.0
    if abs(turn) > MOST_TURN:
        entry.fault("turn", f"{turn} is out of range; degrees clockwise are -{MOST_TURN} to {MOST_TURN}")
    crop = _numbers(entry, "crop", 4, []) if entry.has("crop") else []
    return FigureFace(
        show,
        _line(entry, "show"),
        place,
        turn,
        scale=scale or 1.0,
        crop=(crop[0], crop[1], crop[2], crop[3]) if crop else None,
        marks=entry.text_list("marks"),
        values=tuple(_values(entry)),
        callouts=tuple(_callouts(entry)),
    )


def _values(entry: TomlTable) -> Iterator[tuple[str, str]]:
    """Yield the values written on a face, as pairs of the id of a box and the text."""
    table = entry.table("values")
    for id_, value in table.data.items():
        # For Python True is a whole number.
        if isinstance(value, str | int) and not isinstance(value, bool):
            yield id_, str(value)
        else:
            table.fault(id_, f"must be text or a whole number, not {quote(value)}")


def _callouts(entry: TomlTable) -> Iterator[Callout]:
    """Yield the numbers of a figure or face: `{ 1 = [11, 9], 2 = "wall_03", 3 = { point = [4, 5], side = "top" } }`."""
    table = entry.table("numbers")
    for key in table.data:
        # isdigit() alone accepts digits of other scripts.
        if not (key.isascii() and key.isdigit() and 1 <= int(key) <= _MOST_NUMBERS):
            table.fault(key, f"{quote(key)} is no number; {_NUMBERS}")
            continue
        yield from _callout(int(key), key, table)


def _callout(number: int, key: str, table: TomlTable) -> Iterator[Callout]:
    """Yield a callout, a number in a circle with a line to a place, for each point of a number."""
    value, line = table.data[key], _line(table, key)
    if isinstance(value, str):
        yield Callout(number, value, line)
    elif isinstance(value, dict):
        callout = table.table(key)
        side = callout.choice("side") if callout.has("side") else ""
        place = _point(callout, "at")
        yield from (Callout(number, point, line, side, place) for point in _points(callout, "point"))
        callout.close()
    else:
        yield from (Callout(number, point, line) for point in _points(table, key))


def _points(table: TomlTable, key: str) -> Iterator[Point | str]:
    """Yield the id of a box, or a point in millimetres; nothing after a fault."""
    if isinstance(table.data.get(key), str):
        yield table.text(key)
    elif pair := _numbers(table, key, 2, []):
        yield pair[0], pair[1]


def _point(entry: TomlTable, key: str) -> Point | None:
    """Return the point at a key, in millimetres; None without the key or after a fault."""
    pair = _numbers(entry, key, 2, []) if entry.has(key) else []
    return (pair[0], pair[1]) if pair else None


def _numbers(entry: TomlTable, key: str, count: int, default: list[float]) -> list[float]:
    """Return `count` numbers at a key, in millimetres.

    A single one stands without brackets. `default` after a fault.
    """
    entry.has(key)
    value = entry.data.get(key)
    values = [value] if count == 1 else value
    if are_numbers(values, count):
        return [float(number) for number in values]
    forms = {1: "a number", 2: "left and top, like [11.5, 9]", 4: "left, top, width and height, like [0, 0, 40, 20]"}
    entry.fault(key, f"must be {forms[count]}, in millimetres, not {quote(value)}")
    return default


def _line(entry: TomlTable, key: str | None = None) -> int:
    """Return the line of a key, or of the entry itself; 1 if it is not found."""
    path = entry.path if key is None else (*entry.path, key)
    return entry.document.line(*path) or 1
