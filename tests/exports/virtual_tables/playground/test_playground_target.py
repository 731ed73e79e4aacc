"""Packages of Tabletop Playground: templates, textures and the state agree with each other and with the data."""

import json
import math
import re
import shutil
from collections import Counter

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.load.game_loader import load
from generator.load.game_locations import find_game, sample
from generator.model.virtual_tables.piece_stock import LAID_KINDS

# What the program itself writes for a card, and for a card that lies on the table.
CARD_KEYS = """
Type GUID Name Metadata CollisionType Friction Restitution Density SurfaceType Roughness Metallic PrimaryColor
SecondaryColor Flippable AutoStraighten ShouldSnap ScriptName Blueprint Models Collision Lights SnapPointsGlobal
SnapPoints ZoomViewDirection GroundAccessibility Tags FrontTexture BackTexture HiddenTexture BackIndex HiddenIndex
NumHorizontal NumVertical Width Height Thickness HiddenInHand UsedWithCardHolders CanStack UsePrimaryColorForSide
FrontTextureOverrideExposed AllowFlippedInStack MirrorBack EmissiveFront Model Indices CardNames CardMetadata CardTags
"""
LAID_KEYS = """
objectType transform simulatingPhysics primaryColor secondaryColor metallic roughness friction restitution density
surfaceType objectName objectDescription collisionType templateId shouldSnap previousPosition objectScriptPackage
objectScriptName persistentData persistentKeyData uniqueId drawingLines objectTags objectGroupId ownerIndex lightsOn
bCanBeDamaged
"""
STACK_KEYS = {"atlasIndex", "frontTextureOverride", "inHand", "stackSerialization"}


class Package:
    """A package as the program reads it."""

    def __init__(self, folder):
        self.folder = folder
        self.manifest = json.loads((folder / "Manifest.json").read_text("utf-8"))
        found = [json.loads(file.read_text("utf-8")) for file in (folder / "Templates").iterdir()]
        self.templates = {template["GUID"]: template for template in found}
        (state,) = (folder / "States").iterdir()
        self.state = json.loads(state.read_text("utf-8"))

    def laid(self, kind):
        return [each for each in self.state["objects"] if each["objectType"] == kind]

    def stack(self, laid):
        """Template and index of each card, that with the visible face first."""
        first = laid["templateId"], laid["atlasIndex"]
        return [first, *((each["templateId"], each["index"]) for each in laid["stackSerialization"])]

    def title(self, card):
        return self.templates[card[0]]["CardNames"][str(card[1])]

    def slot(self, card, side="FrontTexture"):
        """The picture of a card, cut out of that of its template."""
        template = self.templates[card[0]]
        with Image.open(self.folder / "Textures" / template[side]) as picture:
            width, height = picture.width // template["NumHorizontal"], picture.height // template["NumVertical"]
            row, column = divmod(card[1], template["NumHorizontal"])
            return picture.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))


@pytest.fixture
def package(export_once):
    def read(name, **options):
        return Package(export_once(name, "playground", dpi=60, **options).folder / name)

    return read


def test_pieces_on_the_table_are_those_of_the_data(package):
    made, game = package("arena"), load(find_game("arena"))

    stacks = [*map(made.stack, made.laid("Card"))]
    cards = Counter((made.templates[card[0]]["Name"], made.title(card)) for stack in stacks for card in stack)
    counts = sum(part.count for part in game.components if part.kind in LAID_KINDS and part.kind != "dice")
    sheets = sum(len(part.pieces) for part in game.components if part.kind == "sheets")
    assert sum(cards.values()) == counts + sheets
    assert len(made.laid("Dice")) == sum(part.count for part in game.components if part.kind == "dice")
    assert len(made.laid("Table")) == 1
    ids = [each["uniqueId"] for each in made.state["objects"]]
    assert len({*ids}) == len(ids)


def test_indices_of_a_template_are_the_copies_of_the_data(package):
    made, game = package("glory-to-rome", only=["orders"]), load(find_game("glory-to-rome"))

    counts = Counter(
        made.title((guid, index)) for guid, template in made.templates.items() for index in template["Indices"]
    )
    assert sum(counts.values()) == 144
    assert sorted(counts.values()) == sorted(piece.copies for piece in game.component("orders").pieces)


def test_every_texture_and_template_is_there(package):
    made = package("arena")

    named = {
        value for template in made.templates.values() for key, value in template.items() if key.endswith("Texture")
    }
    models = [each for it in made.templates.values() for each in (*it["Models"], *it.get("MultistateModels", ()))]
    named |= {model["Texture"] for model in models}
    assert named - {""} == {file.name for file in (made.folder / "Textures").iterdir()}
    used = {card[0] for laid in made.laid("Card") for card in made.stack(laid)}
    assert used | {die["templateId"] for die in made.laid("Dice")} <= {*made.templates}
    assert all(re.fullmatch("[0-9A-F]{32}", guid) for guid in [*made.templates, made.manifest["GUID"]])
    assert {"name": made.manifest["Name"], "guid": made.manifest["GUID"]} in made.state["requiredPackages"]


def test_keys_are_those_that_the_program_writes(package):
    made = package("arena")

    for template in made.templates.values():
        if template["Type"] == "Card":
            assert {*template} == {*CARD_KEYS.split()}
    for laid in made.laid("Card"):
        assert {*laid} == {*LAID_KEYS.split()} | STACK_KEYS
    for laid in made.laid("Dice") + made.laid("Table"):
        assert {*laid} == {*LAID_KEYS.split()}


def test_slots_of_pictures_show_the_faces(export, package):
    made = package("arena", only=["characters"])
    folder = export("arena", "pictures", dpi=60, bleed=0.0, only=["characters"]).folder / "characters"

    (guid,) = made.templates
    for index, name in enumerate(sorted(folder.glob("*-front.png"))):
        with Image.open(name) as face:
            difference = ImageChops.difference(made.slot((guid, index)), face.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 4  # what JPEG loses


def test_a_deck_with_several_backs_keeps_them(package):
    made = package("concordia", only=["market"])

    backs = {made.templates[guid]["BackTexture"] for guid in made.templates}
    assert len(made.templates) == len(backs) == 5
    assert {template["BackIndex"] for template in made.templates.values()} == {-2}
    for guid, template in made.templates.items():
        with Image.open(made.folder / "Textures" / template["BackTexture"]) as back:
            assert back.size == made.slot((guid, 0)).size


def test_pieces_with_backs_of_their_own_have_a_sheet_of_backs(package):
    made = package("concordia", only=["coins"])

    ((guid, template),) = made.templates.items()
    assert template["BackIndex"] == -3
    assert len({made.slot((guid, index), "BackTexture").tobytes() for index in range(4)}) == 4


def test_face_down_the_uppermost_card_is_the_last(export, tmp_path):
    folder = shutil.copytree(sample(), tmp_path / "mine")
    (folder / "table.toml").write_text('[[middle]]\nof = "raid"\nas = "pile"\nface = "down"\nat = [0, 0]\n', "utf-8")
    made = Package(export(folder, "playground", dpi=60, language="en").folder / "mine")

    (pile,) = [laid for laid in made.laid("Card") if laid["stackSerialization"]]
    titles = [made.title(card) for card in made.stack(pile)]
    pieces = [piece for piece in load(folder).component("raid").pieces for _ in range(piece.copies)]
    assert titles[::-1] == [str(piece.row.cells["name"]["en"]) for piece in pieces]
    rotation = pile["transform"]["rotation"]
    assert (rotation["x"], rotation["w"]) == (1, 0)


def test_name_of_a_piece_does_not_tell_what_lies_face_down(export, tmp_path):
    folder = shutil.copytree(sample(), tmp_path / "mine")
    setup = '[[middle]]\nof = "raid"\ncount = 2\nface = "FACE"\nat = [0, 0]\n'
    (folder / "table.toml").write_text(setup.replace("FACE", "down") + setup.replace("FACE", "up"), "utf-8")
    made = Package(export(folder, "playground", dpi=60, language="en").folder / "mine")

    raids = [laid for laid in made.laid("Card") if not laid["stackSerialization"]]
    names = {made.title(made.stack(laid)[0]): laid["objectName"] for laid in raids if laid["objectName"]}
    assert names
    assert all(title == name for title, name in names.items())
    assert len([laid for laid in raids if not laid["objectName"]]) == 2


def test_places_are_those_of_the_setup(package):
    made = package("arena")

    names = {guid: template.get("FrontTexture") for guid, template in made.templates.items()}
    (bar,) = [laid for laid in made.laid("Card") if names[laid["templateId"]] == "bar_end-1.jpg"]
    place = bar["transform"]["translation"]
    assert (place["x"], place["y"]) == (0, pytest.approx(-26.55 + 2.95))
    for laid in made.state["objects"]:
        assert math.dist((0, 0, 0, 0), laid["transform"]["rotation"].values()) == pytest.approx(1)


def test_dice_have_the_names_of_their_faces(package):
    made = package("arena", only=["dice"])

    for template in made.templates.values():
        assert [face["Name"] for face in template["Faces"]] == ["one", "two", "three", "four", "five", "six"]
        for at in range(3):  # opposite faces
            one, other = (template["Faces"][index] for index in (at, 5 - at))
            assert [one[axis] + other[axis] for axis in "XYZ"] == [0, 0, 0]
