"""The boxes of cards, with what is told of each."""

import io

import pytest
from PIL import Image

ICON = b'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><path d="M0 0H50V99z"/></svg>'


def png(width=200, height=100):
    packed = io.BytesIO()
    Image.new("RGB", (width, height), "#804000").save(packed, "PNG")
    return packed.getvalue()


@pytest.fixture
def drawn(project):
    """The boxes of a script's only deck, and what is told."""

    def read(body, cards=1):
        script = f"Squib::Deck.new(cards: {cards}, width: 1000, height: 1000, dpi: 100) do\n{body}\nend\n"
        whole = project({"deck.rb": script, "icon.svg": ICON, "art.png": png()})
        return whole.decks[0].boxes, [line for line in whole.lost if line.startswith("line")]

    return read


def test_part_of_a_picture_is_as_large_as_it_is_shown(drawn):
    (box,), lost = drawn("png file: 'art.png', x: 100, y: 0, crop_x: 50, crop_width: 100, crop_height: 100")

    assert (box.x, box.width, box.height) == pytest.approx((25.4, 25.4, 25.4))
    assert box.look.part == pytest.approx((0.25, 0, 0.5, 1))
    assert not lost


def test_mask_is_a_tint_where_it_is_a_colour(drawn):
    boxes, lost = drawn("svg file: 'icon.svg', mask: '#f00'\nsvg file: 'icon.svg', mask: '(0,0)(9,9) red@0 blue@1'")

    assert [box.look.tint for box in boxes] == ["#ff0000", ""]
    assert lost == ["line 3, svg: mask: '(0,0)(9,9) red@0 blue@1' is no plain colour, so the picture has its own"]


def test_blend_that_css_lacks_is_told(drawn):
    boxes, lost = drawn("svg file: 'icon.svg', blend: :multiply\nsvg file: 'icon.svg', blend: :color_burn")

    assert [box.look.blend for box in boxes] == ["multiply", ""]
    assert lost == ["line 3, svg: blend: pictures are not blended by 'color_burn' here"]


def test_shapes_take_gradients_and_texts_do_not(drawn):
    ends = "(0,0)(100,0) red@0 blue@1"
    boxes, lost = drawn(
        f"background color: '{ends}'\nrect fill_color: '{ends}', stroke_color: '{ends}'\ntext str: 'a', color: '{ends}'"
    )

    assert [sorted(box.gradients) for box in boxes] == [["fill"], ["fill", "stroke"], []]
    assert boxes[0].gradients["fill"].stops == ((0.0, "red", 1.0), (1.0, "blue", 1.0))
    assert lost == [f"line 4, text: the colour '{ends}' is not taken over"]


def test_pictures_of_several_sizes_are_several_boxes(drawn):
    boxes, _ = drawn("svg file: ['icon.svg', nil, 'art.svg'], width: :scale, height: 100", cards=3)

    assert {box.kind for box in boxes} == {"picture"}


def test_cards_without_a_box_are_marked(drawn):
    (box,), _ = drawn("rect range: [0, 2], x: 10, width: 50, height: 50", cards=3)

    assert box.when == "drawn"


GALLERY = """\
Squib::Deck.new(cards: 2) do
  background color: '(0,0)(0,1125) #ccc@0.0 #111@1.0'
  line stroke_color: '(0,0)(825,0) #f00@1.0 #0f0@0.0', x1: 0, y1: 600, x2: 825, y2: 600, stroke_width: 15
  circle fill_color: '(425,400,2)(425,400,120) #fffc@0.0 #111@1.0', x: 415, y: 415, radius: 100
  svg file: %w(icon.svg art.svg), x: 100, y: 700, width: 150, height: 150, mask: '#00f', crop_width: 90
  svg file: 'icon.svg', x: 300, y: 700, width: 150, height: 150, flip_vertical: true, angle: 0.3
  png file: 'art.png', x: 100, y: 900, crop_x: 50, crop_width: 50, crop_corner_x_radius: 9, blend: :multiply
end
"""


def test_game_of_changed_pictures_and_gradients_is_sound(project, imported, sound):
    project({"deck.rb": GALLERY, "icon.svg": ICON, "art.svg": ICON, "art.png": png()})
    sound(imported("deck.rb")[0])


@pytest.mark.parametrize(("option", "usual"), [("fill_color", "none"), ("stroke_color", "#000000")])
def test_card_without_a_colour_has_the_usual_one(project, option, usual):
    script = f"Squib::Deck.new(cards: 3) {{ rect {option}: [nil, '#f00', 'no colour'], width: 50, height: 50 }}"
    (deck,) = project({"deck.rb": script}).decks
    ((_, column),) = deck.boxes[0].colours.items()

    assert [row[column] for row in deck.rows] == [usual, "#ff0000", "none"]
