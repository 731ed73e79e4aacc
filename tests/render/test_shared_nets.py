"""The shared macros for what is folded up, as a game's template calls them."""

import itertools
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.base.units import MM
from generator.model import nets
from generator.model.game import Piece, Row
from generator.model.text import Text
from generator.render.template_renderer import TemplateRenderer
from generator.render.templates.theme import read_theme

TEMPLATES = Path(__file__).parents[2] / "templates"
SVG, PNP = "{http://www.w3.org/2000/svg}", "{urn:vallum:pnp}"
METALS = {
    name: Row(name, {"name": Text.of({"en": name.upper(), "ja": name})}, "m.csv:2") for name in ("gold", "iron", "tin")
}
ORDER = ("gold", "iron", "tin", "tin", "iron", "gold")
DIE = """{% from "shared/die.svg.j2" import die %}
{% call(side, place) die(face, component, card, "glue") %}
<text id="t_{{ place.name }}">{{ side.name }}</text>
{% endcall %}
"""
PAWN = """{% from "shared/standee.svg.j2" import standee %}
{% call(side, place) standee(face, component, mirrored=MIRRORED) %}<circle id="c_{{ side }}" r="2"/>{% endcall %}
"""
BOX = """{% from "shared/tuckbox.svg.j2" import tuckbox %}
{% call(side, place) tuckbox(face, component, "PICKET", "A game", "のり") %}
<circle id="c_{{ side }}" r="2"/>
{% endcall %}
"""
ROUND = """{% from "shared/tuckbox.svg.j2" import tuckbox, around %}
{% call(side, place) tuckbox(face, component, "PICKET", "A game", foot=0.5, grout="#000000") %}
{% if side == "round" %}<circle id="round" r="{{ place.width }}"/>
<text>{{ around(place, 2, "hills", (("front", 1, "tree"), ("back", 0, "ship"), ("", 0, "wall full"))) }}</text>{% endif %}
{% endcall %}
"""
KINDS = {
    "die": (DIE, "dice", nets.die, {"edge": 16}, "net"),
    "stickers": (DIE, "dice", nets.stickers, {"edge": 16}, "stickers"),
    "pawn": (PAWN.replace("MIRRORED", "false"), "standees", nets.standee, {"width": 15, "height": 25}, ""),
    "mirrored": (PAWN.replace("MIRRORED", "true"), "standees", nets.standee, {"width": 15, "height": 25}, ""),
    "round": (ROUND, "boxes", nets.tuck_box, {"width": 60, "height": 90, "depth": 20}, ""),
    "box": (BOX, "boxes", nets.tuck_box, {"width": 64.5, "height": 89.5, "depth": 20}, ""),
}


@pytest.fixture
def face(table):
    """The face of one of KINDS, drawn by the macro that games call."""

    def drawn(kind, theme="colour"):
        template, name, build, measures, form = KINDS[kind]
        points = {key: value * MM for key, value in measures.items()}
        component = replace(
            table.component, kind=name, measures=points, form=form, trim=build(*points.values()).size, bleed=2 * MM
        )

        def find(file):
            path = TEMPLATES / file
            return (file, template.encode() if file == "order.svg.j2" else path.read_bytes())

        cells = {key: METALS[metal] for key, metal in zip(nets.FACES, ORDER, strict=True)}
        style = read_theme(theme, [("t", (TEMPLATES / f"themes/{theme}.toml").read_bytes())])
        renderer = TemplateRenderer(table.game, find, style)
        piece = Piece("one", "ONE", 1, Row("one", cells, "cards/dice.csv:2"))
        return ElementTree.fromstring(renderer.svg(component, piece, "front", "en"))

    return drawn


def layers(root, name):
    return [element for element in root.iter() if element.get(f"{PNP}layer") == name]


def texts(root):
    return [element.text for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", ["colour", "ink-saver"])
def test_macro_draws_a_face_to_cut(face, kind, theme):
    root = face(kind, theme)

    assert len(layers(root, "cut")) == (6 if kind == "stickers" else 1)
    assert bool(layers(root, "score" if kind in {"box", "round"} else "fold")) == (kind != "stickers")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("kind", ["die", "stickers"])
def test_every_face_of_a_die_gets_its_row(face, kind):
    found = {element.get("id"): element.text for element in face(kind).iter(f"{SVG}text") if element.get("id")}

    assert found == {f"t_{name}": metal.upper() for name, metal in zip(nets.FACES, ORDER, strict=True)}


def test_every_tab_says_glue(face):
    assert texts(face("die")).count("glue") == 7
    assert texts(face("box")).count("のり") == 4
    assert "glue" not in texts(face("stickers"))


def test_tabs_are_bared_after_all_pictures(face):
    order = [element.get("fill") or element.get("id") or "" for element in face("die").iter()]

    last = max(at for at, what in enumerate(order) if what.startswith("t_face"))
    assert min(at for at, what in enumerate(order) if what == "#ffffff") > last
    assert order.count("#ffffff") == 7


def test_ink_saver_lays_no_ground(face):
    assert layers(face("die"), "bleed")
    assert not layers(face("die", "ink-saver"), "bleed")


def test_every_side_of_a_pawn_is_drawn(face):
    drawn = {element.get("id") for element in face("pawn").iter(f"{SVG}circle")}

    assert drawn == {"c_front", "c_back", "c_foot", "c_heel"}


def test_mirrored_back_is_seen_from_behind(face):
    assert "matrix(-1 0 0 1 15 0)" in [group.get("transform") for group in face("mirrored").iter(f"{SVG}g")]
    assert "matrix(-1 0 0 1 15 0)" not in [group.get("transform") for group in face("pawn").iter(f"{SVG}g")]


def test_box_has_its_title_on_all_six_sides(face):
    root = face("box")

    assert texts(root).count("PICKET") == 6
    assert texts(root).count("A game") == 2
    assert {element.get("id") for element in root.iter(f"{SVG}circle")} == {
        f"c_{side}" for side in ("front", "back", "left", "right", "lid", "bottom")
    }


def test_picture_runs_round_the_four_walls_of_a_box(face):
    root = face("round")
    clip = next(element for element in root.iter(f"{SVG}clipPath") if element.get("id") == "clip_round")
    walls = [tuple(float(rect.get(key)) for key in ("x", "y", "width", "height")) for rect in clip]

    (circle,) = [element for element in root.iter(f"{SVG}circle") if element.get("id") == "round"]
    assert circle.get("r") == "160"
    assert all(after[0] <= wall[0] + wall[2] for wall, after in itertools.pairwise(walls))
    assert {wall[1] for wall in walls} == {45.0}


def test_things_stand_before_their_walls_in_a_picture_round_a_box(face):
    words = next(text for text in texts(face("round")) if text and "hills" in text)

    assert words.split() == ["hills", "tree", "at=16", "+", "ship", "at=-25", "+", "wall", "full"]
