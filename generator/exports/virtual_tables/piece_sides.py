"""The sides of pieces as a table shows them: cut along the outline; dice and figures are cut out of their nets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from generator.base.geometry import Rect
from generator.base.records import dataclass, replace
from generator.base.workers import WorkerPool, worker_count
from generator.exports.exported_game import ExportedGame, ExportedPiece
from generator.exports.face_pictures import FacePictures, PictureStyle
from generator.model import nets
from generator.model.face import Face
from generator.model.game import Component
from generator.model.nets import Net
from generator.typeset.ink.shown_faces import cut_outline
from generator.typeset.paths.path_geometry import path_box

if TYPE_CHECKING:
    from PIL.Image import Image

Item = TypeVar("Item")
Result = TypeVar("Result")

FRONT, BACK = "front", "back"


@dataclass(frozen=True, slots=True)
class PieceSide:
    """One side of a piece."""

    face: Face
    """Face that shows it, alone or on a net."""
    box: Rect
    """The part of the face that is seen, in points from the corner of its trim."""
    turn: int = 0
    """Degrees clockwise by which it is turned on the face."""
    outline: str = ""
    """Path of a Shape outside of which it is transparent; empty for a rectangle."""

    @property
    def key(self) -> str:
        """Return a key that sides share if they look the same."""
        return f"{self.face.key} {self.box} {self.turn} {self.outline}"

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height in points, upright."""
        size = self.box.width, self.box.height
        return size[::-1] if self.turn % 180 else size

    @property
    def whole(self) -> PieceSide:
        """Return the side with all of its trim, so that pieces of one size have the same number of pixels."""
        return replace(self, box=trim_box(self.face))


def piece_sides(part: Component, piece: ExportedPiece, *, rounded: bool = True) -> Mapping[str, PieceSide]:
    """Return the sides of a piece by their names: `front` and `back`, or `face1` to `face6` for a die.

    With `rounded`, rectangles with round corners are transparent outside of them; other outlines always.
    """
    if part.kind in {"dice", "standees"}:
        return {
            panel.name: PieceSide(piece.front, panel.rect, panel.turn)
            for panel in net_of(part).panels
            if panel.role == "face"
        }
    return {name: _side(face, piece.front, part.corner if rounded else 0.0) for name, face in piece.sides}


def net_of(part: Component) -> Net:
    """Return the net, a flat drawing with folds, that a die or standee is made of."""
    measures = part.measures
    if part.kind == "dice":
        return nets.die_net(measures["edge"], part.form)
    return nets.figure_net(measures["width"], measures["height"], part.form)


def _side(face: Face, front: Face, corner: float) -> PieceSide:
    """Return a side from a face; `corner` is the radius of the piece's corners in points, 0 for square ones."""
    trim = trim_box(face)
    # Without an outline the trim itself is the shape, and needs no mask.
    if not (face.cut or front.cut or corner):
        return PieceSide(face, trim)
    outline = cut_outline(face, front, corner)
    return PieceSide(face, path_box(outline) or trim, 0, outline)


def trim_box(face: Face) -> Rect:
    """Return the trim of a face as a rectangle in points, from its own corner."""
    return Rect(0, 0, face.trim.width, face.trim.height)


def draw_side(side: PieceSide, exported: ExportedGame, dpi: float) -> Image:
    """Draw a side as a picture of Pillow, upright: RGBA where it has an outline, else RGB."""
    image = draw_face(side.face, exported, dpi)
    if side.outline:
        image.putalpha(_trim_pictures(exported, dpi).mask(side.face, side.outline))
    return cropped(image, side.box, dpi, side.turn)


def draw_face(face: Face, exported: ExportedGame, dpi: float) -> Image:
    """Draw the trim of a face, without bleed, as a picture of Pillow."""
    (pixels,) = _trim_pictures(exported, dpi).draw([face])
    return pixels.image()


def _trim_pictures(exported: ExportedGame, dpi: float) -> FacePictures:
    """Return a drawer of the game's faces without bleed."""
    return FacePictures(exported, PictureStyle(dpi, bleed=False))


def cropped(image: Image, box: Rect, dpi: float, turn: int = 0) -> Image:
    """Return the part of a drawn face in a box, in points from the corner of its trim, upright.

    `turn` is the turn of the part on the face, in degrees clockwise, which is undone.
    """
    scale = dpi / 72
    left, top, right, bottom = (round(edge * scale) for edge in (box.x, box.y, box.right, box.bottom))
    # Pillow fills what lies beyond a picture with black.
    part = image.crop((max(0, left), max(0, top), min(right, image.width), min(bottom, image.height)))
    # Pillow turns anticlockwise: this undoes the turn on the face.
    return part.rotate(turn, expand=True)


def draw_all(draw: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield the result of `draw` for each item, in order; several processes (`jobs`) share the work."""
    import pypdfium2  # noqa: F401  before workers are forked, so that they share it

    yield from WorkerPool(draw, items, worker_count(jobs, len(items)), largest=1).results()
