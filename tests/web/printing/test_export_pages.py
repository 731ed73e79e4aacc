"""The export page of the print room: from a form to folders, and what does not fit."""

import asyncio
import io
import re
import zipfile
from itertools import groupby

import pytest

from generator.web.http.reader_settings import COOKIE
from generator.web.orders.print_job import PrintJob
from tests.made_files import edit


async def exported(visitor, fields):
    """Order an export and wait for its last page."""
    answer = await visitor.sent("/print/mine/export", fields)
    assert answer.status == 303
    address = answer.headers["location"]
    while 'data-live="/' in (page := await visitor.ask("GET", address)).text:
        await asyncio.sleep(0.05)
    archives = [await visitor.ask("GET", name) for name in re.findall(rf'href="({address}/\d+\.zip)"', page.text)]
    return page, archives, address


def test_pictures_come_as_an_archive(visitor, tmp_path):
    fields = {"to": "pictures", "part": "raid", "language": "ja", "dpi": "300", "product": "poker"}
    page, (archive,), address = asyncio.run(exported(visitor, fields))

    folder = tmp_path / "out" / "mine" / "pictures-ja-only-raid"
    assert "The files are ready" in page.text
    assert str(folder) in page.text
    with zipfile.ZipFile(io.BytesIO(archive.body)) as opened:
        names = opened.namelist()
        assert opened.testzip() is None
    assert "mine-pictures-ja-only-raid/raid/01-scouts-x2-front.png" in names
    assert len(names) == len([each for each in folder.rglob("*") if each.is_file()])
    again = re.search(r'href="(/print/mine/export\?[^"]+)"', page.text)[1].replace("&amp;", "&")
    form = visitor.get(again).text
    assert re.search(r'name="to" value="pictures" checked', form)
    assert re.search(r'name="part" value="raid" checked', form)
    assert "<option selected>poker</option>" in form
    listed = visitor.get("/print").text
    assert address in listed
    assert visitor.get(f"/print/order/{address.rpartition('/')[2]}").status == 404


def test_faults_of_the_game_are_told(visitor, game, tmp_path):
    template = game / "templates/raid.svg.j2"
    edit(template, "card.name", "card.nmae")
    page, archives, _ = asyncio.run(exported(visitor, {"to": "pictures", "part": "raid"}))

    assert "Nothing was written" in page.text
    assert "raid.svg.j2:" in page.text
    assert archives == []
    assert not (tmp_path / "out" / "mine").exists() or [*(tmp_path / "out" / "mine").iterdir()] == []


def test_form_needs_a_target(visitor):
    answer = visitor.post("/print/mine/export", {"part": "raid"})

    assert (answer.status, answer.headers["location"]) == (303, "/print/mine/export?missing=to")
    assert "Tick at least one." in visitor.get("/print/mine/export?missing=to").text


def test_what_the_form_does_not_offer_is_refused(visitor):
    for fields in ({"to": "moon"}, {"to": "pictures", "dpi": "7"}, {"to": "mpc", "product": "pokr"}):
        assert visitor.post("/print/mine/export", fields).status == 400
    assert visitor.post("/print/mine/export", {"to": "pictures", "part": "nothing"}).status == 400
    assert visitor.get("/print/nothing/export").status == 404
    assert visitor.get("/print/export/unknown").status == 404
    assert visitor.get("/print/export/unknown/0.zip").status == 404


@pytest.mark.limited_child
def test_order_that_waits_or_is_running_can_be_given_up(visitor, tmp_path):
    async def stopped():
        answers = [await visitor.sent("/print/mine/export", {"to": name}) for name in ("pictures", "tts", "cut")]
        running, waiting, last = (answer.headers["location"] for answer in answers)
        while "Making the files" not in (await visitor.ask("GET", running)).text:
            await asyncio.sleep(0.01)
        for address in (waiting, running):
            assert (await visitor.sent(f"{address}/stop")).headers["location"] == address
        while 'data-live="/' in (await visitor.ask("GET", last)).text:
            await asyncio.sleep(0.05)
        again = await visitor.sent(f"{last}/stop")
        return [(await visitor.ask("GET", address)).text for address in (running, waiting, last)], again.status

    pages, status = asyncio.run(stopped())
    given_up = ["The order was given up" in page for page in pages]
    assert given_up == [True, True, False]
    assert status == 303
    assert sorted(each.name for each in (tmp_path / "out" / "mine").iterdir() if each.name[0] != ".") == ["cut-en"]


def test_progress_names_the_target_and_all_comes_in_one_archive(visitor, services, monkeypatch):
    steps, update = [], PrintJob.update

    def note(job, message):
        steps.extend([message] if "step" in message else [])
        update(job, message)

    async def seen():
        page, _, address = await exported(visitor, {"to": ["pictures", "cut"], "part": "raid"})
        archive = await visitor.ask("GET", f"{address}/all.zip")
        job, told = services.print_queue.find(address.rpartition("/")[2]), []
        if task := services.print_queue.task(job):  # its end would stop a job that is running
            await task
        job.state = "running"
        for step in steps:  # again, as a page that is asked for meanwhile can miss those that are quick
            update(job, step)
            told += re.findall(r'"status">Making the files · ([^·:<]+)', (await visitor.ask("GET", address)).text)
        return [each.strip() for each in told], archive, page.text

    monkeypatch.setattr(PrintJob, "update", note)
    told, archive, page = asyncio.run(seen())
    assert [title for title, _ in groupby(told)] == ["reading the game", "Pictures", "Any cutting machine"]
    assert "/all.zip" in page
    with zipfile.ZipFile(io.BytesIO(archive.body)) as opened:
        folders = {name.partition("/")[0] for name in opened.namelist()}
    assert folders == {"mine-pictures-en-only-raid", "mine-cut-en-only-raid"}


def test_findings_name_the_fields_of_the_form(visitor):
    for language, told in (("en", "leave it out with “What to export”"), ("ja", "「書き出すもの」で除")):
        visitor.cookies[COOKIE] = language
        page, _, _ = asyncio.run(exported(visitor, {"to": "mpc", "part": "watch"}))
        assert told in page.text
        assert "--only" not in page.text


def test_places_and_components_apart_are_options_of_the_form(visitor, tmp_path):
    fields = {"to": "cut", "part": "raid", "skip": "1,5", "split": "yes"}
    page, _, _ = asyncio.run(exported(visitor, fields))
    refused, _, _ = asyncio.run(exported(visitor, {**fields, "skip": "first"}))

    assert (tmp_path / "out" / "mine" / "cut-en-only-raid-skip1-5").is_dir()
    assert "skip=1%2C5" in page.text
    assert "is no number of a place from 1 to 999" in refused.text
