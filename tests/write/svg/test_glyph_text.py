import pytest

from generator.base.errors import Faults
from generator.model.face import Font
from generator.write.svg.glyph_text import svg_font

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


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
