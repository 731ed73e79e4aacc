"""The end of a game on its page, and its sheets as PDF."""

import asyncio
import io
import re
import threading
import xml.etree.ElementTree as ET
from html import unescape

import pikepdf
import pytest

from generator.play.session_checks import judge
from generator.play.session_library import SessionRequest, live_session, start_deck, start_solo
from generator.play.typed_line import run_line
from generator.session.recorded_play import resume
from generator.solo.action import STOPPED

GAME = "hadrians-wall"


def section(page):
    """The part of a table's page that tells of the end."""
    return unescape(re.search(r'<section id="ending".*?</section>', page, re.DOTALL)[0])


def fields(form):
    return dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))


def test_game_under_way_has_an_empty_part(visitor, ended):
    ended("wall", lines=3)

    assert section(visitor.get("/play/wall").text) == '<section id="ending" data-key="">\n</section>'


@pytest.mark.parametrize("kind", ["full", "paper"])
def test_nothing_of_an_ended_game_is_said_in_commands_to_type(visitor, ended, kind):
    ended("wall", kind)

    assert "`" not in visitor.get("/play/wall").text


def test_end_of_a_fort_says_what_is_met_and_where_the_campaign_goes_on(visitor, ended):
    ended("wall", fort="segedunum", campaign={"name": "line", "game": 1})
    told = section(visitor.get("/play/wall").text)

    assert "○ Finish with a total of 70 or more. Missed: " in told
    assert 'href="/campaigns#campaign-line"' in told
    ended("plain")
    assert "/campaigns" not in section(visitor.get("/play/plain").text)


def test_score_is_told_row_by_row(visitor, ended):
    points = ended("wall").visible.points
    told = section(visitor.get("/play/wall").text)
    rows = re.findall(r'<th scope="row">(.*?)(?: <small>(.*?)</small>)?</th><td>(.*?)</td>', told)

    assert f"<strong>{points.total}</strong>".replace("-", "−") in told
    assert [number.replace("−", "-") for _, _, number in rows if number][: len(points.rows)] == [
        str(-value if minus else value) for _, value, minus in points.rows
    ]
    assert len([goal for _, goal, _ in rows if ":" in goal]) == len(points.paths)


def test_score_line_is_good(visitor, ended, services):
    ended("wall", relaxed=True)
    told = section(visitor.get("/play/wall").text)
    line = re.search(r"<textarea[^>]*>(.*?)</textarea>", told)[1]

    assert judge(line, services.sessions.folder, "en").good
    assert "<code>vallum solo verify LINE</code>" in told
    assert services.sessions.path("wall").read_text().split('"seed":"')[1].split('"')[0] in told


def test_take_backs_are_owned_up_to(visitor, ended, services):
    ended("wall", relaxed=True)
    with resume(services.sessions.path("wall")) as play:
        table = live_session(play)
        list(run_line(table, "undo"))
        while not table.visible.over:
            list(run_line(table, "stop" if STOPPED in table.visible.legal else str(table.visible.legal[0])))
        told_once = table.visible.peeked

    assert f"with take-backs: {told_once}" in section(visitor.get("/play/wall").text)


def test_paper_total_is_noted(visitor, ended):
    ended("paper", "paper")
    told = section(visitor.get("/play/paper").text)
    assert '<p class="final">' not in told
    assert "to mark on your sheet" in told
    assert "<textarea" not in told
    answer = visitor.post("/play/paper", {**fields(told.split('class="noting"')[1].split("</form>")[0]), "word": "-7"})
    told = section(visitor.get("/play/paper").text)

    assert answer.status == 303
    assert "<strong>−7</strong> <span>points</span>" in told
    assert 'value="-7"' in told


def test_another_begins_with_the_same_choices(visitor, ended, services):
    chosen = {"difficulty": "hard", "reshuffle": "all", "battle": "trained", "sword": "lost"}
    first = ended("wall", settings=chosen, relaxed=True).play.header
    told = section(visitor.get("/play/wall").text)
    forms = re.findall(r'<form method="post" action="/play">.*?</form>', told, re.DOTALL)
    headers = []
    for form in forms:
        place = visitor.post("/play", fields(form)).headers["location"]
        with resume(services.sessions.path(place.removeprefix("/play/")), writing=False) as play:
            headers.append(play.header)

    assert [each.mode for each in headers] == ["relaxed"] * 2
    assert [each.seed == first.seed for each in headers] == [False, True]
    assert [each.options for each in headers] == [first.options, {**first.options, "attempt": 2}]


def test_typed_decks_have_no_seed_to_tell(visitor, services):
    with start_solo(GAME, SessionRequest("paper", "typed", typed=True), services.sessions.folder) as play:
        table = live_session(play)
        while not table.visible.over:
            seen = table.visible
            card = (seen.draw.unseen[0] if seen.draw.unseen else "shuffle") if seen.draw else ""
            list(run_line(table, card or ("stop" if STOPPED in seen.legal else str((seen.legal or ("0 0 0",))[0]))))
            assert not table.error
    told = section(visitor.get("/play/typed").text)

    assert "Seed" not in told
    assert len(re.findall('action="/play"', told)) == 1


def test_history_marks_this_game(visitor, ended):
    for name in ("one", "two"):
        ended(name)
    told = section(visitor.get("/play/two").text)
    plain, marked = (visitor.get(f"/play/history.svg{query}") for query in ("", "?mark=two"))

    assert re.findall(r'<th scope="row">(\w+)(?: <small>(.*?)</small>)?</th>', told)[-2:] == [
        ("one", ""),
        ("two", "this one"),
    ]
    assert marked.headers["content-type"] == "image/svg+xml"
    assert ET.fromstring(marked.text).tag.endswith("svg")
    assert len(marked.text) > len(plain.text)
    assert visitor.get("/play/history.svg?mark=<b>").text == plain.text


def test_end_is_told_in_japanese(visitor, ended):
    ended("wall")
    visitor.cookies["vallum-page"] = "ja.auto.normal"
    told = section(visitor.get("/play/wall").text)

    assert "ゲーム終了" in told
    assert "名誉" in told
    assert "<code>vallum solo verify 行</code>" in told


def test_sheets_come_as_they_stand(visitor, ended):
    ended("wall", lines=12)
    flat, form = (visitor.get(f"/play/wall/sheet.pdf?flat={flat}&paper=letter") for flat in (1, 0))

    assert flat.headers["content-disposition"] == 'attachment; filename="wall-letter.pdf"'
    assert flat.headers["content-type"] == "application/pdf"
    for answer, has_form in ((flat, False), (form, True)):
        with pikepdf.open(io.BytesIO(answer.body)) as pdf:
            assert ("/AcroForm" in pdf.Root) == has_form
            assert len(pdf.pages) == 2


def test_paper_sheets_have_their_paths(visitor, ended):
    ended("paper", "paper")
    with pikepdf.open(io.BytesIO(visitor.get("/play/paper/sheet.pdf").body)) as pdf:
        held = [str(field.get("/V", "")) for field in pdf.Root.AcroForm.Fields]

    assert "paper" in held
    assert len([word for word in held if word.isalpha()]) >= 7


@pytest.mark.parametrize("query", ["paper=a9", "flat=2", "paper=../a4"])
def test_sheet_that_is_not_offered_is_refused(visitor, ended, query):
    ended("wall", lines=3)

    assert visitor.get(f"/play/wall/sheet.pdf?{query}").status == 400


@pytest.mark.parametrize("name", ["nothing", "..%2fwall", "WALL", "%2e%2e"])
def test_sheet_of_no_session_is_not_there(visitor, name):
    assert visitor.get(f"/play/{name}/sheet.pdf").status == 404


def test_deck_has_no_sheets(visitor, services):
    start_deck("glory-to-rome/orders", SessionRequest("deck", "orders"), services.sessions.folder).close()
    answer = visitor.get("/play/orders/sheet.pdf")

    assert answer.status == 400
    assert "orders: a deck has no sheets to print" in answer.text


def test_other_pages_answer_while_sheets_are_made(visitor, ended, monkeypatch):
    ended("wall", lines=3)
    begun, gate = threading.Event(), threading.Event()

    def held(*_, **__):
        begun.set()
        assert gate.wait(60), "nobody else was answered"
        return b"%PDF-"

    async def both():
        sheet = asyncio.create_task(visitor.ask("GET", "/play/wall/sheet.pdf"))
        assert await asyncio.to_thread(begun.wait, 20)
        others = [(await visitor.ask("GET", page)).status for page in ("/static/entry.css", "/play", "/play/wall")]
        is_made = sheet.done()
        gate.set()
        return others, is_made, (await sheet).body

    monkeypatch.setattr("generator.web.play.play_pages._filled_sheets", held)

    assert asyncio.run(both()) == ([200] * 3, False, b"%PDF-")
