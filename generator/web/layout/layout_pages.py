"""The layout page of a card, and the forms that move, change, add and remove its boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.base.errors import Faults, OutputError
from generator.base.memory.limited_cache import LimitedCache
from generator.base.units import decimal
from generator.build.layout_edits import box_order
from generator.build.layout_edits.layout_trial import REFUSED, Files, LayoutTrial, TrialVerdict
from generator.build.layout_edits.picture_proportions import picture_proportions
from generator.load.files.folder import Folder
from generator.load.tables.cell_reader import parse_crop
from generator.model.game import Crop, Nudge, Piece
from generator.web.editing.cell_pictures import picture_names
from generator.web.editing.editor_command import EditorFor
from generator.web.editing.row_form import PICTURES
from generator.web.gallery.face_figure import shown_names
from generator.web.gallery.gallery_view import GalleryRequests, GalleryView
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import field_value, is_away, read_form, require_option
from generator.web.layout.column_expressions import (
    compared_column,
    has_pictures,
    is_partly_empty,
    picture_columns,
    printed_column,
)
from generator.web.layout.face_layouts import FaceLayouts, FaceRequest, StaleLayoutError
from generator.web.layout.layout_view import FIELDS, FOCUS, LayoutBox, layout_boxes, script_data
from generator.web.layout.new_boxes import FILE, KINDS, CardRoom, new_box, new_id
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGame

SIDES = ("front", "back")
MOST_PAGES = 12
"""Pages whose boxes are kept, to find out which of them an edit has changed."""
MOST_MOVED = 200
"""Most boxes that one edit moves."""
FARTHEST = 2000.0
"""Millimetres that a box can be moved by: more than the largest board is long."""
_RESHAPING = frozenset({"move", "set", "column", "crop"})
"""Actions after which each face has as many elements as before."""
_BRINGING = frozenset({"add", "fill"})
"""Actions that are about no box of the card."""
_REORDERING = frozenset({"above", "below"})
"""Actions after which elements have other numbers."""
ACTIONS = ("move", "set", "column", "crop", "remove", "above", "below", "where", "add", "fill")


class EditOutcome(NamedTuple):
    """The answer to an edit, for the page that shows it."""

    state: str
    """`saved`, `refused`, `shared`, `unshown`, `unfilled`, `asks`, `faults` or `changed`, the key of a message."""
    status: int
    affected: tuple[str, ...] = ()
    """Names of other boxes that would change too."""
    faults: tuple[object, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    """The fields of the form, to be sent again with an answer."""
    chosen: str = ""
    """Id or number of the box that is chosen behind the edit; empty for those that the form names."""


class LayoutPages:
    """The page with a card under handles."""

    def __init__(
        self,
        *,
        layouts: FaceLayouts,
        editor_for: EditorFor,
        pages: PageRenderer,
        previews: FacePreviews,
        gallery_requests: GalleryRequests,
    ) -> None:
        self._layouts = layouts
        self._editor_for = editor_for
        self._pages = pages
        self._previews = previews
        self._requests = gallery_requests
        self._boxes = LimitedCache[tuple[str, ...], list[LayoutBox]](MOST_PAGES, lambda _: 1)
        """Boxes of the last pages."""

    def routes(self) -> list[Route]:
        return [
            Route("/gallery/{game}/layout", self._page),
            Route("/gallery/{game}/layout/edit", self._edit, methods=["POST"]),
            Route("/gallery/{game}/layout/text", self._text, methods=["POST"]),
            Route("/gallery/{game}/layout/history", self._history, methods=["POST"]),
            Route("/gallery/{game}/layout/fit", self._fit),
            Route("/gallery/{game}/layout/try", self._try, methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the page on which the boxes of a card are moved and changed."""
        with self._previews.hurry():
            return await self._html(request)

    async def _edit(self, request: Request) -> Response:
        """Save a posted edit if it changes only the chosen boxes or the reader agrees to the others.

        Else ask on the page.
        """
        fields = await read_form(request)
        # The marks of all cards can wait.
        with self._previews.hurry():
            served, face, _ = await self._face(request)
            self._require_own(request, served)
            outcome = await self._previews.run(lambda: self._done(face, fields))
            if outcome.state != "saved":
                return await self._html(request, outcome=outcome)
            before = self._boxes.get(_page_key(face, field_value(fields, "state")))
            # A script has the page already.
            is_part = request.query_params.get("bare") and field_value(fields, "do") in _RESHAPING
            if before and is_part:
                return await self._html(request, before=before)
            return self._back(request, fields, outcome.chosen)

    def _done(self, face: FaceRequest, fields: Mapping[str, list[str]]) -> EditOutcome:
        """Try the posted edit, and save it if it changes only the chosen boxes or the reader agreed to the others."""
        sent = tuple((name, value) for name, values in fields.items() for value in values if name != "reach")
        try:
            trial = self._layouts.face_trial(face)
            is_same = trial.state == field_value(fields, "state")
            # Printed as words, its cells would name files on the cards.
            if is_same and _awaits_pictures(face, fields):
                return EditOutcome("unfilled", 422)
            verdict = self._tried(face, trial, fields) if is_same else REFUSED
            verdict = self._moved_alone(face, trial, verdict, fields) if is_same else verdict
            is_agreed = field_value(fields, "reach") == "all"
            elsewhere = () if is_agreed else self._elsewhere(face, trial, verdict, fields)
            may_save = (verdict.is_exact and not elsewhere) or (not verdict.faults and is_agreed)
            if may_save and verdict.files:
                if field_value(fields, "do") == "remove":
                    self._layouts.keep_state(face)
                self._layouts.save(face, verdict.files, _shown_picture(fields))
                if _row_numbers(trial, _numbers(fields)) and verdict.is_exact:
                    self._layouts.keep_rows(face, trial)
                return EditOutcome("saved", 200, chosen=self._chosen(face, trial, fields))
        except Faults as error:
            return EditOutcome("faults", 422, faults=error.faults, fields=sent)
        except StaleLayoutError:
            is_same = False
        except OutputError as error:
            return EditOutcome("disk", 503, faults=(str(error),), fields=sent)
        if not is_same:
            return EditOutcome("changed", 409)
        outcome = _unsaved(trial, verdict, elsewhere, sent)
        return outcome._replace(state=_refusal(fields)) if outcome.state == "refused" else outcome

    def _chosen(self, face: FaceRequest, trial: LayoutTrial, fields: Mapping[str, list[str]]) -> str:
        """Return the box that is chosen behind a saved edit: the id of a new one, or the new number of one that moved.

        Empty where the boxes of the form keep their numbers, or are gone.
        """
        do = field_value(fields, "do")
        if do == "add":
            return new_id(fields, _ids(trial))
        if do not in _REORDERING:
            return ""
        after = self._layouts.face_trial(face)
        number = box_order.number_behind(trial, after, _numbers(fields)[0])
        return "" if number is None else str(number)

    def _elsewhere(
        self, face: FaceRequest, trial: LayoutTrial, verdict: TrialVerdict, fields: Mapping[str, list[str]]
    ) -> tuple[str, ...]:
        """Return the names of elements that an edit would also change on other faces; none where boxes are added."""
        if not verdict.files or verdict.faults or field_value(fields, "do") not in _RESHAPING:
            return ()
        rows = _row_numbers(trial, _numbers(fields))
        if rows:
            return self._layouts.row_users(face, [trial.rows[number] for number in rows])
        return self._layouts.elsewhere(face, trial, verdict.files, _numbers(fields))

    def _tried(self, face: FaceRequest, trial: LayoutTrial, fields: Mapping[str, list[str]]) -> TrialVerdict:
        """Try the posted edit on all its boxes, one after the other, and return the changed files and affected boxes.

        Raises HTTPException 400 for a form that the page does not send.
        """
        do = require_option(fields.get("do", ()), ACTIONS, "")
        if do in _BRINGING:
            return self._brought(face, trial, fields)
        # Each box costs a rendering of the face, so their number is limited.
        numbers = _numbers(fields)
        if not do or not numbers or any(number >= len(trial.elements) + len(trial.rows) for number in numbers):
            raise HTTPException(400)
        rows = _row_numbers(trial, numbers)
        if rows:
            # Cells of rows hold places alone, and a template changes the others of a choice.
            is_move = do == "move" and len(rows) == len(numbers)
            return self._layouts.move_rows(face, trial, _steps(rows, fields)) if is_move else REFUSED
        if do == "move" and field_value(fields, "reach") == "card":
            return self._layouts.nudge(face, trial, _steps(numbers, fields))
        if do == "crop" and field_value(fields, "reach") == "card":
            return self._layouts.crop(face, trial, numbers[0], _crop(fields))
        # Each box is tried on the files as the edits before it have left them, and all are saved together.
        files: Files = {}
        affected: set[int] = set()
        for place, number in enumerate(numbers):
            verdict = _one(trial, do, number, place, fields)
            if not verdict.files or verdict.faults:
                return verdict
            affected |= {other for other in verdict.affected if other not in numbers}
            files |= verdict.files
            if len(numbers) > 1:
                trial = self._layouts.changed_trial(face, files)
        return TrialVerdict(files, tuple(sorted(affected)))

    def _brought(self, face: FaceRequest, trial: LayoutTrial, fields: Mapping[str, list[str]]) -> TrialVerdict:
        """Try to add a box, or to show a picture on this card alone by a column of its table."""
        if field_value(fields, "do") == "add":
            return box_order.add_box(trial, _added_box(face, trial, fields))
        column = _column_name(field_value(fields, "name"))
        return self._layouts.show_picture(face, trial, column, field_value(fields, "value"))

    def _moved_alone(
        self, face: FaceRequest, trial: LayoutTrial, verdict: TrialVerdict, fields: Mapping[str, list[str]]
    ) -> TrialVerdict:
        """Return the verdict on a box that is to move without others; where others would, on this card alone."""
        numbers = _numbers(fields)
        is_alone = field_value(fields, "do") == "move" and field_value(fields, "reach") == "alone"
        if not is_alone or verdict.is_exact or _row_numbers(trial, numbers):
            return verdict
        nudged = self._layouts.nudge(face, trial, _steps(numbers, fields))
        return nudged if nudged.is_exact else verdict

    async def _text(self, request: Request) -> Response:
        """Save a whole template that was edited as text.

        With faults nothing is saved, and the page shows the text again.
        """
        fields = await read_form(request)
        served, face, _ = await self._face(request)
        self._require_own(request, served)
        path, text = field_value(fields, "path"), field_value(fields, "text")
        try:
            trial = await self._previews.run(lambda: self._layouts.face_trial(face))
            is_same = trial.state == field_value(fields, "state")
        except Faults:  # the template was faulty before: only its text can mend it
            is_same = True
        if not is_same:
            return await self._html(request, outcome=EditOutcome("changed", 409), typed=(path, text))
        try:
            faults = await self._previews.run(partial(self._layouts.save_text, face, path, text))
        except (StaleLayoutError, FileNotFoundError):
            return await self._html(request, outcome=EditOutcome("changed", 409), typed=(path, text))
        if faults:
            return await self._html(request, outcome=EditOutcome("faults", 422, faults=faults), typed=(path, text))
        return self._back(request, fields)

    async def _history(self, request: Request) -> Response:
        """Undo or redo the last edit of the game's layouts, as the posted field `do` says."""
        fields = await read_form(request)
        served, _, _ = await self._face(request)
        self._require_own(request, served)
        turn = {"undo": self._layouts.undo, "redo": self._layouts.redo}.get(field_value(fields, "do"))
        if turn is None:
            raise HTTPException(400)
        try:
            await self._previews.run(partial(turn, served.folder, served.id))
        except StaleLayoutError:
            return await self._html(request, outcome=EditOutcome("lost", 409))
        return self._back(request, fields)

    async def _fit(self, request: Request) -> Response:
        """Answer with the strip of cards whose texts do not fit, the worst first."""
        _, face, view = await self._face(request)
        return await self._strip(request, view, lambda: self._layouts.overflowing(face, {}, self._previews.give_way))

    async def _try(self, request: Request) -> Response:
        """Answer with the cards whose texts would not fit after an edit that is not saved, while a box is dragged."""
        fields = await read_form(request)
        _, face, view = await self._face(request)

        def work() -> tuple[list[Piece], int]:
            """Return the cards whose texts would not fit, the worst first, and the number of all cards."""
            self._previews.give_way()
            trial = self._layouts.face_trial(face)
            verdict = self._tried(face, trial, fields) if trial.state == field_value(fields, "state") else REFUSED
            return self._layouts.overflowing(face, verdict.files, self._previews.give_way)

        return await self._strip(request, view, work)

    async def _strip(
        self, request: Request, view: GalleryView, work: Callable[[], tuple[list[Piece], int]]
    ) -> Response:
        """Return the strip of cards whose texts do not fit, as HTML; edits come before it."""
        found = await self._previews.run_patiently(work, request.is_disconnected)
        if found is None:
            return Response(status_code=503)
        pieces, count = found
        return self._pages.html(request, "layout/fit_strip", pieces=pieces, count=count, view=view)

    async def _html(
        self,
        request: Request,
        *,
        outcome: EditOutcome | None = None,
        typed: tuple[str, str] | None = None,
        before: Sequence[LayoutBox] = (),
    ) -> Response:
        """Return the layout page.

        `outcome` is the answer to an edit, `typed` path and text of a template that was not saved. With the boxes of
        the page `before` an edit, only what the edit has changed is returned.
        """
        served, inputs = await self._requests.load(request)
        face, view = self._face_of(request, served)
        context = self._requests.context("gallery", served, inputs, is_exact=True)
        refusal = self._layouts.refusal(served.folder, is_away=is_away(request))
        state = await self._previews.run(lambda: self._shown(face, refusal))
        context |= {"view": view, "face": face, "refusal": refusal, "outcome": outcome, "typed": typed, "kinds": KINDS}
        context |= state | {"chosen": request.query_params.getlist("box")}
        context |= {"history": self._layouts.history(served.id), "query": _query(face), "fields": FIELDS}
        context["editor"] = self._editor_for(served.id, request)
        context["columns"] = [column.name for column in view.columns]
        context |= {"pictures": picture_names(_files(served)), "endings": ",".join(PICTURES)}
        context["picture_columns"] = picture_columns(face.part, context["columns"])
        context["address"] = f"{view.address}/layout"
        context |= {"name": shown_names(face.piece, face.language)[0]} | _neighbours(face)
        boxes = self._boxes[_page_key(face, state["state"])] = state["boxes"]
        # The boxes of another number of elements have other numbers: the whole page comes anew.
        if before and [box.number for box in before] == [box.number for box in boxes]:
            context["moved"] = [box for box, old in zip(boxes, before, strict=True) if box != old]
            return self._pages.html(request, "layout/moved", **context)
        return self._pages.html(request, "layout/layout", outcome.status if outcome else 200, **context)

    def _shown(self, face: FaceRequest, refusal: str) -> dict[str, Any]:
        """Return the template values about a face: its boxes, texts and picture, or its faults."""
        try:
            trial = self._layouts.face_trial(face)
        except Faults as error:
            # A faulty template can be mended on the page itself.
            texts = self._layouts.kept_texts(face)
            return {"boxes": [], "data": "", "state": "", "texts": texts, "faults": error.faults, "picture": ""}
        boxes = layout_boxes(trial, refusal)
        texts = self._layouts.texts(trial)
        values = {"boxes": boxes, "data": script_data(boxes, trial), "state": trial.state, "texts": texts, "faults": ()}
        return values | {"picture": self._layouts.picture(face, trial, self._previews)}

    async def _face(self, request: Request) -> tuple[ServedGame, FaceRequest, GalleryView]:
        """Return the face that an address names, with its game and view.

        HTTPException 404 for a face without a layout.
        """
        served, _ = await self._requests.load(request)
        return served, *self._face_of(request, served)

    def _face_of(self, request: Request, served: ServedGame) -> tuple[FaceRequest, GalleryView]:
        """Return the face of a loaded game that an address names, and its view. Raises as `_face`."""
        if served.game is None:
            raise HTTPException(404)
        view = self._requests.view(request, served, served.game)
        query = request.query_params
        side = query.get("side", "front")
        card = query.get("card", "")
        pieces = [piece for piece in view.part.pieces if not card or piece.id == card]
        if view.part.prose or not pieces or side not in SIDES or (side == "back" and not view.part.back):
            raise HTTPException(404)
        face = FaceRequest(served, served.game, view.part, pieces[0], side, language=view.language, theme=view.theme)
        return face, view

    def _require_own(self, request: Request, served: ServedGame) -> None:
        """Raise HTTPException 403 unless this browser may change the layouts of the game."""
        if self._layouts.refusal(served.folder, is_away=is_away(request)):
            raise HTTPException(403)

    def _back(self, request: Request, fields: Mapping[str, list[str]], chosen: str = "") -> Response:
        """Redirect to the layout page, with the same boxes chosen, or the one of the id or number `chosen`."""
        path = request.url.path.rpartition("/")[0]
        query = [(name, value) for name, value in request.query_params.multi_items() if name != "box"]
        # Other edits renumber the boxes.
        keeps = field_value(fields, "do") in _RESHAPING | {"where"}
        query += [("box", value) for value in fields.get("box", ()) if keeps]
        query += [("box", chosen)] if chosen else []
        return RedirectResponse(f"{path}?{urlencode(query)}", 303)


def _unsaved(
    trial: LayoutTrial, verdict: TrialVerdict, elsewhere: tuple[str, ...], sent: tuple[tuple[str, str], ...]
) -> EditOutcome:
    """Return the answer to an edit that was not saved: because of faults, a refusal, or a question to the reader."""
    if verdict.faults:
        return EditOutcome("faults", 422, faults=verdict.faults, fields=sent)
    if not verdict.files:
        return EditOutcome("refused", 422)
    return EditOutcome("asks", 409, (*_names(trial, verdict.affected), *elsewhere), fields=sent)


def _refusal(fields: Mapping[str, list[str]]) -> str:
    """Return the key of the message for an edit that no file of the game can make."""
    if field_value(fields, "do") == "fill":
        return "unshown"
    return "shared" if field_value(fields, "reach") == "card" else "refused"


def _page_key(face: FaceRequest, state: str) -> tuple[str, ...]:
    """Return the key of the page of a face in a state of its files."""
    return face.served.id, _query(face), state


def _neighbours(face: FaceRequest) -> dict[str, str]:
    """Return the ids of the pieces `before` and `after` the one of a face; empty for none."""
    ids = ["", *(piece.id for piece in face.part.pieces), ""]
    place = ids.index(face.piece.id)
    return {"card_before": ids[place - 1], "card_after": ids[place + 1]}


def _query(face: FaceRequest) -> str:
    """Return the query of an address that shows the same face."""
    fields = {"part": face.part.id, "card": face.piece.id, "side": face.side}
    return urlencode(fields | {"language": face.language, "theme": face.theme})


def _one(trial: LayoutTrial, do: str, number: int, place: int, fields: Mapping[str, list[str]]) -> TrialVerdict:
    """Try an edit on one box; `number` is the box's element, `place` the box's position in the list of edited boxes."""
    match do:
        case "move":
            return trial.reshape(number, *_movement(fields, place), alone=field_value(fields, "reach") == "alone")
        case "set" | "crop":
            name = FOCUS if do == "crop" else require_option(fields.get("name", ()), FIELDS, "")
            value = " ".join(map(decimal, _crop(fields))) if do == "crop" else field_value(fields, "value")
            return trial.restyle(number, name, value) if name else REFUSED
        case "column":
            return trial.reprint(
                number, printed_column(trial.job.component, _column_name(field_value(fields, "value")))
            )
        case "where":
            # The value becomes a literal in an expression of the template: quotation marks would end it.
            value = field_value(fields, "value").replace("\\", "").replace('"', "")
            name = _column_name(field_value(fields, "name"))
            return box_order.show_box_where(trial, number, compared_column(trial.job.component, name, value))
        case "remove":
            return box_order.remove_box(trial, number)
    return box_order.reorder_box(trial, number, 1 if do == "above" else -1)


def _added_box(face: FaceRequest, trial: LayoutTrial, fields: Mapping[str, list[str]]) -> str:
    """Return the markup of a new box; a column of pictures becomes a picture, on the cards that have one."""
    value = field_value(fields, "value").strip()
    if field_value(fields, "kind") == "column" and has_pictures(face.part, value):
        fields = {**fields, "kind": ["picture"]}
    source = trial.template_source(trial.path)
    # A drawing has no room for conditions, and names pictures from its own folder.
    is_drawing = source is not None and source.is_drawing
    proportions = 1.0
    if field_value(fields, "kind") == FILE:
        files = _files(face.served)
        proportions = picture_proportions(files.read_or_none(value) or b"")
        ways = trial.path.removeprefix(trial.prefix).count("/") if is_drawing else 0
        fields = {**fields, "value": ["../" * ways + value]}
    boxes = [element.box for element in trial.elements if element.box]
    room = CardRoom(trial.job.trim, boxes, _ids(trial))
    markup = new_box(fields, room, partial(printed_column, face.part), proportions)
    is_optional = field_value(fields, "kind") == "picture" and is_partly_empty(face.part, value)
    if is_optional and not is_drawing:
        return f"{{% if card.{value} %}}{markup}{{% endif %}}"
    return markup


def _files(served: ServedGame) -> Folder:
    """Return an object that reads the files of a game."""
    return Folder(served.folder.folder.resolve())


def _awaits_pictures(face: FaceRequest, fields: Mapping[str, list[str]]) -> bool:
    """Return whether a form adds a column for pictures in which the card has none yet."""
    is_column = field_value(fields, "do") == "add" and field_value(fields, "kind") == "column"
    value = field_value(fields, "value").strip()
    cells = face.piece.row.cells
    return is_column and not cells.get(value) and bool(picture_columns(face.part, [value]))


def _shown_picture(fields: Mapping[str, list[str]]) -> str:
    """Return the picture that a form puts on the card, as a path in the game's folder; empty for other edits."""
    is_file = field_value(fields, "do") == "add" and field_value(fields, "kind") == FILE
    return field_value(fields, "value").strip() if is_file or field_value(fields, "do") == "fill" else ""


def _column_name(text: str) -> str:
    """Return a text if it can be the name of a column; raises HTTPException 400 for any other text."""
    if not text.isidentifier():
        raise HTTPException(400)
    return text


def _numbers(fields: Mapping[str, list[str]]) -> list[int]:
    """Return the numbers of the boxes that a form names, at most MOST_MOVED. Raises HTTPException 400."""
    return [_whole(text) for text in fields.get("box", ())][:MOST_MOVED]


def _ids(trial: LayoutTrial) -> set[str]:
    """Return the ids of the elements of a face."""
    return {element.id for element in trial.elements}


def _row_numbers(trial: LayoutTrial, numbers: Sequence[int]) -> list[int]:
    """Return the numbers of the rows among some boxes: they are counted on from the elements of the face."""
    count = len(trial.elements)
    return [number - count for number in numbers if number >= count]


def _whole(text: str) -> int:
    """Return a whole number from a text of up to six digits; raises HTTPException 400 for other texts."""
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise HTTPException(400)
    return int(text)


def _step(fields: Mapping[str, list[str]], name: str, place: int) -> float:
    """Return a distance in millimetres from a field that has one value for all boxes or one for each.

    Raises HTTPException 400 for other texts.
    """
    values = fields.get(name) or ["0"]
    try:
        step = float(values[place] if place < len(values) else values[-1])
    except ValueError:
        raise HTTPException(400) from None
    # Written so that "nan" is refused too.
    if not abs(step) <= FARTHEST:
        raise HTTPException(400)
    return step


def _crop(fields: Mapping[str, list[str]]) -> Crop:
    """Return which part of a picture a form asks for; raises HTTPException 400 for numbers that name none."""
    try:
        return parse_crop(" ".join(field_value(fields, name) for name in ("across", "down", "zoom")))
    except ValueError:
        raise HTTPException(400) from None


def _movement(fields: Mapping[str, list[str]], place: int) -> Nudge:
    """Return how far a box moves and grows, by its position in the list of edited boxes."""
    dx, dy, dw, dh = (_step(fields, name, place) for name in ("dx", "dy", "dw", "dh"))
    return dx, dy, dw, dh


def _steps(numbers: Sequence[int], fields: Mapping[str, list[str]]) -> dict[int, Nudge]:
    """Return how far each edited box moves and grows, by the number of its element."""
    return {number: _movement(fields, place) for place, number in enumerate(numbers)}


def _names(trial: LayoutTrial, numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the boxes to which some elements belong."""
    keys = {trial.keys[number] for number in numbers}
    boxes: list[LayoutBox] = layout_boxes(trial)
    return tuple(box.name for box in boxes if not box.columns and trial.keys[box.number] in keys)
