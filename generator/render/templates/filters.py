"""The filters that templates have: few, strict about what they take, and never larger than the budget."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup

from generator.base.units import decimal
from generator.render.templates.budget import Budget, TemplateError
from generator.render.templates.views import TemplateView, describe, to_text

COUNTED, JOINED, SLICED = " counted", " joined", " sliced"
"""Filters that the compiler puts in by itself; no template can spell a name that starts with a space."""

_FORMAT = re.compile(r"%(?:%|[-+ 0#]*\d{0,2}(?:\.\d{1,2})?[sdifFeEgGxXo])")


def filters(budget: Budget) -> dict[str, Callable[..., Any]]:
    """Every filter by its name, drawing on one budget."""
    return {
        "upper": lambda value: _text(value).upper(),
        "lower": lambda value: _text(value).lower(),
        "title": lambda value: _text(value).title(),
        "capitalize": lambda value: _text(value).capitalize(),
        "trim": lambda value: _text(value).strip(),
        "replace": lambda value, old, new: _replaced(budget, _text(value), _text(old), _text(new)),
        "format": lambda value, *args: format_text(budget, value, args),
        "join": lambda value, between="", attribute=None: _join(budget, _picked(value, attribute), between),
        "number": lambda value: decimal(_number(value)),
        "round": lambda value, places=0: _round(_number(value), places),
        "int": _int,
        "float": _float,
        "abs": lambda value: abs(_number(value)),
        "length": lambda value: len(_sized(value)),
        "count": lambda value: len(_sized(value)),
        "list": lambda value: _paid(budget, value),
        "first": lambda value: _end(value, 0),
        "last": lambda value: _end(value, -1),
        "reverse": lambda value: value[::-1] if isinstance(value, str) else _paid(budget, value)[::-1],
        "sort": lambda value, reverse=False, attribute=None: _sort(_paid(budget, value), reverse, attribute),
        "unique": lambda value: _unique(_paid(budget, value)),
        "batch": lambda value, size: _batch(_paid(budget, value), size),
        "map": lambda value, attribute: _picked(_paid(budget, value), attribute),
        "min": lambda value, attribute=None: _extreme(min, _picked(value, attribute)),
        "max": lambda value, attribute=None: _extreme(max, _picked(value, attribute)),
        "sum": lambda value, attribute=None: sum(map(_number, _picked(value, attribute))),
        COUNTED: lambda value, weight: _counted(budget, value, weight),
        JOINED: lambda values: _join(budget, values, ""),
        SLICED: lambda value, start, stop, step: _sliced(budget, value, slice(start, stop, step)),
    }


def format_text(budget: Budget, pattern: object, args: Sequence[object]) -> str:
    """`"%02d" % 7`, of plain conversions with short widths."""
    text = _text(pattern)
    if "%" in _FORMAT.sub("", text):
        raise TemplateError(f"{text[:40]!r} is no format; use %s, %d or %f, with a width below 100")
    budget.make(len(text) * 100 + sum(len(to_text(value)) for value in args))
    try:
        return text % tuple(args)
    except TypeError as error:
        raise TemplateError(f"{text[:40]!r} cannot be filled: {error}") from None


def _text(value: object) -> str:
    if isinstance(value, Markup):
        raise TemplateError("this filter takes text, not drawn markup")
    return to_text(value)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TemplateError(f"a number was expected, not {describe(value)}")
    return value


def _sized(value: Any) -> Any:
    if isinstance(value, TemplateView) or not hasattr(value, "__len__"):
        raise TemplateError(f"{describe(value)} has no length and cannot be gone through")
    return value


def _paid(budget: Budget, value: Any) -> list[Any]:
    budget.make(len(_sized(value)))
    return list(value)


def _counted(budget: Budget, value: Any, weight: int) -> Any:
    """What a loop goes through, its turns and their fixed text paid in advance."""
    turns = len(_sized(value))
    budget.step(turns)
    budget.spend(turns * weight)
    return value


def _sliced(budget: Budget, value: Any, part: slice) -> Any:
    if not isinstance(value, (str, list, tuple, range)):
        raise TemplateError(f"{describe(value)} has no items")
    budget.spend(len(value))
    return value[part]


def _join(budget: Budget, values: Iterable[object], between: str) -> str:
    texts = [value if isinstance(value, str) else _loose(value) for value in _sized(values)]
    budget.make(sum(map(len, texts)) + len(between) * len(texts))
    if any(isinstance(text, Markup) for text in texts):
        return Markup.escape(between).join(texts)
    return between.join(texts)


def _loose(value: object) -> str:
    """As printed; nothing for an inline `if` without its `else`."""
    return "" if type(value).__name__ == "Undefined" else to_text(value)


def _replaced(budget: Budget, text: str, old: str, new: str) -> str:
    if not old:
        raise TemplateError("nothing cannot be replaced")
    budget.make(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _picked(values: Any, attribute: str | None) -> Sequence[Any]:
    """One column of rows, or the values themselves."""
    if attribute is None:
        return _sized(values)  # type: ignore[no-any-return]  # something that can be gone through
    return [_column(value, attribute) for value in _sized(values)]


def _column(value: object, name: str) -> Any:
    try:
        if isinstance(value, TemplateView):
            return value.made[name] if name in value.made else value.make(name)
        if isinstance(value, dict):
            return value[name]
    except KeyError:
        pass
    raise TemplateError(f"{describe(value)} has no {name!r}")


def _end(value: Any, index: int) -> Any:
    items = list(_sized(value))
    if not items:
        raise TemplateError("an empty list has no first and no last item")
    return items[index]


def _sort(items: list[Any], reverse: bool, attribute: str | None) -> list[Any]:
    key = (lambda item: _column(item, attribute)) if attribute else None
    return sorted(items, key=key, reverse=reverse)


def _unique(items: list[Any]) -> list[Any]:
    return list(dict.fromkeys(items))


def _batch(items: list[Any], size: int) -> list[list[Any]]:
    if not isinstance(size, int) or size < 1:
        raise TemplateError("a batch has at least one item")
    return [items[start : start + size] for start in range(0, len(items), size)]


def _extreme(choose: Callable[[Iterable[Any]], Any], values: Sequence[Any]) -> Any:
    if not len(values):
        raise TemplateError("an empty list has no smallest and no largest item")
    return choose(values)


def _round(value: float, places: int) -> float:
    return round(value, places) if places else round(value)


def _int(value: object) -> int:
    return int(_float(value))


def _float(value: object) -> float:
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,15}(\.\d{0,15})?\s*", value, re.ASCII):
        return float(value)
    if isinstance(value, str):
        raise TemplateError(f"{value[:40]!r} is no number")
    return _number(value)
