"""Pages of a few operators, read by the reader of contents."""

import pytest
from pikepdf import Dictionary

from generator.base.geometry import Rect
from generator.preflight.content.content_reader import ContentReader
from tests.preflight.tiny_pdf import HEIGHT, WIDTH, tiny_pdf


@pytest.fixture
def reader():
    return ContentReader()


@pytest.fixture
def paint(reader):
    """Return what a content paints, each thing with a copy of its state, as the next operator changes it."""

    def paint_content(content, **resources):
        pdf = tiny_pdf(content, art="", pages=1, resources=resources)
        page = pdf.pages[0]
        painted = []
        for thing in reader.paint(page, reader.content(page), Rect(0, 0, WIDTH, HEIGHT)):
            thing.state = thing.state.copy()
            painted.append(thing)
        paint_content.pdf = pdf  # its objects are in what is painted
        return painted

    return paint_content


@pytest.fixture
def stroke(paint):
    """Return the one thing that a content paints."""

    def paint_one(content, **resources):
        (thing,) = paint(content, **resources)
        return thing

    return paint_one


def ramp(*ends):
    """A function between two colours."""
    return Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=list(ends[0]), C1=list(ends[1]))
