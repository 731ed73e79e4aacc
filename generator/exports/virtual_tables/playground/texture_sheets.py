"""Divides pieces among the pictures of a package of Tabletop Playground, and draws these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.exports.exported_game import ExportedDeck, ExportedGame, ExportedPiece
from generator.exports.face_pictures import jpeg
from generator.exports.virtual_tables.die_picture import die_dpi, die_picture
from generator.exports.virtual_tables.piece_sides import (
    BACK,
    FRONT,
    PieceSide,
    draw_face,
    draw_side,
    net_of,
    piece_sides,
)
from generator.exports.virtual_tables.playground.object_templates import DIE_PLACES

LONGEST = 4096
"""Pixels of the longer side of a picture."""


@dataclass(frozen=True, slots=True)
class TextureSheet:
    """Pieces of one size with one back, or each with its own, side by side in a picture."""

    deck: ExportedDeck
    number: int
    """Number of the sheet in its deck, from 1."""
    pieces: tuple[ExportedPiece, ...]
    columns: int
    dpi: float
    backs: tuple[PieceSide, ...]
    """One for all pieces, or one for each."""

    @property
    def rows(self) -> int:
        """Return the number of rows of pieces in the picture."""
        # Rounded up, as the last row may be short.
        return -(-len(self.pieces) // self.columns)

    @property
    def name(self) -> str:
        """Return the stem of the files' names."""
        return f"{self.deck.id}-{self.number}"

    @property
    def fronts(self) -> tuple[PieceSide, ...]:
        """Return the fronts of the pieces, in order."""
        return tuple(flat_side(self.deck, piece, FRONT) for piece in self.pieces)

    @property
    def size(self) -> Size:
        """Return the size of a piece in points."""
        return Size(*self.fronts[0].size)

    def guid(self, game: str) -> str:
        """Return the id of the template that shows the sheet."""
        return template_guid(game, self.name)


def template_guid(game: str, name: str) -> str:
    """Return an id of 32 hexadecimal digits that stays the same whenever a game is exported."""
    # In capitals, as the program writes its ids.
    return digest("playground", game, name)[:32].upper()


def flat_side(deck: ExportedDeck, piece: ExportedPiece, name: str) -> PieceSide:
    """Return the side `name` of a piece with all of its trim; a piece without a back shows its front.

    The program cuts corners itself.
    """
    sides = piece_sides(deck.component, piece, rounded=False)
    side = sides.get(name, sides[FRONT])
    # The face of a standee is its whole net, of which a side is one panel.
    if deck.component.kind == "standees":
        return side
    return replace(side.whole, outline="")


def texture_sheets(deck: ExportedDeck, dpi: float) -> list[TextureSheet]:
    """Divide the pieces of a deck among pictures.

    Cards that share a back come first; cards with backs of their own lie together.
    """
    groups: dict[str, list[ExportedPiece]] = {}
    for piece in deck.pieces:
        groups.setdefault(flat_side(deck, piece, BACK).key, []).append(piece)
    # Each of these would otherwise need a picture of its own.
    alone = [piece for group in groups.values() if len(group) == 1 for piece in group]
    together = [group for group in groups.values() if len(group) > 1]
    sheets: list[TextureSheet] = []
    for group in filter(None, [*together, alone]):
        # One piece alone needs no sheet of backs.
        sheets += _divided(deck, group, dpi, len(sheets), has_own_backs=group is alone and len(alone) > 1)
    return sheets


def _divided(
    deck: ExportedDeck, group: Sequence[ExportedPiece], dpi: float, before: int, *, has_own_backs: bool
) -> Iterator[TextureSheet]:
    """Yield the sheets for pieces of one size; `before` is the number of sheets that the deck has already."""
    size = flat_side(deck, group[0], FRONT).size
    # Even a single piece has to fit into a picture.
    fine = min(dpi, LONGEST * 72 / max(size))
    across, down = (max(1, int(LONGEST / (length * fine / 72))) for length in size)
    for number, start in enumerate(range(0, len(group), across * down), before + 1):
        pieces = tuple(group[start : start + across * down])
        backs = tuple(flat_side(deck, piece, BACK) for piece in (pieces if has_own_backs else pieces[:1]))
        yield TextureSheet(deck, number, pieces, min(across, len(pieces)), fine, backs)


def sheet_picture(sides: Sequence[PieceSide], columns: int, exported: ExportedGame, dpi: float) -> bytes:
    """Return sides drawn side by side as a JPEG file, the first one in the upper left."""
    from PIL.Image import new

    images = [draw_side(side, exported, dpi) for side in sides]
    width, height = images[0].size
    picture = new("RGB", (width * columns, height * -(-len(images) // columns)))
    for index, image in enumerate(images):
        # Panels that are cut out of nets may differ by a pixel, as their edges are rounded.
        picture.paste(image.resize((width, height)), (index % columns * width, index // columns * height))
    return jpeg(picture, dpi)


def die_texture(deck: ExportedDeck, piece: ExportedPiece, exported: ExportedGame) -> bytes:
    """Return the picture of a die as a JPEG file, its six faces in their places."""
    net = net_of(deck.component)
    drawn = draw_face(piece.front, exported, die_dpi(net))
    return jpeg(die_picture(net, drawn, DIE_PLACES), die_dpi(net))


def centimetres(points: float) -> float:
    """Return a length in points as centimetres with three decimals, as templates have it."""
    return round(to_mm(points) / 10, 3)
