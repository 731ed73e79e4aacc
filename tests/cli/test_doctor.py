import pytest

from generator.cli import health
from generator.cli.health import FAULT, NOTE, OK, examine


def states(said):
    return {check["name"]: check["state"] for check in said.json["checks"]}


def test_place_where_all_works_has_no_fault(vallum):
    said = vallum("doctor", "--json")

    assert said.code == 0
    assert FAULT not in states(said).values()
    assert states(said)["card"] == states(said)["libraries"] == states(said)["output"] == OK


def test_block_for_a_report_has_program_python_system_and_a_line_for_each_check(vallum):
    first, *lines = vallum("doctor").out.splitlines()

    assert first.startswith("Vallum 0.2.0, Python 3.")
    assert [line.split()[1] for line in lines if "→" not in line] == [
        *("libraries", "extras", "cache", "settings", "sessions", "output", "printers", "card"),
    ]


def test_output_that_cannot_be_written_is_a_fault_with_what_to_do(vallum, tmp_path):
    (tmp_path / "taken").write_text("a file")

    said = vallum("doctor", "--out", str(tmp_path / "taken" / "output"), "--json")

    (check,) = [check for check in said.json["checks"] if check["name"] == "output"]
    assert (said.code, check["state"], check["remedy"]) == (1, FAULT, "choose another with --out")
    assert check["about"].endswith("taken is no folder")


@pytest.mark.parametrize(("lost", "name", "state"), [("pypdf", "libraries", FAULT), ("ezdxf", "extras", NOTE)])
def test_missing_library_comes_with_the_command_that_installs_it(monkeypatch, tmp_path, lost, name, state):
    is_installed = health._is_installed
    monkeypatch.setattr(health, "_is_installed", lambda library: library != lost and is_installed(library))

    (finding,) = [finding for finding in examine(tmp_path) if finding.name == name]

    assert finding.state == state
    assert "install" in finding.remedy


def test_damaged_printer_profiles_are_a_fault(vallum, tmp_path):
    file = tmp_path / "config" / "vallum" / "printers.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{")

    assert states(vallum("doctor", "--json"))["printers"] == FAULT
