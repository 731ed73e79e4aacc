"""The page of one piece, which the gallery also shows in place."""

import re

import pytest

CARD = "/gallery/mine/card?part=raid&card="


def test_card_has_front_back_cells_and_its_neighbours(visitor):
    page = visitor.get(CARD + "war_chief").text

    assert re.findall(r"<figcaption>(\w+)", page) == ["Front", "Back"]
    assert re.findall(r'name="cell\.([\w.]+)"[^>]*>\n([^<]*)', page)[3:7] == [
        ("name.en", "War chief"),
        ("name.ja", "頭領"),
        ("suit", "swords"),
        ("strength", "4"),
    ]
    assert re.findall(r'id="card-(before|after)"[^>]*card=(\w+)', page) == [
        ("before", "scouts"),
        ("after", "torch_bearers"),
    ]
    assert re.search(r'<section id="cells"[^>]* data-file="\S*mine/cards/raid.csv" data-row="war_chief"', page)


def test_first_and_last_card_have_one_neighbour(visitor):
    ends = [visitor.get(CARD + name).text for name in ("scouts", "storming_party")]

    assert [re.findall(r'id="card-(before|after)"', page) for page in ends] == [["after"], ["before"]]


@pytest.mark.parametrize("query", ["", "part=raid", "part=raid&card=gone", "part=rules&card=p99"])
def test_unknown_card_is_not_found(visitor, query):
    assert visitor.get(f"/gallery/mine/card?{query}").status == 404


def test_page_of_a_text_is_enlarged_without_cells(visitor):
    page = visitor.get("/gallery/mine/card?part=rules&card=p01")

    assert page.status == 200
    assert 'id="cells"' not in page.text


def test_card_that_cannot_be_drawn_says_why(visitor, game):
    file = game / "templates/raid.svg.j2"
    file.write_text(file.read_text("utf-8").replace("card.name", "card.nmae", 1), "utf-8")
    page = visitor.get(CARD + "scouts")

    assert page.status == 200
    assert "&#39;nmae&#39; is unknown" in page.text


def test_figures_name_their_file_and_row_and_link_to_their_card(visitor):
    page = visitor.get("/gallery/mine?part=raid").text

    assert re.search(r'<figure id="face-scouts-front"[^>]* data-file="\S*mine/cards/raid.csv" data-row="scouts"', page)
    link = r'class="enlarge" href="/gallery/mine/card\?part=raid&amp;card=scouts&amp;bleed=no&amp;language=en'
    assert re.search(link, page)


def test_card_is_called_by_its_name_and_no_path_is_shown(visitor):
    pages = visitor.get("/gallery/mine?part=raid").text, visitor.get("/gallery/mine/card?part=raid&card=scouts").text

    assert "<strong>Scouts</strong></label> <span>R1</span>" in pages[0]
    assert '<h1 id="card-name" tabindex="-1">Scouts</h1>' in pages[1]
    assert not any("raid.csv:" in page for page in pages)
