import base64
import io
from copy import copy
from types import SimpleNamespace

import pytest
from PIL import Image as Pillow

from generator.base.errors import Faults
from generator.base.geometry import Matrix, Rect
from generator.model.face import (
    Clip,
    Font,
    Group,
    Image,
    LinearGradient,
    Part,
    RadialGradient,
    Shape,
    Stroke,
    Use,
)
from generator.write.svg.drawing import svg_font
from tests.write.conftest import FONTS

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
BOX = "M 0 0 L 9 0 L 9 9 Z"
STOPS = ((0.0, "#ff0000", 1.0), (1.0, "#0000ff", 0.5))


def test_path_passes_through(drawn):
    (path,) = drawn(Shape(BOX, fill="#ff0000"))

    assert path.attrib == {"d": BOX, "fill": "#ff0000"}


def test_nothing_is_filled_by_default(drawn):
    (path,) = drawn(Shape(BOX, stroke=Stroke("#000000", 2, cap="round", join="bevel", dash=(4, 2), offset=-1)))

    assert path.attrib == {
        "d": BOX,
        "fill": "none",
        "stroke": "#000000",
        "stroke-width": "2",
        "stroke-linecap": "round",
        "stroke-linejoin": "bevel",
        "stroke-miterlimit": "4",
        "stroke-dasharray": "4 2",
        "stroke-dashoffset": "-1",
    }


def test_opacities_and_rule_are_stated(drawn):
    (path,) = drawn(Shape(BOX, fill="#ff0000", opacity=0.5, even_odd=True, stroke=Stroke("#000000", 1, opacity=0.25)))

    assert (path.get("fill-opacity"), path.get("stroke-opacity")) == ("0.5", "0.25")
    assert path.get("fill-rule") == "evenodd"


def test_gradient_is_defined_once(drawn):
    fade = LinearGradient(0, 0, 9, 0, STOPS, Matrix.scaling(2))
    definitions, first, second = drawn(Shape(BOX, fill=fade), Shape(BOX, stroke=Stroke(fade, 1)))
    (gradient,) = definitions

    assert first.get("fill") == second.get("stroke") == f"url(#{gradient.get('id')})"
    assert gradient.get("gradientTransform") == "matrix(2 0 0 2 0 0)"
    assert [stop.get("stop-opacity") for stop in gradient] == [None, "0.5"]


def test_radial_gradient_keeps_its_focus(drawn):
    definitions, _ = drawn(Shape(BOX, fill=RadialGradient(5, 5, 4, 3, 2, STOPS, Matrix())))
    (gradient,) = definitions

    assert [gradient.get(name) for name in ("cx", "cy", "r", "fx", "fy")] == ["5", "5", "4", "3", "2"]


def test_clip_is_stated_outside_the_move(drawn):
    group = Group((Shape(BOX, fill="#ff0000"),), Matrix.translation(5, 6), opacity=0.5, clip=Clip(BOX, even_odd=True))
    (clip,), outer = drawn(group)

    assert outer.attrib == {"opacity": "0.5", "clip-path": f"url(#{clip.get('id')})"}
    assert outer[0].attrib == {"transform": "matrix(1 0 0 1 5 6)"}
    assert clip[0].attrib == {"d": BOX, "clip-rule": "evenodd"}


def test_part_is_defined_once_and_clipped_to_its_box(drawn, make):
    uses = (Use("icon", Matrix.scaling(0.5)), Use("icon", Matrix.translation(9, 9), opacity=0.5))
    definitions, first, second = drawn(*uses, parts=(make.icon,))
    clip, part = definitions

    assert first.get(HREF) == second.get(HREF) == f"#{part.get('id')}"
    assert part.get("clip-path") == f"url(#{clip.get('id')})"
    assert clip[0].get("d") == "M 0 0 L 24 0 L 24 24 L 0 24 Z"


def test_part_may_use_parts(drawn, make):
    pair = Part("pair", Rect(0, 0, 48, 24), (Use("icon", Matrix()), Use("icon", Matrix.translation(24, 0))))
    root = drawn(Use("pair", Matrix()), parts=(pair, make.icon))

    assert len(root.findall(f"./{SVG}defs/{SVG}g")) == 2


def pixels(root):
    (image,) = root.iter(SVG + "image")
    kind, data = image.get(HREF).removeprefix("data:image/").split(";base64,")
    return kind, Pillow.open(io.BytesIO(base64.b64decode(data)))


def test_picture_travels_inside_the_file(drawn, make):
    kind, picture = pixels(drawn(Image("blue", Rect(0, 0, 9, 9)), parts=(make.blue,)))

    assert (kind, picture.mode, picture.size) == ("png", "RGBA", (24, 24))
    assert picture.getpixel((3, 2)) == (30, 40, 230, 239)


def test_opaque_picture_has_no_alpha(drawn, make):
    kind, picture = pixels(drawn(Image("r", Rect(0, 0, 9, 9)), parts=(make.raster("r", 1, 1, b"abc"),)))

    assert (kind, picture.mode) == ("png", "RGB")


def test_photo_stays_a_jpeg(drawn, make):
    kind, _ = pixels(drawn(Image("r", Rect(0, 0, 9, 9)), parts=(make.jpeg("r", 8, 8),)))

    assert kind == "jpeg"


def test_part_and_raster_are_not_mixed_up(drawn, make):
    with pytest.raises(TypeError, match="'icon' is a part"):
        drawn(Image("icon", Rect(0, 0, 9, 9)), parts=(make.icon,))
    with pytest.raises(TypeError, match="'blue' is a raster"):
        drawn(Use("blue", Matrix()), parts=(make.blue,))


def test_outlines_need_no_font(drawn, make):
    root = drawn(make.run("fish"))

    assert not list(root.iter(SVG + "text"))
    assert len(list(root.iter(SVG + "use"))) == 3


def test_letter_is_defined_once(drawn, make):
    definitions, run = drawn(make.run("nono"))

    assert len(definitions) == 2
    assert [use.get(HREF) for use in run] == [f"#{definitions[index].get('id')}" for index in (0, 1, 0, 1)]


def test_space_leaves_no_outline(drawn, make):
    _, run = drawn(make.run("n n"))

    assert len(run) == 2


def test_outlines_stand_where_they_were_shaped(drawn, make):
    run = make.run("AV", 10, 20, size=8)
    _, group = drawn(run)

    assert group.get("transform") == "matrix(0.008 0 0 -0.008 10 20)"
    assert float(group[1].get("x")) * 0.008 == pytest.approx(run.offsets[1], abs=0.001)


def test_text_names_its_font(drawn, make):
    (text,) = drawn(make.run("Roma", font="sans-bold", fill="#401008", opacity=0.5), outlines=False)

    assert (text.get("font-family"), text.get("font-weight"), text.get("font-style")) == (
        "'Alegreya Sans'",
        "700",
        "normal",
    )
    assert (text.get("fill"), text.get("fill-opacity"), text.get("font-size")) == ("#401008", "0.5", "10")


def test_italic_is_named(drawn, make):
    (text,) = drawn(make.run("Roma", font="sans-italic"), outlines=False)

    assert text.get("font-style") == "italic"


def test_each_cluster_stands_at_its_own_place(drawn, make):
    run = make.run("fish", 10, 20)
    (text,) = drawn(run, outlines=False)

    assert [span.text for span in text] == ["fi", "s", "h"]
    assert [float(span.get("x")) for span in text] == pytest.approx([10 + offset for offset in run.offsets], abs=1e-4)


@pytest.mark.parametrize("feature", ["smcp", "salt", "onum"])
def test_other_forms_of_letters_are_drawn(drawn, make, feature):
    value = "0123" if feature == "onum" else "Quam ag"
    plain, other = make.run(value), make.run(value, features={feature: True})
    text = list(drawn(other, outlines=False).iter(SVG + "text"))

    assert bool(text) == (plain.glyphs == other.glyphs)


def test_small_capitals_keep_their_words(drawn, make):
    _, group = drawn(make.run("Roma", features={"smcp": True}), outlines=False)

    assert group.get("aria-label") == "Roma"


def test_unreadable_font_is_a_fault(tmp_path):
    with pytest.raises(Faults, match=r"gone\.ttf: the font 'gone' cannot be read"):
        svg_font(Font("gone", str(tmp_path / "gone.ttf"), ""))


@pytest.mark.parametrize(
    ("names", "family"),
    [({16: "Roma", 1: "Roma Light"}, "'Roma'"), ({1: "Roma"}, "'Roma'"), ({16: "", 1: "Roma"}, "'Roma'")],
)
def test_font_of_several_weights_is_named_by_its_family(names, family):
    font = copy(svg_font(FONTS["sans"]))
    font._face = SimpleNamespace(get_name=names.get)

    assert font.style["font_family"] == family
