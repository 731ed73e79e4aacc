"""Hostile and mistaken templates: the rows T1 to T17 of the list of bad inputs, and their neighbours."""

import pytest

GROW = "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a ~ a ~ a %}" * 6
NOT_OURS = "is not a file of this game or of the shared templates"
METHODS = "it is one of 'endswith', 'lower', 'split', 'startswith', 'strip', 'title', 'upper'"
STEPS = "more than 100,000 steps in one face; is there an endless loop?"
DEEP = "nested too deeply"
ENDLESS = "nested too deeply, or something calls itself without end"

BAD = {
    "T1 class of a text": ("\n\n{{ ''.__class__.__mro__ }}", "3: '__class__' is not allowed"),
    "T1 class of a row": ("{{ card.__class__ }}", "1: '__class__' is not allowed"),
    "T1 class as an item": ("{{ card['__class__'] }}", "1: '__class__' is not allowed"),
    "T1 class by a filter": ("{{ [card]|map(attribute='__class__') }}", "1: a row has no '__class__'"),
    "T2 attr filter": ("\n{{ range|attr('format') }}", "2: 'attr' is no filter"),
    "T3 format of a text": ("{{ '{0.__init__}'.format(card) }}", f"1: 'format' is not allowed on text; {METHODS}"),
    "T4 globals of a function": ("{{ range.__globals__ }}", "1: '__globals__' is not allowed"),
    "T4 globals of a class": ("{{ namespace.__init__.__globals__ }}", "1: '__init__' is not allowed"),
    "T4 globals of a drawing": ("{{ draw.star.__globals__ }}", "1: '__globals__' is not allowed"),
    "T4 cycler": ("{{ cycler.__init__ }}", "1: 'cycler' is unknown"),
    "T5 lipsum": ("{{ lipsum(n=10) }}", "1: 'lipsum' is unknown"),
    "T6 power": ("{{ 'a' * 10**10 }}", "1: '**' is not allowed"),
    "T6 text times number": ("{{ 'a' * 10000 }}", "1: '*' does not go with text and a number"),
    "T6 list times number": ("{{ [1] * 10000 }}", "1: '*' does not go with a list and a number"),
    "T6 doubled text": (
        GROW + "{% set b = a ~ a ~ a ~ a ~ a %}",
        "1: result too long: 204,800 characters or items, at most 200,000",
    ),
    "T6 doubled list": (
        "{% set a = [1, 2] %}" + "{% set a = a + a %}" * 20,
        "1: result too long: 262,144 characters or items, at most 200,000",
    ),
    "T6 doubled by macros": (
        "{% macro m(a) %}{{ a }}{{ a }}{{ a }}{{ a }}{% endmacro %}{{ " + "m(" * 20 + "'aaa'" + ")" * 20 + " }}",
        "1: result too long",
    ),
    "T6 number without end": (
        "{% set n = 99999 %}" + "{% set n = n * n %}" * 30,
        "1: number out of range: at most 1,000,000,000,000,000",
    ),
    "T7 center": ("{{ 'x'.center(10000000000) }}", f"1: 'center' is not allowed on text; {METHODS}"),
    "T7 wide format": (
        "{{ '%010000000000d' % 5 }}",
        "1: '%010000000000d' is no format; use %s, %d or %f, with a width below 100",
    ),
    "T7 width as value": (
        "{{ '%*d'|format(10000000000, 5) }}",
        "1: '%*d' is no format; use %s, %d or %f, with a width below 100",
    ),
    "T8 long range": ("\n{% for i in range(99999) %}x{% endfor %}", "2: range longer than 10,000"),
    "T8 nested loops": (
        "{% for i in range(9999) %}\n{% for j in range(9999) %}x{% endfor %}{% endfor %}",
        f"2: {STEPS}",
    ),
    "T8 loops that write much": ("{% for i in range(9999) %}" + "x" * 9999 + "{% endfor %}", "1: result too long"),
    "T8 loops that do much": ("{% for i in range(9999) %}" + "{{ i }}" * 2000 + "{% endfor %}", "1: result too long"),
    "T8 macros that call two": (
        "{% macro b(n) %}{{ c(n) }}{{ c(n) }}{% endmacro %}"
        "{% macro c(n) %}{% if n %}{{ b(n - 1) }}{{ b(n - 1) }}{% endif %}{% endmacro %}{{ b(50) }}",
        f"1: {STEPS}",
    ),
    "T8 recursive loop": (
        "{% for x in [[]] recursive %}{{ loop(x) }}{% endfor %}",
        "1: 'recursive' is not allowed",
    ),
    "T9 power of powers": ("{{ 2**(2**33) }}", "1: '**' is not allowed"),
    "T10 include of itself": ("\n{% include 'order.svg.j2' %}", "2: includes itself"),
    "T10 extends itself": ("{% extends 'order.svg.j2' %}", "1: includes itself"),
    "T10 include of itself by another": ("{% include 'loop.svg.j2' %}", "1: includes itself through 'loop.svg.j2'"),
    "T10 include of itself by a value": ("{% set n = 'order' %}{% include n ~ '.svg.j2' %}", f"1: {ENDLESS}"),
    "T10 macro without end": ("{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}", f"1: {ENDLESS}"),
    "T10 block within itself": ("{% block a %}{{ self.a() }}{% endblock %}", f"1: {ENDLESS}"),
    "T11 absolute path": ("\n\n{% include '/etc/passwd' %}", f"3: '/etc/passwd' {NOT_OURS}"),
    "T11 path that leads out": ("{% include '../x' %}", f"1: '../x' {NOT_OURS}"),
    "T11 path with backslashes": (r"{% include '..\\x' %}", rf"1: '..\\x' {NOT_OURS}"),
    "T11 path from a value": ("{% include card.id %}", f"1: 'wall' {NOT_OURS}"),
    "T11 import": ("{% from '/etc/passwd' import x %}", f"1: '/etc/passwd' {NOT_OURS}"),
    "T11 list of paths": ("{% include ['/etc/passwd', '../x'] %}", f"1: '/etc/passwd', '../x' {NOT_OURS}"),
    "T13 column": ("\n\n{{ card.nmae }}", "3: 'nmae' is unknown; did you mean 'name'?"),
    "T13 name": ("{{ crad.name }}", "1: 'crad' is unknown; did you mean 'card'?"),
    "T13 own variable": ("{% set width = 3 %}\n{{ widht }}", "2: 'widht' is unknown; did you mean 'width'?"),
    "T13 colour": ("{{ theme.colour.inkk }}", "1: 'inkk' is unknown; did you mean 'ink'?"),
    "T13 string": ("{{ t('cots') }}", "1: no string 'cots'; did you mean 'cost'?"),
    "T13 drawing": ("{{ draw.meandr(1, 2, 3) }}", "1: 'meandr' is unknown; did you mean 'meander'?"),
    "T13 macro": (
        "{% import 'shared/frame.svg.j2' as frame %}\n{{ frame.bordr() }}",
        "2: 'bordr' is unknown; did you mean 'border'?",
    ),
    "T13 argument of a macro": (
        "{% import 'shared/frame.svg.j2' as frame %}\n{{ frame.border(nmae) }}",
        "2: 'nmae' is unknown",
    ),
    "T13 imported name": ("{% from 'shared/frame.svg.j2' import bordr %}", "1: the imported file has no 'bordr'"),
    "T13 filter": ("{{ card.name|uper }}", "1: 'uper' is no filter; did you mean 'upper'?"),
    "T13 test": ("{{ card.name is defined }}", "1: 'defined' is no test"),
    "T13 language": ("{{ card.in_lang('de').name }}", "1: no words in 'de'; it is one of 'en', 'ja'"),
    "T14 parentheses": ("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", f": {DEEP}"),
    "T14 ifs": ("{% if true %}" * 3000 + "{% endif %}" * 3000, f": {DEEP}"),
    "T14 loops": ("{% for x in [1] %}" * 30 + "{% endfor %}" * 30, f": {DEEP}"),
    "T14 lists": ("{{ " + "[" * 300 + "]" * 300 + " }}", f": {DEEP}"),
    "T14 sums": ("{{ " + "+".join("1" * 3000) + " }}", f": {DEEP}"),
    "T15 escaping switched off": (
        "{% autoescape false %}{{ card.name }}{% endautoescape %}",
        "1: 'autoescape' is not allowed",
    ),
    "T15 safe": ("{{ card.name|safe }}", "1: 'safe' is no filter"),
    "T16 replace": (
        GROW + "{{ a|replace('a', a) }}",
        "1: result too long: 1,677,762,560 characters or items, at most 200,000",
    ),
    "T16 join": (
        GROW + "{{ [a, a, a, a, a]|join }}",
        "1: result too long: 204,800 characters or items, at most 200,000",
    ),
    "T17 debug": ("\n{% debug %}", "2: unknown tag 'debug'"),
    "T17 misspelt tag": ("{% for x in [1] %}\n{% endfro %}", "2: unknown tag 'endfro'; did you mean 'endfor'?"),
    "T17 half an expression": ("\n{{ card. }}", "2: a name or number is missing after '.'"),
    "number too long": ("{{ 1" + "0" * 5000 + " }}", ": number out of range"),
    "number too large": ("{{ 1e400 }}", "1: number out of range"),
    "division by zero": ("\n{{ 1 / 0 }}", "2: division by zero"),
    "sum of text and number": ("{{ 'a' + 1 }}", "1: '+' does not go with text and a number"),
    "row printed": ("{{ card.suit }}", "1: a row cannot be printed"),
    "list printed": ("{{ card.tags }}", "1: a list cannot be printed"),
    "none printed": ("{{ per }}", "1: none cannot be printed"),
    "yes or no printed": ("{{ card.heavy }}", "1: yes or no cannot be printed"),
    "column of no row": ("{{ per.id }}", "1: none has no 'id'"),
    "loop over a row": ("{% for x in card %}{% endfor %}", "1: a row has no length and cannot be looped over"),
    "loop over a number": ("{% for x in 5 %}{% endfor %}", "1: a number has no length and cannot be looped over"),
    "item beyond the end": ("{{ [1, 2][5] }}", "1: a list of 2 has no item 5"),
    "argument missing": (
        "{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}",
        "1: 'a' is needed by the macro and was not given",
    ),
    "argument too many": (
        "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}",
        "1: m() is given too much",
    ),
    "block missing": (
        "{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}",
        "1: this macro draws the block of its caller; use it with {% call %}",
    ),
    "text called": ("{{ card.name() }}", "1: text cannot be called"),
    "too many parts": ("{{ draw.star(99999, 1, 2) }}", "1: a drawing has 1 to 20,000 parts, not 99999"),
    "unknown paint": (
        "{{ draw.star(5, 1, 2, strok='#000000') }}",
        "1: unknown paint 'strok'; did you mean 'stroke'?",
    ),
}
MORE = {
    "loop": "{% include 'order.svg.j2' %}",
    "shared_frame": "{% macro border(width) %}<rect width='{{ width }}'/>{% endmacro %}",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_template_is_one_fault(table, name):
    template, expected = BAD[name]

    place = "order.svg.j2" + ("" if expected.startswith(":") else ":")
    assert table.faults(template, **MORE).startswith(place + expected)
    assert "\n" not in table.faults(template, **MORE)


def test_value_never_becomes_markup(table):
    table.piece.row.cells["name"] = '</text><script>"'

    assert table.svg("<text>{{ card.name }}</text>") == "<text>&lt;/text&gt;&lt;script&gt;&#34;</text>"


def test_fault_of_a_macro_names_its_file(table):
    fault = table.faults("{% from 'shared/frame.svg.j2' import m %}{{ m(card) }}", shared_frame=MACRO)

    assert fault == "shared/frame.svg.j2:2: 'widht' is unknown; did you mean 'width'?"


MACRO = "{% macro m(card, width=3) %}\n{{ widht }}{% endmacro %}"


def test_faults_of_a_file_come_together(table):
    expected = (
        "order.svg.j2:1: 'safe' is no filter\n"
        "order.svg.j2:2: '**' is not allowed\n"
        "order.svg.j2:3: 'x' is not a file of this game or of the shared templates"
    )

    assert table.faults("{{ 1|safe }}\n{{ 2 ** 2 }}\n{% include 'x' %}") == expected


def test_budget_is_renewed_for_each_face(table):
    renderer = table.renderer({"order.svg.j2": "{% for i in range(9999) %}{{ i }}{% endfor %}"})

    faces = {renderer.svg(table.component, table.piece, "front", "en") for _ in range(15)}

    assert len(faces) == 1
