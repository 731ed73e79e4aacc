"""Files that are drawn in advance: a page that says that a computer is busy is none of them."""

import asyncio
import json

import pytest

from generator.base.errors import OutputError
from generator.web.site import drawn_files


class BusyTab:
    """A tab that answers some requests with the page of a busy computer."""

    def __init__(self, busy):
        self.busy = busy

    async def answer(self, _number, _request, emit):
        status = 503 if self.busy > 0 else 200
        emit("start", json.dumps({"status": status}))
        emit("chunk", b"<svg" if status == 200 else b"<!doctype")
        emit("chunk", b">")
        emit("end", None)
        self.busy -= 1


@pytest.mark.parametrize("busy", [0, drawn_files.TRIES - 1])
def test_cover_is_asked_for_until_it_is_drawn(busy):
    assert asyncio.run(drawn_files._answer(BusyTab(busy), "gallery/a/cover.svg?en")) == b"<svg>"


def test_cover_that_is_never_drawn_stops_the_site():
    with pytest.raises(OutputError, match=r"gallery/a/cover\.svg\?en: cannot be drawn \(status 503\)"):
        asyncio.run(drawn_files._answer(BusyTab(99), "gallery/a/cover.svg?en"))
