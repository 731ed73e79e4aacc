"""Texts that leave their limits: the face of the tests is 20 by 30 mm with 3 mm of bleed."""

import pytest

NAME = "The Venerable Lamplighter"
SAFE = '<rect x="2" y="2" width="16" height="26" pnp:layer="safe"/>'
BLEED = '<g pnp:layer="bleed">{}</g>'


def text(attributes, words=NAME):
    return f'<text font-size="9pt" {attributes}>{words}</text>'


def one_fault(wrong, svg, files=None):
    (said,) = wrong(svg, files)
    return said.partition("]: ")[2].partition(";")[0]


@pytest.mark.parametrize(
    ("svg", "excess"),
    [
        (text('x="2" y="9"'), 15.4),
        (text('x="10" y="9" text-anchor="middle"'), 6.7),
        (text('x="18" y="9" text-anchor="end"'), 15.3),
        (f'<g transform="translate(2 9) scale(0.8)">{text("")}</g>', 8.7),
        (text('transform="translate(10 2) rotate(90)"'), 5.4),
        (text('transform="rotate(-90 10 28)" x="10" y="28"'), 5.4),
        (text('x="2" y="29.5"', "jgp"), 0.2),
        (text('x="2" y="1"', "Å"), 1.8),
        (text('x="2" y="9"', "One<tspan x='2' y='14'>The Venerable Lamplighter</tspan>"), 15.4),
        (f'<defs><g id="name">{text("")}</g></defs><use href="#name" x="2" y="9"/>', 15.4),
        (text('pnp:rect="12 5 20 9"', "Lamplighter"), 7.1),
    ],
)
def test_text_over_the_trim_is_a_fault(wrong, svg, excess):
    said = one_fault(wrong, svg)

    assert said.startswith("text reaches ")
    assert said.endswith(" mm over the trim")
    assert float(said.split()[2]) == pytest.approx(excess, abs=0.05)


@pytest.mark.parametrize("svg", [text('x="1" y="9"', "Forum"), text('x="19" y="29.8" text-anchor="end"', "Forum")])
def test_text_up_to_the_trim_is_fine(draw, svg):
    assert draw(svg).warnings == ()


def test_a_letter_is_measured_by_its_outline(draw):
    assert draw(text('x="2" y="29.9"', "Forum")).warnings == ()


@pytest.mark.parametrize(
    "svg",
    [
        '<text font-size="5pt" x="-2.4" y="9" transform="rotate(90 -2.4 9)">edge</text>',
        BLEED.format(text('x="-2" y="9"', "Forum")),
        SAFE + BLEED.format(text('x="-2" y="9"', "Forum")),
    ],
)
def test_text_in_the_bleed_is_a_warning(draw, svg):
    (warning,) = draw(svg).warnings

    assert "text in the bleed reaches " in warning
    assert "over the trim, where it is cut off" in warning


@pytest.mark.parametrize(
    "svg", [BLEED.format(text('x="-2" y="9"')), text('x="-2.9" y="-12"', "far"), text('x="60" y="9"')]
)
def test_text_beyond_the_face_is_a_fault(wrong, svg):
    assert "over the bleed" in one_fault(wrong, svg)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_stays_in_the_safe_area_that_it_starts_in(wrong, draw, anchor):
    x = {"start": 12, "middle": 15, "end": 6}[anchor]
    place = f'x="{x}" y="9" text-anchor="{anchor}"'

    assert one_fault(wrong, SAFE + text(place, "Forum")).startswith("text leaves the safe area that it starts in by ")
    assert draw(SAFE + text(place, "I")).warnings == ()


def test_each_panel_of_a_net_holds_its_own_texts(wrong, draw):
    panels = (
        '<rect x="1" y="1" width="8" height="8" pnp:layer="safe"/>'
        '<g transform="translate(10 10) rotate(90)"><rect y="-8" width="8" height="8" pnp:layer="safe"/>{}</g>'
    )

    assert draw(panels.format(text('x="1" y="-3"', "I"))).warnings == ()
    assert "safe area that it starts in" in one_fault(wrong, panels.format(text('x="1" y="-3"', "Forum")))


def test_text_beside_the_safe_area_is_held_to_the_trim(wrong, draw):
    (warning,) = draw(SAFE + text('x="2" y="29.5"', "Forum")).warnings

    assert "text leaves the safe area by " in warning
    assert "over the trim" in one_fault(wrong, SAFE + text('x="1" y="29.5"'))


@pytest.mark.parametrize(
    "svg",
    [
        '<svg x="2" y="2" width="9" height="9">{}</svg>',
        '<symbol id="s">{}</symbol><use href="#s" x="2" y="2" width="9" height="9"/>',
    ],
)
def test_text_cut_off_by_a_nested_drawing_is_a_fault(wrong, draw, svg):
    assert one_fault(wrong, svg.format(text('x="1" y="5"'))).startswith("text is cut off by ")
    assert draw(svg.format(text('x="1" y="5"', "Fo"))).warnings == ()


@pytest.mark.parametrize("clipped", ['<g clip-path="url(#c)">{}</g>', "{}"])
def test_text_cut_off_by_a_clip_path_is_a_warning(draw, clipped):
    clip = '<clipPath id="c"><rect width="20" height="30"/></clipPath>'
    own = "" if "g" in clipped else ' clip-path="url(#c)"'
    (warning,) = draw(clip + clipped.format(text(f'x="2" y="9"{own}'))).warnings

    assert "text is cut off by 15.4" in warning
    assert warning.endswith(" at its clip path")


def test_paragraph_that_does_not_fit_is_told_once(wrong):
    assert len(wrong(text('pnp:rect="1 25 18 4" pnp:fit="shrink 8pt"', "many words " * 9))) == 1


def test_icons_of_a_text_count_as_far_as_they_are_seen(draw, wrong):
    icon = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle r="90" stroke="currentColor"/></svg>'
    files = {"icons/coin.svg": icon}

    assert draw(text('pnp:rect="1 1 9 5"', "{coin}"), files).warnings == ()
    assert "over the trim" in one_fault(wrong, text('pnp:rect="18 1 4 5"', "{coin}"), files)


CORNER = text('x="1" y="4"', "Hi")
WIDE = text('x="13" y="15"', "Forum")
MIDDLE = text('x="10" y="16" text-anchor="middle"', "Hi")


@pytest.mark.parametrize("shape", ["round", "hex"])
def test_text_stays_on_a_piece_of_its_shape(draw, wrong, shape):
    long = text('x="10" y="5" text-anchor="middle"', "Forum Rom")

    assert draw(MIDDLE, shape=shape).warnings == ()
    assert draw(long).warnings == ()
    (said,) = wrong(long, shape=shape)
    assert "over the outline of its piece; move it" in said


def test_text_stays_inside_the_cut_that_it_starts_in(draw, wrong):
    cut = '<circle cx="10" cy="15" r="9" pnp:layer="cut"/><path d="M2 2h16" pnp:layer="cut"/>'

    assert draw(cut + MIDDLE + CORNER).warnings == ()
    assert "over the outline of its piece" in one_fault(wrong, cut + text('x="11.8" y="15"', "Forum"))
    (warning,) = draw(f'{cut}<g pnp:layer="bleed">{WIDE}</g>').warnings
    assert "in the bleed" in warning


def test_each_letter_is_held_to_a_slanted_outline(draw, wrong):
    cut = '<path d="M0 0H20V12L0 30Z" pnp:layer="cut"/>'
    slanted = '<text font-size="9pt" x="4" y="20" transform="rotate({} 4 20)">Forum</text>'

    assert draw(cut + slanted.format(-40)).warnings == ()
    assert "over the outline" in one_fault(wrong, cut + slanted.format(10))
