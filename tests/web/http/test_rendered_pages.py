"""A page that several browsers ask for is rendered once."""

import asyncio

import pytest
from starlette.responses import Response

from generator.web.http import rendered_pages
from generator.web.http.rendered_pages import RenderedPages


class Renderer:
    """Renders slowly, and counts."""

    def __init__(self, is_lasting=True, fails=0):
        self.is_lasting, self.fails, self.count = is_lasting, fails, 0

    async def __call__(self):
        self.count += 1
        number = self.count
        await asyncio.sleep(0)  # others are asked for meanwhile
        if self.count <= self.fails:
            raise ValueError("cannot be drawn")
        return Response(bytes([number]) * 100), self.is_lasting


def asked(pages, render, *keys):
    """Ask for some pages at the same time."""

    async def ask():
        return await asyncio.gather(*(pages.page(key, render) for key in keys), return_exceptions=True)

    return asyncio.run(ask())


def test_page_is_rendered_once_for_all_who_ask_for_the_same():
    pages, render = RenderedPages(), Renderer()
    first, second, other = asked(pages, render, "a", "a", "b")

    assert first.body == second.body != other.body
    assert asked(pages, render, "a")[0].body == first.body
    assert render.count == 2


def test_headers_that_compression_writes_are_of_one_response_alone():
    pages, render = RenderedPages(), Renderer()
    first, second = asked(pages, render, "a", "a")
    first.headers["content-encoding"] = "gzip"
    (third,) = asked(pages, render, "a")

    assert dict(second.headers) == dict(third.headers) == {"content-length": "100"}


def test_page_that_is_not_lasting_is_rendered_again():
    pages, render = RenderedPages(), Renderer(is_lasting=False)
    asked(pages, render, "a", "a")
    asked(pages, render, "a")

    assert render.count == 2


def test_fault_is_told_to_all_and_not_kept():
    pages, render = RenderedPages(), Renderer(fails=1)
    assert [str(each) for each in asked(pages, render, "a", "a")] == ["cannot be drawn"] * 2
    assert asked(pages, render, "a")[0].status_code == 200


def test_browser_that_leaves_takes_the_page_from_nobody():
    pages, render = RenderedPages(), Renderer()

    async def leave():
        first, second = (asyncio.create_task(pages.page("a", render)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        return (await second).status_code

    assert asyncio.run(leave()) == 200
    assert render.count == 1


@pytest.mark.parametrize(("most", "count"), [(300, 3), (299, 4)])
def test_kept_pages_have_a_bound(monkeypatch, most, count):
    monkeypatch.setattr(rendered_pages, "MAX_BYTES", most)
    pages, render = RenderedPages(), Renderer()
    asked(pages, render, "a")
    asked(pages, render, "b", "c")
    asked(pages, render, "a")

    assert render.count == count
