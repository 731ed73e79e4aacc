"""The page that reads photos of a scoresheet on paper, asks for boxes in doubt, and writes the marks into a form."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.play.checks.paper_checks import recorded_marks
from generator.web.http.page_renderer import PageRenderer, phrase
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import option_or_default, read_form, require_found
from generator.web.orders.print_queue import PrintQueue, QueueFullError
from generator.web.orders.upload_jobs import UploadJobs, shown_name
from generator.web.orders.upload_store import PICTURE_HEADS, UploadStore
from generator.web.previews.served_games import ServedGame
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.uploads.filled_sheet_pages import read_players
from generator.web.uploads.sheet_games import SheetGames

MOST_PHOTOS = 4
"""Most photos of one game: no game has more sheets, and the store keeps only a few files."""
LONGEST_ANSWER = 40
_ANSWER = "answer."
"""Begin of the names of fields with answers; the id of the box follows."""


@dataclass(frozen=True, slots=True)
class PhotographedSession:
    """The session of a game whose sheets are photographed."""

    name: str
    event: int
    """Number of its last event."""
    recorded: dict[str, Any]
    """Marks that follow from it, as `recorded_marks` returns them."""


class SheetPhotoPages:
    """Reads photos of scoresheets by a process of its own."""

    def __init__(
        self,
        *,
        sheet_games: SheetGames,
        out: Path,
        pages: PageRenderer,
        estimate_queue: PrintQueue,
        uploads: UploadStore,
        upload_jobs: UploadJobs,
        sessions: OpenSessions,
    ) -> None:
        self._sheet_games = sheet_games
        self._out = out
        self._pages = pages
        self._estimate_queue = estimate_queue
        self._uploads = uploads
        self._jobs = upload_jobs
        self._sessions = sessions

    def routes(self) -> list[Route]:
        return [
            Route("/print/photo", self._page),
            Route("/print/photo", self._fill, methods=["POST"]),
            Route("/print/photo/upload", self._receive, methods=["POST"]),
            Route("/print/photo/{job}/{box}.png", self._picture),
        ]

    async def _receive(self, request: Request) -> Response:
        """Store a photo and answer with its id."""
        return PlainTextResponse(await self._uploads.receive(request, heads=PICTURE_HEADS))

    async def _page(self, request: Request) -> Response:
        """Answer with the page about some photos: questions about boxes, or the marks on the sheets."""
        query = request.query_params
        games = await self._sheet_games.games()
        game = option_or_default(query.get("game"), [*games], "")
        if not game:
            game = await self._sheet_games.played_last(games, ReaderSettings.of(request).lang)
        sent = _sent(query)
        ids, names = [id_ for id_, _ in sent], [name for _, name in sent]
        paths = [self._uploads.find(id_) for id_ in ids]
        about: dict[str, Any] = {"games": games, "game": game, "photos": ids, "players": read_players(query)}
        # Browsers of iPhones send HEIC where it is asked for, and else JPEG.
        about["reads_heic"] = find_spec("pi_heif") is not None
        about |= {"names": names, "session": await self._session(request, query.get("session", ""))}
        about |= {
            "nothing": "photo1" in query and not ids,
            "gone": None in paths,
            "busy": False,
            "job": None,
            "filled": None,
            "faults": [],
        }
        about["answers"] = _answers(query)
        loaded = games[game].game if game in games else None
        titles = [sheet.title for sheet in loaded.sheets.values()][:MOST_PHOTOS] if loaded else []
        about["sides"] = [*zip_longest(titles, sent[: len(titles)], fillvalue=("", ""))]
        photos = [path for path in paths if path]
        if ids and not about["gone"]:
            try:
                options = self._options(request, query, game, photos, about["session"])
                about["job"] = await self._jobs.result(ids[0], options)
            except QueueFullError:
                about["busy"] = True
        about["filled"] = self._estimate_queue.find(query.get("filled", ""))
        for job in (about["job"], about["filled"]):
            about["faults"] += [_named(line, photos, names) for line in job.faults] if job else []
        lang = ReaderSettings.of(request).lang
        # Beside a session the game is settled.
        about["others"] = {} if about["session"] else _others(about["faults"], games, game)
        about["faults"] = [_titled(line, games, lang) for line in about["faults"]]
        return self._pages.html(request, "printing/sheet_photo", room="print", **about)

    async def _session(self, request: Request, name: str) -> PhotographedSession | None:
        """Return a session with its sheets on paper; None for no name, and for one that cannot be opened."""

        def compared() -> PhotographedSession | None:
            """Return the session with the marks that follow from it."""
            session = self._sessions.open(name, ReaderSettings.of(request).lang)
            marks = recorded_marks(session)
            return PhotographedSession(name, session.visible.event, marks) if marks else None

        # The photos are read without it too.
        with suppress(GeneratorError, HTTPException):
            return await self._sessions.run(compared) if name else None
        return None

    def _options(
        self,
        request: Request,
        query: QueryParams,
        game: str,
        paths: list[Path],
        session: PhotographedSession | None,
    ) -> dict[str, Any]:
        """Return the options of a job that reads photos of a game's sheets."""
        folder = str(self._sheet_games.folder(game))
        about: dict[str, Any] = {"photos": [str(path) for path in paths], "named": folder, "answers": _answers(query)}
        about |= {"recorded": session.recorded if session else None}
        return about | {"players": read_players(query), "reader": ReaderSettings.of(request).lang}

    async def _fill(self, request: Request) -> Response:
        """Write the marks on photos into a form, and lead back to the page. HTTPException 503 if busy."""
        fields = [(name, values[0]) for name, values in (await read_form(request)).items()]
        query = QueryParams(fields)
        sent = _sent(query)
        paths = [require_found(self._uploads.find(id_)) for id_, _ in sent]
        game = require_found(query.get("game") if paths else None)
        session = await self._session(request, query.get("session", ""))
        options = self._options(request, query, game, paths, session)
        try:
            # The page has shown what was read: the photos are not read again.
            sheet = require_found((await self._jobs.result(sent[0][0], options)).sheet)
            if sheet["asked"]:
                raise HTTPException(400)
            job = await self._jobs.written(self._form_options(options["named"], sheet, flat="flat" in query))
        except QueueFullError:
            raise HTTPException(503) from None
        fields = [(name, value) for name, value in fields if name != "flat"]
        return RedirectResponse(f"/print/photo?{urlencode([*fields, ('filled', job.id)])}", 303)

    def _form_options(self, named: str, sheet: dict[str, Any], *, flat: bool) -> dict[str, Any]:
        """Return the options of a job that writes the marks of a sheet that was read into a form."""
        about = {"sheet_marks": sheet["document"], "named": named}
        about |= {"language": sheet["form"], "paper": sheet["paper"]}
        # A name with the time: sheets of an earlier game stay.
        name = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        return about | {"name": name, "flat": flat, "out": str(self._out)}

    async def _picture(self, request: Request) -> Response:
        """Send a box of a photo that is asked for or was read, as the photo shows it; HTTPException 404 for others."""
        job = require_found(self._estimate_queue.find(request.path_params["job"]))
        questions = (*job.sheet["asked"], *job.sheet["read"]) if job.sheet else ()
        pictures = (item["picture"] for item in questions if item["box"] == request.path_params["box"])
        picture = base64.b64decode(require_found(next(pictures, None)))
        return Response(picture, media_type="image/png", headers={"cache-control": "private, max-age=3600"})


def _sent(query: QueryParams) -> list[tuple[str, str]]:
    """Return id and name of each photo that an address names; the name may be empty."""
    numbers = range(1, MOST_PHOTOS + 1)
    sent = ((query.get(f"photo{number}", ""), query.get(f"photo{number}-name", "")) for number in numbers)
    return [(id_, shown_name(name, "")) for id_, name in sent if id_]


def _answers(query: Mapping[str, str]) -> dict[str, str]:
    """Return the answers in an address, by the ids of the boxes; texts that are too long are left out."""
    # The page adds no others: it tells of a box only after a photo has shown it in doubt.
    answers = {name.removeprefix(_ANSWER): value for name, value in query.items() if name.startswith(_ANSWER)}
    return {box: value.strip() for box, value in answers.items() if len(value) <= LONGEST_ANSWER}


def _others(lines: Sequence[str], games: Mapping[str, ServedGame], game: str) -> dict[str, ServedGame]:
    """Return the games whose sheets the photos show, according to some faults, in place of the one chosen."""
    return {id_: served for id_, served in games.items() if id_ != game and any(repr(id_) in line for line in lines)}


def _titled(line: str, games: Mapping[str, ServedGame], language: str) -> str:
    """Return a fault's line with the titles of games in place of their ids."""
    for id_, served in games.items():
        if served.game:
            line = line.replace(repr(id_), repr(phrase(served.game.title, language)))
    return line


def _named(line: str, paths: Sequence[Path], names: Sequence[str]) -> str:
    """Return a fault's line with the name of a photo, or its number, in place of its path in the store."""
    for number, (path, name) in enumerate(zip(paths, names, strict=False), 1):
        line = line.replace(str(path), name or f"{number}{path.suffix}")
    return line
