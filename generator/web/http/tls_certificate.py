"""A TLS certificate for this computer's address on the local network, made by itself and kept.

Nobody vouches for it, so browsers warn of it; whoever compares the fingerprint knows that it is this one.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import ssl
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.base.errors import OutputError, UsageError
from generator.base.records import dataclass
from generator.base.system.output_file import output_errors

FILE = "certificate.pem"
"""The key and the certificate, readable by its user alone. It is kept, so that browsers need not warn at each start."""
DAYS, LEAST_DAYS = 365, 30
"""Days for which a new certificate is valid, and days that a kept one must still be."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """TLS context of the server, and the fingerprint that users compare."""

    context: ssl.SSLContext
    fingerprint: str
    """SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits with colons."""


def load_certificate(config: Path | None, address: str) -> Certificate:
    """Load the kept certificate, or make one for an IPv4 address and keep it if possible.

    Raises UsageError without the library that makes certificates.
    """
    if not find_spec("cryptography"):
        from generator.base.system.install_command import install_tail

        raise UsageError(f"--tls needs the library cryptography{install_tail('tls')}")
    if config is not None:
        with suppress(OutputError, OSError, ValueError):
            file = config / FILE
            if not _is_valid(file, address):
                _write(file, _make(address))
            return _loaded(file)
    with TemporaryDirectory() as folder:
        file = Path(folder, FILE)
        _write(file, _make(address))
        return _loaded(file)


def _is_valid(file: Path, address: str) -> bool:
    """Return whether a file holds a certificate for an address that stays valid for LEAST_DAYS."""
    from cryptography import x509

    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    remaining = certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    is_for_address = ipaddress.ip_address(address) in names.get_values_for_type(x509.IPAddress)
    return is_for_address and remaining > datetime.timedelta(days=LEAST_DAYS)


def _make(address: str) -> bytes:
    """Return a new key and a certificate for an IPv4 address, signed by the key itself, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"Vallum at {address}")])
    now = datetime.datetime.now(datetime.UTC)
    builder = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # the phone's clock may be slow
        .not_valid_after(now + datetime.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), critical=False)
        # It must never vouch for another certificate, should somebody install it.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    encoding, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, plain)
    return secret + builder.sign(key, hashes.SHA256()).public_bytes(encoding)


def _write(file: Path, data: bytes) -> None:
    """Write a file that nobody else can read at any moment. Raises OutputError."""
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    with output_errors(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(data)
            new.flush()
            os.fsync(new.fileno())
        beside.replace(file)


def _loaded(file: Path) -> Certificate:
    """Return the certificate of a file, ready for the server."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(file)
    digest = x509.load_pem_x509_certificate(file.read_bytes()).fingerprint(hashes.SHA256())
    return Certificate(context, digest.hex(":").upper())
