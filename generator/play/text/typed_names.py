"""Names as a player types them in another script, such as `砦 建築家`, as the notation spells them: `fort builder`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, product

from generator.model.text import Text
from generator.play.text.item_names import ItemNames

_MOST = 64
"""Ways of reading a line that are tried: a name may stand for a track, a card and a verb."""


def plain_characters(typed: str) -> str:
    """Return a line with its full-width letters, digits and spaces as ordinary ones.

    >>> plain_characters("ｆｏｒｔ　３")
    'fort 3'
    """
    return unicodedata.normalize("NFKC", typed)


class TypedNames:
    """The names of a game in one language, for lines that are not plain ASCII."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things in the player's language."""
        self._names = names

    def readings(self, typed: str) -> Iterator[str]:
        """Yield the lines that a typed line can stand for, with ids in the place of names.

        A line without names stands for itself.
        """
        plain = plain_characters(typed)
        # A line in ASCII is in the notation already.
        parts = [plain] if plain.isascii() or not self._meanings else self._pattern.split(plain)
        choices = [self._meanings.get(part.casefold(), (part,)) for part in parts]
        for words in islice(product(*choices), _MOST):
            yield " ".join(" ".join(words).split())

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Return the pattern that finds any of the names; longer names come before those that they begin with."""
        names = sorted(self._meanings, key=lambda name: (-len(name), name))
        return re.compile(f"({'|'.join(map(re.escape, names))})", re.IGNORECASE)

    @cached_property
    def _meanings(self) -> dict[str, tuple[str, ...]]:
        """Return for each name the ids that it can stand for, in the order in which they are tried."""
        by_name: dict[str, dict[str, None]] = {}
        for name, id_ in (*self._things(), *self._verbs()):
            plain = plain_characters(name).casefold().strip()
            # Names in ASCII are read by the notation itself.
            if not plain.isascii():
                by_name.setdefault(plain, {})[id_] = None
        return {name: tuple(ids) for name, ids in by_name.items()}

    def _things(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of name and id for boxes, tracks, areas, items, icons, directions, decks and cards."""
        names, book = self._names, self._names.book
        yield from ((names.text(box.title), box.id) for box in book.boxes.boxes if box.title)
        yield from ((names.text(track.title), track.id) for track in book.boxes.tracks)
        yield from ((names.text(area.title), area.id) for area in book.boxes.book.areas)
        yield from ((names.item(item), item) for item in book.items)
        yield from ((names.icon(icon), icon) for icon in dict.fromkeys(self._icons()))
        yield from ((names.direction(number), id_) for number, id_ in enumerate(book.directions))
        for cards in book.decks:
            yield names.deck(cards.deck.id), cards.deck.id
            yield from ((names.row(row), row.id) for row in cards.rows if isinstance(row.cells.get("name"), Text))

    def _icons(self) -> Iterable[str]:
        """Return the icons that a player may have to choose between."""
        return (icon for box in self._names.book.boxes.boxes for icon in (*box.one_of, *box.yearly_one_of))

    def _verbs(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of a verb in the player's language and the verb of the notation."""
        spoken = self._names.messages.section("typed")
        yield from ((word, name) for name, words in spoken.items() for word in words.split())
