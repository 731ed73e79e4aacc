"""Libraries that a browser tab lacks."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

import generator
from generator.base.errors import UsageError
from generator.load.game_locations import templates_root
from generator.web.site import absent_libraries


@pytest.fixture
def absent(monkeypatch):
    """Two libraries that nobody has."""
    libraries = {
        "absent_one": ("pictures", ("Part",)),
        "absent_one.Colour": ("inks", ()),
        "absent_two": ("finished PDFs", ()),
    }
    monkeypatch.setattr(absent_libraries, "ABSENT", libraries)
    monkeypatch.setattr(sys, "modules", {**sys.modules})
    absent_libraries.stand_in_for_absent_libraries()


@pytest.mark.usefixtures("absent")
def test_absent_library_is_imported_and_its_use_refused():
    import absent_one.Part
    from absent_one import Part
    from absent_two import Thing, open_file

    assert absent_one.Part is not None
    assert Part.Kind | None is not None
    message = "a browser tab cannot work with finished PDFs; use the installed program"
    with pytest.raises(UsageError, match=message):
        open_file("a")
    with pytest.raises(UsageError, match=message):
        Thing.made(1)


@pytest.mark.usefixtures("absent")
def test_module_of_a_purpose_of_its_own_names_that():
    from absent_one import Colour, Part

    with pytest.raises(UsageError, match="cannot work with pictures;"):
        Part.open(b"")
    with pytest.raises(UsageError, match="cannot work with inks;"):
        Colour.profile(b"")


@pytest.mark.usefixtures("absent")
def test_setting_of_an_absent_library_is_off():
    from absent_one import Part

    assert not Part.ALLOWS_DAMAGE


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
    monkeypatch.setattr(absent_libraries, "ABSENT", {"json": ("texts", ())})
    absent_libraries.stand_in_for_absent_libraries()

    assert sys.modules["json"].loads("1") == 1


OF_OTHER_COMPUTERS = {"argcomplete", "gymnasium", "truststore", "uvicorn"}
"""Libraries of what no page of a tab leads to."""
SPARED = {"ezdxf", "isal", "numpy", "pi_heif", "resvg_py"}
"""Libraries that the program looks for before it imports them, and does without or says so."""


def imports(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_every_library_is_in_the_site_or_its_absence_is_said():
    lists = tomllib.loads((templates_root() / "site/parts.toml").read_text("utf-8"))
    late = [*lists["packs"]["late"].values(), *lists["wheels"]["late"].values()]
    present = {*lists["packs"]["program"], *lists["wheels"]["program"], *(name for names in late for name in names)}
    of_pillow = {f"PIL.{name}" for name in absent_libraries.ABSENT["PIL"][1]}
    absent = {*absent_libraries.ABSENT, *of_pillow}
    package = Path(generator.__file__).parent
    for file in package.rglob("*.py"):
        text = file.read_text("utf-8")
        for name in imports(text):
            first = name.partition(".")[0]
            if first in {*sys.stdlib_module_names, "generator", *present, *OF_OTHER_COMPUTERS, *SPARED}:
                continue
            assert name in absent or first == "pikepdf" or "install_tail(" in text, f"{file.name}: {name}"
