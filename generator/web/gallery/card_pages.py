"""The page of one piece: front and back enlarged, its cells, how its texts fit, the way to its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.records import dataclass, replace
from generator.model.face import Face
from generator.model.game import Piece
from generator.web.editing.card_cells import card_cells
from generator.web.editing.editor_command import EditorFor
from generator.web.editing.table_edits import TableEdits
from generator.web.gallery.column_values import ShownColumn
from generator.web.gallery.face_figure import FaceFigure, face_figure
from generator.web.gallery.gallery_view import GalleryRequests, GalleryView
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.request_form import is_away
from generator.web.previews.face_previews import FacePreview, FacePreviews


@dataclass(frozen=True, slots=True)
class EnlargedCard:
    """One piece with both sides, as its page shows it."""

    piece: Piece
    figures: tuple[FaceFigure, ...]
    """Front, and back if there is one."""
    number: int
    """Number of the piece in its component, from 1."""
    count: int
    before: str
    """Address of the piece before it; empty for the first one, as `after` is for the last one."""
    after: str
    columns: tuple[ShownColumn, ...]
    """Columns of the component's table."""


def enlarged_card(
    view: GalleryView,
    piece: str,
    pieces: Sequence[str],
    faces: Sequence[FacePreview],
    compared: Mapping[tuple[str, str], Face],
) -> EnlargedCard:
    """Return the data for the page of one piece.

    `pieces` are the ids of the piece's component in order, `faces` may hold those of other pieces, `compared` are
    the faces to show beside the present ones, by piece and side.
    """
    piece_faces = [preview for preview in faces if preview.job.piece.id == piece]
    # The page of one piece shows it enlarged at any zoom of the gallery.
    index, large = pieces.index(piece), replace(view, zoom="large")
    return EnlargedCard(
        piece=piece_faces[0].job.piece,
        figures=tuple(
            face_figure(preview, large, (), compared.get((piece, preview.job.side))) for preview in piece_faces
        ),
        number=index + 1,
        count=len(pieces),
        before=view.card(pieces[index - 1]) if index else "",
        after=view.card(pieces[index + 1]) if index + 1 < len(pieces) else "",
        columns=view.columns,
    )


class CardPages:
    """The page of each piece, which the gallery also shows in place."""

    def __init__(
        self,
        *,
        table_edits: TableEdits,
        editor_for: EditorFor,
        pages: PageRenderer,
        previews: FacePreviews,
        gallery_requests: GalleryRequests,
    ) -> None:
        self._table_edits = table_edits
        self._editor_for = editor_for
        self._pages = pages
        self._previews = previews
        self._requests = gallery_requests

    def routes(self) -> list[Route]:
        return [Route("/gallery/{game}/card", self._card)]

    async def _card(self, request: Request) -> Response:
        """Answer with the page of one piece, such as a card: its sides enlarged, its cells and its neighbours.

        HTTPException 404 for an unknown piece.
        """
        served, inputs = await self._requests.load(request)
        context = self._requests.context("gallery", served, inputs)
        if served.game is None:
            return self._requests.faults(request, context)
        view = self._requests.view(request, served, served.game)
        card_id, is_text = request.query_params.get("card", ""), view.part.prose is not None
        pieces = [piece.id for piece in view.part.pieces]
        if not is_text and card_id not in pieces:
            raise HTTPException(404)
        previews = await self._requests.draw(served, inputs, view, "" if is_text else card_id)
        # The pages of a text are known only once it is set.
        if is_text:
            pieces = [preview.job.piece.id for preview in previews.faces]
        if card_id not in pieces or not previews.faces:
            raise HTTPException(404)
        compared = await self._requests.others(served, inputs, view, previews, "" if is_text else card_id)
        card = enlarged_card(view, card_id, pieces, previews.faces, compared)
        faults = tuple(dict.fromkeys((*served.faults, *previews.faults)))
        context |= {"view": view, "card": card, "faults": faults}
        # The cells are read in the thread of the previews: files are read there, and one thread at a time may edit
        # tables.
        cells = partial(card_cells, self._table_edits, served.id, card.piece.row, back=view.card(card_id))
        context["cells"] = await self._previews.run(partial(cells, is_away=is_away(request)))
        context["editor"] = self._editor_for(served.id, request)
        return self._pages.html(request, "gallery/card", **context)
