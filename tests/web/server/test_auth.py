"""The way in: links that work once, a cookie that outlives the program."""

import asyncio
import stat

import pytest

from generator.base.errors import OutputError
from generator.web.server.auth import Auth, forget, secret


def test_token_opens_once(door):
    token = door.token()

    assert door.opens(token)
    assert not door.opens(token)


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_guess_does_not_open(door, token):
    door.token()

    assert not door.opens(token)


def test_cookie_is_known_among_others(door):
    assert door.knows(f"a=b; {door.cookie}={door.pass_}; c")
    assert not door.knows(f"other={door.pass_}")
    assert not door.knows("")


def test_another_port_has_another_pass():
    assert Auth(1, b"secret").pass_ != Auth(2, b"secret").pass_


def test_secret_is_kept_for_its_user_alone(tmp_path):
    first = secret(tmp_path / "config")

    assert secret(tmp_path / "config") == first
    assert len(first) == 32
    assert stat.S_IMODE((tmp_path / "config/web-secret").stat().st_mode) == 0o600


def test_damaged_secret_is_not_used(tmp_path):
    (tmp_path / "web-secret").write_bytes(b"")

    assert len(secret(tmp_path)) == 32
    assert secret(None) != secret(None)


def test_link_is_traded_for_the_cookie(visitor, door, house):
    visitor.cookies = {}
    link = f"/enter?t={door.token()}"

    first, second = visitor.get(link), visitor.get(link)

    assert (first.status, first.headers["location"]) == (303, "/")
    assert f"{door.cookie}={door.pass_}; HttpOnly; Max-Age=" in first.cookies[0]
    assert "SameSite=strict" in first.cookies[0]
    assert (second.status, second.cookies) == (403, [])


def test_used_link_is_followed_by_a_new_one(visitor, door):
    told = []
    door.used = told.append

    visitor.get(f"/enter?t={door.token()}")
    visitor.get("/enter?t=wrong")

    assert told == ["127.0.0.1:8475"]


def test_link_that_is_only_looked_at_is_not_used_up(visitor, door):
    link = f"/enter?t={door.token()}"
    visitor.cookies = {}
    looked = asyncio.run(visitor.ask("HEAD", link))

    assert looked.status == 405
    assert visitor.get(link).status == 303


def test_whoever_has_the_link_comes_in_when_the_terminal_is_gone(visitor, door):
    def gone(_host):
        raise BrokenPipeError

    door.used = gone
    visitor.cookies = {}
    entered = visitor.get(f"/enter?t={door.token()}")

    assert entered.status == 303
    assert door.pass_ in "".join(entered.cookies)


def test_forgotten_browsers_need_a_new_link(tmp_path):
    before = secret(tmp_path)
    forget(tmp_path)
    forget(None)
    forget(tmp_path / "nowhere")

    assert secret(tmp_path) != before


def test_secret_that_cannot_be_forgotten_is_told(tmp_path):
    (tmp_path / "web-secret").mkdir()

    with pytest.raises(OutputError, match="web-secret: cannot be removed"):
        forget(tmp_path)


def test_file_for_a_folder_has_nothing_to_forget(tmp_path):
    (tmp_path / "config").write_text("mine")
    forget(tmp_path / "config")

    assert (tmp_path / "config").read_text() == "mine"


def test_link_on_a_page_of_another_site_leads_in(visitor, door):
    visitor.cookies = {}
    entered = visitor.get(f"/enter?t={door.token()}", ("sec-fetch-site", "cross-site"))

    assert entered.status == 200
    assert '<meta http-equiv="refresh" content="0; url=/">' in entered.text
    assert door.pass_ in "".join(entered.cookies)
