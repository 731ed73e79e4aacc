"""The page that reads a filled scoresheet, and writes its marks into a fresh one."""

import asyncio
import io
import json
import re
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pikepdf
import pytest
from starlette.datastructures import QueryParams
from starlette.requests import Request

from generator.web.uploads.filled_sheet_pages import FilledSheetPages
from tests.web.uploads.test_preflight_pages import PDF, sent

MARKS = {"fort_01": 1, "wall_01": 1, "path_1": "fighter", "name": "Ann"}
BAD = {"wall_02": 1}
GAME = "hadrians-wall"


def read(visitor, **fields):
    """Ask until the file is read, as a browser does."""

    async def asked():
        address = f"/print/sheet?{urlencode(fields)}"
        while "is being read" in (page := await visitor.ask("GET", address)).text:
            await asyncio.sleep(0.05)
        return page

    return asyncio.run(asked())


def fresh(visitor, **fields):
    """Have marks written into a fresh sheet, and return the page and its files."""

    async def made():
        answer = await visitor.sent("/print/sheet", fields)
        assert answer.status == 303
        while "is being read" in (page := await visitor.ask("GET", answer.headers["location"])).text:
            await asyncio.sleep(0.05)
        links = re.findall(r'href="(/print/sheet/[^"]+)" download', page.text)
        return page.text, {link.rpartition("/")[2]: (await visitor.ask("GET", link)).body for link in links}

    return asyncio.run(made())


def marks_id(visitor, marks):
    return sent(visitor, json.dumps({"game": GAME, "marks": marks}).encode()).text


@pytest.fixture(scope="module")
def sheets():
    """Filled sheets that were made before, by their marks."""
    return {}


@pytest.fixture
def filled(visitor, sheets):
    def one(marks):
        key = json.dumps(marks)
        if key not in sheets:
            _, files = fresh(visitor, upload=marks_id(visitor, marks), name="my marks.json")
            (sheets[key],) = files.values()
        return sheets[key]

    return one


def test_marks_are_written_into_a_fresh_sheet(visitor, services):
    page, files = fresh(visitor, upload=marks_id(visitor, MARKS), name="my marks.json", paper="letter", flat="yes")

    assert [*files] == ["sheets-filled-my-marks-flat-letter-en.pdf"]
    assert str(services.out / GAME) in page
    with pikepdf.open(io.BytesIO(*files.values())) as pdf:
        assert "/AcroForm" not in pdf.Root


def test_filled_sheet_is_read_and_its_marks_come_back(visitor, filled):
    id_ = sent(visitor, filled(MARKS)).text
    page = read(visitor, upload=id_, name="<b>mine.pdf").text
    document = json.loads(visitor.get(f"/print/sheet/marks.json?upload={id_}").body)

    assert "Nothing on it breaks the rules" in page
    assert "Miles" in page
    assert '<td class="words">Ann</td>' in page
    assert "<b>mine" not in page
    assert (document["ok"], document["marks"]) == (True, MARKS | {"small_granary": 1, "production_01": 1})
    again, files = fresh(visitor, upload=id_, name="mine.pdf", language="ja")
    assert [*files] == ["sheets-filled-mine-a4-ja.pdf"], again


def test_sheet_that_breaks_the_rules_is_told(visitor, filled):
    page = read(visitor, upload=sent(visitor, filled(BAD)).text, name="mine.pdf").text

    assert re.search(r"Where it breaks the rules: \d", page)
    assert "is marked, but not Wall, section 1, box 1 of 7" in page


def test_file_that_is_no_sheet_is_told_by_its_own_name(visitor):
    page = read(visitor, upload=sent(visitor, PDF).text, name="mine.pdf")

    assert page.status == 200
    assert re.search(r'class="trouble".*<li>mine\.pdf: ', page.text, re.DOTALL)
    assert "vallum-sent" not in page.text


def test_marks_that_are_none_are_told(visitor):
    page, files = fresh(visitor, upload=marks_id(visitor, {"nothing_01": 1}), name="mine.json")

    assert files == {}
    assert "no box called" in page


@pytest.mark.parametrize("fields", [{"paper": "a99"}, {"language": "fr"}])
def test_what_is_not_offered_is_refused(visitor, fields):
    id_ = marks_id(visitor, MARKS)

    assert visitor.post("/print/sheet", {"upload": id_, **fields}).status == 400
    assert visitor.post("/print/sheet", {"upload": "x" * 16}).status == 404


def test_only_its_own_files_are_handed_out(visitor):
    assert visitor.get("/print/sheet/none/x.pdf").status == 404
    assert visitor.get("/print/sheet/marks.json?upload=../../x").status == 404
    assert "not kept any more" in visitor.get("/print/sheet?upload=0123456789abcdef").text


@pytest.mark.parametrize(("query", "named"), [("game=mine", "/games/mine"), ("game=other", ""), ("", "")])
def test_only_a_game_of_the_readers_own_is_named(query, named):
    pages = SimpleNamespace(_games=SimpleNamespace(folders={"mine": SimpleNamespace(folder=Path("/games/mine"))}))
    request = Request({"type": "http", "headers": [], "query_string": b"", "path": "/", "scheme": "http"})

    options = FilledSheetPages._options(pages, request, QueryParams(query), Path("sheet.pdf"))

    assert (options["named"], options["sheet"], options["fill"]) == (named, "sheet.pdf", False)
