"""Sheets of games of Hadrian's Wall played by chance, the same with one fault of a named kind, and their forms."""

from __future__ import annotations

import io
import random
from collections import deque
from functools import lru_cache
from pathlib import Path

import pikepdf
import pytest

from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.load.sheets.campaign_reader import read_campaign
from generator.load.solo_reader import read_solo_rules
from generator.model.sheet import Book
from generator.scoresheets.filled_sheet import read_sheet
from generator.scoresheets.form_extraction import LIBRARIES, extract_here
from generator.scoresheets.form_filling import SheetMarks, fill_form
from generator.scoresheets.judge.game_limits import GameLimits
from generator.solo import hadrians_wall as rules
from generator.solo.compiled.boxes import BoxView
from generator.solo.compiled.fort_rules import fort_rules
from generator.solo.compiled.rulebook import Rulebook

REPOSITORY = Path(__file__).parents[2]
SETTINGS = {
    "difficulty": ("easy", "normal", "hard"),
    "reshuffle": ("discards", "all"),
    "battle": ("any_time", "trained"),
    "sword": ("refused", "lost"),
}


@pytest.fixture(scope="session")
def game():
    return load(REPOSITORY / "data" / "hadrians-wall")


@pytest.fixture(scope="session")
def book(game):
    return Book.of(game.sheets.values())


@pytest.fixture(scope="session")
def rulebook(game):
    return Rulebook(game, read_solo_rules(game))


@pytest.fixture(scope="session")
def campaign(game, rulebook):
    return read_campaign(game, rulebook.solo)


@pytest.fixture(scope="session")
def limits(rulebook):
    """The limits of the plain game for one player."""
    return GameLimits(rulebook)


@pytest.fixture(scope="session")
def played(rulebook):
    """Functions for the sheets of a game in any settings, by a player who takes anything: those with nothing to answer.

    The last one is final. `rich` are items of which there are twenty all the time; `paid` is a list to which is added
    what was chosen of each yearly income.
    """

    def sheet(state):
        return lambda: dict(BoxView(rulebook.boxes, state.boxes))

    def one(seed, *, rich=(), paid=None):
        chance = random.Random(seed)
        state = rules.setup(rulebook, {setting: chance.choice(choices) for setting, choices in SETTINGS.items()})
        idle = seed % 4 / 40
        while actions := rules.legal(rulebook, state):
            if not state.pending or getattr(state.pending[0], "reason", "") == "income":
                yield sheet(state)
            busy = [action for action in actions if action.verb != "stop"]
            action = chance.choice(actions if chance.random() < idle or not busy else busy)
            if paid is not None and state.phase == "income":
                paid += action.words
            state = rules.apply(rulebook, state, action)
            if rich and state.phase == "actions":
                items = zip(rulebook.items, state.items, strict=True)
                state = state._replace(items=tuple(20 if item in rich else count for item, count in items))
        yield sheet(state)

    return one


@pytest.fixture(scope="session")
def played_at_fort(game, rulebook, campaign):
    """Two sheets of a game at a fort, by its number from 0: one in the middle, and the final one."""

    def two(number, seed):
        fort, before = campaign.forts[number], campaign.forts[number - 1] if number else None
        book = Rulebook(game, rulebook.solo, fort_rules(game, rulebook.solo, campaign, fort))
        chance = random.Random(seed)
        settings = {setting: chance.choice(choices) for setting, choices in SETTINGS.items()}
        state = rules.setup(book, settings, items=dict(before.reward) if before and seed % 2 else {})
        acting = [state]
        while actions := rules.legal(book, state):
            acting += [] if state.pending else [state]
            busy = [action for action in actions if action.verb != "stop"]
            state = rules.apply(book, state, chance.choice(busy or actions))
        return [dict(BoxView(book.boxes, each.boxes)) for each in (chance.choice(acting), state)]

    return two


@pytest.fixture(scope="session")
def legal(played):
    """The final sheet of a legal game, by its seed."""
    return lru_cache(maxsize=None)(lambda seed: deque(played(seed), maxlen=1)[0]())


@pytest.fixture(scope="session")
def spoiled(book, legal):
    """A final sheet on which chance has marked some boxes more, and emptied others."""

    def one(seed):
        chance, state = random.Random(seed), legal(seed)
        boxes = chance.sample([box.id for box in book.boxes.values() if not box.start], 9)
        made = {box: _other(book.box(box), state[box]) for box in boxes}
        return state | made

    return one


def _other(box, held):
    if held:
        return "" if box.kind in {"choice", "text"} else 0
    return {"choice": box.options[-1].id if box.options else "", "text": "x"}.get(box.kind, 1)


@pytest.fixture(scope="session")
def blank(game, tmp_path_factory, shared_cache):
    """The fillable sheets, as they are built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared_cache))
        options = BuildOptions((find_paper("a4"),), ("en",), only=("sheets",), out=tmp_path_factory.mktemp("out"))
        made = build(GameFolder(game.folder, "hadrians-wall"), options).files
    (file,) = [each.path for each in made if "-fillable-" in each.path.name]
    return file.read_bytes()


@pytest.fixture(scope="session")
def form(game, book, blank):
    """The same with some marks in it, as bytes."""

    def one(marks, *, language="en", flat=False):
        wanted = SheetMarks(GameFolder(game.folder, "hadrians-wall"), game, game.sheets, language, book.start() | marks)
        return fill_form(blank, wanted, flat=flat)

    return one


@pytest.fixture
def reading(game, tmp_path, monkeypatch, thorough):
    """Read bytes as a filled sheet, without a worker, and without loading the game again.

    The slow one of the two libraries reads with `--thorough` only; that both agree has tests of its own.
    """
    if not thorough:
        monkeypatch.setitem(LIBRARIES, "pypdf", LIBRARIES["pikepdf"])
    monkeypatch.setattr("generator.scoresheets.filled_sheet.load", lambda *_, **__: game)
    path = tmp_path / "sheet.pdf"

    def one(data):
        path.write_bytes(data)
        return read_sheet(path, extract=extract_here)

    return one


@pytest.fixture(scope="session")
def blank_reading(blank, tmp_path_factory):
    """The blank sheets, read once."""
    path = tmp_path_factory.mktemp("blank") / "sheet.pdf"
    path.write_bytes(blank)
    return read_sheet(path, extract=extract_here)


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
