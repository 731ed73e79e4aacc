"""`vallum serve` opens a browser for whoever sits before a desktop, and for nobody else."""

import threading
import webbrowser

import pytest

from generator.cli.commands import browser_opener
from generator.cli.commands.browser_opener import has_desktop, open_browser


@pytest.mark.parametrize(
    ("environment", "platform", "shown"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"SSH_CONNECTION": "x", "DISPLAY": "localhost:10"}, "linux", False),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", False),
        ({"CI": "true"}, "win32", False),
    ],
)
def test_desktop_is_known(environment, platform, shown):
    assert has_desktop(environment, platform) == shown


@pytest.mark.parametrize("error", [None, webbrowser.Error("none"), OSError("gone")])
def test_browser_is_opened_meanwhile(monkeypatch, error):
    opened, done = [], threading.Event()

    def open_(link):
        opened.append(link)
        done.set()
        if error:
            raise error

    monkeypatch.setattr(browser_opener, "has_desktop", lambda: True)
    monkeypatch.setattr(browser_opener.webbrowser, "open", open_)
    open_browser("http://127.0.0.1/")

    assert done.wait(60)
    assert opened == ["http://127.0.0.1/"]


def test_nothing_is_opened_without_a_desktop(monkeypatch):
    monkeypatch.setattr(browser_opener, "has_desktop", lambda: False)
    monkeypatch.setattr(browser_opener.webbrowser, "open", lambda _: pytest.fail("it was opened"))
    open_browser("http://127.0.0.1/")
