"""Divides an order among computers: each makes some languages of some games, with all their files."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.build.several_games import Order

Shard = tuple[int, int]
"""Number of a part, from 1, and the number of parts."""


def orders_of_shard(orders: Sequence[Order], shard: Shard) -> list[Order]:
    """Return the orders of one shard: equal numbers of languages, in order, so that a shard reads few games.

    Raises UsageError for options whose files belong to several languages.
    """
    for _, options in orders:
        _check_divisible(options.combined_languages, html=options.html)
    # A language has its own files, print plan and face list; within one, the plan needs the sheets of every component.
    pairs = [(number, language) for number, (_, options) in enumerate(orders) for language in options.languages]
    number, parts = shard
    pairs = pairs[len(pairs) * (number - 1) // parts : len(pairs) * number // parts]
    shares: dict[int, list[str]] = {}
    for place, language in pairs:
        shares.setdefault(place, []).append(language)
    return [(orders[place][0], replace(orders[place][1], share=tuple(share))) for place, share in shares.items()]


def _check_divisible(combined: Sequence[tuple[str, ...]], *, html: bool) -> None:
    """Raise UsageError for options whose files belong to several languages."""
    if combined:
        names = "+".join(combined[0])
        raise UsageError(f"--shard divides by language, and {names} are on one sheet; name them apart in --lang")
    if html:
        raise UsageError("--shard divides by language, and pages of --html link to each other; write them in one build")
