"""The press sheets of a piece that is larger than the paper: one for each tile, to be cut and glued together.

All tiles of a piece carry the piece's own id, so that counting distinct ids counts it once. Of a piece with two sides
only the front is printed, since the backs of glued tiles would be covered by tabs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from generator.base.geometry import Matrix, Rect
from generator.base.records import replace
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.layout.mirror import Segment
from generator.impose.layout.tiles import Tile, Tiling
from generator.impose.marks import cut_marks
from generator.impose.marks.cut_marks import draw_lines, line_box
from generator.impose.marks.slug_items import FOOT_FIRST, SLUG_TRIES, SheetParts, SlugArea, SlugPlacer, box_path
from generator.impose.marks.tile_marks import KeyMap, extend_cut, tile_joints
from generator.model.face import Clip, Group, Ink
from generator.model.press_sheet import PlacedFace, PressSheet

_HEIGHTS = (8 * MM, 5.5 * MM, 3.5 * MM)  # heights of the key map, by the space there is
_DASH = (0.8 * MM, 0.5 * MM)


class Poster:
    """One tiled piece being turned into press sheets, with the methods of PlannedSheets.

    `two_sided` tells whether other sheets of the file have a verso; these get an empty one.
    """

    def __init__(self, piece: PieceToPrint, tiling: Tiling, options: ImpositionOptions, *, two_sided: bool) -> None:
        """Take the piece and the way in which it is divided into tiles."""
        self.piece, self.tiling, self.options, self.two_sided = piece, tiling, options, two_sided
        self.grid, self.count = tiling.name, len(tiling.tiles)
        size = tiling.paper.size
        self.bounds = Rect(0, 0, size.width, size.height).expand(-cut_marks.PAPER_EDGE)

    def place_slug(self, slug: SlugWords, parts: SheetParts, set_text: TextSetter) -> None:
        """Find places for the key map of the tiles and the slug: the line that names game and sheet, and the scale bar.

        `parts` has the words of the line for every sheet, by its number.
        """
        self.slug, self.set_text, self.numbers = slug, set_text, tuple(parts)
        for (reach, beyond), height in product(SLUG_TRIES, _HEIGHTS):
            self._fit(reach, height, parts, beyond=beyond)
            if not self.missing:
                break

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the items that found no place on the sheets."""
        return (*(() if self.key_place else ("key map",)), *self.items.missing)

    def sheets(self) -> Iterator[PressSheet]:
        """Yield a recto for every tile, row by row."""
        size = self.tiling.paper.size
        for tile, number in zip(self.tiling.tiles, self.numbers, strict=True):
            yield PressSheet(size, "recto", number, (self._placed(tile),), tuple(self._marks(tile, number)))
            # A duplex printer pairs pages: without the empty verso the next sheet would be printed on this one's back.
            if self.two_sided:
                yield PressSheet(size, "verso", number, ())

    def _fit(self, reach: float, height: float, parts: SheetParts, *, beyond: bool) -> None:
        """Find places for key map and slug, with crop marks of a length and a map of a height, both in points."""
        lines = chain.from_iterable(
            (*self._crops(tile, reach), *self._cut_ends(tile, reach)) for tile in self.tiling.tiles
        )
        blocked = [self.tiling.place, *self.tiling.paper.reserved, *map(line_box, lines)]
        area = SlugArea(self.bounds, self.tiling.paper.printable, blocked, beyond=beyond)
        self.reach = reach
        self.key_map = KeyMap(self.tiling, self.piece.title, height, self.set_text)
        self.key_place = area.take(self.key_map.length, height, FOOT_FIRST)
        slug = replace(self.slug, front_note=self.slug.join_note, back_note="")
        self.items = SlugPlacer(area, self.set_text).place(slug, parts, two_sided=False)

    def _placed(self, tile: Tile) -> PlacedFace:
        """Return the face on the sheet of a tile, clipped to the tile's art."""
        return PlacedFace(
            self.piece.id, self.piece.front, self._matrix(tile), self._trim(tile), self.tiling.art_place(tile)
        )

    def _marks(self, tile: Tile, number: int) -> Iterator[Ink]:
        """Yield all that is drawn on the sheet of a tile besides its art."""
        matrix = self._matrix(tile)
        if self.options.marks != "none" and (outlines := cut_marks.piece_outlines(self.piece.front, matrix)):
            place = self.tiling.art_place(tile)
            yield Group(outlines, clip=Clip(box_path(place.x, place.y, place.width, place.height)))
        yield from draw_lines(self._edges(tile))
        yield from draw_lines(self._cut_ends(tile, self.reach), dash=_DASH)
        if joints := tile_joints(self.tiling, tile, self.slug.tab, self.set_text):
            yield Group(joints, matrix)
        yield from self.items.recto_ink(number)
        if self.key_place:
            yield Group(self.key_map.ink(tile), self.key_place.matrix)

    def _edges(self, tile: Tile) -> tuple[Segment, ...]:
        """Return the marks for the edges of the piece: crop marks or cut lines, as the options ask for."""
        if self.options.marks != "lines":
            return self._crops(tile, self.reach)
        # Lines over the whole sheet would run through the texts.
        blocked = [*self.items.taken, *([self.key_place.rect] if self.key_place else [])]
        lines = cut_marks.cut_lines([self._trim(tile)], [self.tiling.art_place(tile), *blocked], self.bounds)
        return self._of_piece(tile, lines)

    def _crops(self, tile: Tile, reach: float) -> tuple[Segment, ...]:
        """Return the crop marks of a tile, at the edges of the whole piece alone."""
        if self.options.marks == "none":
            return ()
        return self._of_piece(
            tile, cut_marks.crop_marks([self._trim(tile)], [self.tiling.art_place(tile)], self.bounds, reach)
        )

    def _of_piece(self, tile: Tile, lines: tuple[Segment, ...]) -> tuple[Segment, ...]:
        """Return the lines that prolong an edge of the piece, not a cut between tiles or the end of a tab."""
        if self.piece.front.cut:
            return ()
        whole = self._matrix(tile).bounding_box(Rect(0, 0, self.tiling.across.trim, self.tiling.down.trim))
        edges = {0: (whole.x, whole.right), 1: (whole.y, whole.bottom)}
        axes = ((line, 0 if line[0] == line[2] else 1) for line in lines)
        return tuple(
            line for line, axis in axes if any(abs(line[axis] - edge) < cut_marks.HAIRLINE for edge in edges[axis])
        )

    def _cut_ends(self, tile: Tile, reach: float) -> Iterator[Segment]:
        """Yield the ends of the cuts between tiles, beyond the art."""
        matrix = self._matrix(tile)
        for x1, y1, x2, y2 in self.tiling.cuts(tile):
            yield from extend_cut((*matrix.apply(x1, y1), *matrix.apply(x2, y2)), reach, self.bounds)

    def _trim(self, tile: Tile) -> Rect:
        """Return the trim of a tile on its sheet, with its tabs."""
        return self._matrix(tile).bounding_box(tile.trim)

    def _matrix(self, tile: Tile) -> Matrix:
        """Return the matrix from the face to the sheet of a tile."""
        return Matrix.translation(self.tiling.place.x - tile.art.x, self.tiling.place.y - tile.art.y)
