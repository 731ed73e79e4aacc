"""The certificate for phones, and what is served with it."""

import hashlib
import ssl
import stat

import pytest
from cryptography import x509

from generator.base.errors import UsageError
from generator.base.system.install_command import install_extra
from generator.web.http import tls_certificate
from generator.web.http.tls_certificate import FILE, load_certificate

HERE = "127.0.0.1"


def der(file):
    return ssl.PEM_cert_to_DER_cert(file.read_text().partition("-----END PRIVATE KEY-----\n")[2])


def test_certificate_is_kept_for_its_user_alone(tmp_path):
    first = load_certificate(tmp_path / "config", HERE)
    file = tmp_path / "config" / FILE

    assert load_certificate(tmp_path / "config", HERE).fingerprint == first.fingerprint
    assert first.fingerprint == hashlib.sha256(der(file)).digest().hex(":").upper()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == [FILE]


def test_certificate_vouches_for_one_address_and_for_no_other_certificate(tmp_path):
    load_certificate(tmp_path, "192.168.1.20")
    made = x509.load_pem_x509_certificate((tmp_path / FILE).read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    assert [str(each.value) for each in names] == ["192.168.1.20"]
    assert not made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


@pytest.mark.parametrize("content", [b"", b"mine", b"-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"])
def test_damaged_certificate_is_made_anew(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)

    assert load_certificate(tmp_path, HERE).fingerprint.count(":") == 31


def test_certificate_of_another_address_or_about_to_end_is_made_anew(tmp_path, monkeypatch):
    first = load_certificate(tmp_path, "192.168.1.20").fingerprint
    second = load_certificate(tmp_path, HERE).fingerprint
    monkeypatch.setattr(tls_certificate, "LEAST_DAYS", 400)

    assert len({first, second, load_certificate(tmp_path, HERE).fingerprint}) == 3


def test_without_a_folder_it_is_made_for_this_run(tmp_path):
    (tmp_path / "config").write_text("mine")

    assert load_certificate(None, HERE).fingerprint != load_certificate(tmp_path / "config", HERE).fingerprint
    assert (tmp_path / "config").read_text() == "mine"


def test_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setattr(tls_certificate, "find_spec", lambda _: None)

    with pytest.raises(UsageError) as caught:
        load_certificate(None, HERE)
    assert str(caught.value).endswith(f"; install it with: {install_extra('tls')}")
