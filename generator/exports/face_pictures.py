"""Faces as pixels and as picture files, drawn by several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.system.output_file import output_errors
from generator.base.units import to_mm
from generator.base.workers import WorkerPool, worker_count
from generator.build.outputs.face_images import AT_ONCE, LARGEST
from generator.exports.exported_game import ExportedGame
from generator.model.face import Drawing, Face, Shape
from generator.model.press_sheet import PressDocument
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import ANY_DAY, face_sheet, pdf_chunks
from generator.write.png import PagePixels, drawn_pages, image_png

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.write.pdf.xobjects import XObject

JPEG_QUALITY = 95
"""Quality of JPEG files. Their colours are not subsampled, which would blur coloured letters."""

_HAIR = 0.01
"""Part of a pixel that is an error of rounding."""

LARGE = 20e6
"""Pixels of a picture from which on one is drawn at a time: boards of two processes would take 300 MB."""


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """How faces become pixels."""

    dpi: float = 300
    """Dots per inch; sides are rounded to whole pixels."""
    bleed: bool | float = True
    """Whether pictures have the bleed of their faces, or how much of it at most, in points."""
    size: tuple[int, int] | None = None
    """Width and height in pixels, whatever `dpi` would give; the face is stretched to them."""
    canvas: tuple[int, int] | None = None
    """Width and height in pixels at `dpi`, whatever `bleed` would give: the trim of the face stands in the middle.

    Where the bleed of a face is narrower than that, it stays white.
    """
    repeats_edges: bool = False
    """Whether the pixels at the edge of a face are repeated where its canvas would stay white."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture to write."""

    path: Path
    """Its name ends in `.png`, `.jpg` or `.jpeg`."""
    face: Face
    outline: str = ""
    """Path of a Shape, in points, outside of which a PNG is transparent; empty for an opaque one."""
    turn: int = 0
    """90 to turn the picture clockwise by as many degrees, -90 for the other way."""


class FacePictures:
    """Draws faces of a game in one style."""

    def __init__(self, exported: ExportedGame, style: PictureStyle) -> None:
        """Take a game with finished faces, and the style of all pictures."""
        self._forms, self._fonts, self._style = exported.forms, exported.fonts, style

    def size(self, face: Face) -> tuple[int, int]:
        """Return width and height of a face's picture in pixels."""
        if fixed := self._style.size or self._style.canvas:
            return fixed
        page, scale = self._page(face), self._style.dpi / 72
        return max(1, round(page.width * scale)), max(1, round(page.height * scale))

    def _page(self, face: Face) -> Size:
        """Return the size of the drawn part of a face in points: its trim, and the bleed that the style asks for."""
        if self._style.canvas:
            (width, height), (x, y) = self._style.canvas, self._missing(face)
            return Size((width - 2 * x) * 72 / self._style.dpi, (height - 2 * y) * 72 / self._style.dpi)
        return face.trim.expand(face.bleed if self._style.bleed is True else min(face.bleed, float(self._style.bleed)))

    def _missing(self, face: Face) -> tuple[int, int]:
        """Return by how many pixels a face's edge is repeated to fill its canvas.

        The two numbers are for the sides, and for head and foot.
        """
        if not (self._style.canvas and self._style.repeats_edges):
            return 0, 0
        drawn, scale = face.trim.expand(face.bleed), self._style.dpi / 72
        width, height = self._style.canvas
        # The face stands in the middle of its canvas.
        beyond = (width - drawn.width * scale) / 2, (height - drawn.height * scale) / 2
        return max(0, ceil(beyond[0] - _HAIR)), max(0, ceil(beyond[1] - _HAIR))

    def check(self, faces: Iterable[Face]) -> None:
        """Raise UsageError for a face whose picture would have more than LARGEST pixels."""
        for face in faces:
            width, height = self.size(face)
            if width * height > LARGEST:
                raise UsageError(
                    f"--dpi {self._style.dpi:g} is too fine for a face of {to_mm(face.trim.width):.0f} × "
                    f"{to_mm(face.trim.height):.0f} mm; at most {LARGEST / 1e6:.0f} megapixels are drawn, "
                    "ask for fewer dots an inch"
                )

    def draw(self, faces: Sequence[Face]) -> Iterator[PagePixels]:
        """Yield the pixels of each face on white, in order."""
        return self._draw(faces, self._forms)

    def write(self, pictures: Sequence[PictureFile], jobs: int) -> Iterator[int]:
        """Write picture files by several processes (`jobs`); yield how many are done.

        Folders must be there. A face that several files show is drawn once. Raises OutputError.
        """
        self.check(picture.face for picture in pictures)
        import pypdfium2  # noqa: F401  before workers are forked, so that they share it

        alike: dict[tuple[str, str, int, str], list[PictureFile]] = {}
        for picture in pictures:
            # Everything that decides about the bytes of the file.
            look = picture.face.key, picture.outline, picture.turn, picture.path.suffix
            alike.setdefault(look, []).append(picture)
        # Large pictures come last and one at a time, for the memory.
        large = {key for key, group in alike.items() if self._is_large(group[0].face)}
        done = 0
        for written in self._written([group for key, group in alike.items() if key not in large], jobs):
            yield (done := done + written)
        for written in self._written([alike[key] for key in alike if key in large], 1):
            yield (done := done + written)

    def _is_large(self, face: Face) -> bool:
        """Return whether a face's picture is so large that it must be drawn alone."""
        width, height = self.size(face)
        return width * height > LARGE

    def _written(self, groups: Sequence[Sequence[PictureFile]], jobs: int) -> Iterator[int]:
        """Write pictures, each group of equal ones drawn once; yield numbers of finished files."""
        batches = [groups[start : start + AT_ONCE] for start in range(0, len(groups), AT_ONCE)]
        return WorkerPool(self._write, batches, worker_count(jobs, len(batches)), largest=1).results()

    def _write(self, groups: Sequence[Sequence[PictureFile]]) -> int:
        """Write pictures, each to all files of its group; return the number of files."""
        first = [group[0] for group in groups]
        masks = self._masks((picture.face, picture.outline) for picture in first if picture.outline)
        drawn = self.draw([picture.face for picture in first])
        for group in groups:
            data = self._encoded(group[0], next(drawn), masks.get(_mask_key(group[0])))  # holds no picture meanwhile
            for picture in group:
                with output_errors(picture.path):
                    picture.path.write_bytes(data)
        return sum(map(len, groups))

    def _encoded(self, picture: PictureFile, pixels: PagePixels, mask: Image | None) -> bytes:
        """Return the bytes of a picture file, PNG or JPEG, with its mask and turn."""
        is_png, dpi = picture.path.suffix == ".png", self._style.dpi
        # Most pictures need neither, and are written without Pillow.
        if is_png and not (mask or picture.turn):
            return pixels.png(dpi)
        image = pixels.image()
        if mask:
            image.putalpha(mask)
        if picture.turn:
            # Pillow turns anticlockwise.
            image = image.rotate(-picture.turn, expand=True)
        if not is_png:
            return jpeg(image, dpi)
        return image_png(image, dpi)

    def mask(self, face: Face, outline: str) -> Image:
        """Return the opacity of each pixel of a face, for a picture that is transparent outside of an outline."""
        (mask,) = self._masks([(face, outline)]).values()
        return mask

    def _masks(self, outlined: Iterable[tuple[Face, str]]) -> dict[str, Image]:
        """Return masks of faces with outlines, one for each outline and size of face."""
        from PIL.ImageOps import invert

        outlines = {_outline_key(face, outline): _outline_face(face, outline) for face, outline in outlined}
        # An outline has no text, so that it needs no fonts.
        forms = {key: compile_face(face, {})[0] for key, face in outlines.items()}
        drawn = self._draw([*outlines.values()], forms) if outlines else iter(())
        # Outlines are drawn black on white: inverted, they are opaque inside.
        return {key: invert(pixels.image().convert("L")) for key, pixels in zip(outlines, drawn, strict=True)}

    def _draw(self, faces: Sequence[Face], forms: Mapping[str, XObject]) -> Iterator[PagePixels]:
        """Yield the pixels of faces drawn from their compiled forms."""
        sheets = tuple(face_sheet(number, face, self._page(face)) for number, face in enumerate(faces, 1))
        pdf = pdf_chunks(PressDocument("", "", "", "en", ANY_DAY, sheets), forms, self._fonts)
        drawn = drawn_pages(pdf, self._style.dpi, size=self._style.size)
        for face in faces:
            yield next(drawn).extend(*self._missing(face))  # holds no page while the next one is drawn


def jpeg(image: Image, dpi: float) -> bytes:
    """Return a picture as a JPEG file with its resolution."""
    file = BytesIO()
    # JPEG files have their dots per inch as whole numbers.
    image.save(file, "JPEG", quality=JPEG_QUALITY, subsampling=0, dpi=(round(dpi), round(dpi)))
    return file.getvalue()


def _mask_key(picture: PictureFile) -> str:
    """Return the key of a picture's mask; empty without an outline."""
    return _outline_key(picture.face, picture.outline) if picture.outline else ""


def _outline_key(face: Face, outline: str) -> str:
    """Return a key that equal outlines on faces of one size share."""
    return digest(outline, repr((face.trim, face.bleed)))


def _outline_face(face: Face, outline: str) -> Face:
    """Return a face as large as another, black inside of an outline."""
    ink = Drawing.of((Shape(outline, fill="#000000"),))
    return replace(face, key=_outline_key(face, outline), ink=ink)
