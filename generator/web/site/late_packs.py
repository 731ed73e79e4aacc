"""Packs of libraries and fonts that are unpacked when they are first imported."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

FetchPack = Callable[[str], bytes]
"""Function that returns the content of a pack by its name."""


class LatePacks(MetaPathFinder):
    """Finds packages that are not unpacked yet, in packs by the names of the packages."""

    def __init__(self, packs: Mapping[str, str], fetch: FetchPack, folder: Path) -> None:
        """Unpack packs below `folder`, which is searched for modules."""
        self._packs, self._fetch, self._folder = dict(packs), fetch, folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Unpack the pack of a package, and find the package there; None for packages of no pack."""
        pack = self._packs.pop(fullname, "")
        if not pack:
            return None
        self._packs = {package: name for package, name in self._packs.items() if name != pack}
        with zipfile.ZipFile(io.BytesIO(self._fetch(pack))) as archive:
            archive.extractall(self._folder)
        invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)

    def install(self) -> None:
        """Have packs looked through before the folders of `sys.path`."""
        sys.meta_path.insert(0, self)
