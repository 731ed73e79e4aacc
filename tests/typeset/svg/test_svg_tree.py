import pytest

from generator.base.errors import Faults
from generator.typeset.svg.profile import PICTURE, SVG, TEMPLATE
from generator.typeset.svg.svg_tree import DEEPEST, MOST_ELEMENTS, Element, SvgFindings, _style_texts, read_svg


def element(*attributes):
    return Element(TEMPLATE.form(f"{SVG}}}rect", attributes), attributes, 12)


def shown(element, *, own_lines):
    found = SvgFindings("card.svg.j2", own_lines=own_lines)
    found.fault(element, "is wrong")
    return [str(fault) for fault in found.faults]


def test_elements_are_called_by_id_or_by_line():
    assert shown(element("id", "box"), own_lines=False) == ["card.svg.j2 [rect#box]: is wrong"]
    assert shown(element(), own_lines=False) == ["card.svg.j2 [<rect> line 12 of its SVG]: is wrong"]


def test_lines_of_a_file_stand_behind_its_name():
    assert shown(element("id", "box"), own_lines=True) == ["card.svg.j2:12 [rect#box]: is wrong"]
    assert shown(element(), own_lines=True) == ["card.svg.j2:12 [<rect>]: is wrong"]


def test_faults_of_a_file_name_a_line():
    found = SvgFindings("card.svg.j2", own_lines=False)
    found.fault_at(3, "ends too early")

    assert [str(fault) for fault in found.faults] == ["card.svg.j2 [line 3 of its SVG]: ends too early"]


def test_warnings_are_ready_to_be_shown():
    found = SvgFindings("card.svg.j2", own_lines=False)
    found.warn(element(), "is soft")

    assert found.warnings == ["card.svg.j2 [<rect> line 12 of its SVG]: is soft"]


ROOT = '<svg xmlns="http://www.w3.org/2000/svg">'


def tree(body, profile=TEMPLATE):
    found = SvgFindings("f.svg", own_lines=True)
    document = read_svg(f"{ROOT}{body}</svg>", profile, found)
    return document, [str(fault) for fault in found.faults]


def stopped(source, profile=PICTURE):
    with pytest.raises(Faults) as caught:
        read_svg(source, profile, SvgFindings("f.svg", own_lines=True))
    return [str(fault) for fault in caught.value.faults]


def test_elements_keep_order_lines_and_words():
    document, faults = tree('<g>\n<rect/><text x="1">one <tspan>two</tspan> three</text></g>')
    (group,) = document.root.elements()
    rect, text = group.elements()

    assert faults == []
    assert (rect.name, rect.line, text.get("x")) == ("rect", 2, "1")
    assert [getattr(child, "name", child) for child in text.children] == ["one ", "tspan", " three"]


def test_ids_lead_to_elements():
    document, _ = tree('<g><rect id="a"/></g><circle id="b"/>')

    assert {id_: element.name for id_, element in document.ids.items()} == {"a": "rect", "b": "circle"}


def test_title_is_one_line_of_text():
    document, _ = tree("<rect><title>\n Gold \n coins</title></rect>")
    (rect,) = document.root.elements()

    assert rect.title() == "Gold coins"


def test_guarded_characters_come_back_in_attributes():
    document, _ = tree('<rect id="a\ufdd0"><title>2 \ufdd0 3</title></rect>')
    (rect,) = document.root.elements()

    assert (rect.id, rect.title()) == ("a*", "2 * 3")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<rect><path/></rect>", "f.svg:1 [<path>]: <path> cannot stand in <rect>"),
        ("<g>loose</g>", "f.svg:1 [<g>]: text 'loose' stands outside <text>"),
        ('<g id="a"/>\n<g id="a"/>', "f.svg:2 [g#a]: id 'a' given twice, lines 1 and 2"),
        ('<g id="icon-x"/>', "f.svg:1 [g#icon-x]: id 'icon-x' stands for the file icons/x.svg; choose another"),
        (
            '<g id="picture-x"/>',
            "f.svg:1 [g#picture-x]: id 'picture-x' stands for the file pictures/x.svg; choose another",
        ),
        ("<?php x?>", "f.svg:1: <?php?> is not allowed; delete it"),
        ("<blink/>", "f.svg:1 [<blink>]: <blink> is not supported; did you mean 'line'?"),
    ],
)
def test_what_does_not_belong_is_gathered(body, what):
    assert tree(body)[1] == [what]


def test_definition_may_come_again_as_it_was():
    same = '<defs><g id="a"><rect width="1" height="1"/></g></defs>'
    document, faults = tree(f"{same}\n{same}")

    assert faults == []
    assert document.ids["a"].line == 1


@pytest.mark.parametrize(
    "other", ['<g id="a"><rect width="2" height="1"/></g>', '<g id="a"/>', '<rect id="a"/>', '<g id="a"><g/></g>']
)
def test_definition_may_not_come_again_otherwise(other):
    faults = tree(f'<defs><g id="a"><rect width="1" height="1"/></g></defs>\n<defs>{other}</defs>')[1]

    assert [fault.partition(": ")[2] for fault in faults] == ["id 'a' given twice, lines 1 and 2"]


def test_what_stands_in_the_unknown_is_said_once():
    assert len(tree("<mask>words<rect/></mask>")[1]) == 1


def test_other_programs_are_skipped_whole():
    body = '<x:view xmlns:x="urn:x"><rect/><x:y>words</x:y></x:view><metadata><rect/></metadata><g/>'
    document, faults = tree(body, PICTURE)

    assert faults == []
    assert [child.name for child in document.root.elements()] == ["g"]


def test_depth_is_limited():
    fits = "<g>" * (DEEPEST - 1) + "</g>" * (DEEPEST - 1)

    assert tree(fits)[1] == []
    assert stopped(f"{ROOT}<g>{fits}</g></svg>") == ["f.svg:1: nested deeper than 64"]


def test_number_of_elements_is_limited():
    assert stopped(ROOT + "<g/>" * MOST_ELEMENTS + "</svg>") == ["f.svg:1: more than 50,000 elements"]


@pytest.mark.parametrize(
    ("source", "what"),
    [
        (b"", "f.svg:1: file is empty"),
        (b" \n", "f.svg:1: file is empty"),
        (b"<svg", "f.svg:1: not well-formed: a tag is not closed; write '>'"),
        (ROOT.encode() + b"<g>\n</svg>", "f.svg:1 [<g>]: is never closed; write '/' before its '>', or close it"),
        (ROOT.encode(), "f.svg:1: not well-formed: ends too early"),
        (b"<html/>", "f.svg:1: root is 'html', not 'svg'"),
        (b"<svg/>", "f.svg:1: root <svg> lacks xmlns='http://www.w3.org/2000/svg'"),
        (
            ROOT.encode() + b'<use a:b="c"/></svg>',
            "f.svg:1: not well-formed: a prefix is not declared; write it like xmlns:pnp='urn:vallum:pnp' into <svg>",
        ),
        (
            b"\x89PNG\r\n\x1a\n\0\0",
            "f.svg:1: not SVG but a picture of pixels; name the file by its kind, such as .png or .jpg",
        ),
        (b"\x1f\x8b\x08\0", "f.svg:1: compressed SVG is not supported; save it as plain SVG"),
        ("\ufeff<svg/>".encode("utf-16"), "f.svg:1: saved as UTF-16; save it as UTF-8"),
        (
            ROOT.encode() + b"\n<!-- caf\xe9 --></svg>",
            "f.svg:2:9: byte E9 is not UTF-8 and looks like Windows-1252; "
            "open the file as Windows-1252 in an editor and save it as UTF-8",
        ),
        (b'<?xml version="1.0" encoding="latin1"?><svg/>', "f.svg:1: must be UTF-8, not 'latin1'"),
    ],
)
def test_what_is_no_drawing_says_what_it_is(source, what):
    assert stopped(source) == [what]


def test_byte_order_mark_does_no_harm():
    found = SvgFindings("f.svg", own_lines=True)

    assert read_svg(b"\xef\xbb\xbf" + ROOT.encode() + b"</svg>", PICTURE, found).root.name == "svg"
    assert found.faults == []


def test_large_files_are_refused():
    assert stopped(b" " * 20_000_001) == ["f.svg:1: file is over 20 MB"]


def test_content_of_every_style_is_read():
    styles = "<g><style>a { fill: red }</style></g><style><![CDATA[b > c { }]]></style>"

    assert _style_texts(f'<svg xmlns="{SVG}">{styles}</svg>') == ["a { fill: red }", "b > c { }"]


@pytest.mark.parametrize(
    "declaration", ['version="1.0"', *(f'version="1.0" encoding="{name}"' for name in ("UTF-8", "utf8", "us-ascii"))]
)
def test_declaration_may_leave_out_the_encoding_or_say_utf_8(declaration):
    found = SvgFindings("f.svg", own_lines=True)

    assert read_svg(f"<?xml {declaration}?>{ROOT}</svg>".encode(), PICTURE, found).root.name == "svg"
    assert found.faults == []
