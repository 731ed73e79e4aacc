"""Figures and icons of a game's texts as SVG, for pages that are read on a screen."""

from __future__ import annotations

from functools import cached_property

from generator.base.cache import Cache
from generator.base.geometry import Rect, Size
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.units import MM, to_mm
from generator.base.user_folders import user_cache
from generator.build.faces.booklet_pages import BookletPages, game_booklets
from generator.build.faces.face_jobs import FaceJob, job_base
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.faces.typeset_game import game_cache
from generator.build.input_digests import InputDigests
from generator.build.options import PLAIN_THEME
from generator.model.figure import FigureSize
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.prose import FigureBlock, PlacedBlock
from generator.write.svg.document import svg

_MARGIN = 1.0
"""Margin around a picture on its page, in millimetres."""
_PAGE = 190.0
"""Width of that page in millimetres; a page of this width has no running head."""
_WIDEST = 150.0
"""Width in millimetres of a figure that does not state one."""
_ICON = 8.0
"""Height of an icon in millimetres."""


@dataclass(frozen=True, slots=True)
class TextPicture:
    """A figure or an icon."""

    width: float
    """Width in millimetres, as the height."""
    height: float
    svg: str


class TextPictures:
    """Draws the figures and icons of one game, as they are on the pages of its booklets."""

    def __init__(self, game: Game, prefix: str, inputs: InputDigests) -> None:
        """Take the digests of the game's files, taken before it was loaded; `prefix` stands before names in faults."""
        self._game, self._inputs = game, inputs
        self._renderer = FaceRenderer(game, prefix, PLAIN_THEME, Cache(user_cache()), inputs.drawing)

    def figure(self, part: Component, block: FigureBlock, language: str) -> TextPicture | None:
        """Draw a figure of a component's text; None for a drawing that is missing. Raises Faults."""
        placed = self._placed(part, block, language)
        return self._picture(part, placed, language) if placed else None

    def figure_size(self, part: Component, block: FigureBlock, language: str) -> tuple[float, float] | None:
        """Return the width and height of a figure in millimetres; None for a drawing that is missing. Raises Faults."""
        placed = self._placed(part, block, language)
        return (placed.width, placed.height) if placed else None

    def _placed(self, part: Component, block: FigureBlock, language: str) -> PlacedBlock | None:
        """Return a figure at its place on a page of its own; None for a drawing that is missing."""
        size = self._booklets.figure_size(part.prose[language].where if part.prose else "", block)
        if size is None:
            return None
        kind, width, height = self._sized(block, size)
        name = block.file if kind == "image" else block.name
        return PlacedBlock(kind, "figure", _MARGIN, _MARGIN, width=width, height=height, text=name)

    def icon(self, part: Component, name: str, language: str) -> TextPicture:
        """Draw an icon of a component's text as SVG, in its own colours. Raises Faults for an unknown icon."""
        return self._picture(
            part, PlacedBlock("icon", "icon", _MARGIN, _MARGIN, width=_ICON, height=_ICON, text=name), language
        )

    @cached_property
    def _booklets(self) -> BookletPages:
        """Typesetter of the game's texts, which knows the sizes of figures."""
        base, renderer = job_base(self._game, PLAIN_THEME, self._inputs), self._renderer
        cache = game_cache(self._game)
        return game_booklets(self._game, renderer.labels, renderer.search_path, cache, self._inputs.drawing, base)

    def _sized(self, block: FigureBlock, size: Size | FigureSize) -> tuple[str, float, float]:
        """Return the kind of block to draw a figure as, and its width and height in millimetres."""
        if isinstance(size, Size):
            width = block.width or min(size.width, _WIDEST * MM)
            return "image", to_mm(width), to_mm(width * size.height / size.width)
        requested = block.width or size.requested
        wide = min(requested or size.width + size.beside, (requested or _WIDEST * MM)) - size.beside
        high = max(size.height * wide / size.width, size.least_height) + size.above
        return "figure", to_mm(wide + size.beside), to_mm(high)

    def _picture(self, part: Component, placed: PlacedBlock, language: str) -> TextPicture:
        """Draw one block alone on a page, and return the part of the page with the block."""
        cells: dict[str, Value] = {name: getattr(placed, name) for name in placed.__match_args__}
        blocks = (Row("b001", cells, "", ("text",)),)
        # Page 2 of 1: a page that is not the first has no title.
        row = Row("picture", {"title": "", "number": 2, "pages": 1, "blocks": blocks}, "")
        piece = self._booklets.with_figures(Piece("picture", "", 1, row), language)
        trim = Size(_PAGE * MM, (placed.height + 2 * _MARGIN) * MM)
        page = replace(part, trim=trim, bleed=0.0, drawn=None)
        face, _, _ = self._renderer.draw(FaceJob(page, piece, "front", language, trim, digest(repr(placed), language)))
        view = Rect(placed.x * MM, placed.y * MM, placed.width * MM, placed.height * MM)
        drawn = svg(face, self._renderer.labels.fonts, view=view)
        return TextPicture(placed.width, placed.height, drawn)
