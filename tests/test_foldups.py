"""From a declaration to a sheet: dice, a pawn and a box of a small game, drawn by the shared macros."""

import re
import tomllib
from pathlib import Path

import pytest

from generator.base.geometry import IDENTITY, Size
from generator.base.units import MM, to_mm
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords
from generator.impose.marks.cut_marks import piece_outlines
from generator.impose.press_sheets import impose
from generator.load.game_loader import load
from generator.model.nets import tuck_box
from generator.model.paper import Paper
from generator.render.template_renderer import TemplateRenderer
from generator.render.templates.theme import read_theme
from generator.typeset.face_size import FaceSize
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.typesetter import Typesetter

TEMPLATES = Path(__file__).parents[1] / "templates"
HEAD = """format = 1
title = { en = "Trial" }
about = { en = "For tests." }
designer = "A. Smith"
year = 2026
version = "1.0"
date = "2026-11-21"
languages = ["en"]
"""
PART = '[components.{id}]\ntitle = {{ en = "{id}" }}\nrows = "{id}.csv"\nfront = "{id}.svg.j2"\nkind = "{kind}"\n'
PARTS = {
    "deck": ("cards", 'trim = ["63mm", "88mm"]\n', "id,copies,provenance\na,40,house\nb,15,house\n"),
    "die": (
        "dice",
        'edge = "16mm"\n[components.die.columns]\n'
        + "".join(f'face{n} = {{ type = "number" }}\n' for n in range(1, 7)),
        "id,face1,face2,face3,face4,face5,face6,provenance\nd,1,2,3,4,5,6,house\n",
    ),
    "pawn": ("standees", 'width = "15mm"\nheight = "25mm"\n', "id,provenance\np,house\n"),
    "box": ("boxes", 'holds = ["deck"]\nstock = "0.3mm"\nclearance = "1.5mm"\n', "id,provenance\nx,house\n"),
}
DRAWN = {
    "die.svg.j2": '{% from "shared/die.svg.j2" import die %}'
    '{% call(side, place) die(face, component, card, "glue") %}'
    '<text x="8" y="10" font-family="title" font-size="14pt">{{ side }}</text>{% endcall %}',
    "pawn.svg.j2": '{% from "shared/standee.svg.j2" import standee %}'
    '{% call(side, place) standee(face, component) %}<circle cx="7" cy="4" r="2"/>{% endcall %}',
    "box.svg.j2": '{% from "shared/tuckbox.svg.j2" import tuckbox %}'
    '{% call(side, place) tuckbox(face, component, "TRIAL", game.about, "glue") %}{% endcall %}',
}


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games") / "trial"
    folder.mkdir()
    text = HEAD
    for name, (kind, lines, rows) in PARTS.items():
        text += PART.format(id=name, kind=kind) + lines
        (folder / f"{name}.csv").write_text(rows)
    (folder / "game.toml").write_text(text)
    return load(folder)


@pytest.fixture(scope="module")
def faces(game, tmp_path_factory):
    """The finished face of each component but the deck."""

    def find(name):
        path = TEMPLATES / name
        content = DRAWN[name].encode() if name in DRAWN else path.read_bytes() if path.is_file() else None
        return (name, content) if content is not None else None

    fonts = FontLibrary(tomllib.loads((TEMPLATES / "fonts.toml").read_text("utf-8")), tmp_path_factory.mktemp("fonts"))
    theme = read_theme("colour", [("colour", (TEMPLATES / "themes/colour.toml").read_bytes())])
    renderer, typesetter = TemplateRenderer(game, find, theme), Typesetter(fonts, find, lambda *_: ())
    return {
        part.id: typesetter.face(
            renderer.svg(part, part.pieces[0], "front", "en"),
            where=part.id, language="en", size=FaceSize(part.trim, part.bleed), key=part.id,
        )
        for part in game.components[1:]
    }  # fmt: skip


def levels(folds, axis):
    """Where folds that run across an axis lie on it, in millimetres."""
    lines = [[float(word) for word in re.findall(r"-?[\d.]+", fold)] for fold in folds]
    return sorted({round(to_mm(line[axis]), 2) for line in lines if abs(line[axis] - line[axis + 2]) < 0.01})


@pytest.mark.parametrize(("name", "folds"), [("die", 12), ("pawn", 3), ("box", 12)])
def test_face_is_cut_and_creased_and_nothing_is_amiss(faces, name, folds):
    face = faces[name]

    assert len(face.scores if name == "box" else face.folds) == folds
    assert face.cut.count("M") == face.cut.count("Z") == 1
    assert face.warnings == ()


def test_walls_of_the_box_are_the_cards_and_their_clearance(faces):
    upright, level = levels(faces["box"].scores, 0), levels(faces["box"].scores, 1)

    wall, thick, front = (round(after - before, 2) for before, after in zip([0, *upright[:2]], upright, strict=False))
    assert (wall, thick, front) == (63 + 1.5, 55 * 0.3 + 1.5, 63 + 1.5)
    assert round(level[-1] - level[-2], 2) == 88 + 1.5


def test_pips_of_a_die_come_from_its_row(faces):
    said = []

    def listen(inks):
        for ink in inks:
            said.append(getattr(ink, "text", ""))
            listen(getattr(ink, "ink", ()))

    listen(faces["die"].ink.unpack()[0])
    assert sorted(text for text in said if text.isdigit()) == list("123456")
    assert said.count("glue") == 7


def test_nets_lie_apart_so_that_each_keeps_its_bleed(faces):
    paper = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
    pieces = [PieceToPrint(f"die/d#{copy}", faces["die"]) for copy in range(1, 7)]
    slug = SlugWords("x", "x", "1", lambda n, m: "")

    sheets = impose(pieces, paper, ImpositionOptions(), slug, lambda *_: ()).sheets
    clips = [placed.clip for sheet in sheets for placed in sheet.placed]
    assert len(clips) == 6
    assert {round(clip.width - faces["die"].trim.width, 3) for clip in clips} == {round(4 * MM, 3)}
    assert not any(one.overlaps(other) for one in clips for other in clips if one is not other)


def test_no_line_is_printed_on_the_edges_of_a_box(faces):
    dashed = [shape for group in piece_outlines(faces["box"], IDENTITY) for shape in group.ink if shape.stroke.dash]

    assert dashed == []
    assert faces["box"].folds == ()


def test_ticks_show_every_fold_of_a_box():
    net = tuck_box(66 * MM, 90 * MM, 20 * MM)
    marks = net.fold_marks(2 * MM)

    def is_shown(fold):
        axis = 0 if abs(fold.start[0] - fold.end[0]) < 0.01 else 1
        return any(abs(point[axis] - fold.start[axis]) < 0.01 for mark in marks for point in mark)

    assert all(map(is_shown, net.folds))
