"""The filters, one line each."""

import pytest

GIVEN = {
    "'a b'|upper": "A B",
    "'A B'|lower": "a b",
    "'a b'|title": "A B",
    "'a b'|capitalize": "A b",
    "' a '|trim": "a",
    "'aXa'|replace('X', '<')": "a&lt;a",
    "'%02d of %s'|format(3, 'five')": "03 of five",
    "[1, 2.5, 'x']|join('-')": "1-2.5-x",
    "card.suits|join(', ', attribute='name')": "Swords, Cups",
    "0.123456|number": "0.1235",
    "2.5|round": "2",
    "2.567|round(1)": "2.6",
    "'12'|int": "12",
    "' 2.5 '|float": "2.5",
    "(-2)|abs": "2",
    "'abc'|length": "3",
    "card.suits|count": "2",
    "range(3)|list|last": "2",
    "card.tags|first": "old",
    "[1, 2, 3]|reverse|join": "321",
    "'abc'|reverse": "cba",
    "[3, 1, 2]|sort|join": "123",
    "[3, 1, 2]|sort(reverse=true)|join": "321",
    "card.suits|sort(attribute='id')|map(attribute='id')|join(' ')": "cups swords",
    "[1, 2, 1]|unique|join": "12",
    "(range(5)|batch(2)|list)[2][0]": "4",
    "[1, 3]|min": "1",
    "[1, 3]|max": "3",
    "[1, 2.5]|sum": "3.5",
    "[{'n': 1}, {'n': 2}]|sum(attribute='n')": "3",
}
REFUSED = {
    "'a'|int": "'a' is no number",
    "card.suit|upper": "a row cannot be printed",
    "draw.star(5, 1, 2)|upper": "this filter takes text, not drawn markup",
    "'a'|abs": "a number was expected, not text",
    "[]|first": "an empty list has no first and no last item",
    "[]|max": "an empty list has no smallest and no largest item",
    "[1]|batch(0)": "a batch has at least one item",
    "'a'|replace('', 'b')": "an empty text cannot be replaced",
    "'%q'|format(1)": "'%q' is no format; use %s, %d or %f, with a width below 100",
    "'%d'|format('a')": "'%d' cannot be filled: a number is needed",
    "card.suits|map(attribute='nmae')|join": "a row has no 'nmae'",
    "[1, 'a']|sort": "'<' does not go with text and a number",
}


@pytest.mark.parametrize("expression", GIVEN)
def test_filter_gives(table, expression):
    assert table.svg(f"{{{{ {expression} }}}}") == GIVEN[expression]


@pytest.mark.parametrize("expression", REFUSED)
def test_filter_refuses(table, expression):
    assert table.faults(f"{{{{ {expression} }}}}") == f"order.svg.j2:1: {REFUSED[expression]}"


def test_markup_and_text_join_escaped(table):
    template = "{% set a %}<g/>{% endset %}{{ a ~ '<' }} {{ [a, '<']|join('&') }}"

    assert table.svg(template) == "<g/>&lt; <g/>&amp;&lt;"
