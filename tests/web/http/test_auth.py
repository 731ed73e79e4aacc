"""The way in: links that work once, a cookie that outlives the program."""

import asyncio
import re
from urllib.parse import urlencode

import pytest

from generator.web.http.auth import MAX_TOKENS, browser_name

HEADERS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Linux",
    "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Firefox, Android",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge, Windows",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36": "Chrome, Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.0.0 Mobile/15E148 Safari/604.1": "Chrome, iPhone",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15": "Safari, macOS",
    "curl/8.14.1": "",
    "": "",
    "\x1b[2J<script>": "",
}


def test_token_opens_once(auth):
    token = auth.new_token()

    assert auth.redeem(token)
    assert not auth.redeem(token)


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_guess_does_not_open(auth, token):
    auth.new_token()

    assert not auth.redeem(token)


def test_cookie_is_known_among_others(auth):
    value = auth.issue("")

    assert auth.holder(f"a=b; {auth.cookie_name}={value}; c")
    assert auth.holder(f"{auth.cookie_name}=tossed; {auth.cookie_name}={value}")
    assert not auth.holder(f"other={value}")
    assert not auth.holder("")


def test_only_so_many_links_are_valid(auth):
    first, *_, last = (auth.new_token() for _ in range(MAX_TOKENS + 1))

    assert not auth.redeem(first)
    assert auth.redeem(last)


def test_link_is_traded_for_the_cookie(visitor, auth, services):
    visitor.cookies = {}
    link = f"/enter?t={auth.new_token()}"

    first, second = visitor.get(link), visitor.get(link)

    assert (first.status, first.headers["location"]) == (303, "/")
    assert re.match(rf"{auth.cookie_name}=[\w-]{{43}}; HttpOnly; Max-Age=", first.cookies[0])
    assert "SameSite=strict" in first.cookies[0]
    assert (second.status, second.cookies) == (403, [])


def test_used_link_is_followed_by_a_new_one(visitor, auth):
    told = []
    auth.on_login = told.append

    visitor.get(f"/enter?t={auth.new_token()}")
    visitor.get("/enter?t=wrong")

    assert told == ["127.0.0.1:8475"]


def test_link_that_is_only_looked_at_is_not_used_up(visitor, auth):
    link = f"/enter?t={auth.new_token()}"
    visitor.cookies = {}
    looked = asyncio.run(visitor.ask("HEAD", link))

    assert looked.status == 405
    assert visitor.get(link).status == 303


def test_whoever_has_the_link_comes_in_when_the_terminal_is_gone(visitor, auth):
    def gone(_host):
        raise BrokenPipeError

    auth.on_login = gone
    visitor.cookies = {}
    entered = visitor.get(f"/enter?t={auth.new_token()}")

    assert entered.status == 303
    assert auth.holder(entered.cookies[0])


@pytest.mark.parametrize(
    ("to", "place"),
    [
        ("/play/first-wall?look=log", "/play/first-wall?look=log"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\n/evil.example", "/"),
        ("", "/"),
    ],
)
def test_link_leads_to_a_page_of_ours(visitor, auth, to, place):
    link = f"/enter?{urlencode({'t': auth.new_token(), 'to': to})}"

    assert visitor.get(link).headers["location"] == place
    elsewhere = f"/enter?{urlencode({'t': auth.new_token(), 'to': to})}"
    assert f'content="0; url={place}"' in visitor.get(elsewhere, ("sec-fetch-site", "cross-site")).text


def test_link_on_a_page_of_another_site_leads_in(visitor, auth):
    visitor.cookies = {}
    entered = visitor.get(f"/enter?t={auth.new_token()}", ("sec-fetch-site", "cross-site"))

    assert entered.status == 200
    assert '<meta http-equiv="refresh" content="0; url=/">' in entered.text
    assert auth.holder(entered.cookies[0])


def test_cookie_over_tls_is_secure_and_of_this_host_alone(visitor, auth):
    visitor.scheme, visitor.cookies = "https", {}
    entered = visitor.get(f"/enter?t={auth.new_token()}")

    assert re.match(rf"__Host-{auth.cookie_name}=[\w-]{{43}}; .*Path=/; .*; Secure$", entered.cookies[0])
    assert "Domain" not in entered.cookies[0]
    assert "strict-transport-security" not in entered.headers
    assert auth.holder(entered.cookies[0])


def test_origin_over_tls_is_compared_with_its_scheme(visitor):
    visitor.scheme = "https"
    statuses = [
        visitor.post("/settings", {}, ("origin", f"{scheme}://127.0.0.1:8475")).status for scheme in ("https", "http")
    ]

    assert statuses == [303, 403]


@pytest.mark.parametrize(("header", "name"), HEADERS.items(), ids=[name or "none" for name in HEADERS.values()])
def test_browser_is_named(header, name):
    assert browser_name(header) == name
