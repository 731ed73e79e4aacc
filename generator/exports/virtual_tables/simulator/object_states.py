"""Objects of Tabletop Simulator as its saved files describe them.

The names and values are those of the program's own files, as the npm package `@typed-tabletop-simulator/declaration`
2.2.1 lists them. A file in which one object lacks `LayoutGroupSortIndex` or `Value` may not load at all
(`jjds44444/pili-pili-tts`), so that every object has every common value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.base.geometry import Size
from generator.base.records import dataclass

State = dict[str, Any]
"""An object as JSON."""

READABLE = 180.0
"""Degrees about the upright axis at which an object is read from the near side of the table."""
FACE_DOWN = 180.0

WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}

TILE_SHAPES = {"rect": 0, "hex": 1, "round": 2, "rounded": 3}
CARD_SHAPES = {"rounded": 0, "rect": 1, "hex": 3, "round": 4}
D6 = 1
RANDOM_ORDER = 2
"""Order of a bag from which things are taken out at random."""
THICKNESS = 0.1
"""Thickness of tiles and tokens, in units of their scale."""
MERGE = 15.0
"""Pixels by which the outline of a token may differ from its picture: the program's own default."""

HAND_ZONE = "HandTrigger"
"""The program's name for the place of a player's hand."""

DIE_TURNS = {1: (-90, 0, 0), 2: (0, 0, 0), 3: (0, 0, -90), 4: (0, 0, 90), 5: (0, 0, -180), 6: (90, 0, 0)}
"""How a die lies that shows a face: degrees about its three axes."""


INCH = 72.0
"""Points of one unit of the program, so that a table is as large as the printed one."""
_CARD_HEIGHT = 3.06
"""Units of the height of a card whose scale is 1; its width follows from its picture. Measured in tables of others."""
_SHORT_SIDE = 2.0
"""Units of the shorter side of a tile or token whose scale is 1. Measured in tables of others."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an object lies, in units of the program: x to the right, y upwards, z away from the reader."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    turn: float = 0.0
    """Degrees clockwise, seen from above."""
    is_face_up: bool = True
    scale: float = 1.0
    thickness: float = 1.0
    """Its scale upwards."""

    def state(self) -> State:
        """Return the pose as Tabletop Simulator saves it, a `Transform`."""
        turn = (READABLE + self.turn) % 360
        place = {"posX": self.x, "posY": self.y, "posZ": self.z}
        rotation = {"rotX": 0.0, "rotY": turn, "rotZ": 0.0 if self.is_face_up else FACE_DOWN}
        scale = {"scaleX": self.scale, "scaleY": self.thickness, "scaleZ": self.scale}
        # Adding 0.0 makes 0.0 of -0.0, so that equal places are the same text.
        return {name: round(value, 4) + 0.0 for name, value in (place | rotation | scale).items()}


def card_scale(size: Size) -> float:
    """Return the scale of a card as large as a size in points."""
    return size.height / INCH / _CARD_HEIGHT


def tile_scale(size: Size) -> float:
    """Return the scale of a tile, token or standee as large as a size in points."""
    return min(size.width, size.height) / INCH / _SHORT_SIDE


def thing(name: str, guid: str, pose: Pose, title: str, **properties: Any) -> State:
    """Return an object of a kind that the program calls `name`, with its id, pose, title and further values."""
    common: State = {
        "GUID": guid,
        "Name": name,
        "Transform": pose.state(),
        "Nickname": title,
        "Description": "",
        "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": WHITE,
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
    }
    scripts = {"LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
    # Later entries win, so that properties may change common values.
    return common | properties | scripts


def sheet_state(front: str, back: str, grid: tuple[int, int], *, shape: str, is_secret: bool = False) -> State:
    """Return a sheet of cards from the addresses of its pictures; `grid` is columns and rows.

    With `is_secret` the picture of the back has a back for each card, and the last places are shown to others.
    """
    return {
        "FaceURL": front,
        "BackURL": back,
        "NumWidth": grid[0],
        "NumHeight": grid[1],
        "BackIsHidden": not is_secret,
        "UniqueBack": is_secret,
        "Type": CARD_SHAPES[shape],
    }


def card(guid: str, pose: Pose, title: str, card_id: int, sheet: tuple[int, State]) -> State:
    """Return a single card; `card_id` is its number, `sheet` the number of its sheet and the sheet."""
    number, state = sheet
    properties = {"CardID": card_id, "SidewaysCard": False, "CustomDeck": {str(number): state}}
    return thing("CardCustom", guid, pose, title, HideWhenFaceDown=True, Hands=True, **properties)


def deck(guid: str, pose: Pose, title: str, cards: Sequence[State]) -> State:
    """Return a deck of cards, the uppermost first."""
    order = list(cards)[::-1] if pose.is_face_up else list(cards)  # the program counts from the side of the backs
    sheets: Mapping[str, State] = {
        number: sheet for card_state in order for number, sheet in card_state["CustomDeck"].items()
    }
    properties = {
        "SidewaysCard": False,
        "DeckIDs": [card_state["CardID"] for card_state in order],
        # By number: as texts, sheet 10 would come before sheet 2.
        "CustomDeck": dict(sorted(sheets.items(), key=lambda item: int(item[0]))),
    }
    return thing("DeckCustom", guid, pose, title, HideWhenFaceDown=True, **properties, ContainedObjects=order)


def tile(guid: str, pose: Pose, title: str, sides: tuple[str, str], shape: str, *, is_locked: bool = False) -> State:
    """Return a flat piece of one of the shapes in TILE_SHAPES; `sides` are the addresses of its two pictures."""
    properties = {"Type": TILE_SHAPES[shape], "Thickness": THICKNESS, "Stackable": True, "Stretch": True}
    image = _image(*sides) | {"CustomTile": properties}
    return thing("Custom_Tile", guid, pose, title, Locked=is_locked, CustomImage=image)


def token(guid: str, pose: Pose, title: str, sides: tuple[str, str]) -> State:
    """Return a flat piece with the outline of its picture, which is transparent outside of it."""
    properties = {"Thickness": THICKNESS, "MergeDistancePixels": MERGE, "StandUp": False, "Stackable": True}
    return thing("Custom_Token", guid, pose, title, CustomImage=_image(*sides) | {"CustomToken": properties})


def figurine(guid: str, pose: Pose, title: str, sides: tuple[str, str]) -> State:
    """Return a standee, an upright figure; `sides` are the addresses of its two pictures."""
    return thing("Figurine_Custom", guid, pose, title, CustomImage=_image(*sides))


def die(guid: str, pose: Pose, title: str, picture: str, values: Sequence[str]) -> State:
    """Return a die of six faces; `values` are the names of faces 1 to 6."""
    turns = (dict(zip("xyz", map(float, DIE_TURNS[face]), strict=True)) for face in sorted(DIE_TURNS))
    rotations = [{"Value": value, "Rotation": turn} for value, turn in zip(values, turns, strict=True)]
    image = _image(picture, "") | {"CustomDice": {"Type": D6}}
    return thing("Custom_Dice", guid, pose, title, CustomImage=image, RotationValues=rotations)


def bag(guid: str, pose: Pose, title: str, contents: Sequence[State], *, is_shuffled: bool = False) -> State:
    """Return a bag; the last thing put in is taken out first, or any thing at random."""
    properties: State = {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": RANDOM_ORDER if is_shuffled else 0}}
    return thing("Bag", guid, pose, title, **properties, ContainedObjects=list(contents))


def endless_bag(guid: str, pose: Pose, title: str, content: State) -> State:
    """Return a bag that gives out any number of one thing."""
    return thing("Infinite_Bag", guid, pose, title, MaterialIndex=-1, MeshIndex=-1, ContainedObjects=[content])


def document(guid: str, pose: Pose, title: str, address: str) -> State:
    """Return a PDF file that players can read, at an address."""
    properties = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return thing("Custom_PDF", guid, pose, title, CustomPDF=properties)


def hand_zone(guid: str, pose: Pose, colour: str, size: tuple[float, float, float]) -> State:
    """Return the place where a player's hand is held; `size` is width, height and depth, `colour` the player."""
    state = thing(HAND_ZONE, guid, pose, "", Locked=True, FogColor=colour)
    # A pose has one scale for width and depth, a hand has two.
    state["Transform"] |= {f"scale{axis}": length for axis, length in zip("XYZ", size, strict=True)}
    return state


def _image(front: str, back: str) -> State:
    """Return the properties of a picture for front and back."""
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
