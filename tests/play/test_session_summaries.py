"""Sessions at a glance: what a list says of each, without touching it."""

import os

import pytest

from generator.play.game_data import load_rulebook
from generator.play.session_summaries import DAMAGED, OTHER_DATA, UNREADABLE, SessionSummaries, summarise_session
from generator.play.stats.history import finished_games
from generator.play.typed_line import run_line
from generator.session.header import Header
from generator.session.recorded_play import begin


@pytest.fixture
def diary(sessions):
    return SessionSummaries(sessions)


def ended(begun, play_on, kind="full", name="first"):
    table = begun(kind, name=name)
    list(play_on(table, 1))
    table.play.close()
    return table


def test_game_under_way_is_told(begun, diary):
    table = begun("full", name="first", settings={"difficulty": "hard"})
    (found,) = diary.glances("ja")

    assert (found.name, found.kind, found.game) == ("first", "full", "ハドリアヌスの長城")
    assert (found.year, found.years, found.setting) == (1, 6, "難しい")
    assert found.moves == len(table.play.steps)
    assert not found.over


def test_finished_game_has_points_and_rank(begun, play_on, diary, sessions):
    table = ended(begun, play_on)
    (found,) = diary.glances("en")

    assert found.over
    assert found.points == table.visible.points.total == finished_games(sessions)[0].points
    assert f"{found.points} — {found.rank}" in table.text.total(found.points)


def test_paper_game_has_the_points_that_were_noted(begun, play_on, diary):
    ended(begun, play_on, "paper")
    (before,) = diary.glances("en")
    table = begun("paper", name="other")
    list(play_on(table, 1))
    list(run_line(table, "score -3"))
    table.play.close()
    after = next(each for each in diary.glances("en") if each.name == "other")

    assert (before.over, before.points, before.rank) == (True, None, "")
    assert (after.over, after.points) == (True, -3)


def test_last_played_comes_first(begun, diary, sessions):
    for name in ("one", "two", "three"):
        begun("paper", name=name).play.close()
    os.utime(sessions / "two.jsonl", (2e9, 2e9))

    assert diary.glances("en")[0].name == "two"
    assert diary.glances("en")[0].changed == 2e9


def test_game_is_looked_at_again_only_when_it_changed(begun, diary, monkeypatch):
    table, looks = begun("full", name="first"), []
    monkeypatch.setattr(
        "generator.play.session_summaries.summarise_session",
        lambda *about: looks.append(about) or summarise_session(*about),
    )
    diary.glances("en")
    diary.glances("en")

    assert len(looks) == 1
    list(run_line(table, "path " + table.visible.hand[0]))
    assert diary.glances("en")[0].moves == len(table.play.steps)


def test_trouble_is_told(begun, sessions, diary):
    for name in ("cut", "whole"):
        begun("full", name=name).play.close()
    (sessions / "nothing.jsonl").write_bytes(b"no session\n")
    lines = (sessions / "cut.jsonl").read_bytes()
    (sessions / "cut.jsonl").write_bytes(lines + b"not an event\n" + lines)
    found = {each.name: each for each in diary.glances("en")}

    assert found["nothing"].trouble == UNREADABLE
    assert found["nothing"].what.startswith("nothing.jsonl: no event of it is whole")
    assert found["cut"].trouble == DAMAGED
    assert found["cut"].what.startswith(f"event {found['cut'].moves + 1}: ")
    assert not found["whole"].trouble


def test_game_of_other_data_is_told(begun, sessions, diary, monkeypatch):
    begun("full", name="first").play.close()
    book, _ = load_rulebook("hadrians-wall")
    monkeypatch.setattr("generator.play.game_data.load_rulebook", lambda _: (book, "other"))

    assert diary.glances("en")[0].trouble == OTHER_DATA


def test_data_that_change_are_noticed_and_so_is_their_return(begun, sessions, diary, monkeypatch):
    begun("full", name="first").play.close()
    assert not diary.glances("en")[0].trouble
    book, _ = load_rulebook("hadrians-wall")
    with monkeypatch.context() as changed:
        for module in ("session_library", "session_summaries"):
            changed.setattr(f"generator.play.{module}.load_rulebook", lambda _: (book, "other"))
        assert diary.glances("en")[0].trouble == OTHER_DATA

    assert not diary.glances("en")[0].trouble


@pytest.mark.parametrize("kind", [None, "chess", 7])
def test_damaged_game_of_an_unknown_kind_is_listed(sessions, diary, kind):
    path = sessions / "first.jsonl"
    begin(path, Header("hadrians-wall", "r", "e", "s", options={"kind": kind})).close()
    path.write_bytes(path.read_bytes() + b"wine\n" * 2)
    (found,) = diary.glances("en")

    assert (found.kind, found.trouble) == ("", DAMAGED)


def test_deck_and_foreign_files_do_no_harm(begun, sessions, diary):
    begun("deck", name="orders").play.close()
    (sessions / "Copy of it.jsonl").write_bytes(b"")

    assert [(each.name, each.kind, each.trouble) for each in diary.glances("en")] == [("orders", "deck", "")]


def test_looking_leaves_no_trace(begun, diary, sessions):
    begun("full", name="first").play.close()
    before = {path.name: path.read_bytes() for path in sessions.iterdir()}
    diary.glances("en")

    assert {path.name: path.read_bytes() for path in sessions.iterdir()} == before
