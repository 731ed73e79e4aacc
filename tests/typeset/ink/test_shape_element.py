import pytest

from generator.base.geometry import Size
from generator.base.units import MM
from generator.model.face import FormField
from generator.typeset.face_size import FaceSize
from generator.typeset.typesetter import RenderedSource

BOX = '<rect id="wall_03" x="1" y="2" width="4" height="3" pnp:field="mark"'


def near(rect):
    return pytest.approx((rect.x / MM, rect.y / MM, rect.width / MM, rect.height / MM), abs=1e-4)


def test_field_is_drawn_and_kept(draw):
    face = draw(f"{BOX}><title>Wall 3</title></rect>")
    (field,) = face.fields

    assert face.ink.unpack()[0] != ()
    assert (field.id, field.kind, field.label) == ("wall_03", "mark", "Wall 3")
    assert near(field.rect) == (1, 2, 4, 3)


def test_fields_stand_where_their_groups_put_them(draw):
    face = draw(f'<g transform="translate(5 5)">{BOX} transform="scale(2)"/></g>')

    assert near(face.fields[0].rect) == (7, 9, 8, 6)


def test_free_part_stands_where_its_field_does(draw):
    face = draw(f'<g transform="translate(5 5)">{BOX} pnp:free="1 2 4 2" transform="scale(2)"/></g>')

    assert near(face.fields[0].free) == (7, 9, 8, 4)
    assert draw(f"{BOX}/>").fields[0].free is None


def test_fields_that_look_alike_are_each_kept(draw):
    circle = '<circle id="{}" r="2" pnp:field="mark2"/>'
    face = draw(circle.format("a") + circle.format("b"))

    assert [field.id for field in face.fields] == ["a", "b"]
    assert all(isinstance(field, FormField) for field in face.fields)


def test_tint_is_hatched(shapes):
    drawn = '<rect width="4" height="2" fill="#ff0000" fill-opacity="0.5"/><rect width="4" height="2" fill="#00ff00"/>'
    lines, solid = shapes(f'<g pnp:hatch="0.5 0">{drawn}</g>')

    assert lines.fill is None
    assert (lines.stroke.paint, lines.path.count("M")) == ("#ff0000", 4)
    assert (solid.fill, solid.stroke) == ("#00ff00", None)


def test_outline_of_a_hatched_tint_stays(shapes):
    box = '<rect width="4" height="2" fill-opacity="0.5" stroke="#ff0000"/>'
    (group,) = shapes(f'<g pnp:hatch="0.5 0">{box}</g>')

    assert [shape.stroke.paint for shape in group.ink] == ["#000000", "#ff0000"]


def test_skin_among_hatched_clothes_is_tinted(shapes):
    skin = '<g pnp:hatch="none"><rect width="4" height="2"/></g>'
    cloth = '<rect width="4" height="2"/>'
    tint, lines = shapes(f'<g pnp:hatch="0.5 0" fill-opacity="0.1">{skin}{cloth}</g>')
    (bare,) = shapes(f'<g pnp:hatch="0.5 0" fill-opacity="0">{skin}{cloth}</g>')

    assert (tint.fill, tint.opacity, tint.stroke) == ("#000000", 0.1, None)
    assert lines.fill is None
    assert bare == lines


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        ('<g pnp:hatch="0.5"/>', "pnp:hatch: '0.5' is not a distance of lines and a direction"),
        ('<g pnp:hatch="0 45"/>', "pnp:hatch: '0 45' is not a distance of lines and a direction"),
        (
            '<g pnp:hatch="0.01 0"><rect width="4" height="400" fill-opacity="0.5"/></g>',
            "pnp:hatch: more than 20,000 lines",
        ),
    ],
)
def test_impossible_hatching_is_a_fault(wrong, svg, what):
    assert what in wrong(svg)[0]


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        ('<rect id="a" width="1" height="1" pnp:field="tick"/>', "pnp:field 'tick' is unknown; it is one of 'mark'"),
        ('<rect id="Wall" width="1" height="1" pnp:field="mark"/>', "id 'Wall' cannot name a field; write lower case"),
        ('<rect width="1" height="1" pnp:field="mark"/>', "a field needs an id; write lower case letters"),
        ('<rect id="a" width="1" height="0" pnp:field="mark"/>', "a field needs a width and a height"),
        (f'{BOX} pnp:free="1 2 4"/>', "pnp:free '1 2 4' is not understood; write it like '1 2 8 5'"),
        (f'{BOX} pnp:free="1 2 4 4"/>', "pnp:free '1 2 4 4' is no part of the field"),
        (f'{BOX} pnp:free="1 2 0 3"/>', "pnp:free '1 2 0 3' is no part of the field"),
        (
            '<symbol id="s"><rect id="a" width="1" height="1" pnp:field="mark"/></symbol><use href="#s"/>',
            "a field cannot stand in what is drawn by reference",
        ),
    ],
)
def test_broken_fields_are_faults(wrong, svg, what):
    assert what in wrong(svg)[0]


def test_bleed_is_drawn_like_anything_else(draw):
    assert draw('<rect width="9" height="9" pnp:layer="bleed"/>').ink.unpack()[0] != ()


def test_last_plain_bleed_over_the_whole_trim_is_the_colour_of_the_edge(draw):
    ground = '<rect x="-3" y="-3" width="26" height="36" fill="{}" pnp:layer="bleed"/>'
    strip = '<rect x="-3" y="-3" width="9" height="36" fill="#00ff00" pnp:layer="bleed"/>'

    assert draw(ground.format("#0000ff") + ground.format("#ff0000") + strip).edge == "#ff0000"
    assert draw(strip + '<rect width="20" height="30" fill="#ff0000"/>').edge == ""


def test_cuts_are_paths_in_points_and_not_drawn(draw):
    face = draw('<circle r="5" pnp:layer="cut"/><g pnp:layer="cut"><path d="M0 0h10" transform="scale(2)"/></g>')

    assert face.ink.unpack()[0] == ()
    assert face.cut.startswith("M 14.1732 0 C")
    assert face.cut.endswith("Z M 0 0 L 56.6929 0")


def test_folds_are_kept_one_by_one(draw):
    face = draw('<g pnp:layer="fold"><line x2="10"/><g display="none"><line x2="9"/></g><line y2="10"/></g>')

    assert face.folds == ("M 0 0 L 28.3465 0", "M 0 0 L 0 28.3465")


def test_text_inside_the_safe_area_is_fine(draw):
    face = draw(
        '<rect x="2" y="2" width="16" height="26" pnp:layer="safe"/><text x="3" y="9" font-size="9pt">in</text>'
    )

    assert face.warnings == ()


def test_text_outside_the_safe_area_is_a_warning(draw):
    face = draw(
        '<rect x="2" y="2" width="16" height="26" pnp:layer="safe"/><text x="0.9" y="9" font-size="9pt">out</text>'
    )

    assert face.warnings == ("card.svg.j2 [<text> line 2 of its SVG]: text leaves the safe area by 1.0 mm",)


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        ('<g pnp:layer="cutt"/>', "pnp:layer 'cutt' is unknown; did you mean 'cut'?"),
        ('<g pnp:layer="cut"><text>A</text></g>', "pnp:layer holds <text>; it takes shapes and groups of shapes"),
        (
            '<symbol id="s"><line x2="9" pnp:layer="fold"/></symbol><use href="#s"/>',
            "pnp:layer 'fold' cannot stand in what is drawn by reference",
        ),
    ],
)
def test_broken_layers_are_faults(wrong, svg, what):
    assert what in wrong(svg)[0]


def test_faces_of_one_ground_have_one_edge(typesetter):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="9mm" height="9mm" viewBox="0 0 9 9">'
        '<rect x="0" y="0" width="9" height="9" fill="#ff0000" pnp:layer="bleed"/></svg>'
    )
    size, setter = FaceSize(Size(9 * MM, 9 * MM), 0.0, "rect"), typesetter()
    where = RenderedSource("two.csv", lambda line, name: None)

    edges = [setter.face(svg, where=where, language="en", size=size, key=key).edge for key in ("first", "second")]

    assert edges == ["#ff0000", "#ff0000"]
