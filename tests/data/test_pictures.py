"""The words and drawings of pictures that we ship, and the pictures that our games make of them."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.load.game_loader import load
from generator.render.pictures.phrase import parse_phrase
from generator.render.pictures.picture_svg import PictureRenderer
from generator.render.pictures.placement import place_picture
from generator.render.pictures.vocabulary import TONES, read_vocabulary
from generator.render.templates.theme import read_theme

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
DRAWINGS = sorted((TEMPLATES / "pictures").glob("*.svg"))
GAMES = [
    file.parent.name for file in sorted(ROOT.glob("data/*/game.toml")) if "\npicture = " in file.read_text("utf-8")
]
THEMES = ("colour", "ink-saver")
TONE = {name: f"#00000{at}" for at, name in enumerate(TONES)}
TWO_TONES = {"none", "currentColor", "#ffffff"}


def find(name):
    path = TEMPLATES / name
    return (name, path.read_bytes()) if path.is_file() else None


@cache
def size(name):
    view = ElementTree.parse(TEMPLATES / f"pictures/{name}.svg").getroot().get("viewBox").split()
    return float(view[2]), float(view[3])


@pytest.fixture(scope="module")
def words():
    return read_vocabulary(find)


@pytest.fixture(scope="module")
def sketcher():
    return PictureRenderer(find)


@pytest.fixture(scope="module")
def kinds():
    """The pictures of the order cards, by id."""
    pieces = load(ROOT / "data/glory-to-rome").component("orders").pieces
    return {piece.id: piece.row.cells["picture"] for piece in pieces}


def pictures_of(game):
    """Every picture of a game's kinds of things, in tables and on pieces, by id."""
    loaded = load(ROOT / "data" / game)
    rows = [row for rows in loaded.tables.values() for row in rows]
    rows += [piece.row for component in loaded.components for piece in component.pieces]
    return {row.id: row.cells["picture"] for row in rows if row.cells.get("picture")}


def finding(game):
    """Finds a game's own words and drawings before ours."""
    folders = [ROOT / "data" / game / "templates", TEMPLATES / game, TEMPLATES]

    def found(name):
        paths = [folder / name for folder in folders if (folder / name).is_file()]
        return (name, paths[0].read_bytes()) if paths else None

    return found


def of(stage, picture, words):
    groups = parse_phrase(picture, words, lambda _: None)
    return place_picture(groups, words, stage, lambda part: size(part.file))


def test_every_building_has_a_picture(kinds):
    assert len(kinds) == 40
    assert all(kinds.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_two_kinds_of_a_game_share_a_picture(game):
    sketcher = PictureRenderer(finding(game))
    drawn = {}
    for id_, picture in pictures_of(game).items():
        svg = re.sub(r"p[0-9a-f]{8}-", "p-", sketcher.picture(picture, 48, 29, **TONE))

        assert svg not in drawn, (id_, drawn[svg])
        drawn[svg] = id_


def test_no_two_buildings_are_built_of_the_same_parts(kinds, words):
    plans = {
        tuple((each.part.name, each.box) for each in of((48, 29), picture, words).figures) for picture in kinds.values()
    }

    assert len(plans) == len(kinds)


def test_pictures_stay_in_their_frame(kinds, words):
    for id_, picture in kinds.items():
        drawn = of((48, 29), picture, words)
        for each in drawn.figures:
            box = each.box
            assert box.x * drawn.scale >= -24.1, (id_, each.part.name)
            assert (box.x + box.width) * drawn.scale <= 24.1, (id_, each.part.name)
            assert box.y >= -2.41, (id_, each.part.name)
            assert (box.y + box.height) * drawn.scale <= 26.7, (id_, each.part.name)


def test_pictures_are_hardly_ever_made_smaller(kinds, words):
    scales = {id_: of((48, 29), picture, words).scale for id_, picture in kinds.items()}

    assert min(scales.values()) > 0.85, min(scales, key=scales.get)


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_drawn_in_the_colours_of_a_theme(theme, kinds, sketcher):
    files = [
        (str(path), path.read_bytes())
        for folder in ("glory-to-rome/", "")
        for path in [TEMPLATES / f"{folder}themes/{theme}.toml"]
    ]
    colours = read_theme(theme, files).colour
    tones = dict(zip(TONES, ("white", "rubble_light", "rubble_tone", "rubble", "rubble_deep", "ink"), strict=True))

    svg = sketcher.picture(kinds["temple"], 47.8, 29, **{tone: colours[name] for tone, name in tones.items()})

    assert set(re.findall(r'fill="(#\w+)"', svg)) <= set(colours.values())


def test_every_drawing_is_a_word_and_every_word_is_drawn(words):
    files = {part.file for part in words.parts.values() if part.file}

    assert files == {path.stem for path in DRAWINGS}


def test_every_word_can_be_drawn(words, sketcher):
    for name in words.parts:
        assert sketcher.picture(name, 48, 29, **TONE), name


def test_every_choice_of_every_form_can_be_drawn(words):
    for form in words.aliases.values():
        choices = [choice for usual in form.options.values() if isinstance(usual, list) for choice in usual]
        for choice in choices or [""]:
            assert of((48, 29), f"{form.name} {choice}", words).figures, (form.name, choice)


def test_drawings_are_in_two_tones():
    for path in DRAWINGS:
        root = ElementTree.parse(path).getroot()
        paints = {each.get(name) for each in root.iter() for name in ("fill", "stroke")} - {None}

        assert paints <= TWO_TONES, path.stem
        assert root.findtext("{http://www.w3.org/2000/svg}title"), path.stem


def test_only_shadows_leave_their_strength_open():
    for path in DRAWINGS:
        for each in ElementTree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}path"):
            assert each.get("fill-opacity") == "1" or each.get("fill") in {"none", "currentColor"}, path.stem
