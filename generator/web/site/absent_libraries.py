"""Libraries that a browser tab lacks: they are imported as usual, and their first use says so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NoReturn

from generator.base.errors import UsageError

_OF_PILLOW = (
    *("Image", "ImageChops", "ImageColor", "ImageDraw", "ImageFile", "ImageFilter", "ImageFont", "ImageMath"),
    *("ImageOps", "PngImagePlugin"),
)
ABSENT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "PIL": ("pictures of pixels, such as PNG and JPEG", _OF_PILLOW),
    "PIL.ImageCms": ("colours of printing inks", ()),
    "pikepdf": ("finished PDFs", ()),
    "watchfiles": ("changes on the disk", ()),
    "concurrent.interpreters": ("several interpreters", ()),
}
"""Absent libraries, with their purposes and modules."""


class _AbsentModule(ModuleType):
    """A module, class or function of an absent library."""

    __path__: list[str] = []  # noqa: RUF012  as of a package, so that its modules are looked for

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__(name)
        self._purpose = purpose

    def __getattr__(self, name: str) -> Any:
        """Return a stand-in for anything that the library would have; an exception class for names of errors."""
        if name.startswith("__"):
            raise AttributeError(name)
        # `except` takes classes only, and none of them is ever raised.
        return type(name, (Exception,), {}) if name.endswith("Error") else _AbsentModule(name, self._purpose)

    def __or__(self, other: object) -> Any:
        """Return the stand-in, as for a type that is joined with others."""
        return self

    __ror__ = __or__
    """Names in the types of parameters are joined with others."""

    def __bool__(self) -> bool:
        """Return False, as of a setting that is off."""
        return False

    def __call__(self, *_arguments: object, **_options: object) -> NoReturn:
        """Raise UsageError, which names the purpose of the absent library."""
        raise UsageError(f"a browser tab cannot work with {self._purpose}; use the installed program")


def stand_in_for_absent_libraries() -> None:
    """Have stand-ins imported in place of libraries that are not there."""
    for library, (purpose, modules) in ABSENT.items():
        for name in (library, *(f"{library}.{module}" for module in modules)):
            module = sys.modules.setdefault(name, _AbsentModule(name, purpose))
            parent, _, child = name.rpartition(".")
            if isinstance(sys.modules.get(parent), _AbsentModule):
                setattr(sys.modules[parent], child, module)
