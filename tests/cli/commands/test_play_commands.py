"""The terminal of a solo game: what is said, what is JSON, and what is a note beside the result."""

import json

import pytest

from generator.cli.commands.play_commands import _console


@pytest.mark.parametrize("as_json", [True, False])
def test_result_goes_to_the_output_and_notes_beside_it(capsys, as_json):
    console = _console(as_json)
    console.note("two games were left out")
    console.result({"games": 2}, ["2 games"])

    printed = capsys.readouterr()
    assert printed.err == "two games were left out\n"
    assert (json.loads(printed.out)["games"] == 2) if as_json else (printed.out == "2 games\n")
