"""The estimate beside the print form: counted by a process of its own, kept, and given up when choices change."""

import asyncio
import re
from urllib.parse import urlencode

import pytest

from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.print_job import PrintJob
from generator.web.printing.estimate_pages import MOST_TIMES, seconds_to_make
from tests.made_files import edit


async def estimated(visitor, fields):
    """Ask until an estimate is there, as the script of the form does."""
    address = f"/print/mine/estimate?{urlencode(fields, doseq=True)}"
    while "data-again" in (page := await visitor.ask("GET", address)).text:
        await asyncio.sleep(0.05)
    return page


def test_estimate_counts_paper_and_shows_the_pages(visitor, services):
    async def asked():
        page = await estimated(visitor, {"part": ["raid", "watch"], "paper": "a4"})
        pictures = re.findall(r'<img src="([^"]+)"', page.text)
        return page, [await visitor.ask("GET", each.replace("&amp;", "&")) for each in pictures]

    page, pictures = asyncio.run(asked())
    job = next(iter(services.estimate_queue._jobs.values()))
    assert f"Sheets of paper: {sum(each['sheets'] for each in job.files)}." in page.text
    assert "Printed on both sides: " in page.text
    assert re.search(r"About \d+ s to make", page.text)
    assert pictures
    assert {(each.status, each.headers["content-type"]) for each in pictures} == {(200, "image/svg+xml")}
    assert not services.out.exists()


def test_same_choices_are_counted_once_until_a_file_changes(visitor, services, game):
    async def asked():
        await estimated(visitor, {"part": "watch"})
        await estimated(visitor, {"part": "watch"})
        before = len(services.estimate_queue._jobs)
        edit(game / "cards/watch.csv", "Awake", "Alert")
        await estimated(visitor, {"part": "watch"})
        return before, len(services.estimate_queue._jobs)

    assert asyncio.run(asked()) == (1, 2)


def test_estimate_of_earlier_choices_is_given_up(visitor, services, monkeypatch):
    monkeypatch.setattr("generator.web.printing.estimate_pages.WAIT", 0.01)

    async def asked():
        first = await visitor.ask("GET", "/print/mine/estimate?paper=a4")
        id_ = re.search(r'data-job="([\w-]+)" data-again', first.text)[1]
        await visitor.ask("GET", f"/print/mine/estimate?part=watch&instead={id_}")
        return services.estimate_queue.find(id_)

    job = asyncio.run(asked())
    assert (job.state, job.cause) == ("stopped", "person")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"own_size": "50"}, "--size &#39;50&#39; is not understood"),
        ({"part": "raid:scouts", "changed": "yes"}, "what has changed is found by itself"),
        ({"own_paper": "10x10mm"}, "10x10mm"),
    ],
)
def test_what_cannot_be_made_is_told_at_once(visitor, fields, says):
    page = asyncio.run(estimated(visitor, fields))

    assert page.status == 200
    assert says in page.text


def test_faults_of_a_template_stand_with_the_estimate(visitor, game):
    edit(game / "templates/raid.svg.j2", "card.name", "card.nmae")
    page = asyncio.run(estimated(visitor, {"part": ["raid", "watch"]}))

    assert "raid.svg.j2:" in page.text
    assert "Sheets of paper: 1." in page.text


def test_counts_beyond_the_limit_wait_their_turn(visitor, monkeypatch):
    monkeypatch.setattr("generator.web.orders.print_queue.MAX_WAITING", 0)
    page = visitor.get("/print/mine/estimate?part=watch")

    assert (page.status, "as soon as other counts are done" in page.text) == (200, True)


def test_time_is_that_of_the_last_orders():
    def job(game, seconds, pages, *, fresh=True):
        files = [{"pages": pages, "fresh": fresh}]
        return PrintJob(game, game, {}, ChosenValues(), (), state="done", files=files, begun=1.0, ended=1.0 + seconds)

    assert seconds_to_make(10, [job("mine", 22, 10)], "mine") == 22
    assert seconds_to_make(10, [job("other", 90, 10), job("mine", 90, 10, fresh=False)], "mine") == seconds_to_make(
        10, [], "mine"
    )
    newest = [job("mine", 22, 10) for _ in range(MOST_TIMES)]
    assert seconds_to_make(10, [*newest, job("mine", 900, 10)], "mine") == 22
