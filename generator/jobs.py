"""Which faces an order needs, and by which keys they are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.cache import digest
from generator.geometry import Size
from generator.inputs import Inputs
from generator.model.game import Component, Game, Piece
from generator.model.paper import FULL, Paper
from generator.order import Order
from generator.records import dataclass
from generator.units import MM

PROOF = "shared/proof.svg.j2"
"""The template of every face of a proof: its outline and its id."""

STRIP = 6 * MM
"""Points left free at head and foot of a sheet that fills the paper: a line of words and a ruler, with air."""


@dataclass(frozen=True, slots=True)
class FaceJob:
    """One side of one kind of piece in one language, to be drawn."""

    component: Component
    piece: Piece
    side: str
    """`front` or `back`."""
    language: str
    trim: Size
    key: str
    """Digest of everything the face is drawn from."""
    paper: str = ""
    """The paper it fills; empty where the component has a size of its own."""

    @property
    def template(self) -> str:
        """The template of this side."""
        back = self.component.back
        return self.component.front if self.side == "front" or back is None else back

    @property
    def pack(self) -> str:
        """The cache entry it is kept in, with all faces of its component and language."""
        return f"{self.component.id}-{self.language}"


def face_jobs(game: Game, order: Order, inputs: Inputs) -> list[FaceJob]:
    """Every face that the order needs, in printing order, each once.

    Raises UsageError for components or languages the game does not have.
    """
    words = repr((game.id, game.title, game.version, game.languages, tuple(game.strings.items())))
    base = digest(inputs.drawing, words, order.theme)
    parts = [_proof(part) if order.proof else part for part in order.chosen(game)]
    return [
        job
        for language in order.languages or game.languages
        for part in parts
        for job in _of_component(part, order, language, base)
    ]


def _proof(part: Component) -> Component:
    return replace(part, front=PROOF, back=PROOF if part.back else None)


def _of_component(part: Component, order: Order, language: str, base: str) -> Iterator[FaceJob]:
    sides = ("front", "back") if part.back and order.backs != "none" else ("front",)
    kept = replace(part, pieces=())  # a face is drawn from its component and its own row, not from other rows
    about = repr((kept, part.count))
    papers = [paper for paper in order.papers if paper != FULL]
    sizes = [("", part.trim)] if part.trim else [(paper.id, page_size(paper)) for paper in papers]
    for paper, trim in sizes:
        for piece in part.pieces:
            row = repr((piece.id, piece.label, piece.copies, piece.row, piece.per))
            for side in sides:
                key = digest(base, about, side, language, repr(trim), row)
                yield FaceJob(part, piece, side, language, trim, key, paper)


def page_size(paper: Paper) -> Size:
    """The face that fills a paper: what a home printer reaches, less a strip at head and foot."""
    return Size(paper.size.width - 2 * paper.margin, paper.size.height - 2 * (paper.margin + STRIP))
