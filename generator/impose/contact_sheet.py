"""Contact sheets: all faces of a game on one page, in rows, each with its name below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.model.face import Face, Ink
from generator.model.press_sheet import PlacedFace, PressSheet

GAP = 5 * MM  # between faces, and around all of them
CAPTION = 7 * MM  # height of the strip below each face, for its name
HEAD = 14 * MM  # height of the strip above all faces, for the title
WIDTH = 620 * MM  # width of a sheet, unless a single face is wider
INK = "#2b2622"


@dataclass(frozen=True, slots=True)
class NamedFace:
    """A face and its caption."""

    name: str
    face: Face


def contact_sheet(faces: Sequence[NamedFace], title: str, set_text: TextSetter) -> PressSheet:
    """Return a page with all faces in rows, without their bleed, each with its name below it.

    `set_text` typesets a line. Raises ValueError if there are no faces.
    """
    if not faces:
        raise ValueError("a contact sheet needs faces")
    placed: list[PlacedFace] = []
    captions: list[Ink] = [*set_text(title, 16.0, GAP, 9.5 * MM, "start", INK)]
    y, right = HEAD, 0.0
    for row in _rows(faces):
        x = GAP
        for named in row:
            trim = Rect(x, y, named.face.trim.width, named.face.trim.height)
            placed.append(PlacedFace(f"{named.name}#{len(placed)}", named.face, Matrix.translation(x, y), trim, trim))
            captions += set_text(named.name, 7.5, trim.centre[0], trim.bottom + 3.5 * MM, "middle", INK)
            x = trim.right + GAP
        y += max(named.face.trim.height for named in row) + CAPTION
        right = max(right, x)
    return PressSheet(Size(right, y), "recto", 1, tuple(placed), tuple(captions))


def _rows(faces: Sequence[NamedFace]) -> Iterator[list[NamedFace]]:
    """Yield the faces row by row, each row no wider than WIDTH unless a single face is."""
    row: list[NamedFace] = []
    used = GAP
    for named in faces:
        step = named.face.trim.width + GAP
        if row and used + step > WIDTH:
            yield row
            row, used = [], GAP
        row.append(named)
        used += step
    yield row
