"""Settings of a game are changed in forms, and game.toml keeps everything else."""

import html
import re

import pytest

from generator.load.game_loader import load
from tests.web.own_games.settings_reader import SETTINGS, SettingsReader


class Settings(SettingsReader):
    """A reader of the form, who sends it as a browser without scripts does."""

    def page(self, part=""):
        return self.visitor.get(f"{SETTINGS}?of={part}")

    def form(self, page):
        text = page.text.partition('id="setting-form"')[2].partition("</form>")[0]
        fields = {}
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text):
            fields[name] = html.unescape(value)
        for name, value in re.findall(r'<input id="[^"]+" name="([^"]+)" value="([^"]*)"', text):
            fields[name] = html.unescape(value)
        for name, body in re.findall(r'<select id="[^"]+" name="([^"]+)"[^>]*>(.*?)</select>', text, re.DOTALL):
            fields[name] = next((html.unescape(value) for value in re.findall(r'value="([^"]*)" selected', body)), "")
        for name, value in re.findall(r'type="checkbox"[^>]* name="([^"]+)" value="([^"]*)" checked', text):
            fields.setdefault(name, []).append(html.unescape(value))
        return fields

    def set(self, part="", /, page=None, **values):
        fields = self.form(page or self.page(part))
        path = f"components.{part}." if part else ""
        values = {path + name.replace("__", "."): value for name, value in values.items()}
        assert {f"was.{name}" for name in values} <= fields.keys()
        return self.visitor.post(SETTINGS, fields | values)


@pytest.fixture
def settings(visitor, game):
    return Settings(visitor, game / "game.toml")


def test_a_form_that_is_sent_unchanged_changes_nothing(settings, game):
    before = settings.text
    for part in ("", *(part.id for part in load(game).components)):
        assert settings.set(part).status == 303
    assert settings.text == before
    assert 'id="undo"' not in settings.page().text


def test_size_and_bleed_change_exactly_their_bytes_and_come_back(settings):
    before = settings.text
    part = before.partition("[components.raid]")[2].partition("[components.raid.columns]")[0]
    answer = settings.set("raid", trim="70 x 120", bleed="2.5")

    assert (answer.status, answer.headers["location"]) == (303, f"{SETTINGS}?of=raid&notice=saved")
    wanted = re.sub(r'trim = \["[^"]+", "[^"]+"\]', 'trim = ["70mm", "120mm"]', part)
    wanted = re.sub(r'bleed = "[^"]+"', 'bleed = "2.5mm"', wanted)
    assert settings.text == before.replace(part, wanted)

    settings.turn("undo")
    assert settings.text == before
    settings.turn("redo")
    assert settings.text == before.replace(part, wanted)


def test_title_and_languages_are_fields_of_their_own(settings, game):
    settings.set(title__en='The "Wall"', designer="A. B.")

    assert dict(load(game).title.by)["en"] == 'The "Wall"'
    assert load(game).designer == "A. B."
    assert (
        "言語" in settings.visitor.get(SETTINGS, ("cookie", "lang=ja")).text
        or "The languages of all words" in settings.page().text
    )


def test_a_value_with_a_fault_is_shown_and_not_saved(settings):
    before = settings.text
    answer = settings.set("raid", bleed="40mm", corner="1mm")

    assert (answer.status, settings.text) == (422, before)
    form = settings.form(answer)
    assert (form["components.raid.bleed"], form["components.raid.corner"]) == ("40mm", "1mm")
    assert "out of range" in answer.text.partition('id="notice"')[2]
    assert (
        'name="components.raid.bleed" value="40mm" maxlength="2000" autocomplete="off" aria-invalid="true"'
        in answer.text
    )
    # Mended in the same form, both are saved.
    assert settings.set("raid", page=answer, bleed="2mm").status == 303
    assert settings.text != before


def test_a_file_changed_meanwhile_keeps_both_changes(settings):
    page = settings.page("raid")
    theirs = settings.text.replace("# ", "# Theirs. ", 1).replace("designer = ", 'version_note = ""\ndesigner = ')
    theirs = theirs.replace('version_note = ""\n', "")
    settings.file.write_bytes(theirs.encode())
    answer = settings.set("raid", page=page, bleed="2mm")

    assert (answer.status, settings.text) == (409, theirs)
    assert "was changed meanwhile" in answer.text.partition('id="notice"')[2]
    assert settings.visitor.post(SETTINGS, settings.form(answer)).status == 303
    assert "# Theirs." in settings.text
    assert 'bleed = "2mm"' in settings.text


def test_undo_after_another_hand_changed_the_file_is_refused_with_a_sentence(settings):
    settings.set("raid", bleed="2mm")
    settings.file.write_bytes(settings.text.encode() + b"# more\n")
    after = settings.text

    assert settings.turn("undo").headers["location"].endswith("notice=lost")
    assert settings.text == after
    assert "cannot be taken back" in settings.visitor.get(f"{SETTINGS}?notice=lost").text


def test_undo_of_settings_and_tables_goes_back_in_order(settings, visitor, game):
    before = settings.text
    settings.set("raid", bleed="2mm")
    page = visitor.get("/gallery/mine/tables?file=cards/raid.csv&row=0").text
    digest = re.search(r'name="digest" value="([^"]+)"', page)[1]
    fields = {"file": "cards/raid.csv", "digest": digest, "row": "0", "do": "copy"}
    assert visitor.post("/gallery/mine/tables/rows", fields).status == 303

    assert "/tables?" in settings.turn("undo").headers["location"]
    answer = visitor.post("/gallery/mine/tables/history", {"do": "undo", "file": "cards/raid.csv", "from": "0"})
    assert answer.headers["location"] == SETTINGS
    assert settings.text == before


def test_a_back_is_chosen_among_the_drawings_and_left_out(settings, game):
    assert '<option value="raid.svg.j2"' in settings.page("raid").text
    settings.set("raid", back="")
    assert load(game).components[0].back is None or not load(game).components[0].back


def test_counts_to_be_expected_are_numbers(settings):
    fields = settings.form(settings.page())
    name, count = next((name, value) for name, value in fields.items() if name.startswith("expect."))
    answer = settings.set(**{name.replace(".", "__"): str(int(count) + 1)})

    assert answer.status == 422
    assert "is-faulty" not in answer.text
    assert settings.form(answer)[name] == str(int(count) + 1)


def test_shipped_games_and_other_computers_only_look(settings, visitor, monkeypatch):
    assert "copy the game first" in visitor.get("/own/picket/settings").text
    assert visitor.post("/own/picket/settings", {}).status == 403
    fields = settings.form(settings.page())
    monkeypatch.setattr("generator.web.own_games.setting_pages.is_away", lambda _: True)
    assert visitor.post(SETTINGS, fields | {"designer": "X"}).status == 403
    assert settings.turn("undo").status == 403
    assert 'id="setting-save"' not in settings.page().text


def test_a_file_that_cannot_be_parsed_is_told(settings):
    settings.file.write_bytes(b"title = {")
    answer = settings.page()

    assert answer.status == 200
    assert "game.toml:1" in answer.text.partition('id="notice"')[2]


@pytest.mark.parametrize("title", ["", "x\x07", "a" * 3000, "\\ \" ' # [x]"])
def test_any_text_is_kept_as_it_is_or_refused(settings, game, title):
    before = settings.text
    answer = settings.set(title__en=title)

    if answer.status == 303:
        assert dict(load(game).title.by)["en"] == title[:2000]
    else:
        assert (answer.status, settings.text) == (422, before)
