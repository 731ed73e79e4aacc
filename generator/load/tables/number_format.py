"""Shows numbers and dates by the format codes of Excel: percentages, currencies, leading zeros, `18 Apr 1906`."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator
from contextlib import suppress
from decimal import ROUND_HALF_UP, Decimal

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<padding>_.|\*.)|(?P<number>[#0?][#0?,]*(?:\.[#0?]*)?)|(?P<sign>.)",
    re.DOTALL,
)
_DATE = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$-(?P<language>[0-9A-F]+)\]|(?P<part>y{2,4}|m{1,4}|d{1,4}|h{1,2}|s{1,2}|AM/PM)'
    r"|(?P<sign>[ ,./:\-])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_ENGLISH = 9
"""Language of a Windows number for language and country, which fills its low ten bits."""
_LITERAL = set(" $€£¥+-()/:%'")
_COLOURS = {"black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"}


def shown_number(value: float, code: str) -> str | None:
    """Return the text that Excel shows for a number.

    None for a code with dates, fractions, conditions or exponents. The decimal sign is a point and the sign between
    thousands a comma, as the file does not know the computer's own.

    >>> shown_number(0.125, "0.0%"), shown_number(1234.5, '#,##0.00 "€"'), shown_number(7, "000")
    ('12.5%', '1,234.50 €', '007')
    """
    sections = _sections(code)
    count = len(sections)
    # Excel's sections: positive, negative, zero. Without its own, zero is shown as a positive number.
    index = 1 if value < 0 and count > 1 else 2 if value == 0 and count > 2 else 0
    tokens = sections[index]
    if not _is_known(tokens):
        return None
    percent = sum(token["sign"] == "%" for token in tokens)
    # Decimal: a float times 100 may have further digits.
    amount = abs(Decimal(repr(value))) * 100**percent
    text = "".join(_shown(token, amount) for token in tokens).strip()
    # The section for negative numbers has its own sign.
    return f"-{text}" if value < 0 and index == 0 else text


def shown_date(value: str, code: str) -> str | None:
    """Return the text that Excel shows for a date or time in ISO form.

    None for a code with other parts or in another language than English.

    >>> shown_date("1906-04-18", "d mmm yyyy"), shown_date("05:12", "h:mm AM/PM"), shown_date("1969-07-20", "dddd")
    ('18 Apr 1906', '5:12 AM', 'Sunday')
    """
    moment = _moment(value)
    tokens = [*_DATE.finditer(code.split(";", maxsplit=1)[0])]
    if moment is None or any(token["other"] for token in tokens) or not any(token["part"] for token in tokens):
        return None
    names = any(len(token["part"] or "") > 2 and token["part"][0] in "mMdD" for token in tokens)
    if names and any(int(token["language"], 16) & 0x3FF != _ENGLISH for token in tokens if token["language"]):
        return None
    return "".join(_date_parts(tokens, moment)).strip()


def _moment(value: str) -> datetime.datetime | None:
    """Return the point in time that a text names in ISO form; None for other texts."""
    with suppress(ValueError):
        return datetime.datetime.fromisoformat(value)
    with suppress(ValueError):
        return datetime.datetime.combine(datetime.date.min, datetime.time.fromisoformat(value))
    return None


def _date_parts(tokens: list[re.Match[str]], moment: datetime.datetime) -> Iterator[str]:
    """Yield the shown text of each part of a date format."""
    parts = [token["part"].lower() for token in tokens if token["part"]]
    has_noon, place = "am/pm" in parts, 0
    for token in tokens:
        if not token["part"]:
            yield token["quoted"] or token["escaped"] or token["sign"] or ""
            continue
        around = parts[max(place - 1, 0)][0], parts[min(place + 1, len(parts) - 1)][0]
        # Excel's m is a minute behind an hour or before a second, else a month.
        kind = "minute" if parts[place] in {"m", "mm"} and (around[0] == "h" or around[1] == "s") else parts[place][0]
        yield _date_part(kind, len(parts[place]), moment, has_noon=has_noon)
        place += 1


def _date_part(kind: str, length: int, moment: datetime.datetime, *, has_noon: bool) -> str:
    """Return one part of a date, such as the month; `length` is how often its letter stands in the code."""
    match kind:
        case "y":
            return f"{moment.year:04}" if length > 2 else f"{moment.year % 100:02}"
        case "m" if length > 2:
            return (calendar.month_abbr if length == 3 else calendar.month_name)[moment.month]
        case "d" if length > 2:
            return (calendar.day_abbr if length == 3 else calendar.day_name)[moment.weekday()]
        case "a":
            return "AM" if moment.hour < 12 else "PM"
    hour = (moment.hour - 1) % 12 + 1 if has_noon else moment.hour
    number = {"m": moment.month, "d": moment.day, "h": hour, "minute": moment.minute, "s": moment.second}[kind]
    return f"{number:0{length}}"


def _sections(code: str) -> list[list[re.Match[str]]]:
    """Return the tokens of the formats for positive numbers, negative ones, zero and text, between semicolons."""
    sections: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return sections


def _is_known(tokens: list[re.Match[str]]) -> bool:
    """Whether a format has one plain number and otherwise only signs that are shown as they are."""
    numbers = [token["number"] for token in tokens if token["number"]]
    signs = {token["sign"] for token in tokens if token["sign"]}
    brackets = {token["bracket"].lower() for token in tokens if token["bracket"] is not None}
    # Commas at the end divide by thousands.
    plain = len(numbers) == 1 and "?" not in numbers[0] and not numbers[0].endswith(",") and ",." not in numbers[0]
    return plain and signs <= _LITERAL and brackets <= _COLOURS


def _shown(token: re.Match[str], amount: Decimal) -> str:
    """Return the text that one token of a number format shows for an amount."""
    if token["number"]:
        return _digits(amount, token["number"])
    if token["padding"]:
        return " " if token["padding"].startswith("_") else ""
    return token["quoted"] or token["escaped"] or token["currency"] or token["sign"] or ""


def _digits(amount: Decimal, pattern: str) -> str:
    """Return a number rounded and filled up as a pattern such as `#,##0.00` asks for."""
    whole, _, decimals = pattern.partition(".")
    rounded = str(amount.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP))
    before, _, after = rounded.partition(".")
    needed = decimals.rfind("0") + 1
    after = after[:needed] + after[needed:].rstrip("0")
    before = before.zfill(whole.count("0")) if whole.count("0") else before.lstrip("0")
    if "," in whole and before:
        # `0,000` keeps leading zeros, which int() would drop.
        before = f"{int(before):,}".rjust(len(before), "0")
    return before + ("." + after if decimals and (after or needed) else "")
