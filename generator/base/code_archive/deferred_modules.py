"""Modules of other libraries that are run when something of them is first used, not when they are imported.

Libraries import them whole for functions that a build seldom calls: reportlab imports Pillow for pictures, which are
encoded here, and Python's own paths import numbers of networks. They take 15 ms, a sixth of a build with nothing to do.
"""

from __future__ import annotations

import sys
from _thread import RLock

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any
else:
    ModuleType = type(sys)  # `types` would be loaded for a build that does nothing

DEFERRED = frozenset({"PIL.Image", "ipaddress", "tempfile"})
"""Modules that others import whole, as by `import tempfile`: a name that is taken out of a module runs it."""

_PLAIN = frozenset({"__class__", "__dict__", "__file__", "__loader__", "__name__", "__path__", "__spec__"})
"""Attributes at which importing looks, and which are there before a module is run."""

_lock, _running = RLock(), set[str]()


class DeferredModule(ModuleType):
    """A module that is run at the first use of any of its names."""

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute of the module, which is run first. Raises the errors of running it."""
        if name not in _PLAIN:
            _run(self)
        return ModuleType.__getattribute__(self, name)


class DeferredFinder:
    """Finder that has the finders behind it find DEFERRED, and puts off running them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a deferred module; None for any other."""
        if name not in DEFERRED:
            return None
        behind = sys.meta_path[sys.meta_path.index(self) + 1 :]
        specs = (finder.find_spec(name, path, target) for finder in behind)
        spec = next((spec for spec in specs if spec), None)
        if spec and spec.loader:
            loader: Any = DeferredLoader(spec.loader)
            spec.loader = loader
        return spec


class DeferredLoader:
    """Loader of a module that puts off running it."""

    def __init__(self, loader: Any) -> None:
        """Take the loader that runs the module in the end."""
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module as its loader makes it."""
        module: ModuleType | None = self.loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Have the module run later."""
        module.__class__ = DeferredModule


def defer_modules() -> None:
    """Put off running DEFERRED in this process."""
    sys.meta_path.insert(0, DeferredFinder())


def is_deferred(module: ModuleType) -> bool:
    """Return whether a module was imported but has not been run."""
    return type(module) is DeferredModule


def _run(module: ModuleType) -> None:
    """Run a module; no effect while it is being run, as its own code uses it meanwhile."""
    with _lock:
        spec = module.__spec__
        if not is_deferred(module) or spec is None or spec.name in _running:
            return
        loader: Any = spec.loader
        _running.add(spec.name)
        try:
            spec.loader = module.__loader__ = loader.loader
            loader.loader.exec_module(module)
            module.__class__ = ModuleType
        except BaseException:
            spec.loader = module.__loader__ = loader  # the next use tries again, and tells again
            raise
        finally:
            _running.discard(spec.name)
