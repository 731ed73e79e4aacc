"""The line below a fault on a terminal, and the caret below the part that is wrong."""

import pytest

from generator.base.terminal_text import text_width
from generator.cli.source_excerpt import source_excerpt

TABLE = "id,name,suit\nfox,きつね,swrods\nowl,\x1b[2Jふくろう,swords\n"


@pytest.fixture
def table(desk):
    (desk / "cards.csv").write_text(TABLE, "utf-8")
    return desk / "cards.csv"


@pytest.mark.parametrize(
    ("fault", "source", "below"),
    [
        ("cards.csv:2 [suit]: no suit called 'swrods'; did you mean 'swords'?", "fox,きつね,swrods", "swrods"),
        ("cards.csv:2: no suit called 'swrods' (and on line 5 of cards.csv)", "fox,きつね,swrods", "swrods"),
        ("cards.csv:1 [name]: a column is given twice", "id,name,suit", "name"),
        ("cards.csv:1:4: not this", "id,name,suit", "n"),
        ("cards.csv:2: no row has an end", "fox,きつね,swrods", ""),
        ("cards.csv:2 → missing.j2:7 [text#name]: 'swrods' is no number", "fox,きつね,swrods", "swrods"),
        ("cards.csv:1 → cards.csv:2 [x]: nothing is quoted", "fox,きつね,swrods", ""),
    ],
)
@pytest.mark.usefixtures("table")
def test_caret_stands_below_the_wrong_part(fault, source, below):
    line, carets = source_excerpt(fault, 78)

    assert line.endswith(f" | {source}")
    before = line.rpartition(below)[0] if below else ""
    assert carets == (" " * text_width(before) + "^" * len(below) if below else "")


@pytest.mark.parametrize(
    "fault",
    [
        *(
            "no game called 'x'",
            "cards.csv: is no table",
            "cards.csv:99: too few cells",
            "cards.csv:0: none",
            "other.csv:1: no",
        ),
        *(
            "/dev/zero:1: endless",
            ".:1: a folder",
            "cards.csv:12345678: more than any file has",
            "a\x00b:1: no name",
            "",
        ),
    ],
)
@pytest.mark.usefixtures("table")
def test_fault_without_a_line_has_none(fault):
    assert source_excerpt(fault, 78) == ("", "")


@pytest.mark.parametrize("width", [38, 50, 78])
def test_long_line_is_cut_so_that_the_caret_stays_in_view(desk, width):
    (desk / "cards.csv").write_text("狐" * 300 + ",swrods," + "x" * 300, "utf-8")

    line, carets = source_excerpt("cards.csv:1: no suit called 'swrods'", width)

    assert max(text_width(line), text_width(carets)) <= width
    assert text_width(line.partition("swrods")[0]) == carets.index("^")


@pytest.mark.usefixtures("table")
def test_source_cannot_steer_the_terminal():
    assert "\x1b" not in source_excerpt("cards.csv:3 [suit]: no suit called 'swords'", 78)[0]


def test_large_file_is_not_searched(desk):
    (desk / "cards.csv").write_bytes(b"swrods\n" + b"x" * 2_000_000)

    assert source_excerpt("cards.csv:1: no suit called 'swrods'", 78) == ("", "")


@pytest.fixture
def faulty(my_game):
    table = my_game / "cards" / "raid.csv"
    table.write_text(table.read_text("utf-8").replace(",torches,", ",troches,", 1), "utf-8")


@pytest.mark.parametrize(("environ", "red"), [({}, "\x1b[1;31m"), ({"NO_COLOR": "1"}, "")])
@pytest.mark.usefixtures("faulty")
def test_terminal_shows_the_line_in_colour_or_without(vallum_terminal, environ, red):
    shown = vallum_terminal("check", "my-game", environ=environ)

    caret = next(line for line in shown.splitlines() if "^^^" in line)
    assert caret.startswith(red + " ")
    assert ("\x1b[1;31m" in shown) == bool(red)
    assert ",troches," in shown


@pytest.mark.usefixtures("faulty")
def test_program_that_reads_faults_gets_the_lines_it_had(vallum):
    (fault,) = vallum("check", "my-game").err.splitlines()

    assert fault.startswith("my-game/cards/raid.csv:")
