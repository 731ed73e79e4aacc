"""`vallum solo campaign …`: forts by any of their names, games that are given up, and files that are damaged."""

import pytest

from generator.session.disk import DISK
from generator.session.record import chain
from generator.session.store import Store
from generator.session.tip_file import TipFile

NEW = ("campaign", "new", "--name")


@pytest.mark.parametrize("word", ["magnis", "Magnis", "マグニス", "10"])
def test_fort_is_found_by_each_of_its_names(solo, word):
    assert solo("campaign", "fort", word).lines[0] == "Fort 10 of 16: Magnis"


@pytest.mark.parametrize("word", ["99", "", "magni", "x" * 500])
def test_unknown_fort_is_one_line_that_says_what_instead(solo, word):
    said = solo("campaign", "fort", word)

    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert "did you mean 'magnis'" in said.err or "its number, from 1 to 16" in said.err


def test_game_that_is_given_up_is_named(solo):
    solo(*NEW, "line")

    assert solo("campaign", "resume", "--again").lines[0].startswith("line-01-segedunum was given up in year 1")


def test_damaged_game_is_told_and_no_fort_is_begun_by_mistake(solo, sessions):
    solo(*NEW, "line", typed="1\n")
    file = sessions / "line-01-segedunum.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"a":"path ', b'"a":"pith '))
    fault = "line-01-segedunum: event 4: its hash does not match what it says"

    assert fault in solo("campaign", "show").out.replace("\n", " ")
    for again in ((), ("--again",)):
        said = solo("campaign", "resume", *again)
        assert (said.code, said.err.startswith(fault), len(said.err.splitlines())) == (5, True, 1)
    assert [each.stem for each in sessions.glob("line-*.jsonl")] == ["line-01-segedunum"]


@pytest.mark.parametrize("content", [b"", b"\xff\x00 no session\n", None])
def test_campaign_that_cannot_be_read_hides_no_other(solo, sessions, content):
    solo(*NEW, "line")
    solo("campaign", "resume", "--again")
    solo(*NEW, "other")
    file = sessions / "line-01-segedunum.jsonl"
    file.unlink() if content is None else file.write_bytes(content)
    said = solo("campaign", "list")

    assert said.code == 0
    assert any(line.startswith("other ") for line in said.lines)
    wrong = "line: game 1 of it is missing" if content is None else "line-01-segedunum.jsonl: "
    assert any(line.startswith(wrong) for line in said.lines)


@pytest.mark.parametrize(
    "command", [("show", "line"), ("resume", "line"), ("hint", "line"), ("campaign", "show"), ("campaign", "resume")]
)
def test_forged_session_with_an_impossible_action_is_one_plain_line(solo, sessions, command):
    solo(*NEW, "line", typed="1\n")
    file = sessions / "line-01-segedunum.jsonl"
    with Store.open(file, writing=False) as store:
        bodies = [dict(event.body) for event in store.events]
    file.write_bytes(chain([*bodies[:4], bodies[4] | {"a": "mark large_temple"}, *bodies[5:]]))
    with Store.open(file, writing=False) as store:
        TipFile(file, DISK).write(store.last)
    said = solo(*command)

    assert said.code == 5
    assert said.err.startswith("line-01-segedunum: event 4: 'mark large_temple' was not possible there; ")
    assert len(said.err.splitlines()) == 1
    assert solo("verify", "line-01-segedunum").code == 1


def test_word_on_the_goals_before_the_end_is_told_when_to_say_it(solo):
    assert "the game is not over; `goals met`" in solo(*NEW, "line", "--mode", "paper", typed="goals met\n").out


def test_game_whose_events_contradict_each_other_is_told_and_not_left_out(solo, sessions):
    solo(*NEW, "line")
    file = sessions / "line-01-segedunum.jsonl"
    with Store.open(file, writing=False) as store:
        bodies = [event.body for event in store.events]
    file.write_bytes(chain([*bodies, {"t": "redo", "to": 99}]))
    with Store.open(file, writing=False) as store:
        TipFile(file, DISK).write(store.last)
    said = solo("campaign", "show")

    assert (said.code, len(said.err.splitlines())) == (5, 1)
    assert said.err.startswith(f"line-01-segedunum.jsonl:{len(bodies) + 1}: event {len(bodies)}: ")
    assert any(line.startswith("line-01-segedunum.jsonl:") for line in solo("campaign", "list").lines)


def test_list_names_fort_and_result_of_a_game_that_is_over(solo, begun, play_on):
    solo(*NEW, "line")
    table = begun("full", name="ended", fort="segedunum")
    list(play_on(table))
    table.play.close()
    sessions = {each["name"]: each for each in solo("list", "--json").json["sessions"]}
    said = " ".join(solo("list").out.split())

    assert (sessions["line-01-segedunum"]["fort"], sessions["line-01-segedunum"]["result"]) == ("Segedunum", "")
    assert sessions["ended"]["result"] == ("won" if table.visible.fort.won else "lost")
    assert "Segedunum · not won" in said or "Segedunum · won" in said
    assert "セゲドゥヌム" in solo("list", "--lang", "ja").out
