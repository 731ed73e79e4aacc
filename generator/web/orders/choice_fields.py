"""The fields of a form: what an address says of them, and what was sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from starlette.exceptions import HTTPException

from generator.base.records import dataclass
from generator.web.http.request_form import field_value, option_or_default, require_option

Values = Mapping[str, Sequence[str]]
"""Values of each field in an address or a submitted form."""


NONE: Mapping[str, Any] = MappingProxyType({})


class ChosenValues(dict[str, str]):
    """The value of each field that has one; of a field that takes several, the first."""

    def __init__(self, first: Mapping[str, str] = NONE, also: Mapping[str, Sequence[str]] = NONE) -> None:
        super().__init__(first)
        self.also = {name: tuple(values) for name, values in also.items() if values}
        """Further values of fields that take several."""

    def every(self, name: str) -> list[str]:
        """Return all values of a field, the first one first, without empty ones."""
        return [value for value in (self.get(name, ""), *self.also.get(name, ())) if value]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Fields with their values, one pair for each value, as an address and a form have them."""
        return [*self.items(), *((name, value) for name, values in self.also.items() for value in values)]


@dataclass(frozen=True, slots=True)
class ChoiceFields:
    """The fields of a form, by name."""

    options: Mapping[str, Sequence[str]]
    """Fields with a list, and the values that each offers; the first is the default."""
    typed: Mapping[str, Callable[[str], bool]]
    """Fields that are typed, with a check of the text; they may always be empty."""
    ticks: Sequence[str]
    """Names of check boxes."""
    several: Sequence[str] = ()
    """Fields with a list of which several values may be chosen."""

    def remembered(self, query: Values, language: str) -> ChosenValues:
        """Read the choices from the fields of an address; unknown values are left out, as old links must stay valid."""
        default = {name: values[0] for name, values in self.options.items()}
        # The reader's own language is the default, if the game has it.
        default["language"] = option_or_default(language, self.options["language"], default["language"])
        chosen = {
            name: option_or_default(_first(query, name), values, default[name]) for name, values in self.options.items()
        }
        texts = {name: _first(query, name) for name in self.typed}
        chosen |= {name: text for name, text in texts.items() if text and self.typed[name](text)}
        chosen |= dict.fromkeys((name for name in self.ticks if _first(query, name)), "yes")
        also = {name: [value for value in query.get(name, ()) if value in self.options[name]] for name in self.several}
        return self._chosen(chosen, also)

    def ordered(self, fields: Values) -> ChosenValues:
        """Read the choices from a submitted form; raises HTTPException 400 for a value that the form does not offer."""
        chosen = {
            name: require_option(fields.get(name, ()), values, values[0]) for name, values in self.options.items()
        }
        for name, is_allowed in self.typed.items():
            text = _first(fields, name)
            if text and not is_allowed(text):
                raise HTTPException(400)
            chosen |= {name: text} if text else {}
        for name in self.ticks:
            chosen |= {name: "yes"} if require_option(fields.get(name, ()), ("yes",), "") else {}
        for name in self.several:
            for value in fields.get(name, ()):
                require_option((value,), self.options[name], "")
        return self._chosen(chosen, fields)

    def _chosen(self, chosen: Mapping[str, str], values: Values) -> ChosenValues:
        """Return the choices with the further values of fields that take several, each once, in the list's order."""
        further = {name: {*values.get(name, ())} - {"", chosen[name]} for name in self.several}
        return ChosenValues(
            chosen,
            {
                name: [value for value in self.options[name] if value in chosen_values]
                for name, chosen_values in further.items()
            },
        )


def _first(values: Values, name: str) -> str:
    """Return the first value of a field without spaces around it; empty if the field is absent."""
    return field_value(values, name).strip()


def form_fields(chosen: ChosenValues, parts: Iterable[str], targets: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return the fields of a filled-in form, as a browser sends them and addresses have them."""
    return [*(("to", name) for name in targets), *(("part", part) for part in parts), *chosen.pairs]


def is_short(most: int, text: str) -> bool:
    """Return whether a text has at most `most` characters and all of them are printable."""
    return len(text) <= most and text.isprintable()
