"""Widgets of a room of playingcards.io as its files have them: lengths in pixels of the room.

Their keys are those that virtualtabletop.io reads (`server/pcioimport.mjs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.base.geometry import Rect

Widget = dict[str, Any]
"""A widget as JSON."""

ROOM = 1600.0, 1000.0
"""Width and height of a room."""
HAND = Rect(50, 820, 1500, 180)
"""Where each player's own hand is shown; nothing else can lie there."""
FRAME = 4
"""Pixels of a pile around its cards, on each side."""
ASSETS = "userassets"
"""The folder of pictures in the file."""


def hand() -> Widget:
    """Return the place where each player sees the own cards."""
    return {"id": "hand", "type": "hand", "x": HAND.x, "y": HAND.y, "z": 1, "enabled": True}


def board(id_: str, place: Rect, z: int, picture: str) -> Widget:
    """Return a picture that cannot be moved, on which other things lie."""
    return {"id": id_, "type": "board", **_rect(place), "z": z, "boardImage": picture}


def pile(id_: str, place: Rect, z: int, label: str, *, can_shuffle: bool) -> Widget:
    """Return a place for cards; its frame lies around `place`, which is in pixels."""
    return {
        "id": id_,
        "type": "cardPile",
        **_rect(place.expand(FRAME)),
        "z": z,
        "label": label,
        "hasShuffleButton": can_shuffle,
    }


def deck(
    id_: str, home: Widget | None, size: tuple[float, float], cards: Mapping[str, Mapping[str, str]], back: str
) -> Widget:
    """Return kinds of cards with one back; `home` is the pile to which they are called back, None for no pile."""
    position = {"x": home["x"] + FRAME, "y": home["y"] + FRAME, "parent": home["id"]} if home else {"x": 0, "y": 0}
    return {
        "id": id_,
        "type": "cardDeck",
        **position,
        "z": 0,
        "cardWidth": size[0],
        "cardHeight": size[1],
        "cardTypes": cards,
        "faceTemplate": _face(size, "dynamic", "image"),
        "backTemplate": _face(size, "static", back),
        "enlarge": True,
    }


def card(id_: str, position: tuple[float, float], z: int, deck_id: str, kind: str, **further: Any) -> Widget:
    """Return a card; `further` are `faceup`, and `parent`, the id of the pile on which it lies."""
    return {
        "id": id_,
        "type": "card",
        "x": position[0],
        "y": position[1],
        "z": z,
        "deck": deck_id,
        "cardType": kind,
        **further,
    }


def spinner(id_: str, place: Rect, z: int, options: Sequence[str]) -> Widget:
    """Return a die that shows words, `options`."""
    return {"id": id_, "type": "spinner", **_rect(place), "z": z, "options": [*options], "value": options[0]}


def _face(size: tuple[float, float], kind: str, value: str) -> Widget:
    """Return the template of a card's face: one picture, the same for all (`static`) or of each card (`dynamic`)."""
    image = {"type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "color": "transparent"}
    return {
        "includeBorder": False,
        "includeRadius": False,
        "objects": [{**image, "valueType": kind, "value": value}],
    }


def _rect(place: Rect) -> Widget:
    """Return a rectangle as the keys of a widget, in pixels with one decimal."""
    return {
        "x": round(place.x, 1),
        "y": round(place.y, 1),
        "width": round(place.width, 1),
        "height": round(place.height, 1),
    }
