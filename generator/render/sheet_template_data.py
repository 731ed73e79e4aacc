"""A scoresheet as templates see it: every area, track and box with its text and its place on the face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.base.errors import suggestion
from generator.base.geometry import Size
from generator.base.messages import Messages
from generator.base.units import to_mm
from generator.model.formula import StepTable
from generator.model.sheet import Area, Box, Need, Sheet, Track
from generator.model.sheet_layout import Cells, Layout
from generator.model.text import Text
from generator.render.stacked_layout import has_own_title, stack_sheet
from generator.render.templates.budget import TemplateError
from generator.render.templates.views import TemplateView, TemplateViews

PLAIN_LABELS: Mapping[str, str] = {
    "sheet.box": "{track}, {n} / {m}",
    "sheet.row_box": "{track}, {row}: {n} / {m}",
    "sheet.section_box": "{track}, {row}: {n} / {m}",
}
"""Labels of boxes for a language without messages of its own."""

_BOX_FIELDS = ("id", "kind", "number", "section", "tags", "start", "least", "most")  # templates get them as they are
_BOX_GAINS = ("gains", "one_of", "yearly", "yearly_one_of")
_INSET = 0.16
"""Free at each side of a title inside a box, as a share of its width: the boxes of numbers have slanting sides."""


class SpotsView(TemplateView):
    """The spots of a sheet; asking for one that does not exist is a fault of its layout file."""

    __slots__ = ("_has_layout", "_sheet")

    def __init__(self, sheet: Sheet, values: Mapping[str, object], *, has_layout: bool) -> None:
        """Take the sheet and its spots by name; `has_layout` is False for a sheet laid out automatically."""
        super().__init__("sheet.spot", values)
        self._sheet, self._has_layout = sheet.id, has_layout

    def compute(self, name: str) -> object:
        """Raise TemplateError for a spot that does not exist, with advice to give it a place."""
        file = f"'sheets/{self._sheet}.layout.toml'"
        if not self._has_layout:
            problem = f"sheet {self._sheet!r} has no layout and so no spot called {name!r}; write {file}"
            raise TemplateError(f"{problem}, or leave 'front' out of game.toml for the plain drawing")
        near = suggestion(name, self.names()) if self.values else ""
        raise TemplateError(
            f"sheet {self._sheet!r} has no spot called {name!r}{near}; give it a place under [spots] in {file}"
        )


class SheetTemplateData:
    """Prepares one sheet for a template, in the language of `views` and on a face of `size` points."""

    def __init__(
        self, sheet: Sheet, layout: Layout | None, size: Size, views: TemplateViews, messages: Messages
    ) -> None:
        """Take a sheet; `layout` is None for a sheet laid out automatically."""
        self.sheet, self.views, self.messages = sheet, views, messages
        self.size = Size(to_mm(size.width), to_mm(size.height))
        self.layout, self.has_layout = layout or _automatic(sheet, self.size), layout is not None
        self.cell = Size(self.size.width / self.layout.columns, self.size.height / self.layout.rows)

    def view(self) -> TemplateView:
        """Return the value of `sheet` in a template: text in the language of the face, lengths in millimetres."""
        sheet = self.sheet
        boxes = {box.id: self._box(box, track) for track in sheet.tracks for box in track.boxes}
        tracks = {track.id: self._track(track, boxes) for track in sheet.tracks}
        areas = {area.id: self._area(area, tracks) for area in sheet.areas}
        spots = {id_: self._place("a spot", place) for id_, place in self.layout.spots.items()}
        steps = {value.id: value.formula.table for value in sheet.values if isinstance(value.formula, StepTable)}
        values = {
            "id": sheet.id,
            "title": self._text(sheet.title),
            "version": sheet.version,
            "years": sheet.years,
            "blocks": sheet.blocks,
            "columns": tuple(self._titled("a column", column.title, id=column.id) for column in sheet.columns),
            "cell": TemplateView("a cell", {"width": self.cell.width, "height": self.cell.height}),
            "areas": tuple(areas.values()),
            "area": TemplateView("sheet.area", areas),
            "track": TemplateView("sheet.track", tracks),
            "box": TemplateView("sheet.box", boxes),
            "value": TemplateView("sheet.value", self._values()),
            "spot": SpotsView(sheet, spots, has_layout=self.has_layout),
            "scores": tuple(
                self._titled(
                    "a score", score.title, value=score.value, minus=score.minus, column=self._column(score.value)
                )
                for score in sheet.scores
            ),
            "ranks": self._ranks(),
            "steps": TemplateView("sheet.steps", steps),
        }
        return TemplateView("sheet", values)

    def _area(self, area: Area, tracks: Mapping[str, TemplateView]) -> TemplateView:
        """Return an area as templates see it, with its place, its words and its tracks."""
        area_tracks = tuple(tracks[track.id] for track in area.tracks)
        places = [self.layout.boxes[box.id] for track in area.tracks for box in track.boxes]
        place = self.layout.areas.get(area.id) or bounding_cells(places)
        more = {
            "id": area.id,
            "title": self._text(area.title),
            "note": self._text(area.note, rich=True),
            "tracks": area_tracks,
        }
        return self._place("an area", place, more)

    def _track(self, track: Track, boxes: Mapping[str, TemplateView]) -> TemplateView:
        """Return a track as templates see it, with its place, its words and its boxes."""
        words = {"title": self._text(track.title), "note": self._text(track.note, rich=True)}
        fields = {name: getattr(track, name) for name in ("id", "order", "filled_by")}
        more = {**words, **fields, "boxes": tuple(boxes[box.id] for box in track.boxes)}
        return self._place("a track", bounding_cells(self.layout.boxes[box.id] for box in track.boxes), more)

    def _box(self, box: Box, track: Track) -> TemplateView:
        """Return a box as templates see it, with its place, prices, needs and gains."""
        more = {
            **{name: getattr(box, name) for name in (*_BOX_FIELDS, *_BOX_GAINS)},
            "label": self._label(box, track),
            "title": self._text(box.title),
            "caption": self._caption(box, track),
            "track": track.id,
            "costs": tuple(price.items for price in box.costs),
            "needs": tuple(map(_need, box.needs)),
            "when": tuple(map(_need, box.when)),
            "outcomes": TemplateView("outcomes", dict(box.outcomes)),
            "options": tuple(self._titled("an option", option.title, id=option.id) for option in box.options),
        }
        return self._place("a box", self.layout.boxes[box.id], more)

    def _caption(self, box: Box, track: Track) -> object:
        """Return the place for a box's title in the plain drawing; empty for a box without a title of its own.

        It is the spot with the id of the box, else the upper part of the box.
        """
        # Boxes in columns are named by the heads of their columns.
        if not has_own_title(box, track) or len(track.boxes) == len(self.sheet.columns):
            return ""
        x, y, width, height = self.layout.boxes[box.id]
        inside = x + width * _INSET, y + height * 0.05, width * (1 - 2 * _INSET), height * 0.4
        return self._place("a place", self.layout.spots.get(box.id, inside))

    def _label(self, box: Box, track: Track) -> str:
        """Return the name of a box in a PDF form, which screen readers read out."""
        title = (box.title or track.title)[self.views.language]
        return track.box_name(box, title, self._line(track), self._message)

    def _line(self, track: Track) -> int:
        """Return how many boxes of a track are in a line; 0 for a track of one line."""
        line = track.columns or self.layout.lines.get(track.id, 0)
        return line if line < len(track.boxes) else 0

    def _message(self, key: str, **names: object) -> str:
        """Return a text of the program in the language of the face, or the plain label without one."""
        messages = self.messages if key in self.messages.by_key else Messages(PLAIN_LABELS)
        return messages(key, **names)

    def _values(self) -> dict[str, TemplateView]:
        """Return the values that have a place, by id, with their places and titles."""
        # Later titles win: the own title of a value before the title of its row of the score.
        titles = {score.value: score.title for score in self.sheet.scores}
        titles |= {track.id: track.title for track in self.sheet.tracks}
        titles |= {value.id: value.title for value in self.sheet.values if value.title}
        rows = {value.id: value.row for value in self.sheet.values if value.row}
        views = {}
        for id_, place in self.layout.values.items():
            title = titles.get(id_)
            label = title[self.views.language] if title else id_
            more = {"id": id_, "title": self._text(title), "label": label, "row": self._text(rows.get(id_, title))}
            views[id_] = self._place("a value", place, more)
        return views

    def _column(self, value: str) -> str:
        """Return the id of the column that a value belongs to; empty for a value of the whole sheet."""
        return next((column.id for column in self.sheet.columns if value.endswith(f"_{column.id}")), "")

    def _titled(self, description: str, title: Text, **values: object) -> TemplateView:
        """Return values with a title in the language of the face, as templates see them."""
        return TemplateView(description, {**values, "title": self._text(title)})

    def _ranks(self) -> tuple[TemplateView, ...]:
        """Return the ranks as templates see them, lowest first; none for a sheet without ranks."""
        rows = self.sheet.ranks.rows if self.sheet.ranks else ()
        places = zip(rows, self._rank_places(len(rows)), strict=True)
        return tuple(self._titled("a rank", row.title, least=row.least, place=place) for row, place in places)

    def _rank_places(self, count: int) -> list[object]:
        """Return the place for each rank in the plain drawing; empty for a rank without a spot.

        It is the rank's own spot, `rank_1`, else a part of the spot `ranks`.
        """
        spots, whole = self.layout.spots, self.layout.spots.get("ranks")
        if not whole:
            own_spots = [spots.get(f"rank_{n + 1}") for n in range(count)]
            return [self._place("a place", spot) if spot else "" for spot in own_spots]
        x, y, width, height = whole
        wide = width / max(count, 1)
        return [self._place("a place", (x + wide * n, y, wide, height)) for n in range(count)]

    def _text(self, text: Text | None, *, rich: bool = False) -> object:
        """Return a text in the language of the face; empty for None."""
        return self.views.value(text, rich=rich) if text else ""

    def _place(self, description: str, place: Cells, more: Mapping[str, object] | None = None) -> TemplateView:
        """Return a place in millimetres, with further values, as templates see it; `place` is in cells of the grid."""
        x, y, width, height = place
        wide, high = self.cell.width, self.cell.height
        lengths = {"x": x * wide, "y": y * high, "width": width * wide, "height": height * high}
        return TemplateView(description, {**lengths, **(more or {})})


def _automatic(sheet: Sheet, size: Size) -> Layout:
    """Return the layout for a sheet that has no layout file: stacked, or in blocks."""
    if not sheet.blocks:
        return stack_sheet(sheet, size)
    from generator.render.block_layout import block_sheet

    return block_sheet(sheet, size)


def _need(need: Need) -> TemplateView:
    """Return a need of a box as templates see it: a value and the least it must be."""
    return TemplateView("a need", {"value": need.value, "least": need.least})


def bounding_cells(places: Iterable[Cells]) -> Cells:
    """Return the smallest rectangle around all rectangles; there must be at least one."""
    lefts, tops, rights, bottoms = zip(*((x, y, x + width, y + height) for x, y, width, height in places), strict=True)
    return min(lefts), min(tops), max(rights) - min(lefts), max(bottoms) - min(tops)
