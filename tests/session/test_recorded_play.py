"""Undo, redo and corrections: nothing is removed, and a strict game keeps what it has revealed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import DamagedError, UsageError
from generator.base.records import replace
from generator.session.header import RELAXED, STRICT, Header
from generator.session.recorded_play import STATE_EVERY, begin, resume
from generator.session.store import Store
from generator.session.timeline import steps_of


@pytest.fixture
def played(disk, head, path):
    """A play of these actions; one in capitals reveals something."""

    def play_of(*actions, mode=STRICT):
        play = begin(path, replace(head, mode=mode), disk=disk)
        for action in actions:
            play.act(action, reveals=action.isupper())
        return play

    return play_of


def kinds(play):
    return [event.kind for event in play.store.events]


def test_undo_takes_back_and_keeps(played):
    play = played("a", "b", "c")

    assert play.undo() == 4
    assert play.actions == ("a", "b")
    assert play.undo(to=0) == 5
    assert play.actions == ()
    assert kinds(play) == ["open", "act", "act", "act", "undo", "undo"]


def test_redo_brings_back_step_by_step(played):
    play = played("a", "b", "c")
    play.undo(to=1)
    play.redo()

    assert play.actions == ("a", "b")
    play.redo()
    assert play.actions == ("a", "b", "c")
    with pytest.raises(UsageError, match="first: there is nothing to redo; go on from here"):
        play.redo()


def test_redo_goes_to_an_event(played):
    play = played("a", "b", "c")
    play.undo(to=0)
    play.redo(to=2)

    assert play.actions == ("a", "b")


def test_new_action_ends_redoing(played):
    play = played("a", "b")
    play.undo()
    play.act("c")

    assert play.actions == ("a", "c")
    assert play.redoable is None
    with pytest.raises(UsageError, match="nothing to redo"):
        play.redo(to=2)


def test_nothing_to_undo_is_said(played):
    with pytest.raises(UsageError, match="first: there is nothing to undo"):
        played().undo()


def test_undo_to_an_event_off_the_line_is_refused(played):
    play = played("a", "b")
    play.undo()
    play.act("c")
    with pytest.raises(UsageError, match="nothing to undo"):
        play.undo(to=2)


def test_strict_game_keeps_what_it_revealed(played):
    play = played("a", "REVEAL F17", "b")
    play.undo()

    assert (play.undoable, play.floor) == (None, 2)
    for to in (None, 1, 0):
        with pytest.raises(UsageError) as refusal:
            play.undo(to=to)
        assert str(refusal.value) == (
            "first: event 2 revealed something hidden, and a strict game keeps that; go on from here"
        )
    assert play.actions == ("a", "REVEAL F17")


def test_relaxed_game_takes_it_back_and_says_so(played):
    play = played("a", "REVEAL F17", "b", mode=RELAXED)
    play.undo()
    play.undo()

    assert play.actions == ("a",)
    assert (play.peeked, play.floor) == (1, 0)
    assert [event.body.get("peek") for event in play.store.events[-2:]] == [None, True]


def test_correction_replaces_an_action(played):
    play = played("a", "b", "c")

    assert [step.action for step in steps_of(play.checked_correction(2, "x"))] == ["a", "x", "c"]
    play.correct(2, "x")
    assert play.actions == ("a", "x", "c")
    assert play.corrected == 1
    play.correct(2, "y")
    assert play.actions == ("a", "y", "c")
    play.undo(to=3)
    assert play.actions == ("a", "b", "c")


def test_typed_card_may_be_corrected_in_a_strict_game(played):
    play = played("a", "REVEAL F17", "b", "REVEAL F18")
    play.correct(2, "REVEAL F11")

    assert play.actions == ("a", "REVEAL F11", "b", "REVEAL F18")
    with pytest.raises(
        UsageError, match="event 4 revealed something hidden since event 3, and a strict game keeps both"
    ):
        play.correct(3, "c")


def test_correction_of_what_does_not_count_is_refused(played):
    play = played("a", "b")
    play.undo()
    with pytest.raises(UsageError, match="first: event 2 is no action that counts; name another"):
        play.correct(2, "x")


def test_state_is_hashed_every_so_often(played):
    play, asked = played(), []
    for number in range(25):
        play.act("a", state=lambda number=number: asked.append(number) or f"digest {number}")

    assert asked == [STATE_EVERY - 1, 2 * STATE_EVERY - 1]
    assert [event.number for event in play.store.events if "s" in event.body] == [STATE_EVERY, 2 * STATE_EVERY]


def test_file_is_lines_of_json(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play:
        play.act("reveal F17", reveals=True)
    first, second = map(json.loads, path.read_text("ascii").splitlines())

    assert list(first) == ["n", "t", "format", "game", "rules", "engine", "rng", "seed", "mode", "options", "prev", "h"]
    assert first["options"] == {"level": "hard"}
    assert {key: second[key] for key in ("n", "t", "a", "reveals")} == {
        "n": 1,
        "t": "act",
        "a": "reveal F17",
        "reveals": True,
    }
    assert second["prev"] == first["h"]
    assert path.stat().st_mode & 0o077 == 0


def test_existing_session_is_never_replaced(tmp_path, head):
    path = tmp_path / "game.jsonl"
    begin(path, head).close()
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"game\.jsonl: there is a session of this name; choose another"):
        begin(path, head)

    assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.jsonl", "game.tip"]


def test_name_used_again_forgets_the_old_witness(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play:
        play.act("a")
    path.unlink()
    with begin(path, replace(head, seed="another")) as play:
        assert play.act("b") == 1


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"t": "jump"}, "'jump' is no kind of event"),
        ({"t": "act"}, "'a' must be a word"),
        ({"t": "act", "a": 3}, "'a' must be a word"),
        ({"t": "act", "a": "x", "reveals": 1}, "'reveals' must be true or false"),
        ({"t": "undo", "to": True}, "'to' must be the number of an event"),
        ({"t": "undo", "to": 2}, "the game has not stood after event 2 on the way here"),
        ({"t": "undo", "to": 0}, "event 1 revealed something, and a strict game keeps that"),
        (
            {"t": "undo", "to": 1, "peek": True},
            "'peek' stands with an undo that takes back something revealed, and only there",
        ),
        ({"t": "redo", "to": 1}, "event 1 was not undone, or something else was done since"),
        ({"t": "fix", "of": 9, "a": "x"}, "event 9 is no action that counts"),
        ({"t": "note"}, "'about' must be a word"),
    ],
)
def test_event_without_sense_is_named(played, disk, path, body, why):
    play = played("REVEAL A", "b")
    play.close()
    with Store.open(path, disk=disk) as store:
        store.append(body)
    with pytest.raises(DamagedError) as refusal:
        resume(path, disk=disk)

    assert str(refusal.value) == f"first.jsonl:4: event 3: {why}; `verify` says more"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"mode": "loose"}, "'mode' is 'strict' or 'relaxed', not 'loose'"),
        ({"rng": "mt19937"}, "'rng' is 'mt19937', and this program knows 'sha256ctr/1'"),
        ({"seed": 7}, "'seed' is 7, which is no text that a session has"),
        ({"seed": "so\0"}, r"'seed' is 'so\x00', which is no text that a session has"),
        ({"seed": None}, "'seed' is missing"),
        ({"options": []}, "'options' is [], which is no table"),
        ({"options": None}, "'options' is missing"),
        ({"format": 2}, "it is written in format 2, and this program reads up to 1; use a newer one"),
        ({"format": "1"}, "a session begins with 'open' and its format"),
        ({"t": "act"}, "a session begins with 'open' and its format"),
    ],
)
def test_head_without_sense_is_named(disk, head, path, change, why):
    Store.create(path, [{**head.body(), **change}], disk=disk).close()
    with pytest.raises(DamagedError) as refusal:
        resume(path, disk=disk)

    assert str(refusal.value) == f"first.jsonl:1: event 0: {why}; `verify` says more"


@pytest.mark.parametrize("action", ["", "x" * 10_001])
def test_text_nobody_wrote_is_refused(played, action):
    with pytest.raises(UsageError, match="a text of"):
        played().act(action)


class Model:
    """The same, said plainly: a list of lines that the game stood on, and a finger on one of them."""

    def __init__(self, mode):
        self.mode, self.stood, self.finger = mode, [((), 0)], 0

    def act(self, action, reveals):
        line, shown = self.stood[self.finger]
        self.put(((*line, action), shown + reveals))

    def correct(self, place, action):
        line, shown = self.stood[self.finger]
        self.put(((*line[:place], action, *line[place + 1 :]), shown))

    def put(self, position):
        self.stood[self.finger + 1 :] = [position]
        self.finger += 1

    def can_undo(self):
        is_free = self.mode == RELAXED or self.shown_before() == self.shown()
        return self.finger > 0 and is_free

    def shown(self):
        return self.stood[self.finger][1]

    def shown_before(self):
        return self.stood[self.finger - 1][1]


MOVES = st.lists(
    st.sampled_from(["act", "act", "ACT", "undo", "undo", "redo", "correct", "reload"]) | st.integers(0, 9), max_size=60
)


@given(mode=st.sampled_from([STRICT, RELAXED]), moves=MOVES)
def test_any_play_is_as_the_model_says(memory_disk_of, mode, moves):
    disk, path = memory_disk_of()
    play = begin(path, Header("g", "r", "e", "s", mode), disk=disk)
    model = Model(mode)
    for move in moves:
        play = moved(play, model, move, disk, path)

        assert play.actions == model.stood[model.finger][0]
        assert (play.undoable is not None) == model.can_undo()
        assert (play.redoable is not None) == (model.finger + 1 < len(model.stood))
        assert play.last + 1 == len(play.store.events)


@pytest.fixture(scope="module")
def memory_disk_of(request):
    conftest = request.config.pluginmanager
    disk_class = next(each.MemoryDisk for each in conftest.get_plugins() if hasattr(each, "MemoryDisk"))
    from pathlib import Path

    return lambda: (disk_class(), Path("/sessions/first.jsonl"))


def moved(play, model, move, disk, path):
    """The move done in both."""
    match move:
        case "act" | "ACT":
            play.act(f"{move} {play.last}", reveals=move.isupper())
            model.act(f"{move} {play.last - 1}", move.isupper())
        case "undo" if model.can_undo():
            play.undo()
            model.finger -= 1
        case "redo" if model.finger + 1 < len(model.stood):
            play.redo()
            model.finger += 1
        case "correct" if model.mode == RELAXED and play.steps:
            play.correct(play.steps[0].number, f"fixed {play.last}")
            model.correct(0, f"fixed {play.last - 1}")
        case "reload":
            play.close()
            play = resume(path, disk=disk)
        case int() if model.can_undo():
            play.undo()
            play.redo()
    return play
