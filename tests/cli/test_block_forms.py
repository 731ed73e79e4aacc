"""A page with a block for each of four players, as a form: it is filled in, adds up, and is read back."""

import pikepdf
import pytest

GAME = """
format = 1
title = { en = "Score" }
about = { en = "Four players on a page." }
designer = "You"
year = 2026
version = "1"
date = "2026-11-23"
languages = ["en"]

[components.scores]
kind = "sheets"
title = { en = "Scores" }
trim = "page"
sheets = ["scores"]
"""
SHEET = """
title = { en = "Scores" }
version = "1"
blocks = 2

[columns]
p1 = { en = "Ann" }
p2 = { en = "Ben" }
p3 = { en = "Cleo" }
p4 = { en = "Dan" }

[areas.ships]
title = { en = "Ships" }
kind = "number"
most = 30

[areas.forts]
title = { en = "Fort" }
note = { en = "Five points" }
kind = "mark"

[values.total]
title = { en = "Total" }
is = "3 * ships + 5 * forts"

[[scores]]
value = "total"
"""


@pytest.fixture
def pad(tmp_path, put_files):
    return put_files(tmp_path / "pad", {"game.toml": GAME, "sheets/scores.toml": SHEET})


def test_blocks_are_a_form_that_adds_up(vallum, pad, tmp_path):
    vallum("build", str(pad), "--paper", "a4", "--out", str(tmp_path / "out"))
    with pikepdf.open(next(tmp_path.rglob("*fillable*.pdf"))) as pdf:
        names = [str(field.T) for field in pdf.Root.AcroForm.Fields]
        worked_out = [str(field.T) for field in pdf.Root.AcroForm.CO]

    assert sorted(names) == sorted(f"{box}_p{n}" for box in ("ships", "forts", "total") for n in (1, 2, 3, 4))
    assert worked_out == [f"total_p{n}" for n in (1, 2, 3, 4)]


def test_filled_blocks_are_read_back(read_back, pad):
    values = read_back(pad, {"marks": {"ships_p1": 4, "forts_p1": 1, "ships_p3": 2}}, "--json").json["values"]

    assert [values[f"total_p{n}"] for n in (1, 2, 3, 4)] == [17, 0, 6, 0]


def test_blocks_need_columns(vallum, pad):
    sheet = pad / "sheets/scores.toml"
    sheet.write_text(SHEET.split("[columns]", maxsplit=1)[0] + "[areas" + SHEET.split("[areas", 1)[1], "utf-8")

    assert "[blocks]: blocks are those of columns; begin them with [columns]" in vallum("check", str(pad)).err
