"""Parses the short texts of a sheet's boxes: prices, needs and icons."""

from __future__ import annotations

import re

from generator.load.files.fault_report import quote
from generator.load.files.toml_table import ID
from generator.model.sheet import Need, Price

FREE = "free"
"""The text of a price of nothing."""

_ITEM = re.compile(r"(?:([1-9][0-9]?) )?([a-z][a-z0-9_]{0,40})\Z")
_NEED = re.compile(r"([a-z][a-z0-9_]{0,40})(?: ([0-9]{1,6}))?\Z")


def parse_price(text: str) -> Price:
    """Parse a price like `servant + 2 resource`, or `free`; raises ValueError for other texts.

    >>> parse_price("servant + 2 resource").items
    (('servant', 1), ('resource', 2))
    """
    found = [] if text == FREE else [_ITEM.match(part.strip()) for part in text.split("+")]
    items = tuple((match[2], int(match[1] or 1)) for match in found if match)
    if len(items) < len(found) or len(dict(items)) < len(items):
        raise ValueError(f"{quote(text)} is not a price; write each item once, like 'servant + 2 resource', or 'free'")
    return Price(items)


def parse_need(text: str) -> Need:
    """Parse a need like `small_hotel` or `infrastructure 2`; raises ValueError for other texts.

    >>> parse_need("infrastructure 2")
    Need(value='infrastructure', least=2)
    """
    match = _NEED.match(text)
    if not match:
        raise ValueError(f"{quote(text)} is not a need; write a box, or a value and a number, like 'infrastructure 2'")
    return Need(match[1], int(match[2] or 1))


def parse_icon(text: str) -> str:
    """Return the word of an icon; raises ValueError for other texts."""
    if not ID.match(text):
        raise ValueError(f"{quote(text)} is not an icon; write one word, as often as it is gained")
    return text
