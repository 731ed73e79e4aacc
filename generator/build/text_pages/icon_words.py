"""Words for the icons of a text, for whoever hears it or reads it on a braille display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from generator.base.messages import Messages
from generator.base.records import replace
from generator.build.icon_names import icon_names
from generator.model.game import Game, Row
from generator.model.text import Text
from generator.typeset.text.text_markup import Span, TextOrigin, parse

ICON = "icon."
"""Prefix of an icon's key in a game's strings."""


def all_icon_names(game: Game, language: str) -> dict[str, str]:
    """Return the names of icons: ids of rows, gains of boxes, and the game's own strings, which come first.

    A row `patron` of the table `roles` also names the icon `role_patron`.
    """
    names: dict[str, str] = {}
    for table, rows in game.tables.items():
        for row in rows:
            name = _name(row, language)
            # Tables have plural names; their icons have the singular.
            prefix = table.removesuffix("s")
            names |= {row.id: name, f"{prefix}_{row.id}": name} if name else {}
    own_names = {key.removeprefix(ICON): text[language] for key, text in game.strings.items() if key.startswith(ICON)}
    return names | icon_names(game, language) | own_names


def _name(row: Row, language: str) -> str:
    """Return the name in a row: its first text without markup, as texts with markup are rules."""
    texts = (cell for column, cell in row.cells.items() if isinstance(cell, Text) and column not in row.rich)
    return next((dict(text.by).get(language, "") for text in texts), "")


class IconWords:
    """Turns light markup into spans without icons, in one language."""

    def __init__(self, names: Mapping[str, str], words: Messages) -> None:
        """Take the names of icons, and the program's words in the language."""
        self._names, self._words = names, words

    def name(self, icon: str) -> str:
        """Return the words for an icon: its name, empty if it is not read, or its id in words if it has no name."""
        return self._names.get(icon, icon.replace("_", " "))

    def spans(self, markup: str) -> tuple[Span, ...]:
        """Return a text with words in place of its icons; an icon beside its own word is left out."""
        spans: list[Span] = []
        for group, before, after in _groups(markup):
            if not group[0].icon:
                spans += group
            elif words := self._between(before, [span.icon for span in group], after):
                spans.append(replace(group[0], icon="", text=words))
            elif before.endswith(" ") and not after[:1].isalnum():
                spans[-1] = replace(spans[-1], text=before.rstrip())
        return tuple(spans)

    def pictured(self, markup: str) -> Iterator[tuple[Span, tuple[str, ...]]]:
        """Yield the spans of a text, and each row of icons as one: the icons, and a span with the words for them.

        The words are empty where the icons stand beside their own.
        """
        for group, before, after in _groups(markup):
            icons = tuple(span.icon for span in group if span.icon)
            if icons:
                yield replace(group[0], icon="", text=self._between(before, icons, after).strip()), icons
            else:
                yield from ((span, ()) for span in group)

    def _between(self, before: str, icons: Sequence[str], after: str) -> str:
        """Return the words for icons that stand between two texts."""
        if len(icons) == 1 and (_is_word(after[:1]) or self._is_said(icons[0], before, after)):
            return ""
        words = self._words("between").join(self._counted(icons))
        if not words:
            return ""
        gap = " " if _are_joined(before[-1:], words[:1]) else ""
        return f"{gap}{words}{' ' if _are_joined(words[-1:], after[:1]) else ''}"

    def _counted(self, icons: Iterable[str]) -> Iterator[str]:
        """Yield each different icon with its number, in words; icons without a name are left out."""
        for icon, count in Counter(icons).items():
            name = self.name(icon)
            if name:
                yield name if count == 1 else self._words("sheet.count", n=count, what=name)

    def _is_said(self, icon: str, before: str, after: str) -> bool:
        """Whether the text beside an icon is its name."""
        name = self.name(icon).casefold()
        return before.rstrip().casefold().endswith(name) or after.lstrip().casefold().startswith(name)


def words_alone(markup: str) -> str:
    """Return light markup as plain text without its icons."""
    return "".join(span.text for span in _parsed(markup))


def _groups(markup: str) -> Iterator[tuple[list[Span], str, str]]:
    """Yield runs of icons and runs of words by turns, each with the words before and after it."""
    rows = [list(group) for _, group in groupby(_parsed(markup), key=lambda span: bool(span.icon))]
    for place, group in enumerate(rows):
        after = rows[place + 1][0].text if place + 1 < len(rows) else ""
        yield group, rows[place - 1][-1].text if place else "", after


def _parsed(markup: str) -> tuple[Span, ...]:
    """Return the spans of a text in light markup."""
    return parse(markup, TextOrigin("text"))


def _is_word(char: str) -> bool:
    """Whether a character begins a word that an icon before it illustrates.

    Hiragana do not: they are particles after a word.
    """
    return char.isalpha() and not "\u3041" <= char <= "\u309f"


def _are_joined(one: str, other: str) -> bool:
    """Whether two characters need a space between them to be two words; Japanese has none."""
    return all(char.isalnum() and char < "\u3000" for char in (one, other)) if one and other else False
