"""Contact sheets: every face of a game at a glance, in rows, with its name below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.model.face import Face, Ink
from generator.model.press_sheet import PlacedFace, PressSheet

GAP = 5 * MM
"""Between faces, and around all of them."""
CAPTION = 7 * MM
"""The strip below each face that its name stands in."""
HEAD = 14 * MM
"""The strip above all faces that the title stands in."""
WIDTH = 620 * MM
"""Of a sheet, unless a single face is wider."""
INK = "#2b2622"


@dataclass(frozen=True, slots=True)
class NamedFace:
    """One face and what to call it."""

    name: str
    face: Face


def contact_sheet(shown: Sequence[NamedFace], title: str, label: TextSetter) -> PressSheet:
    """All faces in rows on one page, cut to their trims.

    Raises ValueError where there is nothing to show.
    """
    if not shown:
        raise ValueError("a contact sheet needs faces")
    placed: list[PlacedFace] = []
    words: list[Ink] = [*label(title, 16.0, GAP, 9.5 * MM, "start", INK)]
    y, right = HEAD, 0.0
    for row in _rows(shown):
        x = GAP
        for each in row:
            trim = Rect(x, y, each.face.trim.width, each.face.trim.height)
            placed.append(PlacedFace(f"{each.name}#{len(placed)}", each.face, Matrix.translation(x, y), trim, trim))
            words += label(each.name, 7.5, trim.centre[0], trim.bottom + 3.5 * MM, "middle", INK)
            x = trim.right + GAP
        y += max(each.face.trim.height for each in row) + CAPTION
        right = max(right, x)
    return PressSheet(Size(right, y), "recto", 1, tuple(placed), tuple(words))


def _rows(shown: Sequence[NamedFace]) -> Iterator[list[NamedFace]]:
    """As many in a row as fit, at least one."""
    row: list[NamedFace] = []
    used = GAP
    for each in shown:
        step = each.face.trim.width + GAP
        if row and used + step > WIDTH:
            yield row
            row, used = [], GAP
        row.append(each)
        used += step
    yield row
