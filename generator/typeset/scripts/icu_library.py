"""ICU, the library of the Unicode Consortium: an extra, which only right-to-left writing and Thai need."""

from __future__ import annotations

from typing import Any


class NoIcu(ImportError):  # noqa: N818  it names the condition, as the message does
    """The library is not installed; the message says how to install it."""


def icu_library(what: str) -> Any:
    """The module `icu`, which has no types; raises NoIcu, whose message begins with `what` needs it.

    Importing it takes 25 ms.
    """
    try:
        import icu
    except ImportError as error:
        raise NoIcu(f'{what} needs the library ICU; install it with: pip install "vallum[languages]"') from error
    return icu
