"""The printed page of a sheet, with the places of its boxes, from its fillable form."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from PIL import Image

from generator.base.records import dataclass
from generator.write.pdf.form.form_fields import ATTACHED

SCALE = 2.0
"""Pixels of a page for a point of paper: 144 dpi, at which the smallest box of our sheets is 26 pixels high."""

BoxRect = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the page."""


@dataclass(frozen=True, slots=True)
class BlankPage:
    """A page without marks."""

    image: Image.Image
    boxes: dict[str, BoxRect]
    """Places of the boxes that can be filled in, by the id of the box; both halves of a box are one place."""
    sums: tuple[BoxRect, ...]
    """Places of the cells in which sums are written."""

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height of the page in pixels."""
        return self.image.size


def blank_pages(form: bytes) -> Iterator[BlankPage]:
    """Yield the pages of a fillable form, without its fields."""
    import pikepdf
    import pypdfium2

    with pikepdf.open(io.BytesIO(form)) as pdf:
        stamp = json.loads(pdf.attachments[ATTACHED].get_file().read_bytes())
        places = [(_boxes(page, stamp["fields"]), _sums(page, stamp["values"])) for page in pdf.pages]
    with closing(pypdfium2.PdfDocument(form)) as drawn:  # type: ignore[no-untyped-call]
        for page, (boxes, sums) in zip(drawn, places, strict=True):
            yield BlankPage(page.render(scale=SCALE, may_draw_forms=False).to_pil().convert("RGB"), boxes, sums)


def _boxes(page: Any, fields: dict[str, tuple[str, int]]) -> dict[str, BoxRect]:
    """Return the places of the boxes on a page by their ids, from the fields of the form."""
    boxes: dict[str, BoxRect] = {}
    for name, rect in _places(page):
        if name in fields:
            id_ = fields[name][0]
            boxes[id_] = _union(boxes.get(id_, rect), rect)
    return boxes


def _sums(page: Any, values: dict[str, str]) -> tuple[BoxRect, ...]:
    """Return the places of the cells with values on a page, from the fields of the form."""
    return tuple(rect for name, rect in _places(page) if name in values)


def _places(page: Any) -> Iterator[tuple[str, BoxRect]]:
    """Yield name and place of each field on a page."""
    height = float(page.MediaBox[3])
    for field in page.get("/Annots", ()):
        # PDF measures upwards from the bottom of the page.
        x1, y1, x2, y2 = (SCALE * float(value) for value in field.Rect)
        yield str(field.get("/T", "")), (x1, SCALE * height - y2, x2, SCALE * height - y1)


def _union(first: BoxRect, second: BoxRect) -> BoxRect:
    """Return the smallest rectangle around two others."""
    return (*map(min, first[:2], second[:2]), *map(max, first[2:], second[2:]))  # type: ignore[return-value]
