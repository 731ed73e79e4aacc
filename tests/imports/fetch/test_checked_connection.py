import ipaddress
import socket

import pytest

from generator.imports.fetch.checked_connection import (
    ForbiddenAddressError,
    check_name,
    connect_checked,
    is_loopback,
    is_public,
)

PUBLIC = ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14", "64:ff9b::93.184.215.14")
PRIVATE = (
    *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254", "172.16.0.1", "192.168.1.1"),
    *("198.18.0.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::127.0.0.1", "fe80::1", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b:1::1"),
    *("192.0.0.8", "192.88.99.1", "3fff::1", "3fff:fff::1", "5f00::1", "::ffff:192.0.0.8", "2002:c058:6301::"),
    *("2002:7f00:1::", "2002:c0a8:101::1", "2001:0:0a00:0001::f5ff:fffe"),
)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_address_is_taken(address):
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_private_address_is_refused(address):
    assert not is_public(ipaddress.ip_address(address))


def test_addresses_of_this_computer_are_recognized():
    own = ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")
    others = ("10.0.0.1", "93.184.215.14", "::ffff:10.0.0.1", "::2")

    assert [is_loopback(ipaddress.ip_address(address)) for address in own + others] == [True] * 4 + [False] * 4


def test_only_addresses_that_pass_are_tried(monkeypatch):
    ends = ["10.0.0.1", "93.184.215.14", "fe80::1%eth0", "93.184.215.15"]
    tried = []

    def connect(_, end):
        tried.append(end[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda *_, **__: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (end, 443)) for end in ends],
    )
    monkeypatch.setattr(socket.socket, "connect", connect)

    with pytest.raises(ConnectionRefusedError):
        connect_checked(("two-faced.example", 443), 1, check=is_public)
    assert tried == ["93.184.215.14", "93.184.215.15"]


def test_name_that_nobody_knows_is_left_to_the_proxy(monkeypatch):
    def unknown(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    check_name("only-the-proxy-knows.example", is_public)


def test_name_of_a_private_computer_is_not_left_to_the_proxy():
    with pytest.raises(ForbiddenAddressError, match=r"^leads to 127\.0\.0\.1, which is no public address$"):
        check_name("127.0.0.1", is_public)
