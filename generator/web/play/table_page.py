"""The page of a table: what its address asks for, what is told of the game, and what lies there to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from generator.base.records import dataclass, replace
from generator.build.options import GameFolder
from generator.solo.action import BATTLE, GOODS, MARK, PLACE, STOP
from generator.web.lobby.lobby_pages import finished
from generator.web.play.game_over import GameOverView, ended
from generator.web.play.sheet_view import SheetView, board, places_key, ways
from generator.web.play.side_panel import HINT, LOOKS, ODDS, SidePanel, beside, hint
from generator.web.play.turn_view import ActionView, TurnView, moment_of

if TYPE_CHECKING:
    from starlette.datastructures import QueryParams

    from generator.base.messages import Messages
    from generator.play.session_summaries import SessionSummaries
    from generator.web.play.open_sessions import OpenSession
    from generator.web.play.table_cards import CardsView
    from generator.web.server.reader_settings import ReaderSettings
    from generator.web.server.services import Services

SURE = (STOP, GOODS, BATTLE)
"""What the address may ask for in place of a box: answers of these kinds turn up cards at once."""


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What an address asks for beside the game as it stands."""

    look: str
    """One of LOOKS, or nothing."""
    typed: tuple[str, ...]
    """The numbers that odds are wanted for, where nobody else knows them."""
    box: str
    """A box that was tapped and can be filled in several ways, or one of SURE."""
    bare: bool
    """Whether the page has the drawings already."""

    @classmethod
    def of(cls, query: QueryParams) -> TableQuery:
        """As the query has it; raises HTTPException for a look that there is not."""
        look = query.get("look", "")
        if look and look not in LOOKS:
            raise HTTPException(404)
        typed = tuple(query.getlist("n")) if look == ODDS else ()
        return cls(look, typed, query.get("box", ""), query.get("bare", "") == "1")


@dataclass(frozen=True, slots=True)
class TableText:
    """What is told of a game at one moment."""

    moment: TurnView
    looks: tuple[str, ...]
    beside: SidePanel
    chances: tuple[str, ...]
    """The odds of its attack, where the reader wants them told all the time."""
    ending: GameOverView | None
    mended: str
    """What had to be put right in its file."""


@dataclass(frozen=True, slots=True)
class MapView:
    """The cells that patterns are laid on, row by row."""

    columns: int
    filled: tuple[bool, ...]

    @classmethod
    def of(cls, seat: OpenSession, marks: Mapping[str, int | str]) -> MapView:
        """As it stands on the sheets."""
        track = seat.book.boxes.tracks[seat.book.map]
        return cls(track.columns or len(track.boxes), tuple(bool(marks[box.id]) for box in track.boxes))

    @property
    def rows(self) -> int:
        """How many there are."""
        return -(-len(self.filled) // self.columns)


@dataclass(frozen=True, slots=True)
class NextBox:
    """A box to look at, as it may be off the screen."""

    box: str
    title: str
    """What its track is called."""


@dataclass(frozen=True, slots=True)
class TableContents:
    """What lies on the table: the cards, and the sheets where the companion keeps them."""

    cards: CardsView
    sheets: tuple[SheetView, ...] = ()
    places: str = ""
    """What the style sheet of their boxes is asked for by."""
    ways: tuple[ActionView, ...] = ()
    """How a box that was tapped can be filled, or what is asked about once more."""
    boxed: str = ""
    """What that box is called."""
    goal: NextBox | None = None
    map: MapView | None = None
    sure: bool = False
    """Whether `ways` are asked about once more."""


Later = Callable[["SessionSummaries"], TableText]
"""Completes what was told by what takes a while, and touches no session that is open."""


def told_of(seat: OpenSession, reader: ReaderSettings, wanted: TableQuery, words: Messages) -> tuple[TableText, Later]:
    """A game as it stands, in the thread of the tables, and how that is completed outside it."""
    language, look = reader.lang, wanted.look
    seen = seat.speaking(language).visible
    verbs = {verb.name for verb in seat.speaking(language).verbs}
    chances = tuple(seat.voice(language).chances(seen)) if reader.odds == "on" and seen.marks else ()
    told = TableText(
        moment_of(seat, language),
        tuple(each for each in LOOKS if each in verbs),
        beside(seat, language, "" if look == HINT else look, wanted.typed),
        chances,
        ended(seat, language),
        seat.mended,
    )
    hinted = hint(seat, language, words) if look == HINT else None

    def later(summaries: SessionSummaries) -> TableText:
        ending = told.ending and replace(told.ending, history=finished(summaries.newest(language), told.ending.name))
        return replace(told, beside=hinted() if hinted else told.beside, ending=ending)

    return told, later


async def laid_out(services: Services, seat: OpenSession, moment: TurnView, language: str, box: str) -> TableContents:
    """The cards and the sheets of a moment, drawn where they are new; `box` is the one that was tapped.

    Raises Faults where something cannot be drawn.
    """
    book, seen, naming = seat.book, moment.seen, seat.naming(language)
    place = GameFolder(book.game.folder, seen.game)
    laid = TableContents(await services.cards_views.cards(place, book, naming, seen, moment.steps, language))
    if seen.marks is not None:
        arts = await services.sheet_views.drawings(place, book.game, language)
        before = moment.steps[0].before.marks if moment.steps else seen.marks
        signed = _signature(seat)
        marks = {**(before or {}), **signed}, {**seen.marks, **signed}
        sheets = board(arts, naming, *marks, moment.answers, seen.asks)
        found = ways(naming, seen.marks, moment.answers, seen.asks).get(box, ())
        boxed, goal = naming.box(box) if found else "", _goal(seat, moment, sheets, language)
        laid = TableContents(laid.cards, sheets, places_key(arts), found, boxed, goal, MapView.of(seat, seen.marks))
    return replace(laid, ways=_asked_again(seat, moment, box), sure=True) if box in SURE else laid


def _asked_again(seat: OpenSession, moment: TurnView, verb: str) -> tuple[ActionView, ...]:
    """The answers of a kind that are asked about once more, as they cannot be taken back: those that turn up a card."""
    deck = seat.book.solo.market.deck
    return tuple(answer for answer in moment.those(verb) if verb != GOODS or answer.words == (deck,))


def _goal(seat: OpenSession, moment: TurnView, sheets: Sequence[SheetView], language: str) -> NextBox | None:
    """A box to look at where a question is answered nowhere else."""
    if not moment.seen.asks or any(answer.verb not in {MARK, PLACE} for answer in moment.answers):
        return None
    box = next((key.box for sheet in sheets for key in sheet.keys), "")
    track = seat.book.boxes.book.box(box).track if box else ""
    return NextBox(box, seat.naming(language).track(track)) if box else None


def _signature(seat: OpenSession) -> dict[str, int | str]:
    """The session's name in the first box for words, as its PDF has it."""
    words = (box for box in seat.book.boxes.book.boxes.values() if box.kind == "text")
    return {box.id: seat.play.name[: box.most or None] for box in (next(words, None),) if box}
