"""Each printed file shows the faces that the list beside it names: compiled and read back, they are the same."""

import json

import pytest

from generator.build.changes.printed_pieces import PrintedFile

GAMES = ("glory-to-rome", "hadrians-wall", "concordia", "arena", "aquileia", "picket")


@pytest.mark.parametrize("game", GAMES)
def test_faces_read_back_are_those_of_the_list(prints, game):
    folder = prints(game)[0].path.parent
    pieces = json.loads((folder / "faces-en.json").read_text("utf-8"))["pieces"]
    seen = set()
    for file in sorted(folder.glob("*.pdf")):
        if file.name.startswith("print-plan-"):
            continue
        for name, piece in PrintedFile(file).pieces.items():
            listed = {side for sides in pieces[name]["faces"].values() for side in sides}

            assert {side.digest for side in piece.sides.values()} <= listed, (file.name, name)
            seen.add(name)
    assert seen == set(pieces)
