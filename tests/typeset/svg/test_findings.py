from generator.typeset.svg.findings import SvgFindings
from generator.typeset.svg.profile import SVG, TEMPLATE
from generator.typeset.svg.svg_tree import Element


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
