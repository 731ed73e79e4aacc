"""Reads where the boxes of a sheet stand on paper, `sheets/<sheet>.layout.toml`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate, chain

from generator.base.errors import Fault
from generator.base.geometry import Rect
from generator.load.files.fault_report import quote
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable, are_numbers
from generator.load.keys.layout_keys import FINEST, LAYOUT
from generator.load.load_context import LoadContext
from generator.load.sheets.player_columns import column_id
from generator.model.sheet import Sheet, Track
from generator.model.sheet_layout import Cells, Layout

_ENDING = ".layout.toml"


def read_layouts(sheets: Mapping[str, Sheet], context: LoadContext) -> Mapping[str, Layout]:
    """Read the layout files of the sheets, by the sheet's id.

    A sheet without one is laid out automatically when it is drawn.
    """
    values = [value.id for sheet in sheets.values() for value in sheet.values]
    countable = [*values, *(track.id for sheet in sheets.values() for track in sheet.tracks)]
    _check_orphans(sheets, context)
    layouts = {}
    for id_, sheet in sheets.items():
        name = f"sheets/{id_}{_ENDING}"
        # A sheet with faults lacks boxes, and its layout would name unknown ones.
        sound = not context.report.has(context.folder.place(f"sheets/{id_}.toml"))
        if sound and not context.folder.lacks(name):
            with context.report.collecting():
                layouts[id_] = read_layout(
                    TomlTable(read_toml(context.folder, name), context.report, keys=LAYOUT), sheet, countable
                )
    return layouts


def _check_orphans(sheets: Mapping[str, Sheet], context: LoadContext) -> None:
    """Add a fault for each layout file without its sheet."""
    for name in context.folder.names("sheets", _ENDING):
        id_ = name.removeprefix("sheets/").removesuffix(_ENDING)
        if id_ not in sheets and context.folder.lacks(f"sheets/{id_}.toml"):
            message = f"there is no sheet {quote(id_)} to lay out{context.report.suggestion(id_, sheets)}"
            context.report.add(Fault(context.folder.place(name), message))


def read_layout(entry: TomlTable, sheet: Sheet, values: Collection[str]) -> Layout:
    """Read the layout of a sheet; `values` are the ids whose counts it can show.

    Faults go to the entry's report: unknown ids, boxes without a place, places outside the grid or on each other.
    """
    columns, rows = _grid(entry)
    tracks = {track.id: track for track in sheet.tracks}
    boxes, lines = _tracks(entry.table("tracks"), tracks)
    box_ids = [box.id for track in tracks.values() for box in track.boxes]
    boxes |= _places(entry.table("boxes"), "box", box_ids)
    layout = Layout(
        columns=columns,
        rows=rows,
        areas=_places(entry.table("areas"), "area", [area.id for area in sheet.areas]),
        boxes={id_: boxes[id_] for id_ in box_ids if id_ in boxes},
        values=_values(entry.table("values"), sheet, values),
        spots=_places(entry.table("spots"), "spot", None),
        lines=lines,
    )
    entry.close()
    _check_complete(entry, layout, tracks)
    _check_places(entry, layout, tracks)
    return layout


def _grid(entry: TomlTable) -> tuple[float, float]:
    """Return the cells across and down that the places on a sheet are counted in.

    After a fault it is the finest grid, so that no place is reported as outside.
    """
    columns, rows = _numbers(entry, "grid", 2) or (FINEST, FINEST)
    if columns >= 1 and rows >= 1:
        return columns, rows
    entry.fault("grid", f"a grid has 1 to {FINEST} cells each way")
    return FINEST, FINEST


def _tracks(entry: TomlTable, tracks: Mapping[str, Track]) -> tuple[dict[str, Cells], dict[str, int]]:
    """Return the places of the boxes of whole tracks, and the number of boxes in a line for tracks of several lines."""
    boxes: dict[str, Cells] = {}
    lines: dict[str, int] = {}
    for id_ in entry.data:
        line_table = entry.table(id_)
        if id_ not in tracks:
            entry.fault(id_, f"no track called {quote(id_)} on this sheet{entry.report.suggestion(id_, tracks)}")
            continue
        track = tracks[id_]
        line = line_table.integer("line", default=len(track.boxes))
        # After a fault there are no places, so the two lists may differ in length.
        boxes |= zip([box.id for box in track.boxes], _line_places(line_table, len(track.boxes), line), strict=False)
        if line < len(track.boxes):
            lines[id_] = line
        line_table.close()
    return boxes, lines


def _values(entry: TomlTable, sheet: Sheet, ids: Collection[str]) -> dict[str, Cells]:
    """Return the places of values: a rectangle, or for a value of each column a row, placed like a track."""
    places: dict[str, Cells] = {}
    rows = [id_ for id_, place in entry.data.items() if isinstance(place, dict)]
    for id_ in rows:
        names, line_table = [column_id(id_, column) for column in sheet.columns], entry.table(id_)
        if not names or not set(names) <= set(ids):
            entry.fault(id_, f"no value called {quote(id_)} in the columns of this sheet")
            continue
        line = line_table.integer("line", default=len(names))
        places |= zip(names, _line_places(line_table, len(names), line), strict=False)
        line_table.close()
    single = {id_: place for id_, place in entry.data.items() if id_ not in rows}
    return places | _places(entry.with_data(single), "value", ids)


def _line_places(entry: TomlTable, count: int, line: int) -> Iterator[Cells]:
    """Yield `count` places from `at` to the right, in lines of `line` places from the top."""
    corner, size = _numbers(entry, "at", 2), _numbers(entry, "size", 2)
    widths = _numbers(entry, "widths", count) if entry.has("widths") else None
    pitch = entry.number("pitch") or (size[0] if size else 1)
    down = entry.number("down") or (size[1] if size else 1)
    gaps = _gaps(entry, line)
    if not corner or not size:
        return
    wide = widths or (size[0],) * count
    steps = widths[: line - 1] if widths else (pitch,) * (line - 1)
    lefts = [*accumulate(chain((0.0,), steps))]
    for n in range(count):
        column, row = n % line, n // line
        gap = sum(cells for before, cells in gaps.items() if before <= column + 1)
        yield corner[0] + lefts[column] + gap, corner[1] + row * down, wide[n], size[1]


def _gaps(entry: TomlTable, line: int) -> dict[int, float]:
    """Return the cells left free before boxes of a line, by the number of the box from 1."""
    table = entry.table("gaps")
    gaps: dict[int, float] = {}
    for key in table.data:
        cells = table.number(key)
        if not key.isdecimal() or not 1 <= int(key) <= line:
            table.fault(key, f"{quote(key)} is not the number of a box in a line of {line}")
        elif cells is not None:
            gaps[int(key)] = cells
    return gaps


def _places(entry: TomlTable, noun: str, ids: Collection[str] | None) -> dict[str, Cells]:
    """Return rectangles by id; `ids` are the ids that may stand there, None for any."""
    places: dict[str, Cells] = {}
    for id_ in entry.data:
        place = _numbers(entry, id_, 4)
        if ids is not None and id_ not in ids:
            entry.fault(id_, f"no {noun} called {quote(id_)} on this sheet{entry.report.suggestion(id_, ids)}")
        elif place:
            places[id_] = (place[0], place[1], place[2], place[3])
    return places


_FORMS = {2: "two numbers, like [8, 5]", 4: "left, top, width and height in cells, like [0, 8, 12, 5]"}


def _numbers(entry: TomlTable, key: str, count: int) -> tuple[float, ...]:
    """Return a list of `count` numbers from 0 to 1000 at a key; empty after a fault."""
    value = entry.data.get(key) if entry.has(key) else None
    if not are_numbers(value, count):
        entry.fault(key, f"{key} is {_FORMS.get(count, f'{count} numbers')}")
    elif not all(0 <= item <= FINEST for item in value):
        entry.fault(key, f"{key} is out of range: {quote(value)}; its numbers are 0 to {FINEST}")
    else:
        return tuple(value)
    return ()


def _check_complete(entry: TomlTable, layout: Layout, tracks: Mapping[str, Track]) -> None:
    """Add a fault for each box without a place; a track whose own table exists has its faults already."""
    whole, single = entry.table("tracks"), entry.table("boxes")
    for track in [track for track in tracks.values() if not whole.has(track.id)]:
        bare = [box.id for box in track.boxes if box.id not in layout.boxes and not single.has(box.id)]
        if bare and len(bare) == len(track.boxes):
            entry.fault(None, f"no place for track {quote(track.id)}; write [tracks.{track.id}] with at and size")
        else:
            for id_ in bare:
                entry.fault(None, f"no place for box {quote(id_)}; give it one under [boxes]")


def _check_places(entry: TomlTable, layout: Layout, tracks: Mapping[str, Track]) -> None:
    """Add the faults of places at their own key, or once at the track that places them."""
    of_track = {box.id: track.id for track in tracks.values() for box in track.boxes}
    reported: set[str] = set()
    for part, id_, message in _place_faults(layout):
        table, track = entry.table(part), of_track.get(id_)
        if id_ in table.data or track is None:
            table.fault(id_, message)
        elif track not in reported:
            reported.add(track)
            entry.table("tracks").fault(track, message)


def _place_faults(layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Yield each place that lies outside, has no size or overlaps: its part of the layout, its id, the fault."""
    page = Rect(0, 0, layout.columns, layout.rows)
    for part in ("areas", "boxes", "values", "spots"):
        for id_, place in getattr(layout, part).items():
            if not page.contains(Rect(*place)):
                yield part, id_, f"{quote(id_)} leaves the grid of {layout.columns:g} x {layout.rows:g} cells"
            elif not place[2] or not place[3]:
                yield part, id_, f"{quote(id_)} has no size"
    for one, other in _overlapping({**layout.boxes, **layout.values}):
        yield "boxes" if other in layout.boxes else "values", other, f"{quote(other)} lies on {quote(one)}"


def _overlapping(places: Mapping[str, Cells]) -> Iterator[tuple[str, str]]:
    """Yield pairs of ids whose rectangles overlap, each second one once, in a sweep from left to right."""
    by_left: list[tuple[float, str, Rect]] = sorted((place[0], id_, Rect(*place)) for id_, place in places.items())
    for index, (_, id_, rect) in enumerate(by_left):
        for next_left, other, near in by_left[index + 1 :]:
            if next_left >= rect.right:  # and so are all that follow
                # Sorted by left edges: all further rectangles begin beyond this one.
                break
            if rect.overlaps(near):
                yield id_, other
