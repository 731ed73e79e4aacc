"""The fields of the print form: what they offer, what was chosen, and the options of a build that follow."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from generator.base.errors import GeneratorError, UsageError
from generator.base.records import dataclass
from generator.base.units import parse_length
from generator.build.card_formats import FITTING, find_card_size
from generator.build.options import VISIONS, WORDS, printers_file
from generator.build.papers import find_paper, label_sheets, own_papers
from generator.build.piece_selection import MOST_COPIES
from generator.build.printer_profiles import read_profiles
from generator.load.card_format_reader import known_formats
from generator.load.game_locations import themes
from generator.model.game import Game
from generator.model.paper import FULL, Paper
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import query_values
from generator.web.orders.choice_fields import ChoiceFields, ChosenValues, is_short
from generator.web.previews.served_games import ServedGame

BACKS = ("duplex", "fold", "none", "split")
"""Ways to print backs; `split` is duplex in two files, to turn the paper by hand."""
FLIPS = WORDS["flip"]
MARKS = WORDS["marks"]
GAPS = ("", "0mm", "1mm", "2mm", "3mm", "4mm", "5mm", "6mm", "8mm", "10mm")
MARGINS = ("", "0mm", "3mm", "4mm", "5mm", "6mm", "8mm", "10mm", "12mm", "15mm")
ART_DPI = ("", "300", "600", "0")
"""Resolutions of pictures, in dots per inch; empty for the usual one, 0 for all that they have."""
COUNTS = ("piece", "game")
"""What a number of copies means: copies of each piece, or of the whole game."""
BLEEDS = ("", "0mm", "1mm", "2mm", "3mm", "5mm")
OVERLAPS = ("", "5mm", "10mm", "15mm", "20mm")
"""Overlaps of the tiles of a large board."""
PICTURES = ("", "150", "300", "600")
"""Resolutions of pictures of all faces, in dots per inch."""
MOST_SKIPPED = 999
LONGEST = 40
"""Most characters of a typed size."""

ALSO = ("html", "text", "svg")
"""Files that are written besides PDFs."""
TICKS = ("proof", "ids", "changed", "strict", "verify", *ALSO)
SEVERAL = ("paper", "language", "theme", "simulate")
"""Fields that may have several values in one order."""
NUMBERS = {"copies": (1, MOST_COPIES), "skip": (0, MOST_SKIPPED)}
SIZES = ("own_paper", "own_size")
"""Fields for a typed size in place of a chosen one."""
SHOWN = ("paper", "language", "theme", "backs", "players")
"""Fields that are always visible; the others are folded away until one differs from its default."""

_NUMBER = re.compile(r"[0-9]{1,3}\Z")


@dataclass(frozen=True, slots=True)
class PrintChoices:
    """What was chosen on the form."""

    options: Mapping[str, Sequence[str]]
    """Values that each field with a list offers; the first is the default."""
    chosen: ChosenValues
    """The value of each field that has one."""
    parts: tuple[str, ...]
    """Components, and pieces as `component:piece`; empty for the whole game."""
    since: str = ""
    """Path of the uploaded PDF of an earlier print; empty to compare with the output folder."""

    @property
    def is_unfolded(self) -> bool:
        """Whether a field in the folded part of the form differs from its default."""
        folded = (name for name in self.chosen if name not in SHOWN)
        return bool(self.chosen.also) or any(self.chosen[name] != self.options.get(name, ("",))[0] for name in folded)

    @property
    def is_changed(self) -> bool:
        """Whether only changed pieces are printed."""
        return "changed" in self.chosen or bool(self.since)

    @property
    def build_options(self) -> dict[str, Any]:
        """The options of `vallum build` by name, with `themes` to build one after the other.

        Raises UsageError for choices that cannot be printed.
        """
        chosen, backs = self.chosen, self.chosen["backs"]
        self._check_changed()
        paper, size = chosen.get("own_paper") or chosen["paper"], chosen.get("own_size") or chosen["size"]
        # Label sheets and plotters have no print plan: nothing is cut from sheets.
        has_plan = find_paper(paper) != FULL and not find_paper(paper).cells
        if size:
            # Raises UsageError for a typed size that is none, before a job begins.
            find_card_size(size)
        copies = chosen.get("copies", "")
        return {
            "only": list(self.parts) or None,
            "copies": [f"x{copies}" if chosen["counts"] == "game" else copies] if copies else None,
            "paper": [paper, *chosen.also.get("paper", ())],
            "lang": chosen.every("language"),
            "themes": chosen.every("theme"),
            "backs_theme": chosen["backs_theme"],
            "ids": "ids" in chosen,
            "players": int(chosen["players"] or 0),
            "size": size,
            "sleeved": chosen["sleeved"],
            "dice": chosen["dice"],
            "tokens": chosen["tokens"],
            # A split print is no layout of its own: the pages of a duplex print go to two files.
            "backs": "duplex" if backs == "split" else backs,
            "split": backs == "split",
            "flip": chosen["flip"] if chosen["flip"] != FLIPS[0] else None,
            "marks": chosen["marks"],
            "gap": parse_length(chosen["gap"]) if chosen["gap"] else None,
            "margin": parse_length(chosen["margin"]) if chosen["margin"] else None,
            "bleed": parse_length(chosen["bleed"]) if chosen["bleed"] else None,
            **({"overlap": parse_length(chosen["overlap"])} if chosen["overlap"] else {}),
            **{name: name in chosen for name in ALSO},
            "png": int(chosen["png"] or 0),
            "simulate": chosen.every("simulate") or None,
            "order": chosen["order"],
            **({"art_dpi": int(chosen["art_dpi"])} if chosen["art_dpi"] else {}),
            "skip": int(chosen.get("skip") or 0),
            "printer": chosen["printer"] or None,
            "plan": has_plan and not self.is_changed and "proof" not in chosen,
            "changed": self.is_changed,
            "since": self.since,
            "strict": "strict" in chosen,
            "verify": "verify" in chosen,
            "proof": "proof" in chosen,
            "jobs": os.cpu_count() or 1,
        }

    def _check_changed(self) -> None:
        """Raise UsageError for choices that contradict an order of changed pieces only."""
        if self.is_changed and any(":" in part for part in self.parts):
            raise UsageError("single pieces are ticked, but what has changed is found by itself; tick components")
        if self.is_changed and "theme" in self.chosen.also:
            raise UsageError("what has changed is found in one theme at a time; tick no further themes")


def offered(served: ServedGame, game: Game, papers: Mapping[str, Paper]) -> dict[str, Sequence[str]]:
    """Return the values that each list of the print form offers, by field; the first is the default."""
    formats = known_formats()
    # Of more than two languages there would be many pairs to list.
    both = ["+".join(game.languages)] if len(game.languages) == 2 else []
    return {
        "paper": [*dict.fromkeys([*papers, *_own_papers(), FULL.id])],
        "language": [*game.languages, *both],
        "theme": themes(served.folder),
        "backs": BACKS,
        "backs_theme": ["", *themes(served.folder)],
        "players": _players(game),
        "counts": COUNTS,
        "size": ["", *formats.sizes],
        "sleeved": ["", FITTING, *formats.sleeves],
        "dice": ["", "net", "stickers"],
        "tokens": WORDS["tokens"],
        "gap": GAPS,
        "art_dpi": ART_DPI,
        "order": ["rows", "stack"],
        "margin": MARGINS,
        "bleed": BLEEDS,
        "overlap": OVERLAPS,
        "png": PICTURES,
        "simulate": ("", *VISIONS),
        "flip": FLIPS,
        "marks": MARKS,
        "printer": ["", *calibrated_printers()],
    }


def dimensions() -> dict[str, str]:
    """Return the width and height of each known size of cards and of sleeves, in millimetres, by field and name."""
    sizes, sleeves = known_formats()
    named = {f"size.{name}": card_size.size for name, card_size in sizes.items()}
    named |= {f"sleeved.{name}": sleeve.size for name, sleeve in sleeves.items()}
    return {name: size.in_mm for name, size in named.items()}


def remembered(
    options: Mapping[str, Sequence[str]], game: Game, query: Mapping[str, Sequence[str]], language: str
) -> PrintChoices:
    """Read the choices of a print from the fields of an address.

    Unknown values are left out, as old links must stay valid.
    """
    return PrintChoices(options, _fields(options).remembered(query, language), remembered_parts(game, query))


def choices_of_address(request: Request, served: ServedGame, game: Game, papers: Mapping[str, Paper]) -> PrintChoices:
    """Return the choices for printing a game that the address of a request makes."""
    return remembered(offered(served, game, papers), game, query_values(request), ReaderSettings.of(request).lang)


def _players(game: Game) -> list[str]:
    """Return the numbers of players that need less than the whole game, behind an empty text for all of it."""
    least, most = game.players
    return ["", *map(str, range(least, most))]


def ordered(options: Mapping[str, Sequence[str]], game: Game, fields: Mapping[str, Sequence[str]]) -> PrintChoices:
    """Read the choices of a print from a submitted form.

    Raises HTTPException 400 for a value that it does not offer.
    """
    return PrintChoices(options, _fields(options).ordered(fields), chosen_parts(game, fields))


def remembered_parts(game: Game, query: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the components and pieces that an address ticks, each once; unknown ones are left out."""
    names = _known_parts(game)
    return tuple(part for part in dict.fromkeys(query.get("part", ())) if part in names)


def chosen_parts(game: Game, fields: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the components and pieces that were ticked, none for all; raises HTTPException 400 for unknown ones."""
    parts = tuple(part for part in dict.fromkeys(fields.get("part", ())) if part)
    if not _known_parts(game).issuperset(parts):
        raise HTTPException(400)
    # All components ticked is the same order as none.
    whole = {part.id for part in game.components}
    # A ticked component contains its pieces.
    pieces = tuple(part for part in parts if part.partition(":")[0] not in parts or ":" not in part)
    return () if whole.issubset(pieces) else pieces


def _fields(options: Mapping[str, Sequence[str]]) -> ChoiceFields:
    """Return the fields of the print form."""
    numbers = {name: partial(_is_number, *limits) for name, limits in NUMBERS.items()}
    typed = {**numbers, **dict.fromkeys((*SIZES, "since"), partial(is_short, LONGEST))}
    return ChoiceFields(options, typed, TICKS, SEVERAL)


def _is_number(least: int, most: int, text: str) -> bool:
    """Return whether a text is a whole number between two limits, both included."""
    return bool(_NUMBER.match(text)) and least <= int(text) <= most


def _known_parts(game: Game) -> set[str]:
    """Return the names of all components of a game, and of all pieces as `component:piece`."""
    return {part.id for part in game.components} | {
        f"{part.id}:{piece.id}" for part in game.components for piece in part.pieces
    }


def _own_papers() -> list[str]:
    """Return the user's own papers and all label sheets; none if the user's file cannot be read."""
    try:
        return [*own_papers(), *label_sheets()]
    except GeneratorError:
        return []


def calibrated_printers() -> list[str]:
    """Return the names of calibrated printers; none if their file cannot be read, which `vallum calibrate` reports."""
    try:
        return sorted(read_profiles(printers_file()))
    except GeneratorError:
        return []
