"""The way in: links that work once, a cookie that outlives the program."""

import asyncio
import stat

import pytest

from generator.base.errors import OutputError
from generator.web.server.auth import Auth, delete_secret, load_secret


def test_token_opens_once(auth):
    token = auth.new_token()

    assert auth.redeem(token)
    assert not auth.redeem(token)


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_guess_does_not_open(auth, token):
    auth.new_token()

    assert not auth.redeem(token)


def test_cookie_is_known_among_others(auth):
    assert auth.accepts(f"a=b; {auth.cookie_name}={auth.cookie_value}; c")
    assert not auth.accepts(f"other={auth.cookie_value}")
    assert not auth.accepts("")


def test_another_port_has_another_pass():
    assert Auth(1, b"secret").cookie_value != Auth(2, b"secret").cookie_value


def test_secret_is_kept_for_its_user_alone(tmp_path):
    first = load_secret(tmp_path / "config")

    assert load_secret(tmp_path / "config") == first
    assert len(first) == 32
    assert stat.S_IMODE((tmp_path / "config/web-secret").stat().st_mode) == 0o600


def test_damaged_secret_is_not_used(tmp_path):
    (tmp_path / "web-secret").write_bytes(b"")

    assert len(load_secret(tmp_path)) == 32
    assert load_secret(None) != load_secret(None)


def test_link_is_traded_for_the_cookie(visitor, auth, services):
    visitor.cookies = {}
    link = f"/enter?t={auth.new_token()}"

    first, second = visitor.get(link), visitor.get(link)

    assert (first.status, first.headers["location"]) == (303, "/")
    assert f"{auth.cookie_name}={auth.cookie_value}; HttpOnly; Max-Age=" in first.cookies[0]
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
    assert auth.cookie_value in "".join(entered.cookies)


def test_forgotten_browsers_need_a_new_link(tmp_path):
    before = load_secret(tmp_path)
    delete_secret(tmp_path)
    delete_secret(None)
    delete_secret(tmp_path / "nowhere")

    assert load_secret(tmp_path) != before


def test_secret_that_cannot_be_forgotten_is_told(tmp_path):
    (tmp_path / "web-secret").mkdir()

    with pytest.raises(OutputError, match="web-secret: cannot be removed"):
        delete_secret(tmp_path)


def test_file_for_a_folder_has_nothing_to_forget(tmp_path):
    (tmp_path / "config").write_text("mine")
    delete_secret(tmp_path / "config")

    assert (tmp_path / "config").read_text() == "mine"


def test_link_on_a_page_of_another_site_leads_in(visitor, auth):
    visitor.cookies = {}
    entered = visitor.get(f"/enter?t={auth.new_token()}", ("sec-fetch-site", "cross-site"))

    assert entered.status == 200
    assert '<meta http-equiv="refresh" content="0; url=/">' in entered.text
    assert auth.cookie_value in "".join(entered.cookies)
