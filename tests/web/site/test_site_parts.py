"""The parts of a site: found in a folder or fetched, and no others."""

import tomllib

import pytest

from generator.base.errors import UsageError
from generator.load.game_locations import templates_root
from generator.web.site.site_parts import SiteParts, installed_files, read_parts

NAME = "pyodide-314.0.7.tgz"


def test_missing_part_is_named(tmp_path):
    with pytest.raises(UsageError, match=rf"no '{NAME}' in .*; without --parts it is fetched"):
        read_parts(tmp_path, None)


def test_other_file_of_that_name_is_refused(tmp_path):
    (tmp_path / "npm").mkdir()
    (tmp_path / "npm" / NAME).write_bytes(b"something else")
    with pytest.raises(UsageError, match=f"{NAME}: not the file that is wanted; get it from https://"):
        read_parts(tmp_path, None)


def test_fetched_part_is_checked_too():
    with pytest.raises(UsageError, match="not the file that is wanted"):
        read_parts(None, lambda _: b"changed")


def test_parts_name_their_digest_and_come_from_where_they_are_published():
    text = (templates_root() / "site/parts.toml").read_text("utf-8")

    assert text.count("sha256 = ") == text.count('address = "https://registry.npmjs.org/') + text.count(
        'address = "https://files.pythonhosted.org/'
    )


def test_installed_files_are_those_that_any_computer_runs():
    assert "jinja2/environment.py" in installed_files("jinja2")
    assert [*installed_files("typing_extensions")] == ["typing_extensions.py"]
    assert not [name for name in installed_files("markupsafe") if name.endswith(".so")]
    assert "jinja2/environment.py" not in installed_files("jinja2", ["env*"])
    with pytest.raises(UsageError, match="the library 'no_such_library' is not installed"):
        installed_files("no_such_library")


def test_files_that_nothing_reads_are_left_out():
    parts = SiteParts(tomllib.loads((templates_root() / "site/parts.toml").read_text("utf-8")), {})
    fonts = [name.rpartition("/")[2] for name in parts.late_packages()["japanese"][1] if name.endswith(".ttf")]
    folders = {name.split("/")[1] for name in parts.program_packages() if name.startswith("reportlab/")}

    assert fonts == ["NotoSansJP[wght].ttf"]
    assert {"pdfbase", "lib"} <= folders
    assert not folders & {"fonts", "graphics", "platypus", "pdfgen"}
