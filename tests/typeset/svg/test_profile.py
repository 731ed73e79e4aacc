import pytest

from generator.typeset.svg.profile import ATTRIBUTES, DRAWING, PICTURE, SVG, TEMPLATE

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def faults(profile, element, *attributes):
    flat = [text for name in attributes for text in (name, "x")]
    return profile.form(element if "}" in element else f"{SVG}}}{element}", flat).faults


@pytest.mark.parametrize("name", sorted(set(ATTRIBUTES) - {"text", "tspan", "style"}))
def test_both_dialects_know_the_same_elements(name):
    assert faults(TEMPLATE, name) == faults(PICTURE, name) == ()


def test_near_names_are_suggested():
    assert faults(TEMPLATE, "rectt") == ("<rectt> is not supported; did you mean 'rect'?",)
    assert faults(TEMPLATE, "rect", "widht") == ("<rect> has no attribute 'widht'; did you mean 'width'?",)


@pytest.mark.parametrize(
    ("element", "what"),
    [
        ("script", "script is not allowed"),
        ("foreignObject", "<foreignObject> is not allowed; write <text pnp:rect=…>"),
        (
            "feTurbulence",
            "this filter is not supported; save what it makes as a PNG of 300 dpi, and show it with <image>",
        ),
        ("marker", "<marker> is not supported; draw the mark as a path"),
    ],
)
def test_what_is_left_out_says_what_would_do(element, what):
    assert faults(TEMPLATE, element) == faults(PICTURE, element) == (what,)


@pytest.mark.parametrize(
    ("attribute", "what"),
    [
        ("onload", "script is not allowed: onload="),
        ("marker-end", "markers are not supported; draw the mark as a path"),
    ],
)
def test_attributes_left_out_say_what_would_do(attribute, what):
    assert faults(TEMPLATE, "path", attribute) == faults(PICTURE, "path", attribute) == (what,)


def test_style_sheets_are_for_pictures():
    assert faults(PICTURE, "style") == faults(PICTURE, "path", "class") == ()
    assert faults(TEMPLATE, "style") == ("<style> is not allowed; write presentation attributes such as fill=",)
    assert faults(TEMPLATE, "path", "class") == ("class= is not allowed; write presentation attributes",)


def test_other_programs_are_ignored_in_pictures_only():
    assert PICTURE.form(f"{INKSCAPE}}}grid", []).ignored
    assert PICTURE.form(f"{SVG}}}metadata", []).ignored
    assert faults(PICTURE, "g", f"{INKSCAPE}}}label") == ()
    assert faults(TEMPLATE, f"{INKSCAPE}}}grid") == (f"<grid> of {INKSCAPE!r} is not SVG; delete it",)
    assert faults(TEMPLATE, "g", f"{INKSCAPE}}}label") == (f"attribute 'label' of {INKSCAPE!r} is not SVG; delete it",)


def test_drawings_as_templates_are_read_as_pictures_and_drawn_as_faces():
    assert DRAWING.form(f"{INKSCAPE}}}grid", []).ignored
    assert faults(DRAWING, "g", f"{INKSCAPE}}}label") == faults(DRAWING, "path", "class") == ()
    assert faults(DRAWING, "text", "urn:vallum:pnp}rect", "http://www.w3.org/XML/1998/namespace}space") == ()


def test_our_own_attributes_belong_to_templates():
    assert faults(TEMPLATE, "rect", "urn:vallum:pnp}field") == ()
    assert faults(TEMPLATE, "rect", "urn:vallum:pnp}filed") == (
        "<rect> has no attribute 'pnp:filed'; did you mean 'pnp:field'?",
    )


def test_plain_href_goes_before_the_old_one():
    form = TEMPLATE.form(f"{SVG}}}use", ["href", "#new", "http://www.w3.org/1999/xlink}href", "#old"])

    assert form.positions["href"] == 1


def test_forms_are_made_once():
    assert TEMPLATE.form(f"{SVG}}}g", ["id", "a"]) is TEMPLATE.form(f"{SVG}}}g", ["id", "b"])
