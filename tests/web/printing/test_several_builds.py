"""Orders of several papers, languages and themes, and the rarely used switches of a build."""

import asyncio
import os
import re
from urllib.parse import urlencode

import pytest

from generator.web.orders.print_job import PrintJob
from tests.made_files import edit
from tests.web.printing.test_estimate_pages import estimated
from tests.web.printing.test_print_pages import printed

THEMES = ("", "-mono", "-light")
EVERY = {"part": "watch", "paper": ["letter", "a4"], "language": ["ja", "en"], "theme": ["mono", "colour", "light"]}


def test_one_order_makes_every_paper_language_and_theme(visitor, services):
    page, files = asyncio.run(printed(visitor, EVERY))

    looks = [f"{paper}-{lang}{theme}" for paper in ("a4", "letter") for lang in ("en", "ja") for theme in THEMES]
    assert sorted(name for name in files if name.startswith("watch")) == sorted(f"watch-{look}.pdf" for look in looks)
    assert len(list(services.print_queue.newest())) == 1
    told = "Watch token · Letter, A4 · Japanese, English · Black only, Colour, Light: colour on white · Print on both"
    assert told in " ".join(page.split())


def test_estimate_counts_every_theme_and_shows_its_pages(visitor):
    async def asked():
        one = await estimated(visitor, {"part": "watch", "paper": "a4"})
        three = await estimated(visitor, {"part": "watch", "paper": "a4", "theme": ["colour", "mono", "light"]})
        return [int(re.search(r"Sheets of paper: (\d+)", page.text)[1]) for page in (one, three)], three

    (one, three), page = asyncio.run(asked())
    assert three == 3 * one
    assert len(re.findall(r"/sheets/\d+/0\.svg", page.text)) == 3


def test_form_keeps_what_else_the_order_makes(visitor):
    page = visitor.get(f"/print/mine?{urlencode(EVERY, doseq=True)}").text

    assert re.findall(r'name="(?:paper|language|theme)" value="([\w-]+)" checked', page) == [
        "en",
        "colour",
        "light",
        "a4",
    ]
    assert [*re.findall(r'value="(letter|ja|mono)" selected', page)] == ["letter", "ja", "mono"]
    assert page.count("<details open>") == 2


def test_preview_of_the_sheets_keeps_what_else_the_order_makes(visitor):
    page = visitor.get(f"/print/mine/sheets?{urlencode(EVERY, doseq=True)}").text

    assert set(re.findall(r"<code>(watch[\w.-]+)</code>", page)) >= {"watch-letter-ja-mono.pdf", "watch-a4-en.pdf"}
    assert page.index('value="letter" selected') < page.index('type="hidden" name="paper" value="a4"')
    assert 'type="hidden" name="paper" value="letter"' not in page


def test_a_value_that_is_not_offered_is_refused_among_others_too(visitor, services):
    assert visitor.post("/print/mine", {"part": "watch", "paper": ["a4", "a99"]}).status == 400
    assert not services.print_queue._jobs


@pytest.mark.limited_child
def test_progress_names_the_theme_and_its_place(visitor, services, monkeypatch):
    monkeypatch.setattr(PrintJob, "update", lambda *_: None)  # no other step takes the place of this one

    async def page():
        address = (await visitor.sent("/print/mine", EVERY)).headers["location"]
        job = services.print_queue.find(address.rpartition("/")[2])
        while job.state == "waiting":
            await asyncio.sleep(0.01)
        job.step = "colour: mine: sheets"
        return (await visitor.ask("GET", address)).text

    assert "Making the PDFs · Colour (2 of 3) · laying out sheets" in " ".join(asyncio.run(page()).split())


def test_changes_are_found_in_one_theme(visitor):
    answer = visitor.post("/print/mine", {"part": "raid", "changed": "yes", "theme": ["mono", "colour"]})

    assert (answer.status, "in one theme at a time" in answer.text) == (400, True)


def test_print_that_is_sent_says_what_has_changed_since(visitor, game, services):
    async def orders():
        _, files = await printed(visitor, {"part": "raid"})
        sent = (await visitor.ask("POST", "/print/upload", body=files["raid-a4-en.pdf"].body)).text
        edit(game / "cards/raid.csv", "He has come himself.", "He has come.")
        await printed(visitor, {"part": "raid"})  # the output folder has the new look now
        changed = ({"changed": "yes"}, {"since": sent})
        return [(await printed(visitor, {"part": "raid"} | more))[0] for more in changed], sent

    (here, old), sent = asyncio.run(orders())
    assert "Nothing to print" in here
    assert "War chief × 1 <small>looks different</small>" in " ".join(old.split())
    assert f'value="{sent}"' in visitor.get(f"/print/mine?since={sent}").text
    services.uploads._files.clear()
    assert f'value="{sent}"' not in visitor.get(f"/print/mine?since={sent}").text


def damage(path):
    """Change a file so that neither its size nor its time tells."""
    state = path.stat()
    path.write_bytes(b"x" * state.st_size)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


@pytest.mark.parametrize(
    ("switches", "mended", "says"),
    [
        ({}, False, "The PDFs are ready"),
        ({"verify": "yes"}, True, "Things to look at: 1"),
        ({"verify": "yes", "strict": "yes"}, True, "The PDFs are ready, but warnings count as faults"),
    ],
)
def test_damaged_file_is_mended_if_asked_and_told_as_a_fault_if_asked(visitor, services, switches, mended, says):
    asyncio.run(printed(visitor, {"part": "watch"}))
    path = services.out / "mine" / "watch-a4-en.pdf"
    damage(path)
    page, _ = asyncio.run(printed(visitor, {"part": "watch"} | switches))

    assert path.read_bytes().startswith(b"%PDF-") == mended
    assert ("had changed since it was built" in page) == mended
    assert says in page


def test_export_takes_several_languages_and_papers(visitor):
    fields = {"to": "cut", "part": "watch", "language": ["en", "ja"], "paper": ["a4", "letter"]}

    async def done():
        address = (await visitor.sent("/print/mine/export", fields)).headers["location"]
        while 'data-live="/' in (page := await visitor.ask("GET", address)).text:
            await asyncio.sleep(0.05)
        return page

    page = asyncio.run(done())
    assert len(re.findall(r"mine/cut-(?:en|ja)-only-watch-a4-letter", page.text)) == 2
    again = re.search(r'href="(/print/mine/export\?[^"]+)"', page.text)[1].replace("&amp;", "&")
    assert re.findall(r'name="(?:paper|language)" value="(\w+)" checked', visitor.get(again).text) == ["ja", "letter"]
