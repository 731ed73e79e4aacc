"""Forty ways to edit a saved session, its hashes made anew as a forger would: each is found, or cannot be proved."""

import itertools
from hashlib import sha256

import pytest

from generator.base.errors import GeneratorError
from generator.play.session_checks import judge
from generator.play.typed_line import run_line
from generator.session.disk import DISK
from generator.session.record import chain
from generator.session.session_folder import challenge_seed
from generator.session.store import Store, create_file
from generator.session.tip_file import TipFile

MONTH = "2026-11"


@pytest.fixture(scope="module")
def saved():
    """The events of each kind of session, played once for all edits."""
    return {}


@pytest.fixture
def bodies(saved, begun, play_on):
    """The events of a session of a kind: over or under way, with take-backs, corrections and notes."""

    def of(kind):
        if kind not in saved:
            saved[kind] = PLAYED[kind](begun, play_on)
        return [dict(body) for body in saved[kind]]

    return of


def events_of(table):
    table.play.close()
    with Store.open(table.play.store.path, writing=False) as store:
        return [event.body for event in store.events]


def full(begun, play_on):
    table = begun("full", name="full", settings={"difficulty": "normal"})
    list(play_on(table, 3))
    return events_of(table)


def halfway(begun, play_on):
    table = begun("full", name="halfway")
    list(play_on(table, 3, lines=30))
    return events_of(table)


def challenge(begun, play_on):
    table = begun("full", name="challenge", seed="", challenge=MONTH)
    list(play_on(table, 4))
    return events_of(table)


def relaxed(begun, play_on):
    """Under way, with a card that was taken back and an action corrected before another card."""
    table = begun("full", name="relaxed", relaxed=True)
    for line in ("1", "undo 3", "path " + table.visible.hand[0], "fort builder", "fix fort soldier"):
        list(run_line(table, line))
    list(play_on(table, 5, lines=40))
    return events_of(table)


def paper(begun, play_on):
    table = begun("paper", name="paper")
    list(play_on(table, 6))
    list(run_line(table, "score 50"))
    return events_of(table)


def typed(begun, play_on):
    table = begun("full", name="typed", typed=True, seed="not that of the cards")
    list(play_on(table, 7, lines=60))
    return events_of(table)


PLAYED = {
    "full": full,
    "halfway": halfway,
    "challenge": challenge,
    "relaxed": relaxed,
    "paper": paper,
    "typed": typed,
}


def set_head(**changes):
    def edit(events):
        events[0] = {**events[0], **changes}

    return edit


def set_option(**changes):
    def edit(events):
        events[0]["options"] = {**events[0]["options"], **changes}

    return edit


def place(events, kind, number=0, **having):
    """The number of the n-th event of a kind with these values."""
    found = [n for n, event in enumerate(events) if event["t"] == kind and having.items() <= event.items()]
    return found[number]


def change(kind, number=0, *, having=None, **changes):
    """Change an event; a value of None takes the key away."""

    def edit(events):
        at = place(events, kind, number, **(having or {}))
        events[at] = {key: value for key, value in {**events[at], **changes}.items() if value is not None}

    return edit


def leave_out(kind, number=0, **having):
    return lambda events: events.pop(place(events, kind, number, **having))


def add(body, *, at=None):
    return lambda events: events.insert(len(events) if at is None else at, body)


def swap_cards(events):
    first, second = (place(events, "act", number, reveals=True) for number in (1, 2))
    events[first], events[second] = events[second], events[first]


def cheaper_box(events):
    """Another box for the price of the one that was marked."""
    at = next(n for n, event in enumerate(events) if event.get("a", "").startswith("mark"))
    events[at]["a"] = "mark large_temple"


def drop_digest(events):
    at = next(n for n, event in enumerate(events) if "s" in event)
    del events[at]["s"]


def hide_card_then_look(events):
    """Take back a card of a strict game by not saying that it was turned up."""
    at = place(events, "act", -1, reveals=True)
    del events[at]["reveals"]
    del events[at + 1 :]
    events.append({"t": "undo", "to": at - 1})


def correct_before_card(events):
    """Put another action before a card that was turned up since."""
    at = next(n for n, event in enumerate(events) if event.get("a", "").startswith("path"))
    events.append({"t": "fix", "of": at, "a": events[at]["a"]})


def play_on_after_the_end(events):
    events.append({"t": "act", "a": "stop"})


FOUND = {
    # the header
    "seed": ("full", set_head(seed="another")),
    "seed of an unfinished game": ("halfway", set_head(seed="another")),
    "relaxed to strict": ("relaxed", set_head(mode="strict")),
    "unknown mode": ("full", set_head(mode="lenient")),
    "rules digest": ("full", set_head(rules="0" * 32)),
    "another game": ("full", set_head(game="aquileia")),
    "another random stream": ("full", set_head(rng="sha256ctr/2")),
    "older format": ("full", set_head(format=0)),
    "newer format": ("full", set_head(format=2)),
    "harder": ("full", set_option(settings={"difficulty": "hard"})),
    "unknown setting": ("full", set_option(settings={"difficulty": "heroic"})),
    "full to paper": ("full", set_option(kind="paper")),
    "paper to full": ("paper", set_option(kind="full")),
    "typed to dealt": ("typed", set_option(typed=False)),
    "typed as a word": ("full", set_option(typed="no")),
    "no challenge to challenge": ("full", set_option(challenge=MONTH)),
    "challenge of another month": ("challenge", set_option(challenge="2026-12")),
    "challenge with typed cards": ("typed", lambda events: (
        set_head(seed=challenge_seed(MONTH))(events), set_option(challenge=MONTH, attempt=1)(events))),
    "attempt before the first": ("challenge", set_option(attempt=0)),
    "strange option": ("full", set_option(witness="Hadrian")),
    "strange key in the header": ("full", set_head(played="2026-11-23")),
    # actions and cards
    "another card": ("full", change("act", 0, having={"reveals": True}, a="reveal F01")),
    "two cards swapped": ("full", swap_cards),
    "a card left out": ("full", leave_out("act", 5, reveals=True)),
    "a card more": ("full", add({"t": "act", "a": "reveal F07", "reveals": True}, at=20)),
    "a box too dear": ("full", cheaper_box),
    "an action left out": ("full", leave_out("act", 3)),
    "an action twice": ("full", lambda events: events.insert(4, {"t": "act", "a": events[3]["a"]})),
    "an action with spaces": ("full", change("act", -2, having={"a": "stop"}, a="stop ")),
    "no action at all": ("full", change("act", 3, a="win")),
    "an action after the end": ("full", play_on_after_the_end),
    "a strange key in an action": ("full", change("act", 4, comment="well played")),
    "a card that is said to be none": ("full", change("act", -1, having={"reveals": True}, reveals=None)),
    "an action that is said to be a card": ("full", change("act", -1, having={"a": "stop"}, reveals=True)),
    "a card hidden and taken back": ("halfway", hide_card_then_look),
    # digests
    "another digest": ("full", lambda events: next(e for e in events if "s" in e).update(s="0" * 64)),
    "a digest left out": ("full", drop_digest),
    # undo and corrections
    "a look that is not said": ("relaxed", change("undo", having={"peek": True}, peek=None)),
    "a look that was none": ("relaxed", add({"t": "undo", "to": 0, "peek": False})),
    "undo to nowhere": ("relaxed", change("undo", to=9999)),
    "redo of nothing": ("full", add({"t": "redo", "to": 5})),
    "correction before a card": ("full", correct_before_card),
    "correction to a wrong action": ("relaxed", change("fix", a="mark wall_40")),
    # notes
    "a score too high": ("full", change("note", value=99)),
    "a score as a word": ("full", change("note", value="99")),
    "another score noted first": ("full", lambda events: events.insert(len(events) - 1, {"t": "note", "about": "score", "value": 99})),
    "a score before the end": ("halfway", add({"t": "note", "about": "score", "value": 80})),
    "a score of paper before the end": ("paper", lambda events: events.insert(50, {"t": "note", "about": "score", "value": 80})),
    "a note about something else": ("full", add({"t": "note", "about": "rank", "value": "Legatus"})),
    "an event of another kind": ("full", add({"t": "praise"})),
}  # fmt: skip
"""By edit: the session it is made in, and what it does to the events."""


def cut_to(count):
    return lambda events: events.__delitem__(slice(count, None))


UNPROVABLE = {
    "strict to relaxed": ("full", set_head(mode="relaxed")),
    "version of the program": ("full", set_head(engine="vallum 9.9")),
    "language": ("full", set_option(language="ja")),
    "dealt to typed": ("full", set_option(typed=True)),
    "seed of typed cards": ("typed", set_head(seed="another")),
    "which attempt": ("challenge", set_option(attempt=7)),
    "total of printed sheets": ("paper", change("note", value=70)),
    "score note left out": ("full", leave_out("note")),
    "end left out, tip too": ("full", cut_to(40)),
    "setting that did not matter": ("halfway", set_option(settings={"difficulty": "easy"})),
}
"""What `docs/solo.md` lists as unprovable."""


def judged(events, folder, *, mark=True):
    """The verdict on events as a file of their own, with a tip file made anew."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"edit-{next(NUMBERS)}.jsonl"
    create_file(path, chain(events), DISK)
    with Store.open(path, writing=False) as store:
        if mark:
            TipFile(path, DISK).write(store.last)
    return judge(str(path), folder, "en")


NUMBERS = itertools.count()


@pytest.mark.parametrize("kind", PLAYED)
def test_session_as_it_was_played_is_good(bodies, sessions, kind):
    verdict = judged(bodies(kind), sessions)

    assert verdict.good, verdict.lines


@pytest.mark.parametrize("edit", FOUND)
def test_edit_is_found(bodies, sessions, edit):
    kind, change_events = FOUND[edit]
    events = bodies(kind)
    change_events(events)
    try:
        lines = judged(events, sessions).lines
    except GeneratorError as error:  # a game without solo rules: nothing is said of the session itself
        lines = (str(error),)

    assert events != bodies(kind)
    assert len(lines) == 1
    assert "every one is legal" not in lines[0]


def test_there_are_forty_edits_and_more():
    assert len(FOUND) >= 40


@pytest.mark.parametrize("spelling", [b', "a"', b',"a":"stop","a"'])
def test_line_spelled_otherwise_is_found(bodies, sessions, spelling):
    first, *others = chain(bodies("halfway")).splitlines(keepends=True)
    cut = others[0][: others[0].index(b',"h":')].replace(b',"a"', spelling)
    path = sessions / "spelled.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(first + cut + b',"h":"' + sha256(cut).hexdigest()[:32].encode() + b'"}\n')

    assert judge(str(path), sessions, "en").lines == (
        "spelled: event 1: its line is not spelled as this program writes it",
    )


def test_events_cut_off_are_found_while_the_tip_file_lies_there(bodies, sessions):
    judged(bodies("halfway"), sessions)
    path = next(sessions.glob("edit-*.jsonl"))
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))

    assert "they are gone" in judge(str(path), sessions, "en").lines[0]


@pytest.mark.parametrize("tip", [b"", b"no tip at all"])
def test_tip_file_that_attests_nothing_is_told(bodies, sessions, tip):
    judged(bodies("halfway"), sessions)
    path = next(sessions.glob("edit-*.jsonl"))
    path.with_suffix(".tip").write_bytes(tip)

    assert "nothing attests" in judge(str(path), sessions, "en").lines[-1]


@pytest.mark.parametrize("edit", UNPROVABLE)
def test_edit_cannot_be_proved(bodies, sessions, edit):
    kind, change_events = UNPROVABLE[edit]
    events = bodies(kind)
    change_events(events)

    assert events != bodies(kind)
    assert judged(events, sessions).good
