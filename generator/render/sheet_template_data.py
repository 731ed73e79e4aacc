"""A scoresheet as templates see it: every area, track and box with its words and its place on the face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.base.errors import suggestion
from generator.base.geometry import Size
from generator.base.messages import Messages
from generator.base.units import to_mm
from generator.model.formula import StepTable
from generator.model.sheet import Area, Box, Need, Price, Sheet, Track
from generator.model.sheet_layout import Cells, Layout
from generator.model.text import Text
from generator.render.stacked_layout import has_own_title, stack_sheet
from generator.render.templates.budget import TemplateError
from generator.render.templates.views import TemplateView, TemplateViews

PLAIN: Mapping[str, str] = {
    "sheet.box": "{track}, {n} / {m}",
    "sheet.row_box": "{track}, {row}: {n} / {m}",
    "sheet.section_box": "{track}, {row}: {n} / {m}",
}
"""What boxes are called where nobody has words for it."""


_INSET = 0.16
"""How much of a box's width is free at each side of a title within it: a number's box has slanting sides."""


class SpotsView(TemplateView):
    """The spots of a sheet; one that is missing is a matter of its layout, and said to be."""

    __slots__ = ("_laid", "_sheet")

    def __init__(self, sheet: Sheet, values: Mapping[str, object], *, laid: bool) -> None:
        super().__init__("sheet.spot", values)
        self._sheet, self._laid = sheet.id, laid

    def make(self, name: str) -> object:
        """Raises Refused: every spot there is, is ready."""
        file = f"'sheets/{self._sheet}.layout.toml'"
        if not self._laid:
            what = f"sheet {self._sheet!r} has no layout and so no spot called {name!r}; write {file}"
            raise TemplateError(f"{what}, or leave 'front' out of game.toml for the plain drawing")
        near = suggestion(name, self.names()) if self.made else ""
        raise TemplateError(
            f"sheet {self._sheet!r} has no spot called {name!r}{near}; give it a place under [spots] in {file}"
        )


class SheetTemplateData:
    """One sheet being made ready for a template, in one language and on a face of one size (points)."""

    def __init__(self, sheet: Sheet, layout: Layout | None, size: Size, views: TemplateViews, words: Messages) -> None:
        self.sheet, self.views, self.words = sheet, views, words
        self.size = Size(to_mm(size.width), to_mm(size.height))
        self.layout, self.laid = layout or stack_sheet(sheet, self.size), layout is not None
        self.cell = Size(self.size.width / self.layout.columns, self.size.height / self.layout.rows)

    def view(self) -> TemplateView:
        """The whole as `sheet`: words in the language of the face, lengths in millimetres."""
        sheet = self.sheet
        boxes = {box.id: self._box(box, track) for track in sheet.tracks for box in track.boxes}
        tracks = {track.id: self._track(track, boxes) for track in sheet.tracks}
        areas = {area.id: self._area(area, tracks) for area in sheet.areas}
        made = {
            "id": sheet.id,
            "title": self._words(sheet.title),
            "version": sheet.version,
            "years": sheet.years,
            "columns": tuple(
                TemplateView("a column", {"id": each.id, "title": self._words(each.title)}) for each in sheet.columns
            ),
            "cell": TemplateView("a cell", {"width": self.cell.width, "height": self.cell.height}),
            "areas": tuple(areas.values()),
            "area": TemplateView("sheet.area", areas),
            "track": TemplateView("sheet.track", tracks),
            "box": TemplateView("sheet.box", boxes),
            "value": TemplateView("sheet.value", self._values()),
            "spot": SpotsView(sheet, dict(self._spots()), laid=self.laid),
            "scores": tuple(self._score(score.value, score.title, minus=score.minus) for score in sheet.scores),
            "ranks": self._ranks(),
            "steps": TemplateView("sheet.steps", dict(self._steps())),
        }
        return TemplateView("sheet", made)

    def _area(self, area: Area, tracks: Mapping[str, TemplateView]) -> TemplateView:
        own = tuple(tracks[track.id] for track in area.tracks)
        places = [self.layout.boxes[box.id] for track in area.tracks for box in track.boxes]
        place = self.layout.areas.get(area.id) or bounding_cells(places)
        more = {"id": area.id, "title": self._words(area.title), "note": self._note(area.note), "tracks": own}
        return self._place("an area", place, more)

    def _track(self, track: Track, boxes: Mapping[str, TemplateView]) -> TemplateView:
        more = {
            "id": track.id,
            "title": self._words(track.title),
            "note": self._note(track.note),
            "order": track.order,
            "filled_by": track.filled_by,
            "boxes": tuple(boxes[box.id] for box in track.boxes),
        }
        return self._place("a track", bounding_cells(self.layout.boxes[box.id] for box in track.boxes), more)

    def _box(self, box: Box, track: Track) -> TemplateView:
        more = {
            "id": box.id,
            "kind": box.kind,
            "label": self._label(box, track),
            "title": self._words(box.title),
            "caption": self._caption(box, track),
            "track": track.id,
            "number": box.number,
            "section": box.section,
            "tags": box.tags,
            "costs": tuple(_price(price) for price in box.costs),
            "needs": tuple(map(_need, box.needs)),
            "when": tuple(map(_need, box.when)),
            "gains": box.gains,
            "one_of": box.one_of,
            "yearly": box.yearly,
            "yearly_one_of": box.yearly_one_of,
            "outcomes": TemplateView("outcomes", dict(box.outcomes)),
            "start": box.start,
            "least": box.least,
            "most": box.most,
            "options": tuple(
                TemplateView("an option", {"id": each.id, "title": self._words(each.title)}) for each in box.options
            ),
        }
        return self._place("a box", self.layout.boxes[box.id], more)

    def _caption(self, box: Box, track: Track) -> object:
        """Where the plain drawing prints a box's title: in its spot, or in the upper part of the box; "" for none."""
        if not has_own_title(box, track) or len(track.boxes) == len(self.sheet.columns):
            return ""
        x, y, width, height = self.layout.boxes[box.id]
        inside = x + width * _INSET, y + height * 0.05, width * (1 - 2 * _INSET), height * 0.4
        return self._place("a place", self.layout.spots.get(box.id, inside))

    def _label(self, box: Box, track: Track) -> str:
        """What a box is called in a form, plain text: its own name, or its track's and where it stands in it."""
        title = (box.title or track.title)[self.views.language]
        if box.title or len(track.boxes) == 1:
            return title
        if box.section:
            section, n, m = track.in_section(box)
            return self._say("sheet.section_box", track=title, row=section, n=n, m=m)
        line, at = self._line(track), box.number - 1
        if not line:
            return self._say("sheet.box", track=title, n=box.number, m=len(track.boxes))
        in_line = min(line, len(track.boxes) - at // line * line)
        return self._say("sheet.row_box", track=title, row=at // line + 1, n=at % line + 1, m=in_line)

    def _line(self, track: Track) -> int:
        """How many boxes of a track stand in a line; 0 where it has but one line."""
        line = track.columns or self.layout.lines.get(track.id, 0)
        return line if line < len(track.boxes) else 0

    def _say(self, key: str, **names: object) -> str:
        words = self.words if key in self.words.by_key else Messages(PLAIN)
        return words(key, **names)

    def _values(self) -> dict[str, TemplateView]:
        titles = {score.value: score.title for score in self.sheet.scores}
        titles |= {track.id: track.title for track in self.sheet.tracks}
        titles |= {value.id: value.title for value in self.sheet.values if value.title}
        rows = {value.id: value.row for value in self.sheet.values if value.row}
        made = {}
        for id_, place in self.layout.values.items():
            title = titles.get(id_)
            label = title[self.views.language] if title else id_
            more = {"id": id_, "title": self._words(title), "label": label, "row": self._words(rows.get(id_, title))}
            made[id_] = self._place("a value", place, more)
        return made

    def _spots(self) -> Iterator[tuple[str, TemplateView]]:
        return ((id_, self._place("a spot", place)) for id_, place in self.layout.spots.items())

    def _score(self, value: str, title: Text, *, minus: bool) -> TemplateView:
        return TemplateView("a score", {"value": value, "title": self._words(title), "minus": minus})

    def _steps(self) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
        """The tables of the values that are read off one: from how many on, what they are."""
        return ((value.id, value.formula.table) for value in self.sheet.values if isinstance(value.formula, StepTable))

    def _ranks(self) -> tuple[TemplateView, ...]:
        rows = self.sheet.ranks.rows if self.sheet.ranks else ()
        places = self._rank_places(len(rows))
        return tuple(
            TemplateView("a rank", {"least": row.least, "title": self._words(row.title), "place": place})
            for row, place in zip(rows, places, strict=True)
        )

    def _rank_places(self, count: int) -> list[object]:
        """Where the plain drawing prints each rank: its own spot, or its part of the spot `ranks`; "" for none."""
        spots, whole = self.layout.spots, self.layout.spots.get("ranks")
        if not whole:
            own = [spots.get(f"rank_{n + 1}") for n in range(count)]
            return [self._place("a place", each) if each else "" for each in own]
        x, y, width, height = whole
        wide = width / max(count, 1)
        return [self._place("a place", (x + wide * n, y, wide, height)) for n in range(count)]

    def _words(self, text: Text | None) -> object:
        return self.views.value(text) if text else ""

    def _note(self, text: Text | None) -> object:
        return self.views.value(text, live=True) if text else ""

    def _place(self, what: str, place: Cells, more: Mapping[str, object] | None = None) -> TemplateView:
        x, y, width, height = place
        wide, high = self.cell.width, self.cell.height
        lengths = {"x": x * wide, "y": y * high, "width": width * wide, "height": height * high}
        return TemplateView(what, {**lengths, **(more or {})})


def _price(price: Price) -> tuple[tuple[str, int], ...]:
    return price.items


def _need(need: Need) -> TemplateView:
    return TemplateView("a need", {"value": need.value, "least": need.least})


def bounding_cells(places: Iterable[Cells]) -> Cells:
    """The smallest rectangle around some others."""
    them: Sequence[Cells] = tuple(places)
    left, top = min(place[0] for place in them), min(place[1] for place in them)
    right, bottom = max(place[0] + place[2] for place in them), max(place[1] + place[3] for place in them)
    return left, top, right - left, bottom - top
