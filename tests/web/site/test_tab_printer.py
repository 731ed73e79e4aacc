"""Jobs in a worker of their own: here a folder of its own stands for its files."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from generator.base.records import replace
from generator.base.system.limited_child import ChildEnd
from generator.load.game_locations import sample
from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.print_queue import PrintQueue
from generator.web.site import tab_printer
from generator.web.site.tab_printer import WorkerRunner, make_order


@pytest.fixture
def order(home, tmp_path):
    return {"game": str(sample()), "out": str(tmp_path / "out"), "only": ("watch",), "themes": ("mono",), "jobs": 1}


@pytest.fixture
def seen():
    """The orders that reached the worker."""
    return []


@pytest.fixture
def runner(seen):
    async def hand_over(order, show):
        seen.append(order)
        return make_order(order, show)

    return WorkerRunner(hand_over)


def printed(runner, order):
    async def steps():
        queue = PrintQueue(runner)
        job = queue.add("picket", order, ChosenValues(), ())
        await queue.task(job)
        return job

    return asyncio.run(steps())


def test_files_of_a_job_are_there_when_its_end_is_said(runner, order):
    job = printed(runner, order)

    assert (job.state, job.faults) == ("done", [])
    assert job.files
    assert all(job.file(each["file"].rpartition("/")[2]) for each in job.files)


def test_own_game_goes_along_and_leaves_nothing_there(order, tmp_path, monkeypatch):
    own = tmp_path / "own"
    shutil.copytree(sample(), own)

    async def hand_over(order, show):
        shutil.rmtree(own)  # the other worker has none of this one's files
        made = make_order(order, show)
        assert not [path for path in own.rglob("*") if path.is_file()]
        assert not Path(tmp_path / "out").exists()
        return made

    job = printed(WorkerRunner(hand_over), order | {"game": str(own)})

    assert (job.state, job.faults) == ("done", [])


def test_shipped_game_stays_where_it_is(runner, order, seen):
    printed(runner, order | {"game": "arena", "only": ("nothing",)})

    assert len(seen[0]) < 1000


def test_order_of_changes_has_what_was_printed_before(runner, order, seen):
    printed(runner, order)
    printed(runner, order | {"changed": True})

    assert len(seen[1]) > len(seen[0]) + 1000


def test_stopped_job_ends_the_worker(order):
    ended = []

    async def hand_over(_order, _show):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("worker")
            raise

    async def steps():
        queue = PrintQueue(WorkerRunner(hand_over))
        job = queue.add("picket", order, ChosenValues(), ())
        task = queue.task(job)
        for _ in range(5):
            await asyncio.sleep(0)
        queue.stop(job)
        await asyncio.wait({task})
        return job.state

    assert asyncio.run(steps()) == "stopped"
    assert ended == ["worker"]


def test_worker_that_dies_is_said(order):
    async def hand_over(_order, _show):
        raise OSError("memory")

    assert printed(WorkerRunner(hand_over), order).state == "stopped"


def test_job_over_its_time_is_ended(order, monkeypatch):
    async def hand_over(_order, _show):
        await asyncio.Event().wait()

    monkeypatch.setattr(tab_printer, "LIMITS", replace(tab_printer.LIMITS, wall=0.01))

    assert asyncio.run(WorkerRunner(hand_over).make(order, [].append)) is ChildEnd.CLOCK


def test_fault_of_an_order_is_its_end(order):
    shown = []
    make_order(tab_printer.pickle.dumps((order | {"only": ("nothing",)}, {})), shown.append)

    assert json.loads(shown[-1])["done"]["faults"]


def test_faults_name_the_game_and_no_folder_of_the_disk(order, tmp_path):
    own = tmp_path / "own"
    shutil.copytree(sample(), own)
    (own / "cards/raid.csv").write_text(
        (own / "cards/raid.csv").read_text("utf-8").replace("swords", "swrods"), "utf-8"
    )
    shown = []
    make_order(tab_printer.pickle.dumps((order | {"game": str(own)}, {})), shown.append)

    faults = json.loads(shown[-1])["done"]["faults"]
    assert faults[0].startswith("own/cards/raid.csv:2 [suit]: no suit called 'swrods'")
    assert str(tmp_path) not in "".join(faults)
