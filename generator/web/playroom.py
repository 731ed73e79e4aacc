"""The play room: a session as a page, and every move a line of the companion's own table of verbs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.errors import DamagedError, GeneratorError, InUseError, OutputError
from generator.order import Place
from generator.records import dataclass
from generator.solo.action import MARK, PLACE, STOP
from generator.web.beside import HINT, LOOKS, ODDS, beside
from generator.web.board import Sheet, board, places_key, ways
from generator.web.ending import ended
from generator.web.moment import Moment, moment_of
from generator.web.page import Setting, form

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.web.house import House
    from generator.web.tables import Seat

WRONG, STALE, UNSAVED = 422, 409, 503
"""What a move is answered with that cannot be done, one for a game that has gone on since, and one the disk refused."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Why nothing was done, if it was not."""

    status: int = 200
    text: str = ""
    place: str = ""
    """Where on the page the move was made, for a browser that loads it again."""


@dataclass(frozen=True, slots=True)
class Map:
    """The cells that patterns are laid on, row by row."""

    columns: int
    filled: tuple[bool, ...]

    @classmethod
    def of(cls, seat: Seat, marks: Mapping[str, int | str]) -> Map:
        """As it stands on the sheets."""
        track = seat.book.boxes.tracks[seat.book.map]
        return cls(track.columns or len(track.boxes), tuple(bool(marks[box.id]) for box in track.boxes))

    @property
    def rows(self) -> int:
        """How many there are."""
        return -(-len(self.filled) // self.columns)


class PlayRoom:
    """The table of one session."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        """Where it is."""
        return [
            Route("/play/{name}", self._table, methods=["GET"]),
            Route("/play/{name}", self._move, methods=["POST"]),
            Route("/play/{name}/live", self._live),
            *self._house.boards.routes(),
        ]

    async def _table(self, request: Request) -> Response:
        return await self._shown(request, Notice())

    async def _move(self, request: Request) -> Response:
        fields = await form(request)
        line = " ".join(word for word in (*fields.get("do", ())[:1], *fields.get("word", ())) if word)
        at = fields.get("at", [""])[0]
        if not line or not at.isascii() or not at.isdecimal() or len(at) > 9:
            raise HTTPException(400)
        name, language = request.path_params["name"], Setting.of(request).lang
        notice = await self._house.tables.do(lambda: self._done(name, language, line, int(at)))
        if notice.text:
            return await self._shown(request, notice)
        query = _kept(request)
        return RedirectResponse(f"/play/{name}{query}{notice.place}", 303)

    def _done(self, name: str, language: str, line: str, at: int) -> Notice:
        """Do a move; the notice is empty when it is done, and safe."""
        seat = self._seat(name)
        table = seat.speaking(language)
        try:
            for _ in table.line(line, at):
                pass
        except (OutputError, InUseError, DamagedError) as error:
            key = "unsaved" if seat.play.last == at else "undealt"
            self._house.tables.left(name)
            return Notice(UNSAVED, self._house.pages.words[language](f"table.{key}", why=error))
        if not table.wrong:
            return Notice(place=_place(seat, line))
        return Notice(STALE if at != seat.play.last else WRONG, table.wrong)

    async def _shown(self, request: Request, notice: Notice) -> Response:
        name, setting = request.path_params["name"], Setting.of(request)
        asked = request.query_params
        look = asked.get("look", "")
        if look and look not in LOOKS:
            raise HTTPException(404)
        typed = asked.getlist("n") if look == ODDS else ()
        seat, told = await self._house.tables.do(
            lambda: self._moment(name, setting, "" if look == HINT else look, typed)
        )
        told |= await asyncio.to_thread(self._slowly, seat, setting.lang, look)
        moment: Moment = told["moment"]
        about: dict[str, Any] = {"room": "play", "name": name, "notice": notice, **told}
        about |= {"live": f"/play/{name}/live", "stamp": str(moment.event), "look": look, "typed": typed}
        about["can_fix"] = moment.seen.typed and bool(moment.steps)
        about |= {"box": asked.get("box", ""), "bare": asked.get("bare", "") == "1"}
        if not notice.text and seat.mended:
            about["notice"] = Notice(text=self._house.pages.words[setting.lang]("table.mended", what=seat.mended))
        about |= await self._drawn(seat, moment, setting.lang, about["box"])
        return self._house.pages.html(request, "table", notice.status, **about)

    async def _drawn(self, seat: Seat, moment: Moment, language: str, box: str) -> dict[str, Any]:
        """The sheets and the cards, and the ways to fill a box that was tapped."""
        book, seen, naming = seat.book, moment.seen, seat.naming(language)
        found: dict[str, Any] = {"sheets": (), "places": "", "ways": (), "boxed": "", "goal": "", "map": None}
        place = Place(book.game.folder, seen.game)
        found["lying"] = await self._house.cards.lying(place, book, naming, seen, moment.steps, language)
        if seen.marks is not None:
            arts = await self._house.boards.art(place, book.game, language)
            before = moment.steps[0].before.marks if moment.steps else seen.marks
            signed = _signature(seat)
            marks = {**(before or {}), **signed}, {**seen.marks, **signed}
            found["sheets"] = board(arts, naming, *marks, moment.answers, seen.asks)
            found["places"] = places_key(arts)
            found["ways"] = ways(naming, seen.marks, moment.answers, seen.asks).get(box, ())
            found["boxed"] = naming.box(box) if found["ways"] else ""
            if goal := _goal(moment, found["sheets"]):
                found["goal"] = {"box": goal, "title": naming.track(book.boxes.book.box(goal).track)}
            found["map"] = Map.of(seat, seen.marks)
        if box == STOP:
            found["ways"] = moment.those(STOP)
        return found

    def _moment(self, name: str, setting: Setting, look: str, typed: Sequence[str]) -> tuple[Seat, dict[str, Any]]:
        """A session as it stands, and what was asked to be told beside it."""
        seat, language = self._seat(name), setting.lang
        words, seen = self._house.pages.words[language], seat.speaking(language).seen
        known = {verb.name for verb in seat.speaking(language).verbs}
        return seat, {
            "moment": moment_of(seat, language),
            "looks": [each for each in LOOKS if each in known],
            "beside": beside(seat, language, look, typed, words),
            "chances": tuple(seat.voice(language).chances(seen)) if setting.odds == "on" and seen.marks else (),
        }

    def _slowly(self, seat: Seat, language: str, look: str) -> dict[str, Any]:
        """What takes a while and changes nothing: not in the thread of the tables, so that others may go on."""
        found: dict[str, Any] = {"ending": ended(seat, language, self._house.diary)}
        if look == HINT:
            found["beside"] = beside(seat, language, look, (), self._house.pages.words[language])
        return found

    def _seat(self, name: str) -> Seat:
        """The seat at a session; HTTPException where there is none of that name."""
        tables = self._house.tables
        tables.known(name)
        try:
            return tables.seat(name)
        except GeneratorError:
            tables.left(name)
            raise

    async def _live(self, request: Request) -> Response:
        path = self._house.tables.known(request.path_params["name"])

        async def stamp() -> str:
            return str(await asyncio.to_thread(_events, path))

        watch, folder = self._house.watch, self._house.tables.folder
        return watch.bell(folder).stream(request, stamp, watch.left(folder), exact=True)


def _kept(request: Request) -> str:
    """What of an address holds also after a move: what is looked at, and that the page has the drawings."""
    kept = {name: request.query_params[name] for name in ("look", "bare") if name in request.query_params}
    return f"?{urlencode(kept)}" if kept else ""


def _events(path: Path) -> int:
    """The number of a session's last event: it has a line for each, and nothing is opened to write."""
    try:
        return path.read_bytes().count(b"\n") - 1
    except OSError:
        return 0


def _place(seat: Seat, line: str) -> str:
    """The area of a sheet in which a move was made, as the end of an address; empty where it was made in none."""
    verb, box, *_ = (*line.split(), "")
    book = seat.book.boxes.book
    if verb != MARK or box not in book.boxes:
        return ""
    track = book.box(box).track
    areas = [area for sheet in book.sheets for area in sheet.areas]
    return next((f"#area-{area.id}" for area in areas if any(each.id == track for each in area.tracks)), "")


def _goal(moment: Moment, sheets: Sequence[Sheet]) -> str:
    """A box to look at where a question is answered nowhere else, as it may be off the screen; else empty."""
    if not moment.seen.asks or any(answer.verb not in {MARK, PLACE} for answer in moment.answers):
        return ""
    return next((key.box for sheet in sheets for key in sheet.keys), "")


def _signature(seat: Seat) -> dict[str, int | str]:
    """The session's name in the first box for words, as its PDF has it."""
    words = (box for box in seat.book.boxes.book.boxes.values() if box.kind == "text")
    return {box.id: seat.play.name[: box.most or None] for box in (next(words, None),) if box}
