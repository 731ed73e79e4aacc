"""`vallum solo …`: streams, exit codes, JSON, paper and history."""

import json
import random
import re
import signal
import subprocess
import time

import pytest

from generator.base.errors import UsageError
from generator.play import game_data
from generator.play.game_data import load_game_data
from generator.play.sheet_export import _signature
from generator.play.typed_line import run_line
from generator.session.header import Header
from generator.session.recorded_play import RecordedPlay, begin, resume

BEGIN = ("new", "--name", "first", "--seed", "a seed")
ANSI = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\x9b]")


def test_newcomer_is_told_what_to_do(solo):
    said = solo(*BEGIN, typed="1\n")

    assert said.code == 0
    assert "Which of the two is this year's path?" in said.out
    assert "What do you do? You have" in said.out
    assert " stop " in said.lines[-1]


@pytest.mark.parametrize(("locale", "says"), [("ja_JP.UTF-8", "年目"), ("de_DE.UTF-8", "Year 1"), ("", "Year 1")])
def test_new_game_is_told_in_the_language_of_the_computer(solo, monkeypatch, locale, says):
    monkeypatch.setenv("LC_ALL", locale)
    begun = solo(*BEGIN)
    monkeypatch.setenv("LC_ALL", "C")

    # It goes on in the language that it began in, on any computer.
    assert says in begun.out
    assert says in solo("resume", "first").out


@pytest.mark.parametrize(
    ("typed", "says"), [("rulse fort", "type `rules`"), ("odsd", "type `odds`"), ("frot", "did you mean 'fort'?")]
)
def test_misspelt_verb_is_told_with_the_nearest_word(solo, typed, says):
    assert says in solo(*BEGIN, typed=f"1\n{typed}\n").out


def test_game_goes_on_where_it_was_left(solo):
    solo(*BEGIN, typed="1\nfort 1 builder\n")
    said = solo("resume", "fi", typed="show fort\n")

    assert "[x]  fort_01" in said.out


@pytest.mark.parametrize("count", [1, 2, 3])
def test_dealt_game_never_asks_to_type_a_card(solo, sessions, count):
    """It was stopped between two cards; the next command deals what is due first."""
    solo(*BEGIN, typed="1\n")
    path = sessions / "first.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:count]))
    path.with_suffix(".tip").unlink()
    shown = solo("show", "first")
    said = solo("resume", "first", "moves")

    assert said.code == 0
    assert "type it" not in shown.out + said.out
    assert "Your deck, drawn: pontiff (Pontiff)." in said.lines
    assert "  1.  path fighter" in said.out


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("resume", "first", "mark wall_09"), 4),
        (("resume", "nobody"), 2),
        (("new", "picket"), 3),
        (("new", "--set", "difficulty"), 2),
        (("new", "--difficulty", "brutal"), 2),
        (("new", "--lang", "xx"), 2),
        (("deck", "orders"), 2),
        (("deck", "glory-to-rome/swords"), 2),
        (("verify", "vallum1/nothing"), 2),
        (("check", "first", "nothing.pdf"), 3),
        (("show", "first", "nothing"), 4),
        (("list", "--plot", "history.gif"), 2),
        (("list", "--plot", "history.svg"), 2),
        (("frobnicate",), 2),
    ],
)
def test_what_goes_wrong_is_one_line(solo, command, code):
    solo(*BEGIN, typed="1\n")
    said = solo(*command)

    assert said.code == code
    assert len(said.err.splitlines()) == 1


def test_second_window_goes_on_with_the_game(solo, begun):
    table = begun("full", name="first")
    said = solo("resume", "first", str(table.visible.legal[0]))
    stale = list(run_line(table, "1"))

    assert (said.code, said.err) == (0, "")
    assert stale[0].startswith("the game has gone on in another window")
    assert solo("show", "first", "--json").json["seen"]["hand"] == list(table.visible.hand)


@pytest.mark.parametrize("command", [BEGIN, ("deck", "glory-to-rome/orders")])
def test_new_session_that_cannot_be_played_is_closed(solo, monkeypatch, command):
    closed, close = [], RecordedPlay.close
    monkeypatch.setattr(RecordedPlay, "close", lambda play: closed.append(play.name) or close(play))
    monkeypatch.setattr("generator.play.session_library.LiveSession", _refuse)

    assert solo(*command).code == 2
    assert len(set(closed)) == 1


def _refuse(*_, **__):
    raise UsageError("no")


@pytest.mark.parametrize("command", [BEGIN, ("resume", "first"), ("deck", "glory-to-rome/orders")])
def test_json_is_one_document_a_line(solo, command):
    if command[0] == "resume":
        solo(*BEGIN)
    said = solo(*command, "--json", typed="1\nnonsense\n?\n")
    documents = [json.loads(line) for line in said.lines]

    assert [document["ok"] for document in documents] == [True, True, False, True]
    assert all(document["schema"] == 1 and document["told"] for document in documents)
    assert {"help", "undo", "quit"} <= {verb["name"] for verb in documents[0]["verbs"]}
    assert documents[2]["error"]
    assert documents[2]["done"] == []


def test_sheets_and_table_are_json(solo):
    solo(*BEGIN, typed="1\nfort 1 builder\n")
    seen = solo("show", "first", "--json").json["seen"]

    assert (seen["year"], seen["marks"]["fort_01"], seen["seed"]) == (1, 1, "")


def test_commands_are_done_without_asking(solo):
    solo(*BEGIN, typed="1\n")
    said = solo("resume", "first", "fort 1 builder", "stop", "help", "--json")

    done = [json.loads(line)["done"] for line in said.lines]

    assert [each[:1] for each in done] == [["mark fort_01 builder"], ["stop"], []]
    assert len(done[1]) > 4


@pytest.mark.parametrize(
    "typed", [b"\xff\xfe\n", b"\x00\n", b"\x1b[31mred\n", b"\xe2\x80\xae\n", b"a" * 70_000 + b"\n", b"\n\n"]
)
def test_strange_lines_are_harmless(solo, typed):
    said = solo(*BEGIN, typed=typed + b"1\n")

    assert "What do you do?" in said.out
    assert not ANSI.search(said.out)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_said_in_colour(solo, language):
    said = solo(*BEGIN, "--lang", language, typed="1\n?\nshow\nraid\ndeck\nscore\nquit\n")

    assert not ANSI.search(said.out)
    assert ("次のうち" in said.out or "どちらを" in said.out) == (language == "ja")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LC_ALL": "C"}])
def test_process_says_the_same_anywhere(process, environment):
    how = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "environ": environment}
    out, err = process(*BEGIN, "--lang", "ja", **how).communicate(b"1\nquit\n")

    assert err == b""
    assert "難易度" in out.decode("utf-8")


def test_verify_names_what_was_changed(solo, sessions):
    solo(*BEGIN, typed="1\nstop\n")
    assert solo("verify", "first").code == 0
    path = sessions / "first.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"a":"stop"', b'"a":"stap"'))
    said = solo("verify", "first")

    assert said.code == 1
    assert said.out.startswith("first: event ")
    assert solo("resume", "first").code == 2


def test_replay_tells_the_whole_game(solo):
    solo(*BEGIN, typed="1\nstop\n")
    said = solo("replay", "first")

    assert [line for line in said.lines if line.startswith("> stop")] == ["> stop"]
    assert len(said.lines) > 20


def test_exported_actions_play_again(solo):
    solo("new", "--typed", "--name", "first", typed="f01\nengineer\nmerchant\n1\nranger\npontiff\nfort builder\n")
    actions = solo("export", "first").out
    solo("new", "--typed", "--name", "second", typed=actions)

    assert solo("export", "second").out == actions
    assert len(actions.splitlines()) == 7


def test_sheet_is_printed_and_compared(solo, begun, play_on, tmp_path):
    table = begun("full", name="first")
    list(play_on(table, lines=40))
    table.play.close()
    [file] = solo("export", "first", "--pdf", "--out", "out", "--json").json["files"]
    same = solo("check", "first", file)
    assert (same.code, same.err) == (0, "")
    solo("resume", "first", str(table.visible.legal[-1]))

    assert solo("check", "first", file).code == 1
    assert solo("check", "first", file, "--json").json["differences"]


def test_printed_sheet_says_what_was_taken_back(begun):
    table = begun("full", name="first", relaxed=True)
    list(run_line(table, "1"))
    list(run_line(table, "undo"))

    assert _signature(table.visible, table.messages).startswith("first · with take-backs: ")


def test_paper_session_has_no_sheet_to_compare(solo):
    solo("new", "--mode", "paper", "--name", "first", typed="1\n")

    assert solo("check", "first", "any.pdf").code == 2
    assert solo("show", "first").code == 0


def test_history_lists_and_plots(solo, begun, play_on, tmp_path):
    assert solo("list").out.startswith("No sessions yet")
    for seed in range(2):
        table = begun("full", name=f"game-{seed}")
        list(play_on(table, seed))
        table.play.close()
    listed = solo("list", "--json").json["sessions"]

    assert [session["name"] for session in listed] == ["game-0", "game-1"]
    assert all(isinstance(session["score"], int) for session in listed)
    assert solo("list", "--plot", "history.svg").code == solo("list", "--plot", "history.png").code == 0
    assert (tmp_path / "history.svg").read_text().startswith("<svg")
    assert (tmp_path / "history.png").read_bytes().startswith(b"\x89PNG")


def test_paper_total_is_noted_at_the_end(begun, play_on):
    table = begun("paper")
    list(run_line(table, "score 50"))
    assert "the game is not over" in table.error
    list(play_on(table))

    assert list(run_line(table, "score -3")) == ["Noted: -3 points.", "Total -3 — Miles"]
    assert ("score", -3) in table.play.notes


def test_kill_loses_nothing_that_was_told(process, sessions, solo, long):
    solo(*BEGIN, typed="1\n")
    chance = random.Random()
    for _ in range(40 if long else 4):
        pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        player = process("resume", "first", "--json", **pipe)
        first = json.loads(player.stdout.readline())["seen"]["event"]
        player.stdin.write(b"mark fort_01 builder\nundo\n" * 200)
        player.stdin.flush()
        time.sleep(chance.random() * 0.3)
        player.send_signal(signal.SIGKILL)
        told = player.communicate()[0].splitlines()
        last = max([json.loads(line)["seen"]["event"] for line in told if line.endswith(b"}")], default=first)

        with resume(sessions / "first.jsonl") as play:
            assert play.last >= last
            assert play.store.damage is None
            if play.actions[-1] == "mark fort_01 builder":
                play.undo()


CRAFTED = [
    ({}, ()),
    ({"kind": "chess"}, ()),
    ({"kind": "full", "settings": {"difficulty": 5}}, ()),
    ({"kind": "full", "settings": ["difficulty"]}, ()),
    ({"kind": "deck"}, ()),
    ({"kind": "deck", "component": ["x"]}, ()),
    ({"kind": "full", "place": "/nowhere"}, ()),
    ({"kind": "full", "language": "xx"}, ()),
    *[
        ({"kind": "full"}, (action,))
        for action in ("reveal", "reveal x", " ", "mark", "path x", "place prospect 99", "favour", "from", "shuffle")
    ],
    ({"kind": "full"}, ("reveal F01", "reveal engineer", "reveal merchant", "path engineer", "place prospect a b c d")),
    *[({"kind": "paper"}, (action,)) for action in ("reveal", " ", "cohorts", "cohorts 9 9 9", "scout", "goods x")],
    *[({"kind": "deck", "component": "fate"}, (action,)) for action in ("draw", "draw -1", "reveal", " ", "discard")],
]


@pytest.mark.parametrize(("options", "actions"), CRAFTED)
def test_session_of_a_stranger_is_judged_in_one_line(solo, sessions, options, actions):
    kind = options.get("kind")
    digest = load_game_data(Header("hadrians-wall", "", "", "x", options=options)).digest if actions else "0" * 32
    with begin(sessions / "strange.jsonl", Header("hadrians-wall", digest, "someone", "x", options=options)) as play:
        for action in actions:
            play.act(action)
    judged, resumed = solo("verify", "strange"), solo("resume", "strange")

    assert judged.code in (1, 2, 3), kind
    assert resumed.code in (2, 3, 4, 5), kind
    assert len((judged.out + judged.err).splitlines()) == len(resumed.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"kind": "full", "place": "/etc"}, "'/etc' is not a game; its folder has no game.toml"),
        ({"kind": "chess"}, "'chess' is no way to play that this program knows; a newer one may"),
        ({"kind": "full", "start": {"resource": 9}}, "a game cannot begin with {'resource': 9}; only the reward of"),
        ({"kind": "deck", "component": "sagas"}, "hadrians-wall has no component 'sagas'; it is one of"),
    ],
)
def test_header_that_leads_to_no_game_is_bad_data_and_no_wrong_command(solo, sessions, options, what):
    with begin(sessions / "strange.jsonl", Header("hadrians-wall", "0" * 32, "someone", "x", options=options)):
        pass

    for command in ("verify", "resume"):
        said = solo(command, "strange")
        assert (said.code, said.err.startswith(f"strange: {what}")) == (3, True), said.err


def test_other_data_are_named(solo, monkeypatch):
    solo(*BEGIN, typed="1\n")
    book, _ = game_data.load_rulebook("hadrians-wall")
    monkeypatch.setattr(game_data, "load_rulebook", lambda _: (book, "0" * 32))
    said = solo("verify", "first")

    assert (said.code, said.out) == (1, "first: event 0: it was played by other rules than these\n")


def test_rest_of_an_endless_line_is_no_command(solo):
    said = solo(*BEGIN, typed=b"a" * 65_536 + b"1\n")

    assert said.out.count("Which of the two is this year's path?") == 1
    assert "What do you do?" not in said.out


def test_who_leaves_without_a_word_is_told_how_to_come_back(solo):
    assert solo(*BEGIN, typed="1\n").err == "Saved. Go on with: vallum solo resume first\n"
    assert solo("resume", "first", typed="quit\n").err == ""


def test_stop_says_what_goes_back(solo):
    said = solo(*BEGIN, typed="1\nquit\n").out

    assert "End the year for good; items that go back: 1" in said


def test_session_without_witness_says_so(solo, sessions):
    solo(*BEGIN, typed="1\nquit\n")
    assert "attests" not in solo("verify", "first").out
    (sessions / "first.tip").unlink()

    assert "nothing attests that no events are missing" in solo("verify", "first").out


def test_list_tells_difficulty_rank_date_and_what_was_not_verified(solo, begun, play_on):
    table = begun("full", name="first", settings={"difficulty": "hard"})
    list(play_on(table))
    table.play.close()
    rank = table.text.rank(table.visible.points.total)
    before = " ".join(solo("list").out.split())
    solo("verify", "first")
    after = " ".join(solo("list").out.split())

    assert f"Hard · {rank}" in before
    assert re.search(r"first 2\d{3}-\d\d-\d\d ", before)
    assert "not verified" in before
    assert "not verified" not in after
    assert solo("list", "--json").json["sessions"][0]["verified"]


def test_session_changed_after_it_was_verified_is_marked(solo, sessions):
    solo(*BEGIN, typed="1\n")
    solo("verify", "first")
    solo("resume", "first", "fort builder")

    assert "not verified" in solo("list").out


def test_link_to_a_challenge_begins_it(solo):
    link = "http://127.0.0.1:8475/challenge?game=hadrians-wall&challenge=2026-11-23&set-difficulty=hard"
    begun = solo("new", "--challenge", link, "--name", "dare")

    assert "Challenge 2026-11-23: your first attempt" in begun.out
    (session,) = solo("list", "--json").json["sessions"]
    assert (session["name"], session["difficulty"], session["challenge"]) == ("dare", "Hard", "2026-11-23")
    assert "leave out --difficulty" in solo("new", "--challenge", link, "--difficulty", "easy").err
    assert "leave out GAME" in solo("new", "hadrians-wall", "--challenge", link).err
    assert "is no link to a challenge" in solo("new", "--challenge", "http://x/?game=a").err


def test_attempts_with_the_same_decks_are_counted(solo):
    month = ("--challenge", "2026-11", "--difficulty", "hard")
    assert "Challenge 2026-11: your first attempt on this computer." in solo("new", *month).out
    assert "Challenge 2026-11: attempt 2 on this computer." in solo("new", *month).out
    assert "Attempt 3 with these decks" in solo("new", "--seed", "challenge-2026-11").out
    listed = solo("list").out

    assert "challenge 2026-11, first attempt" in " ".join(listed.split())
    assert [each["attempt"] for each in solo("list", "--json").json["sessions"]] == [3, 1, 2]
    assert "it says that it is attempt 2" in solo("verify", "hadrians-wall-2026-11-2").out


def test_list_calls_a_game_by_its_title(solo):
    solo(*BEGIN, typed="1\nquit\n")

    assert "ハドリアヌスの長城" in solo("list", "--lang", "ja").out
    assert solo("list", "--json").json["sessions"][0]["game"] == "hadrians-wall"


def test_only_the_session_is_asked_for_to_go_on(solo):
    assert "are required: SESSION;" in solo("resume").err
