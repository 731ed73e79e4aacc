"""A finished game move by move: the sheets after each act of the player, with what the engine says of it.

A chart draws the value of the game over its moves, which are links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from generator.base.messages import Messages, format_signed
from generator.play.live_session import LiveSession
from generator.play.rules.visible_state import VisibleState
from generator.play.session_review import SessionReview
from generator.session.timeline import ActionChain
from generator.solo.action import Action
from generator.solo.ai.game_review import JudgedMove, Opinion
from generator.web.explain.review_view import ReviewView
from generator.web.explain.sheet_pointers import OPENED, SheetPointers
from generator.web.sessions.side_panel import action_name, acts_of
from generator.web.sessions.tapped_boxes import boxes_of
from generator.web.sheets.sheet_view import SheetDrawing, SheetView, sheet_view

_BETTER = 0.5
"""Points that another move must be better by to be drawn: smaller differences are within the estimate's error."""
WIDE, HIGH = 480, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 30.0, 474.0, 10.0, 128.0
_LINES = 5
"""About how many horizontal lines the chart has."""


class MoveLine(NamedTuple):
    """An act of the player in the list of moves."""

    number: int
    """Number of the act, from 1; step 0 is the game before the first act."""
    year: int
    text: str
    value: str
    """Expected points after it; empty where the engine gave no estimate."""
    is_costly: bool


class ReviewStep(NamedTuple):
    """The game after one of its acts."""

    number: int
    most: int
    year: int
    lines: tuple[str, ...]
    """Sentences about the events."""
    points: int
    """Points of the sheets as they stand."""
    opinion: tuple[str, ...]
    """Comments of the engine; empty while it works, and where there was no choice."""
    sheets: tuple[SheetView, ...]
    """Sheets, the one that changed first."""
    pointers: Mapping[str, str]
    """Content of an `<svg>` for each sheet: the boxes that the engine would have marked."""
    moves: tuple[MoveLine, ...]
    chart: ValueChart | None


class ReviewBoard:
    """Steps through a game; call it in the thread of the sessions."""

    def __init__(
        self,
        session: LiveSession[Any],
        session_review: SessionReview | None,
        view: ReviewView | None,
        messages: Messages,
    ) -> None:
        """Take the review with its view, None until the engine has ended, and the `messages` of the page."""
        self._session, self._found, self._messages = session, session_review, messages
        self._acts = [*acts_of(session)]
        self._places = [0, *accumulate(map(len, self._acts))]
        """For each act, the number of its first action in the game."""
        opinions = session_review.review.opinions if session_review else ()
        self._opinions = {opinion.place: opinion for opinion in opinions}
        self._judged = dict(_sentences(session_review, view)) if session_review and view else {}
        """Sentence for each path choice and costly move, by the number of its first action."""
        self._costly = {move.place for move in (session_review.review.costly if session_review else ())}

    @property
    def most(self) -> int:
        """Number of the last act."""
        return len(self._acts) - 1

    def step(self, number: int, drawings: Sequence[SheetDrawing]) -> ReviewStep:
        """Return the sheets, comments and chart after an act of the player, given by its number; 0 is the deal."""
        first, last = self._acts[number][0], self._acts[number][-1]
        before, after = self._before(first), self._session.step(last).after
        # The marks of two states tell which boxes an act has filled.
        names = self._session.solo_text.names
        marks_of_both = before.marks or {}, after.marks or {}
        sheets = [sheet_view(drawing, names, *marks_of_both, {}, is_over=after.over) for drawing in drawings]
        changed = {box for box, mark in (after.marks or {}).items() if mark != (before.marks or {}).get(box)}
        other = self._other(number)
        pointed = tuple(boxes_of(names, before.marks or {}, other, before.asks)) if other else ()
        marks = {drawing.id: SheetPointers(drawing.svg.boxes) for drawing in drawings}
        boxes = {drawing.id: drawing.svg.boxes.keys() for drawing in drawings}
        return ReviewStep(
            number=number,
            most=self.most,
            year=after.year,
            lines=tuple(line for chain in self._acts[number] for line in self._session.events(chain)),
            points=after.points.total if after.points else 0,
            opinion=tuple(self._told(number)),
            # The sheet that the act has changed stands first.
            sheets=tuple(sorted(sheets, key=lambda sheet: not changed & boxes[sheet.id])),
            pointers={id_: _pointers(sheet_pointers, pointed) for id_, sheet_pointers in marks.items()},
            moves=tuple(map(self._line, range(len(self._acts)))),
            chart=self._chart(number) if self._found else None,
        )

    def _before(self, chain: ActionChain) -> VisibleState:
        """Return the visible state of the game before an action."""
        return self._session.step(chain).before

    def _year(self, chain: ActionChain) -> int:
        """Return the year before an action, without computing its whole visible state."""
        return int(self._session.state_at(chain.before).year)

    def _opinion(self, number: int) -> Opinion | None:
        """Return the engine's estimate at an act, given by its number; None if the engine gave none."""
        return self._opinions.get(self._places[number])

    def _other(self, number: int) -> Action | None:
        """Return the action that the engine holds for clearly better at an act; None if there is none."""
        place = self._places[number]
        # A difference within its error is no verdict.
        # A margin is negative where the played move was worse than the other one.
        worse = (move for move in self._all_judged() if move.margin.points < -move.margin.error)
        judged = [move for move in worse if move.place == place]
        opinion = self._opinion(number)
        if judged:
            return judged[0].other
        return opinion.other if opinion and opinion.other_points > opinion.points + _BETTER else None

    def _all_judged(self) -> tuple[JudgedMove, ...]:
        """Return the moves that the review judges beside an alternative: choices of paths, then costly moves."""
        return (*self._found.review.paths, *self._found.review.costly) if self._found else ()

    def _told(self, number: int) -> Iterator[str]:
        """Yield the sentences with the engine's opinion on an act; none if there was no choice."""
        place, opinion = self._places[number], self._opinion(number)
        if opinion:
            yield self._messages("replay.value", n=_tenths(opinion.points))
        if place in self._judged:
            yield self._judged[place]
        elif opinion and self._other(number):
            name = action_name(self._session, self._before(self._acts[number][0]), opinion.other, self._messages)
            yield self._messages("replay.better", other=name, n=_tenths(opinion.other_points))
        elif opinion:
            yield self._messages("replay.agreed")

    def _line(self, number: int) -> MoveLine:
        """Return an act as a line in the list of moves."""
        first, opinion = self._acts[number][0], self._opinion(number)
        events = [line for chain in self._acts[number] for line in self._session.events(chain)]
        return MoveLine(
            number=number,
            year=self._year(first),
            text=events[0] if events else self._messages("do.stop"),
            value=_tenths(opinion.points) if opinion else "",
            is_costly=self._places[number] in self._costly,
        )

    def _chart(self, number: int) -> ValueChart:
        """Return the chart of the expected points over all acts, with act `number` pointed out."""
        values = {
            act_number: opinion.points
            for act_number in range(len(self._acts))
            if (opinion := self._opinion(act_number))
        }
        last = self._session.visible.points
        # The chart ends at the real result, not at an estimate.
        values |= {self.most: float(last.total)} if last else {}
        years: dict[int, int] = {}
        for act_number, act in enumerate(self._acts):
            # The first act of each year has its label.
            years.setdefault(max(1, self._year(act[0])), act_number)
        costly = [act_number for act_number in range(len(self._acts)) if self._places[act_number] in self._costly]
        return value_chart(values, {act_number: year for year, act_number in years.items()}, self.most, number, costly)


def _sentences(session_review: SessionReview, view: ReviewView) -> Iterator[tuple[int, str]]:
    """Yield a sentence on each costly move and choice of path, with the number of its first action."""
    yield from zip((move.place for move in session_review.review.costly), view.costly, strict=True)
    yield from zip((move.place for move in session_review.review.paths), view.paths, strict=True)


def _pointers(drawn: SheetPointers, boxes: Sequence[str]) -> str:
    """Return the SVG marks, dashed rings and one arrow, for the boxes of a better move."""
    return drawn.dashes(boxes, OPENED) + drawn.arrows(boxes[:1], OPENED)


def _tenths(points: float) -> str:
    """Return points with one decimal and a sign that fits the text."""
    return format_signed(points, ".1f")


class ChartMark(NamedTuple):
    """A value on the chart."""

    move: int
    x: float
    y: float
    value: float
    is_costly: bool


class ValueChart(NamedTuple):
    """The parts of the chart."""

    path: str
    """SVG path through all values."""
    marks: tuple[ChartMark, ...]
    levels: tuple[tuple[float, int], ...]
    """Heights and values of the horizontal lines."""
    years: tuple[tuple[float, int], ...]
    """Horizontal places of the first act of each year, with the year."""
    steps: tuple[tuple[int, float, float], ...]
    """Number, left edge and width of each move's column."""
    cursor: float
    """Horizontal place of the move that is displayed."""


def value_chart(
    values: Mapping[int, float], years: Mapping[int, int], moves: int, current: int, costly: Sequence[int]
) -> ValueChart:
    """Lay out a chart of values by move, from 0 to `moves`, in units of an SVG that is WIDE by HIGH.

    `years` are the years by the move that begins them; `costly` are moves to mark, `current` is the displayed one.
    """
    step = _step([*values.values()])
    # Rounded to whole steps, so that the lines carry round numbers.
    low = step * int(min(values.values(), default=0) // step)
    high = max(low + step, -step * int(-max(values.values(), default=0) // step))

    def across(move: int) -> float:
        """Return the horizontal place of a move in the chart."""
        return round(_LEFT + (_RIGHT - _LEFT) * move / max(1, moves), 1)

    def down(value: float) -> float:
        """Return the vertical place of a value in the chart; SVG counts downwards."""
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low), 1)

    marks = [ChartMark(move, across(move), down(value), value, move in costly) for move, value in values.items()]
    # A game without moves would divide by zero.
    width = round((_RIGHT - _LEFT) / max(1, moves), 2)
    return ValueChart(
        path="M" + "L".join(f"{mark.x:g} {mark.y:g}" for mark in marks) if marks else "",
        marks=tuple(marks),
        levels=tuple((down(level), level) for level in range(low, high + 1, step)),
        years=tuple((across(move), year) for move, year in years.items()),
        steps=tuple((move, round(across(move) - width / 2, 2), width) for move in range(moves + 1)),
        cursor=across(current),
    )


def _step(values: Sequence[float]) -> int:
    """Return the distance between horizontal lines of the chart, a round number of points."""
    span = max(values, default=0) - min(values, default=0)
    # At most five spaces between lines; 100 is coarser than any game needs.
    return next((step for step in (2, 5, 10, 20, 50) if span / step <= _LINES), 100)
