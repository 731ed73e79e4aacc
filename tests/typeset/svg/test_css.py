import re

import pytest

from generator.typeset.svg.css import StyleSheet, attribute_of, declarations
from generator.typeset.svg.profile import PICTURE, SVG, TEMPLATE
from generator.typeset.svg.svg_tree import SvgFindings, read_svg


def read(body, profile=PICTURE):
    findings = SvgFindings("a.svg", own_lines=True)
    tree = read_svg(f'<svg xmlns="{SVG}">{body}</svg>', profile, findings)
    return tree.ids.get("a"), [fault.what for fault in findings.faults]


def test_style_counts_more_than_an_attribute():
    element, faults = read('<rect id="a" fill="red" style="fill:blue;-inkscape-stroke:none;stroke: none"/>')

    assert (element.get("fill"), element.get("stroke"), faults) == ("blue", "none", [])


def test_comments_and_importance_are_left_out():
    assert declarations("fill: red !important; /* ; */ opacity:.5") == {"fill": "red", "opacity": ".5"}


def test_rules_style_by_name_class_and_id():
    sheet = "<style>rect, .b {fill: red} rect.b {stroke: blue} #a {opacity: .5}</style>"
    element, faults = read(sheet + '<rect id="a" class="b c"/>')

    assert [element.get(name) for name in ("fill", "stroke", "opacity")] == ["red", "blue", ".5"]
    assert faults == []


def test_a_rule_for_an_id_counts_more_than_one_for_a_class():
    element, _ = read('<style>#a {fill: red} .b {fill: blue} rect {fill: green}</style><rect id="a" class="b"/>')

    assert element.get("fill") == "red"


@pytest.mark.parametrize(
    ("style", "what"),
    [
        ("rect > path {fill: red}", "<style> has the selector 'rect > path'; only names, classes and ids are supported: save with presentation attributes"),
        ("@import 'a.css';", "<style> holds \"@import 'a.css';\"; only rules such as '.a {fill: red}' are supported"),
        ("a {fill: red !important}", "<style> has !important, which is not supported; save with presentation attributes"),
    ],
)  # fmt: skip
def test_other_rules_are_refused(style, what):
    with pytest.raises(ValueError, match=f"^{re.escape(what)}$"):
        StyleSheet().add(style)

    assert read(f"<style>{style.replace('>', '&gt;')}</style>")[1] == [what]


def test_rules_are_for_elements_before_them_too():
    for rule in (".b {fill: red}", "rect {fill: red}", "#a {fill: red}", "* {fill: red}"):
        element, faults = read(f'<rect id="a" class="b"/><style>{rule}</style>')

        assert (element.get("fill"), faults) == ("red", [])


def test_rules_for_some_media_are_refused():
    assert read('<style media="screen">rect {fill: red}</style>')[1] == [
        "<style> has media='screen', where viewers differ; delete it"
    ]


def test_what_is_no_property_is_refused_in_style():
    assert read('<circle style="r: 5px"/>')[1] == ["style: 'r' is an attribute of <circle>; write r= on it"]
    assert read('<rect style="style: fill"/>', TEMPLATE)[1] == [
        "<rect> has no attribute 'style'; did you mean 'pnp:style'?"
    ]


def test_blending_is_a_property_alone():
    said = "mix-blend-mode= is no attribute of SVG, so that viewers differ; write style='mix-blend-mode:…'"

    assert read('<rect mix-blend-mode="screen"/>')[1] == [said]
    assert read('<rect id="a" style="mix-blend-mode: screen"/>')[1] == []


def test_an_important_declaration_counts_more_than_a_later_one():
    assert declarations("FILL: red !important; fill: blue") == {"fill": "red"}


def test_properties_of_other_programs_are_left_out_of_pictures_only():
    assert read('<rect id="a" style="fil:red;marker:none;stop-color:#000"/>')[1] == []
    assert read('<rect id="a" style="fil:red;marker:none;stop-color:#000"/>', TEMPLATE)[1] == [
        "<rect> has no attribute 'fil'; did you mean 'fill'?"
    ]


def test_properties_that_would_be_seen_are_faults_in_pictures():
    assert read('<path id="a" style="vector-effect:none-scaling"/>')[1] == ["<path> has no attribute 'vector-effect'"]
    assert not attribute_of("vector-effect", "normal", {"fill"}, is_saved=True, has_text=False)


def test_pictures_have_no_text_to_style():
    assert read('<path id="a" style="font-size:medium;fill:red"/>')[1] == []


def test_doctype_of_drawing_programs_is_read_in_pictures():
    head = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    findings = SvgFindings("a.svg", own_lines=True)
    read_svg(f'{head}<svg xmlns="{SVG}"/>', PICTURE, findings)

    assert findings.faults == []


@pytest.mark.parametrize(("has_text", "read_as"), [(False, ""), (True, "letter-spacing")])
def test_properties_of_text_are_read_where_there_is_text(has_text, read_as):
    known = {"letter-spacing"}
    assert attribute_of("letter-spacing", "1px", known, is_saved=True, has_text=has_text) == read_as
