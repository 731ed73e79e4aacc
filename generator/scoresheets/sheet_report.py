"""A filled sheet in words, in one of its game's languages."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.cache import Cache
from generator.base.errors import UsageError, suggestion
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.options import PLAIN_THEME
from generator.model.sheet import Box, Sheet, Track
from generator.model.text import Text
from generator.scoresheets.filled_sheet import FilledScoresheet
from generator.scoresheets.flaw import Flaw

_MARKED = {"mark", "mark2"}


@dataclass(frozen=True, slots=True)
class FlawText:
    """One flaw in words."""

    flaw: Flaw
    where: str
    """What its box is called, or the total."""
    what: str
    rule: str

    def document(self) -> dict[str, object]:
        """For `--json`."""
        about: dict[str, object] = {"boxes": self.flaw.boxes, "kind": self.flaw.rule}
        return about | {"where": self.where, "what": self.what, "rule": self.rule}


class SheetReport:
    """Finds the words for what stands on a sheet."""

    def __init__(self, filled: FilledScoresheet, language: str | None = None) -> None:
        """Raises UsageError for a language that the game does not have."""
        self._filled, self._book = filled, filled.book
        self.language = language or filled.language
        game = filled.game
        if self.language not in game.languages:
            raise UsageError(f"{game.id} has no language {self.language!r}{suggestion(self.language, game.languages)}")
        self._say: Messages = FaceRenderer(game, game.id, PLAIN_THEME, Cache(None), "").labels.messages(self.language)

    def flaws(self) -> list[FlawText]:
        """Every flaw in words."""
        return [self._told(flaw) for flaw in self._filled.flaws]

    def sheets(self) -> str:
        """The game and its sheets."""
        titles = [each.title[self.language] for each in self._sheets()]
        return f"{self._filled.game.title[self.language]}: {', '.join(titles)}"

    def marks(self) -> Iterator[tuple[str, str]]:
        """Each track with something in it, and what; what is printed as marked counts too.

        Boxes with names of their own that are written in have a line each: a player's number, the path of a year.
        """
        for sheet in self._sheets():
            for track in sheet.tracks:
                marked = [box for box in track.boxes if self._filled.state[box.id]]
                if len(track.boxes) > 1 and all(box.title and box.kind not in _MARKED for box in track.boxes):
                    yield from ((self.called(box.id), self._held(box)) for box in marked)
                elif marked:
                    yield track.title[self.language], ", ".join(self._parts(track))

    def scores(self) -> Iterator[tuple[str, int, bool]]:
        """The rows of the score column: words, points, and whether they are taken away."""
        for sheet in self._sheets():
            for score in sheet.scores:
                yield score.title[self.language], self._book.value(score.value, self._filled.state), score.minus

    def rank(self) -> str | None:
        """What the total is called; None where the game has no ranks."""
        for ranks in [sheet.ranks for sheet in self._sheets() if sheet.ranks]:
            return ranks.rank(self._book.value(ranks.of, self._filled.state)).title[self.language]
        return None

    def document(self) -> dict[str, object]:
        """For `--json`."""
        filled = self._filled
        return {
            "game": filled.game.id,
            "sheets": {sheet.id: sheet.version for sheet in self._sheets()},
            "language": self.language,
            "marks": {id_: held for id_, held in filled.state.items() if held},
            "values": filled.values,
            "printed": filled.printed,
            "scores": [
                {"title": title, "points": points, "minus": minus} for title, points, minus in self.scores()
            ],
            "rank": self.rank(),
            "flaws": [each.document() for each in self.flaws()],
        }  # fmt: skip

    def _sheets(self) -> list[Sheet]:
        return [sheet for sheet in self._book.sheets if sheet.id in self._filled.sheets]

    def _parts(self, track: Track) -> Iterator[str]:
        """What stands in a track: how far it is, then years, numbers and answers as they are written."""
        state = self._filled.state
        kinds = {box.kind for box in track.boxes}
        if not kinds & {"choice", "text"}:
            yield self._say("judge.progress", n=self._book.level(track.id, state), m=len(track.boxes))
        if all(box.title for box in track.boxes):
            yield from (self.called(box.id) for box in track.boxes if len(track.boxes) > 1 and state[box.id])
        if "mark2" in kinds and (filled := sum(state[box.id] == 2 for box in track.boxes)):
            yield self._say("judge.inked", n=filled)
        written = [self._held(box) for box in track.boxes if box.kind not in _MARKED and state[box.id]]
        if written:
            yield " ".join(written) if kinds <= {"year", "number"} else ", ".join(written)

    def _held(self, box: Box) -> str:
        held = self._filled.state[box.id]
        return next((each.title[self.language] for each in box.options if each.id == held), str(held))

    def _told(self, flaw: Flaw) -> FlawText:
        facts = {name: self._fact(name, fact) for name, fact in flaw.facts.items()}
        where = [self._named(id_) for id_ in flaw.boxes] or [str(facts.get("value", facts.get("title", "")))]
        what = self._say(f"judge.{flaw.rule}.what", **facts)
        rule = self._range(flaw) if flaw.rule == "range" else self._say(f"judge.{flaw.rule}.rule", **facts)
        return FlawText(flaw, self._say("judge.and").join(where), what, rule)

    def _range(self, flaw: Flaw) -> str:
        """What the box of a flaw takes."""
        box = self._book.box(flaw.boxes[0])
        if box.kind == "choice":
            answers = ", ".join(each.title[self.language] for each in box.options)
            return self._say("judge.answer.rule", answers=answers)
        if box.kind == "text":
            return self._say("judge.words.rule", most=box.most)
        low, high = (box.least, box.most) if box.kind in {"year", "number"} else (0, box.states)
        return self._say("judge.range.rule" if high > 1 else "judge.mark.rule", least=low, most=high)

    def _fact(self, name: str, fact: object) -> object:
        """A fact as it is said: ids of boxes, values and tracks by their names."""
        if isinstance(fact, Text):
            return fact[self.language]
        if isinstance(fact, tuple):
            return self._say("judge.and").join(self._book.track(id_).title[self.language] for id_ in fact)
        if name == "other":
            return self.called(str(fact))
        return self._named(str(fact)) if name == "value" else fact

    def _named(self, id_: str) -> str:
        """What a value, a track or a box is called."""
        if id_ in self._book.boxes:
            return self.called(id_)
        thing = self._book.tracks.get(id_) or self._book.values[id_]
        return thing.title[self.language] if thing.title else id_

    def called(self, id_: str) -> str:
        """What a box is called, as its field in the form is."""
        box = self._book.box(id_)
        track = self._book.track(box.track)
        title = (box.title or track.title)[self.language]
        if box.title or len(track.boxes) == 1:
            return title
        if box.section:
            section, n, m = track.in_section(box)
            return self._say("sheet.section_box", track=title, row=section, n=n, m=m)
        at, line = box.number - 1, self._line(track)
        if not line:
            return self._say("sheet.box", track=title, n=box.number, m=len(track.boxes))
        m = min(line, len(track.boxes) - at // line * line)
        return self._say("sheet.row_box", track=title, row=at // line + 1, n=at % line + 1, m=m)

    def _line(self, track: Track) -> int:
        """How many boxes of a track stand in a line on paper; 0 where it has but one line."""
        layouts = [layout.lines for layout in self._filled.game.layouts.values()]
        line = track.columns or next((lines[track.id] for lines in layouts if track.id in lines), 0)
        return line if line < len(track.boxes) else 0
