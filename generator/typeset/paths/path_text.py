"""Write paths as short text: one format operation for all numbers of a path, since a face has thousands."""

from __future__ import annotations

from collections.abc import Sequence

from generator.typeset.svg.attribute_numbers import LIMIT


def write_path(form: str, values: Sequence[float], decimals: int = 4) -> str:
    """The text of a path: `form` with each `#` replaced by a number. Raises ValueError for a number over a million.

    >>> write_path("M # # L # # Z", (0.5, -0.00001, 10, 2.25))
    'M 0.5 0 L 10 2.25 Z'
    """
    if not values:
        return form
    if max(values) > LIMIT or min(values) < -LIMIT:
        raise ValueError("path reaches beyond 1,000,000")
    text = f"{form.replace('#', f'%.{decimals}f')} " % tuple(values)
    # Every number has all its decimals now. Whole numbers are marked first, so that 10 does not become 1.
    text = text.replace(f".{'0' * decimals} ", "| ")
    for count in range(decimals - 1, 0, -1):
        text = text.replace(f"{'0' * count} ", " ")
    text = text.replace("| ", " ")
    while " -0 " in text:
        text = text.replace(" -0 ", " 0 ")
    return text[:-1]
