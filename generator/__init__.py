"""Vallum: a folder of data and templates becomes everything a board game needs on paper.

>>> import generator
>>> game = generator.load("picket")
>>> game.title
'Picket'

What `__all__` names is public; it stands in `generator/api.py`, is described in docs/api.md, and is imported when it is
first used, so that the command starts without it.
"""

from __future__ import annotations

import sys

__version__ = "0.2.0"
__all__ = [
    "Face",
    "Faults",
    "Game",
    "GeneratorError",
    "OutputError",
    "Sheet",
    "UsageError",
    "Verdict",
    "export",
    "load",
    "play",
    "read_sheet",
]

_CALLABLE = {"load", "play"}
"""Functions of the API whose names are also those of packages."""
_Module = type(sys)


class _CallablePackage(_Module):
    """A package that is also a function: `generator.load("picket")` beside `generator.load.game_loader`."""

    @property
    def __signature__(self) -> object:
        from inspect import signature

        return signature(self._function)

    @property
    def _function(self) -> object:
        return getattr(_imported("api"), self.__name__.rpartition(".")[2])

    def __call__(self, *arguments: object, **options: object) -> object:
        """Call the function of the API that has the name of this package."""
        return self._function(*arguments, **options)


class _Package(_Module):
    """The package `generator`: each package inside becomes an attribute when it is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _CALLABLE and value.__class__ is _Module:
            value.__class__ = _CallablePackage
        super().__setattr__(name, value)


def __getattr__(name: str) -> object:
    if name in _CALLABLE:
        return _imported(name)
    if name in __all__:
        return getattr(_imported("api"), name)
    raise AttributeError(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return ["__version__", *__all__]


def _imported(name: str) -> object:
    from importlib import import_module

    return import_module(f"generator.{name}")


sys.modules[__name__].__class__ = _Package
