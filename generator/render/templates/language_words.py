"""Numbers, dates and plural words as a language writes them, by Babel: an extra, loaded by the first text that asks."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

from generator.render.templates.budget import TemplateError
from generator.render.templates.views import TemplateStrings, describe

DATE_FORMS = ("full", "long", "medium", "short")
PLURALS = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of Unicode's CLDR; every language has `other`."""
_ZEROS = {"arab": "\u0660", "arabext": "\u06f0", "beng": "\u09e6", "deva": "\u0966", "mymr": "\u1040"}
"""The digit 0 of the numbering systems of CLDR; Babel knows their separators, but not their digits."""
# A float of 53 bits has every whole number up to here, with 15 digits.
_LARGEST = 10**15
_MOST_PLACES = 9


class LanguageWords:
    """The filters `numeral`, `date` and `plural`, in the language of the face being rendered."""

    def __init__(self, strings: TemplateStrings | None = None) -> None:
        """Take the strings of the game, which know the language of the face; None for English."""
        self._strings = strings

    @property
    def _language(self) -> str:
        """The language of the face being rendered."""
        return self._strings.views.language if self._strings else "en"

    def numeral(self, value: object, places: int | None = None) -> str:
        """Return a number with the separators and digits of the language.

        With `places`, exactly as many digits stand behind the decimal sign.
        """
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _LARGEST:
            raise TemplateError(f"numeral takes a number up to 15 digits, not {describe(value)}")
        if places is not None and not (isinstance(places, int) and 0 <= places <= _MOST_PLACES):
            raise TemplateError(f"numeral has 0 to {_MOST_PLACES} places")
        return _written_number(value, places, self._language)

    def date(self, value: object, form: str = "long") -> str:
        """Return a date such as 2026-11-21 in words of the language: `full`, `long`, `medium` or `short`."""
        if form not in DATE_FORMS:
            raise TemplateError(f"date has the forms {', '.join(DATE_FORMS)}, not {form!r}")
        try:
            day = datetime.date.fromisoformat(str(value))
        except ValueError:
            raise TemplateError(f"date takes a day like 2026-11-21, not {str(value)[:40]!r}") from None
        locale = _locale(self._language)
        from babel.dates import format_date

        return str(format_date(day, form, locale=locale))

    def plural(self, value: object, key: str = "", /, **words: str) -> str:
        """Return the words that go with a number: `one`, `few`, `other` …, with the number for `{n}` in them.

        The words are given, or are the strings `key.one`, `key.other` … of the language; `other` stands for missing
        ones.
        """
        number = self.numeral(value)
        # English has two forms, Polish four, and Japanese one.
        category = _locale(self._language).plural_form(value)
        if not key:
            return self._given(words, category).replace("{n}", number)
        if self._strings is None or not self._strings.has(f"{key}.other"):
            raise TemplateError(f"plural needs the string '{key}.other'; add it to strings.{self._language}.toml")
        form = category if self._strings.has(f"{key}.{category}") else "other"
        return self._strings(f"{key}.{form}", n=number)

    def _given(self, words: dict[str, str], category: str) -> str:
        """Return the word for a plural category among the given ones, or `other`.

        Raises TemplateError for wrong names.
        """
        unknown = [name for name in words if name not in PLURALS]
        if unknown or "other" not in words:
            problem = f"{unknown[0]!r} is none of them" if unknown else "'other' is missing"
            raise TemplateError(f"plural takes {', '.join(PLURALS)}, or the key of strings; {problem}")
        return str(words.get(category, words["other"]))


@cache
def _locale(language: str) -> Any:
    """Return Babel's Locale of a language, or of its first part.

    Raises TemplateError without Babel, or for a language it does not know.
    """
    try:
        from babel.core import Locale, UnknownLocaleError
    except ImportError:
        from generator.base.system.install_command import install_tail

        problem = f"needs the library Babel{install_tail('languages')}"
        raise TemplateError(f"numbers, dates and plural words of a language: this {problem}") from None
    for code in (language, language.partition("-")[0]):
        try:
            # Languages are written with hyphens here, by Babel with `_`.
            return Locale.parse(code, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    raise TemplateError(f"how {language!r} writes numbers and dates is not known; write them out")


@cache
def _written_number(value: float, places: int | None, language: str) -> str:
    """Return a number as a language writes it; `places` is None for as many decimals as it has."""
    locale = _locale(language)
    from babel.numbers import format_decimal

    system = locale.default_numbering_system
    zero = _ZEROS.get(system)
    pattern = None if places is None else "#,##0." + "0" * places if places else "#,##0"
    text = str(format_decimal(value, pattern, locale=locale, numbering_system=system if zero else "latn"))
    return text.translate({ord("0") + digit: chr(ord(zero) + digit) for digit in range(10)}) if zero else text
