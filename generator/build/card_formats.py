"""Find the sizes of cards and the sleeves that a command line names."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.base.units import MM, half_width, parse_length, to_mm
from generator.model.card_format import CardScale, CardSize, Sleeve

FITTING = "fit"
"""Word of `--sleeved` for the sleeve that fits each deck."""


LEAST_SCALE, MOST_SCALE = 25, 400
"""Scales that cards can be printed at, in per cent of their own size."""


def find_card_size(name: str) -> CardSize | CardScale:
    """Return a card size by its name, a size like `50x75mm`, or a scale like `95%`.

    Raises UsageError for a name that `data/cards.toml` does not have, and for a size that no card has.
    """
    name = half_width(name)
    if name.endswith("%"):
        return find_scale(name, "--size", "mini, 50x75mm or 95%")
    if not name[:1].isdigit():
        from generator.load.card_format_reader import known_formats

        sizes = known_formats().sizes
        if name not in sizes:
            raise UsageError(f"no card size called {name!r}{suggestion(name, list(sizes)) or _like(sizes)}")
        return sizes[name]
    # Cuts the unit off: `50x75mm` becomes `50x75`.
    sides = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = name.removeprefix(sides)
    try:
        # A size is upright, whichever side is written first.
        width, height = sorted(parse_length(f"{side}{unit}") for side in sides.split("x"))
    except ValueError:
        raise UsageError(f"--size {name!r} is not understood; write it like mini, 50x75mm or 95%") from None
    if not 20 * MM <= width <= height <= 300 * MM:
        raise UsageError(f"--size {name!r} is out of range; between 20x20mm and 300x300mm is possible")
    # Nine digits: more would show the rounding of points.
    return CardSize(f"{to_mm(width):.9g}x{to_mm(height):.9g}mm", Size(width, height))


def sizes_of_pictures(name: str) -> list[Size]:
    """Return the sizes that finished pictures of cards may have: a named one, or all known ones for an empty name.

    Raises UsageError as `find_card_size` does, and for a scale.
    """
    from generator.load.card_format_reader import known_formats

    if not name:
        return [card_size.size for card_size in known_formats().sizes.values()]
    card_size = find_card_size(name)
    if not isinstance(card_size, CardSize):
        raise UsageError("vallum new: --size takes a size here, like poker or 63x88mm")
    return [card_size.size]


def find_scale(name: str, flag: str = "--scale", like: str = "83%") -> CardScale:
    """Return the scale of a text such as `95%`. Raises UsageError if it is no number or out of range."""
    try:
        percent = float(name.removesuffix("%").strip())
    except ValueError:
        raise UsageError(f"{flag} {name!r} is not understood; write it like {like}") from None
    if not LEAST_SCALE <= percent <= MOST_SCALE:
        raise UsageError(f"{flag} {name!r} is out of range; between {LEAST_SCALE}% and {MOST_SCALE}% is possible")
    return CardScale(percent / 100)


def find_sleeves(name: str) -> tuple[Sleeve, ...]:
    """Return the card sleeves with a name as a tuple of one, or all sleeves for the word `fit`.

    Raises UsageError for an unknown name.
    """
    # Imported here: most commands name no sleeves.
    from generator.load.card_format_reader import known_formats

    sleeves = known_formats().sleeves
    if name == FITTING:
        return tuple(sleeves.values())
    if name not in sleeves:
        words = [FITTING, *sleeves]
        raise UsageError(f"no sleeves called {name!r}{suggestion(name, words) or _like(words)}")
    return (sleeves[name],)


def _like(words: Iterable[str]) -> str:
    """Return the end of an error message, which lists the words that are allowed."""
    return f"; it is one of {', '.join(words)}"
