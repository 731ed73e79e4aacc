"""The messages of solo play, from `templates/play`, and errors told in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from generator.base.errors import GeneratorError, UsageError, suggestion
from generator.base.messages import FALLBACK, Messages
from generator.load.game_locations import templates_root
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.word_matching import list_words
from generator.play.text.item_names import ItemNames
from generator.solo.action import Action
from generator.solo.explain.reason import Reason
from generator.solo.notation import AmbiguousError, UnreadableActionError, without_equals
from generator.solo.reasons import IllegalActionError, legal_examples

LANGUAGES = ("en", "ja")
_AMOUNT = re.compile(r"(\d+) ([a-z_]+)")
"""An amount of an item in a reason, such as `2 builder`."""


def play_messages(language: str, *, tapped: bool = False) -> Messages:
    """Return the messages of solo play in a language; `tapped` gives those for a web page, which name no commands.

    English messages come first, so that one missing in a language is still told. Raises UsageError for a language that
    is not in LANGUAGES.
    """
    if language not in LANGUAGES:
        raise UsageError(f"there are no messages in {language!r}{suggestion(language, LANGUAGES)}")
    folder = templates_root() / "play"
    kinds = ("", "tapped.") if tapped else ("",)
    # English first, the reader's language over it, and words for pages over both.
    files = [folder / f"{kind}{name}.toml" for name in dict.fromkeys((FALLBACK, language)) for kind in kinds]
    return Messages.read((file.name, file.read_bytes()) for file in files)


class ErrorText:
    """Tells errors; `names` has the names of ids in them, and is None for a single deck."""

    def __init__(self, messages: Messages, names: ItemNames | None = None) -> None:
        """Take messages in a language, and the names of the game's things; None for a single deck."""
        self._messages, self._names = messages, names

    def describe(self, error: GeneratorError) -> str:
        """Return an error as one line in the language; one without a message of its own stays in English."""
        if isinstance(error, UnreadableActionError):
            return self._unreadable(error) + (self._legal(error.legal) or self._messages("reasons.legal_none"))
        if isinstance(error, IllegalActionError):
            reason = self.describe_reason(error.reason)
            return self._messages("reasons.illegal", action=error.said, why=reason) + self._legal(error.legal)
        if isinstance(error, AmbiguousError):
            return self._messages("wrong.ambiguous", known=list_words([str(action) for action in error.fitting]))
        if isinstance(error, PlayError) and error.key:
            return self._filled("wrong", error.key, error.values)
        return str(error)

    def describe_reason(self, reason: Reason) -> str:
        """Return a reason why an action is not possible, in words."""
        return self._filled("reasons", reason.key, dict(reason.values))

    def _unreadable(self, error: UnreadableActionError) -> str:
        """Return the sentence for a typed text that is no action, with the nearest word where there is one."""
        values = dict(error.reason.values)
        text, near = repr(values.get("text", "")), values.get("near")
        key = "near" if near else error.reason.key
        return self._messages(f"reasons.{key}", text=text, near=repr(near), n=values.get("n", 0))

    def _legal(self, legal: Sequence[Action]) -> str:
        """Return the end of a message that lists some legal actions; empty if none is legal."""
        legal = without_equals(self._names.book, legal) if self._names else legal  # as questions count them
        named = legal_examples(legal)
        more = len(legal) - len(named)
        key = "legal_more" if more else "legal"
        return self._messages(f"reasons.{key}", legal=", ".join(map(str, named)), n=more) if legal else ""

    def _filled(self, section: str, key: str, values: dict[str, object] | dict[str, str | int]) -> str:
        """Return a message with its values filled in; values that are ids appear as names."""
        named = {name: self._value(name, value) for name, value in values.items()}
        if "wants" in named:  # what is asked for now is a message of its own
            named["wanted"] = self._messages(f"{section}.{named['wants']}", **named)
        return self._messages(f"{section}.{key}", **named)

    def _value(self, name: str, value: object) -> object:
        """Return a value of an error as the message shows it: ids as names, prices with items, errors as sentences."""
        if isinstance(value, GeneratorError):
            return self.describe(value)
        if name in {"price", "have"} and isinstance(value, str) and self._names:
            return _AMOUNT.sub(partial(_amount, self._names), value)
        if name in {"noun", "listing"}:
            return self._messages(f"{name}.{value}")
        if name in {"phase", "now"}:
            return self._messages(f"phase.{value}")
        return self._named(self._names, name, str(value)) if self._names and isinstance(value, str) else value

    def _named(self, names: ItemNames, name: str, id_: str) -> str:
        """Return the name of an id; `name` is the name of the value in the message, which tells the kind of id."""
        book = names.book.boxes.book
        if name in {"what", "box"}:
            return names.value(id_) if id_ in {*book.values, *book.tracks, *book.boxes} else id_
        if name in {"pile", "deck", "has"}:
            return names.deck(id_) if any(deck.id == id_ for deck in names.book.solo.decks) else id_
        if name == "direction":
            return names.direction(names.book.directions.index(id_))
        if name == "fort" and names.book.fort:
            return names.text(names.book.fort.fort.title)
        return names.icon(id_) if name == "icon" else id_


def _amount(names: ItemNames, match: re.Match[str]) -> str:
    """Return an amount found in a text, such as `2 builder`, with the item's name."""
    return names.pays([(match[2], int(match[1]))])
