import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.units import MM
from generator.model.face import GlyphRun, Group, Part, Use

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
COIN = f'{SVG}<circle r="9"/><path d="M 0 0 L 9 9" fill="none" stroke="currentColor"/></svg>'.encode()
FILES = {"icons/coin.svg": COIN}
ICON = '<use href="#icon-coin" x="1" y="2" width="6" height="6" color="#321" fill="gold"/>'


def inside(face):
    ink, parts = face.ink.unpack()
    return ink[0].ink, parts


def test_icon_is_a_part_in_its_own_units(draw):
    (use,), (part,) = inside(draw(ICON, FILES))

    assert use == Use(part.key, Matrix(a=0.25, d=0.25, e=1, f=2))
    assert part.box == Rect(0, 0, 24, 24)
    assert (part.ink[0].fill, part.ink[1].stroke.paint) == ("#ffd700", "#332211")


def test_icons_in_the_same_colours_are_one_part(draw):
    uses, parts = inside(draw(ICON + ICON.replace('x="1"', 'x="9"'), FILES))

    assert len(uses) == 2
    assert len(parts) == 1


def test_icons_in_other_colours_are_other_parts(draw):
    _, parts = inside(draw(ICON + ICON.replace("gold", "red"), FILES))

    assert [part.ink[0].fill for part in parts] == ["#ffd700", "#ff0000"]


def test_icons_inherit_their_colours(draw):
    plain = '<use href="#icon-coin" width="6" height="6"/>'
    _, (part,) = inside(draw(f'<g color="red" fill="blue" stroke="green">{plain}</g>', FILES))

    assert (part.ink[0].fill, part.ink[0].stroke) == ("#0000ff", None)
    assert part.ink[1].stroke.paint == "#ff0000"


def test_keys_of_parts_follow_their_content(draw):
    other = {"icons/coin.svg": COIN.replace(b'r="9"', b'r="8"')}
    keys = {inside(draw(ICON, files))[1][0].key for files in (FILES, FILES, other)}

    assert len(keys) == 2


def test_pictures_lie_in_a_folder_of_their_own(draw):
    files = {"pictures/coin.svg": COIN}
    (use,), (part,) = inside(draw(ICON.replace("#icon-", "#picture-"), files))

    assert use == Use(part.key, Matrix(a=0.25, d=0.25, e=1, f=2))


def test_shadow_is_as_strong_as_the_use_says(draw):
    shaded = {"pictures/coin.svg": COIN.replace(b'r="9"', b'r="9" fill="currentColor"')}
    uses = [ICON.replace("#icon-", "#picture-").replace("/>", f' fill-opacity="{share}"/>') for share in (0.25, 0.5)]
    _, parts = inside(draw("".join(uses), shaded))

    assert [(part.ink[0].fill, part.ink[0].opacity) for part in parts] == [("#332211", 0.25), ("#332211", 0.5)]


def test_icons_keep_their_proportions(draw):
    (use,), _ = inside(draw('<use href="#icon-coin" width="12" height="6" opacity="0.5"/>', FILES))

    assert use.matrix == Matrix(a=0.25, d=0.25, e=3)
    assert use.opacity == 0.5


def test_symbol_is_one_part_however_often_used(draw):
    symbol = '<symbol id="s" viewBox="0 0 10 20"><rect width="10" height="20"/></symbol>'
    uses = '<use href="#s" x="1" width="5" height="10"/><use href="#s" x="9" width="5" height="10"/>'
    ink, parts = draw(symbol + uses).ink.unpack()

    assert [group.ink for group in ink] == [(Use(parts[0].key, IDENTITY),)] * 2
    assert ink[0].matrix == Matrix(a=0.5 * MM, d=0.5 * MM, e=MM)
    assert len(parts) == 1


def test_symbol_shows_what_its_rectangle_shows(draw):
    symbol = '<symbol id="s" viewBox="0 0 10 20"><rect width="99" height="99"/></symbol>'
    _, (part,) = draw(f'{symbol}<use href="#s" width="20" height="20"/>').ink.unpack()

    assert part.box == Rect(-5, 0, 20, 20)


def test_symbol_without_size_fills_the_face(draw):
    ink, _ = draw(
        '<symbol id="s" viewBox="0 0 13 18"><rect width="13" height="18"/></symbol><use href="#s"/>'
    ).ink.unpack()

    assert ink[0].matrix.a == pytest.approx(2 * MM)


def test_group_is_a_part_with_room_for_its_strokes(draw):
    svg = '<defs><g id="a"><rect width="4" height="4" stroke="red"/></g></defs><use href="#a" x="3"/>'
    ink, (part,) = draw(svg).ink.unpack()

    assert part.box.contains(Rect(-0.5, -0.5, 5, 5))
    assert ink[0].matrix == Matrix(a=MM, d=MM, e=3 * MM)


def test_shape_takes_its_style_from_the_use(draw):
    svg = (
        '<defs><rect id="a" width="4" height="4"/></defs><use href="#a" fill="red"/><use xlink:href="#a" fill="blue"/>'
    )
    (group,) = draw(svg).ink.unpack()[0]

    assert [shape.fill for shape in group.ink] == ["#ff0000", "#0000ff"]


def test_equal_symbols_are_one_part_in_all_faces(draw):
    svg = '<symbol id="{0}"><rect width="4" height="4"/></symbol><use href="#{0}"/>'
    keys = {draw(svg.format(name)).ink.unpack()[1][0].key for name in "ab"}

    assert len(keys) == 1


def test_text_in_a_symbol_stands_in_the_face(draw):
    svg = '<symbol id="s"><text y="5" font-size="9pt">A</text></symbol><use href="#s" x="2" width="9" height="9"/>'
    ((group,), parts) = draw(svg).ink.unpack()

    assert parts == ()
    assert isinstance(group, Group)
    assert isinstance(group.ink[0], GlyphRun)
    assert group.ink[0].x == pytest.approx(2 * MM)
    assert group.clip is not None


def test_parts_come_before_what_uses_them(draw):
    svg = f'<g id="outer">{ICON}</g><use href="#outer" y="9"/>'
    _, parts = draw(svg, FILES).ink.unpack()

    assert [part.ink[0].__class__.__name__ for part in parts] == ["Shape", "Use"]
    assert all(isinstance(part, Part) for part in parts)


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        ("<use/>", "needs href"),
        ('<use href="#a"/>', "there is nothing to draw called '#a'"),
        ('<g id="ab"/><use href="#abc"/>', "there is nothing to draw called '#abc'; did you mean '#ab'?"),
        ('<linearGradient id="a"/><use href="#a"/>', "there is nothing to draw called '#a'"),
        (
            '<svg id="a" width="9" height="9"/><use href="#a"/>',
            "'#a' is an <svg>, which <use> does not draw here; write <symbol> instead of <svg>",
        ),
        ('<use href="#icon-coyn" width="1" height="1"/>', "there is no icon 'coyn'; did you mean 'coin'?"),
        (
            '<use href="#picture-coin" width="1" height="1"/>',
            "there is no picture 'coin'; save a drawing of it as pictures/coin.svg in the game's folder",
        ),
        ('<use href="#icon-coin"/>', "icon 'coin' needs width and height"),
        ('<use href="#icon-../coin" width="1" height="1"/>', "there is no icon '../coin'; did you mean 'coin'?"),
        (
            '<use href="#icon-coin" width="1" height="1" fill="url(#g)"/>',
            "icon 'coin' takes a plain colour as fill, not a gradient",
        ),
    ],
)
def test_broken_uses_are_faults(wrong, svg, what):
    assert wrong(svg, FILES) == [f"card.svg.j2 [<use> line 2 of its SVG]: {what}"]


def test_faults_of_an_icon_name_its_file(wrong):
    files = {"icons/coin.svg": f'{SVG}\n<circle r="x"/></svg>'.encode()}
    said = wrong(ICON + ICON, files)

    assert said == ["icons/coin.svg:2 [<circle>]: r: 'x' is not a number"]


@pytest.mark.parametrize(("width", "height", "count"), [(6, 6, 1), (0, 6, 0), (6, 0, 0)])
def test_nested_drawing_without_area_draws_nothing(draw, width, height, count):
    nested = f'<svg x="1" y="1" width="{width}" height="{height}"><rect width="3" height="3"/></svg>'
    ink, _ = draw(nested).ink.unpack()

    assert len(ink[0].ink if ink else ()) == count
