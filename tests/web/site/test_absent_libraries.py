"""Libraries that a browser tab lacks."""

import sys

import pytest

from generator.base.errors import UsageError
from generator.web.site import absent_libraries


@pytest.fixture
def absent(monkeypatch):
    """Two libraries that nobody has."""
    monkeypatch.setattr(absent_libraries, "ABSENT", {"absent_one": ("Part",), "absent_two": ()})
    monkeypatch.setattr(sys, "modules", {**sys.modules})
    absent_libraries.stand_in_for_absent_libraries()


@pytest.mark.usefixtures("absent")
def test_absent_library_is_imported_and_its_use_refused():
    import absent_one.Part
    from absent_one import Part
    from absent_two import Thing, open_file

    assert absent_one.Part is not None
    assert Part.Kind | None is not None
    with pytest.raises(
        UsageError, match="a browser tab has no absent_two, which this needs; use the installed program"
    ):
        open_file("a")
    with pytest.raises(UsageError):
        Thing.made(1)


@pytest.mark.usefixtures("absent")
def test_errors_of_an_absent_library_can_be_waited_for():
    from absent_two import PdfError, open_file

    def open_or_fail():
        try:
            open_file("a")
        except PdfError:
            pytest.fail("nothing raises it")

    with pytest.raises(UsageError):
        open_or_fail()


def test_library_that_is_there_stays(monkeypatch):
    monkeypatch.setattr(absent_libraries, "ABSENT", {"json": ()})
    absent_libraries.stand_in_for_absent_libraries()

    assert sys.modules["json"].loads("1") == 1
