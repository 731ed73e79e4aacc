"""Reads the areas of a sheet with their tracks and boxes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from typing import NamedTuple

from generator.base.errors import fault
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import TomlTable
from generator.load.keys.sheet_keys import BOX, MOST_ON_A_TRACK
from generator.load.sheets import player_columns
from generator.load.sheets.box_trait_reader import KEYS, BoxTraits, TraitContext, fit_to_kind, parse_icon, read_traits
from generator.model.sheet import Area, Box, Track
from generator.model.text import Text

MOST_BOXES = 2_000
"""Most boxes and tracks of a sheet; PDF viewers grow slow with fewer fields."""

_LONGEST_ID = 41  # as toml_table.ID
_KEYS = frozenset(KEYS)
_NOT_INHERITED = ("id", "title", "note", "filled_by", "filled_from")
"""The keys that a track does not take over from the track that it is `like`."""


class _Section(NamedTuple):
    """A part of a track, or all of it: the traits of its boxes, and the table that gives them."""

    id: str
    entry: TomlTable
    traits: BoxTraits


def read_areas(entries: Mapping[str, TomlTable], context: TraitContext) -> tuple[Area, ...]:
    """Read every area of a sheet, in the order of the file."""
    tracks_read: dict[str, TomlTable] = {}
    return tuple(_area(id_, entry, context, tracks_read) for id_, entry in entries.items())


def _area(id_: str, entry: TomlTable, context: TraitContext, tracks_read: dict[str, TomlTable]) -> Area:
    """Read an area, a framed part of a sheet; it has several tracks, or is a track itself.

    `tracks_read` has the tables of earlier tracks, which a track can be `like`, and gets those of this area.
    """
    entry = entry if "tracks" in entry.data else _with_inherited(entry, tracks_read)
    title, note = entry.phrase("title", context.languages), _words(entry, "note", context)
    default = read_traits(entry, context, BoxTraits())
    if entry.has("tracks"):
        tracks = tuple(
            _track(table, context, default, tracks_read, None, title) for table in entry.table_list("tracks")
        )
    else:
        tracks = (_track(entry, context, default, tracks_read, id_, title),)
    entry.close(*KEYS)
    return Area(id_, title, note, tracks)


def _track(
    entry: TomlTable,
    context: TraitContext,
    default: BoxTraits,
    tracks_read: dict[str, TomlTable],
    id_: str | None,
    title: Text,
) -> Track:
    """Read a track, a row of boxes; `id_` is given if the track is its whole area, whose title it then has."""
    separate = id_ is None
    id_ = _id(entry) if id_ is None else id_
    entry = tracks_read[id_] = _with_inherited(entry, tracks_read) if separate else entry
    context.ids.append((id_, entry))
    traits = read_traits(entry, context, default) if separate else default
    title = entry.phrase("title", context.languages) if separate and entry.has("title") else title
    track = Track(
        id=id_,
        title=title,
        # Boxes for players are filled independently of each other.
        order=entry.choice("order", default="row" if "boxes" in entry.data or not context.columns else "any"),
        filled_by=entry.parsed_list("filled_by", parse_icon),
        boxes=_boxes(id_, _with_column_boxes(id_, entry, title, context), context, traits),
        filled_from=entry.text_list("filled_from"),
        columns=entry.integer("columns"),
        note=_words(entry, "note", context) if separate else None,
    )
    if separate:
        entry.close(*KEYS)
    return track


def _with_inherited(entry: TomlTable, tracks_read: Mapping[str, TomlTable]) -> TomlTable:
    """Return the entry with the keys that it lacks taken over from the track that it is `like`."""
    if not entry.has("like"):
        return entry
    other = tracks_read.get(entry.choice("like", tracks_read, noun="earlier track"))
    inherited = (
        {key: value for key, value in other.data.items() if key not in _NOT_INHERITED} if other else {"boxes": 1}
    )
    merged = entry.with_data({**inherited, **entry.data})
    merged.used.update(dict.fromkeys(("id", "like")))  # read from the first one
    return merged


def _with_column_boxes(id_: str, entry: TomlTable, title: Text, context: TraitContext) -> TomlTable:
    """Return a track with a box for each column of the sheet, if it lists no boxes and the sheet has columns."""
    if "boxes" in entry.data or not context.columns:
        return entry
    boxes = [
        {"id": player_columns.column_id(id_, column), "title": dict(player_columns.column_title(title, column).by)}
        for column in context.columns
    ]
    return entry.with_data({**entry.data, "boxes": boxes})


def _boxes(track: str, entry: TomlTable, context: TraitContext, default: BoxTraits) -> tuple[Box, ...]:
    """Read the boxes of a track, numbered from 1; `default` are the traits of boxes that say nothing else."""
    entries = _entries(entry)
    _check_number(entry, context, len(entries))
    whole = repeat(_Section("", entry, default), len(entries))
    sections = _sections(entry, context, default, len(entries)) or whole
    return tuple(
        _box((track, number), table, context, section)
        # Sections that are too few or too many have their fault already.
        for number, (table, section) in enumerate(zip(entries, sections, strict=False), 1)
    )


def _entries(entry: TomlTable) -> tuple[TomlTable, ...]:
    """Return the tables of a track's boxes; a number stands for as many empty tables."""
    boxes = entry.data.get("boxes", 0)
    if isinstance(boxes, list) and boxes:
        return entry.table_list("boxes")
    if not boxes or type(boxes) is not int:
        entry.has("boxes")
        entry.fault("boxes", "a track has boxes; write how many, or a list like [{ }, { gains = [] }]")
        return ()
    count = entry.integer("boxes")
    plain = (TomlTable(entry.document, entry.report, (*entry.path, "boxes", index), {}, BOX) for index in range(count))
    return tuple(plain) if count <= MOST_ON_A_TRACK else ()


def _check_number(entry: TomlTable, context: TraitContext, more: int) -> None:
    """Raise Faults if a sheet would have too many boxes and tracks with `more` of them."""
    if more + len(context.ids) > MOST_BOXES:
        document = entry.document
        raise fault(document.where, f"more than {MOST_BOXES:,} boxes and tracks", line=document.line(*entry.path))


def _sections(entry: TomlTable, context: TraitContext, default: BoxTraits, boxes: int) -> tuple[_Section, ...]:
    """Return the section of each box of a track; empty if the track has no sections."""
    box_sections: list[_Section] = []
    for part in entry.table_list("sections"):
        id_, count = _id(part), part.integer("boxes")
        section = _Section(id_, part, read_traits(part, context, default))
        part.close(*KEYS)
        box_sections.extend(repeat(section, min(count, MOST_ON_A_TRACK)))
    if box_sections and len(box_sections) != boxes:
        entry.fault("sections", f"the sections have {len(box_sections)} boxes, the track has {boxes}")
        # Filled up, so that every box has a section after the fault.
        box_sections.extend(repeat(box_sections[-1], boxes))
    return tuple(box_sections)


def _box(place: tuple[str, int], entry: TomlTable, context: TraitContext, section: _Section) -> Box:
    """Read a box; `place` is the id of its track and its number from 1."""
    track, number = place
    id_ = _id(entry) if entry.has("id") else f"{track}_{number:02}"
    context.ids.append((id_, entry))
    if len(id_) > _LONGEST_ID:
        entry.fault(None, f"box {quote(id_)} has a name longer than {_LONGEST_ID} letters; shorten the track's id")
    source = section.entry if _KEYS.isdisjoint(entry.data) else entry  # one fault for all boxes without own keys
    traits = fit_to_kind(source, read_traits(entry, context, section.traits), context)
    box = Box(
        id=id_,
        title=_words(entry, "title", context),
        start=_start(entry, traits),
        track=track,
        number=number,
        section=section.id,
        **traits._asdict(),
    )
    entry.close(*KEYS)
    return box


def _start(entry: TomlTable, traits: BoxTraits) -> int:
    """Read the state of a box at the start of a game: 0 empty, 1 marked or circled, 2 filled."""
    if not entry.has("start"):
        return 0
    if traits.kind not in {"mark", "mark2"}:
        entry.fault("start", f"start is for kinds 'mark' and 'mark2', not {traits.kind!r}")
    return entry.integer("start", high=2 if traits.kind == "mark2" else 1)


def _id(entry: TomlTable) -> str:
    """Return the required id of a track, section or box."""
    id_ = entry.text("id")
    if id_:
        entry.check_id("id", id_)
    return id_


def _words(entry: TomlTable, key: str, context: TraitContext) -> Text | None:
    """Return the phrase at a key; None without the key."""
    return entry.phrase(key, context.languages) if entry.has(key) else None
