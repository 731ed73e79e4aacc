"""Pages that were rendered lately: browsers that ask for the same get the same, also while it is being rendered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable

from starlette.responses import Response

from generator.base.memory.limited_cache import LimitedCache

MAX_BYTES = 4 << 20
"""Size of all kept pages; a page with drawings has some 500 kB, one without 30 kB."""

Render = Callable[[], Awaitable[tuple[Response, bool]]]
"""Function that renders a page, and tells whether it may be kept because everything on it follows from its key."""


class RenderedPages:
    """Responses by key; used in the thread of the event loop."""

    def __init__(self) -> None:
        self._kept = LimitedCache[Hashable, Response](MAX_BYTES, lambda response: len(response.body))
        self._begun: dict[Hashable, asyncio.Task[tuple[Response, bool]]] = {}

    async def page(self, key: Hashable, render: Render) -> Response:
        """Return the page for a key.

        Call `render` unless the page is kept or being rendered. Raises errors of `render`.
        """
        if key in self._kept:
            return _copy(self._kept[key])
        if key not in self._begun:
            self._begun[key] = asyncio.ensure_future(render())
            self._begun[key].add_done_callback(lambda _: self._begun.pop(key))
        # Shielded, as others may wait for it when the browser that asked first has gone.
        response, is_lasting = await asyncio.shield(self._begun[key])
        if is_lasting:
            self._kept[key] = response
        return _copy(response)


def _copy(response: Response) -> Response:
    """Return the same response with headers of its own, as the middleware that compresses it writes into them."""
    copy = Response(status_code=response.status_code)
    copy.body, copy.raw_headers = response.body, list(response.raw_headers)
    return copy
