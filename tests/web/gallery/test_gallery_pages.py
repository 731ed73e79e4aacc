"""The gallery: faces as they are printed, faults where they are, and what was good while something is not."""

import asyncio
import gzip
import re
import threading

import pytest

from generator.web.previews.excess_marks import RED
from generator.web.previews.face_previews import InterruptedDrawingError

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


def test_cards_in_view_are_drawn_alone_and_as_the_whole_page_shows_them(visitor):
    whole = figures(visitor.get(RAID))
    pieces = [name.removesuffix("-front") for name, _ in whole[1:3]]
    some = visitor.get(RAID + "".join(f"&seen={each}" for each in (*pieces, "nobody")))

    assert [each for each in figures(some) if each[0].endswith("-front")] == whole[1:3]
    assert "data-some" in some.text
    assert figures(visitor.get(f"{RAID}&seen=nobody")) == []


def test_whole_page_gives_way_to_cards_in_view(visitor, services, game, monkeypatch):
    visitor.get(RAID)
    given_up = threading.Event()

    def give_way(*_):
        if services.previews._hurried:
            given_up.set()
            raise InterruptedDrawingError

    monkeypatch.setattr(services.previews, "give_way", give_way)
    changed(game / "templates/raid.svg.j2", "{% endcall %}", '<rect width="2" height="3"/>{% endcall %}')

    async def asked():
        with services.previews.hurry():
            page = asyncio.create_task(visitor.ask("GET", RAID))
            assert await asyncio.to_thread(given_up.wait, 20)
            some = await visitor.ask("GET", f"{RAID}&seen=scouts")
            is_waiting = not page.done()
        return is_waiting, figures(some), figures(await page)

    is_waiting, some, whole = asyncio.run(asked())
    assert is_waiting
    assert [name for name, _ in some] == ["scouts-front", "scouts-back"]
    assert set(some) < set(whole)


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


CHOICES = ["part=gone", "part=raid&language=fr", "part=raid&theme=pink", "part=score&paper=a9", "zoom=9", "bleed=maybe"]


@pytest.mark.parametrize("query", CHOICES)
def test_choice_whose_file_is_gone_is_the_usual_one(visitor, query):
    usual = query.rpartition("&")[0]
    page, other = (visitor.get(f"/gallery/mine?{asked}") for asked in (query, usual))

    assert page.status == 200
    assert figures(page) == figures(other) != []
    assert 'data-live="/gallery/mine/live"' in page.text


def key_of(page, id_):
    return re.search(rf'id="{id_}"[^>]* data-key="(\w+)"', page.text)[1]


def test_tabs_are_new_when_a_component_is(visitor, game):
    before = visitor.get(RAID)
    changed(game / "game.toml", 'en = "Score sheet"', 'en = "Sheet"')
    after = visitor.get(RAID)

    assert key_of(before, "tabs") != key_of(after, "tabs")
    assert key_of(before, "bar") == key_of(after, "bar")


def test_bar_of_choices_is_new_when_a_theme_is(visitor, game):
    before = visitor.get(RAID)
    (game / "templates/themes").mkdir(exist_ok=True)
    (game / "templates/themes/night.toml").write_bytes(next((game / "templates/themes").glob("*.toml")).read_bytes())
    after = visitor.get(RAID)

    assert key_of(before, "bar") != key_of(after, "bar")
    assert key_of(before, "tabs") == key_of(after, "tabs")


def test_printing_starts_with_what_is_looked_at(visitor):
    page = visitor.get("/gallery/mine?part=score&language=ja&theme=mono&paper=letter&bare=1")

    assert "/print/mine?part=score&amp;language=ja&amp;theme=mono&amp;paper=letter" in page.text
    assert not re.search(r'(?:href|action)="[^"]*bare', page.text)


def test_face_wider_than_a_window_has_a_box_that_scrolls(visitor):
    box = '<div id="pan-scouts-front" class="pan" tabindex="0" role="group" aria-label="Scouts">'
    found = [visitor.get(f"{RAID}&zoom={zoom}").text.count(box) for zoom in ("small", "true", "large")]

    assert found == [0, 0, 1]


def test_fit_report_stands_beside_the_card(visitor):
    page = visitor.get(RAID)

    assert re.search(r"Texts: \d, shrunk: [1-9], smallest: \d\.\d\spt|Letters from \d+\.\d\spt", page.text)
    assert "shrunk: 0" not in page.text
    assert "Asked, pt" in page.text


def test_changed_row_changes_one_figure(visitor, game):
    before = dict(figures(visitor.get(RAID)))
    changed(game / "cards/raid.csv", "Scouts", "Spies")
    after = dict(figures(visitor.get(RAID)))

    assert {name for name in before if before[name] != after[name]} == {"scouts-front", "scouts-back"}


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


def test_fault_is_in_japanese_on_a_japanese_page(visitor, game):
    changed(game / "cards/raid.csv", "swords", "swrods")
    page = visitor.get(RAID, ("accept-language", "ja"))

    assert re.search(r"<code>\S*mine/cards/raid.csv:2 \[suit\]</code> \S+というsuitはありません。", page.text)
    assert "no suit called" not in page.text


def test_fault_in_a_template_stands_at_its_faces(visitor, game):
    changed(game / "templates/raid.svg.j2", "card.name", "card.nmae")
    page = visitor.get(RAID)

    assert page.text.count("Could not be drawn") == len(figures(page)) - 1  # its back is as it was
    assert page.text.count("&#39;nmae&#39; is unknown") == 1
    assert "(and on lines 3, 4, 5, 6, 7 of " in page.text.partition('class="faces ')[0]


def test_fault_of_one_face_stands_at_it(visitor, game):
    changed(game / "cards/raid.csv", "Two shadows by the ditch.", "Two shadows by the ditch. " * 60)
    page = visitor.get(RAID)

    assert page.text.count("raid.csv:2 →") == 1
    assert "raid.csv:2 →" in page.text.partition('class="faces ')[2]
    picture = re.search(
        r'id="face-scouts-front".*?src="(/face/\w+.svg)" width="208" height="290"', page.text, re.DOTALL
    )[1]
    drawing = gzip.decompress(visitor.get(picture).body).decode()
    assert RED in drawing
    assert "Two shadows" in drawing


def test_face_that_was_never_drawn_is_an_empty_outline(visitor, game):
    changed(game / "templates/raid.svg.j2", "card.name", "card.nmae")

    assert visitor.get(RAID).text.count('<svg class="blank" width="208" height="290"') == 6


def test_last_whole_face_stands_behind_the_fault_of_a_template(visitor, game):
    before = re.findall(r'src="(/face/\w+.svg)"', visitor.get(RAID).text)
    changed(game / "templates/raid.svg.j2", "card.name", "card.nmae")
    page = visitor.get(RAID).text

    assert re.findall(r'src="(/face/\w+.svg)"', page)[:6] == before[:6]
    assert page.count('class="stale"') == page.count('class="over">Could not be drawn') == 6
    assert all(visitor.get(address).status == 200 for address in before[:6])
    changed(game / "templates/raid.svg.j2", "card.nmae", "card.name")
    assert 'class="stale"' not in visitor.get(RAID).text


def test_text_that_did_not_fit_stands_behind_the_next_fault(visitor, game):
    changed(game / "cards/raid.csv", "Two shadows by the ditch.", "Two shadows by the ditch. " * 60)
    before = re.findall(r'src="(/face/\w+.svg)"', visitor.get(RAID).text)
    changed(game / "templates/raid.svg.j2", "card.name", "card.nmae")

    assert re.findall(r'src="(/face/\w+.svg)"', visitor.get(RAID).text)[:6] == before[:6]


def test_unreadable_game_is_a_page_with_its_faults(visitor, services, game):
    (game / "game.toml").write_text("format = ", "utf-8")
    page = visitor.get("/gallery/mine")

    assert page.status == 200
    assert "game.toml:1" in page.text
    assert 'data-live="/gallery/mine/live"' in page.text
    assert "faults: 1" in visitor.get("/gallery").text


def test_words_of_a_game_are_no_markup(visitor, game):
    changed(game / "game.toml", 'en = "Picket"', 'en = "<b>Picket</b>"')

    assert "&lt;b&gt;Picket&lt;/b&gt;" in visitor.get("/gallery/mine").text


def test_cards_are_ticked_to_be_printed(visitor):
    page = visitor.get(RAID).text
    ticks = re.findall(r'form="picks" name="part" value="([\w:]+)"', page)

    assert ticks == [
        f"raid:{name}" for name in ("scouts", "war_chief", "torch_bearers", "climber", "ladder_crew", "storming_party")
    ]
    assert '<form id="picks"' in page
    assert '<form id="picks"' not in visitor.get("/gallery/mine?part=rules").text


def test_search_and_filters_leave_out_faces_and_can_be_dropped(visitor):
    page = visitor.get(RAID + "&q=a&is.suit=swords&sort=-name").text

    assert [name for name, _ in re.findall(r'<figure id="face-([\w-]+)" data-key="(\w+)"', page)] == [
        "war_chief-front",
        "scouts-front",
        "scouts-back",
    ]
    assert "Faces: 3 of 7" in page
    assert 'name="is.suit" value="swords"' in page
    (chip,) = re.findall(r'id="chip-1" data-here href="([^"]+)"', page)
    assert "is.suit" not in chip
    assert "sort=-name" in chip


def test_nothing_found_is_said(visitor):
    page = visitor.get(RAID + "&q=nowhere").text

    assert "No piece is like that." in page
    assert "Show all" in page


def test_only_faces_that_need_work_are_shown(visitor, game):
    def shown(kind):
        return [name for name, _ in figures(visitor.get(f"{RAID}&only={kind}"))]

    assert (shown("faulty"), shown("changed")) == ([], [])
    changed(game / "cards/raid.csv", "Two shadows by the ditch.", "Two shadows by the ditch. " * 60)
    assert shown("faulty") == shown("changed") == ["scouts-front"]
    assert "scouts-front" in shown("tight")


def test_bars_of_a_column_lead_to_its_pieces(visitor):
    page = visitor.get(RAID + "&by=suit&cross=strength").text

    assert "Counts by column – kinds: 6, pieces: 9" in page
    assert re.search(r'is\.suit=ladders" data-here id="count-3-of-suit"', page)
    assert '<rect width="100.0" height="10"/>' in page
    assert re.search(r'<th scope="row">torches</th><td class="of-0"></td><td class="of-6">3</td>', page)


def test_game_with_faults_has_no_cover(visitor, game):
    changed(game / "game.toml", "[components.raid]", "[components.raid]\nkin = 1")

    assert visitor.get("/gallery/mine/cover.svg").status == 404
