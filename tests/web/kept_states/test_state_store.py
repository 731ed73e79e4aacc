"""States of a game are kept as plain copies and brought back."""

import json
from datetime import datetime, timedelta

import pytest

from generator.base.errors import OutputError, UsageError
from generator.base.hashing import file_digests
from generator.web.kept_states import state_rules, state_store
from generator.web.kept_states.state_store import StateStore


class Clock:
    def __init__(self):
        self.now = datetime(2026, 11, 30, 9, 0).astimezone()

    def __call__(self):
        return self.now

    def pass_minutes(self, minutes):
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    return StateStore(tmp_path / "states", clock)


@pytest.fixture
def small(tmp_path):
    folder = tmp_path / "small"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.toml").write_text("a = 1\n", "utf-8")
    (folder / "cards/fox.csv").write_text("id,cost\nfox,1\n", "utf-8")
    (folder / "art.PNG").write_bytes(b"\x89PNG" * 1000)
    return folder


def reasons(store, game):
    return [state.reason for state in store.states(game)]


def write(game, text):
    (game / "cards/fox.csv").write_text(text, "utf-8")


def test_states_are_kept_by_the_clock_and_only_where_something_changed(store, small, clock):
    for number in range(40):
        write(small, f"id,cost\nfox,{number // 2}\n")
        store.note_work(small)
        clock.pass_minutes(5)
    assert reasons(store, small) == ["day", *["work"] * 19]

    clock.pass_minutes(24 * 60)
    store.note_work(small)
    assert reasons(store, small)[-1] == "work"
    write(small, "id,cost\nfox,99\n")
    clock.pass_minutes(24 * 60)
    store.note_work(small)
    assert reasons(store, small)[-1] == "day"


def test_each_content_is_one_plain_copy(store, small, tmp_path):
    store.keep_state(small, "day")
    write(small, "id,cost\nfox,2\n")
    store.keep_state(small, "work")

    copies = sorted((tmp_path / "states").glob("*/content/*"))
    assert sorted(copy.suffix for copy in copies) == [".csv", ".csv", ".png", ".toml"]
    assert {copy.read_bytes() for copy in copies} >= {b"id,cost\nfox,2\n", b"a = 1\n"}


def test_a_state_is_brought_back_whole_and_that_is_taken_back(store, small):
    first = store.keep_state(small, "day")
    before = file_digests(small)
    write(small, "id,cost\nowl,2\n")
    (small / "art.PNG").unlink()
    (small / "new.md").write_text("# New\n", "utf-8")
    after = file_digests(small)

    undo = store.bring_back(small, first.name)
    assert file_digests(small) == before
    store.bring_back(small, undo.name)
    assert file_digests(small) == after
    assert reasons(store, small) == ["day", "back", "back"]


def test_a_damaged_copy_leaves_the_game_as_it_is(store, small, tmp_path):
    first = store.keep_state(small, "day")
    write(small, "id,cost\nowl,2\n")
    (small / "game.toml").write_text("a = 2\n", "utf-8")
    after = file_digests(small)
    copy = next((tmp_path / "states").glob("*/content/*.csv"))
    copy.write_text("changed\n", "utf-8")

    with pytest.raises(OutputError, match="changed by hand"):
        store.bring_back(small, first.name)
    copy.unlink()
    with pytest.raises(OutputError, match="cannot be read"):
        store.bring_back(small, first.name)
    assert file_digests(small) == after


def test_states_that_give_way_take_their_copies_with_them(store, small, tmp_path, clock, monkeypatch):
    monkeypatch.setattr(state_rules, "MOST_STATES", 3)
    for number in range(6):
        write(small, f"id,cost\nfox,{number}\n")
        store.keep_state(small, "work")
        clock.pass_minutes(1)

    assert len(store.states(small)) == 3
    assert len(list((tmp_path / "states").glob("*/content/*.csv"))) == 3


def test_only_so_many_games_are_kept(store, tmp_path, monkeypatch):
    monkeypatch.setattr(state_store, "MOST_GAMES", 2)
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text(name, "utf-8")
        store.keep_state(tmp_path / name, "day")
    assert len(list((tmp_path / "states").iterdir())) == 2
    assert store.states(tmp_path / "c")


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_games_under_git_are_left_to_git(store, small, tmp_path, kind):
    git = small.parent / ".git"
    git.mkdir() if kind == "folder" else git.touch()
    store.note_work(small)

    assert store.keep_state(small, "before") is None
    assert store.why_not(small) == "git"
    assert not (tmp_path / "states").exists()


def test_a_game_of_too_many_bytes_is_not_kept(store, small, monkeypatch):
    monkeypatch.setattr(state_store, "MOST_GAME", 100)
    store.note_work(small)

    assert store.why_not(small) == "large"
    assert store.states(small) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 2}', b"\xff", b'{"format": 1, "game": 1}'])
def test_damaged_records_are_no_states(store, small, tmp_path, content):
    state = store.keep_state(small, "day")
    next((tmp_path / "states").glob("*/*.json")).write_bytes(content)

    assert store.states(small) == []
    with pytest.raises(UsageError, match="given way"):
        store.bring_back(small, state.name)


def test_a_disk_that_cannot_be_written_to_stops_no_work(small, tmp_path, clock):
    (tmp_path / "states").write_text("a file", "utf-8")
    with pytest.raises(OutputError):
        StateStore(tmp_path / "states", clock).keep_state(small, "before")
    StateStore(tmp_path / "states", clock).note_work(small)


def test_a_record_tells_a_person_what_it_is(store, small, tmp_path):
    store.keep_state(small, "day")
    record = json.loads(next((tmp_path / "states").glob("*/*.json")).read_bytes())
    assert record["game"] == str(small)
    assert set(record["files"]) == {"game.toml", "cards/fox.csv", "art.PNG"}
