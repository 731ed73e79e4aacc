"""What `pyproject.toml` asks of a computer: libraries that have wheels for old Macs, and for Windows on ARM."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = {need.name: need for need in map(Requirement, PROJECT["dependencies"])}
LAST_WHEELS = {
    ("pikepdf", "macOS 13 on Intel"): "9.11.0",
    ("pikepdf", "macOS 14 on Apple"): "10.13.0.post1",
    ("pikepdf", "macOS 15 on Intel"): "10.13.0.post1",
}
"""The newest version of a library that has a wheel for a system, as the index of packages tells."""
SYSTEMS = {
    "Linux": {"sys_platform": "linux", "platform_machine": "x86_64"},
    "macOS on Apple": {"sys_platform": "darwin", "platform_machine": "arm64"},
    "Windows": {"sys_platform": "win32", "platform_machine": "AMD64"},
}
ARM = {"sys_platform": "win32", "platform_machine": "ARM64"}


@pytest.mark.parametrize(("library", "system"), LAST_WHEELS)
def test_library_may_be_as_old_as_its_last_wheel_for_a_system(library, system):
    assert NEEDED[library].specifier.contains(LAST_WHEELS[library, system])


@pytest.mark.parametrize("system", SYSTEMS)
def test_accelerator_is_left_out_only_where_it_has_no_wheel(system):
    assert NEEDED["rl-accel"].marker.evaluate(SYSTEMS[system])
    assert not NEEDED["rl-accel"].marker.evaluate(ARM)


@pytest.mark.parametrize("library", sorted(NEEDED))
def test_no_library_is_pinned_to_a_version(library):
    """A pinned version has wheels for the systems of its day alone."""
    assert {each.operator for each in NEEDED[library].specifier} <= {">=", "<", "!="}
