"""The fields of a form: what an address says of them, and what was sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from starlette.exceptions import HTTPException

from generator.base.records import dataclass
from generator.web.server.request_form import field_value, option_or_default, require_option

Values = Mapping[str, Sequence[str]]
"""The values of each field in an address or in what was sent."""


@dataclass(frozen=True, slots=True)
class ChoiceFields:
    """The fields of a form, by name."""

    options: Mapping[str, Sequence[str]]
    """Those with a list: the values that each offers; the first is the default."""
    typed: Mapping[str, Callable[[str], bool]]
    """Those that are typed, and whether a text may stand there; they may always be empty."""
    ticks: Sequence[str]
    """Those that are ticked."""

    def remembered(self, query: Values, language: str) -> dict[str, str]:
        """Return what an address says; what is not offered or allowed is left out, as old links must stay valid."""
        default = {name: known[0] for name, known in self.options.items()}
        default["language"] = option_or_default(language, self.options["language"], default["language"])
        chosen = {
            name: option_or_default(_first(query, name), known, default[name]) for name, known in self.options.items()
        }
        texts = {name: _first(query, name) for name in self.typed}
        chosen |= {name: text for name, text in texts.items() if text and self.typed[name](text)}
        return chosen | dict.fromkeys((name for name in self.ticks if _first(query, name)), "yes")

    def ordered(self, fields: Values) -> dict[str, str]:
        """Return what was sent; raises HTTPException 400 for anything that the form does not offer."""
        chosen = {name: require_option(fields.get(name, ()), known, known[0]) for name, known in self.options.items()}
        for name, is_allowed in self.typed.items():
            text = _first(fields, name)
            if text and not is_allowed(text):
                raise HTTPException(400)
            chosen |= {name: text} if text else {}
        for name in self.ticks:
            chosen |= {name: "yes"} if require_option(fields.get(name, ()), ("yes",), "") else {}
        return chosen


def _first(values: Values, name: str) -> str:
    return field_value(values, name).strip()


def form_fields(chosen: Mapping[str, str], parts: Iterable[str], targets: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return the fields of a filled-in form, as a browser sends them and addresses have them."""
    return [*(("to", name) for name in targets), *(("part", part) for part in parts), *chosen.items()]


def is_short(most: int, text: str) -> bool:
    """Whether a text has so many characters at most, all of which can be shown."""
    return len(text) <= most and text.isprintable()
