"""The pictures of a room: each once, small enough for playingcards.io."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from generator.base.hashing import digest
from generator.exports.exported_game import ExportedGame
from generator.exports.face_pictures import jpeg
from generator.exports.virtual_tables.piece_sides import PieceSide, draw_all, draw_side
from generator.exports.virtual_tables.web_room.room_widgets import ASSETS
from generator.write.png import image_png

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_FILE = 2 * 1024 * 1024
"""Bytes; larger ones are refused (`server/pcioimport.mjs` of virtualtabletop.io, `2097152`)."""
DPI = 200.0
"""Dots per inch of pictures; a card under a player's magnifier is shown three times as large as in the room."""
LONGEST = 3200
"""Pixels of the longer side of a picture, twice the width of the room."""
_FINER = 0.8
"""The part of a resolution that is tried next if a file is too large."""


class RoomPictures:
    """The sides of pieces that a room shows, with the names of their files."""

    def __init__(self) -> None:
        """Start without pictures."""
        self._sides: dict[str, PieceSide] = {}

    def add(self, side: PieceSide) -> str:
        """Add a picture and return its address in widgets: `package://userassets/3f2a9c01.png`."""
        # Named after the looks of the side, so that equal sides are one file.
        name = f"{ASSETS}/{digest(side.key)[:16]}.{'png' if side.outline else 'jpg'}"
        self._sides[name] = side
        return f"package://{name}"

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._sides)

    def drawn(self, exported: ExportedGame, jobs: int) -> Iterator[tuple[str, bytes]]:
        """Return names and bytes of all pictures, in the order of their names, drawn by several processes (`jobs`)."""
        return draw_all(partial(_drawn, exported), sorted(self._sides.items()), jobs)


def _drawn(exported: ExportedGame, picture: tuple[str, PieceSide]) -> tuple[str, bytes]:
    """Return the name and the bytes of a picture."""
    name, side = picture
    return name, picture_file(side, exported)


def picture_file(side: PieceSide, exported: ExportedGame, largest: int = LARGEST_FILE) -> bytes:
    """Return a side as PNG if it has an outline, else as JPEG, as fine as fits into `largest` bytes."""
    dpi = min(DPI, LONGEST * 72 / max(side.size))
    # How many bytes a picture takes is known only when it is packed.
    while True:
        data = _encoded(draw_side(side, exported, dpi), dpi)
        if len(data) < largest:
            return data
        dpi *= _FINER


def _encoded(image: Image, dpi: float) -> bytes:
    """Return a picture as PNG if it may be transparent, else as JPEG."""
    if image.mode == "RGBA":
        return image_png(image, dpi)
    return jpeg(image, dpi)
