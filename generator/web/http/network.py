"""The address and the certificate by which other devices reach the server."""

from __future__ import annotations

from generator.base.records import dataclass


@dataclass(slots=True)
class Network:
    """How other devices reach the server; empty until the server has found out."""

    address: str = ""
    """Address such as `http://192.168.1.7:8475`; empty without `--lan`."""
    fingerprint: str = ""
    """Fingerprint of the TLS certificate; empty without `--tls`."""
