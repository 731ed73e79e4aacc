import sys

import pytest

from generator.cli import entry


def test_older_python_is_told_which_one_is_needed(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))

    with pytest.raises(SystemExit, match="2"):
        entry.run_and_exit()

    assert capsys.readouterr().err == "vallum: needs Python 3.11 or newer; this is Python 3.10.13\n"
