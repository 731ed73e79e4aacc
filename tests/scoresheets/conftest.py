"""Final sheets of Hadrian's Wall: of legal play that chance chose, and the same with one fault of a named kind."""

from __future__ import annotations

import io
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from generator.build.options import BuildOptions, GameFolder
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.load.game_loader import load
from generator.model.sheet import Book
from generator.scoresheets.filled_sheet import read_sheet
from generator.scoresheets.form_extraction import extract_here
from generator.scoresheets.form_filling import SheetMarks, fill_form

REPOSITORY = Path(__file__).parents[2]
POTENTIAL = (1, 2, 2, 3, 3, 4)


class Play:
    """Six years of legal play without a thought for what anything costs, which sheets do not show."""

    def __init__(self, book, seed):
        self.book, self.chance = book, random.Random(seed)
        self.state = book.start()
        self.bonuses = [bonus for sheet in book.sheets for bonus in sheet.bonuses]
        self.limits = {box: limit for sheet in book.sheets for limit in sheet.limits for box in limit.boxes}
        self.paths = self.chance.sample([option.id for option in book.box("path_1").options], 12)
        self.year = 0

    def whole(self):
        for self.year in range(1, 7):
            self.state[f"path_{self.year}"] = self.paths.pop()
            for box in [box for box in self.book.boxes.values() if self.state[box.id]]:
                self.gain(box, box.yearly, box.yearly_one_of)
            for _ in range(self.chance.choice((2, 10, 25, 60))):
                self.act()
            disdain = self.chance.randint(0, POTENTIAL[self.year - 1])
            for _ in range(disdain):
                self.state[self.next("disdain").id] = 1
            for _ in range(POTENTIAL[self.year - 1] - disdain):
                self.icon("valour", "")
            self.spend_favours()
        return self.state

    def act(self):
        """One box that can be paid for, of a track that chance chose."""
        found = [box for box in map(self.open, self.book.tracks) if box and self.can(box)]
        if found:
            self.fill(self.chance.choice(found))

    def open(self, track):
        free = [box for box in self.book.track(track).boxes if not self.state[box.id] and box.costs]
        if not free:
            return None
        return free[0] if self.book.track(track).order == "row" else self.chance.choice(free)

    def can(self, box):
        if not all(self.book.value(need.value, self.state) >= need.least for need in (*box.needs, *box.when)):
            return False
        colour = box.track.rpartition("_")[2]
        if box.track.startswith("battles") and not self.unhurt(colour):
            return False
        if box.track.startswith("gladiator") and self.book.value(f"{colour}_dead", self.state):
            return False
        if "sword" in box.gains and not self.next("wall_guard"):
            return False
        if "scout" in box.gains and len(self.cells()) < 4:
            return False
        limit = self.limits.get(box.id)
        return not limit or Counter(self.state[each] for each in limit.boxes)[self.year] < limit.most

    def next(self, track):
        free = [box for box in self.book.track(track).boxes if not self.state[box.id]]
        ready = free[0] if free else None
        return (
            ready
            if ready and all(self.book.value(need.value, self.state) >= need.least for need in ready.needs)
            else None
        )

    def unhurt(self, colour):
        return [box.id for box in self.book.track(f"gladiator_{colour}").boxes if self.state[box.id] == 1]

    def cells(self):
        return [box for box in self.book.track("scout_map").boxes if not self.state[box.id]]

    def fill(self, box):
        before = [self.book.value(bonus.value, self.state) for bonus in self.bonuses]
        self.state[box.id] = {"year": self.year, "number": self.chance.randint(1, 6)}.get(box.kind, 1)
        for bonus, had in zip(self.bonuses, before, strict=True):
            for _ in range(self.book.value(bonus.value, self.state) - had):
                self.icon(bonus.gains, "")
        if box.track == "diplomats":
            free = {"left", "center", "right"} - set(self.state.values())
            self.state[f"{box.id}_serves"] = self.chance.choice(sorted(free))
        if box.track.startswith("battles"):
            self.battle(box.track.rpartition("_")[2])
        self.gain(box, box.gains, box.one_of)

    def gain(self, box, gains, one_of):
        icons = [*gains, *([self.chance.choice(one_of)] if one_of else [])]
        self.chance.shuffle(icons)
        for icon in icons:
            self.icon(icon, box.id)

    def icon(self, icon, giver):
        if icon == "remove_disdain":
            hurt = [box.id for box in self.book.track("disdain").boxes if self.state[box.id] == 1]
            self.state[self.chance.choice(hurt)] = 2
        for _ in range(4 if icon == "scout" else 0):
            self.fill(self.chance.choice(self.cells()))
        fitting = [
            track.id
            for track in self.book.tracks.values()
            if icon in track.filled_by and (not track.filled_from or giver in track.filled_from)
        ]
        free = [box for box in map(self.next, fitting) if box]
        if free:
            self.fill(self.chance.choice(free))

    def battle(self, colour):
        for box in self.unhurt(colour)[: self.chance.randint(1, 3)]:
            self.state[box] = 2
        trained = [box for box in self.book.track(f"gladiator_{colour}").boxes if self.state[box.id]]
        outcome = "survives" if self.unhurt(colour) else "dies"
        for icon in trained[-1].outcome(outcome):
            self.icon(icon, "")

    def spend_favours(self):
        for box in self.book.boxes.values():
            if "favours" in box.track and self.state[box.id] == 1 and self.chance.random() < 0.3:
                self.state[box.id] = 2


class Spoiler:
    """One fault of a named kind on a legal sheet: the boxes in which it must be found, or None where it has no place."""

    def __init__(self, book, state, chance):
        self.book, self.state, self.chance = book, state, chance

    def spoil(self, kind):
        places = list(getattr(self, kind)())
        return self.chance.choice(places) if places else None

    def empty(self, box):
        return not self.state[box.id] and box.kind in {"mark", "mark2", "year"}

    def mark(self, box, held=1):
        return {box.id}, {box.id: held}

    def gap(self):
        for track in self.book.tracks.values():
            free = [box for box in track.boxes if self.empty(box)] if track.order == "row" else []
            yield from (self.mark(box, 6) for box in free[1:2] if box.kind == "year")
            yield from (self.mark(box) for box in free[1:] if box.kind != "year")

    def unmet(self, wanted):
        for box in filter(self.empty, self.book.boxes.values()):
            for need in box.needs:
                is_chain = need.value in self.book.boxes
                if is_chain == wanted and self.book.value(need.value, self.state) < need.least:
                    yield self.mark(box)

    def chain(self):
        return self.unmet(True)

    def level(self):
        return self.unmet(False)

    def limit(self):
        for limit in [limit for sheet in self.book.sheets for limit in sheet.limits]:
            used = Counter(self.state[box] for box in limit.boxes if self.state[box])
            for box in limit.boxes if used else ():
                year = self.chance.choice(sorted(used))
                change = {each: year for each in limit.boxes if self.state[each]} | {box: year}
                marked = [each for each in limit.boxes if each in change]
                if len(marked) > limit.most:
                    yield set(marked[limit.most :]), change

    def different(self):
        for different in [each for sheet in self.book.sheets for each in sheet.different]:
            answered = [box for box in different.boxes if self.state[box]]
            for at, box in enumerate(answered[1:], 1):
                yield {box}, {box: self.state[self.chance.choice(answered[:at])]}

    def source(self):
        for name in ("production", "cohort_left", "temple_favours", "diplomat_1_favours", "scout_map"):
            free = [box for box in self.book.track(name).boxes if not self.state[box.id]]
            last = [box.id for box in self.book.track(name).boxes if self.state[box.id]][-1:]
            if free:
                cohorts = [each for track in ("cohort_center", "cohort_right") for each in self.last(track)]
                yield {free[0].id, *last, *(cohorts if name == "cohort_left" else ())}, {free[0].id: 1}

    def last(self, track):
        return [box.id for box in self.book.track(track).boxes if self.state[box.id]][-1:]

    def bound(self):
        circled = [box.id for box in self.book.track("disdain").boxes if self.state[box.id] == 1]
        filled = [box.id for box in self.book.track("disdain").boxes if self.state[box.id] == 2]
        yield from (({box, *filled}, {box: 2}) for box in circled)
        scouts = self.last_of("scouts")
        yield from (({scouts}, {box.id: 0}) for box in self.book.track("scout_map").boxes if self.state[box.id])

    def last_of(self, track):
        return self.last(track)[0] if self.last(track) else ""

    def order(self):
        for name in ("training_grounds", "battles_red", "battles_blue"):
            used = [box.id for box in self.book.track(name).boxes if self.state[box.id]]
            for first, second in pairwise(used):
                yield {second}, {first: self.state[second], second: self.state[first]}

    def range(self):
        for box in self.book.boxes.values():
            if box.kind in {"year", "number"} and self.state[box.id]:
                yield self.mark(box, self.chance.choice((7, 8, 9)))


KINDS = ("gap", "chain", "level", "limit", "different", "source", "bound", "order", "range")


@pytest.fixture(scope="session")
def game():
    return load(REPOSITORY / "data" / "hadrians-wall")


@pytest.fixture(scope="session")
def book(game):
    return Book.of(game.sheets.values())


@pytest.fixture(scope="session")
def legal(book):
    """The final state of a legal game, by its seed."""
    return lambda seed: Play(book, seed).whole()


@pytest.fixture(scope="session")
def spoiled(book, legal):
    """A final state with one fault, the kind of it, and the boxes of which at least one must be named."""

    def one(seed):
        chance, state = random.Random(seed), legal(seed)
        for kind in chance.sample(KINDS, len(KINDS)):
            found = Spoiler(book, state, chance).spoil(kind)
            if found:
                boxes, change = found
                return state | change, kind, boxes
        raise AssertionError("no fault fits this sheet")

    return one


@pytest.fixture(scope="session")
def blank(game, tmp_path_factory):
    """The fillable sheets, as they are built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        options = BuildOptions(
            (find_paper("a4"),), ("en",), only=("sheets",), out=tmp_path_factory.mktemp("out"), jobs=2
        )
        made = build(GameFolder(game.folder, "hadrians-wall"), options).files
    (file,) = [each.path for each in made if "-fillable-" in each.path.name]
    return file.read_bytes()


@pytest.fixture(scope="session")
def form(game, book, blank):
    """The same with some marks in it, as bytes."""

    def one(marks, *, language="en", flat=False):
        wanted = SheetMarks(GameFolder(game.folder, "hadrians-wall"), game, language, book.start() | marks)
        return fill_form(blank, wanted, flat=flat)

    return one


@pytest.fixture
def reading(game, tmp_path, monkeypatch):
    """Read bytes as a filled sheet, without a worker, and without loading the game again."""
    monkeypatch.setattr("generator.scoresheets.filled_sheet.load", lambda *_, **__: game)
    path = tmp_path / "sheet.pdf"

    def one(data):
        path.write_bytes(data)
        return read_sheet(path, extract=extract_here)

    return one


@pytest.fixture
def changed():
    """A PDF with a few things of it changed, by a function that is given the opened file."""

    def one(data, change, **how):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            change(pdf)
            written = io.BytesIO()
            pdf.save(written, **how)
        return written.getvalue()

    return one


@pytest.fixture(scope="session")
def field():
    """A field of an opened PDF by its name."""
    return lambda pdf, name: next(each for each in pdf.Root.AcroForm.Fields if str(each.T) == name)


@pytest.fixture(scope="session")
def in_this_process():
    """Read without a worker: quicker, where the file is no danger."""
    return extract_here
