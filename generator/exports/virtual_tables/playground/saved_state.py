"""A saved state of Tabletop Playground as the program writes it: lengths in centimetres, X points away from the reader.

The table of the program's own package General stands in it, made larger for what lies on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

State = dict[str, Any]
"""An object, or a whole state, as JSON."""

SLOTS = 20
"""Players that a state has places for."""
TABLE_TOP = 86.6
"""The height of the table's surface, as objects of published states lie on it."""
_TABLE_REACH = 45.0
"""From the middle of the table, how far objects of published states lie on it: so large it is at least."""
_GENERAL = {"name": "General", "guid": "D74C7D5D6745CD565913DAA5FB3E9C93"}
_TABLE = "D7BC36B74A60E6D1B9553B933D953904"
_NOTHING = "0" * 32
_PERMISSIONS = (
    *("delete", "objectLibrary", "copyPaste", "cardPeek", "cardExplorer", "containerExplorer", "changeOwner"),
    *("changeTeam", "editZones", "draw", "ground", "throw", "editLabels", "saveGame", "spectators"),
)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class StateObjects:
    """Makes the objects of a state, each with an id of its own."""

    def __init__(self, package: str) -> None:
        """Take the id of the package with the objects' templates."""
        self._package = package
        self._count = 0

    def cards(self, cards: Sequence[tuple[str, int]], place: State, name: str, *, is_fixed: bool = False) -> State:
        """Return a card or a stack as an object.

        `cards` are template and index of each, the one with the visible face first; a fixed object stays in its place.
        """
        (template, index), *cards_below = cards
        fixed = {"simulatingPhysics": False, "collisionType": "CB_Ground"} if is_fixed else {}
        return {
            "objectType": "Card",
            "transform": place,
            **self._common(template, name, restitution=0, density=0.5, surface="SurfaceType4"),
            **fixed,
            "atlasIndex": index,
            "frontTextureOverride": "",
            "inHand": False,
            "stackSerialization": [
                {"index": index, "templateId": template, "frontTextureOverride": "", "flipped": False}
                for template, index in cards_below
            ],
        }

    def die(self, template: str, place: State, name: str) -> State:
        """Return the JSON object of a die: its template in the virtual table's library, its transform and its name."""
        common = self._common(template, name, restitution=0.5, density=1, surface="SurfaceType2")
        return {"objectType": "Dice", "transform": place, **common}

    def table(self, reach: tuple[float, float]) -> State:
        """Return a table that reaches at least `reach` centimetres from its middle.

        `reach` is the length away from the reader, and to the side.
        """
        scale = [max(1.0, round(distance / _TABLE_REACH, 2)) for distance in reach]
        return {
            "objectType": "Table",
            "transform": _transform((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), (*scale, 1.0)),
            **self._common(_TABLE, "", restitution=0.3, density=1, surface="SurfaceType1"),
            "collisionType": "CB_Static",
            "objectScriptPackage": _GENERAL["guid"],
        }

    def _common(self, template: str, name: str, *, restitution: float, density: float, surface: str) -> State:
        """Return the keys that objects of every kind have, with a new id."""
        self._count += 1
        return {
            "simulatingPhysics": True,
            "primaryColor": {"b": 255, "g": 255, "r": 255, "a": 255},
            "secondaryColor": {"b": 0, "g": 0, "r": 0, "a": 255},
            "metallic": 0,
            "roughness": 1,
            "friction": 0.7,
            "restitution": restitution,
            "density": density,
            "surfaceType": surface,
            "objectName": name,
            "objectDescription": "",
            "collisionType": "CB_Regular",
            "templateId": template,
            "shouldSnap": True,
            "previousPosition": {"x": 0, "y": 0, "z": 0},
            "objectScriptPackage": self._package,
            "objectScriptName": "",
            "persistentData": "",
            "persistentKeyData": {},
            "uniqueId": _unique_id(self._count),
            "drawingLines": [],
            "objectTags": [],
            "objectGroupId": -1,
            "ownerIndex": -1,
            "lightsOn": True,
            "bCanBeDamaged": False,
        }


def lying(x: float, y: float, height: float, turn: float, *, is_up: bool) -> State:
    """Return the place of an object in cm: `x` to the right, `y` towards the reader, `turn` in degrees clockwise."""
    # A quaternion has the sine and the cosine of half the angle.
    half = math.radians(turn) / 2
    sine, cosine = round(math.sin(half), 8), round(math.cos(half), 8)
    # Face down it is turned about the axis that points away from the reader, so that its head stays its head.
    rotation = (0.0, 0.0, sine, cosine) if is_up else (cosine, sine, 0.0, 0.0)
    return _transform((round(-y, 4), round(x, 4), round(height, 4)), rotation, (1.0, 1.0, 1.0))


def saved_state(name: str, package: str, note: str, slots: Sequence[str], objects: Sequence[State]) -> State:
    """Return the saved state of a game; `slots` are the names of its seats, `note` a text for all players."""
    # The program wants a name for each slot, also where nobody sits.
    names = [*slots, *(str(number) for number in range(len(slots) + 1, SLOTS + 1))][:SLOTS]
    return {
        "saveStateVersion": "1.1",
        "gameState": _game_state(note),
        "requiredPackages": [{"name": name, "guid": package}, _GENERAL],
        "storedCameraSetups": [False] * 10,
        "playerCameraSetups": [False] * SLOTS,
        "playerSlotNames": names,
        "customPlayerColors": [False] * SLOTS,
        "lighting": {
            "intensity": 1,
            "specular": 1,
            "altitude": 90,
            "azimuth": 0,
            "color": {"r": 255, "g": 255, "b": 255},
        },
        "floorHidden": False,
        "grid": {
            "type": 0,
            "snapType": 0,
            "visibility": 0,
            "size": {"x": 2.54, "y": 2.54},
            "offset": {"x": 0, "y": 0},
            "rotation": 0,
            "color": {"r": 0, "g": 0, "b": 0, "a": 179},
            "thickLines": False,
        },
        "objects": [*objects],
        "zones": [],
        "labels": [],
    }


def _game_state(note: str) -> State:
    """Return the part of a state about the game: notes, permissions, physics and so on."""
    return {
        "measureUnit": 1,
        "rotationStep": 45,
        "notes": note,
        "turnInfo": {},
        "slotTeams": [0] * SLOTS,
        "globalScriptPackage": _NOTHING,
        "globalScriptName": "",
        "backgroundTexture": {"resourceName": "", "packageGuid": _NOTHING},
        "phases": [],
        "spectatorsSeeEverything": False,
        "persistentData": "",
        "persistentKeyData": {},
        "permissions": dict.fromkeys(_PERMISSIONS, -1),
        "physicsLocked": False,
        "measureAngles": "None",
        "alwaysSnap": False,
        "liftOverRegular": True,
        "gravityMultiplier": 1,
        "slotIds": [""] * SLOTS,
        "mapName": "VictorianRoom",
        "currentTurn": 0,
        "bCanBeDamaged": False,
    }


def _transform(
    place: tuple[float, float, float], rotation: tuple[float, float, float, float], scale: tuple[float, ...]
) -> State:
    """Return a place, a rotation (a quaternion) and a scale as the program writes them."""
    return {
        "rotation": dict(zip("xyzw", rotation, strict=True)),
        "translation": dict(zip("xyz", place, strict=True)),
        "scale3D": dict(zip("xyz", scale, strict=True)),
    }


def _unique_id(number: int) -> str:
    """Return an object's number as an id of three letters and digits."""
    return "".join(_DIGITS[number // 36**power % 36] for power in (2, 1, 0))
