"""Fits the tables of the strong player: `PYTHONPATH=. python tests/training/fit_tables.py [FILE ...]`.

    FILE   positions that `self_play.py` has kept; without any, the tables to begin with are made from `worth.toml`

It writes `learned.toml` of the game; several rounds of self-play and fit make the player. Needs `pip install numpy`.

The tables of a year's end are fitted from the last year to the first: the target is the value, by the tables of the next
year, of the position that the next year ended with, mixed with the target there, which at the end is the final score.
What is worth something only while a year goes on is fitted to what the rest of the year added. Steps from one number of
a table to the next are drawn to those before and beside them, so that what few games show is changed little.
"""

import pickle
import sys
from pathlib import Path

import numpy as np

from generator.base.records import replace
from generator.load.weights_reader import FORMAT, LEARNED
from generator.model.weights import POINT, ValueTables
from generator.play.stats.game_runner import GameRunner
from generator.solo.ai.learned_value import LearnedValue

GAME = "hadrians-wall"
BOOTSTRAP = 0.5
"""The share of the next year's value in a target."""
OFF_POLICY = 0.4
"""The weight of a game in years that are played with changed tables later on."""
SMOOTH, SHRINK = 100.0, 20.0
"""How strongly steps are drawn to those beside them, and to the tables before."""
PLAY_SMOOTH, PLAY_SHRINK, PLAY_SHRINKS = 200.0, 60.0, {"items": 5.0, "limits": 20.0}
"""The same for what is worth something within a year, with exceptions by kind of feature."""
BEGIN = 40 * POINT


class Design:
    """Features as columns: one for each step of each table, 1 where the feature is beyond the step; the last is 1."""

    def __init__(self, about):
        self.about = about
        self.ends = np.cumsum([0, *(each.size - 1 for each in about)])

    def matrix(self, features):
        found = np.zeros((len(features), self.ends[-1] + 1))
        for row, values in zip(found, features, strict=True):
            for start, value in zip(self.ends[:-1], values, strict=False):
                row[start : start + value] = 1
        found[:, -1] = 1
        return found

    def steps(self, tables, year):
        """The steps of all tables of a year."""
        return np.concatenate([np.diff(full(tables, each, year)) for each in self.about])

    def tables(self, steps):
        """The tables with these steps, for each year."""
        found = {}
        for each, start, end in zip(self.about, self.ends[:-1], self.ends[1:], strict=True):
            rows = [np.concatenate([[0], np.cumsum(year[start:end])]) for year in steps]
            found.setdefault(each.kind, {})[each.id] = tuple(tuple(round(n) for n in row) for row in rows)
        return found

    def fit(self, rows, target, weights, before, smooth, shrink, shrinks):
        """The steps that meet the targets best, and the constant."""
        left = rows.T @ (rows * weights[:, None])
        right = rows.T @ (target * weights)
        for each, start, end in zip(self.about, self.ends[:-1], self.ends[1:], strict=True):
            size = end - start
            pull = shrinks.get(each.kind, shrink) * np.eye(size)
            beside = np.diff(np.eye(size), axis=0)
            pull += smooth * beside.T @ beside
            left[start:end, start:end] += pull
            right[start:end] += pull @ before[start:end]
        left[-1, -1] += 1e-6
        found = np.linalg.solve(left, right)
        return found[:-1], found[-1]


def full(tables, about, year):
    """A table of a year with all its numbers: the last one is repeated."""
    row = tables.get(about.kind, {}).get(about.id, ((0,),) * (year + 1))[year]
    return np.array([*row, *(row[-1:] * (about.size - len(row)))], dtype=float)


def fit_kept(games, tables, design, years):
    """The tables of the year's end; those of the last year are the score itself."""
    steps, start = [design.steps(tables.kept, year) for year in range(years)], list(tables.start)
    target = np.array([POINT * game.total for game in games], dtype=float)
    for year in range(years - 1, 0, -1):
        value = LearnedValue(BOOK, tables)
        bootstrap = np.array([value.kept(game.ended[year + 1]) for game in games], dtype=float)
        target = BOOTSTRAP * bootstrap + (1 - BOOTSTRAP) * target
        rows = design.matrix([value.features.of(game.begun[year], year) for game in games])
        weights = np.array([1.0 if year >= game.changed else OFF_POLICY for game in games])
        before = steps[year - 1]
        steps[year - 1], start[year - 1] = design.fit(rows, target, weights, before, SMOOTH, SHRINK, {})
        told(f"end of year {year}", target - rows[:, :-1] @ steps[year - 1] - start[year - 1])
        tables = replace(tables, start=tuple(round(each) for each in start), kept=design.tables(steps))
    return tables


def fit_playing(games, tables, design, years):
    """The tables of what is worth something within a year only."""
    value, steps = LearnedValue(BOOK, tables), []
    for year in range(1, years + 1):
        pairs = [(state, game.ended[year]) for game in games for state in game.within.get(year, ())]
        target = np.array([value.kept(end) - value.kept(state) for state, end in pairs], dtype=float)
        rows = design.matrix([value.features.of(state, year) for state, _ in pairs])
        rows[:, -1] = 0
        nothing = np.zeros(design.ends[-1])
        found, _ = design.fit(rows, target, np.ones(len(pairs)), nothing, PLAY_SMOOTH, PLAY_SHRINK, PLAY_SHRINKS)
        told(f"within year {year}", target - rows[:, :-1] @ found)
        steps.append(found)
    return replace(tables, playing=design.tables(steps))


def told(what, errors):
    """One line of the progress."""
    sys.stdout.write(f"{what}: {len(errors)} positions, standard error {errors.std() / POINT:.2f} points\n")


# to begin with


def first_tables(weights, features, years):
    """Tables from the weights of the other players; those of the last year are exact."""

    def rows(about):
        return tuple(tuple(first_row(weights, about, year, is_last=year == years - 1)) for year in range(years))

    found = {}
    for each in features.tables:
        found.setdefault(each.kind, {})[each.id] = rows(each)
    items = {
        each.id: tuple(
            tuple(int(POINT * weights.items.get(each.id, [0] * years)[year] * count) for count in range(each.size))
            for year in range(years)
        )
        for each in features.year_tables
        if each.kind == "items"
    }
    return ValueTables(start=(BEGIN,) * (years - 1) + (0,), kept=found, playing={"items": items})


def first_row(weights, about, year, *, is_last):
    """What each value of a feature is worth at the end of a year."""
    if is_last:
        return [POINT * final_points(about, count) for count in range(about.size)]
    counts = range(about.size)
    if about.kind == "paths":
        card, each = weights.paths.get(about.id), weights.counts.get(about.id, [0] * 99)
        return [int(POINT * (card[year + 1] + each[year + 1] * (n - 1))) if card and n else 0 for n in counts]
    if about.kind == "tracks" and about.id != BOOK.boxes.tracks[BOOK.disdain].id:
        return [int(POINT * weights.tracks.get(about.id, [0] * 99)[year + 1] * n) for n in counts]
    if about.id in (BOOK.boxes.tracks[BOOK.disdain].id, "later") and about.kind != "open":
        return [-POINT * n for n in counts] if about.kind != "tracks" else [0 for _ in counts]
    return [0 for _ in counts]


def final_points(about, count):
    """The points that a feature gives at the end of the game, by the formulas of the score."""
    book, total = BOOK.boxes.book, BOOK.boxes.ranks.of
    if about.kind == "paths":
        hand = BOOK.solo.hand
        formula = book.values[hand.points + about.id].formula
        return formula.value({}, {hand.counts + about.id: count - 1}) if count else 0
    if about.kind not in ("tracks", "circled") or about.id not in BOOK.boxes.track_index:
        return 0
    if (about.kind == "circled") != (BOOK.boxes.track_index[about.id] == BOOK.disdain):
        return 0
    start = BOOK.boxes.starts[BOOK.boxes.track_index[about.id]]
    marked = {box.id: 1 for box in BOOK.boxes.boxes[start : start + count]}
    return book.value(total, marked) - book.value(total, {})


# the file


def text_of(tables):
    """The tables as a file; numbers that repeat the one before at the end are left out."""
    head = "# What positions are worth to the strong player, in thousandths of a point: learned from its own games, no rules."
    lines = [head, f"format = {FORMAT}", 'made_by = "tests/training/fit_tables.py"', f"start = {list(tables.start)}"]
    for part, kinds in (("kept", tables.kept), ("playing", tables.playing)):
        for kind, found in kinds.items():
            shown = [table_text(id_, table) for id_, table in found.items() if any(map(any, table))]
            lines += ["", f"[{part}.{kind}]", *shown] if shown else []
    return "\n".join(lines) + "\n"


def table_text(id_, table):
    """A table with a line for each year."""
    return f"{id_} = [\n" + "".join(f"  {trimmed(row)},\n" for row in table) + "]"


def trimmed(row):
    """A row without the numbers at its end that repeat the one before."""
    row = list(row)
    while len(row) > 1 and row[-1] == row[-2]:
        row.pop()
    return row


def main(files):
    """Fit the tables of the game to the positions of the files, or make the first ones."""
    years, weights = len(BOOK.years), RUNNER.weights
    if files:
        games = [SelfPlayed(*game) for file in files for game in pickle.loads(Path(file).read_bytes())]
        features = LearnedValue(BOOK, weights.learned).features
        kept = fit_kept(games, weights.learned, Design(features.tables), years)
        tables = fit_playing(games, kept, Design((*features.tables, *features.year_tables)), years)
    else:
        features = LearnedValue(BOOK, ValueTables((0,) * years, {}, {})).features
        tables = first_tables(weights, features, years)
    (Path(BOOK.game.folder) / LEARNED).write_text(text_of(tables), encoding="utf-8")


if __name__ == "__main__":
    from self_play import PlayedGame as SelfPlayed

    RUNNER = GameRunner(GAME, {"difficulty": "normal"})
    BOOK = RUNNER.book
    main(sys.argv[1:])
