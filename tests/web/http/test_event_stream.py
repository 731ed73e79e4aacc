"""Events for open pages: of changed files, and of each listener that comes and goes."""

import asyncio

import pytest
from starlette.requests import Request

from generator.web.http.event_stream import EventStream, FileWatch


def listener(events, words, gone, **wish):
    """Collect the events of a stream in `words`, until `gone` is set."""

    async def receive():
        await gone.wait()
        return {"type": "http.disconnect"}

    async def stamp():
        return "first"

    async def listen():
        stream = events.response(Request({"type": "http", "headers": []}, receive), stamp, gone.set, **wish)
        async for word in stream.body_iterator:
            words.extend([word] if word else ())

    return asyncio.create_task(listen())


async def until(is_so):
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def test_listener_hears_where_it_stands_and_each_ring():
    async def heard():
        events, words, gone = EventStream(), [], asyncio.Event()
        listening = listener(events, words, gone)
        await until(lambda: len(words) == 1)
        events.notify()
        await until(lambda: len(words) == 2)
        assert events.has_listeners
        gone.set()
        events.notify()
        await listening
        assert not events.has_listeners
        return words

    first, second, *_ = asyncio.run(heard())
    assert first == "retry: 1000\ndata: first\n\n"
    assert second.startswith("data: ")
    assert "first" not in second


def test_listener_to_a_name_hears_of_it_alone_and_of_nothing_it_knows():
    async def heard():
        events, words, gone = EventStream(), {}, asyncio.Event()
        wishes = {"one": {"name": "one"}, "other": {"name": "other"}, "any": {}, "same": {"send_stamp": True}}
        waiting = [listener(events, words.setdefault(key, []), gone, **wish) for key, wish in wishes.items()]
        await until(lambda: all(words.values()))
        events.notify({"one", "third"})
        await until(lambda: len(words["one"]) == len(words["any"]) == 2)
        gone.set()
        events.notify()
        await asyncio.gather(*waiting)
        return {key: len(each) for key, each in words.items()}

    found = asyncio.run(heard())
    assert found["other"] <= found["one"] - 1  # what was sent last may reach those who go, or not
    assert found["same"] == 1


@pytest.mark.parametrize("name", ["cards/raid.csv", "templates/raid.svg.j2", "art/new.svg"])
def test_changed_file_rings(game, name):
    async def rung():
        watch, words, gone = FileWatch(), [], asyncio.Event()
        listening = listener(watch.watch(game), words, gone)
        await until(lambda: words)
        (game / name).parent.mkdir(exist_ok=True)
        while len(words) < 2:  # the system needs a moment until it tells of changes
            (game / name).write_text(f"changed {len(words)}", "utf-8")
            await asyncio.sleep(0.05)
        gone.set()
        watch.close()
        listening.cancel()
        await asyncio.gather(listening, *watch._tasks.values(), return_exceptions=True)

    asyncio.run(asyncio.wait_for(rung(), 20))


def test_last_listener_ends_the_watch(game):
    async def tasks():
        watch = FileWatch()
        watch.watch(game)
        (task,) = watch._tasks.values()
        watch.release(game)
        await asyncio.gather(task, return_exceptions=True)
        return watch._tasks, task.cancelled()

    assert asyncio.run(tasks()) == ({}, True)
