"""The page that reads photos of a scoresheet on paper."""

import asyncio
import io
import re
from urllib.parse import urlencode

import numpy as np
import pytest
from PIL import Image

from generator.base.records import replace
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Book
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos.blank_page import blank_pages
from generator.web.uploads import sheet_photo_pages
from tests.scoresheets.photos.bad_photos import BAD
from tests.scoresheets.photos.doubtful_rows import photo_of_doubtful_row
from tests.scoresheets.photos.other_editions import photo_of
from tests.scoresheets.photos.photographer import EASY, HARD, fill_in, photograph, random_marks

pytestmark = pytest.mark.usefixtures("photos_read_here")
GAME = "hadrians-wall"


@pytest.fixture(scope="module")
def photographer():
    """A function that takes photos of the left sheet with marks by hand, and numbers with a black pen."""
    game = load(find_game(GAME), prefix=GAME)
    marks = SheetMarks(
        GameFolder(find_game(GAME), GAME), game, game.sheets, "en", Book.of(game.sheets.values()).start()
    )
    page = next(page for form in build_blank_forms(marks, "a4").values() for page in blank_pages(form))

    def taken(seed, pen, conditions):
        rng = np.random.default_rng(seed)
        state, kinds = random_marks(next(iter(game.sheets.values())), page, rng, with_digits=pen == "black")
        return photograph(fill_in(page, state, kinds, rng, pen), conditions, rng)

    return taken


@pytest.fixture(scope="module")
def photo(photographer):
    return photographer(12, "black", EASY)  # two numbers are read, and two are asked for


def sent(visitor, data):
    return asyncio.run(visitor.ask("POST", "/print/photo/upload", ("content-type", "image/jpeg"), body=data))


def read(visitor, **fields):
    """Ask until the photos are read, as a browser does."""

    async def asked():
        address = f"/print/photo?{urlencode(fields)}"
        while "are being read" in (page := await visitor.ask("GET", address)).text:
            await asyncio.sleep(0.05)
        return page

    return asyncio.run(asked())


def saved(visitor, **fields):
    """Have the marks saved as a form, and return the names of its files."""

    async def made():
        answer = await visitor.sent("/print/photo", fields)
        assert answer.status == 303
        while "are being read" in (page := await visitor.ask("GET", answer.headers["location"])).text:
            await asyncio.sleep(0.05)
        return re.findall(r'href="/print/sheet/[^"]+/([^"/]+)" download', page.text)

    return asyncio.run(made())


def test_boxes_in_doubt_are_shown_asked_for_and_saved(visitor, photo):
    fields = {"photo1": sent(visitor, photo).text, "game": GAME}
    page = read(visitor, **fields).text
    boxes = re.findall(r'name="answer\.([a-z0-9_]+)"', page)
    picture = visitor.get(re.search(r'<img src="(/print/photo/[^"]+)"', page)[1])

    assert boxes
    assert Image.open(io.BytesIO(picture.body)).format == "PNG"
    assert "Score" not in page  # nothing is added up before all is known
    wrong = read(visitor, **fields, **{f"answer.{boxes[0]}": "many"}).text
    assert ('value="many"' in wrong, "The box cannot hold this." in wrong) == (True, True)
    answers = {f"answer.{box}": "1" for box in boxes}
    whole = read(visitor, **fields, **answers).text
    assert ("Score" in whole, 'id="asked"' in whole) == (True, False)
    (file,) = saved(visitor, **fields, **answers)
    assert re.fullmatch(r"sheets-filled-\d{4}-\d\d-\d\d-\d{6}-a4-en\.pdf", file)


def test_numbers_that_were_read_are_shown_and_corrected(visitor, photo):
    fields = {"photo1": sent(visitor, photo).text, "game": GAME}
    page = read(visitor, **fields).text
    section = page[page.index("Numbers read from handwriting") :]
    box, number = re.search(r'name="answer\.([a-z0-9_]+)" value="(\d)"', section).groups()
    picture = visitor.get(re.search(rf'<img src="(/print/photo/[^"]+/{box}\.png)"', section)[1])
    other = "2" if number == "1" else "1"
    asked = re.findall(r'name="answer\.([a-z0-9_]+)"', page[: page.index("Numbers read from handwriting")])

    assert Image.open(io.BytesIO(picture.body)).format == "PNG"
    answers = {f"answer.{id_}": "" for id_ in asked}
    corrected = read(visitor, **fields, **answers, **{f"answer.{box}": other}).text
    assert ('id="asked"' in corrected, f'name="answer.{box}" value="{other}"' in corrected) == (False, True)
    wrong = read(visitor, **fields, **answers, **{f"answer.{box}": "99"}).text
    assert 'id="asked"' in wrong
    assert f'name="answer.{box}" value="99"' in wrong[: wrong.index("</ol>")]


def test_photo_of_a_game_on_paper_is_compared_with_it(visitor, ended, photo):
    ended("walls", "paper")
    link = re.search(r'href="(/print/photo[^"]+)"', visitor.get("/play/walls").text)[1].replace("&amp;", "&")
    chooser = visitor.get(link).text
    assert 'name="session" value="walls"' in chooser
    assert ('class="tabs"' in chooser, 'name="players"' in chooser) == (False, False)  # the session has settled them
    fields = {"photo1": sent(visitor, photo).text, "game": GAME, "session": "walls"}
    page = read(visitor, **fields).text
    boxes = re.findall(r'name="answer\.([a-z0-9_]+)"', page)

    whole = read(visitor, **fields, **{f"answer.{box}": "1" for box in boxes}).text
    assert not [box for box in boxes if box.startswith("path_")]  # the game knows its cards
    assert ("Marks that differ" in whole, 'href="/play/walls"' in whole) == (True, True)
    assert "points in the game" not in whole  # half of the sheets has no total
    assert "Marks that differ" not in read(visitor, **{**fields, "session": "gone"}).text


@pytest.mark.parametrize("name", BAD)
def test_photo_that_cannot_be_read_is_told_and_the_session_stays(visitor, ended, services, photo, name):
    ended("walls", "paper")
    change, sentence = BAD[name]
    sessions = {path: path.read_bytes() for path in services.sessions.folder.rglob("*") if path.is_file()}

    page = read(visitor, photo1=sent(visitor, change(photo)).text, game=GAME, session="walls").text

    assert 'role="alert"' in page
    assert sentence.replace("'", "&#39;") in page
    assert ('id="asked"' in page, 'id="read"' in page) == (False, False)
    assert {path: path.read_bytes() for path in services.sessions.folder.rglob("*") if path.is_file()} == sessions


def test_photo_of_another_game_names_both_and_offers_to_read_it_so(visitor, photo):
    fields = {"photo1": sent(visitor, photo).text, "photo1-name": "left.jpg"}
    page = read(visitor, **fields, game="concordia").text
    alert = page[page.index('role="alert"') :]

    assert GAME not in re.sub(r'value="[^"]*"', "", alert[: alert.index("</ul>")])
    assert re.search(r"shows a sheet of .*Hadrian.s Wall.*, not of .*Concordia", alert)
    assert "Read as Hadrian" in alert
    assert f'name="game" value="{GAME}"' in alert[: alert.index("</form>")]
    assert f'name="photo1" value="{fields["photo1"]}"' in alert[: alert.index("</form>")]


def test_photos_are_asked_for_where_none_is_chosen(visitor):
    assert "No photo is chosen yet" in read(visitor, photo1="", game=GAME).text
    assert "No photo is chosen yet" not in read(visitor, game=GAME).text


def test_a_mark_is_chosen_and_not_typed(visitor, photographer):
    fields = {"photo1": sent(visitor, photographer(2, "pencil", HARD)).text, "game": GAME}
    page = read(visitor, **fields).text
    radios = re.findall(r'type="radio" name="answer\.([a-z0-9_]+)" value="(\d?)"', page)
    states = {box: [state for each, state in radios if each == box] for box, _ in radios}

    assert {*map(tuple, states.values())} == {("", "1"), ("", "1", "2")}
    assert ("circled" in page, "filled in" in page) == (True, True)
    answers = {f"answer.{box}": "" for box in states}
    assert 'type="radio"' not in read(visitor, **fields, **answers).text


def test_score_stands_before_the_rules_that_are_broken_and_a_saved_form_before_both(visitor, ended, photo):
    fields = {"photo1": sent(visitor, photo).text, "game": GAME}
    boxes = re.findall(r'name="answer\.([a-z0-9_]+)"', read(visitor, **fields).text)
    fields |= {f"answer.{box}": "1" for box in boxes}

    async def made():
        answer = await visitor.sent("/print/photo", fields)
        while "are being read" in (page := await visitor.ask("GET", answer.headers["location"])).text:
            await asyncio.sleep(0.05)
        return page.text

    page = asyncio.run(made())
    file, score, flaws = (page.index(part) for part in (" download>", "<h3>Score</h3>", 'id="flaws"'))
    assert file < score < flaws
    broken = page[flaws : page.index("</details>", flaws)]
    rules = re.findall(r"<li>([^<\n]+)\n<ul>", broken)
    assert rules
    assert len(rules) == len({*rules})


def test_row_with_several_boxes_in_doubt_is_asked_for_once(visitor):
    fields = {"photo1": sent(visitor, photo_of_doubtful_row("renown")).text, "game": GAME}
    page = read(visitor, **fields).text
    picture = visitor.get(re.search(r'<img src="(/print/photo/[^"]+row\.renown\.png)"', page)[1])

    assert re.findall(r'name="answer\.([a-z0-9_.]+)"', page) == ["row.renown"]
    assert "how many boxes of this row are filled, from its start? 4 to 7" in page
    assert Image.open(io.BytesIO(picture.body)).width > 1000
    wrong = read(visitor, **fields, **{"answer.row.renown": "12"}).text
    assert ('value="12"' in wrong, "The box cannot hold this." in wrong) == (True, True)
    whole = read(visitor, **fields, **{"answer.row.renown": "5"}).text
    assert ("Score" in whole, 'id="asked"' in whole) == (True, False)
    assert 'name="answer.row.renown" value="5"' in whole


def test_sheet_of_another_edition_is_told_and_the_session_stays(visitor, ended, services, tmp_path):
    ended("walls", "paper")
    photo = photo_of("two rows exchanged", tmp_path / "edition")
    sessions = {path: path.read_bytes() for path in services.sessions.folder.rglob("*") if path.is_file()}

    page = read(visitor, photo1=sent(visitor, photo).text, game=GAME, session="walls").text

    assert 'role="alert"' in page
    assert "shows a sheet whose print differs from that of this game; read it with the edition" in page
    assert ('id="asked"' in page, 'id="read"' in page) == (False, False)
    assert {path: path.read_bytes() for path in services.sessions.folder.rglob("*") if path.is_file()} == sessions


def test_photo_of_something_else_is_told_by_its_name(visitor):
    written = io.BytesIO()
    Image.new("RGB", (1600, 1200), (90, 80, 70)).save(written, "JPEG")
    page = read(visitor, **{"photo1": sent(visitor, written.getvalue()).text, "photo1-name": "IMG_7.jpg", "game": GAME})

    assert "IMG_7.jpg: shows no sheet of this game, or not the whole of it" in page.text
    assert 'name="photo1-name" value="IMG_7.jpg"' in page.text


def test_photo_of_something_else_is_told_by_its_number(visitor):
    written = io.BytesIO()
    Image.new("RGB", (1600, 1200), (90, 80, 70)).save(written, "JPEG")
    page = read(visitor, photo1=sent(visitor, written.getvalue()).text, game=GAME)

    assert "1.jpg: shows no sheet of this game, or not the whole of it" in page.text
    assert "vallum-sent" not in page.text


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"{}", b"<svg/>", b"GIF89a"])
def test_files_that_are_no_photo_are_refused(visitor, data):
    assert sent(visitor, data).status == 415


def test_photo_in_heic_is_taken_where_it_can_be_read(visitor, monkeypatch):
    assert sent(visitor, b"\0\0\0\x1cftypheic\0\0\0\0").status == 200
    assert ".heic" in visitor.get("/print/photo").text

    monkeypatch.setattr(sheet_photo_pages, "find_spec", lambda _: None)

    assert ".heic" not in visitor.get("/print/photo").text


def test_photo_that_is_gone(visitor):
    assert (
        "gone" in read(visitor, photo1="x" * 16, game=GAME).text
        or 'role="alert"' in read(visitor, photo1="x" * 16).text
    )


def test_games_without_sheets_are_not_offered(visitor):
    page = visitor.get("/print/photo").text

    assert f'game={GAME}"' in page
    assert asyncio.run(visitor.sent("/print/photo", {"photo1": "x" * 16, "game": GAME})).status == 404
    assert visitor.get("/print/photo/nojob/nobox.png").status == 404


def chosen_game(visitor):
    return re.search(r'<a href="/print/photo\?game=([a-z-]+)" aria-current="page">', visitor.get("/print/photo").text)[
        1
    ]


@pytest.mark.parametrize("kind", ["full", "paper"])
def test_page_opens_on_the_game_that_was_played_last(visitor, ended, kind):
    before = chosen_game(visitor)
    ended("evening", kind, lines=2)

    assert (before, chosen_game(visitor)) == ("mine", GAME)


def test_game_of_a_session_on_paper_comes_before_others(visitor, ended, services, game):
    ended("evening", "paper", lines=2)
    summaries = services.summaries.newest("en")
    later = replace(summaries[0], name="later", kind="full", place=str(game))
    services.summaries.newest = lambda _: (later, *summaries)

    assert chosen_game(visitor) == GAME


def test_sheets_of_a_game_are_asked_for_once_it_is_chosen(visitor):
    first = visitor.get("/print/photo").text
    link = re.search(rf'<a href="(/print/photo\?game={GAME})"', first)[1]
    chosen = visitor.get(link).text

    assert (first.count('type="file"'), chosen.count('type="file"')) == (1, 2)
    assert f'name="game" value="{GAME}"' in chosen
