"""A finished game judged again: the points of each year, each path choice, and the moves that cost most.

Every decision is judged in the state that the player saw, with the unseen cards shuffled anew: what came later in the
real game is not known. A move is compared with other moves by games played to their end on the same cards.

Costly moves are found in steps, each on cards of its own: a few games for every decision, more for those that seem to
cost most, and many for the last five. The quick player plays these games, and a move may cost it points that a better
player makes up for, who does the other move a little later. So an expert, who plans each year, plays from both too.
Only the last games count for the stated margin: luck did not choose it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar

from generator.solo.action import Action
from generator.solo.ai.move_adviser import MoveAdviser, effect_of
from generator.solo.ai.paired_playouts import Margin, PlayoutCards, Playouts
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, legal, score
from generator.solo.state import ChoosePath, State
from generator.solo.year import ends_year

Progress: TypeAlias = Callable[[int], None]
"""Told how many per cent of the games are played, when that has grown."""

Spread: TypeAlias = Callable[[Callable[[int], Any], Sequence[int]], Iterable[Any]]
"""Applies a function to numbers, maybe in several processes, and gives the results in order, like `map`."""

Result = TypeVar("Result")

_SEARCHED, _SHORTLISTED, _JUDGED = 4, 12, 40
"""Games of each move: for every decision, for those that seem costly, and for the last ones and path choices."""
_SHORTLIST, _SUSPECTED, COSTLIEST = 8, 5, 3
"""Decisions that go on to the second step and to the third, and those that are named at most."""
_TRIED, _CONFIRMED = 6, 20
"""Games of an expert from each move: to drop those that cost nothing, and for the stated margin."""
_OTHERS = 3
"""Other moves that a move is compared with at first."""


class PlayedAction(NamedTuple):
    """An action of the game, with the state it was done in."""

    state: State
    action: Action


class YearPoints(NamedTuple):
    """Points that a year added to each row of the score column, by the id of the row's value."""

    year: int
    rows: tuple[tuple[str, int], ...]


class JudgedMove(NamedTuple):
    """A move of the game beside another one."""

    place: int
    """The number of the action in the game, from 0."""
    year: int
    action: Action
    other: Action
    margin: Margin
    """Mean lead of the move over the other one: below 0 where it cost points."""


class Opinion(NamedTuple):
    """Mean totals of a decision and of the best other action, by the few games that every decision gets."""

    place: int
    """The number of the action in the game, from 0."""
    points: float
    """The mean total of the games after the player's move."""
    other: Action
    other_points: float


class GameReview(NamedTuple):
    """A finished game judged again."""

    years: tuple[YearPoints, ...]
    paths: tuple[JudgedMove, ...]
    costly: tuple[JudgedMove, ...]
    """The moves that cost most, the worst first; only those whose cost is greater than its error."""
    decisions: int
    """Decisions that were compared."""
    playouts: int
    """Games played out."""
    opinions: tuple[Opinion, ...] = ()
    """Values of the compared decisions, in order; all on the same imagined cards, so that they go together."""


class _Comparison(NamedTuple):
    """A decision with the states that are played out."""

    place: int
    mine: tuple[State, ...]
    """States after the move, and after all that the player did then until the next card."""
    alternatives: tuple[tuple[Action, State], ...]
    """Other actions, with the states after them."""


class _Suspect(NamedTuple):
    """A decision that seems to cost points, with the better one of the player's states and the best other one."""

    place: int
    mine: State
    action: Action
    theirs: State
    loss: int


class GameReviewer:
    """Judges one game."""

    def __init__(
        self,
        book: Rulebook,
        adviser: MoveAdviser,
        playouts: Playouts,
        progress: Progress = lambda _: None,
        spread: Spread = map,
        *,
        expert: Callable[[], Playouts] | None = None,
    ) -> None:
        """Take the adviser that finds other moves, and the playouts that compare them.

        `progress` is told the percentage of games played; `spread` applies work to numbers, like `map`. `expert`
        returns new playouts of a better player, who has the last word on a costly move.
        """
        self._book, self._adviser, self._playouts = book, adviser, playouts
        self._progress, self._spread, self._expert = progress, spread, expert
        self._expected = 1
        """Games that the review takes in all, at most."""
        self._percent = 0

    def review(self, played: Sequence[PlayedAction], last: State) -> GameReview:
        """Judge a game, given every action with the state before it, and the last state."""
        choices = [place for place, step in enumerate(played) if self._is_choice(step.state)]
        # Path cards are judged one by one: they decide points for all later years.
        paths = [place for place in choices if _is_path(played[place].state)]
        moves = [place for place in choices if place not in paths]
        compared = [comparison for place in moves if (comparison := self._comparison(played, last, place)).alternatives]
        # An estimate for the progress only; the third step depends on what the first two find.
        self._expected = _SEARCHED * sum(len(comparison.mine) + len(comparison.alternatives) for comparison in compared)
        self._expected += 5 * _SHORTLISTED * _SHORTLIST + 2 * _JUDGED * (_SUSPECTED + len(paths))
        self._expected += 2 * (_TRIED + _CONFIRMED) * (_SUSPECTED + len(paths)) if self._expert else 0
        judged = self._results(lambda number: self._judge_path(played[paths[number]], paths[number]), len(paths))
        searched = self._sums(compared, "search", _SEARCHED)
        costly = tuple(self._costly(played, compared, _suspects(compared, searched)))
        confirmed = {move.place: move for move in self._confirmed(played, [*filter(is_costly, judged)])}
        judged = [confirmed.get(move.place, move) for move in judged]
        years = tuple(points_by_year(self._book, played, last))
        opinions = tuple(map(_opinion, compared, searched))
        return GameReview(years, tuple(judged), costly, len(compared), self._playouts.played, opinions)

    def _costly(
        self, played: Sequence[PlayedAction], compared: Sequence[_Comparison], searched: Sequence[_Suspect]
    ) -> list[JudgedMove]:
        """Return the moves that cost most, the worst first, after the second and third step of the search."""
        suspects = _one_for_each(played, searched)[:_SHORTLIST]
        by_place = {comparison.place: comparison for comparison in compared}
        narrowed = [
            comparison
            for suspect in suspects
            if (comparison := self._narrowed(played, by_place[suspect.place], suspect))
        ]
        worst = _suspects(narrowed, self._sums(narrowed, "shortlist", _SHORTLISTED))[:_SUSPECTED]
        moves = self._results(lambda number: self._judge(played[worst[number].place], worst[number]), len(worst))
        clear = [move for move in moves if is_costly(move)]
        clear = [move for move in self._confirmed(played, clear) if is_costly(move)]
        return sorted(clear, key=_points)[:COSTLIEST]

    def _narrowed(self, played: Sequence[PlayedAction], compared: _Comparison, suspect: _Suspect) -> _Comparison | None:
        """Return a suspected move against the best other one, each with and without a plan.

        None where the other plan does the move too, and so the move cost nothing.
        """
        state, action = played[compared.place]
        plan, theirs = self._adviser.planned(suspect.theirs)
        # Then the move was only done earlier or later than in the other plan, and cost nothing.
        if self._adviser.is_part(state, (suspect.action, *plan), action):
            return None
        _, mine = self._adviser.planned(compared.mine[0])
        alternatives = (suspect.action, theirs), (suspect.action, suspect.theirs)
        return _Comparison(compared.place, (mine, *compared.mine), alternatives)

    def _is_choice(self, state: State) -> bool:
        """Return whether the player decides in a state and has several legal actions."""
        return not state.awaits and len(legal(self._book, state)) > 1

    def _comparison(self, played: Sequence[PlayedAction], last: State, place: int) -> _Comparison:
        """Return a decision with other actions to compare, but none that the player did too before the next card."""
        state, action = played[place]
        plan, end = self._own_plan(played, last, place)
        after = self._adviser.candidates(state)
        mine = apply(self._book, state, action)
        # An action with the same effect is no alternative: it fills an equal box.
        same = effect_of(action, mine)
        alternatives = {
            other: outcome
            for other, outcome in after.items()
            if other not in plan and effect_of(other, outcome) != same
        }
        return _Comparison(place, (mine, end), tuple(alternatives.items())[:_OTHERS])

    def _own_plan(self, played: Sequence[PlayedAction], last: State, place: int) -> tuple[set[Action], State]:
        """Return the player's actions from a move to the next card or the end of the game, and the state after them."""
        plan: set[Action] = set()
        for state, action in played[place:]:
            if state.awaits:
                return plan, state
            plan.add(action)
        return plan, last

    def _judge_path(self, played: PlayedAction, place: int) -> JudgedMove:
        """Return the choice of a path card, compared with the other card by paired games."""
        other = next(action for action in legal(self._book, played.state) if action != played.action)
        states = [apply(self._book, played.state, action) for action in (played.action, other)]
        return JudgedMove(place, played.state.year, played.action, other, self._margin(f"path {place}", *states))

    def _judge(self, played: PlayedAction, suspect: _Suspect) -> JudgedMove:
        """Return a suspected move, compared with the best other action by paired games."""
        margin = self._margin(f"move {suspect.place}", suspect.mine, suspect.theirs)
        return JudgedMove(suspect.place, played.state.year, played.action, suspect.action, margin)

    def _confirmed(self, played: Sequence[PlayedAction], moves: Sequence[JudgedMove]) -> list[JudgedMove]:
        """Return moves with the margins of an expert's games; as they are where there is no expert."""
        if not (expert := self._expert):
            return [*moves]
        # New playouts for each move: the expert's plans must not depend on the order of the moves.
        return self._results(lambda number: self._confirm(expert(), played, moves[number]), len(moves))

    def _confirm(self, expert: Playouts, played: Sequence[PlayedAction], move: JudgedMove) -> JudgedMove:
        """Return a move with the margin of an expert's games."""
        states = [apply(self._book, played[move.place].state, action) for action in (move.action, move.other)]
        differences = self._differences(expert, f"tried {move.place}", states, _TRIED)
        # Most moves cost the expert nothing, and need no exact margin.
        if sum(differences) < 0:
            differences = self._differences(expert, f"confirmed {move.place}", states, _CONFIRMED)
        return move._replace(margin=Margin.of(differences))

    def _margin(self, name: str, mine: State, theirs: State) -> Margin:
        """Return the margin between two states over _JUDGED games, each pair on the same cards.

        `name` names the cards.
        """
        return Margin.of(self._differences(self._playouts, name, (mine, theirs), _JUDGED))

    def _differences(self, playouts: Playouts, name: str, states: Sequence[State], games: int) -> list[int]:
        """Return by how many points the first of two states ends above the second, game by game on the same cards."""
        differences = []
        for number in range(games):
            # The same cards for both states: only the difference of their points counts.
            cards = playouts.cards(f"{name}/{number}")
            mine, theirs = (self._total(playouts, state, cards) for state in states)
            differences.append(mine - theirs)
        return differences

    def _sums(self, compared: Sequence[_Comparison], name: str, games: int) -> list[list[int]]:
        """Return for each decision the points of each of its states, added up over some games."""
        totals = self._results(lambda number: self._totals(compared, f"{name}/{number}"), games)
        return [list(map(sum, zip(*rows, strict=True))) for rows in zip(*totals, strict=True)]

    def _results(self, work: Callable[[int], Result], count: int) -> list[Result]:
        """Return the results of a function for the numbers from 0 to `count` - 1, from one or several processes.

        The function must not depend on the order of its calls.
        """

        def counted(number: int) -> tuple[Result, int]:
            """Return a result with the number of games that it took."""
            before = self._playouts.played
            result = work(number)
            games, self._playouts.played = self._playouts.played - before, before
            return result, games

        results = []
        for result, games in self._spread(counted, range(count)):
            # Counted here, as another process may have played them.
            self._playouts.played += games
            self._tell_progress()
            results.append(result)
        return results

    def _totals(self, compared: Sequence[_Comparison], name: str) -> list[list[int]]:
        """Return the points of every state of every decision, all on the same cards."""
        cards = self._playouts.cards(name)
        return [[self._total(self._playouts, state, cards) for state in _states(comparison)] for comparison in compared]

    def _total(self, playouts: Playouts, state: State, cards: PlayoutCards) -> int:
        """Return the points of a state played out on these cards, count the game and report the progress."""
        total = playouts.total(state, cards)
        # Games of the expert count with the others.
        self._playouts.played += playouts is not self._playouts
        self._tell_progress()
        return total

    def _tell_progress(self) -> None:
        """Report the percentage of the games played, when it has grown."""
        percent = 100 * self._playouts.played // self._expected
        if percent > self._percent:
            self._percent = percent
            self._progress(percent)


def _states(compared: _Comparison) -> tuple[State, ...]:
    """Return all states of a comparison, the player's first."""
    return (*compared.mine, *(state for _, state in compared.alternatives))


def is_costly(move: JudgedMove) -> bool:
    """Return whether a move cost points; a cost within its own error may be luck of the playouts."""
    return move.margin.points < -move.margin.error


def _is_path(state: State) -> bool:
    """Return whether a state asks which card to keep as path."""
    return bool(state.pending) and isinstance(state.pending[0], ChoosePath)


def _suspects(compared: Sequence[_Comparison], sums: Sequence[Sequence[int]]) -> list[_Suspect]:
    """Return the decisions in which another move does better over some games, the greatest loss first."""
    suspects = [_suspect(comparison, points) for comparison, points in zip(compared, sums, strict=True)]
    return sorted((suspect for suspect in suspects if suspect.loss > 0), key=lambda suspect: -suspect.loss)


def _opinion(compared: _Comparison, points: Sequence[int]) -> Opinion:
    """Return the mean totals of a decision and of its best alternative in the games of the search."""
    size, best = len(compared.mine), _suspect(compared, points)
    mine, other = max(points[:size]), max(points[size:])
    return Opinion(compared.place, mine / _SEARCHED, best.action, other / _SEARCHED)


def _suspect(compared: _Comparison, points: Sequence[int]) -> _Suspect:
    """Return the best of the player's states against the best other one, by their points over the same games."""
    size = len(compared.mine)
    (best, mine), (other_best, (action, theirs)) = (
        max(zip(points[:size], compared.mine, strict=True), key=_first),
        max(zip(points[size:], compared.alternatives, strict=True), key=_first),
    )
    return _Suspect(compared.place, mine, action, theirs, other_best - best)


def _one_for_each(played: Sequence[PlayedAction], suspects: Sequence[_Suspect]) -> list[_Suspect]:
    """Return the first of the suspects that missed the same action in the same year: they are one mistake."""
    first_suspects: dict[tuple[int, Action], _Suspect] = {}
    for suspect in suspects:
        first_suspects.setdefault((played[suspect.place].state.year, suspect.action), suspect)
    return list(first_suspects.values())


def _first(pair: tuple[int, object]) -> int:
    """Return the first of a pair, as a key to sort by."""
    return pair[0]


def _points(move: JudgedMove) -> float:
    """Return the mean lead of a judged move, as a key to sort by."""
    return move.margin.points


def points_by_year(book: Rulebook, played: Sequence[PlayedAction], last: State) -> Iterator[YearPoints]:
    """Yield for each year the points that it added to each row of the score column."""
    states = [*(step.state for step in played), last]
    before = dict.fromkeys(dict(score(book, states[0]).rows), 0)
    for state, after in pairwise(states):
        if ends_year(state, after):
            now = dict(score(book, after).rows)
            yield YearPoints(state.year, tuple((row, now[row] - before[row]) for row in now))
            before = now
