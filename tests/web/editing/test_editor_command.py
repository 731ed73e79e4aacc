"""Files are opened in the editor that the user has named, and in nothing else."""

import sys
import time
from pathlib import Path

import pytest

from generator.base.errors import OutputError, UsageError
from generator.web.editing.editor_command import EditorCommand, editor_command

EDITOR = "/gallery/mine/tables/editor"
RAID = "cards/raid.csv"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("gedit",), ["gedit", "/g/a {line};b.csv"]),
        (("code", "--goto", "{file}:{line}"), ["code", "--goto", "/g/a {line};b.csv:7"]),
        (("vi", "+{line}", "{file}"), ["vi", "+7", "/g/a {line};b.csv"]),
    ],
)
def test_the_file_is_one_argument(words, expected):
    assert EditorCommand(words).argv(Path("/g/a {line};b.csv"), 7) == expected


def test_the_command_is_named_or_the_users_usual_one():
    python = sys.executable
    assert editor_command(f"'{python}' -c 1", {}).words == (python, "-c", "1")
    assert editor_command("", {"VISUAL": python}).words == (python,)
    for text, why in (
        ("", "names no program"),
        ("'a", "a quote is not closed"),
        ("no-such-editor", "no program 'no-such"),
    ):
        with pytest.raises(UsageError, match=why):
            editor_command(text, {})


def test_a_program_that_is_gone_is_told():
    with pytest.raises(OutputError, match=r"^/no/editor: cannot be started: "):
        EditorCommand(("/no/editor",)).open(Path("a.csv"), 1)


def test_a_table_is_opened_at_its_line(editor, services, tmp_path):
    seen = tmp_path / "seen.txt"
    script = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(' '.join(sys.argv[2:]))"
    services.editor = EditorCommand((sys.executable, "-c", script, str(seen), "{line}"))

    assert "/tables/editor" in editor.page(RAID).text
    assert editor.visitor.post(EDITOR, {"file": RAID, "line": "3"}).status == 204
    for _ in range(1200):
        if seen.exists() and seen.read_text():
            break
        time.sleep(0.05)
    assert seen.read_text() == f"3 {(editor.folder / RAID).resolve()}"


def test_nothing_is_opened_unasked_or_from_elsewhere(editor, services, monkeypatch):
    monkeypatch.setattr(EditorCommand, "open", lambda *_: pytest.fail("opened"))
    assert "/tables/editor" not in editor.page(RAID).text
    assert editor.visitor.post(EDITOR, {"file": RAID}).status == 403

    services.editor = EditorCommand(("true",))
    for file in ("../raid.csv", "game.toml", "/etc/passwd", "", "-x"):
        assert editor.visitor.post(EDITOR, {"file": file}).status == 400
    assert editor.visitor.post("/gallery/arena/tables/editor", {"file": "cards/characters.csv"}).status == 403
    monkeypatch.setattr("generator.web.http.request_form.LOCAL", ())
    assert "/tables/editor" not in editor.page(RAID).text
    assert editor.visitor.post(EDITOR, {"file": RAID}).status == 403
