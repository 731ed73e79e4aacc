"""Numbers of a path as short text: a face is full of them, so all of a path are written in one go."""

from __future__ import annotations

from collections.abc import Sequence

from generator.typeset.svg.attribute_numbers import LIMIT


def write_path(form: str, values: Sequence[float], decimals: int = 4) -> str:
    """A path from its letters, with `#` for each number, and the numbers.

    Raises ValueError for numbers over a million.

    >>> write_path("M # # L # # Z", (0.5, -0.00001, 10, 2.25))
    'M 0.5 0 L 10 2.25 Z'
    """
    if not values:
        return form
    if max(values) > LIMIT or min(values) < -LIMIT:
        raise ValueError("path reaches beyond 1,000,000")
    text = f"{form.replace('#', f'%.{decimals}f')} " % tuple(values)
    # Every number now has all its decimals: whole numbers are marked, so that their own noughts are safe.
    text = text.replace(f".{'0' * decimals} ", "| ")
    for count in range(decimals - 1, 0, -1):
        text = text.replace(f"{'0' * count} ", " ")
    text = text.replace("| ", " ")
    while " -0 " in text:
        text = text.replace(" -0 ", " 0 ")
    return text[:-1]
