"""Say which pictures of pixels are finer or coarser than their print needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.base.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generator.model.face import Face, PictureUse

SHARP = 300
"""Dots per inch at which a print is sharp."""
_COARSE = 200
"""Dots per inch below which the pixels of a picture begin to be visible."""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A picture file, where it is shown largest."""

    file: str
    dpi: int
    """Resolution at the printed size, in dots per inch."""
    enough: int
    """Recommended resolution, in dots per inch."""

    @property
    def line(self) -> str:
        """Sentence about the picture, for people."""
        if self.dpi > self.enough:
            return f"{self.file}: {self.dpi} dpi at its printed size; {self.enough} is enough"
        return f"{self.file}: {self.dpi} dpi at its printed size; it should have {self.enough}"

    def document(self) -> dict[str, object]:
        """Return the row for `--json`; resolutions in dots per inch."""
        return {"file": self.file, "dpi": self.dpi, "enough": self.enough}


def picture_rows(faces: Iterable[Face]) -> tuple[PictureRow, ...]:
    """Return the pictures that are finer than is printed, or coarse where they are shown largest, by name."""
    largest: dict[str, PictureUse] = {}
    for use in (use for face in faces for use in face.pictures):
        coarsest = largest.get(use.file)
        # Where a picture is largest, it has the fewest dots per inch.
        if coarsest is None or use.dpi < coarsest.dpi:
            largest[use.file] = use
    rows = (_row(largest[file]) for file in sorted(largest))
    return tuple(row for row in rows if row)


def _row(use: PictureUse) -> PictureRow | None:
    """Return the row of a picture; None if it is neither finer nor coarser than is needed."""
    if use.is_fine:
        return PictureRow(use.file, round(use.dpi), round(use.enough))
    return PictureRow(use.file, round(use.dpi), SHARP) if use.dpi < _COARSE else None
