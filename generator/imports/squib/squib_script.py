"""Works out a script of Squib: the decks that it makes, and what it draws on their cards."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any

from generator.base.errors import Faults
from generator.imports.foreign.project import MOST_DECKS
from generator.imports.ruby.engine.ruby_interpreter import RubyInterpreter
from generator.imports.ruby.engine.ruby_procedures import RubyProcedure
from generator.imports.ruby.syntax.ruby_parser import parse_ruby
from generator.imports.ruby.values.ruby_limits import RubyLeaveError, RubyLimitError
from generator.imports.ruby.values.ruby_values import RubyBlock, RubyText, RubyUnknownError
from generator.imports.squib.squib_deck import DeckRecord, ScriptPlace, SquibDeck
from generator.imports.squib.squib_frames import FrameReader
from generator.imports.squib.squib_library import SquibLibrary
from generator.imports.squib.squib_places import SquibPlaces
from generator.load.files.fault_report import quote

_LARGEST = 1_000_000
_MOST_FILES = 60
_LINES = 10_000_000
"""The numbers that the lines of a file may have."""


class SquibScript:
    """A script with the files that it loads; `lost` collects what cannot be read of them."""

    def __init__(self, places: SquibPlaces, frames: FrameReader, lost: list[str]) -> None:
        """Take the files and tables of the project, and the list of lost things."""
        self._places, self._lost = places, lost
        self.decks: list[DeckRecord] = []
        self._files: list[str] = []
        """The files that are worked out, the last inside those before it."""
        self._loaded: list[str] = []
        """Files in the order in which they were loaded, by which lines are numbered."""
        library = SquibLibrary(places, frames, self._create_deck, self._load)
        self._ruby = RubyInterpreter(library)

    def run(self, name: str) -> Sequence[DeckRecord]:
        """Return the decks of a script. Raises Faults if the script cannot be read."""
        try:
            self._run_file(name)
            if not self.decks:
                self._run_uncalled()
        except RubyLimitError as limit:
            self._lost.append(f"{quote(name)}: {limit}; what comes after is left out")
        for node in self._ruby.unread:
            self._lost.append(f"{self._place(node.line)}: {node.reason} is not understood; the line is left out")
        if len(self.decks) > MOST_DECKS:
            self._lost.append(f"the decks after the first {MOST_DECKS}")
        return self.decks[:MOST_DECKS]

    def _run_uncalled(self) -> None:
        """Work out methods that nothing calls: in some projects another program, such as a Rakefile, does."""
        for label, method, receiver in [*self._ruby.definitions()]:
            count = len(self.decks)
            needed = (one for one in method.definition.parameters if one.kind in {"plain", "group", "key"})
            if all(parameter.default is not None for parameter in needed):
                self._ruby.call_definition(method, receiver, [], None)
            if len(self.decks) > count:
                self._lost.append(f"{label}: nothing calls it; it is worked out without arguments")

    def _run_file(self, name: str) -> None:
        """Work out a script; unreadable parts are noted as lost."""
        text = self._places.folder.text(name)
        if len(text) > _LARGEST:
            self._lost.append(f"{quote(name)}: what comes after the first {_LARGEST:,} letters")
            text = text[:_LARGEST]
        # Scripts ask `__FILE__ == $0` to find out whether they are run themselves, and not loaded.
        self._ruby.globals |= {"$0": RubyText(self._places.script), "$PROGRAM_NAME": RubyText(self._places.script)}
        self._loaded.append(name)
        self._files.append(name)
        try:
            # Line numbers of later files start at multiples of `_LINES`, so that a number tells its file too.
            program = parse_ruby(text, (len(self._loaded) - 1) * _LINES + 1)
            self._ruby.run(program, name)
        except RubyUnknownError as problem:
            self._lost.append(f"{quote(name)}: {problem}; the file cannot be read")
        self._files.pop()

    def _load(self, path: str) -> None:
        """Work out another file of the project, once; libraries from elsewhere are left out."""
        path = path if path.endswith(".rb") else f"{path}.rb"
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(self._files[-1]), path))
        name = beside if self._places.folder.has(beside) else self._places.find(path)
        if name and name not in self._loaded and len(self._loaded) < _MOST_FILES:
            line = self._ruby.line
            try:
                self._run_file(name)
            except Faults as faults:
                self._lost.append(f"{quote(name)}: {faults.faults[0].what}")
            # The call goes on in the line of the script that loads.
            self._ruby.line = line

    def _place(self, line: int) -> str:
        """Return the file and line of a numbered line, as messages name them."""
        name = self._loaded[line // _LINES]
        return f"line {line % _LINES}" if name == self._places.script else f"{name} line {line % _LINES}"

    def _create_deck(self, arguments: Sequence[Any], block: RubyBlock | None) -> Any:
        """Return a new deck after working out its block; note it if it has options or draws."""
        options = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
        plain = {str(key): value for key, value in options.items()}

        def place() -> ScriptPlace:
            """Return the place of the call that is worked out."""
            return ScriptPlace(self._place(self._ruby.line), self._ruby.doubt, self._ruby.name_of)

        deck = SquibDeck(plain, place, self._ruby.library.functions)
        # A deck without cards or drawing is made for its functions, such as `inches`.
        if block or arguments:
            self.decks.append(deck.record)
        if isinstance(block, RubyProcedure):
            try:
                block.run([deck], deck)
            except RubyLeaveError:
                return deck
        return deck
