"""Pictures of faces from old PDFs: their forms are copied, so they stay drawings."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from generator.base.geometry import Matrix, Rect
from generator.build.changes.printed_pieces import PrintedSide
from generator.write.pdf_syntax import matrix, rectangle
from generator.write.png import page_pixels

DPI = 120
MOST_PIXELS = 900
"""Longest side of a picture: a large board is shown smaller."""

Pixels = tuple[int, int, bytes]
"""Width, height and RGB rows."""


class FormCopier:
    """Places faces on the pages of a new PDF, each form once."""

    def __init__(self, pdf: Any) -> None:
        """Take the open pikepdf document that the forms are copied into."""
        self._pdf = pdf
        self._copied: dict[str, Any] = {}

    def place(self, page: Any, sides: Iterable[tuple[PrintedSide, Matrix]]) -> None:
        """Draw faces on a page of a PDF, each with a matrix from the face to the page, whose y grows upwards."""
        import pikepdf

        forms = pikepdf.Dictionary()
        words = []
        for number, (side, placed) in enumerate(sides):
            name, trim = f"/Face{number}", Rect(0, 0, side.trim.width, side.trim.height)
            forms[name] = self._copy(side)
            # Clipped at the trim, so that no bleed shows.
            clip = f"{rectangle(trim)} re W n"
            words.append(f"q {matrix(placed)} cm {clip} {name} Do Q")
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        resources["/XObject"] = pikepdf.Dictionary(
            {**dict(resources.get("/XObject", {}).items()), **dict(forms.items())}
        )
        page.obj["/Resources"] = resources
        # Without it a viewer blends the page in the colour space of its own device (ISO 32000).
        page.obj["/Group"] = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB)
        # The page's own content may leave another matrix behind.
        page.contents_add(b"q", prepend=True)
        page.contents_add("\n".join(["Q", *words]).encode())

    def _copy(self, side: PrintedSide) -> Any:
        """Return the form of a side in the new PDF; it is copied at its first use."""
        if side.digest not in self._copied:
            self._copied[side.digest] = self._pdf.copy_foreign(side.form)
        return self._copied[side.digest]


def pictures(sides: Iterable[PrintedSide]) -> dict[str, Pixels]:
    """Return the pixels of faces, by the digest of each face: on white, without bleed."""
    import pikepdf

    # Equal faces are drawn once.
    by_digest = {side.digest: side for side in sides}
    with pikepdf.new() as pdf:
        copier = FormCopier(pdf)
        for side in by_digest.values():
            trim = side.trim
            scale = min(1.0, MOST_PIXELS * 72 / DPI / max(trim.width, trim.height))
            size = trim.width * scale, trim.height * scale
            # PDF viewers refuse pages of less than 3 points.
            page = pdf.add_blank_page(page_size=(max(3.0, size[0]), max(3.0, size[1])))
            # Turned over, because y grows upwards in PDF.
            copier.place(page, [(side, Matrix(scale, 0, 0, -scale, 0, size[1]))])
        target = io.BytesIO()
        pdf.save(target)
    return dict(zip(by_digest, page_pixels(target.getvalue(), DPI), strict=True)) if by_digest else {}
