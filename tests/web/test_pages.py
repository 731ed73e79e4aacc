"""Every page: its links lead somewhere, it obeys the policy, it asks nobody else, it speaks both languages."""

import asyncio
import re
import tomllib

import pytest
import uharfbuzz as hb

from generator.load.game_locations import templates_root
from generator.web.http.reader_settings import CHOICES

PAGES = [
    "/",
    "/play",
    "/gallery",
    "/gallery/mine",
    "/gallery/mine?zoom=true&bleed=yes",
    "/print",
    "/print/mine",
    "/nowhere",
]
FILES = templates_root() / "web"


def dressed(visitor, lang="en", look="auto", type_="normal"):
    visitor.cookies["vallum-page"] = f"{lang}.{look}.{type_}"
    return visitor


@pytest.fixture
def alone(services):
    """Only one's own game, also where a page names a shipped one: the others have thousands of faces."""
    places = services.games.folders
    for id_ in places.keys() - {"mine"}:
        del places[id_]
    places["hadrians-wall"] = places["mine"]


def links_of(page):
    return {link.replace("&amp;", "&") for link in re.findall(r'(?:href|src)="([^"#]+)"', page.text)}


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("lang", CHOICES["lang"])
def test_every_link_leads_somewhere(visitor, lang):
    seen, ahead = {"/"}, ["/"]
    while ahead:
        page = dressed(visitor, lang).get(address := ahead.pop())
        assert page.status == 200, address
        fresh = links_of(page) - seen if page.headers["content-type"].startswith("text/html") else set()
        seen |= fresh
        ahead += fresh

    assert len(seen) > 25
    assert any(link.startswith("/face/") for link in seen)


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("lang", CHOICES["lang"])
def test_page_obeys_the_policy(visitor, address, lang):
    text = dressed(visitor, lang).get(address).text

    assert f'<html lang="{lang}"' in text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?! src=)", text)
    assert not re.search(r"https?://|//\w", re.sub(r"</?[a-z]+", "", text))


def test_styles_ask_nobody_else():
    text = "".join(file.read_text("utf-8") for file in (FILES / "static").glob("*.*s"))

    assert "@import" not in text
    assert not re.search(r"https?:|url\((?!\.\./font/)", text)


@pytest.mark.parametrize("file", sorted((FILES / "static").glob("*.js")), ids=lambda file: file.name)
def test_own_script_stays_small(file):
    assert len(file.read_text("utf-8").splitlines()) <= 200


@pytest.mark.parametrize("room", sorted(file.name for file in (FILES / "words").glob("*/*.toml")))
def test_every_word_is_in_both_languages(room):
    def keys(table, start=""):
        for key, value in table.items():
            yield from (
                keys(value, f"{start}{key}.")
                if isinstance(value, dict)
                else [(start + key, set(re.findall(r"\{\w+\}", value)))]
            )

    en, ja = (dict(keys(tomllib.loads((FILES / "words" / lang / room).read_text("utf-8")))) for lang in ("en", "ja"))

    assert en == ja


def test_language_is_the_browsers_first(visitor):
    assert '<html lang="ja"' in visitor.get("/", ("accept-language", "fr, ja-JP;q=0.9, en;q=0.8")).text
    assert '<html lang="en"' in visitor.get("/", ("accept-language", "fr")).text


def test_setting_is_kept_and_leads_back(visitor):
    answer = visitor.post("/settings", {"back": "/gallery?x=1", "look": "dark"})

    assert (answer.status, answer.headers["location"]) == (303, "/gallery?x=1")
    assert "vallum-page=en.dark.normal" in answer.cookies[0]
    assert 'data-look="dark"' in dressed(visitor, look="dark").get("/").text


@pytest.mark.parametrize("back", ["https://evil.test/", "//evil.test", "/\\evil.test", "", "/a\r\nb"])
def test_setting_leads_to_no_other_site(visitor, back):
    assert visitor.post("/settings", {"back": back}).headers["location"] == "/"


def test_setting_that_is_not_offered_is_refused(visitor):
    assert visitor.post("/settings", {"look": "pink"}).status == 400
    assert dressed(visitor, "xx", "pink").get("/").status == 200


@pytest.mark.parametrize(
    "address",
    [
        "/gallery/nothing",
        "/gallery/nothing/live",
        "/face/0.svg",
        "/print/nothing",
        "/print/order/x",
        "/print/order/x/live",
        "/print/order/x/y.pdf",
        "/static/en.toml",
        "/static/../en.toml",
        "/static/..%2fen.toml",
        "/font/../../etc/passwd.ttf",
        "/font/eb-garamond.ttf",
        "/gallery/../../etc",
        "/gallery/..",
    ],
)
def test_what_is_not_there_is_a_plain_page(visitor, address):
    page = visitor.get(address)

    assert page.status == 404
    assert "There is nothing here" in page.text


def test_wrong_method_is_a_plain_page(visitor):
    assert "cannot be used in this way" in visitor.post("/gallery", {}).text
    assert visitor.get("/settings").status == 405


def test_what_is_no_form_is_refused(visitor):
    page = asyncio.run(visitor.ask("POST", "/settings", ("content-type", "text/plain"), body=b"look=dark"))

    assert page.status == 415
    assert "Something else than a form" in page.text


def test_form_with_too_many_fields_is_refused(visitor):
    assert visitor.post("/print/mine", [("part", "raid")] * 401).status == 400


def test_stranger_is_told_where_the_link_is(visitor):
    visitor.cookies = {}
    page = visitor.get("/gallery")

    assert page.status == 403
    assert "Open the link from the terminal" in page.text
    assert visitor.get("/static/style.css").status == 200


def test_scripts_and_styles_of_a_page_are_loaded_once(visitor):
    addresses = re.findall(r'"(/static/[^"]+)"', visitor.get("/gallery/mine?part=raid").text)
    kept = [visitor.get(address).headers["cache-control"] for address in addresses]
    earlier = visitor.get(re.sub(r"/static/\w+/", "/static/0123456789ab/", addresses[0]))

    assert len(addresses) > 5
    assert all("immutable" in words for words in kept)
    assert (earlier.status, earlier.headers["cache-control"]) == (200, "no-store")


def test_bug_shows_no_traceback(visitor, services, monkeypatch):
    monkeypatch.setattr(services.games, "all", lambda: 1 / 0)
    pages = []
    html = services.pages.html
    monkeypatch.setattr(
        services.pages, "html", lambda *given, **values: pages.append(html(*given, **values)) or pages[-1]
    )

    with pytest.raises(ZeroDivisionError):  # on its way to the server's log
        visitor.get("/gallery")

    assert pages[0].status_code == 500
    assert b"A bug in this program" in pages[0].body
    assert b"Zero" not in pages[0].body


def test_font_of_the_languages_is_small_and_has_their_letters(visitor):
    answer = visitor.get("/font/language-names.ttf")
    letters = hb.Face(hb.Blob(answer.body)).unicodes

    assert answer.headers["content-type"] == "font/ttf"
    assert len(answer.body) < 20_000
    assert {ord(letter) for letter in "あ日本語"} <= set(letters)


@pytest.mark.parametrize("address", ["/", "/play", "/gallery", "/devices"])
def test_english_pages_have_no_other_japanese_than_what_that_font_sets(visitor, address):
    page = dressed(visitor).get(address).text
    page = re.sub(
        r'<(a class="tune"|button name="lang"|summary)[^>]*>.*?</(a|button|summary)>', "", page, flags=re.DOTALL
    )

    assert re.findall(r"[\u2e80-\u9fff\uff00-\uffef]+", page) == []
