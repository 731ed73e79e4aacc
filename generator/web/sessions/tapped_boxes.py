"""The boxes of the sheets that are tapped for an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.model.sheet import Box
from generator.play.text.item_names import ItemNames
from generator.solo.action import CHOOSE, FAVOUR, MARK, PATH, PLACE, STOP, Action

_QUESTIONS_OF_BOXES = ("choose", "answer", "source")
"""Questions whose second word is the asking box."""

Marks = Mapping[str, "int | str"]


def boxes_of(names: ItemNames, marks: Marks, action: Action, question: Sequence[str]) -> Iterator[str]:
    """Yield the ids of the boxes to tap for an action.

    They are the box that the action names, the next one of a track that it fills, and the box that asks. `question`
    is the question that the game asks now, as words; empty for none.
    """
    book = names.book
    tracks, (verb, words) = book.boxes.book.tracks, action
    if verb == MARK:
        yield words[0]
    elif verb == PLACE:
        cells = book.boxes.tracks[book.map].boxes
        yield from (cells[int(word) - 1].id for word in words[1:])
    elif verb == PATH:
        yield from _next(book.boxes.tracks[book.paths].boxes, marks, 0)
    elif verb == FAVOUR and words[-1] in tracks:
        yield from _next(tracks[words[-1]].boxes, marks, 1)
    elif verb == CHOOSE and words[0] in tracks:
        yield from _next(tracks[words[0]].boxes, marks, 0)
    # An action that ends the turn gives the asking box no answer.
    if question and question[0] in _QUESTIONS_OF_BOXES and verb != STOP:
        yield question[1]


def _next(boxes: Sequence[Box], marks: Marks, state: int) -> Iterator[str]:
    """Yield the first box of a track whose mark is `state`; nothing if there is none."""
    yield from [box.id for box in boxes if (marks.get(box.id) or 0) == state][:1]
