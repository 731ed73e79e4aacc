"""Reads the guided first year of a game, `tutorial.toml`, and checks it against the sheets and the solo rules."""

from __future__ import annotations

from generator.base.errors import fault
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.game import Game
from generator.model.sheet import Book
from generator.model.solo import tutorial as model
from generator.model.solo.solo_rules import SoloRules

NAME = "tutorial.toml"
_MOST_STEPS = 200


def read_tutorial(game: Game, solo: SoloRules, *, prefix: str = "") -> model.Tutorial:
    """Read the tutorial of a game; `prefix` stands before the file's name in faults.

    Whether its actions are legal is found out by playing them. Raises Faults with everything else that is wrong with
    it, or because the game has none.
    """
    files = Folder(game.folder, prefix)
    if not files.has(NAME):
        raise fault(files.place(NAME), f"{game.id} has no tutorial; games that have hold it in {NAME}")
    with FaultReport() as report:
        return _TutorialReader(TomlTable(read_toml(files, NAME), report), game, solo).tutorial()


class _TutorialReader:
    """Reads the file."""

    def __init__(self, top: TomlTable, game: Game, solo: SoloRules) -> None:
        """Take the table of the whole file, the game, and its rules for playing alone."""
        book = Book.of(game.sheets.values())
        self._top, self._languages, self._solo = top, game.languages, solo
        self._shown = {*book.boxes, *book.tracks, *(area.id for area in book.areas), *model.PAGE_PARTS}
        """Names that a step can point at: boxes, tracks, areas and parts of the page."""

    def tutorial(self) -> model.Tutorial:
        """Read the guided first year: its settings and its steps."""
        top, languages = self._top, self._languages
        tutorial = model.Tutorial(
            title=top.phrase("title", languages),
            about=top.phrase("about", languages),
            seed=top.text("seed"),
            settings=tuple(self._settings(top.table("settings"))),
            steps=top.sections("steps", self._step),
        )
        top.close()
        if not tutorial.actions or len(tutorial.steps) > _MOST_STEPS:
            top.fault("steps", f"a tutorial has 1 to {_MOST_STEPS} steps, one of them with something to do")
        return tutorial

    def _settings(self, entry: TomlTable) -> list[tuple[str, str]]:
        """Return each setting of the solo rules with the choice that the tutorial is played with."""
        choices = {setting.id: [choice.id for choice in setting.choices] for setting in self._solo.settings}
        for id_ in [id_ for id_ in entry.data if id_ not in choices]:
            entry.unknown(id_, "setting", id_, choices)
        return [(id_, entry.choice(id_, choices[id_])) for id_ in entry.data if id_ in choices]

    def _step(self, entry: TomlTable) -> model.TutorialStep:
        """Read a step: its words, the action to do, and the parts of the page it points at."""
        step = model.TutorialStep(
            title=entry.phrase("title", self._languages),
            text=entry.phrase("text", self._languages),
            line=entry.document.line(*entry.path) or 1,
            do=entry.text("do", ""),
            free=entry.flag("free"),
            show=entry.text_list("show") if entry.has("show") else (),
            rules=entry.text("rules", ""),
        )
        for name in [name for name in step.show if name not in self._shown]:
            entry.unknown("show", "box, track, area or part of the page", name, self._shown)
        if step.free and not step.do:
            entry.fault("free", "a step in which anything is done needs 'do': what ends it")
        entry.close()
        return step
