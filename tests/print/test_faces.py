"""Each printed file shows the faces that the list beside it names: compiled and read back, they are the same."""

import json

import pytest

from generator.build.changes.printed_pieces import PrintedFile

GAMES = ("glory-to-rome", "hadrians-wall", "concordia", "arena", "aquileia", "picket")


@pytest.mark.parametrize("game", GAMES)
def test_faces_read_back_are_those_of_the_list(prints, game):
    folder = prints(game)[0].path.parent
    pieces = json.loads((folder / "faces-en.json").read_text("utf-8"))["pieces"]
    listed, seen = {}, set()
    for name, piece in pieces.items():
        listed.setdefault(known_as(name), set()).update(side for sides in piece["faces"].values() for side in sides)
    for file in sorted(folder.glob("*.pdf")):
        if file.name.startswith("print-plan-"):
            continue
        for name, piece in PrintedFile(file).pieces.items():
            seen.add(known_as(name))

            assert {side.digest for side in piece.sides.values()} <= listed[known_as(name)], (file.name, name)
    assert seen == set(listed)


def known_as(name):
    """A piece, or the text that a page belongs to, as pages are printed on both sides of one sheet."""
    part = name.partition("/")[0]
    return part if part in ("rules", "reference") else name
