"""Numbers, dates and plural words follow the language."""

import sys

import pytest

from generator.base.system.install_command import install_extra
from generator.model.text import Text
from generator.render.templates import language_words
from generator.render.templates.budget import TemplateError
from generator.render.templates.language_words import LanguageWords
from generator.render.templates.views import TemplateStrings, TemplateViews

pytest.importorskip("babel")
COINS = {
    "coins.one": Text((("en", "{n} coin"), ("de", "{n} Münze"), ("ar", "عملة"))),
    "coins.few": Text((("en", ""), ("de", ""), ("ar", "{n} عملات"))),
    "coins.other": Text((("en", "{n} coins"), ("de", "{n} Münzen"), ("ar", "{n} عملة"))),
}


@pytest.fixture
def words():
    def of(language):
        return LanguageWords(TemplateStrings(COINS, TemplateViews(language, lambda _: None)))

    return of


@pytest.mark.parametrize(
    ("language", "value", "places", "expected"),
    [
        ("en", 1234567.5, None, "1,234,567.5"),
        ("de", 1234567.5, None, "1.234.567,5"),
        ("de", 3, 2, "3,00"),
        ("pt-BR", 2.5, 0, "2"),
        ("hi", 1234567, None, "12,34,567"),
        ("fa", 1234.5, None, "۱٬۲۳۴٫۵"),
        ("ja", -7, None, "-7"),
    ],
)
def test_number(words, language, value, places, expected):
    assert words(language).numeral(value, places) == expected


@pytest.mark.parametrize(
    ("language", "form", "expected"),
    [
        ("en", "long", "November 21, 2026"),
        ("de", "full", "Samstag, 21. November 2026"),
        ("ja", "long", "2026年11月21日"),
        ("ar", "long", "21 نوفمبر 2026"),
    ],
)
def test_date(words, language, form, expected):
    assert words(language).date("2026-11-21", form) == expected


@pytest.mark.parametrize(
    ("language", "value", "expected"),
    [
        ("en", 1, "1 coin"),
        ("en", 0, "0 coins"),
        ("de", 2, "2 Münzen"),
        ("ar", 1, "عملة"),
        ("ar", 3, "3 عملات"),
        ("ar", 100, "100 عملة"),
    ],
)
def test_plural_words_of_the_strings(words, language, value, expected):
    assert words(language).plural(value, "coins") == expected


def test_plural_words_in_the_template(table):
    template = '{{ 1|plural(one="{n} coin", other="{n} coins") }} {{ 1200|plural(one="{n} coin", other="{n} coins") }}'

    assert table.svg(template) == "1 coin 1,200 coins"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("'a'|numeral", "numeral takes a number up to 15 digits, not text"),
        ("1|numeral(99)", "numeral has 0 to 9 places"),
        ("'soon'|date", "date takes a day like 2026-11-21, not 'soon'"),
        ("'2026-11-21'|date('tiny')", "date has the forms full, long, medium, short, not 'tiny'"),
        ("1|plural('coins')", "plural needs the string 'coins.other'; add it to strings.en.toml"),
        (
            "1|plural(one='coin')",
            "plural takes zero, one, two, few, many, other, or the key of strings; 'other' is missing",
        ),
        (
            "1|plural(eins='a', other='b')",
            "plural takes zero, one, two, few, many, other, or the key of strings; 'eins' is none of them",
        ),
    ],
)
def test_what_is_refused(table, expression, expected):
    assert table.faults(f"{{{{ {expression} }}}}") == f"order.svg.j2:1: {expected}"


def test_language_that_nobody_knows_is_told(words):
    with pytest.raises(TemplateError, match="how 'qx' writes numbers and dates is not known"):
        words("qx").numeral(1)


def test_without_babel_the_message_says_what_to_install(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "babel.core", None)
    language_words._locale.cache_clear()

    with pytest.raises(TemplateError) as caught:
        words("de").date("2026-11-21")
    assert str(caught.value).endswith(f"needs the library Babel; install it with: {install_extra('languages')}")
    language_words._locale.cache_clear()
