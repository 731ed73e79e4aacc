"""Shows numbers by the format codes of Excel: percentages, currencies, fixed decimals, leading zeros."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<padding>_.|\*.)|(?P<number>[#0?][#0?,]*(?:\.[#0?]*)?)|(?P<sign>.)",
    re.DOTALL,
)
_LITERAL = set(" $€£¥+-()/:%'")
_COLOURS = {"black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"}


def shown_number(value: float, code: str) -> str | None:
    """The text that Excel shows for a number; None for a code with dates, fractions, conditions or exponents.

    The decimal sign is a point and that between thousands a comma, as the file does not know the computer's own.

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


def _sections(code: str) -> list[list[re.Match[str]]]:
    """The tokens of the formats for positive numbers, negative ones, zero and text, between semicolons."""
    sections: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return sections


def _is_known(tokens: list[re.Match[str]]) -> bool:
    numbers = [token["number"] for token in tokens if token["number"]]
    signs = {token["sign"] for token in tokens if token["sign"]}
    brackets = {token["bracket"].lower() for token in tokens if token["bracket"] is not None}
    # Commas at the end divide by thousands.
    plain = len(numbers) == 1 and "?" not in numbers[0] and not numbers[0].endswith(",") and ",." not in numbers[0]
    return plain and signs <= _LITERAL and brackets <= _COLOURS


def _shown(token: re.Match[str], amount: Decimal) -> str:
    if token["number"]:
        return _digits(amount, token["number"])
    if token["padding"]:
        return " " if token["padding"].startswith("_") else ""
    return token["quoted"] or token["escaped"] or token["currency"] or token["sign"] or ""


def _digits(amount: Decimal, pattern: str) -> str:
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
