"""Boxes of drawings that Inkscape, Illustrator and Figma have saved move by their own attributes, and all other bytes stay."""

import re

import pytest

from generator.build.layout_edits import box_order
from tests.build.layout_edits.conftest import GAME, face_trial

INKSCAPE = """<?xml version="1.0" encoding="UTF-8"?>
<!-- made with a <rect and {braces} -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="63mm" height="88mm" viewBox="0 0 238.11 332.6">
  <sodipodi:namedview id="view"><sodipodi:guide id="guide" position="3,3" orientation="0,-1"/></sodipodi:namedview>
  <defs id="defs"><linearGradient id="sky"><stop offset="0" stop-color="#334455"/></linearGradient></defs>
  <g inkscape:label="Ground" inkscape:groupmode="layer" id="layer1">
    <rect id="ground" width="238.11" height="332.6" x="0" y="0" style="fill:#f4ecd8"/>
    <rect id="sign" width="40" height="30" x="20" y="20" style="fill:url(#sky);stroke:none"/>
    <rect id="frame" width="60" height="40" x="100" y="20" style="fill:#c9a227"/>
  </g>
  <g inkscape:label="Content" inkscape:groupmode="layer" id="layer2" style="display:inline" transform="translate(4,-2)">
    <g transform="rotate(90) scale(2)" id="turned"><path id="mark" d="m 40,-60 c 5,0 5,9 0,9 z" style="fill:#1c2541"/></g>
    <text id="title" x="20" y="100" inkscape:label="name" style="font-size:18px;font-family:Cinzel;fill:#111111"
      ><tspan sodipodi:role="line" x="20" y="100" style="font-size:18px">Name</tspan></text>
    <text id="typed" x="20" y="150" style="font-size:14px;fill:#111111"><tspan x="20" y="150">costs {{ card.cost }}</tspan></text>
    <text id="note" style="display:none" x="1" y="1">a note</text>
  </g>
</svg>
"""
ILLUSTRATOR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 178.58 249.45"><defs><style>.a{fill:#f4ecd8;}.b{fill:#22303a;'
    'font-size:14px;}</style></defs><g id="Layer_1"><rect id="ground" class="a" width="178.58" height="249.45"/>'
    '<rect id="frame" class="b" x="20" y="30" width="50" height="20"/><polygon id="mark" class="a" points="90 30 99 40 80 40"/>'
    '</g><g id="Layer_2"><text id="name" class="b" transform="translate(20 90)"><tspan x="0" y="0">Name</tspan></text>'
    '<ellipse id="oval" class="b" cx="120" cy="150" rx="10" ry="6"/><text id="typed" class="b" transform="matrix(1 0 0 1 20 120)">'
    "{{ card.cost }}</text></g></svg>"
)
DRAWINGS = {"inkscape": INKSCAPE, "illustrator": ILLUSTRATOR, "windows": INKSCAPE.replace("\n", "\r\n")}


@pytest.fixture(params=DRAWINGS)
def drawing(request, tmp_path):
    """The text of a drawing, and a card that it is the template of."""
    folder = tmp_path / "drawn"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.toml").write_text(GAME.replace("card.svg.j2", "card.svg"), "utf-8")
    (folder / "cards.csv").write_text("id,name.en,cost\nfox,Fox,2\nox,Ox,3\n", "utf-8")
    (folder / "templates/card.svg").write_bytes(DRAWINGS[request.param].encode())
    trial = face_trial(folder)
    trial.test_folder = folder
    return DRAWINGS[request.param], trial


def number(trial, name):
    return next(index for index, element in enumerate(trial.elements) if element.id == name)


def without(name, text):
    """A text without all values of an attribute."""
    return re.sub(rf' ?\b{name}="[^"]*"', "", text)


def saved(verdict):
    assert verdict.is_exact
    (content,) = verdict.files.values()
    return content.decode()


def test_boxes_are_what_is_drawn(drawing):
    _, trial = drawing
    assert not {"view", "guide", "note"} & {element.id for element in trial.elements}
    assert all(trial.keys[index].places for index in range(len(trial.elements)))


def test_a_shape_moves_and_grows_by_its_own_numbers(drawing):
    text, trial = drawing
    at = number(trial, "frame")
    element, scale = trial.elements[at], trial.elements[at].matrix.a

    after = saved(trial.reshape(at, 2, 1, 3, 0))

    sides = {name: float(element.attributes[name]) for name in ("x", "y", "width", "height")}
    new = sides | {"x": sides["x"] + 2 / scale, "y": sides["y"] + 1 / scale, "width": sides["width"] + 3 / scale}
    written = {name: re.search(rf'id="frame"[^>]*\b{name}="([^"]*)"', after)[1] for name in sides}
    assert {name: float(value) for name, value in written.items()} == pytest.approx(new, abs=1e-3)
    place = after.index('id="frame"')
    back = after[place:]
    for name, value in written.items():
        back = back.replace(f'{name}="{value}"', f'{name}="{element.attributes[name]}"', 1)
    assert after[:place] + back == text


@pytest.mark.parametrize("name", ["mark", "typed", "sign", "title", "name"])
def test_what_has_many_places_moves_by_its_transform_alone(drawing, name):
    text, trial = drawing
    if f'id="{name}"' not in text:
        pytest.skip("another drawing has it")
    at = number(trial, name)

    verdict = trial.reshape(at, 2, -1)

    assert without("transform", saved(verdict)) == without("transform", text)
    assert trial.after(verdict.files)[1][at].attributes["transform"].startswith("translate(")


def test_a_movement_is_continued_and_ends_where_it_began(drawing):
    text, trial = drawing
    folder = trial.test_folder
    at = number(trial, "typed")
    for step in ((2, -1), (1, 3), (-3, -2)):
        (folder / "templates/card.svg").write_bytes(saved(face_trial(folder).reshape(at, *step)).encode())

    after = (folder / "templates/card.svg").read_bytes().decode()
    assert after == text or after == text.replace("translate(20 120)", "matrix(1 0 0 1 20 120)")


@pytest.mark.parametrize("name", ["frame", "mark", "typed"])
def test_a_colour_stands_where_it_wins_over_styles(drawing, name):
    text, trial = drawing

    after = saved(trial.restyle(number(trial, name), "fill", "#123456"))

    assert without("style", after) == without("style", text)
    assert "fill:#123456" in after


def test_letters_get_their_size_in_the_units_of_the_page(drawing):
    _, trial = drawing
    at = number(trial, "typed")
    verdict = trial.restyle(at, "font-size", "9pt")
    now = trial.after(verdict.files)[1][at]
    size = float(now.attributes["style"].partition("font-size:")[2].partition("px")[0])
    assert size * now.matrix.mean_scale == pytest.approx(9 * 25.4 / 72, abs=1e-3)


def test_a_drawing_gets_no_words_of_this_program(drawing):
    _, trial = drawing
    at = number(trial, "typed")
    assert trial.restyle(at, "pnp:align", "right").files == {}
    assert trial.reprint(at, "card.name").files == {}
    assert box_order.show_box_where(trial, at, 'card.cost == "2"').files == {}


@pytest.mark.parametrize(
    "markup",
    [
        '<rect id="new" pnp:rect="10 20 9 6" fill="#dddddd"/>',
        '<ellipse id="new" pnp:rect="10 20 9 6" fill="#dddddd"/>',
        '<text id="new" pnp:rect="10 20 9 6" font-size="10pt" pnp:fit="shrink 6pt" fill="#222222">{{ card.name }}</text>',
    ],
)
def test_a_new_box_stands_in_the_units_of_the_page(drawing, markup):
    text, trial = drawing

    verdict = box_order.add_box(trial, markup)

    new = trial.after(verdict.files)[1][-1]
    assert "pnp:" not in saved(verdict).replace(text, "")
    if new.box:
        assert (new.box.x, new.box.y, new.box.width, new.box.height) == pytest.approx((10, 20, 9, 6), abs=1e-2)
    else:
        place = new.matrix.apply(float(new.attributes["x"]), float(new.attributes["y"]))
        assert place == pytest.approx((10, 24.5), abs=1e-2)


def test_a_shape_leaves_its_layer_to_stand_above_the_next_one(drawing):
    text, trial = drawing
    last = number(trial, "frame" if "sodipodi" in text else "mark")

    assert sorted(saved(box_order.reorder_box(trial, last, 1))) == sorted(text)
    assert len(saved(box_order.remove_box(trial, last))) < len(text)
