"""Two prints compared by their lists of faces: on the papers that both have."""

import pytest

from generator.build.changes.comparison import compare
from generator.build.changes.face_list import FaceList, ListedPiece


def listed(**pieces):
    """A print of pages of the component `text`: for each piece its digest by paper."""
    faces = {
        f"text/{name}": ListedPiece(name, 1, {paper: (digest, "") for paper, digest in papers.items()})
        for name, papers in pieces.items()
    }
    return FaceList("game", "en", "colour", pieces=faces)


def changes(old, new):
    """Pieces to print and to throw away, each with its reason."""
    differences = compare(old, new, {"text"}, {}, "old")
    return tuple(
        {each.piece.removeprefix("text/"): each.reason for each in part}
        for part in (differences.printed, differences.discarded)
    )


@pytest.mark.parametrize(
    ("old", "new", "printed", "discarded"),
    [
        ({"p1": {"a4": "x"}}, {"p1": {"a4": "x"}}, {}, {}),
        ({"p1": {"a4": "x"}}, {"p1": {"a4": "y"}}, {"p1": "changed"}, {"p1": "replaced"}),
        ({"p1": {"a4": "x"}, "p2": {"a4": "z"}}, {"p1": {"a4": "x"}}, {}, {"p2": "removed"}),
        # The second page was needed on another paper alone, and is not missing on this one.
        ({"p1": {"a4": "x", "letter": "v"}, "p2": {"letter": "z"}}, {"p1": {"a4": "x"}}, {}, {}),
        (
            {"p1": {"a4": "x", "letter": "v"}, "p2": {"letter": "z", "a4": "w"}},
            {"p1": {"a4": "x"}},
            {},
            {"p2": "removed"},
        ),
        (
            {"p1": {"letter": "v"}, "p2": {"letter": "z"}},
            {"p1": {"a4": "x"}},
            {"p1": "changed"},
            {"p1": "replaced", "p2": "removed"},
        ),
        ({}, {"p1": {"a4": "x"}}, {"p1": "new"}, {}),
    ],
)
def test_prints_are_compared_on_the_papers_that_both_have(old, new, printed, discarded):
    assert changes(listed(**old), listed(**new)) == (printed, discarded)
