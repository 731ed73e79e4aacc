"""The compiled templates of the pages, kept on the disk: to compile them takes longer than to render a page."""

from __future__ import annotations

from jinja2.bccache import Bucket, BytecodeCache

from generator.base.cache import Cache


class TemplateCache(BytecodeCache):
    """Compiled templates by name; jinja2 finds out itself whether one is of another text or version."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket of a template with its compiled form, if that is in the cache."""
        data = self._cache.get(bucket.key)
        if isinstance(data, bytes):
            bucket.bytecode_from_string(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put the compiled form of a template into the cache."""
        self._cache.put(bucket.key, bucket.bytecode_to_string())
