"""Computes the size of dice, standees and boxes, which are cut out, folded and glued."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from generator.base.geometry import Size
from generator.base.units import MM
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import GREATEST, TomlTable
from generator.load.keys.game_keys import FORMS, STANDS
from generator.load.tables.column import Column
from generator.model import nets
from generator.model.card_format import Packing, Sleeve
from generator.model.game import Component, FoldUpSize

FACE_TYPES = ("row", "word", "number", "text")
"""The types of a column that can be a face of a die."""

_SIZE_SOURCES = {"dice": "its edge", "standees": "its width and height", "boxes": "what it holds"}
_THINNEST = 5 * MM
"""The least depth of a box: its flaps could not be folded in a thinner one."""
_SLEEVE_EDGE = 3 * MM
"""Width and height that a sleeve of unknown size adds to its card."""


def foldup_size(
    kind: str, entry: TomlTable, declared: Collection[Column], components: Mapping[str, Component]
) -> FoldUpSize:
    """Compute the size of dice, standees or boxes, which are folded from a net.

    `components` are the components that a box may hold, by id. Faults go to the entry's report.
    """
    if entry.has("trim"):
        entry.fault("trim", f"the trim follows from {_SIZE_SOURCES[kind]}; take it out")
    if kind == "dice":
        return _die(entry, declared)
    return _standee(entry) if kind == "standees" else _box(entry, components)


def _die(entry: TomlTable, declared: Collection[Column]) -> FoldUpSize:
    """Return the size of a die: of its net, or of six stickers, by the length of its edge."""
    edge = entry.length("edge")
    form = entry.choice("form", FORMS, "net")
    _check_faces(entry, {column.name: column.type for column in declared})
    if not edge:
        return FoldUpSize(None, {}, form)
    return FoldUpSize(nets.die_net(edge, form).size, {"edge": edge}, form)


def _check_faces(entry: TomlTable, types: Mapping[str, str]) -> None:
    """Add a fault for each of the six faces of a die without a column, or with a column of another type."""
    missing = [face for face in nets.FACES if face not in types]
    if missing:
        entry.fault("columns", f"a die has six faces; declare {', '.join(map(repr, missing))} as a row or a word")
    for face in nets.FACES:
        if types.get(face, "row") not in FACE_TYPES:
            entry.table("columns").fault(face, f"a face of a die is one of {', '.join(map(repr, FACE_TYPES))}")


def _standee(entry: TomlTable) -> FoldUpSize:
    """Return the size of a standee, a figure of card that stands on two flaps or like a tent."""
    width = entry.length("width")
    height = entry.length("height")
    form = entry.choice("form", STANDS, "feet")
    trim = nets.figure_net(width, height, form).size if width and height else None
    return FoldUpSize(trim, {"width": width, "height": height}, form if form == "tent" else "")


def _box(entry: TomlTable, components: Mapping[str, Component]) -> FoldUpSize:
    """Return the size of a box around a pile of the components it holds; no trim after a fault."""
    inside = _held_components(entry, components)
    packing = Packing(
        tuple(part.id for part in inside),
        entry.length("stock"),
        entry.length("sleeve"),
        entry.length("clearance"),
    )
    # A component that fills the paper has no trim, and has its fault already.
    if not any(component.trim for component in inside):
        return FoldUpSize(None, {})
    measures = box_measures(inside, packing)
    trim = nets.tuck_box(measures["width"], measures["height"], measures["depth"]).size
    if max(trim.width, trim.height) > GREATEST:
        # The play around the cards is no part of the pile that the fault names.
        depth = measures["depth"] - packing.clearance
        entry.fault("holds", f"a pile of {depth / MM:.0f} mm needs a box larger than 2 m; make several")
        return FoldUpSize(None, {})
    return FoldUpSize(trim, measures, packing=packing)


def _held_components(entry: TomlTable, components: Mapping[str, Component]) -> list[Component]:
    """Return the components that a box holds.

    Unknown and repeated ones, and components that are not flat, are faults.
    """
    names = entry.text_list("holds")
    # `holds = []` says nothing, and a repeated name would count its pile twice.
    if entry.data.get("holds", []) == [] or len(set(names)) < len(names):
        entry.fault("holds", 'holds is a list of the components in the box, each once, like ["raid"]')
    for name in names:
        component = components.get(name)
        if component is None:
            entry.unknown("holds", "component", name, components)
        elif component.measures:
            entry.fault("holds", f"{quote(name)} are {component.kind}; a box is made for flat pieces")
        elif component.trim is None and component.kind == "sheets":
            entry.fault("holds", f"{quote(name)} fills the paper; a box is made for pieces with a trim")
    return [components[name] for name in names if name in components and not components[name].measures]


def box_measures(
    parts: Sequence[Component], packing: Packing, sleeves: Mapping[str, Sleeve] | None = None
) -> Mapping[str, float]:
    """Return the inner `width`, `height` and `depth` of a box in points.

    `sleeves` are by component id; without one, `packing.film` is the thickness of a film, 0 for cards without sleeves.
    """
    sleeves = sleeves or {}
    sizes = [_sleeved_size(part.trim, packing, sleeves.get(part.id)) for part in parts if part.trim]
    films = {part.id: sleeves[part.id].film if part.id in sleeves else packing.film for part in parts}
    # Each sleeved card is as thick as the card and two films.
    pile = sum(part.count * (packing.stock + 2 * films[part.id]) for part in parts)
    # Piles of different sizes lie on each other, so the largest of each direction counts.
    width, height = max(size.width for size in sizes), max(size.height for size in sizes)
    play = packing.clearance
    return {"width": width + play, "height": height + play, "depth": max(_THINNEST, pile + play)}


def _sleeved_size(trim: Size, packing: Packing, sleeve: Sleeve | None) -> Size:
    """Return the size of a card in its sleeve, in points; a sleeve of unknown size adds 3 mm."""
    if sleeve:
        # Sleeves are listed upright, and a card may lie on its side.
        return sleeve.size if trim.width <= trim.height else sleeve.size.transpose()
    return trim.expand(_SLEEVE_EDGE / 2) if packing.film else trim
