"""The last orders that pages have asked for, laid out on sheets of paper."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.base.hashing import digest
from generator.base.memory.limited_cache import LimitedCache
from generator.build.adapted_game import load_game
from generator.build.input_digests import InputDigests
from generator.build.options import OPTION_WORDS, BuildOptions
from generator.build.outputs.previewed_order import PreviewedOrder, previewed_order
from generator.load.game_locations import GameFolder
from generator.web.previews.face_previews import FacePreviews

MOST_BYTES = 8 << 20
"""Size of all kept orders; the last one is kept however large it is."""


class PreviewedOrders:
    """The sheets of the last orders that pages have asked for."""

    def __init__(self, previews: FacePreviews, out: Path) -> None:
        self._previews, self._out = previews, out
        self._orders = LimitedCache[str, PreviewedOrder](MOST_BYTES, lambda order: order.size)

    async def order(self, folder: GameFolder, inputs: InputDigests, chosen: Mapping[str, Any]) -> PreviewedOrder:
        """Return the sheets of an order; `chosen` are the options of `vallum build` with its `themes`.

        Raises UsageError for what cannot be printed.
        """
        # Options of the page itself, such as a form's address, are no options of a build.
        words = {word: value for word, value in chosen.items() if word in OPTION_WORDS}
        words |= {"jobs": 1, "plan": False, "out": self._out, "svg": True}
        builds = [BuildOptions.of(**words, theme=theme) for theme in chosen["themes"]]
        key = digest(repr(folder), repr(builds), inputs.everything)
        order = self._orders.get(key)
        if order is None:
            first, *other_themes = [await self._laid_out(folder, inputs, options) for options in builds]
            order = first.with_others(other_themes) if other_themes else first
            if await self._previews.run(lambda: inputs.state.is_current(folder.folder)):
                self._orders[key] = order
        return order

    async def _laid_out(self, folder: GameFolder, inputs: InputDigests, options: BuildOptions) -> PreviewedOrder:
        """Return the sheets of paper of an order in one theme."""
        game = await self._previews.run(lambda: load_game(folder, options))
        typeset = await self._previews.typeset(folder, options, game, inputs)
        return await self._previews.run(lambda: previewed_order(typeset, options))
