"""The print room: from a form to files."""

import asyncio
import re

import pytest

from generator.web.presses import Presses


async def printed(visitor, fields):
    """Place an order and wait for its last page."""
    answer = await visitor.sent("/print/mine", fields)
    assert answer.status == 303
    address = answer.headers["location"]
    while 'data-live="/' in (page := await visitor.ask("GET", address)).text:
        await asyncio.sleep(0.05)
    names = re.findall(rf'href="{address}/([\w.-]+)"', page.text)
    return page.text, {name: await visitor.ask("GET", f"{address}/{name}") for name in names}


def test_whole_game_comes_with_its_plan(visitor):
    page, files = asyncio.run(printed(visitor, {"paper": "a4", "language": "en"}))

    assert "The PDFs are ready" in page
    assert next(iter(files)) == "print-plan-a4-en.pdf"
    assert "raid-a4-en.pdf" in files
    for answer in files.values():
        assert answer.body.startswith(b"%PDF-")
        assert answer.headers["content-disposition"].startswith("attachment")


def test_part_is_printed_as_ordered(visitor, tmp_path):
    fields = {"part": "raid", "paper": "letter", "language": "ja", "theme": "mono", "backs": "split"}
    _, files = asyncio.run(printed(visitor, fields))

    assert sorted(files) == ["raid-letter-ja-mono-backs.pdf", "raid-letter-ja-mono-fronts.pdf"]
    assert (tmp_path / "out/mine/raid-letter-ja-mono-fronts.pdf").is_file()


def test_faults_are_told_with_their_place(visitor, game):
    template = game / "templates/raid.svg.j2"
    template.write_text(template.read_text("utf-8").replace("card.name", "card.nmae"), "utf-8")
    page, files = asyncio.run(printed(visitor, {"part": "raid"}))

    assert "No PDF came of it" in page
    assert "Some of it could not be printed" in page
    assert "raid.svg.j2:" in page
    assert files == {}


@pytest.mark.parametrize(
    "fields",
    [{"part": "nothing"}, {"paper": "a9"}, {"language": "fr"}, {"theme": "../x"}, {"printer": "none"}, {"proof": "no"}],
)
def test_what_is_not_offered_is_not_printed(visitor, house, fields):
    assert visitor.post("/print/mine", fields).status == 400
    assert not house.out.exists()


def test_form_knows_what_the_gallery_showed(visitor):
    page = visitor.get("/print/mine?part=raid&language=ja&theme=mono").text

    assert re.search(r'value="raid" checked', page)
    assert re.search(r'value="ja" selected', page)
    assert re.search(r'value="mono" selected', page)


def test_unknown_file_of_an_order_is_not_there(visitor, house):
    async def asked():
        address = (await visitor.sent("/print/mine", {"part": "watch"})).headers["location"]
        names = ("nothing.pdf", "../../game.toml", "..", "%2e%2e/game.toml")
        return [(await visitor.ask("GET", f"{address}/{name}")).status for name in names]

    assert asyncio.run(asked()) == [404] * 4


def test_no_more_orders_wait_than_allowed(visitor):
    async def statuses():
        return [(await visitor.sent("/print/mine", {"part": "watch"})).status for _ in range(10)]

    assert asyncio.run(statuses()) == [303] * 8 + [503] * 2


def test_worker_that_fails_is_told(house):
    async def outcome():
        presses = Presses()
        printing = presses.take("mine", {"game": 1})
        while not printing.is_over:
            await asyncio.sleep(0.02)
        return printing.state

    assert asyncio.run(outcome()) == "stopped"
