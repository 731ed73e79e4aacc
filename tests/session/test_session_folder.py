"""Names of sessions, where they are kept, and the seeds of the month."""

import pytest

from generator.base.errors import UsageError
from generator.base.records import replace
from generator.session.recorded_play import begin
from generator.session.session_folder import (
    SUFFIX,
    challenge_seed,
    check_name,
    find_session,
    free_name,
    session_entries,
    session_names,
    session_path,
    sessions_folder,
)


@pytest.mark.parametrize("name", ["first-wall", "a", "2026-11-21", "x" * 60])
def test_plain_names_work_everywhere(name, tmp_path):
    assert session_path(tmp_path, name) == tmp_path / f"{name}{SUFFIX}"


@pytest.mark.parametrize(
    "name",
    ["", "-rf", "..", "../a", "a/b", "a\\b", "A", "con", "lpt1", "a.b", "x" * 61, "長城", "a b", "\x1b[31m", "a\0"],
)
def test_other_names_are_refused(name):
    with pytest.raises(UsageError, match=r"a session cannot be called .*; use small letters"):
        check_name(name)


def test_sessions_live_in_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert sessions_folder() == tmp_path / "vallum" / "sessions"


def test_no_home_is_told(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", "/")
    with pytest.raises(UsageError, match="there is no home folder to keep sessions in; set XDG_DATA_HOME"):
        sessions_folder()


@pytest.fixture
def folder(tmp_path, head):
    """Two sessions in play, one over, one that is damaged, and other files."""
    for name in ("winter", "wall-1", "wall-2"):
        with begin(tmp_path / f"{name}{SUFFIX}", replace(head, mode="relaxed")) as play:
            play.act("mark 1")
            if name == "winter":
                play.note("score", {"total": 77})
    hurt = tmp_path / f"wall-2{SUFFIX}"
    hurt.write_bytes(hurt.read_bytes().replace(b"mark", b"mask"))
    (tmp_path / f"empty{SUFFIX}").touch()
    (tmp_path / f".hidden{SUFFIX}").touch()
    (tmp_path / "notes.txt").touch()
    return tmp_path


def test_every_session_is_listed(folder):
    empty, first, second, winter = session_entries(folder)

    assert empty.trouble == "empty.jsonl: this is not a session; name a file that `vallum solo` has written"
    assert (first.name, first.header.game, first.actions, first.header.mode) == ("wall-1", "picket", 1, "relaxed")
    assert first.changed > 1e9
    assert (second.actions, second.trouble) == (0, "event 1: its hash does not match what it says")
    assert winter.score == {"total": 77}


def test_missing_folder_holds_no_sessions(tmp_path):
    assert session_names(tmp_path / "x") == ()
    assert session_entries(tmp_path / "x") == ()


def test_beginning_of_a_name_is_enough(folder):
    assert find_session(folder, "win").stem == "winter"
    assert find_session(folder, "wall-1").stem == "wall-1"


@pytest.mark.parametrize(
    ("word", "what"),
    [
        ("wall", "'wall' begins several sessions; it is one of 'wall-1', 'wall-2'"),
        ("wintre", "no session called 'wintre'; did you mean 'winter'?"),
        ("x", "no session called 'x'; it is one of 'empty', 'wall-1', 'wall-2', 'winter'"),
    ],
)
def test_unknown_name_is_told(folder, word, what):
    with pytest.raises(UsageError) as refusal:
        find_session(folder, word)

    assert str(refusal.value) == what


def test_free_name_is_found(folder):
    assert free_name(folder, "summer") == "summer"
    assert free_name(folder, "winter") == "winter-2"


def test_everybody_has_the_seed_of_a_day_and_of_a_month():
    assert challenge_seed("2026-11") == "challenge-2026-11"
    assert challenge_seed("2028-02-29") == "challenge-2028-02-29"


@pytest.mark.parametrize(
    "period",
    [
        *("", "2026", "2026-13", "2026-00", "26-11", "2026-1", "2026/11", "２０２６-11", "2026-1１"),
        *("2026-02-29", "2026-11-00", "2026-11-1", "20261123", "2026-W48-1", "2026-11-23\n", "1999-12-31"),
    ],
)
def test_what_is_no_day_and_no_month_is_told(period):
    with pytest.raises(UsageError, match="is no day and no month; write it like '2026-11-23' or '2026-11'"):
        challenge_seed(period)
