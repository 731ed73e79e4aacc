"""Find the sizes of cards and the sleeves that a command line names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.base.units import MM, half_width, parse_length, to_mm
from generator.load.game_locations import data_root
from generator.model.card_format import CardSize, Sleeve

if TYPE_CHECKING:
    from generator.load.card_format_reader import CardFormats

FITTING = "fit"
"""Stands for the sleeve that fits each deck."""


def known_formats() -> CardFormats:
    """Return the sizes and sleeves of `data/cards.toml`."""
    from generator.load.card_format_reader import read_format_file

    return read_format_file(data_root(), "data")


def find_card_size(name: str) -> CardSize:
    """Return a size of cards by its name, or one written like `50x75mm`.

    Raises UsageError for a name that `data/cards.toml` does not have, and for a size that no card has.
    """
    name = half_width(name)
    if not name[:1].isdigit():
        known = known_formats().sizes
        if name not in known:
            raise UsageError(f"no card size called {name!r}{suggestion(name, list(known)) or _like(known)}")
        return known[name]
    sides = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = name.removeprefix(sides)
    try:
        width, height = sorted(parse_length(f"{side}{unit}") for side in sides.split("x"))
    except ValueError:
        raise UsageError(f"--size {name!r} is not understood; write it like mini or 50x75mm") from None
    if not 20 * MM <= width <= height <= 300 * MM:
        raise UsageError(f"--size {name!r} is out of range; between 20x20mm and 300x300mm is possible")
    return CardSize(f"{to_mm(width):.9g}x{to_mm(height):.9g}mm", Size(width, height))


def find_sleeves(name: str) -> tuple[Sleeve, ...]:
    """Return the sleeve of a name, or all of them for FITTING. Raises UsageError for an unknown name."""
    known = known_formats().sleeves
    if name == FITTING:
        return tuple(known.values())
    if name not in known:
        words = [FITTING, *known]
        raise UsageError(f"no sleeves called {name!r}{suggestion(name, words) or _like(words)}")
    return (known[name],)


def _like(words: Iterable[str]) -> str:
    return f"; it is one of {', '.join(words)}"
