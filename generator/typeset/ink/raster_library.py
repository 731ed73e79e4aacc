"""Encoded pictures of pixels, each made once for every face, worker and build that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.memory.bounded_cache import BoundedCache
from generator.base.stored_data import DataStore
from generator.model.face import Raster

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.typeset.ink.raster import RasterFile
    from generator.typeset.ink.raster_encoding import PixelSize

_VERSION = "1"
"""Version of the encoding: entries of another version are left alone."""

KEPT = 1000
"""Most pictures that are known at a time: small ones are in memory, and each card of a large deck may have its own."""


class RasterLibrary:
    """Encodes pictures, and keeps them by content and size: what was encoded is not decoded again."""

    def __init__(self, cache: Cache) -> None:
        """Keep the pictures below a folder of the user's cache; without one they are kept in memory."""
        self._cache = cache.below(f"art/{_VERSION}")
        self._store = DataStore(self._cache.folder)
        self._known: dict[str, Raster] = BoundedCache(KEPT)

    def raster(self, read: Callable[[], bytes], file: RasterFile, size: PixelSize | None) -> Raster:
        """Return a picture reduced to a size, None for its own; `read` returns the file.

        Raises UnusablePictureError where it is damaged.
        """
        from generator.typeset.ink.raster_encoding import encode_raster, raster_key

        key = raster_key(file, size)
        raster = self._known.get(key) or self._cached(key)
        # An entry of the cache may outlive the file with its pixels.
        if raster is None or not raster.is_stored:
            raster = encode_raster(read(), file, size, self._store.keep)
            self._cache.put(key, raster)
        self._known[key] = raster
        return raster

    def made(self, image: Image) -> Raster:
        """Return an RGBA picture that was made by the program, such as a shadow, encoded and stored."""
        from generator.typeset.ink.raster_encoding import made_raster

        return made_raster(image, self._store.keep)

    def _cached(self, key: str) -> Raster | None:
        """Return an entry of the cache; None where there is none of this key."""
        raster = self._cache.get(key)
        return raster if isinstance(raster, Raster) and raster.key == key else None
