"""How all texts of a game or a component fit, the worst first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.model.face import TextFit
from generator.web.gallery.gallery_view import GalleryRequests, GalleryView
from generator.web.gallery.piece_filter import PieceFilter
from generator.web.http.page_renderer import PageRenderer
from generator.web.previews.face_previews import FacePreview

MOST_ROWS = 400
"""Most texts that the page lists; others are only counted."""


@dataclass(frozen=True, slots=True)
class FittedRow:
    """How one text of one face fits."""

    name: str
    """Label of the piece."""
    link: str
    """Address of the face in the gallery."""
    side: str
    fit: TextFit

    @property
    def overflow(self) -> float:
        """Overflow at the smallest allowed size, in millimetres."""
        return to_mm(self.fit.overflow)

    @property
    def kept(self) -> int:
        """Used font size in per cent of the requested size; 100 where none was requested."""
        return round(100 * self.fit.used / self.fit.asked) if self.fit.asked else 100


@dataclass(frozen=True, slots=True)
class TextSummary:
    """How the texts of one name fit: the same text of all cards."""

    name: str
    count: int
    tight: int
    overflowing: int
    smallest: float
    """Smallest used font size, in points."""
    least: int
    """Used size of the text that shrank most, in per cent of the requested one."""


def fitted_rows(view: GalleryView, faces: Iterable[FacePreview]) -> list[FittedRow]:
    """Return how each text of some faces fits: first texts that do not fit, then the most shrunk ones."""
    parts: dict[str, str] = {}
    rows = []
    for preview in faces:
        # A face with a text that does not fit is unfinished, but has the fit of its texts all the same.
        job, face = preview.job, preview.face or preview.unfinished
        if job.component.id not in parts:
            # Links lead to the whole component: a filter might hide the face.
            all_of_it = replace(view, part=job.component, columns=(), wanted=PieceFilter())
            parts[job.component.id] = all_of_it.query()
        link = f"{parts[job.component.id]}#face-{job.piece.id}-{job.side}"
        fits = face.fits if face else ()
        rows += [FittedRow(job.piece.label, link, job.side, fit) for fit in fits]
    return sorted(rows, key=lambda row: (-row.fit.overflow, row.kept, row.fit.used))


def text_summaries(rows: Sequence[FittedRow]) -> list[TextSummary]:
    """Sum up how texts fit that several faces have under one name.

    Names that overflow or shrink most often come first.
    """
    by_name: dict[str, list[FittedRow]] = {}
    for row in rows:
        by_name.setdefault(row.fit.element, []).append(row)
    summaries = [
        TextSummary(
            name,
            len(texts),
            sum(row.fit.is_tight for row in texts),
            sum(row.fit.overflow > 0 for row in texts),
            min(row.fit.used for row in texts),
            min(row.kept for row in texts),
        )
        for name, texts in by_name.items()
        # A text that only one face has is in the list itself.
        if len(texts) > 1
    ]
    return sorted(summaries, key=lambda summary: (-summary.overflowing, -summary.tight, summary.smallest))


class FitPages:
    """The page with the fit of all texts."""

    def __init__(self, *, pages: PageRenderer, gallery_requests: GalleryRequests) -> None:
        self._pages = pages
        self._requests = gallery_requests

    def routes(self) -> list[Route]:
        return [Route("/gallery/{game}/fit", self._fit)]

    async def _fit(self, request: Request) -> Response:
        """Answer with the page that lists how all texts of a component, or of the whole game, fit."""
        served, inputs = await self._requests.load(request)
        context = self._requests.context("gallery", served, inputs)
        if served.game is None:
            return self._requests.faults(request, context)
        view = self._requests.view(request, served, served.game)
        is_whole = request.query_params.get("part") is None
        previews = await self._requests.draw(served, inputs, view, is_whole=is_whole)
        rows = fitted_rows(view, previews.faces)
        text = request.query_params.get("text", "")
        context |= {"view": view, "is_whole": is_whole, "text": text, "total": len(rows)}
        context |= {"texts": text_summaries(rows), "tight": sum(row.fit.is_tight for row in rows)}
        context["undrawn"] = sum(preview.face is None and preview.unfinished is None for preview in previews.faces)
        context["rows"] = [row for row in rows if text in {"", row.fit.element}][:MOST_ROWS]
        return self._pages.html(request, "gallery/fit_report", **context)
