"""The sheets of a piece that is larger than the paper: one for each tile, to be cut and glued together.

All tiles of a piece carry the piece's own id, so that counting distinct ids counts it once. Of what has two sides
only the front is printed: backs of tiles could not be glued.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, product

from generator.base.geometry import Matrix, Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.layout.mirror import Segment
from generator.impose.layout.tiles import Tile, Tiling
from generator.impose.marks.cut_marks import HAIRLINE, crop_marks, cut_lines, draw_lines, piece_outlines
from generator.impose.marks.key_map import KeyMap
from generator.impose.marks.slug_area import FOOT_FIRST, SlugArea, SlugPlace
from generator.impose.marks.slug_items import SlugItems, SlugPlacer, box_path
from generator.impose.marks.tile_joints import extend_cut, tile_joints
from generator.impose.planned_sheets import PAPER_EDGE, SLUG_TRIES, line_box
from generator.model.face import Clip, Group, Ink
from generator.model.press_sheet import PlacedFace, PressSheet

_HEIGHTS = (8 * MM, 5.5 * MM, 3.5 * MM)
"""Of the key map, by the room there is."""
_DASH = (0.8 * MM, 0.5 * MM)


@dataclass(frozen=True, slots=True)
class PosterSlug:
    """What stands in the waste of every sheet, and the length that is left for crop marks."""

    furniture: SlugItems
    key: KeyMap
    place: SlugPlace | None
    """Of the key map."""
    reach: float

    @property
    def missing(self) -> tuple[str, ...]:
        """What found no room, in words."""
        return (*(() if self.place else ("key map",)), *self.furniture.missing)

    @property
    def taken(self) -> tuple[Rect, ...]:
        """Where it lies."""
        return (*self.furniture.taken, *([self.place.rect] if self.place else []))


@dataclass(slots=True)
class Poster:
    """One large piece being turned into press sheets, as a Run is."""

    piece: PieceToPrint
    tiling: Tiling
    how: ImpositionOptions
    two_sided: bool
    """Whether other sheets of the file have a verso; these get an empty one."""
    paper: Rect = field(init=False)
    slug: SlugWords = field(init=False)
    label: TextSetter = field(init=False)
    fitted: PosterSlug = field(init=False)
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        size = self.tiling.ground.size
        self.paper = Rect(0, 0, size.width, size.height).expand(-PAPER_EDGE)

    @property
    def grid(self) -> str:
        """The name of the layout."""
        return self.tiling.name

    @property
    def count(self) -> int:
        """How many sheets of paper."""
        return len(self.tiling.tiles)

    def furnish(self, slug: SlugWords, words: Mapping[int, tuple[str, ...]], label: TextSetter) -> None:
        """Find places for key map, slug line and bar; `words` are those of the slug line by sheet number."""
        self.slug, self.label, self.numbers = (
            replace(slug, front_note=slug.join_note, back_note=""),
            label,
            tuple(words),
        )
        for (reach, beyond), height in product(SLUG_TRIES, _HEIGHTS):
            self.fitted = self._fit(reach, height, words, beyond=beyond)
            if not self.fitted.missing:
                break

    def sheets(self) -> Iterator[PressSheet]:
        """A recto for every tile, row by row."""
        size = self.tiling.ground.size
        for tile, number in zip(self.tiling.tiles, self.numbers, strict=True):
            yield PressSheet(size, "recto", number, (self._placed(tile),), tuple(self._marks(tile, number)))
            if self.two_sided:
                yield PressSheet(size, "verso", number, ())

    @property
    def warnings(self) -> list[str]:
        """What found no place on the paper."""
        return [f"{self.grid} has no room for the {what}" for what in self.fitted.missing]

    def _fit(self, reach: float, height: float, words: Mapping[int, tuple[str, ...]], *, beyond: bool) -> PosterSlug:
        lines = chain.from_iterable(self._outside(tile, reach) for tile in self.tiling.tiles)
        taken = [self.tiling.place, *map(line_box, lines)]
        waste = SlugArea(self.paper, self.tiling.ground.printable, taken, beyond=beyond)
        key = KeyMap(self.tiling, self.piece.name, height, self.label)
        place = waste.take(key.length, height, FOOT_FIRST)
        furniture = SlugPlacer(waste, self.label).furnish(self.slug, words, two_sided=False)
        return PosterSlug(furniture, key, place, reach)

    def _placed(self, tile: Tile) -> PlacedFace:
        shift = self._shift(tile)
        return PlacedFace(self.piece.piece, self.piece.front, shift, shift.bounding_box(tile.kept), self.tiling.place)

    def _marks(self, tile: Tile, number: int) -> Iterator[Ink]:
        front, shift, fitted = self.piece.front, self._shift(tile), self.fitted
        if self.how.marks != "none" and (own := piece_outlines(front, shift)):
            at = self.tiling.place
            yield Group(own, clip=Clip(box_path(at.x, at.y, at.width, at.height)))
        yield from draw_lines(self._edges(tile, fitted.reach))
        yield from draw_lines(self._cut_ends(tile, fitted.reach), dash=_DASH)
        if ink := tile_joints(self.tiling, tile, self.slug.tab, self.label):
            yield Group(ink, shift)
        yield from fitted.furniture.ink(number)
        if fitted.place:
            yield Group(fitted.key.ink(tile), fitted.place.matrix)

    def _outside(self, tile: Tile, reach: float) -> Iterator[Segment]:
        """Every line of a tile that lies in the waste."""
        yield from self._crops(tile, reach)
        yield from self._cut_ends(tile, reach)

    def _edges(self, tile: Tile, reach: float) -> tuple[Segment, ...]:
        """Marks where the tile ends with the piece itself."""
        if self.how.marks != "lines":
            return self._crops(tile, reach)
        trim = self._shift(tile).bounding_box(tile.kept)
        return self._of_piece(tile, cut_lines([trim], [self.tiling.place, *self.fitted.taken], self.paper))

    def _crops(self, tile: Tile, reach: float) -> tuple[Segment, ...]:
        if self.how.marks == "none":
            return ()
        trim = self._shift(tile).bounding_box(tile.kept)
        return self._of_piece(tile, crop_marks([trim], [self.tiling.place], self.paper, reach))

    def _of_piece(self, tile: Tile, lines: tuple[Segment, ...]) -> tuple[Segment, ...]:
        """Those of the lines that prolong an edge of the piece, and not a cut or the end of a tab."""
        if self.piece.front.cut:
            return ()
        trim, across, down = self._shift(tile).bounding_box(tile.kept), self.tiling.across, self.tiling.down
        upright = _ends(tile.column, across.count, trim.x, trim.right)
        level = _ends(tile.row, down.count, trim.y, trim.bottom)
        return tuple(line for line in lines if (_on(line[0], upright) if line[0] == line[2] else _on(line[1], level)))

    def _cut_ends(self, tile: Tile, reach: float) -> Iterator[Segment]:
        shift = self._shift(tile)
        for x1, y1, x2, y2 in self.tiling.cuts(tile):
            yield from extend_cut((*shift.apply(x1, y1), *shift.apply(x2, y2)), reach, self.paper)

    def _shift(self, tile: Tile) -> Matrix:
        """Takes the face's coordinates to the sheet's."""
        return Matrix.translation(self.tiling.place.x - tile.art.x, self.tiling.place.y - tile.art.y)


def _ends(index: int, count: int, start: float, end: float) -> tuple[float, ...]:
    return (*((start,) if index == 0 else ()), *((end,) if index == count - 1 else ()))


def _on(at: float, edges: tuple[float, ...]) -> bool:
    return any(abs(at - edge) < HAIRLINE for edge in edges)
