"""The name of this computer that only the user's browsers know, and the way to it."""

import re
import stat

import pytest

from generator.web.http.local_name import FILE, load_local_name

NAVIGATES = ("sec-fetch-mode", "navigate")
THERE = "http://vallum-aaaaaaaaaaaaaaaa.localhost:8475"


@pytest.fixture
def named(visitor, auth):
    """Somebody without a pass, where the server has a name."""
    auth.local_site, visitor.cookies = THERE, {}
    return visitor


def test_name_is_kept_for_its_user_alone(tmp_path):
    first = load_local_name(tmp_path / "config")

    assert re.fullmatch(r"vallum-[a-z2-7]{16}\.localhost", first)
    assert load_local_name(tmp_path / "config") == first
    assert stat.S_IMODE((tmp_path / "config" / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"localhost", b"vallum-aaaaaaaaaaaaaaaa.localhost:80/x?", b"\xff"])
def test_damaged_name_is_not_used(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)

    assert load_local_name(tmp_path).encode() != content
    assert load_local_name(None) != load_local_name(None)


def test_link_leads_to_the_name_and_is_not_used_up(named, auth):
    link = f"/enter?t={auth.new_token()}&to=/play"
    page = named.get(link, NAVIGATES)

    assert (page.status, page.cookies) == (200, [])
    assert f'data-there="{THERE}" data-go="{THERE}{link.replace("&", "&amp;")}"' in page.text
    assert f"connect-src 'self' {THERE};" in page.headers["content-security-policy"]
    assert named.get(f"{link}&here=1", NAVIGATES).headers["location"] == "/play"


def test_program_without_a_page_comes_in_at_once(named, auth):
    assert named.get(f"/enter?t={auth.new_token()}").status == 303


def test_name_is_told_to_nobody_without_a_valid_link(named, auth):
    answers = [named.get(address, NAVIGATES) for address in ("/", "/enter?t=x", "/enter", "/reachable", "/go?to=/play")]

    assert [answer.status for answer in answers] == [403, 403, 403, 204, 200]
    assert not any("vallum-a" in answer.text + str(answer.headers) for answer in answers)


def test_phone_stays_at_the_address_of_its_link(named, auth):
    auth.local_site = ""

    assert named.get(f"/enter?t={auth.new_token()}", NAVIGATES).status == 303


@pytest.mark.parametrize(("to", "place"), [("/play?a=b", "/play?a=b"), ("//evil.test", "/"), ("javascript:1", "/")])
def test_way_on_leads_to_pages_of_ours_only(named, to, place):
    assert f'content="0; url={place}"' in named.get(f"/go?to={to}").text
