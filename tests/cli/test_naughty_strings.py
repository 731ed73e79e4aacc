"""Texts that have broken programs: printed on the card as written, or a fault that names them."""

import csv
import re
from pathlib import Path

import pypdfium2
import pytest

TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="69mm" height="94mm" viewBox="-3 -3 69 94">
<text id="text" pnp:rect="8 10 47 60" pnp:fit="shrink 6pt" font-family="text" font-size="9pt">{{ card.text }}</text>
</svg>
"""
LINES = Path(__file__).with_name("naughty_strings.txt").read_text("utf-8").split("\n")
CASES = [
    tuple((*line.split(" => "), "")[:2])
    for line in LINES
    if line and not line.startswith(("# ---", "# Texts", "# A line"))
]


def plain(text):
    r"""A text of the list with its `\u{…}` read."""
    return re.sub(r"\\u\{(\w+)\}", lambda found: chr(int(found[1], 16)), text)


def bare(text):
    """Without what a line break may swallow, and what only says where one may be or which way letters run."""
    return re.sub(r"[\s\u200b\u200f\u00ad]", "", text)


@pytest.fixture(scope="module")
def game(tmp_path_factory, kept, command):
    """A game of one card, and a way to write its text."""
    folder = tmp_path_factory.mktemp("naughty")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(kept))
        assert command("new", "trial").code == 0
        (folder / "trial/templates/raid.svg.j2").write_text(TEMPLATE, "utf-8")
        manifest = (folder / "trial/game.toml").read_text("utf-8")
        (folder / "trial/game.toml").write_text(manifest.replace("raid = 9", "raid = 1"), "utf-8")
        yield folder / "trial"


def write(game, text):
    head = ["id", "label", "copies", "name.en", "name.ja", "suit", "strength", "text.en", "text.ja", "provenance"]
    row = ["a", "R1", 1, "A", "A", "swords", 1, text, "x", "house"]
    with (game / "cards/raid.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, row])


@pytest.mark.parametrize(("line", "fault"), CASES, ids=[line.encode("ascii", "replace").decode() for line, _ in CASES])
def test_text_is_printed_as_written_or_named(game, command, line, fault):
    text = plain(line)
    write(game, text)

    said = command("build", "trial", "--only", "raid", "--paper", "a4", "--backs", "none", "--jobs", "1")

    assert all(char.isprintable() or char == "\n" for char in said.out + said.err)
    if fault:
        assert (said.code, said.err.count("\n")) == (3, 1)
        assert said.err.startswith("trial/cards/raid.csv:2")
        assert fault in said.err
    else:
        assert (said.code, said.err) == (0, "")
        with pypdfium2.PdfDocument(game.parent / "output/trial/raid-a4-en-none.pdf") as pdf:
            assert bare(text) in bare(pdf[0].get_textpage().get_text_range())


def test_list_is_read_whole():
    assert len(CASES) > 80
    assert sum(not fault for _, fault in CASES) > 55
