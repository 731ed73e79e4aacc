import re
import shutil
from itertools import pairwise

import pytest

from generator.build.text_pages.page_files import html_page
from generator.build.text_pages.plain_page import plain_page
from generator.load.game_loader import load
from generator.load.game_locations import data_root, shipped_games
from generator.model.prose import BoxBlock, ColumnBreak, FigureBlock, ListItem, TableBlock

GAMES = [*shipped_games(), "picket"]


@pytest.fixture(params=[(game, language) for game in GAMES for language in ("en", "ja")], ids="-".join)
def edition(request):
    """A game and a language."""
    return request.param


@pytest.fixture
def shipped_page(page, edition):
    return page(*edition)


def texts(blocks):
    """Every text of some blocks, in light markup."""
    for block in blocks:
        match block:
            case TableBlock():
                yield from (cell for row in (block.head, *block.rows) for cell in row)
            case BoxBlock():
                yield from texts(block.blocks)
            case FigureBlock():
                yield block.caption
            case ColumnBreak():
                continue
            case _:
                yield block.text


def test_every_icon_of_a_shipped_game_has_a_name(shipped_page):
    asked = set()
    icons = shipped_page.icons
    known = icons.name
    icons.name = lambda icon: asked.add(icon) or known(icon)
    plain_page(shipped_page)

    assert asked <= icons._names.keys()


def test_every_kind_of_piece_has_a_row_of_its_own_name(shipped_page, edition):
    sections = {section.id: section for section in shipped_page.sections}
    for part in load(data_root() / edition[0]).components:
        if part.prose or part.sheets:
            continue
        blocks = sections[part.id].blocks
        names = [row[0] for block in blocks if isinstance(block, TableBlock) for row in block.rows]
        names += [block.text for block in blocks if isinstance(block, ListItem)]
        assert len(set(names)) == len(names) == len({piece.row.id for piece in part.pieces})


@pytest.mark.parametrize("game_id", GAMES)
def test_columns_of_shipped_games_have_japanese_titles(page, game_id):
    columns = {
        column for part in load(data_root() / game_id).components for piece in part.pieces for column in piece.row.cells
    }
    tables = [
        block for section in page(game_id, "ja").sections for block in section.blocks if isinstance(block, TableBlock)
    ]

    assert not {head.lower().replace(" ", "_") for table in tables for head in table.head} & columns


def test_html_and_text_hold_every_text(shipped_page, read_html):
    words, tags = read_html(html_page(shipped_page))
    plain = re.sub(r"\s+", "", plain_page(shipped_page).decode())

    assert dict(tags)["html"]["lang"] == shipped_page.language
    for section in shipped_page.sections:
        for text in (section.title, *texts(section.blocks)):
            said = re.sub(r"\s+", "", "".join(span.text for span in shipped_page.icons.spans(text)))
            assert said in words
            assert said in plain


def test_headings_of_html_leave_no_level_out(shipped_page, read_html):
    _, tags = read_html(html_page(shipped_page))
    levels = [int(tag[1]) for tag, _ in tags if re.fullmatch("h[1-6]", tag)]

    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_page_leads_to_the_page_in_another_language(page, read_html):
    other = page("picket", "ja")
    _, tags = read_html(html_page(page("picket", "en"), [(other, "picket-ja.html")]))

    link = {"href": "picket-ja.html", "hreflang": "ja", "lang": "ja"}
    assert ("a", link) in tags


def test_makers_of_pictures_are_the_last_section(page, tmp_path):
    folder = shutil.copytree(data_root() / "picket", tmp_path / "mine")
    lines = '[pictures]\n"art/fox.png" = "A. Smith *"\n"art/owl.png" = "A. Smith *"\n"art/no.png" = ""\n'
    (folder / "credits.toml").write_text(lines, "utf-8")
    credited, plain = page(folder, "en"), page(data_root() / "picket", "en")

    assert [section.title for section in credited.sections[:-1]] == [section.title for section in plain.sections]
    assert (
        plain_page(credited)
        .decode()
        .endswith("\n\nPictures, by their files\n------------------------\n\n• art/fox.png, art/owl.png: A. Smith *\n")
    )
    assert b'<h2 id="picture-credits">Pictures, by their files</h2>' in html_page(credited)
