"""A finished game move by move: the sheets after each act of the player, with what the engine says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from generator.base.messages import Messages, format_signed
from generator.play.rules.visible_state import VisibleState
from generator.play.session_review import SessionReview
from generator.session.timeline import ActionChain
from generator.solo.action import Action
from generator.solo.ai.game_review import JudgedMove, Opinion
from generator.web.explain.review_view import ReviewView
from generator.web.explain.sheet_pointers import OPENED, SheetPointers
from generator.web.explain.tapped_boxes import boxes_of
from generator.web.explain.value_chart import ValueChart, value_chart
from generator.web.play.open_sessions import LocalSession
from generator.web.play.sheet_view import SheetDrawing, SheetView, sheet_view
from generator.web.play.side_panel import action_name, acts_of

_BETTER = 0.5
"""Points by which another move must do better to be drawn."""


class MoveLine(NamedTuple):
    """An act of the player in the list of moves."""

    number: int
    """From 1; what came before the first act has none."""
    year: int
    text: str
    value: str
    """The points expected after it; empty where the engine says nothing."""
    is_costly: bool


class ReviewStep(NamedTuple):
    """The game after one of its acts."""

    number: int
    most: int
    year: int
    lines: tuple[str, ...]
    """What happened."""
    points: int
    """What the sheets are worth as they stand."""
    opinion: tuple[str, ...]
    """What the engine says; empty while it is at work, and where there was nothing to decide."""
    sheets: tuple[SheetView, ...]
    """The one that changed first."""
    pointers: Mapping[str, str]
    """By sheet: where the engine would have played, as the content of an `<svg>`."""
    moves: tuple[MoveLine, ...]
    chart: ValueChart | None


class ReviewBoard:
    """Steps through a game; call it in the thread of the sessions."""

    def __init__(
        self, local: LocalSession, found: SessionReview | None, view: ReviewView | None, messages: Messages
    ) -> None:
        """`found` and its `view` are None until the engine has ended; `messages` are those of the page."""
        self._local, self._found, self._messages = local, found, messages
        self._acts = [*acts_of(local)]
        self._places = [0, *accumulate(map(len, self._acts))]
        """For each act the number of its first action in the game."""
        opinions = found.review.opinions if found else ()
        self._opinions = {each.place: each for each in opinions}
        self._judged = dict(_sentences(found, view)) if found and view else {}
        """For each path choice and costly move its place, and the sentence that judges it."""
        self._costly = {move.place for move in (found.review.costly if found else ())}

    @property
    def most(self) -> int:
        """The number of the last step."""
        return len(self._acts) - 1

    def step(self, number: int, drawings: Sequence[SheetDrawing]) -> ReviewStep:
        """The game after an act, by its number."""
        first, last = self._acts[number][0], self._acts[number][-1]
        before, after = self._before(first), self._local.live.step(last).after
        sheets = [sheet_view(each, self._local.names, before.marks or {}, after.marks or {}, {}) for each in drawings]
        changed = {box for box, mark in (after.marks or {}).items() if mark != (before.marks or {}).get(box)}
        other = self._other(number)
        pointed = tuple(boxes_of(self._local.names, before.marks or {}, other, before.asks)) if other else ()
        marks = {each.id: SheetPointers(each.svg.boxes) for each in drawings}
        boxes = {each.id: each.svg.boxes.keys() for each in drawings}
        return ReviewStep(
            number=number,
            most=self.most,
            year=after.year,
            lines=tuple(line for chain in self._acts[number] for line in self._local.events(chain)),
            points=after.points.total if after.points else 0,
            opinion=tuple(self._told(number)),
            sheets=tuple(sorted(sheets, key=lambda each: not changed & boxes[each.id])),
            pointers={id_: _pointers(each, pointed) for id_, each in marks.items()},
            moves=tuple(map(self._line, range(len(self._acts)))),
            chart=self._chart(number) if self._found else None,
        )

    def _before(self, chain: ActionChain) -> VisibleState:
        return self._local.live.step(chain).before

    def _year(self, chain: ActionChain) -> int:
        """The year before an action, without making its whole visible state."""
        return int(self._local.live.state_at(chain.before).year)

    def _opinion(self, number: int) -> Opinion | None:
        return self._opinions.get(self._places[number])

    def _other(self, number: int) -> Action | None:
        """What the engine would have done instead; None where it found nothing better."""
        place = self._places[number]
        worse = (each for each in self._all_judged() if each.margin.points < -each.margin.error)
        judged = [each for each in worse if each.place == place]
        opinion = self._opinion(number)
        if judged:
            return judged[0].other
        return opinion.other if opinion and opinion.other_points > opinion.points + _BETTER else None

    def _all_judged(self) -> tuple[JudgedMove, ...]:
        return (*self._found.review.paths, *self._found.review.costly) if self._found else ()

    def _told(self, number: int) -> Iterator[str]:
        place, opinion = self._places[number], self._opinion(number)
        if opinion:
            yield self._messages("replay.value", n=_tenths(opinion.points))
        if place in self._judged:
            yield self._judged[place]
        elif opinion and self._other(number):
            name = action_name(self._local, self._before(self._acts[number][0]), opinion.other, self._messages)
            yield self._messages("replay.better", other=name, n=_tenths(opinion.other_points))
        elif opinion:
            yield self._messages("replay.agreed")

    def _line(self, number: int) -> MoveLine:
        first, opinion = self._acts[number][0], self._opinion(number)
        events = [line for chain in self._acts[number] for line in self._local.events(chain)]
        return MoveLine(
            number=number,
            year=self._year(first),
            text=events[0] if events else self._messages("do.stop"),
            value=_tenths(opinion.points) if opinion else "",
            is_costly=self._places[number] in self._costly,
        )

    def _chart(self, number: int) -> ValueChart:
        values = {at: each.points for at in range(len(self._acts)) if (each := self._opinion(at))}
        last = self._local.state.points
        values |= {self.most: float(last.total)} if last else {}
        years: dict[int, int] = {}
        for at, act in enumerate(self._acts):
            years.setdefault(max(1, self._year(act[0])), at)
        costly = [at for at in range(len(self._acts)) if self._places[at] in self._costly]
        return value_chart(values, {at: year for year, at in years.items()}, self.most, number, costly)


def _sentences(found: SessionReview, view: ReviewView) -> Iterator[tuple[int, str]]:
    yield from zip((move.place for move in found.review.costly), view.costly, strict=True)
    yield from zip((move.place for move in found.review.paths), view.paths, strict=True)


def _pointers(drawn: SheetPointers, boxes: Sequence[str]) -> str:
    return drawn.dashes(boxes, OPENED) + drawn.arrows(boxes[:1], OPENED)


def _tenths(points: float) -> str:
    return format_signed(points, ".1f")
