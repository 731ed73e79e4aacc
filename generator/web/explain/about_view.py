"""The view model of what a player asks about: a box, an area, a spot or an icon of the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.model.sheet import Area, Box
from generator.model.solo.short_rules import ShortRule
from generator.play.explain.box_explanation import BoxExplainer, BoxExplanation, Preview
from generator.play.explain.rule_terms import short_rules_of
from generator.play.live_session import LiveSession
from generator.play.rules.full_rules import FullRules
from generator.web.explain.sheet_pointers import OPENED, MarksLayer, SheetPointers
from generator.web.sessions.turn_view import ActionView
from generator.web.sheets.sheet_parts import AREA, ICON, SPOT
from generator.web.sheets.sheet_view import SheetDrawing, actions_by_box


class RuleView(NamedTuple):
    """A short rule."""

    title: str
    text: str
    address: str
    """Address of the rules' heading that says more; empty for none."""
    part: str = ""
    """End of the link to this rule."""


class WayView(NamedTuple):
    """An action that a tap on the box does, and what it brings."""

    action: ActionView
    preview: Preview


class AboutView(NamedTuple):
    """What is told about one part."""

    part: str
    title: str
    rule: RuleView | None = None
    box: BoxExplanation | None = None
    ways: tuple[WayView, ...] = ()
    rows: tuple[BoxExplanation, ...] = ()
    """Next boxes of the tracks, if the part is an area."""
    icons: tuple[RuleView, ...] = ()
    """Short rules of the icons that the part shows."""


class AboutFactory:
    """Tells about parts of the sheets in the current state of a session; call it in the thread of the sessions."""

    def __init__(self, session: LiveSession[Any], printed: Mapping[str, Sequence[str]]) -> None:
        """Take a session, and the icons that parts of its sheets show beside their boxes, as `icons_of_parts` does."""
        rules, state = session.rules, session.state
        assert isinstance(rules, FullRules)  # noqa: S101  only with sheets that the program keeps
        self._session, self._names, self._state = session, session.solo_text.names, session.visible
        self._printed = printed
        self._game, self._book = session.solo_text.book.game, session.solo_text.book.boxes.book
        self._rules = short_rules_of(session.solo_text.book)
        self._explainer = BoxExplainer(rules, session.solo_text, state)
        describe = session.solo_text.prompts.describe
        # While a card is to be turned up, nothing on the sheets can be done.
        actions = () if self._state.draw else self._state.legal
        views = [ActionView(action, *describe(self._state, action)) for action in actions]
        self._by_box = actions_by_box(session.solo_text.names, self._state.marks or {}, views, self._state.asks)

    def part(self, id_: str) -> AboutView | None:
        """Return the explanation of a part by the end of its link, such as `area-wall`; None for an unknown part."""
        if id_ in self._book.boxes:
            return self._box(id_)
        kind, _, name = id_.partition("-")
        if kind == AREA:
            area = next((area for area in self._book.areas if area.id == name), None)
            return self.area(area) if area else None
        if kind == SPOT:
            sheet, _, spot = name.partition("-")
            return self._spot(sheet, spot)
        return self._rule_only(id_, self._rules.icons.get(name)) if kind == ICON else None

    def area(self, area: Area) -> AboutView:
        """Return the explanation of an area: its short rule, and the next boxes of its tracks."""
        # Only the next boxes: a whole area would fill several screens.
        rows = tuple(self._explain(box) for track in area.tracks for box in _next_boxes(track.boxes, self._marks))
        part, rule = f"{AREA}-{area.id}", self._rules.areas.get(area.id)
        rule_view, icons = self._rule(part, rule) if rule else None, self._icons(part, area.boxes)
        return AboutView(part, self._names.text(area.title), rule_view, rows=rows, icons=icons)

    def every_part(self) -> tuple[AboutView, ...]:
        """Return the explanations of all areas with their next boxes, then of the other parts that show icons."""
        spots = (self._spot(*spot) for spot in self._rules.spots)
        return (*map(self.area, self._book.areas), *(view for view in spots if view and view.icons))

    def _spot(self, sheet: str, spot: str) -> AboutView | None:
        """Return the explanation of a spot, a named place beside the boxes of a sheet; None if it has no short rule."""
        part = f"{SPOT}-{sheet}-{spot}"
        about = self._rule_only(part, self._rules.spots.get((sheet, spot)))
        return about._replace(icons=self._icons(part)) if about else None

    @property
    def _marks(self) -> Mapping[str, int | str]:
        """Filled boxes and their marks, by box id."""
        return self._state.marks or {}

    def _box(self, id_: str) -> AboutView:
        """Return the explanation of a box: its area's rule, why it is open or closed, and the effects of filling it."""
        box, area = self._book.box(id_), self._book.area_of(id_)
        rule = self._rules.areas.get(area.id)
        actions = self._by_box.get(id_, ())
        return AboutView(
            part=id_,
            title=self._names.box(id_),
            rule=self._rule(f"{AREA}-{area.id}", rule, self._names.text(area.title)) if rule else None,
            box=self._explain(box),
            ways=tuple(WayView(view, self._explainer.preview(view.action)) for view in actions),
            icons=self._icons(id_, [box]),
        )

    def _explain(self, box: Box) -> BoxExplanation:
        """Return why a box can be filled now or not."""
        return self._explainer.box(box.id, is_open=box.id in self._by_box)

    def _rule_only(self, part: str, rule: ShortRule | None) -> AboutView | None:
        """Return an explanation that consists of a short rule alone; None without a rule."""
        if rule is None:
            return None
        rule_view = self._rule(part, rule)
        return AboutView(part, rule_view.title, rule_view)

    def _rule(self, part: str, rule: ShortRule, title: str = "") -> RuleView:
        """Return a short rule as the page shows it; the title is the rule's own, else `title`, else an icon's name."""
        kind, _, name = part.partition("-")
        named = self._names.text(rule.title) or title or (self._names.icon(name) if kind == ICON else "")
        address = f"/rules/{self._session.play.header.game}#{rule.rule}" if rule.rule else ""
        return RuleView(named, self._names.text(rule.text), address, part)

    def _icons(self, part: str, boxes: Iterable[Box] = ()) -> tuple[RuleView, ...]:
        """Return the short rules of the icons on a part and of its boxes' costs and gains, each once."""
        in_boxes = (icon for box in boxes for icon in _box_icons(box))
        all_icons = dict.fromkeys((*self._printed.get(part, ()), *in_boxes))
        explained = [icon for icon in all_icons if icon in self._rules.icons]
        return tuple(self._rule(f"{ICON}-{icon}", self._rules.icons[icon]) for icon in explained)


def icons_of_parts(drawings: Sequence[SheetDrawing]) -> dict[str, tuple[str, ...]]:
    """Return the icons that each part of the sheets shows beside its boxes, by the end of the part's link."""
    return {
        part_icons.part.id: tuple(part_icons.places)
        for drawing in drawings
        for part_icons in drawing.icons
        if part_icons.part
    }


def about_marks(about: AboutView, drawings: Sequence[SheetDrawing]) -> tuple[MarksLayer, ...]:
    """Return the marks to draw for a view: its box, boxes that it lacks, and boxes that it would fill or open."""
    preview = about.ways[0].preview if about.ways else Preview((), (), ())
    lacks = [id_ for lack in (about.box.lacks if about.box else ()) for id_, _ in lack.boxes]
    layers = []
    for drawing in drawings:
        marks = SheetPointers(drawing.svg.boxes)
        drawn = marks.dashes(preview.opened, OPENED) + marks.crosses(preview.filled)
        # One arrow is enough to find the place.
        drawn += marks.dashes(lacks) + marks.arrows(lacks[:1])
        drawn += marks.rings([about.box.id] if about.box else [row.id for row in about.rows if not row.lacks])
        layers.append(MarksLayer(drawing.id, drawing.svg.view_box, drawn))
    return tuple(layer for layer in layers if layer.markup)


def _next_boxes(boxes: Sequence[Box], marks: Mapping[str, int | str]) -> list[Box]:
    """Return the first unfilled box of a track; all unfilled boxes if they have titles of their own."""
    empty = [box for box in boxes if not marks.get(box.id)]
    return [box for box in empty if box.title] or empty[:1]


def _box_icons(box: Box) -> Iterator[str]:
    """Yield the ids of all icons in a box: costs, gains, yearly gains and outcomes."""
    yield from (item for price in box.costs for item, _ in price.items)
    yield from (*box.gains, *box.one_of, *box.yearly, *box.yearly_one_of)
    yield from (icon for _, icons in box.outcomes for icon in icons)
