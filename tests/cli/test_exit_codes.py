"""How a command that fails is told, apart from faults in the data."""

import sys

from generator.cli.exit_codes import BUG, exit_code


def import_shaper():
    import uharfbuzz

    return int(bool(uharfbuzz))


def import_nothing():
    import no_such_library_at_all

    return int(bool(no_such_library_at_all))


def test_missing_library_that_sets_text_is_named_with_the_python_that_has_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)

    assert exit_code(import_shaper, as_json=False) == 2
    assert "on Windows on ARM, use the 64-bit Python for Intel and AMD" in capsys.readouterr().err


def test_other_missing_library_is_a_bug(monkeypatch, capsys):
    monkeypatch.delenv("VALLUM_DEBUG", raising=False)

    assert exit_code(import_nothing, as_json=False) == BUG
