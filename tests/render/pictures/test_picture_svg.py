"""Pictures as SVG."""

import re
from xml.etree import ElementTree

import pytest

from generator.base.errors import Faults
from generator.render.pictures.picture_svg import PictureRenderer
from generator.render.pictures.vocabulary import TONES

TONE = {name: f"#00000{at}" for at, name in enumerate(TONES)}
WORDS = """
[stage]
size = [20, 10]
ground = 2
[parts.wall]
height = 4
shapes = [["body", "M 0 0 H w V h H 0 Z"], ["shade", "M w-1 0 H w V h Z"], ["none fine", "0 0 w 0 w h 0 h", 2]]
[parts.post]
width = 1
height = 3
shapes = [["dark thin", "M 0 0 V h"]]
[parts.tree]
tone = "tone"
"""
FILES = {
    "pictures/vocabulary.toml": WORDS,
    "pictures/tree.svg": '<svg viewBox="0 0 2 4"/>',
    "pictures/mine.svg": "<svg viewBox='0,0,3,3'/>",
    "pictures/flat.svg": '<svg viewBox="0 0 3 0"/>',
}


def find(name):
    return (name, FILES[name].encode()) if name in FILES else None


def draw(words, width=20, height=10, **more):
    return str(PictureRenderer(find).picture(words, width, height, **TONE, **more))


def elements(svg, name):
    return [each for each in ElementTree.fromstring(svg).iter() if each.tag == name]


def test_outlines_are_drawn_in_their_tones():
    body, shade, ruled = elements(draw("wall width=4 tone=dark", shade=0.2), "path")

    assert (body.get("fill"), body.get("stroke-width")) == (TONE["dark"], "0.35")
    assert (shade.get("fill"), shade.get("fill-opacity"), shade.get("stroke")) == (TONE["ink"], "0.2", "none")
    assert ruled.get("d") == "M2 0L2 4"


def test_drawings_in_files_are_referred_to():
    (tree,) = elements(draw("tree height=2"), "use")

    assert (tree.get("href"), tree.get("fill"), tree.get("fill-opacity")) == ("#picture-tree", TONE["tone"], "0.15")
    assert [tree.get(name) for name in ("x", "y", "width", "height")] == ["-0.5", "-2", "1", "2"]


def test_shadows_of_figures_are_hatched_on_the_piece():
    svg = draw("wall width=4 | tree height=2", width=40, height=20, shade=(0, 0.4))

    assert re.findall(r'pnp:hatch="(\S+) ', svg) == ["0.2", "0.2"]  # on a stage drawn twice as large
    assert re.findall(r'fill-opacity="(\S+)"', svg) == ["0", "0"]  # what is skin has the theme's tint, here none
    assert "hatch" not in draw("wall width=4", shade=0.2)


def test_small_figures_are_not_hatched():
    assert "hatch" in draw("wall width=4", width=14, height=7, shade=(0, 0.4))
    assert "hatch" not in draw("wall width=4", width=13, height=6.5, shade=(0, 0.4))


def test_part_that_comes_often_is_drawn_once():
    svg = draw("post count=3 width=9")

    assert len(elements(svg, "path")) == 1
    assert len(elements(svg, "use")) == 3


def test_mirrored_parts_are_turned_where_they_stand():
    (tree,) = elements(draw("tree flip"), "use")

    assert tree.get("transform") == "matrix(-1 0 0 1 1 -4)"


def test_picture_stands_in_its_rect():
    root = ElementTree.fromstring(draw("wall", 40, 20, x=5, y=7))

    assert root.get("transform") == "translate(25 23) scale(2)"
    assert root.get("color") == TONE["ink"]


def test_two_pictures_of_a_face_share_no_id():
    ids = [re.findall(r'id="([^"]+)"', draw("post count=3", x=x)) for x in (0, 1)]

    assert ids[0] != ids[1]


@pytest.mark.parametrize("name", ["photo.jpg", "my/tower.svg", "a.png"])
def test_name_of_a_file_is_that_file(name):
    (image,) = elements(draw(name), "image")

    assert image.get("href") == name
    assert image.get("preserveAspectRatio") == "xMidYMid slice"


def test_drawing_of_a_game_is_a_word():
    assert 'href="#picture-mine"' in draw("mine")


def test_no_words_draw_nothing():
    assert draw(" ") == ""


def test_guarded_signs_are_read():
    assert draw("post\ufdd02 count=2") == draw("post*2 count=2")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tere", "unknown word 'tere'; did you mean 'tree'?"),
        ("flat", "unknown word 'flat'"),
        ("../tree", "unknown word '../tree'"),
    ],
)
def test_unknown_words_are_told(words, expected):
    with pytest.raises(ValueError, match=re.escape(expected)):
        draw(words)


def test_every_tone_is_needed():
    with pytest.raises(ValueError, match="a picture needs the colours light, pale, tone, strong, dark, ink"):
        PictureRenderer(find).picture("wall", 20, 10, ink="#000000")


def test_fault_names_template_and_row(table):
    found = table.faults('{{ draw.picture("wal tre", 9, 9, light="", pale="", tone="", strong="", dark="", ink="") }}')

    assert found == "order.svg.j2:1: unknown word 'wal'\norder.svg.j2:1: unknown word 'tre'"


def test_wrong_vocabulary_is_a_fault_of_its_file(table):
    template = '{{ draw.picture("x", 9, 9, light="", pale="", tone="", strong="", dark="", ink="") }}'
    files = {"order.svg.j2": template, "pictures/vocabulary.toml": "[parts.x]\nhi = 3"}

    with pytest.raises(Faults, match=r"pictures/vocabulary.toml \[parts.x\]: unknown key 'hi'"):
        table.renderer(files).svg(table.component, table.piece, "front", "en")


def test_stones_are_drawn_by_reference_so_that_cards_share_them():
    svg = draw("wall", ground={"near": "#ffffff", "far": "#c0d0e0", "grout": "#808080"})

    (name,) = re.findall(r'<g id="([^"]+-ground)" pnp:mosaic="yes">', svg)
    assert svg.count(f'<use href="#{name}"/>') == 1
    assert svg.index("stroke-dasharray") < svg.index("</defs>") < svg.index(f'href="#{name}"')
