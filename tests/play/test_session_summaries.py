"""Session summaries: what a list shows of each session, opened read-only."""

import os
from threading import Thread

import pytest

from generator.base.cache import Cache
from generator.base.hashing import file_digests
from generator.play import game_data, session_summaries
from generator.play.game_data import load_rulebook
from generator.play.rules.engine_rules import EngineRules
from generator.play.session_summaries import DAMAGED, OTHER_DATA, UNREADABLE, SessionSummaries, summarise_session
from generator.play.stats.history import finished_games
from generator.play.typed_line import run_line
from generator.session.header import Header
from generator.session.recorded_play import begin
from generator.session.session_folder import session_entries


@pytest.fixture
def summaries(sessions):
    return SessionSummaries(sessions)


def ended(begun, play_on, kind="full", name="first"):
    table = begun(kind, name=name)
    list(play_on(table, 1))
    table.play.close()
    return table


def test_game_under_way_is_told(begun, summaries):
    table = begun("full", name="first", settings={"difficulty": "hard"})
    (found,) = summaries.newest("ja")

    assert (found.name, found.kind, found.game) == ("first", "full", "ハドリアヌスの長城")
    assert (found.year, found.years, found.setting) == (1, 6, "難しい")
    assert found.moves == len(table.play.steps)
    assert not found.over


@pytest.mark.parametrize("kind", ["full", "paper"])
def test_points_of_a_game_under_way_are_not_reckoned_for_the_list(begun, sessions, monkeypatch, kind):
    begun(kind, name="first", settings={"difficulty": "hard"})
    monkeypatch.setattr(EngineRules, "visible_state", lambda *_: pytest.fail("all that a player sees is made"))
    (found,) = SessionSummaries(sessions).newest("en")

    assert (found.setting, found.over, found.points, found.trouble) == ("Hard", False, None, "")


def test_summaries_are_kept_for_the_next_start(begun, play_on, sessions, tmp_path, monkeypatch):
    ended(begun, play_on, name="first")
    ended(begun, play_on, name="second")
    cache = Cache(tmp_path / "cache")
    before = SessionSummaries(sessions, cache).newest("en")
    opened = []
    summarise = session_summaries.summarise_session
    monkeypatch.setattr(session_summaries, "summarise_session", lambda *args: opened.append(args) or summarise(*args))
    assert SessionSummaries(sessions, cache).newest("en") == before
    assert opened == []

    (sessions / "second.jsonl").unlink()
    with (sessions / "first.jsonl").open("a") as file:
        file.write("torn")
    (after,) = SessionSummaries(sessions, cache).newest("en")
    assert after.name == "first"
    assert len(opened) == 1


def test_two_lists_at_the_same_time_read_each_session_once(begun, summaries, monkeypatch):
    for name in ("first", "second"):
        begun("full", name=name)
    opened = []
    summarise, other = session_summaries.summarise_session, Thread(target=summaries.newest, args=("en",))

    def summarise_while_another_asks(path, *more):
        opened.append(path.stem)
        if len(opened) == 1:
            other.start()
            other.join(0.3)  # long enough for what is not kept waiting
        return summarise(path, *more)

    monkeypatch.setattr(session_summaries, "summarise_session", summarise_while_another_asks)
    summaries.newest("en")
    other.join()

    assert sorted(opened) == ["first", "second"]


def test_finished_game_has_points_and_rank(begun, play_on, summaries, sessions):
    table = ended(begun, play_on)
    (found,) = summaries.newest("en")

    assert found.over
    assert found.points == table.visible.points.total == finished_games(sessions, session_entries(sessions))[0][1]
    assert f"{found.points} — {found.rank}" in table.text.total(found.points)


def test_paper_game_has_the_points_that_were_noted(begun, play_on, summaries):
    ended(begun, play_on, "paper")
    (before,) = summaries.newest("en")
    table = begun("paper", name="other")
    list(play_on(table, 1))
    list(run_line(table, "score -3"))
    table.play.close()
    after = next(each for each in summaries.newest("en") if each.name == "other")

    assert (before.over, before.points, before.rank) == (True, None, "")
    assert (after.over, after.points) == (True, -3)


def test_last_played_comes_first(begun, summaries, sessions):
    for name in ("one", "two", "three"):
        begun("paper", name=name).play.close()
    os.utime(sessions / "two.jsonl", (2e9, 2e9))

    assert summaries.newest("en")[0].name == "two"
    assert summaries.newest("en")[0].changed == 2e9


def test_game_is_looked_at_again_only_when_it_changed(begun, summaries, monkeypatch):
    table, looks = begun("full", name="first"), []
    monkeypatch.setattr(
        "generator.play.session_summaries.summarise_session",
        lambda *about: looks.append(about) or summarise_session(*about),
    )
    summaries.newest("en")
    summaries.newest("en")

    assert len(looks) == 1
    list(run_line(table, "path " + table.visible.hand[0]))
    assert summaries.newest("en")[0].moves == len(table.play.steps)


def test_data_of_a_game_are_read_once_for_all_its_sessions(begun, summaries, monkeypatch):
    for number in range(3):
        begun("full", name=f"game-{number}").play.close()
    reads = []
    monkeypatch.setattr(game_data, "file_digests", lambda folder: reads.append(folder) or file_digests(folder))

    assert len(summaries.newest("en")) == 3
    assert len(reads) == 1
    summaries.newest("en")
    assert len(reads) == 2


def test_trouble_is_told(begun, sessions, summaries):
    for name in ("cut", "whole"):
        begun("full", name=name).play.close()
    (sessions / "nothing.jsonl").write_bytes(b"no session\n")
    lines = (sessions / "cut.jsonl").read_bytes()
    (sessions / "cut.jsonl").write_bytes(lines + b"not an event\n" + lines)
    found = {each.name: each for each in summaries.newest("en")}

    assert found["nothing"].trouble == UNREADABLE
    assert found["nothing"].what.startswith("nothing.jsonl: no event of it is whole")
    assert found["cut"].trouble == DAMAGED
    assert found["cut"].what.startswith(f"event {found['cut'].moves + 1}: ")
    assert not found["whole"].trouble


def test_game_of_other_data_is_told(begun, sessions, summaries, monkeypatch):
    begun("full", name="first").play.close()
    book, _ = load_rulebook("hadrians-wall")
    monkeypatch.setattr("generator.play.session_summaries.load_rulebook", lambda _: (book, "other"))

    assert summaries.newest("en")[0].trouble == OTHER_DATA


def test_data_that_change_are_noticed_and_so_is_their_return(begun, sessions, summaries, monkeypatch):
    begun("full", name="first").play.close()
    assert not summaries.newest("en")[0].trouble
    book, _ = load_rulebook("hadrians-wall")
    with monkeypatch.context() as changed:
        changed.setattr("generator.play.session_summaries.load_rulebook", lambda _: (book, "other"))
        assert summaries.newest("en")[0].trouble == OTHER_DATA

    assert not summaries.newest("en")[0].trouble


@pytest.mark.parametrize("kind", [None, "chess", 7])
def test_damaged_game_of_an_unknown_kind_is_listed(sessions, summaries, kind):
    path = sessions / "first.jsonl"
    begin(path, Header("hadrians-wall", "r", "e", "s", options={"kind": kind})).close()
    path.write_bytes(path.read_bytes() + b"wine\n" * 2)
    (found,) = summaries.newest("en")

    assert (found.kind, found.trouble) == ("", DAMAGED)


def test_deck_and_foreign_files_do_no_harm(begun, sessions, summaries):
    begun("deck", name="orders").play.close()
    (sessions / "Copy of it.jsonl").write_bytes(b"")

    assert [(each.name, each.kind, each.trouble) for each in summaries.newest("en")] == [("orders", "deck", "")]


def test_looking_leaves_no_trace(begun, summaries, sessions):
    begun("full", name="first").play.close()
    before = {path.name: path.read_bytes() for path in sessions.iterdir()}
    summaries.newest("en")

    assert {path.name: path.read_bytes() for path in sessions.iterdir()} == before
