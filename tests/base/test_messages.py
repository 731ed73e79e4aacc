import pytest

from generator.base.errors import Faults
from generator.base.messages import Messages, format_local_time


@pytest.mark.parametrize("seconds", [1e14, -1e13, 1e20, 1e30])
def test_time_that_no_calendar_has_is_left_out(seconds):
    assert format_local_time(seconds) == ""
    assert len(format_local_time(0)) == len("1970-01-01 00:00")


def test_phrase_is_filled_in():
    words = Messages.read([("en.toml", b'sheet = "sheet {n} of {m}"')])

    assert words("sheet", n=1, m=2) == "sheet 1 of 2"


def test_later_files_lie_over_earlier_ones():
    words = Messages.read([("en.toml", b'a = "a"\nb = "b"'), ("ja.toml", "a = '表'".encode())])

    assert (words("a"), words("b")) == ("表", "b")


def test_section_goes_by_the_rest_of_its_keys():
    words = Messages.read([("en.toml", b'[calibrate]\ntitle = "T"\n[calibrate.deep]\nx = "X"\n[other]\ny = "Y"')])

    assert words.section("calibrate") == {"title": "T", "deep.x": "X"}


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"a = [", "1: invalid value"), (b"\xff", "1:1: byte FF is not"), (b"a = " + b"[" * 20_000, " nested too deeply")],
)
def test_damaged_file_is_named(data, said):
    with pytest.raises(Faults, match=rf"^mine\.toml:{said}"):
        Messages.read([("mine.toml", data)])


@pytest.mark.parametrize("phrase", ["{p}", "{0}", "{", "{n.x.y}"])
def test_phrase_with_a_strange_name_is_a_fault(phrase):
    words = Messages({"sheet": phrase})

    with pytest.raises(Faults, match=r"words \[sheet\]: .* may have: \{n\}, \{m\}"):
        words("sheet", n=1, m=2)


def test_number_chooses_the_form_of_a_word():
    words = Messages({"said": "{n} {n:game|games} in {year}", "plain": "{n:03} a|b"})

    assert [words("said", n=n, year=2) for n in (0, 1, 2)] == ["0 games in 2", "1 game in 2", "2 games in 2"]
    assert words("plain", n=1) == "001 a|b"
