"""The gallery: faces as they are printed, faults where they are, and what was good while something is not."""

import gzip
import re

import pytest

RAID = "/gallery/mine?part=raid"


def figures(page):
    return re.findall(r'<figure id="face-([\w-]+)" data-key="(\w+)"', page.text)


def changed(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_every_face_is_shown_once(visitor):
    names = [name for name, _ in figures(visitor.get(RAID))]

    assert len(names) == len(set(names)) == 7
    assert sum(name.endswith("-back") for name in names) == 1


def test_picture_is_the_face_as_cut_or_with_bleed(visitor):
    def picture(query):
        found = re.search(r'src="(/face/[\w-]+\.svg)"', visitor.get(RAID + query).text)[1]
        answer = visitor.get(found)
        assert answer.headers["cache-control"].endswith("immutable")
        return gzip.decompress(answer.body).decode()

    assert 'width="63mm" height="88mm"' in picture("")
    assert 'width="69mm" height="94mm"' in picture("&bleed=yes")
    assert "<script" not in picture("")


@pytest.mark.parametrize(("zoom", "width"), [("small", 208), ("true", 238), ("large", 476)])
def test_zoom_is_the_size_on_screen(visitor, zoom, width):
    assert f'width="{width}"' in visitor.get(f"{RAID}&zoom={zoom}").text


def test_language_and_theme_are_switched(visitor):
    pages = [visitor.get(RAID + more) for more in ("", "&language=ja", "&theme=mono")]

    assert len({page.text.partition("/face/")[2][:64] for page in pages}) == 3


@pytest.mark.parametrize("query", ["&language=fr", "&theme=pink", "&zoom=9", "&paper=a9", "&bleed=maybe"])
def test_choice_that_is_not_offered_is_refused(visitor, query):
    assert visitor.get(RAID + query).status == 400


def test_fit_report_stands_beside_the_card(visitor):
    page = visitor.get(RAID)

    assert re.search(r"Texts: \d, shrunk: \d, smallest: \d\.\d pt", page.text)
    assert "Asked, pt" in page.text


def test_changed_row_changes_one_figure(visitor, game):
    before = dict(figures(visitor.get(RAID)))
    changed(game / "cards/raid.csv", "Scouts", "Spies")
    after = dict(figures(visitor.get(RAID)))

    assert {name for name in before if before[name] != after[name]} == {"scouts-front"}


def test_stamp_is_new_when_a_file_is(visitor, game):
    def stamp():
        return re.search(r'data-stamp="(\w+)"', visitor.get(RAID).text)[1]

    first = stamp()
    assert stamp() == first
    changed(game / "cards/raid.csv", "Scouts", "Spies")
    assert stamp() != first


def test_fault_in_a_row_is_told_and_the_faces_stay(visitor, game):
    before = figures(visitor.get(RAID))
    changed(game / "cards/raid.csv", "swords", "swrods")
    page = visitor.get(RAID)

    assert re.search(r"<code>\S*mine/cards/raid.csv:2 \[suit\]</code> no suit called", page.text)
    assert "as they last could be drawn" in page.text
    assert [name for name, _ in figures(page)] == [name for name, _ in before]


def test_fault_in_a_template_stands_at_its_faces(visitor, game):
    changed(game / "templates/raid.svg.j2", "card.name", "card.nmae")
    page = visitor.get(RAID)

    assert page.text.count('class="trouble">') == len(figures(page)) - 1  # its back is as it was
    assert "&#39;nmae&#39; is unknown" in page.text


def test_unreadable_game_is_a_page_with_its_faults(visitor, house, game):
    (game / "game.toml").write_text("format = ", "utf-8")
    page = visitor.get("/gallery/mine")

    assert page.status == 200
    assert "game.toml:1" in page.text
    assert 'data-live="/gallery/mine/live"' in page.text
    assert "faults: 1" in visitor.get("/gallery").text


def test_words_of_a_game_are_no_markup(visitor, game):
    changed(game / "game.toml", 'en = "Picket"', 'en = "<b>Picket</b>"')

    assert "&lt;b&gt;Picket&lt;/b&gt;" in visitor.get("/gallery/mine").text
