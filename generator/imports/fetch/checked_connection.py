"""Connections to addresses that were checked: a name is looked up once, and that very answer is used."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from generator.base.errors import HandledError

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Check = Callable[[IpAddress], bool]
"""Whether an address may be asked."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses by which networks without IPv4 reach an IPv4 address, their last four bytes (RFC 6052)."""
_NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            *("192.0.0.0/24", "192.88.99.0/24"),
            *("::/96", "64:ff9b:1::/48", "100:0:0:1::/64", "2001:2::/48", "3fff::/20", "5f00::/16", "fec0::/10"),
        ),
    )
)
"""Addresses of special purpose by IANA's registries, or out of use, which some versions of Python call public."""


class ForbiddenAddressError(HandledError):
    """A name or address leads to a computer that is not to be asked."""

    def __init__(self, address: object) -> None:
        """Take the address that was refused."""
        super().__init__(f"leads to {address}, which is no public address")


def is_public(address: IpAddress) -> bool:
    """Return whether an address is one of the public internet, also the IPv4 address within an IPv6 address."""
    if any(address in network for network in _NOT_PUBLIC) and getattr(address, "ipv4_mapped", None) is None:
        return False
    if isinstance(address, ipaddress.IPv6Address) and (inner := _inner_addresses(address)):
        return all(map(is_public, inner))
    # Python calls most multicast addresses global.
    return address.is_global and not (address.is_multicast or address.is_reserved)


def is_loopback(address: IpAddress) -> bool:
    """Return whether an address is one of this computer."""
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _inner_addresses(address: ipaddress.IPv6Address) -> tuple[ipaddress.IPv4Address, ...]:
    """Return the IPv4 addresses that packets to an IPv6 address reach."""
    if address in _TRANSLATED:
        return (ipaddress.IPv4Address(int(address) & 0xFFFFFFFF),)
    single = address.ipv4_mapped or address.sixtofour
    return (single,) if single else address.teredo or ()


def connect_checked(
    place: tuple[str, int], timeout: float | None, source: tuple[str, int] | None = None, *, check: Check
) -> socket.socket:
    """Return a socket connected to a host and port (`place`), at its first address that passes `check` and answers.

    `timeout` is in seconds; `source` is the own address to send from. Raises ForbiddenAddressError if no address
    passes, before anything was sent; OSError if none answers.
    """
    # Raised if the name leads to no address at all.
    refused = OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    for family, kind, protocol, end in _checked_ends(place, check):
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(timeout)
            if source:
                connection.bind(source)
            connection.connect(end)
        except OSError as error:
            refused = error
            connection.close()
        else:
            return connection
    raise refused


def check_name(host: str, check: Check) -> None:
    """Check all addresses of a host that a proxy is going to connect to, as far as this computer can look them up.

    Raises ForbiddenAddressError if an address does not pass `check`.
    """
    # Behind a proxy many computers cannot look up names of the internet themselves.
    with suppress(OSError, UnicodeError):
        for *_, end in socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM):
            if not check(_ip_address(end)):
                raise ForbiddenAddressError(end[0])


def _checked_ends(place: tuple[str, int], check: Check) -> Sequence[tuple[int, int, int, Any]]:
    """Return the arguments of a socket for each address of a host and port that passes `check`.

    Raises ForbiddenAddressError if none does.
    """
    answers = socket.getaddrinfo(*place, type=socket.SOCK_STREAM)
    ends = [(family, kind, protocol, end) for family, kind, protocol, _, end in answers if check(_ip_address(end))]
    if answers and not ends:
        raise ForbiddenAddressError(answers[0][4][0])
    return ends


def _ip_address(end: Any) -> IpAddress:
    """Return the IP address of a socket's end, without the network card that IPv6 may name behind `%`."""
    return ipaddress.ip_address(str(end[0]).partition("%")[0])
