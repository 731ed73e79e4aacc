"""Makers of pictures are typed in the settings of a game, and credits.toml keeps everything else."""

import html
import re

import pytest

from generator.web.own_games import credit_edits
from tests.web.own_games.settings_reader import SETTINGS, SettingsReader

TEXT = '# Ours.\r\n[pictures]\r\n"art/fox.png" = ""  # where from?\r\n\r\n"art/owl.png" = \'B. "Star", CC0\'\r\n'


class Makers(SettingsReader):
    """A reader of the form, who sends it as a browser without scripts does."""

    def __init__(self, visitor, folder):
        super().__init__(visitor, folder / "credits.toml")
        self.file.write_bytes(TEXT.encode())

    def fields(self, page=None):
        text = (page or self.visitor.get(SETTINGS)).text.partition('id="makers-form"')[2].partition("</form>")[0]
        return {name: html.unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', text)}

    def send(self, values, page=None):
        return self.visitor.post(f"{SETTINGS}/credits", self.fields(page) | values)


@pytest.fixture
def makers(visitor, game):
    return Makers(visitor, game)


def test_a_maker_changes_its_bytes_alone_and_comes_back(makers):
    assert makers.fields()["maker.art/owl.png"] == 'B. "Star", CC0'
    answer = makers.send({"maker.art/fox.png": " A. 冬野,  CC BY 4.0 "})

    assert (answer.status, answer.headers["location"]) == (303, f"{SETTINGS}?notice=saved")
    wanted = TEXT.replace('""', '"A. 冬野, CC BY 4.0"')
    assert makers.text == wanted
    assert "A. 冬野, CC BY 4.0" in makers.visitor.get("/rules/mine").text
    makers.turn("undo")
    assert makers.text == TEXT
    makers.turn("redo")
    assert makers.text == wanted


def test_a_form_sent_unchanged_changes_nothing(makers):
    assert makers.send({}).status == 303
    assert makers.text == TEXT
    assert 'id="undo"' not in makers.visitor.get(SETTINGS).text


def test_one_maker_is_written_for_all_that_have_none(makers, game):
    (game / "art").mkdir()
    for name in ("crow.png", "notes.txt"):
        (game / "art" / name).write_bytes(b"")
    makers.send({"makers": "A. Smith"})

    assert makers.text == TEXT.replace('""', '"A. Smith"') + '"art/crow.png" = "A. Smith"\r\n'


def test_first_maker_begins_the_file(makers, game):
    makers.file.unlink()
    assert 'id="makers"' not in makers.visitor.get(SETTINGS).text
    (game / "art").mkdir()
    (game / "art/crow.png").write_bytes(b"")
    makers.send({"maker.art/crow.png": "A. Smith"})

    assert makers.text == '[pictures]\n"art/crow.png" = "A. Smith"\n'
    makers.turn("undo")
    assert not makers.file.exists()
    makers.turn("redo")
    assert makers.text == '[pictures]\n"art/crow.png" = "A. Smith"\n'


def test_first_maker_goes_into_an_empty_file_that_is_back_after_undo(makers, game):
    makers.file.write_bytes(b"")
    (game / "art").mkdir()
    (game / "art/crow.png").write_bytes(b"")
    makers.send({"maker.art/crow.png": "A. Smith"})
    makers.turn("undo")

    assert makers.file.read_bytes() == b""


def test_first_maker_does_not_overwrite_a_file_that_came_meanwhile(makers, game):
    makers.file.unlink()
    (game / "art").mkdir()
    (game / "art/crow.png").write_bytes(b"")
    page = makers.visitor.get(SETTINGS)
    makers.file.write_text(TEXT, "utf-8")

    assert makers.send({"maker.art/crow.png": "A. Smith"}, page).status == 409
    assert makers.file.read_text("utf-8") == TEXT.replace("\r\n", "\n")


def test_file_of_the_first_maker_stays_where_somebody_added_to_it(makers, game):
    makers.file.unlink()
    (game / "art").mkdir()
    (game / "art/crow.png").write_bytes(b"")
    makers.send({"maker.art/crow.png": "A. Smith"})
    theirs = makers.text + '"art/hare.png" = "C"\n'
    makers.file.write_text(theirs, "utf-8")

    assert makers.turn("undo").headers["location"] == f"{SETTINGS}?notice=lost"
    assert makers.text == theirs


def test_a_file_changed_meanwhile_stays_and_what_was_typed_stands_in_the_form(makers):
    page = makers.visitor.get(SETTINGS)
    theirs = TEXT + '"art/hare.png" = "C"\r\n'
    makers.file.write_bytes(theirs.encode())
    answer = makers.send({"maker.art/fox.png": "A. Smith"}, page)

    assert (answer.status, makers.text) == (409, theirs)
    assert "credits.toml was changed meanwhile" in answer.text.partition('id="notice"')[2]
    assert makers.send({}, answer).status == 303
    assert makers.text == theirs.replace('""', '"A. Smith"')


@pytest.mark.parametrize("data", [b"[pictures\n", b"pictures = 3\n", b'[pictures]\n"a.png" = 3\n', b"\xff"])
def test_a_file_that_cannot_be_read_has_no_form(makers, data):
    makers.file.write_bytes(data)

    assert 'id="makers"' not in makers.visitor.get(SETTINGS).text
    assert makers.visitor.post(f"{SETTINGS}/credits", {"digest": "", "makers": "A"}).status == 404
    assert makers.file.read_bytes() == data


def test_a_table_in_braces_gets_its_words_too(makers):
    makers.file.write_text('pictures = { "art/fox.png" = "" }\n', "utf-8")
    makers.send({"makers": "A"})
    assert makers.text == 'pictures = { "art/fox.png" = "A" }\n'


def test_pictures_without_a_maker_come_first_where_there_are_too_many(makers, monkeypatch):
    monkeypatch.setattr(credit_edits, "MOST_CREDITS", 1)
    makers.file.write_text('[pictures]\n"a.png" = "A"\n"b.png" = ""\n', "utf-8")
    page = makers.visitor.get(SETTINGS)

    assert [name for name in makers.fields(page) if name.startswith("maker.")] == ["maker.b.png"]
    assert "1 more are in credits.toml" in page.text


def test_only_this_computer_changes_makers(makers, monkeypatch):
    monkeypatch.setattr("generator.web.own_games.setting_pages.is_away", lambda _: True)
    assert makers.send({"makers": "A"}).status == 403
    assert makers.text == TEXT


def test_the_form_of_a_component_has_no_makers(makers):
    assert 'id="makers"' not in makers.visitor.get(f"{SETTINGS}?of=raid").text


def test_first_maker_leaves_no_file_on_a_full_disk(makers, game, monkeypatch):
    makers.file.unlink()
    (game / "art").mkdir()
    (game / "art/crow.png").write_bytes(b"")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("generator.base.system.file_exchange.os.fsync", full)
    assert makers.send({"maker.art/crow.png": "A. Smith"}).status == 503
    assert not makers.file.exists()
