"""ICU, the library of the Unicode Consortium: an extra, which only right-to-left writing and Thai need."""

from __future__ import annotations

from typing import Any

from generator.base.errors import HandledError


class NoIcuError(HandledError):
    """The library is not installed; the message says how to install it."""


def icu_library(user: str) -> Any:
    """Return the module `icu`, without types. Raises NoIcuError, naming its `user`, where ICU is not installed.

    Importing it takes 25 ms.
    """
    try:
        import icu
    except ImportError as error:
        from generator.base.system.install_command import install_tail

        raise NoIcuError(f"{user} needs the library ICU{install_tail('languages')}") from error
    return icu
