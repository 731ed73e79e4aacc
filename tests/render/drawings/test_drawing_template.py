import re
from html import unescape

import pytest

from generator.base.errors import Faults
from generator.render.drawings.drawing_page import FacePage
from generator.render.drawings.drawing_template import DrawingFacts, drawing_template
from generator.render.templates.lookups import is_drawing

FACTS = DrawingFacts(
    ("name", "text", "art", "night"), {"night"}, {"art"}, FacePage(63.0, 88.0, 3.0), lambda column: column != "art"
)
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="i" '
    'xmlns:sodipodi="s" width="63mm" height="88mm" viewBox="0 0 63 88">\n'
)


def template(body):
    return drawing_template("card.svg", "card.svg", f"{HEAD}{body}\n</svg>".encode(), FACTS).decode()


def inside(body):
    """The template of a drawing without its root."""
    return template(body).partition("\n")[2].removesuffix("\n</svg></svg>")


def faults(body):
    with pytest.raises(Faults) as caught:
        template(body)
    return [str(fault) for fault in caught.value.faults]


def test_the_page_lies_on_the_face():
    head = template("").partition("\n")[0]

    assert 'width="69mm" height="94mm" viewBox="-3 -3 69 94"><svg ' in head
    assert 'x="0" y="0" width="63" height="88" viewBox="0 0 63 88"' in head


def test_entities_of_illustrator_are_read_and_the_lines_stay():
    head = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n<!ENTITY ns_ai "http://ns.adobe.com/ai/">\n]>\n'
    )
    drawing = (
        head + HEAD.replace("<svg ", '<svg xmlns:i="&ns_ai;" ') + '<text id="name" x="5" y="9">A &amp; B</text></svg>'
    )

    made = drawing_template("card.svg", "card.svg", drawing.encode(), FACTS).decode()

    assert 'xmlns:i="http://ns.adobe.com/ai/"' in made
    assert "DOCTYPE" not in made
    assert made.count("\n", 0, made.index("<text")) == 4


def test_entities_in_entities_stay_and_are_told_when_it_is_drawn():
    head = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'

    made = drawing_template("card.svg", "card.svg", (head + HEAD + "<desc>&b;</desc></svg>").encode(), FACTS).decode()

    assert "&b;" in made


def test_text_of_web_pages_is_left_out_with_a_warning():
    made = template('<foreignObject x="1" y="1" width="9" height="9"><p xmlns="x">Old</p></foreignObject>')

    assert "Old" not in made
    assert "[&lt;foreignObject&gt;]: text of a web page is left out" in made


def test_typed_values_stay_and_take_a_box():
    assert inside('<text x="5" y="9" id="t1"><tspan x="5" y="9" fill="red">{{ card.name }}</tspan></text>') == (
        '<text id="t1" pnp:box="lines 1" x="5" y="9"><tspan fill="red">{{ card.name }}</tspan></text>'
    )


def test_a_value_that_a_program_has_divided_is_one_value():
    text = (
        '<text x="5" y="9">{{ ca<tspan x="9" y="9" font-size="4">rd.name|</tspan>replace(“a”, “b”) }} &amp; co</text>'
    )
    assert inside(text) == '<text pnp:box="lines 1" x="5" y="9">{{ card.name|replace("a", "b") }} &amp; co</text>'


def test_lines_of_a_text_are_kept():
    text = '<text x="5" y="9"><tspan x="5" y="9">For {{ card.name }}</tspan><tspan x="5" y="14">take one</tspan></text>'

    assert 'pnp:box="lines 2" pnp:pitch="5"' in inside(text)
    assert ">For {{ card.name }}&#10;take one</text>" in inside(text)


def test_a_labelled_text_takes_the_style_of_its_first_words():
    text = (
        '<text id="t1" inkscape:label="Name" style="font-size:6px;text-align:center"><tspan sodipodi:role="line" x="5" '
        'y="9" style="fill:red">Card</tspan></text>'
    )
    assert inside(text) == (
        '<text id="t1" inkscape:label="Name" style="font-size:6px;text-align:center" pnp:box="lines 1" x="5" y="9" '
        'pnp:align="center"><tspan sodipodi:role="line" style="fill:red">{{ card.name }}</tspan></text>'
    )


def test_flowed_text_takes_its_shape():
    flowed = (
        '<text id="text" style="shape-inside:url(#r)"><tspan x="1" y="2">a </tspan><tspan x="1" y="5">b</tspan></text>'
    )
    old = '<flowRoot id="text"><flowRegion><rect id="r" width="9" height="8"/></flowRegion><flowPara>a</flowPara></flowRoot>'

    assert 'pnp:box="#r"' in inside(flowed)
    assert inside(old).startswith('<defs><rect id="r" width="9" height="8"/></defs><text id="text" pnp:box="#r">')


def test_flowed_text_of_old_drawings_is_text():
    old = '<flowRoot id="t1"><flowRegion><rect id="r" width="9" height="8"/></flowRegion><flowPara>a b</flowPara></flowRoot>'

    assert inside(old).endswith('<text id="t1" pnp:box="#r">a b</text>')


def test_lines_that_are_a_text_each_are_one_paragraph():
    lines = '<g id="text"><text x="5" y="9" style="fill:red">a</text>\n<text x="5" y="14" style="fill:red">b</text></g>'

    assert inside(lines).count("<text") == 1
    assert 'pnp:box="lines 2" pnp:pitch="5"' in inside(lines)


def test_pictures_and_rectangles_take_a_picture():
    image = '<image inkscape:label="art" xlink:href="../art/fox.png" x="1" y="2" width="3" height="4" preserveAspectRatio="none"/>'
    rect = '<rect id="art" x="1" y="2" width="3" height="4" rx="1" style="fill:red"/>'

    assert inside(image) == (
        '{% if card.art %}<image inkscape:label="art" x="1" y="2" width="3" height="4" '
        'preserveAspectRatio="xMidYMid slice" href="{{ picture_file(card.art, "art/") }}" pnp:missing="frame"/>{% endif %}'
    )
    assert '<rect id="pnp-shape-1" x="1" y="2" width="3" height="4" rx="1"/>' in inside(rect)
    assert 'pnp:box="#pnp-shape-1"' in inside(rect)


def test_an_object_ends_before_the_group_around_it():
    assert inside('<g><rect id="art" width="3" height="4"/></g>').count("</g>") == 2
    assert inside('<g><image id="art" width="3" height="4"/></g>').endswith("{% endif %}</g>")


@pytest.mark.parametrize(
    ("paint", "letters"),
    [
        ('fill="#204060"', "#ffffff"),
        ('style="fill:#ffe"', "#23272b"),
        ('fill="none"', "#23272b"),
        ('fill="url(#a)"', "#23272b"),
        ('fill-opacity="0.2"', "#23272b"),
        ('class="a"', "#23272b"),
        ("", "#ffffff"),
    ],
)
def test_a_shape_takes_words_that_are_read_on_it(paint, letters):
    rect = f'<rect id="text" x="1" y="2" width="30" height="20" transform="rotate(9)" {paint}/>'

    assert inside(rect) == (
        f'{rect}<defs><rect id="pnp-shape-1" x="1" y="2" width="30" height="20"/></defs>'
        f'<text transform="rotate(9)" font-family="text" font-size="1" fill="{letters}" pnp:box="in #pnp-shape-1">'
        "{{ card.text }}</text>"
    )


def test_a_group_with_one_object_is_that_object():
    assert "{{ card.name }}" in inside('<g id="name"><rect width="3" height="2"/><text x="1" y="2">a</text></g>')
    layer = '<g id="text"><text id="a" x="1" y="2">a</text><text id="b" x="3" y="4">b</text></g>'
    assert inside(layer) == layer


def test_what_a_switch_names_is_drawn_where_it_says_yes():
    assert inside('<path id="night" d="M0 0"/>') == '{% if card.night %}<path id="night" d="M0 0"/>{% endif %}'


def test_definitions_take_nothing():
    definition = '<defs><text id="name">a</text></defs>'
    assert inside(definition) == definition


def test_programs_that_write_no_alignment_show_their_words():
    def figma(body):
        head = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        return drawing_template("card.svg", "card.svg", head + body + b"</svg>", FACTS).decode()

    line = b'<text id="name"><tspan x="20" y="9">Card</tspan></text>'
    lines = b'<text id="text"><tspan x="20" y="9">Card of</tspan><tspan x="22" y="12">two</tspan></text>'
    assert 'pnp:sample="Card"' in figma(line)
    assert 'pnp:align="center"' in figma(lines)
    assert "pnp:sample" not in figma(line.replace(b"<text", b'<text text-anchor="middle"'))
    assert "pnp:sample" not in inside(line.decode())


def test_large_pictures_are_numbered():
    data = f"data:image/png;base64,{'A' * 1000}\n{'A' * 1000}"
    template_ = template(f'<image width="3" height="3" xlink:href="{data}"/>\n<rect id="b"/>')

    assert 'xlink:href="card.svg#1"\n' in template_
    assert template_.split("\n")[3] == '<rect id="b"/>'


@pytest.mark.parametrize("body", ["<g>" * 100 + "</g>" * 100, "<g/>" * 50_001, "<text>" + "{{" * 9000 + "</text>"])
def test_what_is_too_large_to_be_drawn_is_left_to_be_told(body):
    assert template(body)


def test_a_drawing_has_a_largest_size():
    with pytest.raises(Faults, match=r"card.svg: larger than 1,500,000 bytes"):
        template(f"<!-- {'a' * 1_500_000} -->")


def test_lines_are_those_of_the_drawing():
    body = '<text\n  id="name"\n  x="1"\n  y="2">a</text>\n<rect id="b"/>'

    assert [line.startswith('<rect id="b"') for line in template(body).split("\n")] == [*[False] * 5, True, False]


def test_braces_of_a_drawing_open_nothing():
    assert inside("<style>@media print{#a{fill:red}}</style>") == '<style>@media print{{ "{" }}#a{fill:red}}</style>'
    assert (
        inside('<rect fill="{{ card.tone|default(&quot;red&quot;) }}"/>')
        == '<rect fill="{{ card.tone|default("red") }}"/>'
    )


def test_a_ground_reaches_into_the_bleed():
    assert inside('<rect width="63" height="88" fill="red"/>') == (
        '<rect width="69" height="94" fill="red" x="-3" y="-3"/>'
    )
    inner = '<rect width="60" height="88" fill="red"/>'
    assert inside(inner) == inner


def test_a_label_that_is_nearly_a_column_is_a_fault():
    assert faults('<text id="t1" inkscape:label="naem">a</text>') == [
        "card.svg:2 [<text>]: label 'naem' is no column; did you mean 'name'?"
    ]
    assert faults('<rect inkscape:label="atr" width="3" height="4"/>') == [
        "card.svg:2 [<rect>]: label 'atr' is no column; did you mean 'art'?"
    ]


def test_labels_for_decoration_are_none():
    template('<rect inkscape:label="mame"/><text inkscape:label="hello">a</text><text id="name">b</text>')


def test_a_page_of_another_size_is_a_fault():
    with pytest.raises(Faults, match=r"card.svg:1: the page is 9 × 9 mm; draw it as large as the card, 63 × 88 mm"):
        drawing_template("card.svg", "card.svg", b'<svg width="9mm" height="9mm" viewBox="0 0 9 9"/>', FACTS)


def test_drawings_are_known_by_their_ending_or_their_program():
    inkscape = b'<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'

    assert is_drawing("card.svg", b"")
    assert is_drawing("card.svg.j2", inkscape)
    assert not is_drawing("card.svg.j2", inkscape + b'<g xmlns:pnp="urn:vallum:pnp"/>')
    assert not is_drawing("card.svg.j2", b"<svg>")


def test_a_drawing_on_one_line_is_a_template():
    rect = '<rect id="art" width="3" height="4"/>'

    assert inside(f"<g>{rect}</g>") == f"<g>{inside(rect)}</g>"
    assert inside('<g><rect id="night"/></g>') == '<g>{% if card.night %}<rect id="night"/>{% endif %}</g>'


def test_the_line_around_a_picture_is_drawn_above_it_and_on_cards_without_one():
    rect = '<rect id="art" width="3" height="4" fill="red" stroke="#000" transform="rotate(5)"/>'
    styled = '<g style="stroke:#000"><rect id="art" class="a" width="3" height="4" style="fill:red"/></g>'

    line = '<rect width="3" height="4" stroke="#000" fill="none"/>'
    assert inside(rect).endswith('{% endif %}<g transform="rotate(5)">' + line + "</g>")
    assert 'class="a" width="3" height="4" style="fill:red;fill:none" fill="none"/></g></g>' in inside(styled)
    assert inside('<rect id="art" width="3" height="4" fill="red"/>').endswith("{% endif %}")


def test_a_picture_in_a_shape_keeps_the_id_of_the_shape():
    assert '<image id="rect3" pnp:box=' in inside('<rect id="rect3" inkscape:label="art" width="3" height="4"/>')


def notes(body, columns=("id", "label", "name", "text", "art"), headings=()):
    facts = DrawingFacts(columns, set(), {"art"}, FacePage(63.0, 88.0, 3.0), FACTS.has_words, headings, is_front=True)
    text = drawing_template("card.svg", "card.svg", f"{HEAD}{body}\n</svg>".encode(), facts).decode()
    found = re.search(r'pnp:notes="([^"]*)"', text.replace('{{ "{" }}', "{"))
    return unescape(found[1]).split("\n") if found else []


def test_a_label_that_is_no_column_is_told_where_a_column_has_no_object():
    assert notes('<text id="name">a</text>\n<text id="t2" inkscape:label="Price">3</text>') == [
        "card.svg:3 [<text>]: label 'Price' is no column, and no object is called 'text', 'art'"
    ]
    assert notes('<text inkscape:label="Price">{{ card.text }} {{ card.name }}</text>') == []
    assert notes('<text id="name">a</text><text id="Game of foxes">Game of foxes</text>') == []
    every = '<text id="name">a</text><text id="text">b</text><image id="art" width="1" height="1"/>'
    assert notes(every + '<text inkscape:label="Price">3</text>') == []


def test_a_front_that_takes_no_value_is_told():
    assert notes("<text>Fox</text>") == [
        "card.svg:1 [<svg>]: no object is called as a column, so that all cards are alike; call objects 'name', 'text', 'art'"
    ]
    assert notes("<text>{{ card.name }}</text>") == []
    assert "pnp:notes" not in template("<text>Fox</text>")


def test_braces_that_are_not_closed_are_told():
    assert notes('<text id="name">a</text>\n<text>{{ card.text }</text>') == [
        "card.svg:3 [<text>]: '{{ card.text }' is printed as it is; a value stands between {{ and }}"
    ]


def test_headings_of_the_file_are_labels():
    facts = DrawingFacts(("name",), set(), set(), FacePage(63.0, 88.0, 3.0), FACTS.has_words, [("name", "Card Title")])
    body = f'{HEAD}<text inkscape:label="Card Title">a</text></svg>'
    assert "{{ card.name }}" in drawing_template("card.svg", "card.svg", body.encode(), facts).decode()


@pytest.mark.parametrize(
    ("path", "href", "wanted"),
    [
        ("x/templates/card.svg", "../art/fox.png", "art/fox.png"),
        ("templates/decks/card.svg", "../../art/fox.png", "art/fox.png"),
        ("templates/decks/card.svg", "../fox.png", "fox.png"),
        ("templates/card.svg", "../../fox.png", "../../fox.png"),
        ("templates/card.svg", "art/fox.png", "art/fox.png"),
        ("card.svg", "../art/fox.png", "../art/fox.png"),
    ],
)
def test_linked_pictures_count_from_the_game(path, href, wanted):
    body = f'{HEAD}<image xlink:href="{href}" width="9" height="9"/>\n</svg>'

    assert f'xlink:href="{wanted}"' in drawing_template("card.svg", path, body.encode(), FACTS).decode()
