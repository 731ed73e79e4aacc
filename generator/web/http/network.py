"""The address and the certificate by which other devices reach the server."""

from __future__ import annotations

from generator.base.records import dataclass


@dataclass(slots=True)
class Network:
    """How other devices reach the server; empty until the server has found out."""

    address: str = ""
    """Such as `http://192.168.1.7:8475`; empty without `--lan`."""
    fingerprint: str = ""
    """Of the certificate; empty without `--tls`."""
