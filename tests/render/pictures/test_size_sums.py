"""Numbers of outlines that stretch."""

import pytest

from generator.render.pictures.size_sums import draw_path, evaluate, parse_path, parse_sum


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3", 3), ("w", 10), (".5w", 5), ("w/4", 2.5), ("w-1.2", 8.8), ("-h+2", -2), ("w/2-span/2+.5", 2.5)],
)
def test_sum_is_worked_out(text, expected):
    assert evaluate(parse_sum(text), {"w": 10, "h": 4, "span": 6}) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "w h", "w*2", "2w3", "W", "w--1", "--"])
def test_other_text_is_no_sum(text):
    if text:
        with pytest.raises(ValueError, match="is no sum"):
            parse_sum(text)
    else:
        assert parse_sum(text) == ()


def test_path_keeps_its_commands():
    track = parse_path("M 0 h L w/2 0 L w h Z")

    assert draw_path(track, {"w": 9, "h": 3}) == "M 0 3 L 4.5 0 L 9 3 Z"
