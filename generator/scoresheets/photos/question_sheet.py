"""A picture of all boxes that a person has to look at, numbered."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from generator.scoresheets.photos.photo_reading import CutOut

_ACROSS = 4
_CELL = (300, 260)
"""Width and height, in pixels, of the place of a box."""
_HEAD = 40
"""Height, in pixels, of the number above a box."""
_PAPER, _TEXT = "#ffffff", "#202020"


def question_sheet(cut_outs: Sequence[CutOut]) -> bytes:
    """Return one PNG of boxes to look at, in rows and numbered from 1, with the numbers read in them."""
    across = min(_ACROSS, len(cut_outs))
    width, height = _CELL
    sheet = Image.new("RGB", (across * width, math.ceil(len(cut_outs) / across) * height), _PAPER)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size=24)
    for index, cut_out in enumerate(cut_outs):
        x, y = index % across * width, index // across * height
        read = "" if cut_out.number is None else f": {cut_out.number}"
        draw.text((x + 12, y + 6), f"{index + 1}{read}", fill=_TEXT, font=font)
        picture = Image.open(io.BytesIO(cut_out.picture)).convert("RGB")
        picture.thumbnail((width - 16, height - _HEAD - 8))
        sheet.paste(picture, (x + 8, y + _HEAD))
    written = io.BytesIO()
    sheet.save(written, "PNG")
    return written.getvalue()
