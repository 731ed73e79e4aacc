import pytest

from generator.model.face import Shape

SVG = "{http://www.w3.org/2000/svg}"


def test_size_is_in_millimetres_and_view_in_points(drawn):
    root = drawn(size=72.0, bleed=36.0)

    assert (root.get("width"), root.get("height")) == ("50.8mm", "50.8mm")
    assert root.get("viewBox") == "-36 -36 144 144"


def test_part_of_a_face_is_shown_true_to_size(make):
    from generator.base.geometry import Rect
    from generator.write.svg.document import svg

    shown = svg(make.sink(), make.fonts, view=Rect(6, 12, 72, 36))

    assert 'width="25.4mm" height="12.7mm" viewBox="6 12 72 36"' in shown


def test_bare_face_defines_nothing(drawn, make):
    root = drawn(Shape(make.square(0, 0, 9), fill="#ff0000"))

    assert [child.tag for child in root] == [SVG + "path"]


def test_same_face_gives_same_text(make):
    from generator.write.svg.document import svg

    assert svg(make.sink(), make.fonts) == svg(make.sink(), make.fonts)


@pytest.mark.parametrize("outlines", [True, False])
def test_every_reference_leads_somewhere(drawn, make, outlines):
    sink, parts = make.sink().ink.unpack()
    root = drawn(*sink, parts=parts, outlines=outlines)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    values = [value for element in root.iter() for name, value in element.items() if "href" in name or "url" in value]
    asked = {value.strip("url(#)") for value in values if not value.startswith("data:")}

    assert len(ids) == len(set(ids))
    assert asked == set(ids)


def test_words_are_kept_for_search(drawn, make):
    labels = [element.get("aria-label") for element in drawn(make.run("Forum & <Rome>")).iter()]

    assert "Forum & <Rome>" in labels


def test_names_no_program_feature(make):
    from generator.write.svg.document import svg

    text = svg(make.sink(), make.fonts, outlines=False)

    assert not any(word in text for word in (" style=", " class=", "<filter", "<mask", "<foreignObject", "pnp:"))
