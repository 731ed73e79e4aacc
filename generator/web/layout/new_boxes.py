"""The elements that the layout page adds to a card, as the profile of SVG has them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from itertools import chain, count
from typing import NamedTuple

from starlette.exceptions import HTTPException

from generator.base.geometry import Rect, Size
from generator.base.units import decimal, to_mm
from generator.web.http.request_form import field_value, require_option
from generator.web.layout.free_room import SAFE, free_place

FILE = "file"
"""Kind of the element that shows one picture on all cards."""
KINDS = ("text", "column", "picture", FILE, "icon", "rect", "circle")
"""Elements that can be added; `column` is a text that prints a column of the table."""
_SHARE = 0.5
"""Width of a new box as a share of the card's."""
_SHAPED = frozenset({"picture", FILE, "icon", "circle"})
"""Kinds whose height follows from their width."""
_LEAST = 5.0
"""Least width in millimetres that is left for a new box."""


class CardRoom(NamedTuple):
    """The card that a box is added to."""

    trim: Size
    """Size of the card in points."""
    boxes: Sequence[Rect]
    """Places of its elements, in millimetres."""
    ids: Collection[str]
    """Ids of its elements."""


def new_box(
    fields: Mapping[str, list[str]], room: CardRoom, printed: Callable[[str], str], proportions: float = 1
) -> str:
    """Return the SVG element that a form asks for, in free room of the card or at `x` and `y` in millimetres.

    `printed` gives the expression that prints a column, and `proportions` are the width of a picture as a share of its
    height. Raises HTTPException 400 for another kind, or a text that cannot stand there.
    """
    kind = require_option(fields.get("kind", ()), KINDS, "")
    value, id_ = field_value(fields, "value").strip(), new_id(fields, room.ids)
    rect = " ".join(decimal(round(number, 1)) for number in _new_rect(fields, kind, room, proportions))
    style = 'font-size="10pt" pnp:fit="shrink 6pt" fill="#222222"'
    match kind:
        case "text":
            # Only this text is free; all other values are names, which need no escaping.
            return f'<text id="{id_}" pnp:rect="{rect}" {style}>{escape(value or "Text")}</text>'
        case "column":
            return f'<text id="{id_}" pnp:rect="{rect}" {style}>{{{{ {printed(_name(value))} }}}}</text>'
        case "picture" | "file":
            # Braces in the name of a file would begin an expression of the template.
            file = f"{{{{ card.{_name(value)} }}}}" if kind == "picture" else escape(value).replace("{", "&#123;")
            return f'<image id="{id_}" pnp:rect="{rect}" href="{file}"/>'
        case "icon":
            return f'<use id="{id_}" pnp:rect="{rect}" href="#icon-{_name(value)}" fill="#dddddd" color="#222222"/>'
        case "circle":
            return f'<ellipse id="{id_}" pnp:rect="{rect}" fill="#dddddd"/>'
        case "rect":
            return f'<rect id="{id_}" pnp:rect="{rect}" fill="#dddddd"/>'
    raise HTTPException(400)


def _new_rect(
    fields: Mapping[str, list[str]], kind: str, room: CardRoom, proportions: float
) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a new box, in millimetres."""
    card = Size(to_mm(room.trim.width), to_mm(room.trim.height))
    width, height = card.width * _SHARE, 8.0
    if kind in _SHAPED:
        width = min(width, card.height * _SHARE * proportions)
        height = width / proportions
    x, y = free_place(Size(width, height), card, room.boxes)
    x, y = _place(fields, "x", x), _place(fields, "y", y)
    if kind == FILE and field_value(fields, "x"):
        # A picture is held in its middle.
        return _within(x - width / 2, card.width - width), _within(y - height / 2, card.height - height), width, height
    # Dropped near an edge, a box is as wide as there is room.
    width = min(width, max(card.width - SAFE - x, _LEAST))
    return x, y, width, width / proportions if kind in _SHAPED else height


def _within(place: float, last: float) -> float:
    """Return a place that is not before the edge of a card, nor behind the last one."""
    return min(max(place, 0.0), last)


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
