"""The address from which `vallum fetch` brings a table; reading a game checks it and never goes there."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from generator.load.files.fault_report import quote

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The computer itself, the only one that is asked without encryption."""

_LONGEST = 2000


def split_address(address: str) -> SplitResult:
    """Return the parts of an https address. Raises ValueError, with advice, for any other text.

    >>> split_address("https://example.org/cards.csv").hostname
    'example.org'
    """
    if len(address) > _LONGEST:
        raise ValueError(f"an address of more than {_LONGEST:,} characters")
    if not address.isascii() or any(char <= " " or char in '<>"\\^`{|}\x7f' for char in address):
        raise ValueError(f"{quote(address)} is no address; copy it from the browser's address bar")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # brackets of no IPv6 address, a port that is no number
        raise ValueError(f"{quote(address)} is no address; copy it from the browser's address bar") from None
    is_own = parts.scheme == "http" and host in LOOPBACK
    if not host or port == 0 or not (parts.scheme == "https" or is_own):
        raise ValueError(f"{quote(address)} is no address to fetch from; it begins with https://")
    # A password in game.toml would be given away with the game.
    if parts.username is not None:
        raise ValueError("an address with a name or password; publish the table without them")
    return parts


def address_fault(address: str) -> str | None:
    """Return why a table cannot be fetched from an address; None if it can be tried."""
    try:
        split_address(address)
    except ValueError as error:
        return str(error)
    return None
