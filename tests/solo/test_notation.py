"""Actions as they are typed: short, in any order, and with one line that says what would do where they are wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.solo import hadrians_wall as rules
from generator.solo.action import VERBS, Action
from generator.solo.notation import AmbiguousError, UnreadableActionError, read_action
from generator.solo.reasons import IllegalActionError, legal_examples

PLENTY = dict.fromkeys(("soldier", "builder", "servant", "civilian", "resource"), 9)
WORDS = st.sampled_from(
    (
        "mark",
        "m",
        "wall",
        "wall_01",
        "fort",
        "fort_04",
        "soldier",
        "3",
        "F07",
        "ranger",
        "left",
        "temple",
        "place",
        "01",
    )
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("mark wall_02", "mark wall_02"),
        ("  MARK  Wall_02 ", "mark wall_02"),
        ("m wall_2", "mark wall_02"),
        ("wall 2", "mark wall_02"),
        ("wall", "mark wall_02"),
        ("guard", "mark wall_guard_01"),
        ("mark fort soldier", "mark fort_04 soldier"),
        ("fort pay soldier", "mark fort_04 soldier"),
        ("soldier fort", "mark fort_04 soldier"),
        ("medium granary", "mark medium_granary"),
        ("medium", "mark medium_granary"),
        ("forum 2, servant, servant", "mark forum_02 servant servant"),
        ("st", "stop"),
        ("stop", "stop"),
    ],
)
def test_reads_actions(table, text, meant):
    state = table.at(levels={"fort": 3, "wall": 1}, items=PLENTY)

    assert str(read_action(table.book, state, text)) == meant


@pytest.mark.parametrize("text", ["reveal F07", "f07", "F7", "reveal f7", "turn", "rev F07"])
def test_reads_fate_cards(book, text):
    state = rules.setup(book)
    if text == "turn":
        with pytest.raises(UnreadableActionError):
            read_action(book, state, text)
    else:
        assert read_action(book, state, text) == Action("reveal", ("F07",))


@pytest.mark.parametrize("text", ["reveal ranger", "ranger", "ran", "A03", "C03", "reveal b3"])
def test_reads_player_cards_of_any_set(table, text):
    state = table.do(rules.setup(table.book), "F01")

    assert read_action(table.book, state, text) == Action("reveal", ("ranger",))


def test_favours_are_read_in_any_order(table):
    state = table.raid(table.at(year=2, levels={"temple_favours": 1}), left=1, right=1)

    assert str(read_action(table.book, state, "raid favour left")) == "favour left temple_favours"
    assert str(read_action(table.book, state, "temple right")) == "favour right temple_favours"


def test_places_are_read_by_numbers(table):
    state = table.at(levels={"patricians": 2}, items={"soldier": 1}, prospect="merchant", neutral=[["fighter", 0, 0]])
    state = table.do(state, "mark scouts_01")

    assert str(read_action(table.book, state, "place prospect 1 2 6 7")) == "place prospect 01 02 06 07"
    assert str(read_action(table.book, state, "fighter 14,15,19,20")) == "place fighter 14 15 19 20"


@pytest.mark.parametrize(
    ("text", "fitting"),
    [("fort", ["mark fort_04 builder", "mark fort_04 soldier"]), ("mark wall_guard fort", None)],
)
def test_says_what_it_could_be(table, text, fitting):
    state = table.at(levels={"fort": 3}, items=PLENTY)
    if fitting is None:
        with pytest.raises(UnreadableActionError, match=r"^no_action "):
            read_action(table.book, state, text)
        return
    with pytest.raises(AmbiguousError) as error:
        read_action(table.book, state, text)
    assert [str(action) for action in error.value.fitting] == fitting
    assert str(error.value) == f"{text}: ambiguous {', '.join(fitting)}"


WRONG = {
    "mark wrld": (UnreadableActionError, "strange text=wrld near="),
    "mark wal_gard_01": (UnreadableActionError, "strange text=wal_gard_01 near=wall_guard_01"),
    "": (UnreadableActionError, "no_action text="),
    "pay": (UnreadableActionError, "no_action text=pay"),
    "x" * 300: (UnreadableActionError, "long_text n=300"),
    "mark theatre": (IllegalActionError, "mark theatre: needs what=performers least=1 have=0"),
    "performance 3": (IllegalActionError, "mark performances_03: box what=theatre"),
    "wall_05": (IllegalActionError, "mark wall_05: box what=fort_05"),
    "mark wall_01": (IllegalActionError, "mark wall_01: marked"),
    "mark fort_06 builder": (IllegalActionError, "mark fort_06 builder: order box=fort_04"),
    "mark wall": (IllegalActionError, "mark wall_02: price price=1 resource have=0 resource"),
    "renown 4": (IllegalActionError, "mark renown_04: never"),
    "training": (IllegalActionError, "mark training_grounds_02: limit most=1 have=1"),
    "reveal F01": (IllegalActionError, "reveal F01: waits wants=act"),
    "path engineer": (IllegalActionError, "path engineer: waits wants=act"),
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_lines_say_why(table, text):
    kind, reason = WRONG[text]
    items = {"soldier": 2, "builder": 2, "civilian": 1}
    state = table.at(levels={"fort": 3, "wall": 1}, boxes={"training_grounds_01": 1}, items=items)

    with pytest.raises(kind) as error:
        read_action(table.book, state, text)
    assert str(error.value) == reason
    assert error.value.legal == rules.legal(table.book, state)


def test_wrong_at_the_end(table):
    with pytest.raises(IllegalActionError) as error:
        read_action(table.book, table.at(phase="over"), "stop")
    assert (str(error.value), error.value.legal) == ("stop: over", ())
    with pytest.raises(UnreadableActionError, match=r"^strange text=x near=$") as error:
        read_action(table.book, table.at(phase="over"), "x")
    assert error.value.legal == ()


def test_cards_that_are_gone(table):
    state = table.do(rules.setup(table.book), "F01", "reveal ranger")

    with pytest.raises(IllegalActionError, match=r"^reveal ranger: gone$") as error:
        read_action(table.book, state, "reveal ranger")
    assert str(error.value.legal[0]) == "reveal engineer"


def test_long_lists_are_cut(table):
    with pytest.raises(IllegalActionError) as error:
        read_action(table.book, rules.setup(table.book), "stop")
    assert len(error.value.legal) == 48
    assert [str(action) for action in legal_examples(error.value.legal)] == [f"reveal F{n:02}" for n in range(1, 7)]


def test_examples_differ_in_more_than_a_number(table):
    state = table.at(levels={"fort": 3}, items=PLENTY)
    tracks = [action.words[0][:-3] for action in legal_examples(rules.legal(table.book, state))]

    assert len(set(tracks)) == len(tracks) == 6


def outcome(book, state, text):
    """The action that is read, or what is wrong."""
    try:
        return read_action(book, state, text)
    except (UnreadableActionError, AmbiguousError, IllegalActionError) as error:
        return error


@given(st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=5).map(" ".join))
def test_any_text_is_an_action_or_one_line(table, text):
    state = table.at(levels={"fort": 3, "traders": 4}, items=PLENTY)
    found = outcome(table.book, state, text)

    assert found in rules.legal(table.book, state) or len(str(found).splitlines()) == 1


@given(st.sampled_from((*VERBS, "dance")), st.lists(WORDS, max_size=5).map(tuple))
def test_any_action_applies_or_is_refused(table, verb, words):
    for state in (table.at(items=PLENTY), rules.setup(table.book), table.at(phase="over")):
        action = Action(verb, words)
        if action not in rules.legal(table.book, state):
            with pytest.raises(IllegalActionError):
                rules.apply(table.book, state, action)


def test_what_is_written_is_plain():
    assert str(Action("mark", ("fort_02", "soldier"))) == "mark fort_02 soldier"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 3", "strange text=3 near="),
        ("F99", "strange text=f99 near="),
        ("fort_99", "strange text=fort_99 near="),
    ],
)
def test_numbers_are_not_guessed_at(table, text, words):
    with pytest.raises(UnreadableActionError) as error:
        read_action(table.book, table.at(items=PLENTY), text)
    assert str(error.value) == words


def test_wrong_time_names_what_was_typed(table):
    state = table.do(rules.setup(table.book), "F01", "engineer", "ranger")

    with pytest.raises(IllegalActionError, match=r"^mark: waits wants=path$"):
        read_action(table.book, state, "mark")


def test_short_word_is_held_against_closed_tracks(table):
    state = table.at(levels={"wall": 1}, items={"soldier": 2})

    with pytest.raises(AmbiguousError, match=r"^w: ambiguous mark "):
        read_action(table.book, state, "w")
    assert str(read_action(table.book, state, "wall_guard")) == "mark wall_guard_01"


def test_single_number_is_no_beginning_of_another(table):
    with pytest.raises((IllegalActionError, AmbiguousError)) as error:
        read_action(table.book, table.at(items=PLENTY), "mark 1")
    assert "_10" not in str(error.value)
