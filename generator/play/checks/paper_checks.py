"""Compare filled sheets with the session of a game that was played beside paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.model.sheet import Book
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import PAPER
from generator.play.rules.visible_state import VisibleState
from generator.play.text.solo_text import SoloText
from generator.scoresheets.filled_sheet import FilledScoresheet, absent_boxes
from generator.solo.action import GOODS
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.paper_sheets import counted_boxes
from generator.solo.state import State

MarkCount: TypeAlias = "tuple[Sequence[str], int, int]"
"""Ids of tracks, the least state of a box that counts, and how many boxes of the tracks have it."""


def recorded_marks(session: LiveSession[Any]) -> dict[str, Any] | None:
    """Return the marks of sheets on paper that follow from a session, as values for JSON; None for sheets on screen.

    `paths` are the cards kept for points by the ids of their boxes, `counts` are each a `MarkCount`.
    """
    text, visible = session.text, session.visible
    if not isinstance(text, SoloText) or visible.kind != PAPER:
        return None
    book = text.names.book
    paths = book.boxes.tracks[book.paths].boxes
    cards = {box.id: path for box, path in zip(paths, visible.paths, strict=False)}
    return {"paths": cards, "counts": [*_counts(book, session.state, visible)], "over": visible.over}


def _counts(book: Rulebook, state: State, visible: VisibleState) -> Iterator[MarkCount]:
    """Yield the marks that follow from the attacks so far and from the goods that were asked for."""
    if not visible.results:
        return
    tracks = book.boxes.tracks
    # Cohorts may have grown since the last attack, but not after that of the last year.
    if visible.over:
        last = visible.results[-1]
        for cohort, stopped, came in zip(book.cohorts, last.stopped, last.counts, strict=True):
            # A side without cards is not asked for, so its number may be that of an earlier year.
            if came:
                yield [tracks[cohort].id], 1, stopped
        yield [tracks[book.market].id], 1, sum(1 for box in counted_boxes(book, GOODS) if state.boxes[box])
    disdain = sum(result.loss for result in visible.results)
    yield [tracks[book.disdain].id], 1, min(disdain, book.boxes.lengths[book.disdain])
    used = sum(sum(result.cancelled) for result in visible.results)
    yield [tracks[favours.track].id for favours in book.favours], 2, used


def compare_marks(filled: FilledScoresheet, recorded: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Compare the marks on sheets with those that follow from a session, as values for JSON.

    `agree` are titles of what both have alike; `differ` names with each title the marks on the `sheet` and those that
    the `session` has. Tracks of absent sheets are left out.
    """
    book = filled.book
    absent = absent_boxes(book, filled.sheets)
    about: dict[str, Any] = {"agree": [], "differ": []}
    for tracks, least, number in recorded["counts"]:
        boxes = [box.id for track in tracks for box in book.track(track).boxes]
        title, marked = _title(book, tracks, language), sum(1 for box in boxes if _state(filled.state, box) >= least)
        if not absent.isdisjoint(boxes):
            continue
        if marked == number:
            about["agree"].append(title)
        else:
            about["differ"].append({"title": title, "sheet": marked, "session": number})
    return about


def _state(state: Mapping[str, int | str], box: str) -> int:
    """Return the state of a box as a number; 0 for an empty box, and for one that is not in the state."""
    return int(state.get(box) or 0)


def _title(book: Book, tracks: Sequence[str], language: str) -> str:
    """Return the title of a track, or of the area of several."""
    if len(tracks) == 1:
        return book.track(tracks[0]).title[language]
    areas = (area for sheet in book.sheets for area in sheet.areas)
    return next(area.title[language] for area in areas if tracks[0] in {track.id for track in area.tracks})
