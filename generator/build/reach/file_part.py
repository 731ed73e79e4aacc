"""A component as one file prints it: what decides which options change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.base.records import dataclass, field, replace
from generator.base.units import MM
from generator.build.faces.face_jobs import on_full_pages, page_size
from generator.build.file_names import BOOKLET, READING
from generator.build.papers import DEFAULT_PAPERS, find_paper
from generator.impose.layout.tiles import is_too_large
from generator.model.game import Component, Game
from generator.model.paper import FULL, Paper

if TYPE_CHECKING:
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.options import BuildOptions
    from generator.build.piece_selection import PieceSelection
    from generator.model.face import Face

_NETS = ("dice", "standees", "boxes")
_FOLDED_FORMS = ("stickers", "tent")
_EDGE = 0.5 * MM
"""Width of a strip between page and paper edge that has no room for a mark."""
_ROUNDING = 0.01
"""Points by which lengths may differ that went through millimetres."""


@dataclass(frozen=True, slots=True)
class FilePart:
    """A component in one file."""

    part: Component
    paper: Paper
    variant: str = ""
    """BOOKLET, FILLABLE or READING; empty for sheets to print."""
    jobs: Sequence[FaceJob] = ()
    """Faces of the component; empty before they are listed, when texts count as several pages."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """Finished faces by the keys of the jobs; empty before they are drawn."""
    combined: bool = False
    """Whether it is a text in several languages, one on each side of the paper."""
    same_looks: frozenset[str] = frozenset()
    """Options of faces that change none of its own, by their fields of BuildOptions."""
    unadapted: Component | None = None
    """The component as in the folder of the game; None for one that no order has adapted yet."""

    @property
    def form(self) -> str:
        """The form that the game itself chooses."""
        return (self.unadapted or self.part).form

    @property
    def is_other_box(self) -> bool:
        """Whether the component is a box whose size an order has changed, or may change."""
        box, unadapted_box = self.part, self.unadapted
        if box.packing is None or unadapted_box is None:
            return box.packing is not None
        lengths = (abs(length - unadapted_box.measures[name]) for name, length in box.measures.items())
        return max(lengths, default=0.0) > _ROUNDING

    @property
    def is_tiled(self) -> bool:
        """Whether it is larger than the paper, and printed on several sheets to be joined."""
        return self.part.trim is not None and is_too_large(self.part.trim, self.paper)

    @property
    def is_laid_out(self) -> bool:
        """Whether several pieces share a sheet: cut out of paper, or torn off label sheets."""
        is_whole = self.variant or self.part.trim is None or self.paper == FULL
        return not is_whole and not self.is_tiled

    @property
    def is_cut(self) -> bool:
        """Whether its pieces are cut out of the sheet with a knife."""
        return not self.variant and self.part.trim is not None and self.paper.cells is None

    @property
    def has_backs(self) -> bool:
        """Whether a second side can be printed: the back of a piece, or the next page of a text."""
        if self.variant:
            return self.variant == BOOKLET
        if self.part.is_full_pages:
            return self._pages > 1
        return (self.part.back is not None and not self.is_tiled) or self.combined

    @property
    def _pages(self) -> int:
        """Number of its pages; 2 before they are listed."""
        return len({job.piece.id for job in self.jobs}) if self.jobs else 2

    @property
    def has_page_marks(self) -> bool:
        """Whether the pages of a booklet leave an edge of the paper to be trimmed."""
        trim = self.part.trim
        if self.variant != BOOKLET or trim is None:
            return False
        height, width = self.paper.size.width, self.paper.size.height  # the paper lies on its side
        # Pages wider than half the paper are scaled down to it.
        scale = min(1.0, width / 2 / trim.width, height / trim.height)
        return width - 2 * trim.width * scale > _EDGE or height - trim.height * scale > _EDGE

    @property
    def is_outlined(self) -> bool:
        """Whether the pieces are cut along outlines of their own, not along the straight edges of their trim."""
        # Drawings may have outlines of their own, which only finished faces tell.
        outlines = [bool(face.cut) for face in self._own_faces()]
        if outlines:
            return all(outlines)
        part = self.part
        return part.shape != "rect" or (part.kind in _NETS and part.form not in _FOLDED_FORMS)

    @property
    def has_outlines(self) -> bool:
        """Whether any of its pieces has an outline of its own, as far as is known."""
        return self.is_outlined or any(face.cut for face in self._own_faces())

    def _own_faces(self) -> Iterator[Face]:
        """Yield the finished faces of the component."""
        return (self.faces[job.key] for job in self.jobs if job.key in self.faces)


@dataclass(frozen=True, slots=True)
class DrawnFaces:
    """The faces of an order."""

    jobs: Sequence[FaceJob]
    faces: Mapping[str, Face]
    """Finished faces by the keys of the jobs."""
    same_looks: Mapping[str, frozenset[str]]
    """Options that change no face of a component, by its id."""


def parts_of_order(
    game: Game,
    options: BuildOptions,
    selection: PieceSelection,
    drawn: DrawnFaces | None = None,
) -> Iterator[FilePart]:
    """Yield the components of an order as its files will have them."""
    jobs, faces = (drawn.jobs, drawn.faces) if drawn else ([], {})
    by_part: dict[str, list[FaceJob]] = {}
    for job in jobs:
        by_part.setdefault(job.component.id, []).append(job)
    for part in selection.components(game):
        combined = bool(options.combined_languages) and part.is_sheet_of_text
        # Before drawing no option is known to change nothing.
        same = drawn.same_looks.get(part.id, frozenset()) if drawn else frozenset()
        for paper in options.papers:
            # Each paper has files of its own.
            parts = _parts_on(part, paper, by_part.get(part.id, []), faces)
            yield from (
                replace(file_part, combined=combined, same_looks=same, unadapted=unadapted(game, part.id))
                for file_part in parts
            )


def unadapted(game: Game, part: str) -> Component | None:
    """Return a component as in the folder of the game, by its id; None if no order has adapted the game."""
    return next((component for component in game.unadapted if component.id == part), None)


def _parts_on(part: Component, paper: Paper, jobs: Sequence[FaceJob], faces: Mapping[str, Face]) -> Iterator[FilePart]:
    """Yield a component as each file on a paper has it: a booklet is in three, other components in one at most."""
    if part.is_booklet:
        yield FilePart(part, paper, READING, jobs, faces)
        if paper != FULL and part.prose:
            yield FilePart(part, paper, BOOKLET, jobs, faces)
            whole = [job for job in jobs if job.component.is_full_pages and job.paper == paper.id]
            yield FilePart(on_full_pages(part, part.prose, page_size(paper)), paper, "", whole, faces)
    elif paper != FULL or is_plotted(part):
        yield FilePart(part, paper, "", jobs, faces)


def is_plotted(part: Component) -> bool:
    """Whether a component gets pages of its own size with `--paper full`."""
    return not part.is_booklet and part.trim is not None and is_too_large(part.trim, find_paper(DEFAULT_PAPERS[0]))
