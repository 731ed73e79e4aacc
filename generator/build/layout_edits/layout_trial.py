"""Changes the layout of a face in memory first: only a change that does exactly what was asked is handed on.

An edit of a template may reach further than it seems to: one argument may place two shapes, and a macro may be called
twice. Each candidate is therefore rendered, and all elements are compared with those before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from jinja2.exceptions import TemplateSyntaxError

from generator.base.errors import Fault, Faults
from generator.base.geometry import Matrix, Rect, Size
from generator.base.hashing import digest
from generator.base.units import decimal
from generator.build.faces.face_jobs import FaceJob
from generator.build.layout_edits.drawn_elements import FaceElement, Geometry, Slot, drawn_elements, is_changed, shifted
from generator.build.layout_edits.template_source import DrawingSource, SourceRange, Tag, TemplateSource
from generator.build.layout_edits.value_edits import Change, TemplateSplice, ValueEdits, changed_attribute, style_value
from generator.model.face import Face, UnfinishedFaceError
from generator.model.game import Nudge
from generator.render.template_renderer import TemplateRenderer
from generator.render.templates.lookups import is_drawing
from generator.render.templates.source_lines import MOST_MARKS, SourceMarks
from generator.typeset.svg.coordinate_systems import transform

CLOSE = 0.004
"""Millimetres by which a place may differ from the one asked for: numbers are written with four decimals."""

_OURS = re.compile(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)(?: scale\(([\d.]+) ([\d.]+)\))?">\Z')
"""Group that an earlier edit put around what follows."""
_MOVED = re.compile(r"\s*translate\(([-\d.]+)[ ,]+([-\d.]+)\)(?: scale\(([\d.]+) ([\d.]+)\))?\s*")
"""Movement that a drawing program or an earlier edit gave to an element."""


class GroupTransform(NamedTuple):
    """Where a group puts its content: moved by a distance, and scaled before."""

    x: float
    y: float
    across: float = 1.0
    down: float = 1.0

    def after(self, other: GroupTransform) -> GroupTransform:
        """Return the placement by another one first, and then by this one."""
        x, y = self.across * other.x + self.x, self.down * other.y + self.y
        return GroupTransform(x, y, self.across * other.across, self.down * other.down)

    def __str__(self) -> str:
        """Return the tag that opens the group."""
        return f'<g transform="{self.steps}">'

    @property
    def steps(self) -> str:
        """The transform as an attribute has it."""
        scale = "" if self.across == self.down == 1 else f" scale({_share(self.across)} {_share(self.down)})"
        return f"translate({decimal(self.x)} {decimal(self.y)}){scale}"


Files = dict[str, bytes]
"""Content of files by their paths as shown."""


class BoxKey(NamedTuple):
    """Names what is moved as one: the places in the game's own templates that drew it."""

    places: tuple[tuple[str, int], ...]


class RowPlace(NamedTuple):
    """Two cells of a row that place something on a face."""

    source: str
    """File and line, as faults name them."""
    id: str
    columns: tuple[str, str]
    point: tuple[float, float]
    """Numbers in the two cells."""
    members: tuple[int, ...] = ()
    """Numbers of the elements that move with the cells."""


class TrialVerdict(NamedTuple):
    """The outcome of an edit that was tried in memory."""

    files: Files
    """New content of the changed files; empty if nothing may be saved."""
    affected: tuple[int, ...] = ()
    """Numbers of other elements that would change too, among those before the edit."""
    faults: tuple[Fault, ...] = ()
    """Faults that the face would have and does not have now."""

    @property
    def is_exact(self) -> bool:
        """Whether the edit changes exactly the elements that it is for, and causes no fault."""
        return bool(self.files) and not self.affected and not self.faults


REFUSED = TrialVerdict({})


class TrialMarks:
    """Marked templates of a game, kept from one trial to the next: to compile all of them takes a tenth of a second."""

    def __init__(self) -> None:
        """Begin without any marked template."""
        self._marks = SourceMarks()

    def renderer(self, renderer: TemplateRenderer, files: Mapping[str, bytes]) -> TemplateRenderer:
        """Return a renderer with changed files that compiles again only those templates."""
        # Started anew, since marks of old states of files are never used again.
        if len(self._marks.marks) > MOST_MARKS:
            self._marks = SourceMarks()
        return renderer.with_changes(files, {}, self._marks)


class TrialRenderer(NamedTuple):
    """A renderer with changed files, and the files that it has read, with their content."""

    templates: TemplateRenderer
    read: Files


class LayoutTrial:
    """One face of a game, with its elements and where they were written."""

    def __init__(
        self,
        renderer: TemplateRenderer,
        job: FaceJob,
        is_own: Callable[[str], bool],
        typeset: Callable[[FaceJob, str], Face],
        *,
        prefix: str = "",
    ) -> None:
        """Render the face of a job with the places of its elements. Raises Faults if it cannot be rendered.

        `is_own` tells by the path whether a file may be changed. `prefix` is the beginning of these paths, which is not
        shown, as it may be a path of the disk.
        """
        self.prefix = prefix
        self._base, self.job, self._typeset = renderer, job, typeset
        self._contents: Files = {}
        self._sources: dict[str, TemplateSource | None] = {}
        self._renderer = renderer.with_changes({}, self._contents)
        self.is_own = is_own
        self.path = ""
        self.rows: tuple[RowPlace, ...] = ()
        """Rows whose cells place elements, where they are looked for."""
        self.svg, self.elements = self._render(self._renderer)
        self.keys = [self.key(element) for element in self.elements]
        self.edits = ValueEdits(self.template_source, is_own)
        self.face, self._faults = self._typeset_face(self.svg)

    def template_source(self, path: str) -> TemplateSource | None:
        """Return the template at a path with its tokens; None for a file that cannot be read."""
        if path not in self._sources:
            content = self._contents.get(path)
            environment = self._renderer.environment
            self._sources[path] = None
            if content is not None:
                is_drawn = is_drawing(path, content)
                source = DrawingSource(path, content) if is_drawn else TemplateSource(environment, path, content)
                self._sources[path] = source
        return self._sources[path]

    @property
    def own_files(self) -> Files:
        """Files of the game that the face was rendered from, with their content."""
        return {path: content for path, content in self._contents.items() if self.is_own(path)}

    @property
    def state(self) -> str:
        """Digest of the game's files and rows that place the face's elements, to notice that one was changed."""
        return digest(repr((sorted(self.own_files.items()), self.rows)))[:32]

    def key(self, element: FaceElement) -> BoxKey:
        """Return the key of an element: all places in the game's own templates that drew it, outermost first."""
        marks = (*element.source.frames, element.source.tag)
        places = [(mark.place.path, mark.start) for mark in marks if mark and self.is_own(mark.place.path)]
        return BoxKey(tuple(places))

    def _render(self, renderer: TemplateRenderer) -> tuple[str, list[FaceElement]]:
        """Return the SVG of the face, and its elements. Raises Faults."""
        job = self.job
        size: Size | None = job.trim if job.paper else None
        lines = renderer.source_lines(job.component, job.piece, job.side, job.language, size)
        if lines is None:
            svg = renderer.svg(job.component, job.piece, job.side, job.language, size)  # raises the faults
            return svg, []
        self.path = self.path or lines.path
        return lines.svg, drawn_elements(lines)

    def _typeset_face(self, svg: str) -> tuple[Face | UnfinishedFaceError | None, tuple[Fault, ...]]:
        """Return the face, and its faults but for texts that do not fit: those are marked on it."""
        try:
            return self._typeset(self.job, svg), ()
        except UnfinishedFaceError as error:
            return error, () if error.is_whole else tuple(error.faults)
        except Faults as error:
            return None, tuple(error.faults)

    def contents(self, change: Sequence[TemplateSplice]) -> Files:
        """Return the new content of the files that a change of templates touches.

        Raises ValueError if its parts overlap.
        """
        files: Files = {}
        for path in dict.fromkeys(splice.path for splice in change):
            source = self.template_source(path)
            if source is None:
                raise ValueError
            files[path] = source.spliced([(splice.span, splice.text) for splice in change if splice.path == path])
        return files

    def after(self, files: Mapping[str, bytes]) -> tuple[str, list[FaceElement]]:
        """Return the SVG and the elements that the face has with changed files. Raises Faults."""
        return self._render(self._base.with_changes(files, {}))

    def renderer_with(self, files: Mapping[str, bytes]) -> TrialRenderer:
        """Return a renderer of the game with changed files."""
        read: Files = {}
        return TrialRenderer(self._base.with_changes(files, read), read)

    def elements_on(self, job: FaceJob, files: Mapping[str, bytes]) -> list[FaceElement] | None:
        """Return the elements of another face with changed files; None where it cannot be rendered."""
        return self.elements_by(self.renderer_with(files), job)

    def elements_by(self, renderer: TrialRenderer, job: FaceJob) -> list[FaceElement] | None:
        """Return the elements of another face as a renderer draws it; None where it cannot be rendered."""
        size: Size | None = job.trim if job.paper else None
        lines = renderer.templates.source_lines(job.component, job.piece, job.side, job.language, size)
        return drawn_elements(lines) if lines else None

    def try_change(
        self, change: Change, is_done: Callable[[Sequence[FaceElement]], bool], box: frozenset[int]
    ) -> TrialVerdict | None:
        """Try a change; None where it misses its goal or cannot be rendered.

        `box` are the elements that may change, and `is_done` tells from all elements whether the edit was made.
        """
        try:
            files = self.contents(change)
            svg, elements = self.after(files)
        except (ValueError, Faults, TemplateSyntaxError):
            return None
        # Elements are compared by their numbers, so none may come or go.
        if len(elements) != len(self.elements) or not is_done(elements):
            return None
        pairs = enumerate(zip(self.elements, elements, strict=True))
        affected = tuple(index for index, (old, new) in pairs if index not in box and is_changed(old, new))
        return TrialVerdict(files, affected, self.new_faults(svg))

    def new_faults(self, svg: str) -> tuple[Fault, ...]:
        """Return the faults of a changed face that it does not have without the change."""
        return self._without_old(self._typeset_face(svg)[1])

    def faults_since(self, after: LayoutTrial) -> tuple[Fault, ...]:
        """Return the faults of a changed face, typeset as another trial, that this one does not have."""
        return self._without_old(after._faults)

    def _without_old(self, faults: Sequence[Fault]) -> tuple[Fault, ...]:
        """Return some faults without those that the face has before a change."""
        before = {fault.what for fault in self._faults}
        return tuple(fault for fault in faults if fault.what not in before)

    def box(self, index: int) -> frozenset[int]:
        """Return the numbers of the elements that move together with one.

        They are parts of the same call of a macro, or turns of the same loop.
        """
        key = self.keys[index]
        return frozenset(number for number, other in enumerate(self.keys) if other == key)

    def is_frame(self, index: int) -> bool:
        """Return whether a template of the program draws an element around the content of its call."""
        places = self.keys[index].places
        source = self.template_source(places[-1][0]) if places else None
        if source is None or not source.text.startswith("{%", places[-1][1]):
            return False
        # Other elements stand in the block of the call.
        return any(key.places[: len(places)] == places and len(key.places) > len(places) for key in self.keys)

    def reshape(
        self, index: int, dx: float, dy: float, dw: float = 0.0, dh: float = 0.0, *, alone: bool = False
    ) -> TrialVerdict:
        """Try to move and resize an element by millimetres of the face; return the outcome.

        `alone` puts a group around the element in any case, instead of changing its numbers.
        """
        element = self.elements[index]
        goals = None if alone or self._needs_transform(index) else _goals(element, dx, dy, dw, dh)
        verdict = self._numbered(index, goals, dx, dy) if goals is not None else None
        if verdict and (dw or dh) and not self._is_resized(index, verdict, dw, dh):
            verdict = None
        if (dw or dh) and element.name == "use" and element.rect and not (verdict and verdict.is_exact):
            # An icon with one number for its size keeps its proportions, as a stretched one would be no icon.
            side = _larger(dw, dh)
            goals = _goals(element, dx, dy, side, side * element.rect.height / element.rect.width)
            again = self._numbered(index, goals, dx, dy) if goals else None
            return again or verdict or REFUSED
        # A scaled group widens lines too: numbers that also change others are asked about first.
        if verdict is None or not (verdict.is_exact or dw or dh):
            wrapped = self._placed(index, dx, dy, dw, dh)
            verdict = wrapped if wrapped and (wrapped.is_exact or verdict is None) else verdict
        if not (dw or dh or (verdict and verdict.is_exact)):
            verdict = self._moved_by_argument(index, dx, dy) or verdict
        return verdict or REFUSED

    def _moved_by_argument(self, index: int, dx: float, dy: float) -> TrialVerdict | None:
        """Return the exact verdict of a new argument that moves an element at one call of its macro; None if none is.

        The other calls of the macro draw it where it was.
        """
        element, box = self.elements[index], self.box(index)
        places = self.keys[index].places
        span = self.range_of(*places[-1]) if places else None
        for step in dict.fromkeys([_local(self._around(index), dx, dy), (dx, dy)]):
            change = self.edits.moving_argument(element, span, step) if span else ()
            verdict = self.try_change(change, _moved(index, element, dx, dy), box) if change else None
            if verdict and verdict.is_exact:
                return verdict
        return None

    def _tag(self, index: int) -> tuple[TemplateSource, Tag] | None:
        """Return the drawing and the tag that an element was drawn by; None for one of another template."""
        places = self.keys[index].places
        source = self.template_source(places[-1][0]) if places else None
        tag = source.tag(places[-1][1]) if source and source.is_drawing else None
        return (source, tag) if source and tag else None

    def _needs_transform(self, index: int) -> bool:
        """Return whether numbers of an element of a drawing do not move all of it.

        A gradient or a clip stays where it is, and so do parts of a text.
        """
        located = self._tag(index)
        if located is None:
            return False
        source, tag = located
        return "url(" in source.text[slice(*tag.span)] or tag.name not in _SIZED

    def _is_resized(self, index: int, verdict: TrialVerdict, dw: float, dh: float) -> bool:
        """Return whether an element's box has grown by millimetres of the face; by any where it has one size."""
        before, after = self.elements[index], self.after(verdict.files)[1][index]
        if before.name in {"circle", "use"} or not before.box or not after.box:
            return True
        grown = after.box.width - before.box.width, after.box.height - before.box.height
        return abs(grown[0] - dw) < CLOSE * 3 and abs(grown[1] - dh) < CLOSE * 3

    def _numbered(self, index: int, goals: Geometry, dx: float, dy: float) -> TrialVerdict | None:
        """Return the verdict of changing the numbers of an element, or the arguments that a shape is made of."""
        element, box = self.elements[index], self.box(index)
        is_done = _reached(index, goals) if goals else _moved(index, element, dx, dy)
        options = self._changes_for(element, goals, dx, dy)
        return self._best(options, is_done, box, index, goals)

    def _placed(self, index: int, dx: float, dy: float, dw: float, dh: float) -> TrialVerdict | None:
        """Return the verdict of a group that moves and resizes an element; None if none does, or for a resized text."""
        element, box = self.elements[index], self.box(index)
        if not dw and not dh:
            placements = [GroupTransform(dx, dy), GroupTransform(*_local(element.matrix, dx, dy))]
            placements.append(GroupTransform(*_local(self._around(index), dx, dy)))
            return self._wrapped(index, placements, _moved(index, element, dx, dy), box)
        # Letters have their size from the template alone.
        if element.name == "text" or not element.box or not element.rect:
            return None
        goal = _grown(element.box, dx, dy, dw, dh)
        if goal == element.box:
            return None
        wider, higher = goal.width - element.box.width, goal.height - element.box.height
        local = _grown(element.rect, *_local_steps(element, dx, dy, wider, higher))
        around = self._around(index).inverse()
        outer = around.bounding_box(element.box), around.bounding_box(goal)
        pairs = [(element.box, goal), (element.rect, local), outer]
        placements = [transform for old, new in pairs if (transform := _transform_between(old, new))]
        return self._wrapped(index, placements, _fills(index, element, goal), box)

    def _around(self, index: int) -> Matrix:
        """Return the map to the face from the coordinates around an element, without its own transform."""
        element, located = self.elements[index], self._tag(index)
        written = element.attributes.get("transform", "")
        if located:
            # A shape that became a picture has its transform on a group.
            attribute = located[1].attribute("transform")
            written = located[0].text[slice(*attribute.value)] if attribute else ""
        with suppress(ValueError):
            return element.matrix @ transform(written).inverse()
        return element.matrix

    def _changes_for(self, element: FaceElement, goals: Geometry, dx: float, dy: float) -> list[list[Change]]:
        """Return for each number that must differ the changes that may give it its value."""
        if goals:
            now = element.geometry
            targets = [(slot, value) for slot, value in goals.items() if abs(value - now.get(slot, 0.0)) > 1e-6]
            return [self.edits.number_changes(element, slot, value) for slot, value in targets]
        moves = ((("x", "cx", "x1", "left"), dx), (("y", "cy", "y1", "top"), dy))
        return [self.edits.parameter_changes(element, names, delta) for names, delta in moves if delta]

    def _best(
        self,
        options: list[list[Change]],
        is_done: Callable[[Sequence[FaceElement]], bool],
        box: frozenset[int],
        index: int,
        goals: Geometry,
    ) -> TrialVerdict | None:
        """Return the first exact verdict of changes that are made together, else one that changes more."""
        if not options or not all(options):
            return None
        chosen = [changes[0] for changes in options]
        verdict = self.try_change(_joined(chosen), is_done, box)
        if verdict and verdict.is_exact:
            return verdict
        # Number by number: the wrong place of one would hide that another one is right.
        slots = [*goals] if goals else []
        moving = [slot for slot in slots if abs(goals[slot] - self.elements[index].geometry.get(slot, 0.0)) > 1e-6]
        for number, changes in enumerate(options):
            if len(changes) > 1:
                one = _one_slot(index, moving[number], goals) if moving else _any(index, self.elements)
                chosen[number] = self._first_exact(changes, one, box)
        again = self.try_change(_joined(chosen), is_done, box)
        again = again or (self._corrected(index, goals, _joined(chosen), box) if moving else None)
        return again if again and (again.is_exact or verdict is None) else verdict

    def _corrected(self, index: int, goals: Geometry, change: Change, box: frozenset[int]) -> TrialVerdict | None:
        """Return the verdict of a change with others that correct its side effects, such as the middle of an icon."""
        try:
            after = self.after(self.contents(change))[1]
        except (ValueError, Faults, TemplateSyntaxError):
            return None
        old, now = self.elements[index].geometry, after[index].geometry if index < len(after) else {}
        wrong = {
            slot: goals[slot] - now[slot] for slot in goals if slot in now and abs(goals[slot] - now[slot]) > CLOSE
        }
        options = [self.edits.number_changes(self.elements[index], slot, old[slot] + by) for slot, by in wrong.items()]
        if not options or not all(options):
            return None
        return self.try_change(_joined([change, *(changes[0] for changes in options)]), _reached(index, goals), box)

    def _first_exact(
        self, changes: Sequence[Change], is_done: Callable[[Sequence[FaceElement]], bool], box: frozenset[int]
    ) -> Change:
        """Return the first change that moves no other element, else the first of all."""
        verdicts = ((change, self.try_change(change, is_done, box)) for change in changes)
        exact = next((change for change, verdict in verdicts if verdict and not verdict.affected), None)
        return exact or changes[0]

    def _wrapped(
        self,
        index: int,
        placements: Sequence[GroupTransform],
        is_done: Callable[[Sequence[FaceElement]], bool],
        box: frozenset[int],
    ) -> TrialVerdict | None:
        """Return the verdict of putting a group with a transform around an element or the call that draws it.

        None if no place of it can be wrapped, or nothing moves as asked.
        """
        places = self.keys[index].places
        if not places:
            return None
        best = None
        # The innermost place first: a call around it may draw other elements too.
        for path, start in reversed(places):
            source = self.template_source(path)
            span = self.range_of(path, start)
            if source is None or span is None:
                continue
            # The innermost place may stand inside a turned or scaled group, or outside of it: both are tried.
            for placement in dict.fromkeys(placements):
                change = _transformed(source, start, placement) or _group_around(source, span, placement)
                verdict = self.try_change(change, is_done, box)
                if verdict and verdict.is_exact:
                    return verdict
                # A group around the whole face would be no face any more.
                best = best or (verdict if verdict and not verdict.faults else None)
        return best

    def range_of(self, path: str, start: int) -> SourceRange | None:
        """Return the range of an element, or of the tag of a call, that begins at a place of a template."""
        source = self.template_source(path)
        if source is None:
            return None
        if source.text.startswith("<", start):
            tag = source.tag(start)
            return source.element(tag) if tag else None
        return SourceRange(start, source.end_of(start)) if source.text.startswith("{{", start) else source.block(start)

    def restyle(self, index: int, name: str, value: str) -> TrialVerdict:
        """Try to give an element another attribute; an empty value removes it. Returns the outcome.

        Sizes of letters are written like `9pt`.
        """
        element = self.elements[index]
        new = _size_in_points(value)
        if new and self._tag(index):
            # A point of a drawing is no point of the face: its page may have any unit.
            value, new = f"{decimal(new / _POINTS / element.matrix.mean_scale)}px", 0.0
        now = _size_in_points(element.attributes.get(name, ""))
        changes = self.edits.size_changes(element, name, new, now) if now and new else []
        changes = changes or self.edits.attribute_changes(element, name, value)

        def is_done(after: Sequence[FaceElement]) -> bool:
            """Whether the element has the attribute."""
            return _has_value(after[index], name, value)

        verdict = self._first_verdict(changes, is_done, self.box(index))
        if verdict.is_exact:
            return verdict
        alone = self._first_verdict(self.edits.attribute_arguments(element, name, value), is_done, self.box(index))
        return alone if alone.is_exact else verdict

    def reprint(self, index: int, expression: str) -> TrialVerdict:
        """Try to make a text print another expression, such as `card.name`; return the outcome."""
        changes = self.edits.content_changes(self.elements[index], expression)
        look = self.elements[index].name
        return self._first_verdict(changes, lambda after: after[index].name == look, self.box(index))

    def _first_verdict(
        self, changes: Sequence[Change], is_done: Callable[[Sequence[FaceElement]], bool], box: frozenset[int]
    ) -> TrialVerdict:
        """Return the first exact verdict of some changes, else the first that reaches its goal, else REFUSED."""
        verdicts = [verdict for change in changes if (verdict := self.try_change(change, is_done, box))]
        return next((verdict for verdict in verdicts if verdict.is_exact), verdicts[0] if verdicts else REFUSED)


def _joined(changes: Sequence[Change]) -> Change:
    """Return several changes as one, each splice once."""
    return tuple(dict.fromkeys(splice for change in changes for splice in change))


def _local(matrix: Matrix, dx: float, dy: float) -> tuple[float, float]:
    """Return a distance on the face, in millimetres, as a distance in the coordinates of a matrix."""
    inverse = matrix.inverse()
    x, y = inverse.apply(matrix.e + dx, matrix.f + dy)
    return round(x, 4), round(y, 4)


def _goals(element: FaceElement, dx: float, dy: float, dw: float, dh: float) -> Geometry | None:
    """Return the numbers that an element has once it is moved and resized.

    Empty for a shape of many numbers; None if the element cannot be changed so.
    """
    now = element.geometry
    if element.name == "circle":
        dw = dh = _larger(dw, dh)
    x, y, width, height = _local_steps(element, dx, dy, dw, dh)
    slots = [*now]
    if (width or height) and element.name not in _SIZED and "pnp:rect" not in element.attributes:
        return None
    if not slots:
        return {} if not (dw or dh) else None
    steps = {
        "circle": (x + width / 2, y + width / 2, width / 2),
        "ellipse": (x + width / 2, y + height / 2, width / 2, height / 2),
        "line": _line_steps([*now.values()], x, y, width, height),
    }.get(element.name, (x, y, width, height))
    goals = {slot: now[slot] + step for slot, step in zip(slots, steps, strict=False)}
    return None if any(goals[slot] <= 0 for slot in slots if _is_side(slot, goals, now)) else goals


def _local_steps(element: FaceElement, dx: float, dy: float, dw: float, dh: float) -> Nudge:
    """Return how an element's rectangle changes in its own coordinates, where its box on the face changes by a step.

    An element that is turned by half a circle grows on the other side.
    """
    matrix, box, old = element.matrix, element.box, element.rect
    is_upright = max(abs(matrix.b), abs(matrix.c)) < CLOSE or max(abs(matrix.a), abs(matrix.d)) < CLOSE
    if not (dw or dh) or not box or not old or not is_upright:
        return *_local(matrix, dx, dy), *_local(matrix, dw, dh)
    new = matrix.inverse().bounding_box(Rect(box.x + dx, box.y + dy, box.width + dw, box.height + dh))
    steps = (new.x - old.x, new.y - old.y, new.width - old.width, new.height - old.height)
    x, y, width, height = (round(step, 4) for step in steps)
    return x, y, width, height


def _line_steps(ends: Sequence[float], x: float, y: float, width: float, height: float) -> tuple[float, ...]:
    """Return the changes of the four numbers of a line; either end may be the left or the upper one."""
    if len(ends) < 4:
        return ()
    across = (x, x + width) if ends[0] <= ends[2] else (x + width, x)
    down = (y, y + height) if ends[1] <= ends[3] else (y + height, y)
    return across[0], down[0], across[1], down[1]


def _larger(width: float, height: float) -> float:
    """Return the one of two changes that is larger, for a shape that has one size."""
    return width if abs(width) >= abs(height) else height


_SIZED = frozenset({"rect", "image", "use", "circle", "ellipse", "line"})
_SIDES = frozenset({"width", "height", "r", "rx", "ry"})


def _is_side(slot: Slot, goals: Geometry, now: Geometry) -> bool:
    """Whether a number that changes is a length, which must stay above 0."""
    is_side = slot.attribute in _SIDES or (slot.attribute == "pnp:rect" and slot.index > 1)
    return is_side and goals[slot] != now[slot]


def _reached(index: int, goals: Geometry) -> Callable[[Sequence[FaceElement]], bool]:
    """Return a check whether an element has all numbers that were asked for."""

    def is_done(after: Sequence[FaceElement]) -> bool:
        """Whether the element has all numbers that were asked for."""
        now = after[index].geometry
        return now.keys() == goals.keys() and all(abs(now[slot] - goals[slot]) < CLOSE for slot in goals)

    return is_done


def _one_slot(index: int, slot: Slot, goals: Geometry) -> Callable[[Sequence[FaceElement]], bool]:
    """Return a check whether one number of an element has the value that was asked for."""
    return lambda after: abs(after[index].geometry.get(slot, 1e9) - goals[slot]) < CLOSE


def _any(index: int, before: Sequence[FaceElement]) -> Callable[[Sequence[FaceElement]], bool]:
    """Return a check whether an element changed at all."""
    return lambda after: after[index].state != before[index].state


def _moved(index: int, old: FaceElement, dx: float, dy: float) -> Callable[[Sequence[FaceElement]], bool]:
    """Return a check whether an element was moved on the face by a distance in millimetres, and not resized."""

    def is_done(after: Sequence[FaceElement]) -> bool:
        """Whether the element was moved by the distance."""
        shift = shifted(old, after[index])
        # The box of a shape adds the rounding of several numbers.
        return shift is not None and abs(shift[0] - dx) < CLOSE * 3 and abs(shift[1] - dy) < CLOSE * 3

    return is_done


def _group_around(source: TemplateSource, span: SourceRange, placement: GroupTransform) -> Change:
    """Return the change that wraps a range in a group that is moved and scaled.

    A group that an earlier edit put there is placed anew instead.
    """
    opened = _OURS.search(source.text[: span.start])
    if opened and source.text.startswith("</g>", span.end):
        before = GroupTransform(*(float(number or 1) for number in opened.groups()))
        return (TemplateSplice(source.path, SourceRange(*opened.span()), str(placement.after(before))),)
    start, end = SourceRange(span.start, span.start), SourceRange(span.end, span.end)
    return TemplateSplice(source.path, start, str(placement)), TemplateSplice(source.path, end, "</g>")


def _transformed(source: TemplateSource, start: int, placement: GroupTransform) -> Change | None:
    """Return the change of an element's own transform in a drawing, where a group around it would be in the way.

    A movement of an earlier edit is continued. None for an element of another template.
    """
    tag = source.tag(start) if source.is_drawing else None
    if tag is None:
        return None
    attribute = tag.attribute("transform")
    before = source.text[slice(*attribute.value)] if attribute else ""
    moved = _MOVED.match(before)
    rest = before[moved.end() :] if moved else before.strip()
    if moved:
        placement = placement.after(GroupTransform(*(float(number or 1) for number in moved.groups())))
    # Rounded steps there and back do not quite add up to nothing.
    is_back = max(abs(placement.x), abs(placement.y)) < CLOSE and placement.across == placement.down == 1
    steps = "" if is_back else placement.steps
    return (changed_attribute(source, tag, "transform", f"{steps} {rest}".strip()),)


def _grown(rect: Rect, dx: float, dy: float, dw: float, dh: float) -> Rect:
    """Return a rectangle moved and resized; a side without a length stays so."""
    dw, dh = dw if rect.width > CLOSE else 0.0, dh if rect.height > CLOSE else 0.0
    return Rect(rect.x + dx, rect.y + dy, rect.width + dw, rect.height + dh)


def _transform_between(old: Rect, new: Rect) -> GroupTransform | None:
    """Return the placement that maps a rectangle to another one; None where a side would be lost."""
    if min(new.width - old.width * CLOSE, new.height - old.height * CLOSE) < 0:
        return None
    across = new.width / old.width if old.width > CLOSE else 1.0
    down = new.height / old.height if old.height > CLOSE else 1.0
    return GroupTransform(new.x - across * old.x, new.y - down * old.y, across, down)


def _share(value: float) -> str:
    """Return a share with six decimals, with which a board of a metre is right to a thousandth of a millimetre."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _fills(index: int, old: FaceElement, goal: Rect) -> Callable[[Sequence[FaceElement]], bool]:
    """Return a check whether an element fills a rectangle of the face, and looks as before."""

    def is_done(after: Sequence[FaceElement]) -> bool:
        """Whether the element fills the rectangle."""
        now = after[index].box
        if now is None or after[index].look != old.look:
            return False
        sides = zip((now.x, now.y, now.width, now.height), (goal.x, goal.y, goal.width, goal.height), strict=True)
        return all(abs(side - goal_side) < CLOSE * 3 for side, goal_side in sides)

    return is_done


_POINTS = 72 / 25.4
"""Points in a millimetre."""


def _size_in_points(text: str) -> float:
    """Return the points of a size such as `9pt`; 0 for any other text."""
    try:
        return float(text.removesuffix("pt")) if text.endswith("pt") else 0.0
    except ValueError:
        return 0.0


def _has_value(element: FaceElement, name: str, value: str) -> bool:
    """Whether an attribute has a value; sizes in points may differ by rounding."""
    now = style_value(element.attributes.get("style", ""), name) or element.attributes.get(name, "")
    return now == value or (bool(_size_in_points(value)) and abs(_size_in_points(now) - _size_in_points(value)) < CLOSE)
