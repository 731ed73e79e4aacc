"""Outlines of letters, and lines below and through words."""

import pytest

from generator.model.face import GlyphRun, Group, Shape

TEXT = '<text x="2" y="10" font-size="12pt" fill="#ff0000" {}>Fox Owl</text>'
OUTLINE = 'stroke="#ffffff" stroke-width="0.5" stroke-linejoin="round"'


def ink(face):
    (item,) = face.ink.unpack()[0]
    return item.ink if isinstance(item, Group) and item.opacity == 1 else (item,)


def flat(items):
    return [each for item in items for each in (flat(item.ink) if isinstance(item, Group) else [item])]


def kinds(face):
    return [type(item) for item in flat(face.ink.unpack()[0])]


def test_an_outline_lies_below_the_letters_where_it_is_painted_first(draw):
    face = draw(TEXT.format(f'{OUTLINE} paint-order="stroke"'))
    shape, run = flat(face.ink.unpack()[0])

    assert isinstance(run, GlyphRun)
    assert run.text == "Fox Owl"
    assert (shape.fill, shape.stroke.paint, shape.stroke.join) == (None, "#ffffff", "round")
    assert shape.stroke.width == pytest.approx(0.5 * 72 / 25.4)
    assert shape.path.startswith("M ")


def test_an_outline_lies_over_the_letters_otherwise(draw):
    assert kinds(draw(TEXT.format(OUTLINE))) == [GlyphRun, Shape]


def test_outlined_letters_fade_as_one(draw):
    (group,) = draw(TEXT.format(f'{OUTLINE} opacity="0.5"')).ink.unpack()[0]

    assert group.opacity == 0.5
    assert [item.opacity for item in flat(group.ink) if isinstance(item, GlyphRun)] == [1.0]


def test_a_paragraph_has_outlines_on_each_line(draw):
    body = f'<text pnp:rect="1 1 10 20" font-size="12pt" {OUTLINE} paint-order="stroke">Fox Owl Hare</text>'

    assert kinds(draw(body)).count(Shape) == kinds(draw(body)).count(GlyphRun) > 1


def test_a_line_below_words_is_as_long_as_they_are(draw):
    line, run = flat(draw(TEXT.format('text-decoration="underline"')).ink.unpack()[0])
    numbers = [float(word) for word in line.path.split() if not word.isalpha()]

    assert (line.fill, min(numbers[::2])) == ("#ff0000", pytest.approx(run.x, abs=0.001))
    assert max(numbers[::2]) == pytest.approx(run.x + run.width, abs=0.001)
    assert min(numbers[1::2]) > run.y


def test_a_line_through_words_lies_over_them(draw):
    run, line = flat(draw(TEXT.format('text-decoration="line-through"')).ink.unpack()[0])
    assert isinstance(run, GlyphRun)
    assert all(float(y) < run.y for y in [word for word in line.path.split() if not word.isalpha()][1::2])


def test_other_lines_are_faults(wrong):
    assert wrong(TEXT.format('text-decoration="overline"')) == [
        "card.svg.j2 [<text> line 2 of its SVG]: text-decoration: 'overline' is not drawn; "
        "write 'underline' or 'line-through'"
    ]


def test_one_text_has_one_outline(wrong):
    body = f'<text x="1" y="9" font-size="9pt" {OUTLINE}>Fox <tspan stroke="#000000">Owl</tspan></text>'
    assert wrong(body) == [
        "card.svg.j2 [<text> line 2 of its SVG]: stroke differs within the text; write it on <text>, or write two texts"
    ]
