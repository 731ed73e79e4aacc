"""Libraries that a browser tab lacks: they are imported as usual, and their first use says so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NoReturn

from generator.base.errors import UsageError

ABSENT: Mapping[str, tuple[str, ...]] = {
    "PIL": ("Image", "ImageChops", "ImageCms", "ImageDraw", "ImageFilter", "ImageMath", "ImageOps", "PngImagePlugin"),
    "pikepdf": (),
    "watchfiles": (),
    "concurrent.interpreters": (),
}
"""Absent libraries with their modules."""


class _AbsentModule(ModuleType):
    """A module, class or function of an absent library."""

    __path__: list[str] = []  # noqa: RUF012  as of a package, so that its modules are looked for

    def __init__(self, name: str, library: str) -> None:
        super().__init__(name)
        self._library = library

    def __getattr__(self, name: str) -> Any:
        """Return a stand-in for anything that the library would have; an exception class for names of errors."""
        if name.startswith("__"):
            raise AttributeError(name)
        # `except` takes classes only, and none of them is ever raised.
        return type(name, (Exception,), {}) if name.endswith("Error") else _AbsentModule(name, self._library)

    def __or__(self, other: object) -> Any:
        """Return the stand-in, as for a type that is joined with others."""
        return self

    __ror__ = __or__
    """Names in the types of parameters are joined with others."""

    def __call__(self, *_arguments: object, **_options: object) -> NoReturn:
        """Raise UsageError with the name of the absent library."""
        raise UsageError(f"a browser tab has no {self._library}, which this needs; use the installed program")


def stand_in_for_absent_libraries() -> None:
    """Have stand-ins imported in place of libraries that are not there."""
    for library, modules in ABSENT.items():
        for name in (library, *(f"{library}.{module}" for module in modules)):
            sys.modules.setdefault(name, _AbsentModule(name, library))
