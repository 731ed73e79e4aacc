"""A box is moved, resized and restyled by a change of exactly its own numbers, or not at all."""

import pytest

from tests.build.layout_edits.conftest import HEAD

TEXT = '<text id="name" pnp:rect="7 6 41 10" pnp:lines="1" font-size="12pt" fill="#22303a">{{ card.name }}</text>'
MACRO = '{{ title("name", card.name, "", 7, 6, 41, 10, 18, "#22303a", "left") }}'
WIDE = TEXT.replace("7 6 41 10", "{{ w - 21 }} 5 {{ w / 3 }} 9")


def number(trial, name):
    return next(index for index, element in enumerate(trial.elements) if element.id == name)


def body(verdict, encoding="utf-8"):
    """The changed template without its head and foot."""
    (content,) = verdict.files.values()
    return content.decode(encoding).removeprefix(HEAD).removesuffix("\n{% endcall %}\n")


@pytest.mark.parametrize(
    ("before", "way", "after"),
    [
        (TEXT, (1.5, -2), TEXT.replace("7 6 41 10", "8.5 4 41 10")),
        (TEXT, (0, 0, 3, 0.5), TEXT.replace("7 6 41 10", "7 6 44 10.5")),
        (MACRO, (-1, 2.5), MACRO.replace("7, 6", "6, 8.5")),
        (MACRO.replace(', "left"', ""), (0, 0, 2, 0), MACRO.replace(', "left"', "").replace("41", "43")),
        ("{% set w = face.width %}\n" + WIDE, (2, 0), "{% set w = face.width %}\n" + WIDE.replace("21", "19")),
        (
            "<!-- 名前の枠 -->" + TEXT.replace('"', "'", 4).replace("7 6", "7  6\t"),
            (1, 1),
            "<!-- 名前の枠 -->" + TEXT.replace('"', "'", 4).replace("7 6", "8  7\t"),
        ),
        ('{{ icon("name", 5, 6, 7, "#111111", "#222222") }}' + TEXT, (1, 0), None),
    ],
)
def test_numbers_of_a_box_change(trial_of, before, way, after):
    trial = trial_of(before)

    verdict = trial.reshape(number(trial, "name"), *way)

    assert verdict.is_exact
    assert body(verdict) == (after or before.replace('rect="7', 'rect="8'))


def test_line_ends_and_byte_order_mark_stay(trial_of):
    trial = trial_of(TEXT, encode=lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())

    (content,) = trial.reshape(number(trial, "name"), 1, 1).files.values()

    old = (HEAD + TEXT.replace("7 6", "8 7") + "\n{% endcall %}\n").replace("\n", "\r\n")
    assert content == b"\xef\xbb\xbf" + old.encode()


def test_the_branch_that_was_taken_changes(trial_of):
    size = '18 if lang == "en" else 15'
    trial = trial_of(MACRO.replace("18", size))

    verdict = trial.restyle(number(trial, "name"), "font-size", "20pt")

    assert body(verdict) == MACRO.replace("18", size.replace("18", "20"))


def test_the_second_of_two_alike_moves(trial_of):
    one, other = '<rect x="5" y="5" width="4" height="4"/>', '<rect id="b" x="5" y="5" width="4" height="4"/>'
    trial = trial_of(one + other)

    assert body(trial.reshape(number(trial, "b"), 10, 0)) == one + other.replace('x="5"', 'x="15"')


def test_shapes_of_many_numbers_are_wrapped_once(trial_of):
    path = '<path id="mark" d="M5 5L9 5L9 9Z" fill="#111111"/>'
    trial = trial_of(path)

    verdict = trial.reshape(number(trial, "mark"), 2, 1)

    assert body(verdict) == f'<g transform="translate(2 1)">{path}</g>'


def test_a_group_of_an_earlier_edit_is_moved_on(trial_of):
    group = '<g transform="translate({})"><path id="mark" d="M5 5L9 5L9 9Z" fill="#111111"/></g>'
    trial = trial_of(group.format("2 1"))

    assert body(trial.reshape(number(trial, "mark"), 1, 0)) == group.format("3 1")


def test_a_shape_of_many_numbers_is_resized_by_one_group(trial_of):
    path = '<path id="mark" d="M5 5L9 5L9 9Z" fill="#111111"/>'
    trial = trial_of(path)

    verdict = trial.reshape(number(trial, "mark"), 0, 0, 2, 1)

    assert body(verdict) == f'<g transform="translate(-2.5 -1.25) scale(1.5 1.25)">{path}</g>'
    again = trial_of(body(verdict), name="again")
    assert body(again.reshape(number(again, "mark"), 1, 0)) == body(verdict).replace("-2.5 -1.25", "-1.5 -1.25")
    back = body(again.reshape(number(again, "mark"), 0, 0, -2, -1))
    assert back == f'<g transform="translate(0 0) scale(1 1)">{path}</g>'.replace(" scale(1 1)", "")


@pytest.mark.parametrize(
    ("shape", "after"),
    [
        ('<circle id="mark" r="4"/>', '<circle id="mark" r="4" cx="2" cy="1"/>'),
        ('<rect id="mark" width="4" height="3" y="5"/>', '<rect id="mark" width="4" height="3" y="6" x="2"/>'),
        ('<line id="mark" x2="4" y2="3"/>', '<line id="mark" x2="6" y2="4" x1="2" y1="1"/>'),
    ],
)
def test_a_place_that_is_left_out_is_written_and_no_size_changes_instead(trial_of, shape, after):
    trial = trial_of(shape)

    assert body(trial.reshape(number(trial, "mark"), 2, 1)) == after


def test_a_text_whose_parts_have_places_is_moved_by_a_group(trial_of):
    text = '<text id="name" x="9" y="9">a<tspan x="9" y="14">b</tspan></text>'
    trial = trial_of(text)

    assert body(trial.reshape(number(trial, "name"), 2, 1)) == f'<g transform="translate(2 1)">{text}</g>'


def test_parts_of_other_texts_are_told_too(trial_of):
    texts = '<text x="9" y="9">a<tspan x="9" dy="{}">b</tspan></text>'
    both = (
        "{% macro both(y) %}"
        + texts.format("{{ y }}")
        + '<rect id="mark" y="{{ y }}" width="1" height="1"/>{% endmacro %}'
    )
    trial = trial_of(both + "{{ both(4) }}")

    verdict = trial.reshape(number(trial, "mark"), 0, 2)

    assert verdict.is_exact
    assert "both(4)" in body(verdict)


LINE = '{% macro line(id, words, box) %}<text id="{{ id }}" pnp:rect="{{ box }}">{{ words }}</text>{% endmacro %}'


@pytest.mark.parametrize(("way", "rect"), [((1, 0), "8 6 41 10"), ((0, 0, 3, 0.5), "7 6 44 10.5")])
def test_numbers_listed_in_one_argument_change(trial_of, way, rect):
    call = '{{ line("name", card.name, "7 6 41 10") }}'
    trial = trial_of(LINE + call)

    assert body(trial.reshape(number(trial, "name"), *way)) == LINE + call.replace("7 6 41 10", rect)


def test_an_icon_about_its_middle_grows_to_the_right_and_down(trial_of):
    pip = (
        '{% macro pip(x, y, size) %}{{ icon("coin", x - size / 2, y - size / 2, size, "#111", "#222") }}{% endmacro %}'
    )
    trial = trial_of(pip + "{{ pip(10, 20, 6) }}")
    at = next(index for index, element in enumerate(trial.elements) if element.name == "use")

    assert body(trial.reshape(at, 0, 0, 2, 2)) == pip + "{{ pip(11, 21, 8) }}"


def test_what_a_shared_frame_draws_is_no_box_of_the_game(trial_of):
    trial = trial_of(
        TEXT, '{% from "shared/plain-card.svg.j2" import plain_card %}{% call plain_card(face, "#111") %}\n'
    )

    assert trial.is_frame(0)
    assert not trial.is_frame(number(trial, "name"))


@pytest.mark.parametrize(("ask", "scale"), [((4, 0), "2 1"), ((4, 3), "2 1"), ((0, 3), None)])
def test_a_rule_is_resized_along_its_length_alone(trial_of, ask, scale):
    path = '<path id="mark" d="M5 5h4" stroke="#111111"/>'
    trial = trial_of(path)

    verdict = trial.reshape(number(trial, "mark"), 0, 0, *ask)

    assert verdict.files == {} if scale is None else body(verdict).endswith(f'scale({scale})">{path}</g>')


def test_a_drawing_of_a_function_gets_its_colour_in_the_call(trial_of):
    star = '{{ draw.star(5, 2, 4, 20, 20, fill="#111111") if card.cost else "" }}'
    trial = trial_of(star)
    at = next(index for index, element in enumerate(trial.elements) if element.name == "path")

    assert body(trial.restyle(at, "fill", "#123456")) == star.replace("#111111", "#123456")
    assert body(trial.restyle(at, "stroke-width", "0.4")) == star.replace('1")', '1", stroke_width="0.4")')


TURNED = '<g transform="rotate(180 30 40)">{}</g>'
SHAPES = {
    "turned": TURNED.format('<rect id="mark" x="10" y="20" width="8" height="6" fill="#111111"/>'),
    "quarter": TURNED.replace("180", "90").format('<rect id="mark" x="10" y="20" width="8" height="6"/>'),
    "turned path": TURNED.format('<path id="mark" d="M10 20h8v6h-8Z" fill="#111111"/>'),
    "falling": '<line id="mark" x1="20" y1="30" x2="10" y2="34" stroke="#111111"/>',
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_box_grows_to_the_right_and_down_however_it_is_drawn(trial_of, shape):
    trial = trial_of(SHAPES[shape])
    at = number(trial, "mark")

    verdict = trial.reshape(at, 0, 0, 2, 1)
    old, new = trial.elements[at].box, trial.after(verdict.files)[1][at].box

    assert (round(new.x - old.x, 3), round(new.y - old.y, 3)) == (0, 0)
    assert (round(new.width - old.width, 3), round(new.height - old.height, 3)) == (2, 1)


@pytest.mark.parametrize("size", [(2, 1), (0, 2), (2, 2)])
def test_an_icon_with_one_size_keeps_its_proportions(trial_of, size):
    icon = '{{ icon("coin", 10, 20, 6, "#111111", "#222222") }}'
    trial = trial_of(icon)
    at = next(index for index, element in enumerate(trial.elements) if element.name == "use")

    assert body(trial.reshape(at, 0, 0, *size)) == icon.replace("6,", "8,")


def test_edits_that_reach_further_name_the_others(trial_of):
    dots = '{% macro dot(x) %}<circle cx="{{ x }}" cy="{{ 20 }}" r="2"/>{% endmacro %}{{ dot(10) }}{{ dot(30) }}'
    trial = trial_of(dots)
    first = next(index for index, element in enumerate(trial.elements) if element.name == "circle")

    verdict = trial.reshape(first, 0, 0, 1, 1)

    assert verdict.files
    assert verdict.affected == (first + 1,)
    assert not verdict.is_exact


def test_a_size_below_its_floor_is_a_fault(trial_of):
    trial = trial_of(MACRO.replace("18", "9"))

    verdict = trial.restyle(number(trial, "name"), "font-size", "7.5pt")

    assert not verdict.is_exact
    assert "8pt" in verdict.faults[0].what


@pytest.mark.parametrize(
    ("name", "value", "change"),
    [
        ("fill", "#ff0000", ("#22303a", "#ff0000")),
        ("pnp:align", "right", ("{{ card.name }}", "{{ card.name }}")),
        ("pnp:lines", "", (' pnp:lines="1"', "")),
    ],
)
def test_attributes_are_set_added_and_taken_away(trial_of, name, value, change):
    trial = trial_of(TEXT)

    verdict = trial.restyle(number(trial, "name"), name, value)

    expected = TEXT.replace('fill="#22303a"', 'fill="#22303a" pnp:align="right"') if value == "right" else TEXT
    assert body(verdict) == expected.replace(*change)


def test_a_text_prints_another_column(trial_of):
    trial = trial_of(MACRO)

    assert body(trial.reprint(number(trial, "name"), "card.cost")) == MACRO.replace("card.name", "card.cost")


def test_files_of_the_program_are_never_changed(trial_of):
    trial = trial_of(MACRO, own=False)

    assert trial.reshape(number(trial, "name"), 1, 1).files == {}


SIGN = '{% macro sign(x, y) %}<g transform="translate({{ x }} {{ y }})"><path d="M0 0H3V2Z"/><path d="M1 1h2"/></g>{% endmacro %}'
MOVABLE = SIGN.replace("sign(x, y)", 'sign(x, y, shift="0 0")')
MOVABLE = MOVABLE.replace('<path d="M1 1h2"/>', '<g transform="translate({{ shift }})"><path d="M1 1h2"/></g>')


def test_a_part_of_a_macro_moves_at_one_of_its_calls_alone(trial_of):
    calls = "{{ sign(5, 9) }}{{ sign(25, 9) }}"
    trial = trial_of(SIGN + calls)
    at = [index for index, element in enumerate(trial.elements) if element.name == "path"][1]

    moved = MOVABLE + calls.replace("5, 9)", '5, 9, shift="2 -1")', 1)
    assert body(trial.reshape(at, 2, -1)) == moved
    again = trial_of(moved, name="again")
    assert body(again.reshape(at, 1, 1)) == moved.replace("2 -1", "3 0")
    assert body(again.reshape(at + 2, 1, 1)) == moved.replace("25, 9)", '25, 9, shift="1 1")')


@pytest.mark.parametrize(
    ("parameters", "path", "given", "changed"),
    [
        ("x, y", '<path d="M1 1h2v2Z" fill="#111111"/>', 'fill="#111111"', 'fill="{{ fill }}"'),
        ("x, y", '<path d="M1 1h2v2Z"/>', 'fill=""', '"M1 1h2v2Z"{% if fill %} fill="{{ fill }}"{% endif %}'),
        ("x, y", '<path d="M1 1h2v2Z" fill="{{ ink }}"/>', 'fill=""', "{{ fill or ink }}"),
        ("x, fill", '<path d="M1 1h{{ fill }}v2Z" fill="#111111"/>', 'fill2="#111111"', 'fill="{{ fill2 }}"'),
        (
            "x, y",
            '<path d="M1 1h2v2Z" fill="{{ ink if y else none }}"/>',
            'fill=""',
            "{{ fill or (ink if y else none) }}",
        ),
        ("x, y", '{{ icon("coin", 1, 1, 6, "#111111", "#22") }}', 'fill="#111111"', '1, 6, fill, "#22"'),
    ],
)
def test_a_part_of_a_macro_gets_a_colour_at_one_of_its_calls_alone(trial_of, parameters, path, given, changed):
    shapes = '{{% set ink = "#333" %}}{{% macro sign({}) -%}}\n<g transform="translate({{{{ x }}}} 9)">{}</g>{{%- endmacro %}}'
    calls = "{{ sign(5, 2) }}{{ sign(25, 2) }}"
    trial = trial_of(shapes.format(parameters, path) + calls)
    at = next(index for index, element in enumerate(trial.elements) if element.name in {"path", "use"})

    after = body(trial.restyle(at, "fill", "#123456"))

    assert after.startswith(shapes.format(f"{parameters}, {given}", "@").split("@")[0])
    word = given.split("=")[0]
    assert changed in after
    assert after.endswith(f'{{{{ sign(5, 2, {word}="#123456") }}}}{{{{ sign(25, 2) }}}}')
    again = trial_of(after, name="again")
    assert body(again.restyle(at, "fill", "#abcdef")) == after.replace("#123456", "#abcdef")
    assert body(again.restyle(at + 1, "fill", "#abcdef")) == after.replace("25, 2", f'25, 2, {word}="#abcdef"')


@pytest.mark.parametrize("value", ["", 'url("a")'])
def test_an_attribute_that_no_argument_can_have_is_asked_about(trial_of, value):
    sign = '{% macro sign(x) %}<path d="M{{ x }} 1h2v2Z" fill="#111111"/>{% endmacro %}'
    trial = trial_of(sign + "{{ sign(5) }}{{ sign(25) }}")

    verdict = trial.restyle(len(trial.elements) - 1, "fill", value)

    assert verdict.files
    assert verdict.affected


def test_a_macro_without_arguments_gets_its_first_one(trial_of):
    sign = '{{% macro sign({}) %}}<path d="M1 1h2v2Z" fill="{}"/>{{% endmacro %}}'
    trial = trial_of(sign.format("", "#111111") + "{{ sign() }}{{ sign() }}")

    after = body(trial.restyle(len(trial.elements) - 1, "fill", "#123456"))

    assert after == sign.format('fill="#111111"', "{{ fill }}") + '{{ sign() }}{{ sign(fill="#123456") }}'


def test_boxes_are_found_below_many_lines_that_end_as_windows_ends_them(trial_of):
    lines = '<rect x="4" y="4"\n width="3" height="3"/>\n' * 12 + TEXT
    trial = trial_of(lines, encode=lambda text: text.replace("\n", "\r\n").encode())

    (content,) = trial.reshape(number(trial, "name"), 1, 1).files.values()

    expected = (HEAD + lines.replace("7 6 41", "8 7 41") + "\n{% endcall %}\n").replace("\n", "\r\n")
    assert content == expected.encode()
