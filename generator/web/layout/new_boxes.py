"""The elements that the layout page adds to a card, as the profile of SVG has them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from html import escape
from itertools import chain, count

from starlette.exceptions import HTTPException

from generator.base.geometry import Size
from generator.base.units import decimal, to_mm
from generator.web.http.request_form import field_value, require_option

KINDS = ("text", "column", "picture", "icon", "rect", "circle")
"""Elements that can be added; `column` is a text that prints a column of the table."""
_SHARE = 0.5
"""Width of a new box as a share of the card's."""
_SQUARE = frozenset({"picture", "icon", "circle"})
_SAFE, _LEAST = 3.0, 5.0
"""Millimetres between a new box and the edge, and the least width that is left for it."""


def new_box(fields: Mapping[str, list[str]], trim: Size, ids: Collection[str], printed: Callable[[str], str]) -> str:
    """Return the SVG element that a form asks for, in the middle of the card or at `x` and `y` in millimetres.

    `ids` are those of the other elements, and `printed` gives the expression that prints a column. Raises
    HTTPException 400 for another kind, or a text that cannot stand there.
    """
    kind = require_option(fields.get("kind", ()), KINDS, "")
    value, id_ = field_value(fields, "value").strip(), new_id(fields, ids)
    width, height = to_mm(trim.width) * _SHARE, 8.0
    # Square: icons and circles are, and the proportions of a picture are not known yet.
    if kind in _SQUARE:
        height = width = min(width, to_mm(trim.height) * _SHARE)
    x = _place(fields, "x", (to_mm(trim.width) - width) / 2)
    y = _place(fields, "y", (to_mm(trim.height) - height) / 2)
    # Dropped near an edge, a box is as wide as there is room.
    width = min(width, max(to_mm(trim.width) - _SAFE - x, _LEAST))
    height = width if kind in _SQUARE else height
    rect = " ".join(decimal(round(number, 1)) for number in (x, y, width, height))
    style = 'font-size="10pt" pnp:fit="shrink 6pt" fill="#222222"'
    match kind:
        case "text":
            # Only this text is free; all other values are names, which need no escaping.
            return f'<text id="{id_}" pnp:rect="{rect}" {style}>{escape(value or "Text")}</text>'
        case "column":
            return f'<text id="{id_}" pnp:rect="{rect}" {style}>{{{{ {printed(_name(value))} }}}}</text>'
        case "picture":
            return f'<image id="{id_}" pnp:rect="{rect}" href="{{{{ card.{_name(value)} }}}}"/>'
        case "icon":
            return f'<use id="{id_}" pnp:rect="{rect}" href="#icon-{_name(value)}" fill="#dddddd" color="#222222"/>'
        case "circle":
            return f'<ellipse id="{id_}" pnp:rect="{rect}" fill="#dddddd"/>'
        case "rect":
            return f'<rect id="{id_}" pnp:rect="{rect}" fill="#dddddd"/>'
    raise HTTPException(400)


def new_id(fields: Mapping[str, list[str]], ids: Collection[str]) -> str:
    """Return the id for a new box from a form, "box" by default, with a number where it is one of the `ids`.

    Raises HTTPException 400 for an invalid one.
    """
    name = _name(field_value(fields, "id") or "box", extra="-")
    # With a hyphen, picture-2 would stand for a file of that name.
    numbered = (f"{name}_{number}" for number in count(2))
    return next(id_ for id_ in chain([name], numbered) if id_ not in ids)


def _name(text: str, extra: str = "_-") -> str:
    """Return a text if it can be the name of a column, an icon or an id; raises HTTPException 400 for any other.

    `extra` are the signs allowed besides letters, digits and `_`.
    """
    plain = text
    for sign in extra + "_":
        plain = plain.replace(sign, "")
    if not plain.isalnum() or len(text) > 60:
        raise HTTPException(400)
    return text


def _place(fields: Mapping[str, list[str]], name: str, default: float) -> float:
    """Return a length in millimetres from a form; raises HTTPException 400 for a text that is no number."""
    try:
        return float(field_value(fields, name) or default)
    except ValueError:
        raise HTTPException(400) from None
