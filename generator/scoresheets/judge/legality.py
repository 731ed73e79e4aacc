"""Find contents of a sheet that no legal game can leave.

A sheet shows the end of a game, not the order of moves. So only rules that hold at the end of every game are checked,
and a flaw always means a broken rule, never a rare but legal game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from generator.model.formula import State
from generator.model.sheet import Book, Box, Need, Track, UpperBound
from generator.scoresheets.flaw import Facts, Flaw
from generator.scoresheets.judge.attack_balance import unbalanced_attacks
from generator.scoresheets.judge.course_of_years import early_removals, unbegun_years, untiled_map
from generator.scoresheets.judge.filling_order import circular_boxes
from generator.scoresheets.judge.game_limits import GameLimits, years_written
from generator.scoresheets.judge.mark_counts import excess_marks, missing_marks
from generator.scoresheets.judge.spending import overspending


def find_flaws(
    book: Book,
    state: State,
    limits: GameLimits | None = None,
    *,
    is_final: bool = False,
    absent: Collection[str] = (),
) -> tuple[Flaw, ...]:
    """Return every flaw of a state, during a game or at its end; none for a state that a legal game can reach.

    With `limits` it is judged by the solo rules of its game too: what could be spent, and what its years brought.
    With `is_final` the attack of the last year must be on it.
    `absent` are boxes that are not there, or not read. Then flaws are only what nothing in these can explain.

    >>> from generator.load.game_loader import load
    >>> from generator.load.game_locations import data_root
    >>> book = Book.of(load(data_root() / "hadrians-wall", prefix="hadrians-wall").sheets.values())
    >>> [(flaw.rule, flaw.boxes, flaw.facts) for flaw in find_flaws(book, book.start() | {"mining_03": 1})]
    [('gap', ('mining_03',), {'other': 'mining_02'})]
    """
    free = limits.tracks_in_any_order if limits else frozenset[str]()
    most_given = limits.most_given if limits else None
    plain = (
        *(flaw for rule in _RULES for flaw in rule(book, state)),
        *(flaw for rule in _ROW_RULES for flaw in rule(book, state, free)),
    )
    # The other rules compare marks, and absent ones would look as if they were missing.
    if absent:
        sure = (flaw for flaw in plain if not _is_explained(book, flaw, absent))
        return (*sure, *_unaffected(book, state, limits, absent))
    return (
        *plain,
        *circular_boxes(book, state, free),
        *excess_marks(book, state, most_given),
        *missing_marks(book, state, limits.battle_rewards(state) if limits else ()),
        *_bounds(book, state),
        *(unbalanced_attacks(state, limits, is_final=is_final) if limits else ()),
        *(flaw for rule in _YEAR_RULES if limits for flaw in rule(state, limits)),
    )


def _unaffected(book: Book, state: State, limits: GameLimits | None, absent: Collection[str]) -> Iterator[Flaw]:
    """Yield flaws of marks that are compared with each other, where nothing that is compared hangs on absent boxes.

    Limits that the years set hang on boxes everywhere: the limits of the sheet are wider.
    """
    yield from excess_marks(book, state, absent=absent)
    yield from missing_marks(book, state, absent=absent)
    yield from _bounds(book, state, absent)
    if limits:
        yield from early_removals(state, limits)
        judged = ((unbegun_years, limits.year_boxes), (untiled_map, limits.map.boxes))
        for rule, boxes in judged:
            if {box.id for box in boxes}.isdisjoint(absent):
                yield from rule(state, limits)


def _is_explained(book: Book, flaw: Flaw, unread: Collection[str]) -> bool:
    """Return whether a flaw of a filled sheet may come from boxes whose content could not be read (`unread`).

    So it is where the box or value that the flaw speaks of depends on them.
    """
    about = [str(flaw.facts[name]) for name in ("value", "other") if name in flaw.facts]
    return any(not book.boxes_counted(id_).isdisjoint(unread) for id_ in about)


def _contents(book: Book, state: State) -> Iterator[Flaw]:
    """Yield boxes with a value out of range, and changed boxes that are printed as marked."""
    for box in book.boxes.values():
        value = state.get(box.id) or 0
        if box.start and value != box.start and not (box.kind == "mark2" and value == 2):
            yield Flaw("start", (box.id,), {})
        elif not accepts(box, value):
            yield Flaw("range", (box.id,), {"held": value, "least": box.least, "most": box.most or box.states})


def accepts(box: Box, value: int | str) -> bool:
    """Return whether a box can hold a value; 0 and an empty text mean an empty box."""
    if not value:
        return True
    if box.kind in {"choice", "text"}:
        long = box.kind == "text" and box.most and len(str(value)) > box.most
        is_option = box.kind == "text" or any(option.id == value for option in box.options)
        return isinstance(value, str) and is_option and not long
    low, high = (box.least, box.most) if box.kind in {"year", "number"} else (0, box.states)
    # Python takes the true of JSON for a number.
    return type(value) is int and low <= value <= high


def _gaps(book: Book, state: State, free: Collection[str]) -> Iterator[Flaw]:
    """Yield filled boxes after an empty one, on tracks that are filled from left to right."""
    for track in _rows(book, free):
        empty = ""
        for box in track.boxes:
            if not state.get(box.id):
                empty = "" if _may_look_empty(box) else box.id
            elif empty:
                # Boxes after the first one behind a gap follow from it.
                yield Flaw("gap", (box.id,), {"other": empty})
                empty = ""


def _may_look_empty(box: Box) -> bool:
    """Return whether a box can be filled and still look empty, with spaces or with 0."""
    return box.kind == "text" or (box.kind == "number" and box.least <= 0)


def _needs(book: Book, state: State) -> Iterator[Flaw]:
    """Yield a flaw for each unmet need, with the filled boxes that have it.

    Marks are never erased, so a need that was met would still be met.
    """
    values: dict[str, int] = {}
    boxes: dict[Need, list[str]] = {}
    for box in book.boxes.values():
        for need in box.needs if state.get(box.id) and not box.start else ():
            if need.value not in values:
                values[need.value] = book.value(need.value, state)
            if values[need.value] < need.least:
                boxes.setdefault(need, []).append(box.id)
    yield from (_unmet(book, need, values[need.value], *behind) for need, behind in boxes.items())


def _unmet(book: Book, need: Need, has: int, *boxes: str) -> Flaw:
    """Return the flaw of boxes whose need is not met; `has` is the value that they need more of."""
    if need.value in book.boxes and need.least == 1:
        return Flaw("chain", boxes, {"other": need.value})
    return Flaw("level", boxes, {"value": need.value, "least": need.least, "has": has})


def _rows(book: Book, free: Collection[str]) -> Iterator[Track]:
    """Return the tracks that are filled from left to right; `free` tracks, filled in any order, are left out."""
    return (track for track in book.tracks.values() if track.order == "row" and track.id not in free)


def _years(book: Book, state: State, free: Collection[str]) -> Iterator[Flaw]:
    """Yield years that decrease on a track that is filled from left to right."""
    for track in _rows(book, free):
        last, latest = "", 0
        for box, year in years_written(track.boxes, state):
            if year < latest:
                yield Flaw("order", (box.id,), {"year": year, "later": latest, "other": last})
            # A year that is too early is a flaw itself, and no measure for the boxes after it.
            last, latest = (box.id, year) if year >= latest else (last, latest)


def _limits(book: Book, state: State) -> Iterator[Flaw]:
    """Yield boxes with a year that more boxes have than a rule of the sheet allows."""
    for limit in [limit for sheet in book.sheets for limit in sheet.limits]:
        times: Counter[int | str] = Counter()
        for box in limit.boxes:
            year = state.get(box) or 0
            times[year] += 1
            if year and times[year] > limit.most:
                yield Flaw("limit", (box,), {"year": year, "count": times[year], "most": limit.most})


def _repeated_choices(book: Book, state: State) -> Iterator[Flaw]:
    """Yield boxes with the same choice as another, where a rule of the sheet wants all to differ."""
    for different in [boxes for sheet in book.sheets for boxes in sheet.different]:
        first: dict[int | str, str] = {}
        for box in [box for box in different.boxes if state.get(box)]:
            other = first.setdefault(state[box], box)
            if other != box:
                yield Flaw("different", (box,), {"other": other, "held": state[box]})


def _bounds(book: Book, state: State, absent: Collection[str] = ()) -> Iterator[Flaw]:
    """Yield a flaw for each value that is above a limit that the sheet computes from other marks.

    Bounds that hang on absent boxes are not judged.
    """
    bounds = [
        bound
        for sheet in book.sheets
        for bound in sheet.bounds
        if book.boxes_of(bound.of).isdisjoint(absent) and book.boxes_of(bound.most).isdisjoint(absent)
    ]
    values = book.calculate(state) if bounds else {}
    for bound in bounds:
        count, most = bound.of.value(state, values), bound.most.value(state, values)
        if count > most:
            facts: Facts = {"title": bound.title, "count": count, "most": most}
            yield Flaw("bound", _exceeding_box(book, bound, state), facts)


def _exceeding_box(book: Book, bound: UpperBound, state: State) -> tuple[str, ...]:
    """Return the last box whose mark raises the bounded value; one that a box of the limit hangs on comes last."""
    count = bound.of.value(state, book.calculate(state))
    counted = book.boxes_of(bound.of)
    allowed = {need.value for id_ in book.boxes_of(bound.most) if state.get(id_) for need in book.box(id_).needs}
    marked = [box for box in reversed([*book.boxes]) if box in counted and state.get(box)]
    for box in sorted(marked, key=allowed.__contains__):
        without = {**state, box: 0}
        if bound.of.value(without, book.calculate(without)) < count:
            return (box,)
    return ()


_RULES = (_contents, _needs, _limits, _repeated_choices)
_ROW_RULES = (_gaps, _years)
_YEAR_RULES = (unbegun_years, early_removals, untiled_map, overspending)
