"""Whole games as they are seen: the lines behind `> ` are typed, the others told. `--golden` writes them anew."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent / "transcripts"
GAMES = {
    "full": ("new", "--difficulty", "normal"),
    "typed": ("new", "--typed"),
    "paper": ("new", "--mode", "paper", "--difficulty", "hard"),
    "paper.ja": ("new", "--mode", "paper", "--difficulty", "hard", "--lang", "ja"),
    "deck": ("deck", "glory-to-rome/orders"),
}


def typed(transcript):
    return "".join(f"{line[2:]}\n" for line in transcript.splitlines() if line.startswith("> "))


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_as_written_down(solo, request, name):
    file = HERE / f"{name}.txt"
    before = file.read_text("utf-8")
    said = solo(*GAMES[name], "--seed", "a seed for show", "--name", "show", typed=typed(before))
    if request.config.getoption("--golden"):
        file.write_text(said.out, "utf-8")

    assert (said.code, said.err) == (0, "")
    assert said.out == file.read_text("utf-8")


@pytest.mark.parametrize("name", ["full", "typed", "paper", "paper.ja"])
def test_game_is_played_to_its_end(name):
    transcript = (HERE / f"{name}.txt").read_text("utf-8")

    assert typed(transcript).endswith("quit\n")
    assert ("ゲーム終了。" if name.endswith("ja") else "The game is over.") in transcript.splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_lines_fit_a_hundred_columns(name):
    from generator.base.terminal_text import WIDTH, text_width

    lines = (HERE / f"{name}.txt").read_text("utf-8").splitlines()

    assert [line for line in lines if text_width(line) > WIDTH and not line.startswith("vallum1/")] == []
