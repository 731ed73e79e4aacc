import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.cli import health
from generator.cli.bug_report import place_of_reports
from generator.cli.health import FAULT, NOTE, OK, examine
from generator.cli.shortcut import write_shortcut


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
    assert [line.split()[1] for line in lines if line[:1] != " "] == [
        *("libraries", "extras", "terminal", "cache", "settings", "sessions", "output", "printers", "browser", "card"),
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


def test_check_takes_two_seconds_at_most(vallum):
    vallum("doctor")  # the first one may pin fonts
    began = time.process_time()
    vallum("doctor")

    assert time.process_time() - began < 2


def test_lines_are_in_japanese_where_faults_are(vallum, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")

    said = vallum("doctor").out

    assert "picket raid:scoutsを欧文と日本語の文字で" in said
    assert "can be written" not in said


def test_damaged_printer_profiles_are_put_aside(vallum, tmp_path):
    file = tmp_path / "config" / "vallum" / "printers.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{")
    assert "→ vallum doctor --fix" in vallum("doctor").out

    said = vallum("doctor", "--fix", "--json")

    assert (said.code, states(said)["printers"]) == (0, NOTE)
    assert file.with_suffix(".damaged").read_text() == "{"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write everywhere")
def test_rights_to_write_are_taken_back(vallum, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o500)

    assert vallum("doctor", "--fix", "--out", str(folder)).code == 0
    assert folder.stat().st_mode & 0o700 == 0o700


def test_what_cannot_be_mended_stays_a_fault(vallum, tmp_path):
    (tmp_path / "taken").write_text("a file")

    assert vallum("doctor", "--fix", "--out", str(tmp_path / "taken" / "output")).code == 1
    assert (tmp_path / "taken").read_text() == "a file"


PYTHON = '/opt/my python/100%/"v"/$x/bin/python'


@pytest.fixture
def starters(tmp_path, monkeypatch):
    """Write the starters of a system into a home whose name has a space and Japanese letters."""

    def write(platform):
        monkeypatch.setattr(sys, "platform", platform)
        home = tmp_path / "家 1"
        (home / "Desktop").mkdir(parents=True)
        files = write_shortcut(PYTHON, home, {})
        assert (home / "Vallum").is_dir()
        return {file.relative_to(home).as_posix(): file for file in files}

    return write


def test_starter_of_linux_is_in_the_menu_and_on_the_desktop(starters):
    files = starters("linux")

    assert files.keys() == {".local/share/applications/vallum.desktop", "Desktop/vallum.desktop"}
    lines = files["Desktop/vallum.desktop"].read_text("utf-8").splitlines()
    quoted = '"/opt/my python/100%%/\\\\"v\\\\"/\\\\$x/bin/python"'
    assert f"Exec={quoted} -m generator serve" in lines
    assert os.access(files["Desktop/vallum.desktop"], os.X_OK)


@pytest.mark.skipif(os.name == "nt", reason="this script is for a shell of Unix")
def test_starter_of_macos_runs_the_pages_in_its_folder(tmp_path, monkeypatch):
    python = tmp_path / "my python"
    python.write_text('#!/bin/sh\necho "$PWD $*"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "platform", "darwin")
    (file,) = write_shortcut(str(python), tmp_path / "家 1", {})

    shown = subprocess.run([file], capture_output=True, text=True, check=True).stdout

    assert shown == f"{tmp_path / '家 1' / 'Vallum'} -m generator serve\n"


def test_starter_of_windows_is_read_as_utf_8(starters):
    (file,) = starters("win32").values()

    text = file.read_bytes().decode()
    assert text.splitlines()[:2] == ["@echo off", "chcp 65001 >nul"]
    assert all(line.endswith("\r") for line in text.split("\n")[:-1])
    assert "100%%" in text


def test_shortcut_names_its_files(vallum, monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    said = vallum("doctor", "--shortcut", "--json")

    assert all(Path(file).is_file() for file in said.json["files"])


def test_shortcut_without_a_home_is_told(vallum, monkeypatch):
    def no_home():
        raise RuntimeError

    monkeypatch.setattr(Path, "home", no_home)

    said = vallum("doctor", "--shortcut")

    assert (said.code, said.err) == (5, "there is no home folder; set HOME to a folder of your own\n")


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (["Source, https://example.org/v", "Issues, https://example.org/v/issues"], "https://example.org/v/issues"),
        ([], "Issues on the page of the project"),
        (None, "Issues on the page of the project"),
    ],
)
def test_reports_go_to_the_address_of_the_installed_program(monkeypatch, links, expected):
    class Metadata:
        def get_all(self, name):
            assert name == "Project-URL"
            return links

    monkeypatch.setattr("importlib.metadata.metadata", lambda _: Metadata())

    assert place_of_reports() == expected
