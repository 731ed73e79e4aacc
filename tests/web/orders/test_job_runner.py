"""Who makes jobs: here this program itself; its processes are tested with the queue."""

import asyncio

import pytest

from generator.base.system.limited_child import ChildEnd
from generator.load.game_locations import sample
from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.job_runner import InlineRunner
from generator.web.orders.print_queue import PrintQueue


@pytest.fixture
def order(home, tmp_path):
    return {"game": str(sample()), "out": str(tmp_path), "only": ("watch",), "themes": ("mono",), "jobs": 1}


def test_job_is_made_without_a_process(order):
    shown = []

    async def steps():
        queue = PrintQueue(InlineRunner(shown.append))
        job = queue.add("picket", order, ChosenValues(), ())
        await queue.task(job)
        return job

    job = asyncio.run(steps())
    assert (job.state, job.faults) == ("done", [])
    assert [message for message in shown if "done" in message]
    assert job.files
    assert all(job.file(each["file"].rpartition("/")[2]) for each in job.files)
    assert order["themes"] == ("mono",)


def test_job_that_was_stopped_while_it_waited_is_not_made(order):
    async def steps():
        queue = PrintQueue(InlineRunner())
        job = queue.add("picket", order, ChosenValues(), ())
        task = queue.task(job)
        queue.stop(job)
        await asyncio.wait({task})
        return job

    assert asyncio.run(steps()).state == "stopped"


def test_end_of_a_job_is_said(order):
    sent = []
    order["only"] = ("nothing",)

    assert asyncio.run(InlineRunner().make(order, sent.append)) is ChildEnd.DONE
    assert sent[-1]["done"]["faults"]
