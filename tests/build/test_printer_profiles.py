import pytest

from generator.base.errors import Faults, OutputError, UsageError
from generator.build.printer_profiles import find_profile, read_profiles, save_profile
from generator.model.paper import Printer

HOME = Printer("home", 1.25, -0.5, 0.1, 1.001)


def test_kept_profiles_come_back(tmp_path):
    file = tmp_path / "vallum" / "printers.json"

    save_profile(file, HOME)
    save_profile(file, Printer("office"))
    save_profile(file, Printer("home", 2.0))

    assert read_profiles(file) == {"home": Printer("home", 2.0), "office": Printer("office")}


def test_unknown_printer_suggests_a_near_one(tmp_path):
    save_profile(tmp_path / "printers.json", HOME)

    with pytest.raises(UsageError, match="no printer called 'hom' was calibrated; did you mean 'home'"):
        find_profile(tmp_path / "printers.json", "hom")


def test_first_printer_is_told_how(tmp_path):
    with pytest.raises(UsageError, match="make it with: vallum calibrate --printer home"):
        find_profile(tmp_path / "printers.json", "home")


@pytest.mark.parametrize(
    "text",
    ["[]", '{"home": 3}', '{"home": {"dx": 1.0}}', "{", '{"home": {"dx": "a", "dy": 0, "angle": 0, "scale": 1}}'],
)
def test_damaged_file_is_one_fault(tmp_path, text):
    file = tmp_path / "printers.json"
    file.write_text(text)

    with pytest.raises(Faults, match="calibrate again"):
        read_profiles(file)


@pytest.mark.parametrize("name", ['my "best"\\printer', "プリンター", "a\nb"])
def test_any_name_survives(tmp_path, name):
    file = tmp_path / "printers.json"

    save_profile(file, Printer(name, 1.0))

    assert read_profiles(file) == {name: Printer(name, 1.0)}


def test_unwritable_place_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(OutputError, match="a file stands where a folder is needed"):
        save_profile(tmp_path / "file" / "printers.json", HOME)
