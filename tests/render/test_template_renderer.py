"""What a template sees and what comes out."""

from dataclasses import replace

import pytest

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.model.game import Row
from generator.model.markup import guard, unguard
from generator.model.text import Text
from generator.render.template_renderer import OFFERED, TemplateRenderer
from generator.render.templates.source_lines import SourceMarks
from tests.render.conftest import THEME

SEEN = {
    "{{ card.name }}": "Wall &amp; *ditch*",
    "{{ card['name'] }}": "Wall &amp; *ditch*",
    "{{ card.text }}": "Pay **2** {stone}.",
    "{{ card.id }} {{ card.label }} {{ card.copies }}": "wall F17 2",
    "{{ card.suit.name }} {{ card.suit.colour }}": "Swords red",
    "{% for suit in card.suits %}{{ loop.index }}{{ suit.name }}{% endfor %}": "1Swords2Cups",
    "{{ 'same' if card.suit == card.suits[0] else 'other' }}": "same",
    "{{ 'heavy' if card.heavy }}{{ 'light' if not card.heavy }}": "heavy",
    "{{ card.in_lang('ja').name }} {{ card.in_lang('ja').label }}": "壁 F17",
    "{{ card.in_lang('ja').suit.name }}": "剣",
    "{{ t('cost', n=card.strength) }}": "Costs 3 {coin}",
    "{{ game.id }} {{ game.title }} {{ game.version }}": "picket Picket 1.0",
    "{{ component.id }} {{ component.title }} {{ component.count }}": "orders Orders 2",
    "{{ lang }} {{ face.side }}": "en front",
    "{{ face.width }} {{ face.height }} {{ face.bleed }} {{ face.corner }}": "63 88 3 2",
    "{{ theme.name }} {{ theme.colour.ink }} {{ theme.line.thin }}": "colour #332211 0.2",
    "{{ 'filled' if theme.fills else 'bare' }}": "filled",
    "{{ 'one' if per else 'none' }}": "none",
    "{{ 0.1 * 3 }} {{ 1 / 3 }} {{ 4 / 2 }} {{ -0.00001 }}": "0.3 0.3333 2 0",
    "{{ 7 // 2 }} {{ 7 % 2 }} {{ '%03d' % 7 }}": "3 1 007",
    "{% set at = namespace(x=1) %}{% for i in range(3) %}{% set at.x = at.x + i %}{% endfor %}{{ at.x }}": "4",
    "{{ '<b>' ~ card.suit.id ~ '>' }}": "&lt;b&gt;swords&gt;",
    "{{ '{' ~ card.suit.id ~ '}' }}": "{swords}",
    "{{ card.name[:4] }}{{ card.tags[0] }}{{ card.tags[-1] }}": "Walloldred",
    "{{ card.id.upper() }} {{ card.id.startswith('w') and 'w' }}": "WALL w",
    "{% set x %}<g>{{ card.name }}</g>{% endset %}{{ x }}": "<g>Wall &amp; *ditch*</g>",
    "{% for key, value in {'a': 1}.items() %}{{ key }}{{ value }}{% endfor %}": "a1",
    "{% include 'nowhere.svg.j2' ignore missing %}": "",
}  # fmt: skip


@pytest.mark.parametrize("template", SEEN)
def test_template_sees(table, template):
    assert unguard(table.svg(template)) == SEEN[template]


def test_titles_are_joined_as_the_language_does(table):
    renderer = table.renderer({"order.svg.j2": "{{ game.title ~ face.between ~ card.name }}"})
    english, japanese = (unguard(renderer.svg(table.component, table.piece, "front", lang)) for lang in ("en", "ja"))

    assert english.startswith("Picket · Wall")
    assert japanese == "見張り：壁"


def test_words_follow_the_language(table):
    template = "{{ card.name }} {{ card.suit.name }} {{ game.title }} {{ t('cost', n=1) }} {{ lang }}"
    renderer = table.renderer({"order.svg.j2": template})

    faces = [renderer.svg(table.component, table.piece, "front", language) for language in ("ja", "en", "ja")]

    assert unguard(faces[0]) == "壁 剣 見張り 費用1{coin} ja" == unguard(faces[2])
    assert faces[1].endswith("Costs 1 {coin} en")


def test_only_live_columns_keep_their_markup(table):
    drawn = table.svg("{{ card.name }} {{ card.text }}")

    assert drawn == f"Wall &amp; {guard('*')}ditch{guard('*')} Pay **2** {{stone}}."


def test_markup_of_the_template_holds_around_plain_values(table):
    assert table.svg("{{ '**' ~ card.name[7:] ~ '**' }}") == f"**{guard('*ditch*')}**"


def test_back_is_drawn_by_its_own_template(table):
    renderer = table.renderer({"back.svg.j2": "{{ face.side }} of {{ card.label }}"})

    assert renderer.svg(table.component, table.piece, "back", "en") == "back of F17"


def test_row_made_for_each_player(table):
    blue = Row("blue", {"name": Text.of({"en": "Blue", "ja": "青"})}, "players.csv:2")
    table.piece = replace(table.piece, id="wall_blue", per=blue)

    assert table.svg("{{ card.id }} {{ per.id }} {{ per.name }}") == "wall blue Blue"


def test_page_takes_the_size_of_the_paper(table):
    page = replace(table.component, trim=None)
    renderer = table.renderer({"order.svg.j2": "{{ face.width }} {{ face.height }}"})

    assert renderer.svg(page, table.piece, "front", "en", Size(72, 144)) == "25.4 50.8"


def test_what_a_macro_returns_is_escaped_once_in_a_string(table):
    template = "{% macro name() %}{{ \"three's\" }}{% endmacro %}{{ t('cost', n=name()) }}"

    assert table.svg(template) == "Costs three&#39;s {coin}"


def test_macros_imported_without_context_see_what_never_changes(table):
    macro = "{% macro m() %}{{ theme.colour.ink }} {{ t('cost', n=1) }} {{ range(2)|length }}{% endmacro %}"
    renderer = table.renderer({"order.svg.j2": "{% from 'm.svg.j2' import m %}{{ m() }}", "m.svg.j2": macro})

    faces = [renderer.svg(table.component, table.piece, "front", language) for language in ("en", "ja")]

    assert faces == ["#332211 Costs 1 {coin} 2", "#332211 費用1{coin} 2"]


def test_macros_imported_with_context_see_the_card(table):
    template = "{% from 'shared/m.svg.j2' import m with context %}<g>{{ m() }}</g>"

    assert table.svg(template, shared_m="{% macro m() %}<b>{{ card.label }}</b>{% endmacro %}") == "<g><b>F17</b></g>"


def test_file_extends_another(table):
    assert table.svg("{% extends 'a.svg.j2' %}{% block x %}2{% endblock %}", a="1{% block x %}{% endblock %}3") == "123"


def test_card_fault_names_its_row(table):
    with pytest.raises(Faults) as caught:
        table.svg("{{ card.nmae }}")

    fault = caught.value.faults[0]
    assert (fault.where, fault.line, fault.key) == ("order.svg.j2", 1, "wall, cards/orders.csv:7")


def test_template_fault_is_the_same_for_all_cards(table):
    renderer = table.renderer({"order.svg.j2": "{% if %}"})
    other = replace(table.piece, id="other")

    faults = []
    for piece in (table.piece, other):
        with pytest.raises(Faults) as caught:
            renderer.svg(table.component, piece, "front", "en")
        faults.append(caught.value.faults)

    assert faults[0] == faults[1]


def test_missing_template_is_a_fault_of_the_game(table):
    with pytest.raises(Faults) as caught:
        table.renderer({}).svg(table.component, table.piece, "back", "en")

    expected = "'back.svg.j2' is not a file of this game or of the shared templates"
    assert str(caught.value) == f"game.toml [components.orders.back]: {expected}"


def test_file_that_is_no_text_is_a_fault(table):
    renderer = TemplateRenderer(table.game, lambda name: (name, b"<svg>\xff</svg>"), THEME)

    with pytest.raises(Faults, match=r"order\.svg\.j2:1:6: byte"):
        renderer.svg(table.component, table.piece, "front", "en")


def test_face_has_a_largest_size(table):
    table.piece.row.cells["text"] = "x" * 9000

    assert table.faults("{% for i in range(250) %}{{ card.text }}{% endfor %}") == "order.svg.j2: result too long"


def test_jinja_waits_for_the_first_face(table, run_python):
    code = "import sys, generator.render.template_renderer, generator.render.templates.theme; print('jinja2' in sys.modules)"

    assert run_python(code) == "False"


def test_offered_names_are_those_a_template_finds(table):
    for name in OFFERED:
        assert table.svg(f"{{% set x = {name} %}}fine") == "fine"


def test_mistake_of_ours_is_no_fault_of_the_template(table):
    with pytest.raises(AttributeError):
        table.renderer({}).svg(None, table.piece, "front", "en")


def test_templates_are_marked_once_for_all_faces_with_faults(table, monkeypatch):
    # Compiled anew for each face, a box too narrow on every card made a check 10 times slower.
    marked = []
    insert = SourceMarks.insert
    monkeypatch.setattr(SourceMarks, "insert", lambda marks, *args: marked.append(args) or insert(marks, *args))
    renderer = table.renderer({"order.svg.j2": "<svg>\n<text>{{ lang }}</text></svg>"})

    faces = [renderer.source_lines(table.component, table.piece, "front", lang) for lang in ("en", "ja")]

    assert [face.svg for face in faces] == ["<svg>\n<text>en</text></svg>", "<svg>\n<text>ja</text></svg>"]
    assert [face.place(2, "text").line for face in faces] == [2, 2]
    assert len(marked) == 1
