"""A picture of all boxes that a person has to look at, each with its number and id."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw, ImageFont

_ACROSS = 4
_CELL = (300, 260)
"""Width and height, in pixels, of the place of a box."""
_WIDE = 2.5
"""Width of a picture, in heights, from which it takes a whole line."""
_FONT, _SMALLEST = 24, 10
"""Size of the words above a box, and that to which long ones shrink."""
_HEAD = 40
"""Height, in pixels, of the words above a box."""
_PAPER, _TEXT = "#ffffff", "#202020"


def question_sheet(boxes: Sequence[tuple[str, bytes]]) -> bytes:
    """Return one PNG of boxes to look at, given as words and pictures, numbered from 1; a row takes a line."""
    pictures = [Image.open(io.BytesIO(picture)).convert("RGB") for _, picture in boxes]
    places = [*_places(pictures, min(_ACROSS, len(boxes)))]
    width, height = _CELL
    across, down = max(column + wide for column, _, wide in places), 1 + places[-1][1]
    sheet = Image.new("RGB", (across * width, down * height), _PAPER)
    draw = ImageDraw.Draw(sheet)
    for index, ((words, _), picture, (column, line, wide)) in enumerate(zip(boxes, pictures, places, strict=True), 1):
        x, y = column * width, line * height
        text = f"{index} = {words}"
        draw.text((x + 12, y + 6), text, fill=_TEXT, font=_fitting_font(text, wide * width - 24))
        picture.thumbnail((wide * width - 16, height - _HEAD - 8))
        sheet.paste(picture, (x + 8, y + _HEAD))
    written = io.BytesIO()
    sheet.save(written, "PNG")
    return written.getvalue()


def _fitting_font(text: str, width: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the largest font in which a text is no wider than `width`."""
    fonts = map(ImageFont.load_default, range(_FONT, _SMALLEST, -1))
    return next((font for font in fonts if font.getlength(text) <= width), ImageFont.load_default(_SMALLEST))


def _places(pictures: Sequence[Image.Image], across: int) -> Iterator[tuple[int, int, int]]:
    """Yield column, line and width, in cells, of each picture; one that is much wider than high takes a line."""
    column = line = 0
    for picture in pictures:
        wide = _ACROSS if picture.width > _WIDE * picture.height else 1
        if column and column + wide > across:
            column, line = 0, line + 1
        yield column, line, wide
        column += wide
