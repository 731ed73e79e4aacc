"""The settings of a game and of each of its components as forms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import Fault, Faults, OutputError
from generator.build.schemas.schema_files import KeyDescriptions
from generator.load.files.folder import Folder
from generator.load.files.toml_document import key_lines, read_toml
from generator.load.kept_parts import GAME_FILE
from generator.model.text import Text
from generator.web.editing.setting_edits import SettingEdits
from generator.web.editing.setting_fields import (
    SettingField,
    SettingGroups,
    component_ids,
    setting_groups,
    typed_changes,
    typed_text,
)
from generator.web.editing.table_change import SETTINGS
from generator.web.editing.table_edits import FaultyValueError, LostPlaceError, TableEdits
from generator.web.http.page_renderer import PageRenderer, phrase
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import field_value, is_away, option_or_default, read_form, require_found
from generator.web.own_games.credit_edits import LONGEST_CREDIT, CreditEdits, CreditForm, credit_form
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.served_games import ServedGame

NOTICES = ("saved", "lost")
"""Messages that an address can ask for."""


class SettingForm(NamedTuple):
    """The form of the game or of one component."""

    part: str
    """Id of the component; empty for the game itself."""
    parts: Mapping[str, str]
    """Titles of the components by id."""
    kind: str
    """Kind of the component; empty for the game."""
    rows_file: str
    """File of rows of the component, in which the copies stand; empty for none."""
    digest: str
    groups: SettingGroups
    lines: Mapping[str, int]
    """Lines of what can only be changed in the file, by key."""
    refusal: str


class SettingAnswer(NamedTuple):
    """What the page says about a change that was asked for."""

    status: int = 200
    notice: str = ""
    """Key of a message."""
    trouble: str = ""
    """Message of an error."""
    faults: tuple[Fault, ...] = ()
    """Faults for whose sake a change was not saved."""
    typed: Mapping[str, list[str]] = {}
    """Fields of that change, which stand in the form again."""


class SettingPages:
    """Forms for game.toml, which only this computer may send."""

    def __init__(
        self,
        *,
        table_edits: TableEdits,
        setting_edits: SettingEdits,
        pages: PageRenderer,
        previews: FacePreviews,
        requests: GameRequests,
    ) -> None:
        self._tables = table_edits
        self._edits = setting_edits
        self._credits = CreditEdits(setting_edits)
        self._pages = pages
        self._previews = previews
        self._requests = requests
        self._descriptions = KeyDescriptions()

    def routes(self) -> list[Route]:
        return [
            Route("/own/{game}/settings", self._page),
            Route("/own/{game}/settings", self._save, methods=["POST"]),
            Route("/own/{game}/settings/credits", self._save_credits, methods=["POST"]),
            Route("/own/{game}/settings/history", self._history, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the form of the component that the address names, or of the game."""
        notice = option_or_default(request.query_params.get("notice"), NOTICES, "")
        return await self._html(request, request.query_params.get("of", ""), SettingAnswer(notice=notice))

    async def _save(self, request: Request) -> Response:
        """Save the fields that were sent with another value than they had.

        Status 422 for a game with faults, 409 for a file changed meanwhile, 503 for a full disk, each with the form.
        """
        served, _ = await self._requests.load(request)
        fields = await read_form(request)
        part = field_value(fields, "of")
        # Only this computer changes files.
        if await self._previews.run(partial(self._edits.refusal, served.id, is_away=is_away(request))):
            raise HTTPException(403)
        form = await self._previews.run(lambda: self._form(request, served, part))
        # Compared with what the page showed: another window may have saved other values.
        page_fields = [field._replace(value=_was(field, fields)) for field in form.groups.all]
        changes = typed_changes(page_fields, fields)
        answer = SettingAnswer(409, "changed", typed=fields)
        try:
            digest = field_value(fields, "digest")
            if await self._previews.run(partial(self._edits.save_settings, served.id, digest, changes)):
                return _back(served.id, part, "saved" if changes else "")
        except FaultyValueError as error:
            answer = SettingAnswer(422, "fault", faults=error.faults, typed=fields)
        except OutputError as error:
            answer = SettingAnswer(503, trouble=str(error), typed=fields)
        return await self._html(request, part, answer)

    async def _save_credits(self, request: Request) -> Response:
        """Save the makers of pictures; statuses as `_save`."""
        served, _ = await self._requests.load(request)
        fields = await read_form(request)
        if await self._previews.run(partial(self._edits.refusal, served.id, is_away=is_away(request))):
            raise HTTPException(403)
        files = _files(served)
        form = require_found(await self._previews.run(partial(credit_form, files)))
        makers = {file: words for file in form.makers if (words := _maker(file, form, fields)) != form.makers[file]}
        answer = SettingAnswer(409, "credits_changed", typed=fields)
        try:
            save = partial(self._credits.save_credits, served.id, files, field_value(fields, "digest"), makers)
            if not makers or await self._previews.run(save):
                return _back(served.id, "", "saved" if makers else "")
        except FaultyValueError as error:
            answer = SettingAnswer(422, "fault", faults=error.faults, typed=fields)
        except OutputError as error:
            answer = SettingAnswer(503, trouble=str(error), typed=fields)
        return await self._html(request, "", answer)

    async def _history(self, request: Request) -> Response:
        """Undo or redo the last change of the game, and return to the form, or to the table that has changed."""
        served, _ = await self._requests.load(request)
        fields = await read_form(request)
        # Tables and settings have one history: undo goes back through both.
        turn = {"undo": self._tables.undo, "redo": self._tables.redo}.get(field_value(fields, "do"))
        if turn is None:
            raise HTTPException(400)
        if await self._previews.run(partial(self._edits.refusal, served.id, is_away=is_away(request))):
            raise HTTPException(403)
        part = field_value(fields, "of")
        try:
            change = await self._previews.run(partial(turn, served.id))
        except LostPlaceError:
            return _back(served.id, part, "lost")
        if change and change.kind != SETTINGS:
            return RedirectResponse(f"/gallery/{quote(served.id)}/tables?{urlencode({'file': change.file})}", 303)
        return _back(served.id, part, "")

    async def _html(self, request: Request, part: str, answer: SettingAnswer) -> Response:
        """Return the page with a form and its notices."""
        served, inputs = await self._requests.load(request)
        context = self._requests.context("gallery", served, inputs) | answer._asdict()
        try:
            form = await self._previews.run(lambda: self._form(request, served, part))
        except Faults as error:
            # The file cannot be parsed, so its keys are not known.
            context |= {"form": None, "faults": error.faults, "history": None}
            return self._pages.html(request, "gallery/settings", answer.status, **context)
        history = await self._previews.run(lambda: self._tables.history(served.id))
        language = ReaderSettings.of(request).lang
        context |= {
            "form": form,
            "history": history,
            "described": partial(self._described, language),
            "shown": lambda field: _shown(field, answer.typed),
            "credits": await self._previews.run(partial(credit_form, _files(served))) if not form.part else None,
            "maker": lambda file, credits: _maker(file, credits, answer.typed),
            "is_faulty": lambda field: any(_concerns(fault, field) for fault in answer.faults),
        }
        return self._pages.html(request, "gallery/settings", answer.status, **context)

    def _form(self, request: Request, served: ServedGame, part: str) -> SettingForm:
        """Return the form of a component, or of the game if `part` is none. Raises Faults for an unreadable file."""
        files = _files(served)
        document = read_toml(files, GAME_FILE)
        ids = component_ids(document.data)
        # Of a component that was renamed meanwhile, the form of the game is shown.
        part = option_or_default(part, ids, "")
        groups = setting_groups(document.data, files, part)
        lines = key_lines(document.text)
        values: Mapping[str, Any] = document.data["components"][part] if part else {}
        return SettingForm(
            part=part,
            parts={id_: _title(document.data["components"][id_], id_, request) for id_ in ids},
            kind=str(values.get("kind", "")),
            rows_file=str(values.get("rows", "")),
            digest=self._tables.open_settings(served.id).digest,
            groups=groups,
            lines={str(path[-1]): lines[path][0] for path in groups.other if path in lines},
            refusal=self._edits.refusal(served.id, is_away=is_away(request)),
        )

    def _described(self, language: str, table: str, key: str) -> str:
        """Return the words on a key in a language, without a full stop, as the label of its field."""
        words = self._descriptions.words(table, key)
        return words.get(language, next(iter(words.values()), key)).rstrip(".。")


def _files(served: ServedGame) -> Folder:
    """Return the folder of a game."""
    return Folder(served.folder.folder.resolve(), served.folder.shown)


def _maker(file: str, form: CreditForm, fields: Mapping[str, list[str]]) -> str:
    """Return the words on the maker of a picture: those typed, those typed for all without a maker, or the old ones."""
    typed = fields.get(f"maker.{file}", [form.makers[file]])[0]
    words = " ".join((typed.strip() or field_value(fields, "makers")).split())[:LONGEST_CREDIT]
    # Spaces alone are no change of the file.
    return form.makers[file] if words == " ".join(form.makers[file].split()) else words


def _was(field: SettingField, fields: Mapping[str, list[str]]) -> str:
    """Return the value that the page showed in a field."""
    return fields.get(f"was.{field.name}", [field.value])[0]


def _shown(field: SettingField, typed: Mapping[str, list[str]]) -> str:
    """Return the text of a field: the typed one that was not saved, else the value in the file."""
    if f"was.{field.name}" not in typed:
        return field.value
    text = typed_text(field, typed)
    return field.value if text == _was(field, typed) else text


def _concerns(fault: Fault, field: SettingField) -> bool:
    """Return whether a fault is at the key of a field."""
    # A key may be told with its path, or alone.
    key = fault.key or ""
    return bool(key) and fault.where.endswith(GAME_FILE) and key.split(".")[-1] == field.key


def _title(values: Mapping[str, Any], id_: str, request: Request) -> str:
    """Return the title of a component as game.toml has it, also where it has faults."""
    # The file may have faults, so nothing is taken for granted.
    words = values.get("title")
    if not isinstance(words, dict):
        return id_
    text = Text(tuple((language, word) for language, word in words.items() if isinstance(word, str)))
    return phrase(text, ReaderSettings.of(request).lang) or id_


def _back(game: str, part: str, notice: str) -> Response:
    """Lead back to a form."""
    query = urlencode({name: value for name, value in {"of": part, "notice": notice}.items() if value})
    return RedirectResponse(f"/own/{quote(game)}/settings{f'?{query}' if query else ''}", 303)
