"""Items in random order for each piece: the same at every build, and others for every copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.base.rng import Stream
from generator.render.templates.budget import TemplateError


class PieceDeal:
    """The filter `deal`, for the piece whose face is being rendered."""

    def __init__(self) -> None:
        """Begin without a piece."""
        self._seed, self._piece = "", ""

    def begin(self, game: str, component: str, piece: str) -> None:
        """Deal for a piece from now on, given by ids; both of its sides and all languages are dealt the same."""
        self._seed, self._piece = game, f"{component}/{piece}"

    def deal(self, items: Sequence[Any], count: object, name: str) -> list[Any]:
        """Return `count` of the items in random order, all for None.

        Another `name` gives another order. Raises TemplateError.
        """
        number = len(items) if count is None else count
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= len(items):
            raise TemplateError(f"deal takes a number from 0 to {len(items)}, as there are so many items")
        if "\0" in name:
            raise TemplateError("the name of a deal has no zero byte")
        return [*Stream(self._seed, f"{self._piece}/{name}").shuffled(items)[:number]]
