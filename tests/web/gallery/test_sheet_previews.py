"""The sheets of an order, before anything is made."""

import gzip
import re
from pathlib import Path

import pytest

from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.load.game_locations import GameFolder

SHEETS = "/print/mine/sheets"


def shown(page):
    """Each file with its number of pages."""
    files = re.findall(r'<h2 id="file-\d+"><code>([^<]+)</code></h2>\s*<p><small>Pages: (\d+)', page.text)
    return {name: int(pages) for name, pages in files}


def pictures(page):
    return [address.replace("&amp;", "&") for address in re.findall(r'<img src="([^"]+)"', page.text)]


def test_pages_are_those_that_a_build_writes(visitor, game, tmp_path):
    options = BuildOptions(
        papers=(find_paper("a4"),), languages=("en",), out=tmp_path / "built", only=("raid", "watch")
    )
    made = build(GameFolder(game, "mine"), options)
    page = visitor.get(SHEETS + "?part=raid&part=watch&paper=a4&language=en")

    printed = {file.path.name: file.pages for file in made.files if file.paper and "plan" not in file.path.name}
    assert shown(page) == printed
    assert not Path(tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("query", "pages"), [("backs=duplex", 2), ("backs=none", 1), ("backs=fold", 3), ("paper=a3", 2)]
)
def test_choices_change_the_sheets(visitor, query, pages):
    assert sum(shown(visitor.get(f"{SHEETS}?part=raid&{query}")).values()) == pages


def test_picture_is_the_sheet_with_its_cards_and_marks(visitor):
    first, second = pictures(visitor.get(SHEETS + "?part=raid&language=en"))
    answer = visitor.get(first)
    drawing = gzip.decompress(answer.body).decode()

    assert answer.headers["content-type"] == "image/svg+xml"
    assert 'width="210mm" height="297mm"' in drawing
    assert "Two shadows" in drawing
    assert drawing.count("Smoke before dawn") == 1  # drawn once and placed three times
    assert "<script" not in drawing
    assert "PICKET" in gzip.decompress(visitor.get(second).body).decode()


@pytest.mark.parametrize("place", ["0/9.svg", "7/0.svg", "x/0.svg"])
def test_page_that_is_not_there_is_not_found(visitor, place):
    assert visitor.get(f"{SHEETS}/{place}?part=raid").status == 404


def test_files_with_faulty_faces_are_left_out(visitor, game):
    file = game / "templates/raid.svg.j2"
    file.write_text(file.read_text("utf-8").replace("card.name", "card.nmae", 1), "utf-8")
    page = visitor.get(SHEETS + "?part=raid&part=watch")

    assert [name.partition("-")[0] for name in shown(page)] == ["watch"]
    assert "&#39;nmae&#39; is unknown" in page.text
    assert "Files with these faces cannot be made." in page.text


@pytest.mark.parametrize(
    ("query", "said"),
    [("own_paper=tiny", "tiny"), ("part=raid&copies=999", "5,994 pieces are too many"), ("part=raid&own_size=x", "x")],
)
def test_order_that_cannot_be_printed_says_why(visitor, query, said):
    page = visitor.get(f"{SHEETS}?{query}")

    assert page.status == 400
    assert said in page.text


def test_print_form_leads_to_the_preview(visitor):
    assert 'formmethod="get" formaction="/print/mine/sheets">Print preview' in visitor.get("/print/mine").text
