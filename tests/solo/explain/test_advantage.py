"""Reasons for hints: on 40 positions of 8 games, each number and box of each reason is played again with the engine."""

from collections import Counter

import pytest

from generator.base.rng import Stream
from generator.bots.bot_game import BotGame
from generator.play.adviser import adviser_on
from generator.solo.action import Action
from generator.solo.ai.paired_playouts import QuickPlayer
from generator.solo.explain import advantage as kinds
from generator.solo.explain.advantage import PlanComparison
from generator.solo.hadrians_wall import apply, legal
from generator.solo.scoring import score

GAMES, EACH = 8, 5
"""Games, and positions of each: 40 in all."""


@pytest.fixture
def positions(book, evaluation):
    """Positions of a game of the quick player, one of each fifth of it, so that early and late years are there."""

    def of(number):
        game = BotGame(book, f"reasons/{number}", {"difficulty": "normal"})
        player, states = QuickPlayer(book, evaluation), []
        while not game.is_over:
            if len(game.legal) > 1:
                states.append(game.state)
            game.play(player.choose(game.state, game.legal))
        stream, part = Stream("reasons", str(number)), len(states) // EACH
        return [states[part * place + stream.below(part)] for place in range(EACH)]

    return of


class Ends:
    """Both plans of a hint played to their ends, as the rules do it."""

    def __init__(self, book, state, plan, rival):
        self.book, self.state, self.plan, self.rival = book, state, plan, rival
        self.first = apply(book, state, plan[0])
        self.mine, self.theirs = self.played(plan), self.played(rival)

    def played(self, line):
        state = self.state
        for action in line:
            assert action in legal(self.book, state), action
            state = apply(self.book, state, action)
        return state

    def marked(self, state):
        return {box.id for box, mark in zip(self.book.boxes.boxes, state.boxes, strict=True) if mark}

    def level(self, state, track):
        return sum(1 for box in self.book.boxes.book.tracks[track].boxes if box.id in self.marked(state))

    def items(self, state):
        return dict(zip(self.book.items, state.items, strict=True))

    def can_fill(self, state, box):
        """Whether a box may be filled by whoever has every item."""
        return any(box in action.words for action in legal(self.book, state._replace(items=(99,) * len(state.items))))

    def yearly(self, state):
        """Gains of all boxes every year, counted by icon."""
        gains = Counter()
        for box in map(self.book.boxes.book.box, self.marked(state)):
            gains.update([(icon,) for icon in box.yearly] + ([box.yearly_one_of] if box.yearly_one_of else []))
        return gains

    # what is claimed

    def opens(self, reason):
        assert reason.boxes
        for box in reason.boxes:
            assert box in self.marked(self.mine) - self.marked(self.theirs)
            assert self.can_fill(self.first, box)
            assert not self.can_fill(self.state, box)

    def yearly_gains(self, reason):
        more = self.yearly(self.mine)
        more.subtract(self.yearly(self.theirs))
        assert dict(reason.amounts) == {icons: count for icons, count in more.items() if count > 0}
        assert reason.number == len(self.book.years) - self.state.year > 0

    def levels(self, reason):
        assert reason.levels
        for track, one, other in reason.levels:
            assert (self.level(self.mine, track), self.level(self.theirs, track)) == (one, other)
            assert one < other if reason.key == kinds.FORGOES else one > other

    def cohort_lead(self):
        cohorts = [self.book.boxes.tracks[track].id for track in self.book.cohorts]
        return sum(self.level(self.mine, cohort) - self.level(self.theirs, cohort) for cohort in cohorts)

    def stops(self, reason):
        self.levels(reason)
        assert self.cohort_lead() > 0

    def sides(self, reason):
        self.levels(reason)
        assert self.cohort_lead() <= 0

    def points(self, reason):
        one, other = score(self.book, self.mine), score(self.book, self.theirs)
        rows = dict(one.rows), dict(other.rows)
        assert reason.number == one.total - other.total > 0
        assert reason.levels
        assert all((rows[0][row], rows[1][row]) == (mine, theirs) for row, mine, theirs in reason.levels)

    def paths(self, reason):
        counts = [{path.card: path.counted for path in score(self.book, end).paths} for end in (self.mine, self.theirs)]
        assert all(
            (counts[0][card], counts[1][card]) == (one, other) and one > other for card, one, other in reason.levels
        )

    def goal(self, reason):
        values = self.book.boxes.book.calculate(self.book.boxes.contents(self.state.boxes))
        assert [card for card, *_ in reason.levels] == [self.plan[0].words[0], self.rival[0].words[0]]
        for card, count, points in reason.levels:
            assert (values[f"count_{card}"], values[f"points_{card}"]) == (count, points)

    def pays(self, reason):
        gained, now, before = dict(reason.amounts), self.items(self.first), self.items(self.state)
        assert gained == {(item,): now[item] - before[item] for item in now if now[item] > before[item]}
        state = self.first._replace(items=tuple(now[item] - gained.get((item,), 0) for item in now))
        for action in self.plan[1:]:
            if action not in legal(self.book, state):
                assert action.words[0] == reason.boxes[0]
                return
            state = apply(self.book, state, action)
        raise AssertionError("the plan can be paid without it")

    def fewer(self, reason):
        added = [sum(card.goods + card.scouts for card in end.neutral) for end in (self.theirs, self.mine)]
        assert reason.number == added[0] - added[1] > 0

    def left(self, reason):
        assert self.mine.phase == self.state.phase
        mine, theirs = self.items(self.mine), self.items(self.theirs)
        assert dict(reason.amounts) == {
            (item,): mine[item] - theirs[item] for item in mine if mine[item] > theirs[item]
        }

    def gives(self, reason):
        mine, theirs = self.items(self.first), self.items(apply(self.book, self.state, self.rival[0]))
        assert self.plan[0].verb == self.rival[0].verb == "path"
        assert dict(reason.amounts) == {
            (item,): mine[item] - theirs[item] for item in mine if mine[item] > theirs[item]
        }

    def same(self, _):
        assert self.mine.levels == self.theirs.levels
        assert score(self.book, self.mine).total == score(self.book, self.theirs).total


CHECKS = {
    kinds.OPENS: Ends.opens,
    kinds.YEARLY: Ends.yearly_gains,
    kinds.STOPS: Ends.stops,
    kinds.SIDES: Ends.sides,
    kinds.TRACKS: Ends.levels,
    kinds.FORGOES: Ends.levels,
    kinds.POINTS: Ends.points,
    kinds.PATH: Ends.paths,
    kinds.GOAL: Ends.goal,
    kinds.PAYS: Ends.pays,
    kinds.FEWER: Ends.fewer,
    kinds.ITEMS: Ends.left,
    kinds.GIVES: Ends.gives,
    kinds.SAME: Ends.same,
}


@pytest.mark.parametrize("number", range(GAMES))
def test_reasons_of_hints_are_true(book, evaluation, positions, quick_playouts, number, thorough, request):
    if not thorough:
        request.getfixturevalue("short_hints")  # a reason has to be true of any two plans
    checked = 0
    for place, state in enumerate(positions(number)):
        hint = adviser_on(book, evaluation, quick_playouts(f"hint/{number}/{place}")).advise(state)
        if hint.other:
            plan, rival = (hint.action, *hint.plan), (hint.other, *hint.other_plan)
            reason = PlanComparison(book, state, plan, rival).advantage()
            CHECKS[reason.key](Ends(book, state, plan, rival), reason)
            checked += 1

    assert checked >= EACH - 2


def test_summary_is_that_of_the_plan(book, table):
    state = table.at(year=1, items={"builder": 1, "civilian": 1, "resource": 2})
    plan = tuple(
        map(Action.parse, ("mark fort_01 builder", "mark wall_01", "mark traders_01", "mark mining_01", "stop"))
    )
    ends, summary = Ends(book, state, plan, ()), PlanComparison(book, state, plan).summary()

    assert [track for track, *_ in summary.levels] == ["mining", "wall", "fort", "traders"]
    assert all(
        (ends.level(state, track), ends.level(ends.mine, track)) == (one, two) for track, one, two in summary.levels
    )
    assert summary.points == score(book, ends.mine).total - score(book, state).total
    assert summary.ends_year


@pytest.mark.parametrize(
    ("plan", "rival", "key"),
    [
        (["mark traders_01", "mark mining_01"], ["mark patricians_01"], kinds.PAYS),
        (["mark fort_01 builder", "mark wall_01"], ["stop"], kinds.OPENS),
        (["mark patricians_01"], ["mark fort_01 builder"], kinds.TRACKS),
        (["stop"], ["mark traders_01"], kinds.FORGOES),
        (["mark traders_01"], ["mark traders_01"], kinds.SAME),
    ],
)
def test_kind_of_a_reason_follows_from_the_plans(book, table, plan, rival, key):
    state = table.at(year=1, items={"builder": 1, "civilian": 1, "resource": 2})
    lines = [tuple(map(Action.parse, line)) for line in (plan, rival)]
    reason = PlanComparison(book, state, *lines).advantage()

    assert reason.key == key
    CHECKS[key](Ends(book, state, *lines), reason)


def test_every_kind_is_checked():
    assert set(CHECKS) == {getattr(kinds, name) for name in vars(kinds) if name.isupper() and name != "CHOSEN_PATH"}


@pytest.mark.parametrize(
    ("rival", "key"),
    [(["mark wall_guard_01", "choose cohort_center"], kinds.SIDES), (["mark traders_01"], kinds.STOPS)],
)
def test_more_cards_are_stopped_only_where_all_cohorts_together_stop_more(book, table, rival, key):
    state = table.at(year=1, items={"soldier": 1, "civilian": 1})
    plan = ["mark wall_guard_01", "choose cohort_left"]
    lines = [tuple(map(Action.parse, line)) for line in (plan, rival)]
    reason = PlanComparison(book, state, *lines).advantage()

    assert (reason.key, reason.levels) == (key, (("cohort_left", 1, 0),))
    CHECKS[key](Ends(book, state, *lines), reason)
