"""New boxes as a drawing of another program has them: in the units of its page, without names of this program."""

from __future__ import annotations

import re

from generator.base.geometry import Matrix, Rect
from generator.base.units import decimal

_RECT = re.compile(r' pnp:rect="([-\d. ]+)"')
_OURS = re.compile(r' pnp:[\w-]+="[^"]*"')
_SIZE = re.compile(r' font-size="([\d.]+)pt"')
_NAME = re.compile(r"<(\w+)")
_BASELINE = 0.75
"""Share of the height of a text's box that is above the line on which its letters stand."""
_MM = 25.4 / 72


def box_in_drawing(markup: str, page: Matrix) -> str:
    """Return a new element for a drawing: one that the layout page makes has its rectangle in millimetres of the face.

    `page` maps the page of the drawing to the face.
    """
    written, name = _RECT.search(markup), _NAME.match(markup)
    if not written or not name:
        return markup
    rect = page.inverse().bounding_box(Rect(*map(float, written[1].split())))
    places = "".join(f' {key}="{decimal(value)}"' for key, value in _places(name[1], rect).items())
    # A point of a drawing is a unit of its page, which may have any size.
    letters = _SIZE.search(markup)
    if letters:
        size = decimal(float(letters[1]) * _MM / page.mean_scale)
        markup = markup.replace(letters[0], f' font-size="{size}px"')
    return _OURS.sub("", markup.replace(written[0], places))


def _places(name: str, rect: Rect) -> dict[str, float]:
    """Return the attributes that place an element of some name in a rectangle."""
    if name == "text":
        return {"x": rect.x, "y": rect.y + rect.height * _BASELINE}
    if name == "ellipse":
        middle = {"cx": rect.x + rect.width / 2, "cy": rect.y + rect.height / 2}
        return middle | {"rx": rect.width / 2, "ry": rect.height / 2}
    return {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}
