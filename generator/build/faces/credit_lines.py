"""Who made the pictures of a game, as lines: pictures of one maker stand together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from generator.base.messages import Messages
from generator.model.game import Game, PictureCredit
from generator.model.markup import guard
from generator.model.prose import Block, Heading, ListItem

_LONG = re.compile(r"[!-~\u00a1-\u052f]{21,}")
"""A word, such as an address, that may be wider than a column."""
_PART = re.compile(r"[/_.?&=-]|[^/_.?&=-]{20}")
_BREAK = "\N{ZERO WIDTH SPACE}"


def booklet_credits(game: Game) -> Mapping[str, tuple[PictureCredit, ...]]:
    """Return the credits of a game by the component that prints them, its first booklet; empty without either."""
    # A reference sheet has no room to spare: its text would become smaller.
    booklet = next((part for part in game.texts if not part.is_sheet_of_text), None)
    return {booklet.id: game.credits} if booklet and any(credit.words for credit in game.credits) else {}


def credit_lines(credits: Iterable[PictureCredit], words: Messages) -> Iterator[str]:
    """Yield a line for each maker, `art/fox.png, art/owl.png: A. Smith, CC BY 4.0`, in the order of the first files.

    A picture whose maker is not written yet is left out.
    """
    files: dict[str, list[str]] = {}
    for credit in credits:
        if credit.words:
            files.setdefault(credit.words, []).append(credit.file)
    for maker, named in files.items():
        yield words("credits.line", files=words("between").join(named), words=maker)


def credit_items(credits: Iterable[PictureCredit], words: Messages) -> tuple[ListItem, ...]:
    """Return an item of a list for each maker."""
    return tuple(ListItem("•", 0, guard(line), 0) for line in credit_lines(credits, words))


def credit_blocks(credits: Iterable[PictureCredit], words: Messages) -> tuple[Block, ...]:
    """Return a heading and an item for each maker, for narrow columns; nothing without credits."""
    items = [ListItem(item.mark, 0, _breakable(item.text), 0) for item in credit_items(credits, words)]
    return (Heading(2, guard(words("credits.title")), 0), *items) if items else ()


def _breakable(line: str) -> str:
    """Return a line whose long words can be broken behind their signs, or else after 20 letters."""
    return _LONG.sub(lambda word: _PART.sub(rf"\g<0>{_BREAK}", word[0]), line)
