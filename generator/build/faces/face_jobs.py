"""List the faces that a build needs, each with a key of everything it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from zlib import crc32

from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.papers import DEFAULT_PAPERS, find_paper
from generator.build.piece_selection import PieceSelection
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.paper import FULL, Paper
from generator.model.prose import Prose

PROOF = "shared/proof.svg.j2"
"""Template of every face of a proof: its outline and its id."""

STRIP = 6 * MM
"""Free strip at head and foot of a sheet that fills the paper, in points, for a line of words and a ruler."""


PACK = 400
"""Pieces of a component up to which all faces of a language are in one cache entry."""


@dataclass(frozen=True, slots=True)
class FaceJob:
    """One face to draw: one side of one piece in one language."""

    component: Component
    piece: Piece
    side: str
    """`front` or `back`."""
    language: str
    trim: Size
    key: str
    """Digest of everything the face depends on."""
    paper: str = ""
    """Id of the paper that the face fills; empty for a component with a size of its own."""
    languages: str = ""
    """Languages of its file, `en+ja`, if there are several."""
    theme: str = ""
    """Theme of the face; empty for the theme of the order."""

    @property
    def edition(self) -> str:
        """Language in the name of the job's file, or several languages: `en+ja`."""
        return self.languages or self.language

    @property
    def template(self) -> str:
        """File name of the template that draws the side; the back's only if the component has a back."""
        back = self.component.back
        return self.component.front if self.side == "front" or back is None else back

    @property
    def pack(self) -> str:
        """Name of the cache entry, which holds the faces of a component and language, or a share of very many.

        The share depends on the piece's id alone, so that a changed piece changes one entry.
        """
        name = f"{self.component.id}-{self.language}"
        # A power of two, so that a growing deck changes its division seldom.
        shares = 1 << (len(self.component.pieces) // PACK).bit_length()
        # CRC, not `hash`, which differs in each process.
        return name if shares == 1 else f"{name}-{crc32(self.piece.id.encode()) % shares}-of-{shares}"


Pages = Callable[[Component, str, Size], tuple[Piece, ...]]
"""Function that returns the pages of a component's text in a language, for a page size."""


TextFaults = dict[str, tuple[Fault, ...]]
"""Faults of texts that cannot be set, by the id of their component."""


def no_pages(part: Component, _language: str, _size: Size) -> tuple[Piece, ...]:
    """Return the pieces of a component; stands in for the typesetter of texts in games without texts."""
    return part.pieces


def face_jobs(
    game: Game,
    options: BuildOptions,
    inputs: InputDigests,
    pages: Pages = no_pages,
    text_faults: TextFaults | None = None,
) -> list[FaceJob]:
    """Return every face that the options ask for, once, in printing order; `pages` sets the texts of booklets.

    Texts that cannot be set have no faces; their faults are added to `text_faults`. Raises them as Faults where that is
    None, and UsageError for components, pieces or languages that the game does not have.
    """
    base = job_base(game, options.look, inputs)
    selection = options.select_pieces(game)
    parts = [_proof(part) if options.proof else part for part in selection.components(game)]
    lister = _JobLister(options, base, pages, selection)
    single = [part for part in parts if not (options.combined_languages and part.is_sheet_of_text)]
    jobs = [
        job for language in options.printed_languages(game) for part in single for job in lister.jobs(part, language)
    ]
    both = [part for part in parts if part not in single]
    jobs += [job for languages in options.combined_languages for part in both for job in lister.leaves(part, languages)]
    if text_faults is not None:
        text_faults |= {part: tuple(faults) for part, faults in lister.faults.items()}
    elif lister.faults:
        raise Faults(fault for faults in lister.faults.values() for fault in faults)
    return jobs


# The size in the key: one face may be printed on several papers.
def job_base(game: Game, look: str, inputs: InputDigests) -> str:
    """Return a digest of everything that all faces of a game depend on: words, look and templates."""
    words = repr((game.id, game.title, game.version, game.languages, tuple(game.strings.items())))
    return digest(inputs.drawing, words, look)


def face_job(
    part: Component,
    piece: Piece,
    about: tuple[str, str],
    side: str,
    language: str,
    size: tuple[str, Size],
    *,
    theme: str = "",
) -> FaceJob:
    """Return the job to draw one side of a piece in a language.

    `about` is a pair of keys, from `about_component` and `about_piece`. `size` is the id of the paper that the face
    fills, or an empty text, and the trim of the face. `theme` is its theme, if it is another than the order's.
    """
    paper, trim = size
    key = digest(*about, side, language, _written(trim), *filter(None, [theme]))
    return FaceJob(part, piece, side, language, trim=trim, key=key, paper=paper, theme=theme)


def theme_of(part: Component, side: str, options: BuildOptions) -> str:
    """Return the theme of one side of a component; empty for the theme of the order."""
    theme = options.back_theme(part) if side == "back" else options.theme
    return "" if theme == options.theme else theme


@lru_cache(maxsize=64)
def _written(trim: Size) -> str:
    """Return a trim as a text for a key. Most faces of a game share few sizes, so the texts are kept."""
    return repr(trim)


def _proof(part: Component) -> Component:
    """Return a component whose faces are drawn by the proof's template."""
    return replace(part, front=PROOF, back=PROOF if part.back else None, drawn=None)


class _JobLister:
    """Lists the face jobs of components in the order of printing."""

    def __init__(self, options: BuildOptions, base: str, pages: Pages, selection: PieceSelection) -> None:
        """Take `base`, the digest of the game that goes into every key, and the function that sets texts."""
        self._options, self._base, self._pages, self._selection = options, base, pages, selection
        self.faults: dict[str, dict[Fault, None]] = {}
        """Faults of texts that cannot be set, by the id of their component."""

    def jobs(self, part: Component, language: str) -> Iterator[FaceJob]:
        """Yield the faces of a component in a language, on each paper that it fills, front before back."""
        names = ("front", "back") if part.back and self._options.backs != "none" else ("front",)
        sides = [(side, theme_of(part, side, self._options)) for side in names]
        for variant, paper, trim in self._settings(part):
            about_part = about_component(self._base, variant)
            for piece in self._pieces(variant, language, trim):
                about = about_part, about_piece(piece)
                for side, theme in sides:
                    yield face_job(variant, piece, about, side, language, (paper, trim), theme=theme)

    def _pieces(self, part: Component, language: str, trim: Size) -> tuple[Piece, ...]:
        """Return the pieces that are printed at least once.

        A text that cannot be set gives none, and its faults are recorded.
        """
        try:
            pieces = self._pages(part, language, trim) if part.prose else part.pieces
        except Faults as error:
            self.faults.setdefault(part.id, {}).update(dict.fromkeys(error.faults))
            return ()
        return tuple(piece for piece in pieces if self._selection.copies_of(part, piece.id))

    def leaves(self, part: Component, languages: tuple[str, ...]) -> Iterator[FaceJob]:
        """Yield the pages of a text in several languages: two of equal length back to back, others in turn."""
        together = "+".join(languages)
        for paper, _ in self._sizes(part):
            jobs_by_language = [
                [job for job in self.jobs(part, language) if job.paper == paper] for language in languages
            ]
            if (
                len(jobs_by_language) == 2
                and len(jobs_by_language[0]) == len(jobs_by_language[1])
                and self._options.backs == "duplex"
            ):
                # In equally long texts each page has its translation behind it.
                for front, back in zip(*jobs_by_language, strict=True):
                    yield replace(front, languages=together)
                    yield replace(back, side="back", languages=together)
                continue
            for number, job in enumerate(chain.from_iterable(jobs_by_language), 1):
                piece = replace(job.piece, id=f"p{number:02}")
                yield replace(job, piece=piece, languages=together)

    def _settings(self, part: Component) -> Iterator[tuple[Component, str, Size]]:
        """Yield a component once for each paper that it fills, or once without paper, with the size of its faces.

        A booklet comes also on whole sheets, where they have room for the lines of its own pages.
        """
        for paper, trim in self._sizes(part):
            yield part, paper, trim
        if part.prose and part.trim:
            line = part.trim.width - 2 * part.prose.margin
            for paper, trim in self._sizes(replace(part, trim=None)):
                # A narrower paper would break the lines that the booklet's pages have.
                if trim.width - 2 * _FULL_MARGIN >= line:
                    yield on_full_pages(part, part.prose, trim), paper, trim

    def _sizes(self, part: Component) -> list[tuple[str, Size]]:
        """Return the ids of the papers that a component fills with the size on each, or an empty id and its own size.

        Nothing fills the paper FULL, which is as large as the piece itself.
        """
        if part.trim:
            return [("", part.trim)]
        # FULL is the size of the piece itself, so nothing fills it.
        papers = [paper for paper in self._options.papers if paper != FULL]
        return [(paper.id, page_size(paper, turned=part.turned)) for paper in papers]


_FULL_COLUMN = 85 * MM
"""Least width of a page per column."""
_FULL_MARGIN = 4 * MM
"""Margin of whole sheets, inside what the printer cannot reach."""


def on_full_pages(part: Component, prose: Prose, page: Size) -> Component:
    """Return a booklet as a text on whole sheets of paper, in one or two columns."""
    across = max(1, min(2, int(page.width / _FULL_COLUMN)))
    return replace(part, trim=None, prose=replace(prose, across=across, margin=_FULL_MARGIN, full_pages=True))


def about_component(base: str, part: Component) -> str:
    """Return a digest of a component and its game, without its pieces and texts: a part of the key of each face."""
    return digest(base, repr((replace(part, pieces=(), prose=None), part.count)))


def about_piece(piece: Piece) -> str:
    """Return a piece as text, with its row: a part of the key of its faces."""
    own = tuple(filter(None, (piece.nudges, piece.crops)))
    return repr((piece.id, piece.label, piece.copies, piece.row, piece.per, *own))


def shown_size(part: Component) -> tuple[str, Size]:
    """Return the id of the paper and the trim of a face that a figure of the rules shows.

    The id is empty for a piece with a size of its own.
    """
    if part.trim:
        return "", part.trim
    paper = find_paper(DEFAULT_PAPERS[0])
    return paper.id, page_size(paper, turned=part.turned)


def page_size(paper: Paper, *, turned: bool = False) -> Size:
    """Return the size of a face that fills a paper: its printable area less a strip at head and foot."""
    size = paper.size.transpose() if turned else paper.size
    return Size(size.width - 2 * paper.margin, size.height - 2 * (paper.margin + STRIP))


def shown_keys(jobs: Iterable[FaceJob]) -> frozenset[str]:
    """Return the keys of the faces that the figures on some pages show."""
    blocks = (job.piece.row.cells["blocks"] for job in jobs if job.component.prose)
    rows = (
        row
        for blocks_of_page in blocks
        if isinstance(blocks_of_page, tuple)
        for row in blocks_of_page
        if isinstance(row, Row)
    )
    faces = (face for row in rows for face in _rows(row.cells.get("faces", "")))
    return frozenset(str(face.cells["href"]).rpartition("/")[2] for face in faces)


def _rows(value: Value) -> Iterator[Row]:
    """Return the rows in a cell; none for a cell that holds anything else."""
    return (row for row in value if isinstance(row, Row)) if isinstance(value, tuple) else iter(())
