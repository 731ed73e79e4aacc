"""What a screen reader says of the boxes of a form: their names, costs, needs and rewards in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from generator.build.icon_names import OWN_NAME, icon_names, plain_text
from generator.model.game import Game
from generator.model.sheet import Book, Box, Need
from generator.write.pdf.form.controls import FormLanguage

OUTCOME = "sheet.outcome."
"""Prefix of an event's key in a game's strings."""


class BoxDescriptions:
    """Descriptions in one language; `labels` are the names of all boxes, by id."""

    def __init__(self, game: Game, book: Book, wording: FormLanguage, labels: Mapping[str, str]) -> None:
        """Take the sheets of a book, and the words of one language."""
        self._game, self._book, self._labels = game, book, labels
        self._language, self._say = wording.language, wording.say
        self._names = icon_names(game, wording.language)

    def of(self, id_: str, label: str) -> str:
        """Return a label with the box's costs, needs and gains: `Fort 3: costs 1 Builder; gives 1 Discipline`."""
        parts = [*self._parts(self._book.box(id_))]
        return self._say("sheet.about", box=label, what=self._say("sheet.next").join(parts)) if parts else label

    def _parts(self, box: Box) -> Iterator[str]:
        """Yield the parts of a box's description: range, costs, needs, gains, and its outcomes in events."""
        if box.kind in {"year", "number"}:
            yield self._say("sheet.range", least=box.least, most=box.most)
        if box.costs:
            yield self._say("sheet.costs", what=self._costs(box))
        if needs := (*box.needs, *box.when):
            yield self._say("sheet.needs", what=self._all(map(self._need, needs)))
        if gives := self._gives(box.gains, box.one_of):
            yield self._say("sheet.gives", what=gives)
        if yearly := self._gives(box.yearly, box.yearly_one_of):
            yield self._say("sheet.yearly", what=yearly)
        for event, icons in box.outcomes:
            words = self._game.strings.get(f"{OUTCOME}{event}")
            if icons and words:
                yield self._say("sheet.outcome", event=words[self._language], what=self._gives(icons, ()))

    def _costs(self, box: Box) -> str:
        """Return the prices of a box in words, joined by "or"."""
        prices = [self._all(self._count(*item) for item in price.items) for price in box.costs]
        return self._say("sheet.or").join(price or self._say("sheet.free") for price in prices)

    def _need(self, need: Need) -> str:
        """Return a need in words: the box that must be marked, or the level that a value must have."""
        id_, book = need.value, self._book
        if id_ in book.boxes:
            return self._labels.get(id_) or self._say("sheet.level", what=self._title(id_), n=book.box(id_).number)
        return self._say("sheet.level", what=self._title(id_), n=need.least)

    def _title(self, id_: str) -> str:
        """Return the title of a value or track, or of a box's track."""
        book = self._book
        titled = book.values.get(id_) or book.tracks.get(id_) or book.track(book.box(id_).track)
        return plain_text(titled.title, self._language, self._names) or id_

    def _gives(self, icons: Iterable[str], one_of: Iterable[str]) -> str:
        """Return the icons that a box gives in words; icons to choose from are joined by "or"."""
        parts = [self._count(icon, n) for icon, n in Counter(icons).items()]
        choice = self._say("sheet.or").join(self._count(icon, 1) for icon in one_of)
        return self._all([*parts, *([choice] if choice else [])])

    def _count(self, icon: str, n: int) -> str:
        """Return a number of equal icons in words, such as `2 Builders`."""
        name = self._names.get(icon, icon)
        is_own = f"{OWN_NAME}{icon}" in self._game.strings
        return name if is_own and n == 1 else self._say("sheet.count", n=n, what=name)

    def _all(self, parts: Iterable[str]) -> str:
        """Return parts joined by "and" in the language."""
        return self._say("sheet.and").join(parts)
