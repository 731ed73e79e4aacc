"""The filters of templates: few, strict about the types they take, and charged to the render budget."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup

from generator.base.units import decimal
from generator.render.templates.budget import Budget, TemplateError
from generator.render.templates.language_words import LanguageWords
from generator.render.templates.piece_deal import PieceDeal
from generator.render.templates.views import TemplateView, describe, to_text

COUNT, JOIN, SLICE = " counted", " joined", " sliced"
"""Filters that the compiler inserts; no template can write a name that starts with a space."""

_FORMAT = re.compile(r"%(?:%|[-+ 0#]*\d{0,2}(?:\.\d{1,2})?[sdifFeEgGxXo])")


def filters(
    budget: Budget, words: LanguageWords | None = None, deal: PieceDeal | None = None
) -> dict[str, Callable[..., Any]]:
    """Return every filter by its name, charging one budget; `words` and `deal` are for the face being rendered.

    >>> table = filters(Budget())
    >>> table["join"](["a", "b"], ", "), table["batch"]([1, 2, 3], 2), table["number"](2.50)
    ('a, b', [[1, 2], [3]], '2.5')
    """
    words, dealer = words or LanguageWords(), deal or PieceDeal()
    table: dict[str, Callable[..., Any]] = {
        "numeral": lambda value, places=None: words.numeral(value, places),
        "date": lambda value, form="long": words.date(value, form),
        "plural": lambda value, key="", **forms: words.plural(value, key, **forms),
        "upper": lambda value: _text(value).upper(),
        "lower": lambda value: _text(value).lower(),
        "title": lambda value: _text(value).title(),
        "capitalize": lambda value: _text(value).capitalize(),
        "trim": lambda value: _text(value).strip(),
        "replace": lambda value, old, new: _replace(budget, _text(value), _text(old), _text(new)),
        "format": lambda value, *args: format_text(budget, value, args),
        "join": lambda value, between="", attribute=None: _join(budget, _pick(value, attribute), between),
        "number": lambda value: decimal(_number(value)),
        # With None the result is a whole number, as `range` needs it; with 0 it would be a float.
        "round": lambda value, places=0: round(_number(value), places or None),
        "int": lambda value: int(_float(value)),
        "float": _float,
        "abs": lambda value: abs(_number(value)),
        "length": lambda value: len(_sized(value)),
        "count": lambda value: len(_sized(value)),
        "list": lambda value: _charged_list(budget, value),
        "first": lambda value: _end(value, 0),
        "last": lambda value: _end(value, -1),
        "reverse": lambda value: value[::-1] if isinstance(value, str) else _charged_list(budget, value)[::-1],
        "sort": lambda value, reverse=False, attribute=None: _sort(_charged_list(budget, value), reverse, attribute),
        "deal": lambda value, count=None, name="": dealer.deal(_charged_list(budget, value), count, to_text(name)),
        "unique": lambda value: list(dict.fromkeys(_charged_list(budget, value))),
        "batch": lambda value, size: _batch(_charged_list(budget, value), size),
        "map": lambda value, attribute: _pick(_charged_list(budget, value), attribute),
        "min": lambda value, attribute=None: _extreme(min, _pick(value, attribute)),
        "max": lambda value, attribute=None: _extreme(max, _pick(value, attribute)),
        "sum": lambda value, attribute=None: sum(map(_number, _pick(value, attribute))),
        COUNT: lambda value, weight: _count_turns(budget, value, weight),
        JOIN: lambda values: _join(budget, values, ""),
        SLICE: lambda value, start, stop, step: _slice(budget, value, slice(start, stop, step)),
    }
    for name, filter_ in table.items():
        if filter_.__name__ == "<lambda>":
            filter_.__qualname__ = name  # what Python calls it where a template gives it too little or too much
    return table


def format_text(budget: Budget, pattern: object, args: Sequence[object]) -> str:
    """Fill a format such as `%02d`, of plain conversions with short widths.

    >>> format_text(Budget(), "%02d of %d", (7, 12))
    '07 of 12'
    """
    text = _text(pattern)
    if "%" in _FORMAT.sub("", text):
        raise TemplateError(f"{text[:40]!r} is no format; use %s, %d or %f, with a width below 100")
    # A width has two digits at most, so each character of the pattern becomes at most 100.
    budget.charge(len(text) * 100 + sum(len(to_text(value)) for value in args))
    try:
        return text % tuple(args)
    except TypeError as error:
        from generator.render.templates.template_words import call_text

        raise TemplateError(f"{text[:40]!r} cannot be filled: {call_text(str(error))}") from None


def _text(value: object) -> str:
    """Return a value as text. Raises TemplateError for markup that was drawn."""
    # Filters such as `upper` would change the names of elements and entities.
    if isinstance(value, Markup):
        raise TemplateError("this filter takes text, not drawn markup")
    return to_text(value)


def _number(value: object) -> float:
    """Return a value that is a number. Raises TemplateError for any other."""
    # True and False are numbers to Python, but hardly meant as such in a template.
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TemplateError(f"a number was expected, not {describe(value)}")
    return value


def _sized(value: Any) -> Any:
    """Return a value that has a length. Raises TemplateError for any other."""
    if isinstance(value, TemplateView) or not hasattr(value, "__len__"):
        raise TemplateError(f"{describe(value)} has no length and cannot be looped over")
    return value


def _charged_list(budget: Budget, value: Any) -> list[Any]:
    """Return the items of a value as a new list, charged to the budget."""
    budget.charge(len(_sized(value)))
    return list(value)


def _count_turns(budget: Budget, value: Any, weight: int) -> Any:
    """Charge the turns of a loop and their fixed text (`weight`) in advance; return its iterable unchanged."""
    turns = len(_sized(value))
    budget.step(turns)
    budget.spend(turns * weight)
    return value


def _slice(budget: Budget, value: Any, part: slice) -> Any:
    """Return a slice of a text or list, charged to the budget."""
    if not isinstance(value, (str, list, tuple, range)):
        raise TemplateError(f"{describe(value)} has no items")
    budget.spend(len(value))
    return value[part]


def _join(budget: Budget, values: Iterable[object], between: str) -> str:
    """Return values as one text with a sign between them; other signs in it are escaped if a value is markup."""
    texts = [value if isinstance(value, str) else _join_text(value) for value in _sized(values)]
    budget.charge(sum(map(len, texts)) + len(between) * len(texts))
    has_markup = any(isinstance(text, Markup) for text in texts)
    return (Markup.escape(between) if has_markup else between).join(texts)


def _join_text(value: object) -> str:
    """Return a value as it is printed.

    An inline `if` without its `else` is Jinja's Undefined, and prints nothing.
    """
    return "" if type(value).__name__ == "Undefined" else to_text(value)


def _replace(budget: Budget, text: str, old: str, new: str) -> str:
    """Return a text with each `old` replaced by `new`, charged to the budget."""
    if not old:
        raise TemplateError("an empty text cannot be replaced")
    budget.charge(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _pick(values: Any, attribute: str | None) -> Sequence[Any]:
    """Return one column of rows, or the values themselves if `attribute` is None."""
    if attribute is None:
        return _sized(values)  # type: ignore[no-any-return]  # a sequence, as _sized has checked
    return [_column(value, attribute) for value in _sized(values)]


def _column(value: object, name: str) -> Any:
    """Return a named value of a row or dictionary. Raises TemplateError without one."""
    try:
        if isinstance(value, TemplateView):
            return value.values[name] if name in value.values else value.compute(name)
        if isinstance(value, dict):
            return value[name]
    except KeyError:
        pass
    raise TemplateError(f"{describe(value)} has no {name!r}")


def _end(value: Any, index: int) -> Any:
    """Return the first item (index 0) or the last (-1). Raises TemplateError for an empty list."""
    items = list(_sized(value))
    if not items:
        raise TemplateError("an empty list has no first and no last item")
    return items[index]


def _sort(items: list[Any], reverse: bool, attribute: str | None) -> list[Any]:
    """Return items in order, by one of their columns if `attribute` is given."""
    key = (lambda item: _column(item, attribute)) if attribute else None
    return sorted(items, key=key, reverse=reverse)


def _batch(items: list[Any], size: int) -> list[list[Any]]:
    """Return items in lists of `size`; the last may be shorter."""
    if not isinstance(size, int) or size < 1:
        raise TemplateError("a batch has at least one item")
    return [items[start : start + size] for start in range(0, len(items), size)]


def _extreme(choose: Callable[[Iterable[Any]], Any], values: Sequence[Any]) -> Any:
    """Return the smallest or largest value. Raises TemplateError for an empty list."""
    if not len(values):
        raise TemplateError("an empty list has no smallest and no largest item")
    return choose(values)


def _float(value: object) -> float:
    """Return a number, also from a text. Raises TemplateError for any other value."""
    # float() would take `nan`, `inf` and `1_000` as well.
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,15}(\.\d{0,15})?\s*", value, re.ASCII):
        return float(value)
    if isinstance(value, str):
        raise TemplateError(f"{value[:40]!r} is no number")
    return _number(value)
