import gzip
import re
from itertools import pairwise

import pytest

from generator.load.game_locations import shipped_games

JAPANESE = ("accept-language", "ja")


def heads(answer):
    return re.findall(r'<h([1-6])(?: id="([^"]*)")?', answer.text)


@pytest.mark.parametrize("game", [*shipped_games(), "picket"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_rules_of_every_game_are_a_page(visitor, game, language):
    answer = visitor.get(f"/rules/{game}", ("accept-language", language))
    levels = [int(level) for level, _ in heads(answer)]
    ids = re.findall(r'\sid="([^"]*)"', answer.text)

    assert answer.status == 200
    assert f'<html lang="{language}"' in answer.text
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(to <= 1 + before for before, to in pairwise(levels))
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"', answer.text)) <= {*ids}


@pytest.mark.parametrize(("language", "title"), [("en", "Pictures, by their files"), ("ja", "絵とその作者")])
def test_makers_of_pictures_stand_below_the_rules(visitor, game, language, title):
    assert title not in visitor.get("/rules/mine", ("accept-language", language)).text

    lines = '[pictures]\n"art/fox.png" = "A. Smith, CC BY 4.0"\n"art/owl.png" = ""\n'
    (game / "credits.toml").write_text(lines, "utf-8")
    page = visitor.get("/rules/mine", ("accept-language", language)).text

    assert f'<h2 id="picture_credits">{title}</h2>' in page
    assert "<code>art/fox.png</code> A. Smith, CC BY 4.0" in page
    assert "owl" not in page
    assert 'id="picture_credits"' not in visitor.get("/rules/mine/reference").text


def test_reference_sheet_is_linked_from_the_rules(visitor):
    assert 'href="/rules/hadrians-wall/reference"' in visitor.get("/rules/hadrians-wall").text
    assert 'id="icons"' in visitor.get("/rules/hadrians-wall/reference").text


@pytest.mark.parametrize(("query", "id_", "shown"), [("COHORT  full", "rulings", "Cohort full"), ("{", "", "")])
def test_search_lists_sections_and_marks_the_words(visitor, query, id_, shown):
    answer = visitor.get(f"/rules/hadrians-wall?q={query.replace(' ', '%20').replace('{', '%7B')}")
    found = re.search(r'<section class="found".*?</section>', answer.text, re.DOTALL)[0]

    assert re.findall(r'<li><a href="#([^"]*)"', found) == ([id_] if id_ else [])
    assert (f"<mark>{shown}</mark>" in found) == bool(shown)


def test_search_takes_words_as_they_are(visitor):
    answer = visitor.get("/rules/picket?q=%3Cscript%3E.*")

    assert "<script>" not in answer.text.partition("<body")[2]
    assert "&lt;script&gt;.*" in answer.text


def test_search_finds_japanese_words_of_either_width(visitor):
    answer = visitor.get("/rules/hadrians-wall?q=%EF%BC%96%E5%B9%B4", JAPANESE)

    assert "<mark>6年</mark>" in answer.text


@pytest.mark.parametrize("address", ["/rules/nothing", "/rules/hadrians-wall/nothing", "/rules/hadrians-wall/fate"])
def test_other_addresses_are_not_found(visitor, address):
    assert visitor.get(address).status == 404


def test_faults_of_a_game_are_told(visitor, game):
    (game / "game.toml").write_text("format = 1\n", "utf-8")

    answer = visitor.get("/rules/mine")

    assert answer.status == 200
    assert "title" in answer.text


def test_faults_of_a_game_that_was_read_before_are_told_until_it_is_mended(visitor, game):
    good = (game / "game.toml").read_bytes()
    before = visitor.get("/rules/mine")
    (game / "game.toml").write_text("format = 1\n", "utf-8")
    faulty = visitor.get("/rules/mine")
    (game / "game.toml").write_bytes(good)

    assert faulty.status == 200
    assert '<section id="faults"' in faulty.text
    assert 'data-live="/gallery/mine/live"' in faulty.text
    assert visitor.get("/rules/mine").body == before.body


def test_faults_of_a_text_are_told(visitor, game):
    (game / "rules/rules.en.md").write_text("# Rules\n\n`code`\n", "utf-8")

    answer = visitor.get("/rules/mine")

    assert answer.status == 400
    assert "backticks" in answer.text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_figures_and_icons_are_pictures_with_words(visitor, language):
    page = visitor.get("/rules/picket", ("accept-language", language)).text
    figures = re.findall(r'<img src="(/rules/[^"]*/figure-\d+\.svg)" width="\d+" height="\d+" alt="([^"]+)"', page)
    icons = re.findall(r'<img class="icon" src="([^"]*)" alt="([^"]*)">', page)

    assert len(figures) == 3
    for address in (figures[0][0], *(to for to, _ in icons[:1])):
        answer = visitor.get(address)
        assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert gzip.decompress(answer.body).startswith(b"<svg ")


def test_icon_is_told_where_it_stands_alone_and_not_beside_its_word(visitor):
    page = visitor.get("/rules/hadrians-wall").text

    assert re.search(r'icon-soldier\.svg" alt=""> ?Soldiers, black', page)
    assert re.search(r'icon-servant\.svg" alt="Servant, Builder, Resource"><img [^>]*icon-builder\.svg" alt="">', page)


def test_pictures_of_other_files_texts_and_names_are_not_found(visitor):
    start = re.search(r'src="(/rules/picket/rules/en/[0-9a-f]+)/', visitor.get("/rules/picket").text)[1]

    for name in ("figure-0", "figure-9", "figure-x", "icon-nothing", "other-1"):
        assert visitor.get(f"{start}/{name}.svg").status == 404
    assert visitor.get(f"{start.rpartition('/')[0]}/0123456789abcdef/figure-1.svg").status == 404
    assert visitor.get(f"{start.replace('/en/', '/de/')}/figure-1.svg").status == 404
    assert visitor.get(f"{start.replace('/picket/', '/nothing/')}/figure-1.svg").status == 404
