"""Templates of objects as packages of Tabletop Playground have them: lengths in centimetres.

Keys and values are those of templates that the program has written, as published packages show them; index 0 of a card
picture is its upper left card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.base.records import dataclass

Template = dict[str, Any]
"""A template as JSON."""

SINGLE_BACK, BACK_SHEET = -2, -3
"""Values of `BackIndex`: the picture of backs has one back, or one for each card."""
HIDDEN_AS_BACK = -3
"""Value of `HiddenIndex` with which others see the back of a card in a hand."""
DIE_PLACES = {1: (1, 0, 0), 2: (0, 1, 0), 3: (1, 1, 0), 4: (1, 2, 0), 5: (0, 2, 0), 6: (2, 1, 0)}
"""Column and row of each face in the three by three places of a die's picture, and how it is turned there: not at all
(ttpg-darrell, `create-d6.ts`)."""
_DIE_DIRECTIONS = ((0, 0, 1), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (1, 0, 0), (0, 0, -1))
_DIE = "StaticMesh'/Game/Meshes/Dice/Dice_D6.Dice_D6'"
_NO_PLACE = {"X": 0, "Y": 0, "Z": 0}


def manifest(guid: str, name: str, version: str) -> Template:
    """Return the manifest of a package, the file that the program reads first; `guid` is the package's id."""
    return {"Name": name, "Version": version, "GUID": guid, "CopyProtection": False}


@dataclass(frozen=True, slots=True)
class CardForm:
    """Common properties of cards, tiles, tokens or boards that share a picture."""

    pictures: tuple[str, str]
    """The files of fronts and of backs."""
    grid: tuple[int, int]
    """Columns and rows of the pictures."""
    size: tuple[float, float, float]
    """Width, height and thickness."""
    shape: str
    """`Square`, `Rounded` or `Round`."""
    has_back_sheet: bool
    """Whether each has a back of its own."""
    is_held: bool
    """Whether they are held in hands, hidden from others."""
    can_stack: bool


def card_template(guid: str, name: str, form: CardForm, copies: Sequence[tuple[str, int]]) -> Template:
    """Return the template of cards, tiles or boards that share a picture.

    `copies` are titles with numbers of copies, from the upper left of the picture on.
    """
    return {
        **_common(guid, name, "Card", restitution=0, density=0.5, surface="Cardboard", is_flippable=True),
        "FrontTexture": form.pictures[0],
        "BackTexture": form.pictures[1],
        "HiddenTexture": "",
        "BackIndex": BACK_SHEET if form.has_back_sheet else SINGLE_BACK,
        "HiddenIndex": HIDDEN_AS_BACK,
        "NumHorizontal": form.grid[0],
        "NumVertical": form.grid[1],
        "Width": form.size[0],
        "Height": form.size[1],
        "Thickness": form.size[2],
        "HiddenInHand": form.is_held,
        "UsedWithCardHolders": form.is_held,
        "CanStack": form.can_stack,
        "UsePrimaryColorForSide": False,
        "FrontTextureOverrideExposed": False,
        "AllowFlippedInStack": False,
        "MirrorBack": True,
        "EmissiveFront": False,
        "Model": form.shape,
        # Each copy is one more index of the same place in the picture.
        "Indices": [index for index, (_, count) in enumerate(copies) for _ in range(count)],
        "CardNames": {str(index): title for index, (title, _) in enumerate(copies)},
        "CardMetadata": {},
        "CardTags": {},
    }


def die_template(guid: str, name: str, picture: str, faces: Sequence[str]) -> Template:
    """Return the template of a die with six faces; `faces` are their names, opposite ones adding up to seven."""
    return {
        **_common(guid, name, "Dice", restitution=0.5, density=1, surface="Plastic", is_flippable=False),
        "Roughness": 0.2,
        "Models": [_model(_DIE, picture, (1, 1, 1), "Plastic")],
        "Faces": [
            {"X": x, "Y": y, "Z": z, "Name": face, "Metadata": ""}
            for (x, y, z), face in zip(_DIE_DIRECTIONS, faces, strict=True)
        ],
    }


def booklet_template(guid: str, name: str, pdf: str, size: tuple[float, float], pages: int) -> Template:
    """Return the template of a booklet; `size` is the width and height of its pages in cm, `pdf` its file."""
    scale = (size[1], size[0], 0.3)  # X points away from the reader
    model = _model("Square", pdf, scale, "Cardboard") | {
        "UseCardModel": True,
        "Indices": [*range(pages)],
        "Emissive": False,
    }
    return {
        **_common(guid, name, "Multistate Object", restitution=0.3, density=1, surface="Cardboard", is_flippable=False),
        "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 1},
        "MultistateModels": [model],
        "Circular": False,
    }


def _common(
    guid: str, name: str, kind: str, *, restitution: float, density: float, surface: str, is_flippable: bool
) -> Template:
    """Return the keys that templates of every kind have."""
    return {
        "Type": kind,
        "GUID": guid,
        "Name": name,
        "Metadata": "",
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": restitution,
        "Density": density,
        "SurfaceType": surface,
        "Roughness": 1,
        "Metallic": 0,
        "PrimaryColor": {"R": 255, "G": 255, "B": 255},
        "SecondaryColor": {"R": 0, "G": 0, "B": 0},
        "Flippable": is_flippable,
        "AutoStraighten": False,
        "ShouldSnap": True,
        "ScriptName": "",
        "Blueprint": "",
        "Models": [],
        "Collision": [],
        "Lights": [],
        "SnapPointsGlobal": False,
        "SnapPoints": [],
        "ZoomViewDirection": dict(_NO_PLACE),
        "GroundAccessibility": "Nothing",
        "Tags": [],
    }


def _model(mesh: str, picture: str, scale: tuple[float, float, float], surface: str) -> Template:
    """Return the model of an object: its mesh with a picture, scaled along X, Y and Z."""
    return {
        "Model": mesh,
        "Offset": dict(_NO_PLACE),
        "Scale": dict(zip("XYZ", scale, strict=True)),
        "Rotation": dict(_NO_PLACE),
        "Texture": picture,
        "NormalMap": "",
        "ExtraMap": "",
        "ExtraMap2": "",
        "IsTransparent": False,
        "CastShadow": True,
        "IsTwoSided": False,
        "UseOverrides": True,
        "SurfaceType": surface,
    }
