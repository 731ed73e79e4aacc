"""Describe a filled sheet in one of the languages of its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from generator.base.cache import Cache
from generator.base.errors import UsageError, suggestion
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.icon_names import icon_names
from generator.build.options import PLAIN_THEME
from generator.model.sheet import Box, Sheet, Track
from generator.model.text import Text
from generator.scoresheets.filled_sheet import FilledScoresheet
from generator.scoresheets.flaw import Flaw, Note
from generator.write.pdf.form.controls import rank_rows

_MARKED = {"mark", "mark2"}
_MOST_NAMED = 3
"""Most boxes of a flaw that are named one by one."""


@dataclass(frozen=True, slots=True)
class FlawText:
    """One flaw in words."""

    flaw: Flaw
    where: str
    """Name of the box, of the value, or of the tracks that are counted."""
    what: str
    rule: str

    def document(self) -> dict[str, object]:
        """Return the flaw as an object of JSON."""
        about: dict[str, object] = {"boxes": self.flaw.boxes, "kind": self.flaw.rule}
        return about | {"where": self.where, "what": self.what, "rule": self.rule}


class SheetReport:
    """Words for the contents, scores and flaws of a sheet.

    Raises UsageError for a language that the game does not have.
    """

    def __init__(self, filled: FilledScoresheet, language: str | None = None) -> None:
        """Take a filled sheet; without a language, its own is used."""
        self._filled, self._book = filled, filled.book
        self.language = language or filled.language
        game = filled.game
        if self.language not in game.languages:
            raise UsageError(f"{game.id} has no language {self.language!r}{suggestion(self.language, game.languages)}")
        self._ranks = rank_rows(self._book)
        # The words of the faces, so that boxes have the same names here as in the form.
        self._messages: Messages = FaceRenderer(game, game.id, PLAIN_THEME, Cache(None), "").labels.messages(
            self.language
        )

    def flaws(self) -> list[FlawText]:
        """Return the flaws of the sheet in words."""
        return [self._flaw_text(flaw) for flaw in self._filled.flaws]

    def notes(self) -> list[str]:
        """Return notes for the reader of the report, as sentences."""
        return [self._messages(f"judge.{note.rule}.note", **self._facts(note)) for note in self._filled.notes]

    def sheets(self) -> str:
        """Return the title of the game and of its sheets in the file."""
        titles = [sheet.title[self.language] for sheet in self._sheets()]
        return f"{self._filled.game.title[self.language]}: {', '.join(titles)}"

    def marks(self) -> Iterator[tuple[str, str]]:
        """Yield the title and contents of each track that is not empty; boxes printed as marked count.

        Boxes with names of their own have a line each: a player's number, the path of a year.
        """
        for sheet in self._sheets():
            for track in sheet.tracks:
                untold = self._filled.untold
                marked = [box for box in track.boxes if self._filled.state[box.id] or box.id in untold]
                if len(track.boxes) > 1 and all(box.title and box.kind not in _MARKED for box in track.boxes):
                    yield from ((self.box_name(box.id), self._value(box)) for box in marked)
                elif marked:
                    yield track.title[self.language], ", ".join(self._parts(track))

    def scores(self) -> Iterator[tuple[str, int | None, bool]]:
        """Yield title, points, and whether they are subtracted, for each row of the score column.

        Rows that need an absent sheet are left out; points are None where they depend on a box not told of.
        """
        for sheet in self._sheets():
            for score in [score for score in sheet.scores if self._filled.is_whole(score.value)]:
                is_told = self._filled.is_told(score.value)
                points = self._book.value(score.value, self._filled.state) if is_told else None
                yield score.title[self.language], points, score.minus

    def score_rows(self) -> Iterator[tuple[str, int | str]]:
        """Yield title and points of each row of the score column; points that are subtracted are negative."""
        for title, points, minus in self.scores():
            yield title, self._messages("judge.unknown") if points is None else -points if minus else points

    def rank(self) -> str | None:
        """Return the rank that the total reaches; None if the game has no ranks, or the total is not known."""
        for ranks in [sheet.ranks for sheet in self._sheets() if sheet.ranks and self._filled.is_known(sheet.ranks.of)]:
            return ranks.rank(self._book.value(ranks.of, self._filled.state)).title[self.language]
        return None

    def document(self) -> dict[str, object]:
        """Return the whole report as an object of JSON."""
        filled = self._filled
        return {
            "game": filled.game.id,
            "sheets": {sheet.id: sheet.version for sheet in self._sheets()},
            "language": self.language,
            "marks": {id_: value for id_, value in filled.state.items() if not filled.book.box(id_).is_empty(value)},
            "values": filled.values,
            "printed": filled.printed,
            "scores": [
                {"title": title, "points": points, "minus": minus} for title, points, minus in self.scores()
            ],
            "rank": self.rank(),
            "flaws": [flaw.document() for flaw in self.flaws()],
            "notes": [
                {"kind": note.rule, "what": text} for note, text in zip(filled.notes, self.notes(), strict=True)
            ],
        }  # fmt: skip

    def _sheets(self) -> list[Sheet]:
        """Return the sheets of the book that the file has."""
        return [sheet for sheet in self._book.sheets if sheet.id in self._filled.sheets]

    def _parts(self, track: Track) -> Iterator[str]:
        """Yield the contents of a track: its level, then years, numbers and answers as written."""
        state = self._filled.state
        kinds = {box.kind for box in track.boxes}
        if not kinds & {"choice", "text"}:
            yield self._messages("judge.progress", n=self._book.level(track.id, state), m=len(track.boxes))
        if all(box.title for box in track.boxes):
            yield from (self.box_name(box.id) for box in track.boxes if len(track.boxes) > 1 and state[box.id])
        if "mark2" in kinds and (filled := sum(state[box.id] == 2 for box in track.boxes)):
            yield self._messages("judge.inked", n=filled)
        if untold := sum(box.id in self._filled.untold for box in track.boxes):
            yield self._messages("judge.untold.count", n=untold)
        written = [self._value(box) for box in track.boxes if box.kind not in _MARKED and state[box.id]]
        if written:
            yield " ".join(written) if kinds <= {"year", "number"} else ", ".join(written)

    def _value(self, box: Box) -> str:
        """Return the content of a box in words: the title of a choice, or the value itself."""
        if box.id in self._filled.untold:
            return self._messages("judge.untold.what")
        value = self._filled.state[box.id]
        return next((option.title[self.language] for option in box.options if option.id == value), str(value))

    def _flaw_text(self, flaw: Flaw) -> FlawText:
        """Return a flaw in words: where it is, and which rule it breaks."""
        facts = self._facts(flaw)
        where = self._places(flaw.boxes) or [str(facts.get("value", facts.get("title", self.sheets())))]
        if "tracks" in facts and {self._book.box(id_).track for id_ in flaw.boxes} <= {*_names(flaw.facts["tracks"])}:
            where = [str(facts["tracks"])]
        # After the last year there is no next attack that could be named.
        is_at_end = flaw.rule == "attack" and facts["year"] == facts["last"]
        are_several = flaw.rule in {"chain", "level", "circular"} and len(flaw.boxes) > 1
        message = self._messages(
            f"judge.{flaw.rule}.{'end' if is_at_end else 'several' if are_several else 'what'}", **facts
        )
        rule = (
            self.range_of(flaw.boxes[0]) if flaw.rule == "range" else self._messages(f"judge.{flaw.rule}.rule", **facts)
        )
        return FlawText(flaw, self._messages("judge.and").join(where), message, rule)

    def _places(self, ids: Sequence[str]) -> list[str]:
        """Return the names of boxes, ranks or values; many boxes have the names of their tracks."""
        if len(ids) <= _MOST_NAMED or not all(id_ in self._book.boxes for id_ in ids):
            return [self._name(id_) for id_ in ids]
        counts = Counter(self._book.box(id_).track for id_ in ids)
        titles = {id_: self._book.track(id_).title[self.language] for id_ in counts}
        return [self._messages("judge.boxes", track=titles[id_], n=count) for id_, count in counts.items()]

    def range_of(self, id_: str) -> str:
        """Return the states that a box can have, in words."""
        box = self._book.box(id_)
        if box.kind == "choice":
            answers = ", ".join(option.title[self.language] for option in box.options)
            return self._messages("judge.answer.rule", answers=answers)
        if box.kind == "text":
            return self._messages("judge.words.rule", most=box.most)
        low, high = (box.least, box.most) if box.kind in {"year", "number"} else (0, box.states)
        key = {"mark": "judge.mark.rule", "mark2": "judge.circle.rule"}.get(box.kind, "judge.range.rule")
        return self._messages(key, least=low, most=high)

    def states(self, id_: str) -> list[tuple[int, str]]:
        """Return number and name of each state that a box for marks can have; none for a box that is written in."""
        kind = self._book.box(id_).kind
        names = {"mark": ("empty", "marked"), "mark2": ("empty", "circled", "filled")}.get(kind, ())
        return [(number, self._messages(f"judge.mark_state.{name}")) for number, name in enumerate(names)]

    def question(self, box: str, row: Collection[str], least: int, most: int) -> tuple[str, str]:
        """Return the name and the range of a question about a box, or about how many boxes of its row are filled."""
        if not row:
            return self.box_name(box), self.range_of(box)
        title = self._book.track(self._book.box(box).track).title[self.language]
        return title, self._messages("judge.row.rule", least=least, most=most)

    def typed_question(self, box: str, row: Collection[str], least: int, most: int) -> tuple[str, str]:
        """Return the name of a question that is answered by a typed line, and the lines that answer it."""
        name, range_ = self.question(box, row, least, most)
        if row:
            return name, range_
        states = [(number, state) for number, state in self.states(box) if number]
        answers = [self._messages("judge.mark_state.answer", number=number, state=state) for number, state in states]
        between = self._messages("judge.mark_state.between")
        return name, self._messages("judge.enter.rule", range=between.join(answers) if answers else range_)

    def misfit(self, typed: str, range_: str) -> str:
        """Return the sentence about a typed answer that does not fit; `range_` says which answers do."""
        return self._messages("judge.misfit.what", held=typed, range=range_)

    def _facts(self, finding: Flaw | Note) -> dict[str, object]:
        """Return the facts of a flaw or note in words, by their names."""
        return {name: self._fact(name, fact) for name, fact in finding.facts.items()}

    def _fact(self, name: str, fact: object) -> object:
        """Return one fact in words: titles for ids, numbers as they are."""
        if isinstance(fact, Text):
            return fact[self.language]
        if isinstance(fact, tuple) and name == "items":
            names = icon_names(self._filled.game, self.language)
            return self._messages("judge.and").join(names[item] for item in fact)
        if isinstance(fact, tuple):
            return self._messages("judge.and").join(self._book.track(id_).title[self.language] for id_ in fact)
        if name == "other":
            return self.box_name(str(fact))
        return self._name(str(fact)) if name == "value" else fact

    def _name(self, id_: str) -> str:
        """Return the name of a box, rank, track or value by its id."""
        if id_ in self._book.boxes:
            return self.box_name(id_)
        if id_ in self._ranks:
            return self._ranks[id_][1].title[self.language]
        thing = self._book.tracks.get(id_) or self._book.values[id_]
        return thing.title[self.language] if thing.title else id_

    def box_name(self, id_: str) -> str:
        """Return the name of a box, which is also the name of its form field."""
        box = self._book.box(id_)
        track = self._book.track(box.track)
        return track.box_name(box, (box.title or track.title)[self.language], self._line(track), self._messages)

    def _line(self, track: Track) -> int:
        """Return how many boxes of a track are printed in a line; 0 if the track has one line."""
        game = self._filled.game
        layouts = [layout.lines for layout in game.layouts.values()]
        line = track.columns or next((lines[track.id] for lines in layouts if track.id in lines), 0)
        return line if line < len(track.boxes) else 0


def _names(fact: object) -> tuple[str, ...]:
    """Return the ids of a fact that lists tracks; none for other facts."""
    return fact if isinstance(fact, tuple) else ()
