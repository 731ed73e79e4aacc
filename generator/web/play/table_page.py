"""The view model of the play page: the turn, the cards, the sheets and an open dialog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.routing import Route

from generator.base.records import dataclass
from generator.play.explain.box_explanation import BoxExplainer
from generator.play.live_session import LiveSession
from generator.play.rules.full_rules import FullRules
from generator.solo.action import BATTLE, GOODS, MARK, PLACE, STOP
from generator.web.explain.board_pointers import board_pointers, hint_button
from generator.web.sessions.card_view import CardPictureCache, CardPictures
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.side_panel import ODDS, PANELS
from generator.web.sessions.table_cards import TableCardsFactory
from generator.web.sessions.turn_view import ActionView, TurnView
from generator.web.sheets.ink_svg import Marks
from generator.web.sheets.sheet_view import SheetDrawing, SheetView, SheetViews, actions_by_box, places_key, sheet_view

CONFIRMED = (STOP, GOODS, BATTLE)
"""Verbs that are confirmed in a dialog: they turn up a card, which a strict session does not take back."""
MOST_DIGITS = 4
"""Most digits of a step's number."""
MOST_PREVIEWS = 40
"""Most actions that are tried for a preview, at a tenth of a millisecond each."""
NO_SHEETS: Mapping[str, Any] = {
    "sheets": (),
    "places": "",
    "map": None,
    "next_box": None,
    "pointers": {},
    "hint": None,
    "follows": {},
}
"""Values of the page's sheet parts for a game on paper."""


@dataclass(frozen=True, slots=True)
class TableQuery:
    """The query of the page's address."""

    look: str
    """Side panel: one of PANELS, or empty."""
    cohorts: tuple[str, ...]
    """Filled cohort boxes of a paper game, typed for its odds."""
    box: str
    """Box whose dialog is open, or one of CONFIRMED."""
    bare: bool
    """Whether the browser has the drawings of the sheets."""
    step: int | None = None
    """Step of the tutorial to display; None for the one that was displayed last."""

    @classmethod
    def of(cls, query: QueryParams) -> TableQuery:
        """Read the choices of the play page from the query of its address.

        Raises HTTPException 404 for an unknown side panel.
        """
        look = query.get("look", "")
        if look and look not in PANELS:
            raise HTTPException(404)
        cohorts = tuple(query.getlist("n")) if look == ODDS else ()
        step = query.get("step", "")
        # int() accepts signs and digits of other scripts, and is slow for long texts.
        number = int(step) if step.isascii() and step.isdecimal() and len(step) <= MOST_DIGITS else None
        return cls(look, cohorts, query.get("box", ""), query.get("bare", "") == "1", number)


@dataclass(frozen=True, slots=True)
class Dialog:
    """The actions of one box to choose from, or an action to confirm."""

    title: str
    """Name of the box; empty for a confirmation."""
    actions: tuple[ActionView, ...]
    is_confirmation: bool = False


@dataclass(frozen=True, slots=True)
class MapView:
    """The cells that patterns are placed on, row by row."""

    columns: int
    filled: tuple[bool, ...]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return -(-len(self.filled) // self.columns)


@dataclass(frozen=True, slots=True)
class NextBox:
    """A box that answers the current question; the page links to it, as it may be off the screen."""

    box: str
    title: str
    """Name of the box's track."""


class TableArt:
    """Draws the cards and the sheets of a session."""

    def __init__(self, card_pictures: CardPictureCache, sheet_views: SheetViews, sessions: OpenSessions) -> None:
        self._card_pictures, self._sheet_views = card_pictures, sheet_views
        self.sessions = sessions

    def routes(self) -> list[Route]:
        """Return the routes of the drawings that pages refer to."""
        return self._sheet_views.routes()

    async def draw(
        self, session: LiveSession[Any], *, has_sheets: bool
    ) -> tuple[CardPictures, tuple[SheetDrawing, ...]]:
        """Return the pictures of the cards and of the sheets, drawn unless they are cached; raises Faults."""
        book, language = session.solo_text.book, session.language
        pictures = await self._card_pictures.pictures(book, language)
        return pictures, await self._sheet_views.drawings(book.game, language) if has_sheets else ()


async def table_page(art: TableArt, session: LiveSession[Any], turn: TurnView, query: TableQuery) -> dict[str, Any]:
    """Return the parts of the page of a turn by name, drawing the cards and sheets that are not kept; raises Faults."""
    state = turn.state
    pictures, drawings = await art.draw(session, has_sheets=state.marks is not None)
    cards = TableCardsFactory(pictures, session.solo_text.names, state, turn.steps).make()
    dialog = _confirmation(session, turn, query.box) if query.box in CONFIRMED else None
    page = {"query": query, "turn": turn, "cards": cards, "dialog": dialog, **NO_SHEETS}
    if state.marks is None:
        return page
    signature, before = _signature(session), turn.steps[0].before.marks if turn.steps else state.marks
    marks = {**(before or {}), **signature}, {**state.marks, **signature}
    by_box = actions_by_box(session.solo_text.names, state.marks, turn.actions, state.asks)
    if query.box in by_box:
        dialog = Dialog(session.solo_text.names.box(query.box), by_box[query.box])
    sheets = [sheet_view(drawing, session.solo_text.names, *marks, by_box, is_over=state.over) for drawing in drawings]
    shows_odds = bool(turn.odds) or query.look == ODDS
    asks = dialog or state.asks
    return page | {
        "dialog": dialog,
        "sheets": sheets,
        "places": places_key(drawings),
        "map": _map_view(session, state.marks),
        "next_box": _next_box(session, turn, sheets),
        "pointers": board_pointers(session, turn, drawings, shows_odds=shows_odds),
        "hint": hint_button(turn.panel.hint, drawings),
        "follows": await art.sessions.run(lambda: _follows(session, turn, dialog)) if asks else {},
    }


def _follows(session: LiveSession[Any], turn: TurnView, dialog: Dialog | None) -> dict[str, str]:
    """Return sentences about the effects of each offered action, by the action's line; most actions have none.

    Call it in the thread of the sessions. Empty if the game has gone on since the turn.
    """
    rules, offered = session.rules, dialog.actions if dialog else turn.actions
    tried = {_effect(view): view.action for view in offered}
    # The game may have gone on while the page was drawn.
    if not isinstance(rules, FullRules) or len(tried) > MOST_PREVIEWS or session.play.last != turn.event:
        return {}
    explainer = BoxExplainer(rules, session.solo_text, session.state)
    effects = {key: " ".join(explainer.follows(action)) for key, action in tried.items()}
    return {view.line: effects[_effect(view)] for view in offered if effects[_effect(view)]}


def _effect(action: ActionView) -> str:
    """Return a key that is equal for actions with equal effects: patterns that cover the same fields."""
    return f"{PLACE} {action.means}" if action.verb == PLACE else action.line


def _confirmation(session: LiveSession[Any], turn: TurnView, verb: str) -> Dialog | None:
    """Return the dialog that asks before a card is turned up; None if no such action is legal."""
    deck = session.solo_text.book.solo.market.deck
    # Goods from a neutral card turn up nothing.
    actions = tuple(view for view in turn.actions_of(verb) if verb != GOODS or view.action.words == (deck,))
    return Dialog("", actions, is_confirmation=True) if actions else None


def _map_view(session: LiveSession[Any], marks: Marks) -> MapView:
    """Return the map of a session, on which patterns are placed, with its filled cells."""
    book = session.solo_text.book
    track = book.boxes.tracks[book.map]
    return MapView(track.columns or len(track.boxes), tuple(bool(marks[box.id]) for box in track.boxes))


def _next_box(session: LiveSession[Any], turn: TurnView, sheets: Sequence[SheetView]) -> NextBox | None:
    """Return a box to go to, if the question can only be answered on a sheet; None otherwise."""
    if not turn.state.asks or any(view.verb not in {MARK, PLACE} for view in turn.actions):
        return None
    box = next((control.box for sheet in sheets for control in sheet.controls), "")
    names = session.solo_text.names
    return NextBox(box, names.track(names.book.boxes.book.box(box).track)) if box else None


def _signature(session: LiveSession[Any]) -> dict[str, int | str]:
    """Return the session's name as the content of the first text box, as in the PDF of the sheets.

    Empty without one.
    """
    boxes = (box for box in session.solo_text.book.boxes.book.boxes.values() if box.kind == "text")
    return {box.id: session.play.name[: box.most or None] for box in (next(boxes, None),) if box}
