"""One thing wrong at a time: the lines shown and the exit code of `check`; most cases are in bad_inputs.txt."""

import re
from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load

GAME, RAID, JAPANESE = "game.toml", "raid.csv", "strings.ja.toml"
CASES = re.findall(
    r"^(\d) (\S+): (.+?) =>(?: (.*))?\n((?: +.+\n)+)",
    Path(__file__).with_name("bad_inputs.txt").read_text("utf-8"),
    re.M,
)
CONVERT = "open the file as EUC-JP in an editor and save it as UTF-8"
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}

# What would be long to write out: a file, a passage of it, what it is replaced by, the line shown, the exit code.
LONG = [
    (GAME, "year = 2026", "year = " + "9" * 6000, "game.toml: number out of range", 3),
    (GAME, "year = 2026", "a" + ".a" * 40 + " = 1", "game.toml:5: nested deeper than 32", 3),
    (GAME, "A. Smith", "a" * 10_001, "game.toml:4 [designer]: longer than 10,000 characters", 3),
    (RAID, "Two of them.", "x" * 10_001, "raid.csv:2 [text.en]: cell longer than 10,000 characters", 1),
    (
        RAID,
        "Two of them.",
        "x" * 200_000,
        "raid.csv:2: cell longer than 10,000 characters; is the quote of line 2 closed?",
        3,
    ),
]

# A whole file, the line shown; the exit code is 3.
WHOLE = [
    (GAME, "", "game.toml: file is empty"),
    (GAME, "# nothing\n", "game.toml: file is empty"),
    (GAME, b"\xe9 = 1", "game.toml:1:1: byte E9 is not UTF-8; save the file as UTF-8"),
    (GAME, "format = 1".encode("utf-16"), "game.toml:1: saved as UTF-16; save it as UTF-8"),
    (GAME, "a = " + "[" * 20_000, "game.toml: nested deeper than 32"),
    (GAME, "a = " + "[" * 40 + "]" * 40, "game.toml:1 [a.0.0]: nested deeper than 32"),
    (GAME, "a = " + "{b = " * 5000, "game.toml: nested deeper than 32"),
    (GAME, "[a]\n[a]\n", "game.toml:2 [a]: 'a' given twice, lines 1 and 2"),
    (GAME, "x" * 5_000_001, "game.toml: over 5 MB; split it, or use a .csv file for rows"),
    (RAID, "", "raid.csv: file is empty; its first row names the columns"),
    (RAID, "\n# only this\n\n", "raid.csv: file is empty; its first row names the columns"),
    (RAID, "id\n", "raid.csv:1: has no rows below the header"),
    (
        RAID,
        "id;copies,suit\na;1,swords\n",
        "raid.csv:1 [separator]: ',' and ';' stand between the column names; say beside rows in game.toml which of them "
        'separates columns: separator = ";"',
    ),
    (
        RAID,
        "id,text.en\nカード,x\n".encode("euc_jp"),
        f"raid.csv:2:1: byte A5 is not UTF-8 and looks like EUC-JP; {CONVERT}; in Excel, save it as 'CSV UTF-8'",
    ),
    (RAID, "id,x\n" + "a,b\n" * 20_001, "raid.csv:20002: more than 20,000 rows"),
    (RAID, ",".join(f"c{n}" for n in range(201)), "raid.csv:1: more than 200 columns"),
    (RAID, "a," * 5_000_000, "raid.csv:1: more than 200 columns"),
    (RAID, b" " * 20_000_001, "game.toml:22 [components.raid.rows]: 'raid.csv' is 20.1 MB; the limit is 20 MB"),
    (JAPANESE, "", "strings.ja.toml: file is empty"),
]


def plain(text):
    return re.sub(r"\\(?:u(....)|(.))", lambda m: chr(int(m[1], 16)) if m[1] else ESCAPES[m[2]], text)


def shown(folder):
    with pytest.raises(Faults) as caught:
        load(folder)
    faults = caught.value.faults
    return [str(fault) for fault in faults], 3 if any(fault.unreadable for fault in faults) else 1


@pytest.mark.parametrize(("code", "name", "old", "new", "lines"), CASES, ids=[f"{row[2]} → {row[3]}" for row in CASES])
def test_spoilt_passage_is_named(spoilt, code, name, old, new, lines):
    found = shown(spoilt(name, plain(old), plain(new)))

    assert found == ([line.strip() for line in lines.splitlines()], int(code))


@pytest.mark.parametrize(("name", "old", "new", "line", "code"), LONG, ids=[row[3] for row in LONG])
def test_long_passage_is_named(spoilt, name, old, new, line, code):
    assert shown(spoilt(name, old, new)) == ([line], code)


@pytest.mark.parametrize(("name", "content", "line"), WHOLE, ids=[row[2] for row in WHOLE])
def test_spoilt_file_is_named(game, name, content, line):
    assert shown(game({name: content})) == ([line], 3)


def test_table_of_cases_is_read_whole():
    assert len(CASES) == Path(__file__).with_name("bad_inputs.txt").read_text("utf-8").count(" =>") > 80


def test_sound_game_has_no_fault(game):
    assert load(game()).components[0].count == 3
