"""Games are begun, copied, renamed, brought in, taken home and removed on the pages."""

import asyncio
import io
import zipfile

import pytest
from PIL import Image

from generator.base.errors import UsageError
from generator.load.game_loader import load
from generator.load.game_locations import sample
from generator.web.orders import upload_store
from generator.web.own_games import card_games
from generator.web.own_games.own_games import MOST_REMOVED, REMOVED, checked_title, free_name


@pytest.fixture
def own(services):
    return services.own_games


def titles(folder):
    return {words for _, words in load(folder).title.by}


def test_a_game_is_begun_under_a_title_in_any_script(visitor, own):
    answer = visitor.post("/new", {"title": "  冬の砦 ", "starter": "tarot"})

    assert (answer.status, answer.headers["location"]) == (303, "/gallery/%E5%86%AC%E3%81%AE%E7%A0%A6")
    assert titles(own.home / "冬の砦") == {"冬の砦"}
    assert (own.home / "冬の砦/schemas/game.schema.json").is_file()
    assert 'href="/gallery/%E5%86%AC%E3%81%AE%E7%A0%A6/tables?of=cards"' in visitor.get("/gallery/冬の砦").text


def test_a_begun_game_names_no_designer_and_a_copy_keeps_it(visitor, own):
    visitor.post("/new", {"title": "Fox", "starter": "tarot"})
    visitor.post("/own/picket", {"do": "copy", "title": "My watch"})

    assert load(own.home / "fox").makers == ()
    assert load(own.home / "my-watch").makers == load(sample()).makers != ()


def test_each_starter_tells_its_components(visitor):
    page = visitor.get("/new").text

    assert '<small class="parts">Deck 52 · Jokers 2 · Rules</small>' in page
    assert '<small class="parts">Cards 9</small>' in page


@pytest.mark.parametrize(
    ("title", "what"), [("", "needs a title"), ("x" * 81, "longer than 80"), ("a\x07b", "control")]
)
def test_a_title_that_no_game_can_have_is_told(visitor, own, title, what):
    answer = visitor.post("/new", {"title": title})

    assert answer.status == 422
    assert what in answer.text.partition('id="notice"')[2]
    assert not own.home.exists()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Con", "game"),
        ("../../x", "x"),
        ("-rf", "rf"),
        ("ＡＢＣ!", "abc"),
        ("قلعة", "قلعة"),
        ("a" * 70, "a" * 40),
        ("٭", "game"),
    ],
)
def test_name_of_a_folder_is_made_from_a_title(title, name):
    assert free_name(title, ()) == name
    assert free_name(title, {name.upper(), f"{name}-2"}) == f"{name}-3"


def test_a_shipped_game_is_copied_with_its_drawings(visitor, own):
    answer = visitor.post("/own/picket", {"do": "copy", "title": "My watch"})

    assert answer.headers["location"] == "/gallery/my-watch"
    copy = own.home / "my-watch"
    assert titles(copy) == {"My watch"}
    assert (copy / "templates/raid.svg.j2").is_file()
    # A copy of a copy has each schema line once, as a copy of the original has.
    visitor.post("/own/my-watch", {"do": "copy", "title": "Again"})
    assert (own.home / "again/game.toml").read_bytes() == (copy / "game.toml").read_bytes().replace(
        b"My watch", b"Again"
    )


def test_a_copied_game_whose_drawings_lie_apart_is_drawn(visitor, own):
    visitor.post("/own/glory-to-rome", {"do": "copy", "title": "Glory"})

    assert (own.home / "glory/templates/order.svg.j2").is_file()


def test_a_game_is_renamed_and_all_else_stays(visitor, game):
    before = (game / "game.toml").read_bytes()
    answer = visitor.post("/own/mine", {"do": "rename", "title": 'A "B" \\ C'})

    assert answer.status == 303
    changed = (game / "game.toml").read_bytes()
    assert changed.split(b"\n")[-30:] == before.split(b"\n")[-30:]
    assert titles(game) == {'A "B" \\ C'}


def test_a_title_over_several_lines_is_left(visitor, game):
    text = (game / "game.toml").read_text("utf-8").replace("title = {", "[title]\n#", 1)
    (game / "game.toml").write_text(text, "utf-8")

    assert visitor.post("/own/mine", {"do": "rename", "title": "New"}).status == 422
    assert (game / "game.toml").read_text("utf-8") == text


def test_a_removed_game_is_brought_back(visitor, own):
    visitor.post("/new", {"title": "Fox"})
    before = (own.home / "fox/game.toml").read_bytes()
    gone = visitor.post("/own/fox", {"do": "remove"})

    assert gone.headers["location"] == "/gallery?removed=fox"
    assert 'action="/own/restore"' in visitor.get(gone.headers["location"]).text
    assert visitor.get("/gallery/fox").status == 404
    assert ">fox <button>" in visitor.get("/new").text
    assert visitor.post("/own/restore", {"name": "fox"}).headers["location"] == "/gallery/fox"
    assert (own.home / "fox/game.toml").read_bytes() == before
    assert visitor.post("/own/restore", {"name": "fox"}).status == 400


def test_only_the_last_removed_games_are_kept(own):
    for number in range(MOST_REMOVED + 1):
        (folder := own.home / REMOVED / f"old-{number}").mkdir(parents=True)
        (folder / "game.toml").touch()
    own.create("Fox", "tarot")
    own.remove("fox")

    assert len(own.removed()) == MOST_REMOVED
    assert own.removed()[0] == "fox"


def test_games_of_the_command_line_and_shipped_ones_are_not_removed(visitor, game):
    for id_ in ("mine", "picket"):
        assert visitor.post(f"/own/{id_}", {"do": "remove"}).status == 400
    assert visitor.post("/own/picket", {"do": "rename", "title": "X"}).status == 400
    assert (game / "game.toml").is_file()


def test_a_game_goes_home_as_a_pack_and_comes_in_again(visitor, own):
    pack = visitor.get("/own/mine/pack.zip")
    assert zipfile.ZipFile(io.BytesIO(pack.body)).testzip() is None

    sent = visitor.send(pack.body, "mine.zip")
    answer = visitor.post("/new", {"upload": sent.text, "name": "mine.zip"})
    assert answer.headers["location"] == "/gallery/mine-2"
    assert titles(own.home / "mine-2") == {"mine"}


def test_a_sheet_becomes_a_deck(visitor, own):
    sent = visitor.send(b"Card Name,Cost\nFox,2\nOwl,3\n", "my cards.csv")
    answer = visitor.post("/new", {"upload": sent.text, "name": "my cards.csv", "title": "Birds"})

    assert answer.headers["location"] == "/gallery/birds"
    assert b"Fox,2" in (own.home / "birds/my cards.csv").read_bytes()


def picture(colour, size=(630, 880), kind="PNG"):
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, kind)
    return data.getvalue()


def send_pictures(visitor, files):
    set_id = ""
    for name, data in files.items():
        set_id = visitor.send(data, name, set_id).text
    return set_id


@pytest.fixture
def patient_page(monkeypatch):
    monkeypatch.setattr(card_games, "WAIT", 120)


def cards_of(visitor, fields):
    """Both requests in one loop, as the work goes on between them."""

    async def both():
        answer = await visitor.sent("/new", fields)
        assert (answer.status, answer.headers["location"][:11]) == (303, "/new/cards/")
        return await visitor.ask("GET", answer.headers["location"])

    return asyncio.run(both())


def test_pictures_become_a_deck_with_their_backs(visitor, own, patient_page):
    files = {"fox x2.png": picture("red"), "hare.jpg": picture("blue", kind="JPEG"), "back.png": picture("black")}
    upload = send_pictures(visitor, files)
    answer = cards_of(visitor, {"upload": upload, "name": "", "title": "森"})

    assert answer.headers["location"] == "/gallery/%E6%A3%AE"
    game = load(own.home / "森")
    assert [(row.id, row.copies) for row in game.components[0].pieces] == [("fox", 2), ("hare", 1)]
    assert sorted(path.name for path in (own.home / "森/art").iterdir()) == ["back.png", "fox.png", "hare.jpg"]
    assert [credit.file for credit in game.credits] == ["art/back.png", "art/fox.png", "art/hare.jpg"]
    assert visitor.get("/gallery/森").status == 200


def test_pages_of_a_pdf_become_a_deck(visitor, own, patient_page):
    data = io.BytesIO()
    pages = [Image.new("RGB", (630, 880), colour) for colour in ("red", "black", "blue", "black")]
    pages[0].save(data, "PDF", save_all=True, append_images=pages[1:], resolution=254)
    sent = visitor.send(data.getvalue(), "deck.pdf")
    answer = cards_of(visitor, {"upload": sent.text, "name": "deck.pdf", "size": "poker"})

    assert answer.headers["location"] == "/gallery/deck"
    (part,) = load(own.home / "deck").components
    assert (len(part.pieces), bool(part.back)) == (2, True)


def test_pictures_that_make_no_deck_are_told_and_kept_for_another_try(visitor, own, patient_page):
    upload = send_pictures(visitor, {"fox.png": picture("red"), "owl_back.png": b"no picture"})
    answer = cards_of(visitor, {"upload": upload, "size": "poker"})

    assert answer.status == 422
    told = answer.text.partition('id="notice"')[2]
    assert "pictures/owl_back.png" in told.partition("</section>")[0]
    assert f'name="upload" value="{upload}"' in told
    assert 'value="poker" selected' in told
    assert not own.home.exists()


def test_server_answers_while_a_deck_is_made(visitor, own, monkeypatch):
    monkeypatch.setattr(card_games, "WAIT", 0.01)
    upload = send_pictures(visitor, {f"{number}.png": picture("red") for number in range(3)})

    async def meanwhile():
        begun = (await visitor.sent("/new", {"upload": upload})).headers["location"]
        page = await visitor.ask("GET", begun)
        assert (page.status, 'http-equiv="refresh"' in page.text) == (200, True)
        assert (await visitor.ask("GET", "/gallery/mine")).status == 200
        while (page := await visitor.ask("GET", begun)).status == 200:
            await asyncio.sleep(0.01)
        return page.headers["location"]

    assert asyncio.run(meanwhile()) == "/gallery/my-cards"


def test_without_a_file_the_form_for_files_makes_no_game(visitor, own):
    answer = visitor.post("/new", {"upload": "", "name": "", "title": "Bad"})
    told = answer.text.partition('id="notice"')[2]

    assert (answer.status, "no file to make a game from" in told) == (422, True)
    assert 'name="title" value="Bad"' in told.partition('id="bring"')[2]
    assert not own.home.exists()


def test_a_picture_that_came_alone_is_told_by_its_name_once(visitor, patient_page):
    upload = send_pictures(visitor, {"fox.png": b"no picture"})
    answer = cards_of(visitor, {"upload": upload, "name": "fox.png"})

    assert "fox.png/fox.png" not in answer.text
    assert "pictures/fox.png" in answer.text


def test_pictures_under_one_name_or_an_odd_one_are_all_kept(services, visitor):
    upload = ""
    for name in ("a.png", "A.png", "x/y?.png", "あ" * 90 + ".png"):
        upload = visitor.send(picture("red"), name, upload).text

    names = {path.name for path in services.uploads.find(upload).iterdir()}
    assert names == {"a.png", "A-2.png", "picture.png", "あ" * 50 + ".png"}


def test_a_set_of_pictures_takes_nothing_else(services, visitor, monkeypatch):
    upload = visitor.send(picture("red"), "a.png").text

    assert visitor.send(b"a,b", "a.csv", upload).status == 415
    assert visitor.send(picture("red"), "a.png", "x" * 16).status == 404
    monkeypatch.setattr(upload_store, "MOST_PICTURES", 1)
    assert visitor.send(picture("red"), "b.png", upload).status == 413
    assert visitor.get("/new/cards/nothing").status == 404


@pytest.mark.parametrize(
    ("data", "name", "status"), [(b"PK\x03\x04junk", "a.zip", 422), (b"\x00\x01", "a.xlsx", 422), (b"", "a.csv", 422)]
)
def test_a_file_that_is_no_game_leaves_none_behind(visitor, own, data, name, status):
    sent = visitor.send(data, name)
    answer = visitor.post("/new", {"upload": sent.text, "name": name, "title": "Bad"}) if sent.status == 200 else sent

    assert answer.status == status
    assert not (own.home / "bad").exists()


def test_other_kinds_of_files_and_other_computers_are_refused(visitor, monkeypatch):
    assert visitor.send(b"x", "a.exe").status == 415
    monkeypatch.setattr("generator.web.own_games.own_game_pages.is_away", lambda _: True)
    assert visitor.send(b"x", "a.csv").status == 403
    assert visitor.post("/new", {"title": "Fox"}).status == 403
    assert visitor.post("/own/mine", {"do": "copy", "title": "Fox"}).status == 403
    page = visitor.get("/own/mine")
    assert "Other devices only look" in page.text
    assert "<form" not in page.text.partition("<main")[2].partition("</main>")[0]


def test_covers_of_starters_are_their_first_cards(visitor):
    picture = visitor.get("/new/tarot/cover.svg")

    assert (picture.status, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert visitor.get("/new/nothing/cover.svg").status == 404


def test_games_of_the_folder_are_served_after_a_restart(services, own):
    own.create("Fox", "tarot")
    again = type(own)(games := type(services.games)(), own.home)

    assert again.has("fox")
    assert games.get("fox").is_own


def test_title_is_one_line_of_letters():
    assert checked_title(" The \n Wall ") == "The Wall"
    with pytest.raises(UsageError, match="control character"):
        checked_title("a\x00")


@pytest.mark.parametrize("starter", ["picket", "tarot", "prototype"])
def test_a_language_is_added_with_the_words_of_the_first_one(visitor, own, starter):
    visitor.post("/new", {"title": "Road", "starter": starter})
    answer = visitor.post("/own/road", {"do": "language", "language": " de "})
    game = load(own.home / "road")

    assert (answer.status, answer.headers["location"]) == (303, "/gallery/road?language=de")
    assert game.languages == ("en", "ja", "de")
    assert game.title["de"] == "Road"
    assert {
        cell["de"] == cell["en"] for cell in game.components[0].pieces[0].row.cells.values() if hasattr(cell, "by")
    } <= {True}
    assert (own.home / "road/rules/rules.de.md").read_bytes() == (own.home / "road/rules/rules.en.md").read_bytes()


def test_a_language_that_is_none_or_is_there_changes_nothing(visitor, own):
    visitor.post("/new", {"title": "Road", "starter": "tarot"})
    before = {file: file.read_bytes() for file in (own.home / "road").rglob("*") if file.is_file()}
    for language, what in (("x/y", "language code"), ("en", "already")):
        answer = visitor.post("/own/road", {"do": "language", "language": language})
        assert answer.status == 422
        assert what in answer.text.partition('id="notice"')[2]
    assert {file: file.read_bytes() for file in (own.home / "road").rglob("*") if file.is_file()} == before
