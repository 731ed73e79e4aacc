"""The view model of the guide beside a tutorial: what is read and done now, and what it points at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any
from urllib.parse import quote

from generator.base.geometry import Rect
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.build.text_pages.html_blocks import HtmlBlocks
from generator.model.sheet import Box
from generator.model.solo.tutorial import TutorialStep
from generator.model.text import Text
from generator.play.live_session import LiveSession
from generator.play.tutorials.guide import guide_position, tutorial_of
from generator.solo.action import PATH, Action
from generator.web.sessions.turn_view import ActionView
from generator.web.sheets.sheet_view import SheetDrawing, SvgLayer, actions_by_box
from generator.write.svg.syntax import attributes

PART_SELECTORS = {
    "question": "#asked",
    "hand": ".keep",
    "items": ".held",
    "neutral": "#others",
    "prospect": "#prospect",
    "attack": "#panel .report",
    "stop": "#do-stop",
    "undo": "#undo",
    "odds": "#odds",
    "log": "#look-log",
    "score": "#look-score",
    "hint": "#look-hint",
}
"""CSS selectors of the parts of the page that a step can point at."""
_MARGIN = 3.0
"""Distance between a box and the ring around it, in points."""


@dataclass(frozen=True, slots=True)
class GuideView:
    """What the guide shows."""

    title: str
    """Title as HTML, like the paragraphs."""
    paragraphs: tuple[str, ...]
    number: int
    """Number of the step in the whole tutorial, from 1."""
    count: int
    before: int | None
    """Index of the previous page, for the address; None on the first."""
    after: int | None
    """Index of the next page; None where an action is expected, and at the end."""
    do: str
    """Suggested action, which a form posts; empty for a step that is only read."""
    is_free: bool
    is_end: bool
    others: int
    """Number of actions that were not suggested; the guide then waits."""
    back_to: int
    """Event that `undo` takes to return to the guide."""
    start: int
    """Event that `undo` takes to begin again; 0 if nothing was done yet."""
    rules: str
    """Address of the rules that say more; empty for none."""
    points: tuple[str, ...]
    """CSS selectors of the things it points at beside the sheets."""
    rings: tuple[tuple[str, ...], ...]
    """Groups of boxes with a ring around each; the boxes of the action come first."""
    goal: str
    """First box; empty if it points at none."""
    goal_name: str

    @property
    def selectors(self) -> str:
        """CSS selectors of everything the step points at, joined by commas."""
        return ", ".join(self.points)


class GuideFactory:
    """Makes the guide of a session, whose texts are written by `html`."""

    def __init__(self, session: LiveSession[Any], html: HtmlBlocks, rules: str) -> None:
        """`rules` is the address of the game's rules; empty where it has none."""
        self._session, self._html, self._rules = session, html, rules
        self._tutorial = tutorial_of(session.solo_text.book)
        self._at = guide_position(self._tutorial, session)

    @property
    def first(self) -> int:
        """Number of the first step that is read now, from 0."""
        return self._at.number

    def make(self, page: int) -> GuideView:
        """Return the guide at one of the pages to read now, counted from 0; other numbers give the nearest page."""
        position = self._at
        # An address from an earlier state may name a page that is no more.
        page = min(max(page, 0), len(position.steps) - 1)
        step = position.steps[page]
        is_waiting = bool(position.others) and not position.is_end
        # While the guide waits it points at nothing.
        rings = () if position.others else tuple(self._rings(step))
        goal = rings[0][0] if rings else ""
        return GuideView(
            title=self._html.inline(self._words(step.title)),
            paragraphs=tuple(self._html.inline(line) for line in self._words(step.text).splitlines() if line.strip()),
            number=position.number + page + 1,
            count=len(self._tutorial.steps),
            before=page - 1 if page else None,
            # The last page stays until its action is done, which brings the next steps.
            after=page + 1 if page + 1 < len(position.steps) else None,
            do="" if is_waiting else step.do,
            is_free=step.free,
            is_end=position.is_end,
            others=position.others,
            back_to=position.back_to,
            start=self._start(),
            rules=f"{self._rules}#{quote(step.rules)}" if self._rules and step.rules else self._rules,
            points=() if position.others else tuple(self._points(step)),
            rings=rings,
            goal=goal,
            goal_name=self._session.solo_text.names.box(goal) if goal else "",
        )

    def _words(self, text: Text) -> str:
        """Return a text of the tutorial in the session's language, or in its first one."""
        # A tutorial may lack the language of the session.
        return dict(text.by).get(self._session.solo_text.names.language) or next(iter(dict(text.by).values()), "")

    def _start(self) -> int:
        """Return the number of the event before the player's first action; 0 if there is no such action."""
        acts = [chain for chain in self._session.chains if not Action.parse(chain.step.action).is_chance]
        return acts[0].before.step.number if acts and acts[0].before else 0

    def _points(self, step: TutorialStep) -> Iterator[str]:
        """Yield the CSS selectors of the action's buttons, then of the parts of the page that the step names."""
        if step.do:
            yield from (f"#{start}{step.do.replace(' ', '-')}" for start in ("do-", "way-"))
        yield from (PART_SELECTORS[name] for name in step.show if name in PART_SELECTORS)

    def _rings(self, step: TutorialStep) -> Iterator[tuple[str, ...]]:
        """Yield groups of boxes to draw a ring around.

        First come the boxes of the action, then those of each track or area that the step names.
        """
        names, marks = self._session.solo_text.names, self._session.visible.marks
        if step.do and not step.free and marks is not None and Action.parse(step.do).verb != PATH:  # a card is pressed
            boxes = tuple(actions_by_box(names, marks, [ActionView(Action.parse(step.do), "", "")]))
            yield from [boxes] if boxes else []
        book = names.book.boxes.book
        rings: dict[str, tuple[str, ...]] = {id_: (id_,) for id_ in book.boxes}
        # A step may name a box, an area or a track; ids of tracks win where two are equal.
        rings |= {area.id: _ids(area.boxes) for area in book.areas}
        rings |= {track.id: _ids(track.boxes) for track in book.tracks.values()}
        yield from (rings[name] for name in step.show if rings.get(name))


def _ids(boxes: Iterable[Box]) -> tuple[str, ...]:
    """Return the ids of boxes."""
    return tuple(box.id for box in boxes)


def ring_layers(rings: Sequence[Sequence[str]], drawings: Iterable[SheetDrawing]) -> Mapping[str, SvgLayer]:
    """Return a layer for each sheet, by its id, with a ring around each group of boxes that stands on it."""
    return {drawing.id: _ring_layer(rings, drawing) for drawing in drawings}


def _ring_layer(rings: Sequence[Sequence[str]], drawing: SheetDrawing) -> SvgLayer:
    """Return the layer of one sheet, with a ring around each group of boxes that stands on it."""
    markup = ""
    for group in rings:
        places = [drawing.svg.boxes[box] for box in group if box in drawing.svg.boxes]
        if places:
            # One ring for the group: rings around single boxes would hide what belongs together.
            around = reduce(Rect.union, places).expand(_MARGIN)
            sides = {side: round(getattr(around, side), 1) for side in ("x", "y", "width", "height")}
            markup += f"<rect{attributes(**sides, rx=_MARGIN)}/>"
    return SvgLayer(f"rings-{drawing.id}", digest(markup)[:16], markup)
