"""Reads a project of Squib: a layout, or a script with the layouts and the tables that it names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from generator.base.errors import Faults, fault
from generator.imports.foreign.project import PLAIN_FONT, ForeignBox, ForeignDeck, ForeignProject, ImportCount, NewIds
from generator.imports.foreign.project_files import ForeignPictures
from generator.imports.foreign.yaml_file import read_yaml
from generator.imports.ruby.values.ruby_values import RubyText
from generator.imports.squib.squib_boxes import BoxMaker
from generator.imports.squib.squib_deck import STANDARD, DeckRecord, DrawCall
from generator.imports.squib.squib_frames import FrameReader, SquibFrame
from generator.imports.squib.squib_layout import DeckSize, LayoutEntry, base_names, built_in_layout, read_layout
from generator.imports.squib.squib_looks import SquibLooks
from generator.imports.squib.squib_pictures import SquibPictures
from generator.imports.squib.squib_places import SquibPlaces
from generator.imports.squib.squib_rows import CardRows, main_frame
from generator.imports.squib.squib_script import SquibScript
from generator.imports.squib.squib_styles import StyleSorter
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_LINE = re.compile(r"line (\d+)")
# An eighth of an inch at 300 dpi.
_BLEED = 37.5
"""Pixels around a poker card of the usual size."""


def read_squib(folder: Folder, name: str) -> ForeignProject:
    """Read a layout (.yml) or a script (.rb) with its tables and pictures. Raises Faults if it is neither."""
    return _ProjectReader(folder, name).project()


class _ProjectReader:
    """Reads one project; `lost` collects what is not taken over."""

    def __init__(self, folder: Folder, name: str) -> None:
        """Take the project's folder, and the file in it."""
        self._folder, self._name = folder, name
        self._lost: list[str] = []
        self._places = SquibPlaces(folder, name)
        self._frames = FrameReader(self._places, self._lost)
        self._files = ForeignPictures(folder, self._places.picture_folders)
        self._pictures = SquibPictures(self._files, self._places)
        self._colours = self._own_colours()

    def project(self) -> ForeignProject:
        """Return the project with a deck for each that the script makes."""
        records = self._records()
        decks: list[ForeignDeck] = []
        ids, boxes, stem = NewIds(), 0, PurePosixPath(self._name).stem
        for record in records:
            title = stem if not decks else f"{stem} {len(decks) + 1}"
            reader = _DeckReader(record, self._places, self._frames, self._lost)
            decks.append(
                reader.deck(ids.add(title, otherwise="deck"), title, self._pictures, self._files, self._colours)
            )
            boxes += reader.box_count
        fonts = f"fonts: {PLAIN_FONT}"
        return ForeignProject(
            stem,
            decks,
            self._files.data,
            [*sorted(dict.fromkeys(self._lost), key=_line), fonts, *self._pictures.lost, *self._files.lost],
            boxes=ImportCount(sum(len(deck.boxes) for deck in decks), boxes),
            tables=self._frames.count,
            pictures_named=self._files.count,
        )

    def _records(self) -> Sequence[DeckRecord]:
        """Return the decks of a script.

        For a layout these are the decks of scripts beside it, or one that draws its entries.
        """
        if self._name.endswith(".rb"):
            records = SquibScript(self._places, self._frames, self._lost).run(self._name)
            if not records:
                raise self._no_deck()
            return records
        records = []
        for script in [name for name in self._folder.names("", ".rb") if "/" not in name]:
            decks = SquibScript(SquibPlaces(self._folder, script), self._frames, self._lost).run(script)
            records += [deck for deck in decks if self._name in deck.layouts]
        return records or [self._guessed_record()]

    def _no_deck(self) -> Faults:
        """Return the fault of a script that makes no deck, with the likely cause."""
        reason = "no script of Squib; it has no Squib::Deck.new"
        if "Deck.new" in self._folder.text(self._name):
            cause = self._lost[-1] if self._lost else "nothing calls the method in which it stands"
            reason = f"its Squib::Deck.new cannot be worked out: {cause}"
        return fault(self._folder.place(self._name), reason, unreadable=True)

    def _guessed_record(self) -> DeckRecord:
        """Return a deck that draws a layout without a script: columns of its names, and frames for other entries."""
        tables = [name for name in self._folder.names() if "/" not in name and name.endswith((".csv", ".xlsx"))]
        frame: SquibFrame | None = None
        if len(tables) == 1:
            kind = "csv" if tables[0].endswith(".csv") else "xlsx"
            frame = self._frames.read(kind, {"file": RubyText(tables[0])}, None)
        else:
            self._lost.append("table: none is named, or there are several; put the rows into the game's table")
        layout = read_layout(self._folder, self._name, 300)
        record = DeckRecord({}, DeckSize(*STANDARD, 300.0), frame.row_count if frame else 1, [self._name])
        record.calls = [*_guessed_calls(layout, frame)]
        return record

    def _own_colours(self) -> Mapping[str, str]:
        """Return the colours that `config.yml` names, empty without that file."""
        name = self._places.find("config.yml")
        if not name:
            return {}
        try:
            settings = read_yaml(self._folder, name)
        except Faults:
            return {}
        colours = settings.get("custom_colors") if isinstance(settings, dict) else None
        return {str(word): str(colour) for word, colour in colours.items()} if isinstance(colours, dict) else {}


class _DeckReader:
    """Reads one deck; what is not taken over is added to `lost`."""

    def __init__(self, record: DeckRecord, places: SquibPlaces, frames: FrameReader, lost: list[str]) -> None:
        """Take the record of a deck, the files and tables of the project, and the list of lost things."""
        self._record, self._places, self._frames, self._lost = record, places, frames, lost
        self.box_count = 0
        """Boxes that the script draws."""
        self._lost += record.lost
        size = record.size
        # Without regard to the order, because cards may lie on their side.
        self._bleed = _BLEED if sorted(size[:2]) == sorted(STANDARD) else 0.0

    def deck(
        self,
        id_: str,
        title: str,
        pictures: SquibPictures,
        files: ForeignPictures,
        colours: Mapping[str, str],
    ) -> ForeignDeck:
        """Return the deck with its rows and boxes, under an id and a title."""
        record, size = self._record, self._record.size
        looks = SquibLooks(size, self._bleed, self._places.text_scale, record.font, colours)
        rows = CardRows(record.cards, main_frame([*self._frames.frames.values()], record.cards, self._lists()))
        maker = BoxMaker(looks, rows, pictures, files, self._lose, record.cards)
        boxes: list[ForeignBox] = []
        for style in StyleSorter(record.cards, self._layouts(), self._lose_call).styles(record.calls):
            boxes += maker.boxes(style)
        self.box_count += len(boxes) + maker.lost_count
        self._tell_groups()
        if not record.calls:
            self._lost.append(f"{title}: the script draws nothing on its cards")
        width, height = (looks.mm(side - 2 * self._bleed) for side in size[:2])
        return ForeignDeck(
            id_,
            title,
            width,
            height,
            bleed=looks.mm(self._bleed),
            rows=rows.written(),
            boxes=boxes,
            rich_columns=frozenset(maker.rich_columns),
        )

    def _lists(self) -> list[list[Any]]:
        """Return all lists among the options of drawing calls, for which a table may be the source."""
        values = (value for call in self._record.calls for value in call.options.values())
        return [value for value in values if isinstance(value, list)]

    def _layouts(self) -> dict[str, LayoutEntry]:
        """Return the entries of all layouts of the deck; files of the project go before layouts of Squib."""
        entries: dict[str, LayoutEntry] = {}
        for name in dict.fromkeys(self._record.layouts):
            file = self._places.find(name)
            built_in = built_in_layout(name) if not file else None
            try:
                if built_in is None:
                    entries |= read_layout(self._places.folder, file or name, self._record.size.dpi, entries)
                else:
                    entries |= built_in
            except Faults as faults:
                self._lost.append(f"layout {quote(name)}: {faults.faults[0].what}")
        return entries

    def _lose(self, call: DrawCall, reason: str) -> None:
        """Note that something of a call is lost, and why."""
        self._lost.append(f"{call.place}, {call.command}: {reason}")

    def _lose_call(self, call: DrawCall, reason: str) -> None:
        """Note a call that is lost as a whole or in part, and count the box if it has no place."""
        self._lose(call, reason)
        self.box_count += "no layout entry" in reason

    def _tell_groups(self) -> None:
        """Note the build groups that are drawn only when asked for."""
        groups = dict.fromkeys(call.group for call in self._record.calls if call.group)
        if groups:
            names = ", ".join(groups)
            self._lost.append(f"groups that Squib draws when asked, {names}: name them in drawn_groups of the template")


def _line(lost: str) -> int:
    """Return the line number that a message begins with, as a key to sort by; 0 for other messages."""
    match = _LINE.match(lost)
    return int(match[1]) if match else 0


def _guessed_calls(layout: Mapping[str, LayoutEntry], frame: SquibFrame | None) -> list[DrawCall]:
    """Return drawing calls for the entries of a layout: texts for columns, pictures for files, else frames."""
    bases = {base for entry in layout.values() for base in base_names(entry)}
    columns = {name.lower(): values for name, values in (frame.columns if frame else {}).items()}
    calls = []
    for name, entry in layout.items():
        options: dict[str, Any] = {"layout": RubyText(name)}
        if name.lower() in columns:
            calls.append(DrawCall("text", {**options, "str": columns[name.lower()]}, name))
        elif "file" in entry:
            calls.append(DrawCall("png", options, name))
        elif name not in bases:
            calls.append(DrawCall("rect", options, name))
    return calls
