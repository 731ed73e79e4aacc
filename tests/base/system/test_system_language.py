import ctypes
import plistlib
import sys
from types import SimpleNamespace

import pytest

from generator.base.system.system_language import system_language


@pytest.mark.parametrize(("number", "language"), [(0x0411, "ja"), (0x0409, "en"), (0x0C0C, "fr"), (0x9999, "")])
def test_windows_tells_the_language_of_its_menus(monkeypatch, number, language):
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: {"kernel32": kernel}[name], raising=False)
    monkeypatch.setattr(sys, "platform", "win32")

    assert system_language() == language


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        (plistlib.dumps({"AppleLanguages": ["ja-JP", "en-JP"]}, fmt=plistlib.FMT_BINARY), "ja"),
        (plistlib.dumps({"AppleLanguages": ["en"]}), "en"),
        (plistlib.dumps({"AppleLanguages": []}), ""),
        (plistlib.dumps({"AppleLanguages": "ja"}), ""),
        (plistlib.dumps({}), ""),
        (b"bplist00 damaged", ""),
        (None, ""),
    ],
)
def test_macos_tells_the_first_language_of_its_settings(monkeypatch, tmp_path, settings, language):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    if settings is not None:
        file = tmp_path / "Library/Preferences/.GlobalPreferences.plist"
        file.parent.mkdir(parents=True)
        file.write_bytes(settings)

    assert system_language() == language


def test_linux_has_the_environment_alone(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")

    assert not system_language()
