"""Pictures of a table: each is drawn once, by several processes, from the faces that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.system.output_file import output_errors
from generator.exports.export_folder import ExportFolder
from generator.exports.exported_game import ExportedGame
from generator.exports.face_pictures import FacePictures, PictureStyle
from generator.exports.virtual_tables.piece_sides import draw_all
from generator.model.face import Face
from generator.write.png import PagePixels

Compose = Callable[[Iterator[PagePixels]], bytes]
"""Makes a PNG file of the faces that a picture shows, which are cut to their trims, one after the other."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A picture to draw."""

    name: str
    """Path of its file, `pictures/orders-1-3f2a9c01.png`. Each picture has its own name: programs keep old ones."""
    faces: tuple[Face, ...]
    dpi: float
    compose: Compose


class TablePictures:
    """The pictures of a table, with the addresses at which they will be found."""

    def __init__(self, address: str) -> None:
        """Start without pictures; `address` is the folder of the export, with a slash at its end."""
        self._address = address
        self._pictures: dict[str, TablePicture] = {}

    def add_file(self, stem: str, faces: Sequence[Face], dpi: float, compose: Compose, *about: str) -> str:
        """Add a picture and return its address; `about` tells pictures of the same faces apart.

        `compose` makes the file from drawn faces; `stem` begins its name.
        """
        # Part of the name, as programs keep pictures by their addresses.
        key = digest(f"{dpi:.4f}", *about, *(face.key for face in faces))[:8]
        name = f"pictures/{stem.replace('_', '-')}-{key}.png"
        self._pictures[name] = TablePicture(name, tuple(faces), dpi, compose)
        return self._address + name

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._pictures)

    def write(self, folder: ExportFolder, exported: ExportedGame, processes: int) -> Iterator[int]:
        """Draw all pictures into a folder; yield how many are done. Raises OutputError."""
        # The largest first, so that no process is left alone with one at the end.
        largest_first = sorted(self._pictures.values(), key=_pixels, reverse=True)
        # Before the work is shared: what another process adds to the list of files would be lost.
        places = {picture.name: folder.new_path(picture.name) for picture in largest_first}
        for done, _ in enumerate(draw_all(partial(_write, exported, places), largest_first, processes), 1):
            yield done


def _pixels(picture: TablePicture) -> float:
    """Return the number of pixels that are drawn for a picture, up to a constant factor."""
    return sum(face.trim.width * face.trim.height for face in picture.faces) * picture.dpi**2


def _write(exported: ExportedGame, places: Mapping[str, Path], picture: TablePicture) -> None:
    """Draw a picture and write its file. Raises OutputError."""
    place = places[picture.name]
    style = PictureStyle(picture.dpi, bleed=False)
    drawn = FacePictures(exported, style).draw(picture.faces) if picture.faces else iter(())
    data = picture.compose(drawn)
    with output_errors(place):
        place.write_bytes(data)
