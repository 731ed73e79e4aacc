"""The page that reads a filled scoresheet, and writes its marks into a fresh one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.model.paper import Paper
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import option_or_default, read_form, require_found, require_option
from generator.web.orders.print_queue import PrintQueue, QueueFullError
from generator.web.orders.upload_jobs import UploadJobs, shown_name
from generator.web.orders.upload_store import UploadStore
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGame, ServedGames


class FilledSheetPages:
    """Reads filled scoresheets by a process of its own, and fills in fresh ones."""

    def __init__(
        self,
        *,
        games: ServedGames,
        out: Path,
        pages: PageRenderer,
        previews: FacePreviews,
        estimate_queue: PrintQueue,
        uploads: UploadStore,
        papers: Mapping[str, Paper],
        upload_jobs: UploadJobs,
    ) -> None:
        self._games = games
        self._out = out
        self._pages = pages
        self._previews = previews
        self._estimate_queue = estimate_queue
        self._uploads = uploads
        self._papers = papers
        self._jobs = upload_jobs

    def routes(self) -> list[Route]:
        return [
            Route("/print/sheet", self._page),
            Route("/print/sheet", self._fill, methods=["POST"]),
            Route("/print/sheet/marks.json", self._marks),
            Route("/print/sheet/{job}/{name}", self._file),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the page about an uploaded scoresheet, with the marks that were read from it.

        A form on it writes them into a fresh sheet.
        """
        query = request.query_params
        own_games = [served.id for served in await self._served_games() if served.is_own]
        path = self._uploads.find(query.get("upload", ""))
        about: dict[str, Any] = {"upload": query.get("upload", "") if path else "", "own": own_games, "job": None}
        about |= {
            "name": shown_name(query.get("name", ""), ""),
            "players": read_players(query),
            "papers": self._paper_names,
        }
        about |= {"gone": bool(query.get("upload")) and path is None, "busy": False, "filled": None, "faults": []}
        about |= {
            "game": option_or_default(query.get("game"), own_games, ""),
            "is_pdf": path is not None and path.suffix == ".pdf",
        }
        if path and about["is_pdf"]:
            try:
                about["job"] = await self._jobs.result(about["upload"], self._options(request, query, path))
            except QueueFullError:
                about["busy"] = True
        about["filled"] = self._estimate_queue.find(query.get("filled", ""))
        for job in (about["job"], about["filled"]):
            # Faults of reading and of filling in stand together, as one page has both.
            about["faults"] += [_named(line, path, about["name"]) for line in job.faults] if job else []
        return self._pages.html(request, "printing/filled_sheet", room="print", **about)

    async def _served_games(self) -> list[ServedGame]:
        """Return all served games."""
        return await self._previews.run(self._games.all)

    @property
    def _paper_names(self) -> list[str]:
        """Names of the papers that can be chosen."""
        return [*self._papers]

    def _options(self, request: Request, query: QueryParams, path: Path) -> dict[str, Any]:
        """Return the options of a job that reads an uploaded file."""
        # A sheet of a shipped game says which game it is of; only a game of the reader's own is named.
        folder = self._games.folders.get(query.get("game", ""))
        named = str(folder.folder) if folder else ""
        about = {"sheet": str(path), "named": named, "players": read_players(query), "fill": False}
        return about | {"reader": ReaderSettings.of(request).lang}

    async def _fill(self, request: Request) -> Response:
        """Write the marks of an uploaded scoresheet into a fresh one, and lead back to the page.

        HTTPException 503 if busy.
        """
        fields = {name: values[0] for name, values in (await read_form(request)).items()}
        query = QueryParams(fields)
        path = require_found(self._uploads.find(query.get("upload", "")))
        name = shown_name(query.get("name", ""), path.stem)
        languages = {
            language for served in await self._served_games() if served.game for language in served.game.languages
        }
        options = self._options(request, query, path) | {"fill": True, "flat": "flat" in query}
        # The name becomes part of a file name.
        options["name"] = "".join(char if char.isalnum() else "-" for char in Path(name).stem)
        options["paper"] = require_option([query.get("paper", "")], self._paper_names, self._paper_names[0])
        options["language"] = require_option([query.get("language", "")], [*languages], "")
        options["out"] = str(self._out)
        try:
            job = await self._jobs.written(options)
        except QueueFullError:
            raise HTTPException(503) from None
        # Only fields of the page: the others belong to the form alone.
        query_fields = {
            name_of_field: fields[name_of_field]
            for name_of_field in ("upload", "name", "players", "game")
            if name_of_field in fields
        }
        return RedirectResponse(f"/print/sheet?{urlencode(query_fields | {'filled': job.id})}", 303)

    async def _marks(self, request: Request) -> Response:
        """Send the marks of an uploaded scoresheet as JSON; HTTPException 404 if none could be read."""
        query = request.query_params
        id_ = query.get("upload", "")
        path = require_found(self._uploads.find(id_))
        try:
            job = await self._jobs.result(id_, self._options(request, query, path))
        except QueueFullError:
            raise HTTPException(503) from None
        document = require_found(job.sheet)["document"]
        headers = {"content-disposition": 'attachment; filename="marks.json"'}
        return Response(json.dumps(document, ensure_ascii=False, indent=2), 200, headers, "application/json")

    async def _file(self, request: Request) -> Response:
        """Send a fresh scoresheet that was filled in."""
        job = require_found(self._estimate_queue.find(request.path_params["job"]))
        path = require_found(job.file(request.path_params["name"]))
        return FileResponse(path, filename=path.name, media_type="application/pdf")


def read_players(query: QueryParams) -> int:
    """Return the number of players that an address names, from 1 to 99; 1 for other texts."""
    text = query.get("players", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) else 1


def _named(line: str, path: Path | None, name: str) -> str:
    """Return a fault's line with the file's own name in place of the path in the store."""
    return line.replace(str(path), name or path.name) if path else line
