"""The pages on which the tables of a game are changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import Fault, Faults, OutputError
from generator.load.table_edits.column_splices import COLUMN_CHANGES
from generator.load.table_edits.named_tables import NamedTable
from generator.web.editing.column_choices import column_choices
from generator.web.editing.column_edits import ColumnEdits, ColumnRequest
from generator.web.editing.editor_command import EditorFor
from generator.web.editing.row_filter import LONGEST, RowFilter
from generator.web.editing.row_form import (
    PICTURES,
    RowForm,
    changed_form,
    faulty_form,
    lost_form,
    row_form,
    typed_cells,
)
from generator.web.editing.table_blocks import CellBlock, replaced_words, with_block, with_values
from generator.web.editing.table_change import SETTINGS, CellChange, OpenTable
from generator.web.editing.table_edits import (
    ROW_CHANGES,
    BlockChange,
    ChangedMeanwhileError,
    EditedRow,
    FaultyValueError,
    LostPlaceError,
    RefusedFileError,
    TableEdits,
)
from generator.web.editing.table_view import TableView, with_history, with_rows
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import (
    field_value,
    is_away,
    option_or_default,
    read_form,
    require_found,
    require_option,
)
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.served_games import ServedGames

Result = TypeVar("Result")


class TableAnswer(NamedTuple):
    """What a page of a table says about a change that was asked for."""

    status: int = 200
    notice: str = ""
    """Key of a message."""
    trouble: str = ""
    """Message of an error."""
    faults: tuple[Fault, ...] = ()
    """Faults for whose sake a change was not saved."""
    refused: tuple[tuple[str, str], ...] = ()
    """Fields of that change, to be sent once more; empty where it cannot be saved at all."""


DONE = TableAnswer()


class TablePages:
    """The tables of a game as pages, and the forms that change them."""

    def __init__(
        self,
        *,
        games: ServedGames,
        table_edits: TableEdits,
        editor_for: EditorFor,
        pages: PageRenderer,
        previews: FacePreviews,
        requests: GameRequests,
    ) -> None:
        self._games = games
        self._editor_for = editor_for
        self._pages = pages
        self._previews = previews
        self._requests = requests
        self._edits = table_edits
        self._columns_edits = ColumnEdits(games=games, table_edits=table_edits)

    def routes(self) -> list[Route]:
        return [
            Route("/gallery/{game}/tables", self._page),
            Route("/gallery/{game}/tables/cells", self._cells, methods=["POST"]),
            Route("/gallery/{game}/tables/block", self._block, methods=["POST"]),
            Route("/gallery/{game}/tables/replace", self._replace, methods=["POST"]),
            Route("/gallery/{game}/tables/rows", self._rows, methods=["POST"]),
            Route("/gallery/{game}/tables/columns", self._columns, methods=["POST"]),
            Route("/gallery/{game}/tables/history", self._history, methods=["POST"]),
            Route("/gallery/{game}/tables/editor", self._editor, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the page of a table, with the form of a row if the address names one."""
        game = self._game(request)
        query = request.query_params
        notice = option_or_default(query.get("notice"), ("lost",), "")
        return await self._html(
            request, game, query.get("file", ""), row=_number(query.get("row", "")), outcome=TableAnswer(notice=notice)
        )

    async def _cells(self, request: Request) -> Response:
        """Save the cells of one row from a posted form.

        If that is refused, the page comes back with the typed texts.
        """
        game, fields = self._game(request), await read_form(request)
        place, typed = _place(fields), typed_cells(fields)
        lost = lost_form(place.file, field_value(fields, "id"), typed)
        lost = lost._replace(state="refused", back=_card(fields, game))
        try:
            table = await self._named(game, fields)
            if reason := await self._run(partial(self._edits.refusal, game, table, is_away=is_away(request))):
                return await self._html(
                    request, game, table.file, form=lost._replace(why=reason), outcome=TableAnswer(status=403)
                )
            return await self._save_cells(request, game, table, place, fields)
        except Faults as error:  # the table or game.toml cannot be read any more
            form = lost._replace(faults=error.faults)
            return await self._html(request, game, place.file, form=form, outcome=TableAnswer(status=409))

    async def _save_cells(
        self, request: Request, game: str, table: NamedTable, place: EditedRow, fields: Mapping[str, list[str]]
    ) -> Response:
        """Save the posted cells of a row, and answer with the page.

        Status 422 for faults, 409 for a file changed meanwhile, 503 for a full disk.
        """
        typed = typed_cells(fields)
        save = partial(self._edits.save_cells, game, table, place, typed, anyway="anyway" in fields)
        try:
            await self._run(save)
        # An unknown column: not from our form.
        except ValueError:
            raise HTTPException(400) from None
        except FaultyValueError as error:
            form = await self._run(partial(self._faulty, game, table, place, typed, error))
            form = form._replace(back=_card(fields, game))
            return await self._html(request, game, table.file, form=form, outcome=TableAnswer(status=422))
        except ChangedMeanwhileError as error:
            # 409 Conflict: the form comes back with both versions.
            form = _changed(error.now, place, fields, typed)._replace(back=_card(fields, game))
            return await self._html(request, game, table.file, form=form, row=form.row, outcome=TableAnswer(status=409))
        except OutputError as error:
            form = await self._run(lambda: row_form(self._edits.open(game, table), place.row))
            form = faulty_form(form, typed, (), (table.file, 0))._replace(state="disk", back=_card(fields, game))
            return await self._html(
                request, game, table.file, form=form, outcome=TableAnswer(trouble=str(error), status=503)
            )
        return _back(fields, game, {"file": table.file, "from": str(place.row)}, f"#r{place.row}")

    async def _block(self, request: Request) -> Response:
        """Save a posted block of cells, which was pasted, filled down or emptied."""
        fields = await read_form(request)
        block = sent_block(fields)
        return await self._save_block(request, fields, partial(with_block, block=block))

    async def _replace(self, request: Request) -> Response:
        """Replace words in all cells of a table or of one column, as a posted form says."""
        fields = await read_form(request)
        old, new, column = (field_value(fields, name) for name in ("find", "with", "column"))
        if not old:
            raise HTTPException(400)

        def replaced(table: OpenTable) -> tuple[OpenTable, tuple[CellChange, ...]]:
            """Return a table with the words replaced, and each changed cell."""
            return with_values(table, replaced_words(table.text, old, new, column, has_case="case" in fields))

        return await self._save_block(request, fields, replaced)

    async def _save_block(self, request: Request, fields: Mapping[str, list[str]], change: BlockChange) -> Response:
        """Save a change of several rows, and answer with the page.

        Status 422 for faults, 409 for a file changed meanwhile, 503 for a full disk.
        """
        game = self._game(request)
        table, place = await self._asked(request, game, fields), _place(fields)
        save = partial(self._edits.save_block, game, table, place, change, anyway="anyway" in fields)
        try:
            await self._run(save)
        except FaultyValueError as error:
            # The fields stand in the answer, to be sent once more.
            refused = tuple((name, values[0]) for name, values in fields.items()) if error.may_be_saved else ()
            outcome = TableAnswer(422, faults=tuple(error.faults), refused=refused)
            return await self._html(request, game, table.file, first=place.row, outcome=outcome)
        except ChangedMeanwhileError:
            return await self._html(request, game, table.file, outcome=TableAnswer(notice="moved", status=409))
        except OutputError as error:
            return await self._html(request, game, table.file, outcome=TableAnswer(trouble=str(error), status=503))
        return _back({}, game, {"file": table.file, "from": str(place.row)}, f"#r{place.row}")

    async def _rows(self, request: Request) -> Response:
        """Copy, add, insert, remove or move a row, as the posted field `do` says."""
        game, fields = self._game(request), await read_form(request)
        table, place = await self._asked(request, game, fields), _place(fields)
        kind = require_option(fields.get("do", ()), ROW_CHANGES, "")
        if not kind:
            raise HTTPException(400)
        try:
            changed = await self._run(partial(self._edits.change_rows, game, table, place, kind))
        except FaultyValueError as error:
            # 422: understood, but the row cannot be so.
            return await self._html(
                request, game, table.file, row=place.row, outcome=TableAnswer(trouble=str(error.faults[0]), status=422)
            )
        except ChangedMeanwhileError:
            return await self._html(
                request, game, table.file, row=place.row, outcome=TableAnswer(notice="moved", status=409)
            )
        except OutputError as error:
            return await self._html(
                request, game, table.file, row=place.row, outcome=TableAnswer(trouble=str(error), status=503)
            )
        # The page goes on with the row that was copied, moved or added.
        steps = {"copy": 1, "insert": 1, "down": 1, "up": -1, "remove": -1, "add": len(changed.text.rows)}
        row = max(0, min(place.row + steps[kind], len(changed.text.rows) - 1))
        query = {"file": table.file} if kind == "remove" else {"file": table.file, "row": str(row)}
        return RedirectResponse(f"{_address(game)}?{urlencode(query)}#r{row}", 303)

    async def _columns(self, request: Request) -> Response:
        """Add, rename, move or remove a column, as the posted field `do` says, with the files that have to follow.

        Status 422 where that cannot be followed, 409 for a file changed meanwhile, 503 for a full disk.
        """
        game, fields = self._game(request), await read_form(request)
        table = await self._asked(request, game, fields)
        do = require_option(fields.get("do", ()), COLUMN_CHANGES, "")
        change = ColumnRequest(do, field_value(fields, "column"), field_value(fields, "heading"))
        if not do:
            raise HTTPException(400)
        try:
            await self._run(partial(self._columns_edits.save, game, table, field_value(fields, "digest"), change))
        # An unknown column: not from our form.
        except ValueError:
            raise HTTPException(400) from None
        except (FaultyValueError, Faults) as error:
            outcome = TableAnswer(422, faults=tuple(error.faults))
            return await self._html(request, game, table.file, outcome=outcome)
        except ChangedMeanwhileError:
            return await self._html(request, game, table.file, outcome=TableAnswer(notice="moved", status=409))
        except OutputError as error:
            return await self._html(request, game, table.file, outcome=TableAnswer(trouble=str(error), status=503))
        return _back({}, game, {"file": table.file})

    async def _history(self, request: Request) -> Response:
        """Undo or redo the last change of the game, as the posted field `do` says.

        HTTPException 403 from other computers.
        """
        game, fields = self._game(request), await read_form(request)
        turn = {"undo": self._edits.undo, "redo": self._edits.redo}.get(field_value(fields, "do"))
        if turn is None:
            raise HTTPException(400)
        # Undo changes files too, which only this computer may do.
        if is_away(request):
            raise HTTPException(403)
        query = {"file": field_value(fields, "file"), "from": field_value(fields, "from")}
        try:
            change = await self._run(partial(turn, game))
        except LostPlaceError as error:
            return RedirectResponse(f"{_address(game)}?{urlencode({'file': str(error), 'notice': 'lost'})}", 303)
        except RefusedFileError as error:  # its page says why
            return _back({}, game, {"file": str(error)})
        except OutputError as error:
            return await self._html(request, game, query["file"], outcome=TableAnswer(trouble=str(error), status=503))
        # Undo reaches the whole game, so the page may have to show another table or the settings.
        if change and change.kind == SETTINGS:
            return RedirectResponse(f"/own/{quote(game)}/settings", 303)
        if change and change.file != query["file"]:
            query = {"file": change.file}
        return _back(fields, game, query)

    async def _editor(self, request: Request) -> Response:
        """Open a table in the user's editor; the page stays as it is."""
        game, fields = self._game(request), await read_form(request)
        editor = self._editor_for(game, request)
        if editor is None:
            raise HTTPException(403)
        tables = await self._run(partial(self._edits.tables, game))
        file = require_option(fields.get("file", ()), [table.file for table in tables], "")
        if not file:
            raise HTTPException(400)
        path = self._games.folders[game].folder.resolve() / file
        editor.open(path, _number(field_value(fields, "line")) or 1)
        return Response(status_code=204)

    async def _html(
        self,
        request: Request,
        game: str,
        file: str,
        *,
        row: int | None = None,
        form: RowForm | None = None,
        first: int = 0,
        outcome: TableAnswer = DONE,
    ) -> Response:
        """Return the page of a table with its rows and notices.

        `row` opens the form of a row, `form` shows a form as it is. `first` is the first row to show; 0 leaves that
        to the form or the address.
        """
        served, inputs = await self._requests.load(request)
        first = first or (form.row if form else row or _number(request.query_params.get("from", "")) or 0)
        view = await self._run(lambda: self._view(request, game, file, first))
        if view.table and not view.refusal and form is None and row is not None and row < view.row_count:
            form = row_form(view.table, row)
        view = view._replace(form=form, notice=outcome.notice, refused=outcome.refused)
        return self._pages.html(
            request,
            "gallery/tables",
            outcome.status,
            **self._requests.context("gallery", served, inputs),
            view=view,
            address=_address(game),
            row_changes=[kind for kind in ROW_CHANGES if kind != "add"],
            pictures=",".join(PICTURES),
            trouble=outcome.trouble,
            not_saved=outcome.faults,
            editor=self._editor_for(game, request),
        )

    def _view(self, request: Request, game: str, file: str, first: int) -> TableView:
        """Return the data of the page of a table; without a known `file`, the table of the component in the address.

        HTTPException 404 for no tables.
        """
        try:
            tables = self._edits.tables(game)
        except Faults as error:  # of game.toml: which files its tables have is not known
            return TableView((), NamedTable(file, (), "", ""), None, "", faults=error.faults)
        if not tables:
            raise HTTPException(404)
        part = request.query_params.get("of", "")
        matches = (table for table in tables if table.file == file or (not file and part in table.users))
        current = next(matches, tables[0])
        refusal = self._edits.refusal(game, current, is_away=is_away(request))
        served = self._games.get(game)
        faults, query = served.faults, request.query_params
        row_filter = RowFilter(query.get("q", "")[:LONGEST].strip(), query.get("sort", ""))
        choices = column_choices(self._edits.settings(game), current, served.game)
        view = TableView(tables, current, None, refusal, row_filter=row_filter, choices=choices)
        view = with_history(view, self._edits.history(game))
        if not current.is_text:
            return view._replace(faults=faults)
        try:
            return with_rows(view, self._edits.open(game, current), first, faults)
        except Faults as error:
            return view._replace(faults=error.faults)

    def _faulty(
        self, game: str, table: NamedTable, place: EditedRow, typed: Mapping[str, str], error: FaultyValueError
    ) -> RowForm:
        """Return the form of a row with the typed values and the faults that kept them from being saved."""
        now = self._edits.open(game, table)
        row_place = now.where, now.text.rows[place.row].line
        form = faulty_form(row_form(now, place.row), typed, error.faults, row_place)
        return form._replace(state="fault" if error.may_be_saved else "wrong")

    async def _asked(self, request: Request, game: str, fields: Mapping[str, list[str]]) -> NamedTable:
        """Return the table that a posted form wants to change.

        HTTPException 404 if unknown, 403 if it must not be changed.
        """
        table = await self._named(game, fields)
        if await self._run(partial(self._edits.refusal, game, table, is_away=is_away(request))):
            raise HTTPException(403)
        return table

    async def _named(self, game: str, fields: Mapping[str, list[str]]) -> NamedTable:
        """Return the table whose file a posted form names; raises HTTPException 404."""
        tables = await self._run(partial(self._edits.tables, game))
        file = field_value(fields, "file")
        return require_found(next((table for table in tables if table.file == file), None))

    def _game(self, request: Request) -> str:
        """Return the id of the game in a request's path; raises HTTPException 404 for an unknown game."""
        game = str(request.path_params["game"])
        require_found(self._games.folders.get(game))
        return game

    async def _run(self, work: Callable[[], Result]) -> Result:
        """Do work in the thread that reads and draws games, and return the result."""
        return await self._previews.run(work)


def _place(fields: Mapping[str, list[str]]) -> EditedRow:
    """Read file name, checksum and row number from a posted form; raises HTTPException 400 without a row."""
    row = _number(field_value(fields, "row"))
    if row is None:
        raise HTTPException(400)
    return EditedRow(field_value(fields, "file"), field_value(fields, "digest"), row)


def sent_block(fields: Mapping[str, list[str]]) -> CellBlock:
    """Read a block from a form: `rows` and `column` are numbers, `block` has texts. Raises HTTPException 400."""
    column = _number(field_value(fields, "column"))
    try:
        rows, values = (json.loads(field_value(fields, name)) for name in ("rows", "block"))
        # Anything else than lists of numbers and of texts was not sent by our page.
        is_block = isinstance(values, list) and all(type(row) is int and row >= 0 for row in rows)
        is_block = is_block and all(isinstance(cell, str) for cells in values for cell in cells)
    except (ValueError, TypeError, RecursionError):
        is_block = False
    if column is None or not is_block or not rows or not values:
        raise HTTPException(400)
    return CellBlock(tuple(rows), column, tuple(tuple(cells) for cells in values))


def _number(text: str) -> int | None:
    """Return the number of a row or a line from a text; None for any other text."""
    # Eight digits are more than any table has rows.
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None


def _changed(now: OpenTable, place: EditedRow, fields: Mapping[str, list[str]], typed: Mapping[str, str]) -> RowForm:
    """Return the form of a row whose file was changed meanwhile; the row is found by its id.

    If no row has the id any more, the form only shows the typed texts.
    """
    id_ = field_value(fields, "id")
    row = now.text.find(id_)
    if row is None and place.row < len(now.text.rows) and now.id_of(place.row) == id_:
        row = place.row
    if row is None:
        return lost_form(place.file, id_, typed)
    return changed_form(row_form(now, row), typed)


def _address(game: str) -> str:
    """Return the address of the pages with a game's tables."""
    return f"/gallery/{quote(game)}/tables"


def _back(fields: Mapping[str, list[str]], game: str, query: Mapping[str, str], anchor: str = "") -> Response:
    """Redirect to the card's page if the form stood there, else to the page of the table."""
    return RedirectResponse(_card(fields, game) or f"{_address(game)}?{urlencode(query)}{anchor}", 303)


def _card(fields: Mapping[str, list[str]], game: str) -> str:
    """Return the address of the card's page that a form was sent from; empty for any other address."""
    back = field_value(fields, "back")
    # The field comes from outside: without this check, it could redirect to another site.
    is_card = back.startswith(f"/gallery/{quote(game)}/card?") and back.isascii() and back.isprintable()
    return back if is_card else ""
