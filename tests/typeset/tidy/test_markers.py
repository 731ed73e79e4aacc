"""Markers stand at the points of a line, turned between its segments, in the width of its stroke."""

import re

import pytest

from generator.typeset.tidy.tidy import tidy_drawing

XMLNS = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"'


def places(line, marker='orient="auto" markerUnits="userSpaceOnUse"'):
    body = f'<marker id="m" {marker}><circle r="1"/></marker>{line}'
    root = tidy_drawing(f"<svg {XMLNS}>{body}</svg>".encode()).root
    found = [node.get("transform") for node in root.iter("g") if node.get("transform")]
    return [
        tuple(round(float(word), 3) for word in re.findall(r"[-\d.e]+", text.removeprefix("matrix"))) for text in found
    ]


ALL = 'marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            '<path d="M0 0H10V10" {}/>',
            [(1, 0, 0, 1, 0, 0), (0.707, 0.707, -0.707, 0.707, 10, 0), (0, 1, -1, 0, 10, 10)],
        ),
        ('<line x2="10" {}/>', [(1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 10, 0)]),
        ('<path d="M0 0C0 5 5 10 10 10" {}/>', [(0, 1, -1, 0, 0, 0), (1, 0, 0, 1, 10, 10)]),
        ('<rect width="9" height="9" {}/>', []),
    ],
)
def test_markers_at_every_point(line, expected):
    assert places(line.replace("{}", ALL)) == expected


def test_marker_is_as_large_as_the_stroke_is_wide():
    line = '<g stroke-width="3"><path d="M5 5L9 9" marker-end="url(#m)"/></g>'

    assert places(line, 'refX="1"') == [(3, 0, 0, 3, 6, 9)]
    assert places(line, 'markerUnits="userSpaceOnUse" orient="90"') == [(0, 1, -1, 0, 9, 9)]


def test_marker_that_is_missing_is_said():
    drawing = tidy_drawing(f'<svg {XMLNS}><path d="M0 0L9 9" marker-end="url(#gone)"/></svg>'.encode())

    assert drawing.warnings == ("line 1: marker refers to '#gone', which is not there",)
