"""Everything that keeps a box from being marked in a state, as far as the box itself is concerned.

A box can be marked when its needs are met, nothing of the rules or of a fort closes it, and its price can be paid.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.solo.availability import has_place, is_dead
from generator.solo.compiled.boxes import BoxView, bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.explain.reason import Reason
from generator.solo.state import State


def box_obstacles(book: Rulebook, state: State, box: int) -> Iterator[Reason]:
    """Yield every reason why a box, by its number, cannot be marked; none where an action of the year can mark it.

    Whether the player may act at all is told by `state_obstacle`. The box opens when all reasons are out of the way.
    """
    if state.boxes[box]:
        yield Reason("marked")
        return
    if not book.boxes.moves_of[box]:
        yield Reason("never")
        return
    closing = book.closing_of(box, state.year)
    if closing and book.fort:
        key = "closed_until" if closing.until else "closed"
        yield Reason(key, (("fort", book.fort.fort.id), ("year", closing.until)))
    yield from _needs(book, state, box)
    yield from _rules(book, state, box)
    if not book.boxes.moves_of[box] & book.boxes.paid_moves(state.items):
        first = next(bits(book.boxes.moves_of[box]))
        yield price_reason(book, state, first)


def price_reason(book: Rulebook, state: State, move: int) -> Reason:
    """Return the price of a move and the items in hand for it, as a reason."""
    pays = book.boxes.moves[move].pays
    price = " + ".join(f"{count} {book.items[item]}" for item, count in pays)
    have = ", ".join(f"{state.items[item]} {book.items[item]}" for item, _ in pays)
    return Reason("price", (("price", price), ("have", have)))


def _needs(book: Rulebook, state: State, box: int) -> Iterator[Reason]:
    """Yield the unmet needs of a box: other boxes, values, the order of its track, and yearly limits."""
    boxes = book.boxes
    about, track = boxes.boxes[box], boxes.tracks[boxes.track_of[box]]
    next_box = track.boxes[min(state.levels[boxes.track_of[box]], about.number - 1)].id
    for need in (*about.needs, *about.when):
        have = boxes.book.value(need.value, BoxView(boxes, state.boxes))
        if have < need.least and need.value in boxes.index:
            yield Reason("box", (("what", need.value),))
        elif have < need.least:
            yield Reason("needs", (("what", need.value), ("least", need.least), ("have", have)))
    if track.order == "row" and next_box not in (about.id, *(need.value for need in about.needs)):
        yield Reason("order", (("box", next_box),))
    for limit in boxes.limits_of[box]:
        most = boxes.limits[limit].most
        if state.used[limit] >= most:
            yield Reason("limit", (("most", most), ("have", state.used[limit])))


def _rules(book: Rulebook, state: State, box: int) -> Iterator[Reason]:
    """Yield the reasons why gladiators, the map or icons that would be lost keep a box closed."""
    moves = book.boxes.moves_of[box]
    for gladiator in book.gladiators:
        if moves & (gladiator.moves | gladiator.battle_moves) and state.levels[gladiator.trained]:
            is_bound = book.applies(book.solo.fights.after_training, state.settings) and not state.used[gladiator.flag]
            if is_dead(book, state, gladiator):
                yield Reason("dead")
            elif is_bound and moves & gladiator.battle_moves:
                yield Reason("untrained")
    if moves & book.scout_moves and not has_place(book, state):
        yield Reason("no_place")
    for (with_icon, fills, case), (icon, _) in zip(book.must_fill, book.solo.must_fill, strict=True):
        is_open = book.boxes.open_moves(state.levels, state.closed, state.used, state.boxes) & fills
        if moves & with_icon and not is_open and not book.applies(case, state.settings):
            yield Reason("lost", (("icon", icon),))
