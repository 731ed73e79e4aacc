"""A picture of all boxes that a person has to look at, numbered."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw, ImageFont

from generator.scoresheets.photos.photo_reading import CutOut

_ACROSS = 4
_CELL = (300, 260)
"""Width and height, in pixels, of the place of a box."""
_WIDE = 2.5
"""Width of a picture, in heights, from which it takes a whole line."""
_HEAD = 40
"""Height, in pixels, of the number above a box."""
_PAPER, _TEXT = "#ffffff", "#202020"


def question_sheet(cut_outs: Sequence[CutOut]) -> bytes:
    """Return one PNG of boxes to look at, numbered from 1, with the numbers read in them; a row takes a line."""
    pictures = [Image.open(io.BytesIO(cut_out.picture)).convert("RGB") for cut_out in cut_outs]
    places = [*_places(pictures, min(_ACROSS, len(cut_outs)))]
    width, height = _CELL
    across, down = max(column + wide for column, _, wide in places), 1 + places[-1][1]
    sheet = Image.new("RGB", (across * width, down * height), _PAPER)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size=24)
    for index, (cut_out, picture, (column, line, wide)) in enumerate(zip(cut_outs, pictures, places, strict=True), 1):
        x, y = column * width, line * height
        read = "" if cut_out.number is None else f": {cut_out.number}"
        draw.text((x + 12, y + 6), f"{index}{read}", fill=_TEXT, font=font)
        picture.thumbnail((wide * width - 16, height - _HEAD - 8))
        sheet.paste(picture, (x + 8, y + _HEAD))
    written = io.BytesIO()
    sheet.save(written, "PNG")
    return written.getvalue()


def _places(pictures: Sequence[Image.Image], across: int) -> Iterator[tuple[int, int, int]]:
    """Yield column, line and width, in cells, of each picture; one that is much wider than high takes a line."""
    column = line = 0
    for picture in pictures:
        wide = _ACROSS if picture.width > _WIDE * picture.height else 1
        if column and column + wide > across:
            column, line = 0, line + 1
        yield column, line, wide
        column += wide
