"""The calibration of printers on a page."""

import pytest

from generator.build.options import printers_file
from generator.build.printer_profiles import read_profiles

FIELDS = {
    "name": "Attic",
    "paper": "a4",
    "flip": "short",
    "a_right": "0.5",
    "a_down": "-1",
    "b_right": "0,5",
    "b_down": "\u22121",
}


@pytest.fixture(autouse=True)
def own_printers(home, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_test_sheet_is_that_of_the_choices(visitor):
    answer = visitor.get("/print/calibrate/sheet.pdf?paper=letter&flip=short")

    assert answer.body.startswith(b"%PDF-")
    assert "calibration-letter-en.pdf" in answer.headers["content-disposition"]


def test_printer_is_saved_and_offered(visitor):
    page = visitor.post("/print/calibrate", FIELDS)

    assert (page.status, "Choose the printer “Attic”" in page.text) == (200, True)
    assert set(read_profiles(printers_file())) == {"Attic"}
    assert '<option value="Attic"' in visitor.get("/print/mine").text


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"a_down": "much"}, "Each is a number of millimetres"),
        ({"a_down": "99"}, "trouble"),
        ({"name": ""}, "cannot name a printer"),
        ({"name": "x" * 61}, "cannot name a printer"),
    ],
)
def test_wrong_readings_are_told_and_kept_in_the_form(visitor, changed, says):
    page = visitor.post("/print/calibrate", FIELDS | changed)

    assert (page.status, says in page.text) == (400, True)
    assert 'value="0.5"' in page.text
    assert not printers_file().exists()


def test_other_devices_save_no_printer(visitor, monkeypatch):
    monkeypatch.setattr("generator.web.uploads.calibration_pages.is_away", lambda _: True)

    assert visitor.post("/print/calibrate", FIELDS).status == 403
    assert "Only this computer can save printers" in visitor.get("/print/calibrate").text
    assert not printers_file().exists()
