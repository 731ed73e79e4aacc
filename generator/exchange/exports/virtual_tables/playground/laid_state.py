"""The objects of a table in a state of Tabletop Playground: single pieces, stacks, and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.records import dataclass
from generator.exchange.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exchange.exports.virtual_tables.playground.saved_state import TABLE_TOP, State, StateObjects, lying
from generator.exchange.exports.virtual_tables.upright_table import box_around

_DROP = 0.4
"""Centimetres above the table at which things are let go."""
_LEVELS = 8
"""Neighbours are let go at so many heights, so that pieces that overlap come to lie on each other."""


@dataclass(frozen=True, slots=True)
class PlacedTemplate:
    """What a piece is made of: the template, and its place in the picture."""

    template: str
    index: int
    title: str
    kind: str
    """That of the component."""
    shape: tuple[object, ...]
    """Only pieces alike in this can lie on one stack."""
    thickness: float
    """Centimetres."""


def laid_objects(
    table: LaidTable, templates: Mapping[tuple[str, str], PlacedTemplate], objects: StateObjects
) -> Iterator[State]:
    """Yield the table and everything that lies on it; texts are left out."""
    shown = [it for it in table.objects if (it.copies[0].component, it.copies[0].piece) in templates]
    box = box_around(shown)
    reach = max(-box.y, box.bottom) / 10 + 5, max(-box.x, box.right) / 10 + 5
    yield objects.table(reach)
    for number, laid in enumerate(shown):
        for stack in _stacks(laid, templates):
            yield _object(laid, stack, objects, number)


def _stacks(laid: LaidObject, templates: Mapping[tuple[str, str], PlacedTemplate]) -> Iterator[list[PlacedTemplate]]:
    """Yield what lies on each other, the uppermost first: dice and pieces of other sizes do not."""
    stacks: dict[tuple[object, ...], list[PlacedTemplate]] = {}
    for copy in laid.copies:
        placed = templates[copy.component, copy.piece]
        if placed.kind == "dice":
            yield [placed]
        else:
            stacks.setdefault(placed.shape, []).append(placed)
    yield from stacks.values()


def _object(laid: LaidObject, stack: list[PlacedTemplate], objects: StateObjects, number: int) -> State:
    first, is_up = stack[0], laid.face_up and laid.form != "hand"
    is_board = first.kind == "boards"
    height = TABLE_TOP + first.thickness * len(stack) / 2
    height += 0.0 if is_board else _DROP * (1 + number % _LEVELS)
    place = lying(laid.x / 10, laid.y / 10, height, laid.turn, is_up=is_up)
    if first.kind == "dice":
        return objects.die(first.template, place, first.title)
    # Face down, the card with the visible face is the lowest one.
    cards = [(each.template, each.index) for each in (stack if is_up else reversed(stack))]
    # The program shows the names of all objects, also of those that lie face down.
    name = first.title if len(stack) == 1 and is_up else ""
    return objects.cards(cards, place, name, is_fixed=is_board)
