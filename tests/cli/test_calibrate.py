"""`vallum calibrate`: the test sheet, and the four numbers kept under a printer's name."""

import json
import os
import sys

import pytest


@pytest.fixture
def profiles(tmp_path):
    return tmp_path / "config" / "vallum" / "printers.json"


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279)), ("a3", (297, 420))])
def test_sheet_has_two_sides_of_the_paper(vallum, pages, paper, size):
    said = vallum("calibrate", "--paper", paper, "--json")

    sheet = pages(said.json["file"])
    assert sheet.sizes == [size, size]
    assert sheet.viewer["/Duplex"] == "/DuplexFlipLongEdge"
    assert "100 mm" in sheet.texts[0]


def test_sheet_speaks_the_language_and_flips_as_asked(vallum, pages, desk):
    said = vallum("calibrate", "--lang", "ja", "--flip", "short", "--out", "here")

    sheet = pages(desk / "here/calibration-a4-ja.pdf")
    assert said.out.splitlines()[0] == os.path.join("here", "calibration-a4-ja.pdf")  # noqa: PTH118  as it is shown
    assert "短辺" in sheet.texts[0]
    assert sheet.viewer["/Duplex"] == "/DuplexFlipShortEdge"


def test_readings_are_kept_under_the_name(vallum, profiles):
    said = vallum("calibrate", "--printer", "home", "--read", "0.8", "-1.2", "0.6", "-1.3")

    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("kept home: it prints backs ")
    assert json.loads(profiles.read_text("utf-8")).keys() == {"home"}


def test_profiles_of_several_printers_stand_side_by_side(vallum, profiles):
    for name in ("home", "Büro 見張り", "home"):
        assert vallum("calibrate", "--printer", name, "--read", "1", "1", "1", "1").code == 0

    assert list(json.loads(profiles.read_text("utf-8"))) == ["home", "Büro 見張り"]
    assert vallum("build", "picket", "--printer", "Büro 見張り", "--only", "watch", "--paper", "a4").code == 0


@pytest.mark.parametrize("number", ["11", "-10.5", "nan", "inf"])
def test_reading_off_the_graph_is_named(vallum, profiles, number):
    said = vallum("calibrate", "--printer", "home", "--read", "0", number, "0", "0")

    assert (said.code, said.err.count("\n")) == (3, 1)
    assert said.err.startswith("calibration [A down]: ")
    assert not profiles.exists()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("{", "printers.json: cannot be read: "),
        ("[]", "printers.json: holds no profiles; delete it and calibrate again"),
        ('{"home": {"dx": 1}}', "printers.json [home]: the profile 'home' is damaged; delete it and calibrate again"),
        ('{"home": 1}', "printers.json [home]: the profile 'home' is damaged; delete it and calibrate again"),
    ],
)
def test_damaged_profiles_are_named(vallum, profiles, content, line):
    profiles.parent.mkdir(parents=True)
    profiles.write_text(content)

    built = vallum("build", "picket", "--printer", "home")
    calibrated = vallum("calibrate", "--printer", "home", "--read", "0", "0", "0", "0")

    assert (built.code, calibrated.code) == (3, 3)
    assert built.err == calibrated.err
    assert built.err.startswith(line)
    assert profiles.read_text() == content


def test_profiles_that_cannot_be_kept_are_an_output_fault(vallum, profiles):
    profiles.parents[1].write_text("mine")

    said = vallum("calibrate", "--printer", "home", "--read", "0", "0", "0", "0")

    assert (said.code, said.err.count("\n")) == (5, 1)
    assert "printers.json: a file stands where a folder is needed" in said.err


@pytest.fixture
def typed(monkeypatch):
    """What a player types at the question."""

    def answer(line):
        def ask(_prompt=""):
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        monkeypatch.setattr("builtins.input", ask)

    return answer


@pytest.mark.parametrize("line", ["0.8 -1.2 0.6 -1.3", " 0.8, -1.2, 0.6, -1.3 "])
def test_typed_readings_are_kept(vallum, typed, profiles, line):
    typed(line)

    assert vallum("calibrate", "--printer", "home").code == 0
    assert profiles.exists()


@pytest.mark.parametrize("line", ["", None])
def test_nothing_typed_prints_the_sheet(vallum, typed, profiles, desk, line):
    typed(line)

    assert vallum("calibrate", "--printer", "home").code == 0
    assert (desk / "output/calibration-a4-en.pdf").is_file()
    assert not profiles.exists()


@pytest.mark.parametrize("line", ["1 2 3", "1 2 3 4 5", "left right up down"])
def test_typed_nonsense_is_a_wrong_command_line(vallum, typed, line):
    typed(line)

    said = vallum("calibrate", "--printer", "home")

    assert (said.code, said.err) == (2, f"{line!r} is not four numbers; type them like: 0.5 -1 0.5 -1\n")


def test_nothing_is_asked_of_a_script(vallum, typed):
    typed("0 0 0 0")

    assert "file" in vallum("calibrate", "--printer", "home", "--json").json
