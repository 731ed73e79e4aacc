"""The page of the browsers: each can be logged out, and is out at once."""

import re

import pytest

from generator.web.app.app import create_app

UA = ("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")


@pytest.fixture
def others(auth):
    """Two other browsers."""
    return [auth.issue(UA[1]), auth.issue("")]


def ids(page):
    return re.findall(r'name="revoke" value="([0-9a-f]{64})"', page.text)


def test_browsers_are_listed(visitor, others):
    page = visitor.get("/devices")

    assert len(ids(page)) == 3
    assert page.text.count("Firefox, Linux</strong>") == 1
    assert page.text.count("<em>this one</em>") == 1


def test_login_is_listed_with_the_name_of_the_browser(visitor, auth):
    link = f"/enter?t={auth.new_token()}"
    mine, visitor.cookies = visitor.cookies, {}
    visitor.get(link, UA)
    visitor.cookies = mine

    assert "Firefox, Linux" in visitor.get("/devices").text


def test_revoked_browser_is_out_at_once(visitor, auth, others):
    id_ = auth.holder(f"{auth.cookie_name}={others[0]}")
    answer = visitor.post("/devices", {"revoke": id_})
    mine, statuses = visitor.cookies, []
    for value in (others[0], others[1]):
        visitor.cookies = {auth.cookie_name: value}
        statuses.append(visitor.get("/").status)
    visitor.cookies = mine

    assert (answer.status, answer.headers["location"]) == (303, "/devices")
    assert statuses == [403, 200]
    assert visitor.get("/").status == 200


def test_all_others_are_logged_out(visitor, others):
    visitor.post("/devices", {"revoke": "others"})

    assert len(ids(visitor.get("/devices"))) == 1


def test_browser_can_log_itself_out(visitor, auth):
    (mine,) = ids(visitor.get("/devices"))

    assert visitor.post("/devices", {"revoke": mine}).status == 303
    assert visitor.get("/").status == 403


@pytest.mark.parametrize("id_", ["", "x", "../x", "0" * 64])
def test_unknown_browser_is_not_found(visitor, id_):
    assert visitor.post("/devices", {"revoke": id_}).status == 404
    assert visitor.get("/").status == 200


def test_other_site_cannot_log_anybody_out(visitor, auth, others):
    id_ = auth.holder(f"{auth.cookie_name}={others[0]}")

    assert visitor.post("/devices", {"revoke": id_}, ("origin", "http://evil.test")).status == 403
    assert len(ids(visitor.get("/devices"))) == 3


@pytest.mark.parametrize(
    ("scheme", "host", "said"),
    [
        ("http", "127.0.0.1:8475", "can be installed"),
        ("http", "vallum-x.localhost:8475", "can be installed"),
        ("https", "192.168.1.20:8475", "is encrypted."),
        ("http", "192.168.1.20:8475", "is not encrypted"),
    ],
)
def test_page_says_what_the_connection_is_and_what_it_lacks(services, auth, visit, scheme, host, said):
    services.network.fingerprint = "AB:CD" if scheme == "https" else ""
    visitor = visit(create_app(services, auth, frozenset({host})), auth)
    cookie = ("cookie", f"{auth.cookie_name}={auth.issue('')}")
    visitor.scheme, visitor.headers = scheme, lambda _: [("host", host), cookie]
    page = visitor.get("/devices")

    assert said in page.text
    assert ("AB:CD" in page.text, "Browsers warn" in page.text) == (scheme == "https",) * 2
