"""The pieces that an earlier print lacks, as tables."""

import pytest

from generator.build.changes.comparison import PieceChange, PrintChanges
from generator.cli import terminal
from generator.cli.commands.print_commands import _print_changes

NEW, OLD = PieceChange("raid/x", "New one", 2, "new"), PieceChange("raid/y", "Old one", 1, "removed")


@pytest.mark.parametrize(
    ("changes", "words", "others"),
    [
        (PrintChanges("old"), ["all is as it was"], ["title", "copies"]),
        (PrintChanges("old", (NEW,)), ["print", "New one"], ["throw away", "all is as it was"]),
        (PrintChanges("old", (), (OLD,)), ["throw away", "Old one"], ["New one", "all is as it was"]),
        (PrintChanges("old", (NEW,), (OLD,)), ["print", "New one", "throw away", "Old one"], ["all is as it was"]),
        (PrintChanges("old", renamed=(("a", "b"),)), ["b: looks as a did; keep it", "all is as it was"], ["title"]),
    ],
)
def test_only_what_has_changed_has_a_table(capsys, monkeypatch, changes, words, others):
    monkeypatch.setattr(terminal, "_catalogue", lambda: None)  # whatever language an earlier command spoke
    _print_changes(changes, "all is as it was")
    printed = capsys.readouterr().out

    assert [word for word in words if word not in printed] == []
    assert [word for word in others if word in printed] == []
