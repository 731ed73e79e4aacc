"""A game as a target takes it: typeset in one language, deck by deck, at the sizes that the target asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.base.errors import Faults
from generator.base.records import dataclass, replace
from generator.build.faces.piece_titles import piece_title
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.manifest import Progress
from generator.build.options import BuildOptions
from generator.build.piece_selection import PieceSelection
from generator.build.small_texts import size_fault, small_texts
from generator.load.game_locations import GameFolder

if TYPE_CHECKING:
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.labels import Labels
    from generator.model.face import Face, Font
    from generator.model.game import Component, Game, Piece
    from generator.write.pdf.xobjects import XObject


@dataclass(frozen=True, slots=True)
class ExportedPiece:
    """One piece: a card, a tile, a page of a booklet."""

    piece: Piece
    copies: int
    title: str
    """Its name in the language of the export."""
    front: Face
    back: Face | None
    """None for a piece with one side; cards with equal backs have one and the same face."""

    @property
    def sides(self) -> tuple[tuple[str, Face], ...]:
        """Return the faces with the names of their sides, `front` and `back`."""
        return (("front", self.front), ("back", self.back)) if self.back else (("front", self.front),)


@dataclass(frozen=True, slots=True)
class ExportedDeck:
    """The pieces of one component in printing order; those of a booklet are its pages."""

    component: Component
    title: str
    pieces: tuple[ExportedPiece, ...]

    @property
    def id(self) -> str:
        """Return the id of the component."""
        return self.component.id

    @property
    def count(self) -> int:
        """Return the number of pieces with all copies."""
        return sum(piece.copies for piece in self.pieces)

    def named_copies(self) -> Iterator[tuple[str, ExportedPiece]]:
        """Yield every copy of the pieces with its name on sheets, `<component>/<piece>#<copy>`."""
        for piece in self.pieces:
            for copy in range(1, piece.copies + 1):
                yield f"{self.id}/{piece.piece.id}#{copy}", piece

    def file_names(self, start: int = 1, digits: int = 0, stem: str = "") -> Iterator[tuple[str, ExportedPiece]]:
        """Yield file names of the pieces that sort in printing order, such as `003-bar-x2` for two copies of `bar`.

        They are numbered from `start` on with at least `digits` digits; `stem` stands before the ids of pieces.
        """
        digits = digits or number_width(len(self.pieces))
        for number, piece in enumerate(self.pieces, start):
            copies = f"-x{piece.copies}" if piece.copies > 1 else ""
            # Front and back of a piece are jobs of their own, and meet here again.
            yield f"{number:0{digits}}-{stem}{piece.piece.id}{copies}", piece


def number_width(count: int) -> int:
    """Return how many digits the numbers in names of `count` files need, so that names sort like numbers."""
    return max(2, len(str(count)))


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game in one language and theme, with all its faces finished."""

    game: Game
    language: str
    decks: tuple[ExportedDeck, ...]
    forms: Mapping[str, XObject]
    """The faces compiled to PDF form XObjects, by key, for `face_pdf`."""
    fonts: Mapping[str, Font]
    labels: Labels
    """Sets words outside of the faces."""

    @property
    def title(self) -> str:
        """Return the title of the game in the language of the export."""
        return self.game.title[self.language]

    def faces(self) -> Sequence[Face]:
        """Return each face once, in printing order."""
        return tuple(
            {face.key: face for deck in self.decks for piece in deck.pieces for _, face in piece.sides}.values()
        )


def export_game(game: Game, game_folder: GameFolder, options: BuildOptions, progress: Progress) -> ExportedGame:
    """Typeset the selected pieces of a game in the first language of the options.

    Faces keep their ink with `options.svg`.
    Raises Faults for faces that cannot be made and texts that would be too small to read, UsageError for components or
    a language that the game does not have.
    """
    # What others print or screens show need not save ink.
    options, inputs = replace(options, backs_theme=options.theme), InputDigests.of(game_folder.folder)
    typeset = typeset_game(game, game_folder, options, inputs, progress=progress, previews=True)
    faces = typeset.faces.faces
    if typeset.faces.faults:
        raise Faults(typeset.faces.all_faults)
    if small := small_texts(typeset):
        raise Faults([size_fault(small)])
    language = options.languages_of(game)[0]
    jobs: dict[str, list[FaceJob]] = {}
    for job in typeset.jobs:
        jobs.setdefault(job.component.id, []).append(job)
    decks = tuple(_deck(deck_jobs, faces, typeset.selection) for deck_jobs in jobs.values())
    labels = typeset.renderer.labels
    return ExportedGame(game, language, decks, typeset.faces.forms, labels.fonts, labels)


def _deck(jobs: Sequence[FaceJob], faces: Mapping[str, Face], selection: PieceSelection) -> ExportedDeck:
    """Return a deck made of the jobs of one component; `faces` are finished faces by key."""
    part, language = jobs[0].component, jobs[0].language
    sides: dict[str, dict[str, FaceJob]] = {}
    for job in jobs:
        sides.setdefault(job.piece.id, {})[job.side] = job
    pieces = (
        ExportedPiece(
            by_side["front"].piece,
            selection.copies_of(part, piece),
            piece_title(by_side["front"]),
            faces[by_side["front"].key],
            faces[by_side["back"].key] if "back" in by_side else None,
        )
        for piece, by_side in sides.items()
    )
    return ExportedDeck(part, part.title[language], tuple(pieces))
