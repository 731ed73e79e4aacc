"""The fields of the export form: what they offer, what was chosen, and the options of an export that follow."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from starlette.exceptions import HTTPException

from generator.base.records import dataclass
from generator.base.units import parse_length
from generator.exports.targets import TARGETS, options_read
from generator.load.card_format_reader import known_formats
from generator.load.game_locations import themes
from generator.model.game import Game
from generator.model.paper import Paper
from generator.web.orders.choice_fields import ChoiceFields, ChosenValues, is_short
from generator.web.orders.print_choices import BLEEDS, chosen_parts, remembered_parts
from generator.web.previews.served_games import ServedGame

TYPED = {"url_prefix": 200, "copies": 40, "skip": 40, "under": 16}
"""Text fields, with the most characters of each."""
TICKS = ("split", "ids")
SEVERAL = ("language", "paper")
"""Fields that may have several values in one order."""


@dataclass(frozen=True, slots=True)
class ExportChoices:
    """What was chosen on the form."""

    options: Mapping[str, Sequence[str]]
    """Values that each field with a list offers; the first is the default."""
    chosen: ChosenValues
    """The value of each field that has one."""
    targets: tuple[str, ...]
    parts: tuple[str, ...]
    """Components, and pieces as `component:piece`; empty for the whole game."""
    under: str = ""
    """Path of the uploaded PDF to lay under the cards; empty for none."""

    @property
    def is_unfolded(self) -> bool:
        """Whether a field in the folded part of the form differs from its default."""
        folded = (name for name in self.chosen if name in FOLDED)
        return bool(self.chosen.also) or any(self.chosen[name] != self.options.get(name, ("",))[0] for name in folded)

    @property
    def export_options(self) -> dict[str, Any]:
        """Options of `vallum export` by name, without those that none of the chosen targets reads."""
        chosen = self.chosen
        options = {
            "paper": chosen.every("paper"),
            "dpi": int(chosen["dpi"]),
            "picture": chosen["picture"],
            "corners": chosen["corners"],
            "bleed": parse_length(chosen["bleed"]) if chosen["bleed"] else None,
            "product": chosen["product"] or None,
            "split": True if "split" in chosen else None,
            "skip": [chosen["skip"]] if chosen.get("skip") else None,
            "url_prefix": chosen.get("url_prefix"),
            "under": self.under,
        }
        # Targets refuse options that they do not read.
        read = options_read(TARGETS[name] for name in self.targets)
        return {
            **{name: value for name, value in options.items() if name in read and value != ""},
            "to": list(self.targets),
            "only": list(self.parts) or None,
            "lang": chosen.every("language"),
            "theme": chosen["theme"],
            "size": chosen["size"] or None,
            "ids": "ids" in chosen,
            "copies": [chosen["copies"]] if chosen.get("copies") else None,
            # A job has a process of its own, so it may use all cores while the server goes on answering.
            "jobs": os.cpu_count() or 1,
        }


FOLDED = ("size", "paper", "dpi", "picture", "corners", "bleed", "product", *TYPED, *TICKS)
"""Fields in the folded part of the form, which opens if one differs from its default."""


def offered(served: ServedGame, game: Game, papers: Mapping[str, Paper]) -> dict[str, Sequence[str]]:
    """Return the values that each list of the export form offers, by field; the first is the default."""
    return {
        "language": game.languages,
        "theme": themes(served.folder),
        "size": ["", *known_formats().sizes],
        "paper": [*papers],
        "dpi": ("300", "600"),
        "picture": ("png", "jpeg"),
        "corners": ("square", "round"),
        "bleed": BLEEDS,
        "product": ["", *(name for _, names in target_products() for name in names)],
    }


@lru_cache(maxsize=1)
def target_products() -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the targets that have products, with the names of these.

    Of targets with the same products, only the first.
    """
    targets: dict[tuple[str, ...], str] = {}
    for target in TARGETS.values():
        targets.setdefault(target.products(), target.name)
    return tuple((target, names) for names, target in targets.items() if names)


def remembered(
    options: Mapping[str, Sequence[str]], game: Game, query: Mapping[str, Sequence[str]], language: str
) -> ExportChoices:
    """Read the choices of an export from the fields of an address.

    Unknown values are left out, as old links must stay valid.
    """
    chosen = _fields(options).remembered(query, language)
    targets = tuple(name for name in TARGETS if name in query.get("to", ()))
    return ExportChoices(options, chosen, targets, remembered_parts(game, query))


def ordered(options: Mapping[str, Sequence[str]], game: Game, fields: Mapping[str, Sequence[str]]) -> ExportChoices:
    """Read the choices of an export from a submitted form.

    Raises HTTPException 400 for a value that it does not offer.
    """
    chosen = _fields(options).ordered(fields)
    if not set(fields.get("to", ())) <= TARGETS.keys():
        raise HTTPException(400)
    # In a fixed order, so that equal choices make equal jobs.
    targets = tuple(name for name in TARGETS if name in fields.get("to", ()))
    return ExportChoices(options, chosen, targets, chosen_parts(game, fields))


def _fields(options: Mapping[str, Sequence[str]]) -> ChoiceFields:
    """Return the fields of the export form."""
    return ChoiceFields(options, {name: partial(is_short, most) for name, most in TYPED.items()}, TICKS, SEVERAL)
