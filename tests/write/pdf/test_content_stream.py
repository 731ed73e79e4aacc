"""The operators of a content stream, and what they leave set."""

import zlib

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.write.pdf.content_stream import ContentStream


def test_line_in_an_ink_of_its_own_overprints_until_the_state_is_restored():
    content = ContentStream("cut", Rect(0, 0, 10, 10), {})
    content.save()
    content.set_spot_stroke("CutContour", "#ff00ff")
    content.write("0 0 m 10 10 l S")
    content.restore()
    content.save()
    content.set_spot_stroke("CutContour", "#ff00ff")
    content.set_spot_stroke("Perf", "#00ff00")
    content.restore()
    form = content.form()
    words = zlib.decompress(form.stream).decode().split()

    assert [state.overprints for state in form.states] == [True]
    assert [word for word in words if word in {"q", "Q", "gs", "CS", "SCN", "S"}] == [
        *("q", "gs", "CS", "SCN", "S", "Q"),
        *("q", "gs", "CS", "SCN", "CS", "SCN", "Q"),
    ]
    assert [words[place - 1 : place + 3] for place, word in enumerate(words) if word == "CS"] == [
        ["/S0", "CS", "1", "SCN"],
        ["/S0", "CS", "1", "SCN"],
        ["/S1", "CS", "1", "SCN"],
    ]
    assert [("CutContour" in space, "Perf" in space) for space in form.spaces] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    ("moves", "words"), [(IDENTITY, []), (Matrix.translation(2, 3), ["1", "0", "0", "1", "2", "3", "cm"])]
)
def test_only_a_matrix_that_moves_is_written(moves, words):
    content = ContentStream("moved", Rect(0, 0, 10, 10), {})
    content.save(moves)
    content.restore()

    assert zlib.decompress(content.form().stream).decode().split()[-len(words) - 2 :] == ["q", *words, "Q"]
