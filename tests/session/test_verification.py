"""A stranger can check a session: the chain, its sense, and the game played through again."""

import pytest

from generator.base.errors import UsageError
from generator.base.rng import Stream
from generator.session.record import chain
from generator.session.recorded_play import begin, resume
from generator.session.store import create_file
from generator.session.verification import verify


class Climb:
    """A game of our own: step by at most 9, never twice the same way, or draw the card that the seed deals next."""

    def start(self, header):
        return (Stream(header.seed, "deck/1").shuffled(range(100)), 0, ())

    def apply(self, state, action):
        deck, drawn, steps = state
        verb, _, number = action.partition(" ")
        if verb == "draw":
            if int(number) != deck[drawn]:
                raise UsageError(f"the seed deals {deck[drawn]}, not {number}; draw that")
            return deck, drawn + 1, steps
        if not 0 < int(number) < 10 or number == (steps or ("",))[-1]:
            raise UsageError(f"{number!r} is no step; it is 1 to 9 and not the last one again")
        return deck, drawn, (*steps, number)

    def digest(self, state):
        return f"{state[1]}:{''.join(state[2])}"

    def reveals(self, action):
        return action.startswith("draw")

    def check_note(self, state, about, value):
        if (about, value) != ("score", 12):
            raise UsageError(f"{about} {value} is not true")


@pytest.fixture
def climbed(disk, head, path):
    """A session of thirty events with undo, redo and a correction."""
    engine = Climb()
    with begin(path, head, disk=disk) as play:

        def digest(actions=()):
            state = engine.start(head)
            for action in actions:
                state = engine.apply(state, action)
            return engine.digest(state)

        deck = engine.start(head)[0]
        for number in range(24):
            action = f"draw {deck[number // 4]}" if number % 4 == 0 else f"step {number % 4 + 1}"
            play.act(action, reveals=number % 4 == 0, state=lambda action=action: digest((*play.actions, action)))
        play.undo(to=play.floor)
        play.redo(to=23)
        play.correct(23, "step 9")
        play.act("step 7")
        play.note("score", 12)
    return path


def test_good_session_is_good(climbed, disk):
    verdict = verify(climbed, Climb(), rules="sha256:0", disk=disk)

    assert verdict.is_good
    assert (verdict.events, verdict.actions, verdict.corrected, verdict.digest[:2]) == (30, 24, 1, "6:")


def edited(path, disk, event, **changes):
    """The same session with one event changed and all hashes made anew, as a cheat would."""
    bodies = [each.body for each in resume(path, writing=False, disk=disk).store.events]
    bodies[event] = {**bodies[event], **changes}
    cheat = path.with_name("cheat.jsonl")
    disk.remove(cheat)
    create_file(cheat, chain(bodies), disk)
    return cheat


def test_every_edited_action_is_named(climbed, disk):
    for event in range(1, 25):
        cheat = edited(climbed, disk, event, a="draw 55" if event % 4 == 1 else "step 10")

        assert verify(cheat, Climb(), disk=disk).wrong.event == event


def test_other_draw_is_told(climbed, disk):
    verdict = verify(edited(climbed, disk, 5, a="draw 1000"), Climb(), disk=disk)

    assert str(verdict.wrong).startswith("event 5: the seed deals")


def test_legal_edit_is_met_by_the_next_hash(climbed, disk):
    verdict = verify(edited(climbed, disk, 7, a="step 8"), Climb(), disk=disk)

    assert str(verdict.wrong) == "event 10: the state after it is another one than it says"


def test_other_seed_is_told(climbed, disk):
    assert verify(edited(climbed, disk, 0, seed="mine"), Climb(), disk=disk).wrong.event == 1


def test_other_rules_are_told(climbed, disk):
    wrong = verify(climbed, Climb(), rules="sha256:1", disk=disk).wrong

    assert str(wrong) == "event 0: it was played by other rules than these"


def test_wrong_undo_is_named(climbed, disk):
    assert verify(edited(climbed, disk, 25, to=4), disk=disk).wrong.event == 25


def test_broken_chain_is_named(climbed, disk):
    disk.names[climbed].data[3000] ^= 1
    wrong = verify(climbed, Climb(), disk=disk).wrong

    assert wrong.fault == "its hash does not match what it says"
    assert bytes(disk.names[climbed].data[:3000]).count(b"\n") == wrong.event


def test_first_of_two_wrong_events_is_named(climbed, disk):
    cheat = edited(climbed, disk, 5, a="draw 1000")
    disk.names[cheat].data[3000] ^= 1

    assert verify(cheat, Climb(), disk=disk).wrong.event == 5


def test_escape_sequences_stay_words(climbed, disk):
    wrong = verify(edited(climbed, disk, 2, t="\x1b[31mred"), disk=disk).wrong

    assert "\x1b" not in str(wrong)
