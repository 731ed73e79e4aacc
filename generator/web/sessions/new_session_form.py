"""The form that begins a session: its fields, their checks, and the request made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from generator.base.errors import HandledError
from generator.base.records import dataclass, replace
from generator.model.solo.solo_rules import GameSetting
from generator.play.rules.rules_protocol import FULL, PAPER
from generator.play.score_line import DEALT, TYPED
from generator.play.session_library import SessionRequest
from generator.session.header import RELAXED, STRICT
from generator.session.session_folder import typed_name
from generator.web.http.request_form import require_option

FRESH, DAY, MONTH, EARLIER = "fresh", "day", "month", "earlier"
"""Origins of the decks: shuffled anew, the challenge of the day or of the month, or an earlier game's by its seed."""
CHOICES = {
    "kind": (FULL, PAPER),
    "draw": (DEALT, TYPED),
    "undo": (STRICT, RELAXED),
    "decks": (FRESH, DAY, MONTH, EARLIER),
}
"""Values of each field with fixed choices; the first is the default."""
SETTING_PREFIX = "set-"
"""Prefix of the fields for settings of the game."""


@dataclass(frozen=True, slots=True)
class NewSessionForm:
    """The values of the form."""

    kind: str = FULL
    draw: str = DEALT
    undo: str = STRICT
    decks: str = FRESH
    name: str = ""
    seed: str = ""
    settings: Mapping[str, str] | None = None
    game: str = ""

    @classmethod
    def of(cls, fields: Mapping[str, Sequence[str]], settings: Sequence[GameSetting]) -> NewSessionForm:
        """Read the form from posted fields; raises HTTPException 400 for a value that the form does not offer."""
        choices = {name: require_option(fields.get(name, ()), values, values[0]) for name, values in CHOICES.items()}
        name, seed = (fields.get(name, [""])[0].strip() for name in ("name", "seed"))
        chosen = {
            setting.id: require_option(
                fields.get(SETTING_PREFIX + setting.id, ()), [choice.id for choice in setting.choices], setting.default
            )
            for setting in settings
        }
        form = cls(**choices, name=typed_name(name), seed=seed, settings=chosen)
        # Whoever types a seed means it.
        return replace(form, decks=EARLIER) if seed and form.decks == FRESH else form

    @property
    def is_challenge(self) -> bool:
        """Whether the decks come from a challenge of the day or month."""
        return self.decks in (DAY, MONTH)

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of the form as pairs of name and value, without empty ones."""
        plain = {name: getattr(self, name) for name in ("game", *CHOICES, "name", "seed")}
        settings = {SETTING_PREFIX + id_: choice for id_, choice in (self.settings or {}).items()}
        return tuple((name, value) for name, value in (plain | settings).items() if value)

    def request(self, language: str) -> SessionRequest:
        """Return the request for a session that these choices make; texts of the session are in `language`."""
        return SessionRequest(
            self.kind,
            self.name,
            typed=self.draw == TYPED,
            relaxed=self.undo == RELAXED,
            # A seed that was typed before another choice was made does not count.
            seed=self.seed if self.decks == EARLIER else "",
            challenge={DAY: today, MONTH: this_month}[self.decks]() if self.is_challenge else "",
            settings=self.settings,
            language=language,
        )


class FormError(HandledError):
    """A value that cannot be used: the field, and the reason in the reader's language."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


def today() -> str:
    """Return the day of the current challenge on this computer's calendar, such as `2026-11-23`."""
    # In local time: a new challenge begins at the player's midnight.
    return datetime.now().strftime("%Y-%m-%d")


def this_month() -> str:
    """Return the month of the current challenge, such as `2026-11`."""
    return datetime.now().strftime("%Y-%m")
