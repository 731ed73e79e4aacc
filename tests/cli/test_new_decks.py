"""`vallum new` with a sheet or with pictures: nothing is left where it cannot be made."""

import io
import json

import pytest
from PIL import Image

from generator.cli.main import main

SHEET = "Card Name,Qty,Rules Text\nFox,2,Take a hare.\nHare,1,A point.\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def new(*options, stdin=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(["new", "foxes", *options])
        told = capsys.readouterr()
        return code, told.out, told.err

    return new


def test_sheet_from_stdin_becomes_a_printed_deck(run, tmp_path):
    code, out, _ = run("--table", "-", stdin=SHEET.encode())

    assert code == 0
    assert "  Card Name: the title\n  Qty: copies\n  Rules Text: the text\n" in out
    assert (tmp_path / "foxes" / "cards.csv").read_text() == SHEET
    assert (tmp_path / "output" / "foxes" / "deck-a4-en.pdf").is_file()


def test_pictures_become_a_printed_deck(run, tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("fox", "back"):
        Image.new("RGB", (248, 346), "#336699").save(tmp_path / "art" / f"{name}.png")

    code, out, _ = run("--pictures", "art", "--size", "poker", "--json")

    assert code == 0
    assert json.loads(out)["notes"] == [
        "deck: 1 card of 63.5 × 88.9 mm, bleed repeated from their edges; one back for all"
    ]


@pytest.mark.parametrize(
    ("options", "stdin", "shown"),
    [
        (
            ["--table", "-"],
            b"Name,Qty,Text\nFox,2,a\n,3,b\n",
            "stdin:3 [Name]: empty, and the id of the row is made of it",
        ),
        (["--table", "-"], SHEET.replace("Take a", "Take 🦊 a").encode(), "🦊"),
        (
            ["--table", "-"],
            b"Card Name,Card name,Text\nFox,Foxy,Take a hare.\nHare,Harry,A point for it.\n",
            "stdin:1 [Card name]: the same heading as 'Card Name'; give one of the two another name in the sheet\n",
        ),
        (["--table", "none.csv"], b"", "none.csv: no file 'none.csv'"),
        (["--table", "ftp://x"], b"", "no file"),
        (["--table", "http://example.org/a.csv"], b"", "is no address to fetch from; it begins with https://"),
        (["--pdf", "none.pdf"], b"", "'none.pdf' cannot be read"),
        (["--pictures", "none"], b"", "none: is no folder; give one with .png or .jpg"),
        (["--table", "-", "--size", "poker"], SHEET.encode(), "--size goes with --pictures or --pdf"),
        (["--pictures", ".", "--backs", "last"], b"", "--backs goes with --pdf"),
        (["--pictures", ".", "--size", "95%"], b"", "--size takes a size here, like poker or 63x88mm"),
    ],
)
def test_nothing_is_made_of_what_cannot_be_read(run, tmp_path, options, stdin, shown):
    code, _, err = run(*options, stdin=stdin)

    assert code in {2, 3}
    assert shown in err
    assert not (tmp_path / "foxes").exists()
