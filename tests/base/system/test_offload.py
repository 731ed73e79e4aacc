"""Work beside an event loop: in threads, and the same where Python has none."""

import asyncio
import re
import threading
from pathlib import Path

import pytest

import generator
from generator.base.system import offload as module
from generator.base.system.offload import WorkThread, offload


@pytest.fixture(params=[True, False], ids=["threads", "none"])
def has_threads(request, monkeypatch):
    monkeypatch.setattr(module, "HAS_THREADS", request.param)
    return request.param


def test_function_is_called_beside_the_loop(has_threads):
    where = asyncio.run(offload(lambda name: (name, threading.current_thread()), "a"))

    assert where[0] == "a"
    assert (where[1] is threading.main_thread()) is not has_threads


@pytest.mark.usefixtures("has_threads")
def test_work_is_done_in_its_order_and_what_it_raises_is_raised():
    done = []

    async def steps():
        thread = WorkThread("test")
        thread.submit(lambda: done.append(1))
        assert await thread.run(lambda number: done.append(number) or len(done), 2) == 2
        with pytest.raises(ZeroDivisionError):
            await thread.run(lambda: 1 / 0)
        thread.close(wait=True)

    asyncio.run(steps())
    assert done == [1, 2]


def test_submitted_work_is_ignored_once_the_thread_is_closed():
    thread = WorkThread("test")
    thread.close()
    thread.submit(lambda: 1 / 0)


def test_no_other_module_starts_threads_for_an_event_loop():
    package = Path(generator.__file__).parent
    pattern = re.compile(r"to_thread|ThreadPoolExecutor|run_in_executor|run_in_threadpool")
    users = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if pattern.search(file.read_text("utf-8"))
    }

    assert users == {"base/system/offload.py"}
