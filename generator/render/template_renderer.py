"""One side of one piece: its row and its template become SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from itertools import product
from typing import TYPE_CHECKING, Any

from generator.base.errors import Fault, Faults, suggestion
from generator.base.geometry import Size
from generator.base.messages import Messages
from generator.base.records import replace
from generator.base.units import to_mm
from generator.model.game import Component, Game, Piece
from generator.model.text import is_rtl_language
from generator.render.draw_functions import DrawFunctions
from generator.render.templates.budget import FACE, TOO_LONG, Budget, TemplateError
from generator.render.templates.lookups import FindFile, NoCache, RenderCache, is_drawing
from generator.render.templates.piece_deal import PieceDeal
from generator.render.templates.theme import Theme
from generator.render.templates.views import TemplateStrings, TemplateView, TemplateViews

if TYPE_CHECKING:
    from generator.render.drawings.drawing_templates import DrawingTemplates
    from generator.render.templates.box_nudges import NudgedBoxes
    from generator.render.templates.sandbox import Sandbox
    from generator.render.templates.source_lines import SourceLines, SourceMarks

OFFERED = (
    *("card", "per", "game", "component", "t", "lang", "theme", "face", "sheet", "draw", "range", "namespace"),
    *("has_picture", "picture_file"),
)
"""Every name a template may use, beside Jinja's own `loop`, `caller`, `self` and the like."""

_BETWEEN = {"ja": "：", "zh": "："}
"""What stands between the names of a game and of its part, in languages that write no spaces."""
_NO_CACHE = NoCache()


class TemplateRenderer:
    """Renders the faces of one game in one theme; keeps compiled templates and the views of rows.

    `find` looks a name up in the game's templates, then in the shared ones. Compiled templates and drawings are taken
    from `cache` and put there; `shared` is the same for compiled templates of the program itself. `messages` gives the
    program's own words in a language, for the names of boxes.
    """

    def __init__(
        self,
        game: Game,
        find: FindFile,
        theme: Theme,
        cache: RenderCache = _NO_CACHE,
        messages: Callable[[str], Messages] = lambda _: Messages({}),
        shared: RenderCache = _NO_CACHE,
    ) -> None:
        """Take the game, its theme, and the functions and caches that the class describes."""
        self._cache, self._messages, self._shared = cache, messages, shared
        self._game, self._find, self._theme = game, find, theme
        self._drawings: DrawingTemplates | None = None
        self._are_drawings: dict[str, bool] = {}
        self._budget, self._deal = Budget(), PieceDeal()
        self._views: dict[str, TemplateViews] = {}
        self._counts: dict[tuple[str, int], tuple[tuple[Piece, ...], int]] = {}
        """Pieces by component and address of their tuple, and their copies, counted once for all faces."""
        self._strings = TemplateStrings(game.strings, self._views_in(game.languages[0]))
        self._jinja: Sandbox | None = None
        self._marked: tuple[Sandbox | None, SourceMarks | None] = (None, None)
        """Sandbox with marks in its templates, and these marks; None before the first face that asks for its lines."""

    def svg(self, component: Component, piece: Piece, side: str, language: str, size: Size | None = None) -> str:
        """Return the face as SVG in the program's profile.

        `size`, in points, is for a component without a trim of its own. Raises Faults that name the template's file
        and line, and the piece with the line of its row.
        """
        name = _template(component, side)
        self._budget.reset()
        try:
            context = self._context(component, piece, side, language, size)
            drawn = self._render(self._name(name, component, size), f"components.{component.id}.{side}", context)
            is_other = piece.nudges or piece.crops
            return self._nudged(drawn, component, piece, side, size) if is_other else drawn
        except Exception as error:
            from generator.render.templates.template_faults import to_faults

            raise to_faults(error, name, f"{piece.id}, {piece.row.source}", OFFERED) from error

    def source_lines(
        self, component: Component, piece: Piece, side: str, language: str, size: Size | None = None
    ) -> SourceLines | None:
        """Return the places in templates that a face comes from; None where it cannot be rendered with marks."""
        from generator.render.templates.source_lines import SourceLines

        name = self._name(_template(component, side), component, size)
        self._budget.reset()
        with suppress(Exception):  # a filter may stumble over a mark; the fault is then told without a line
            sandbox, marks = self._marked_sandbox()
            context = self._context(component, piece, side, language, size)
            template = sandbox.get_template(name)
            rendered = "".join(template.root_render_func(template.new_context(context)))
            lines = SourceLines(rendered, marks, template.filename or name)
            if self._drawings:
                lines.relocate(template.filename or name, self._drawings.origins(name))
            if piece.nudges or piece.crops:
                lines.splice(self._nudges(lines.svg, component, piece).splices)
            return lines
        return None

    def _nudges(self, svg: str, component: Component, piece: Piece) -> NudgedBoxes:
        """Return the changes of a face that the columns of its piece for single boxes make."""
        from generator.render.templates.box_nudges import NudgedBoxes, box_headings, nudge_boxes

        # The template of a proof draws none of the boxes.
        is_own = any(part.id == component.id and part.front == component.front for part in self._game.components)
        boxes = dict(piece.nudges), dict(piece.crops)
        return nudge_boxes(svg, *boxes) if is_own else NudgedBoxes(ids=frozenset(box_headings(piece).values()))

    def _nudged(self, svg: str, component: Component, piece: Piece, side: str, size: Size | None) -> str:
        """Return a face whose boxes stand where the row of its piece puts them.

        Raises Faults for boxes that cannot be resized so, and on the front for ids that no side of the piece has.
        """
        from generator.render.templates.box_nudges import box_headings, spliced

        nudges = self._nudges(svg, component, piece)
        pairs = box_headings(piece).items() if side == "front" else ()
        absent = [(heading, box) for heading, box in pairs if box not in nudges.ids]
        ids = self._all_ids(component, piece, size) if absent else None
        missing = [(heading, box) for heading, box in absent if ids is not None and box not in ids]
        faults = [*nudges.faults, *((heading, _no_box(box, ids or ())) for heading, box in missing)]
        if faults:
            where, _, line = piece.row.source.rpartition(":")
            raise Faults(Fault(where, message, int(line), key=heading) for heading, message in faults)
        return spliced(svg, nudges.splices)

    def _all_ids(self, component: Component, piece: Piece, size: Size | None) -> frozenset[str] | None:
        """Return the ids on all sides of a piece in all languages; None where one of them cannot be rendered."""
        from generator.render.templates.box_nudges import nudge_boxes

        plain, ids = replace(piece, nudges=(), crops=()), frozenset[str]()
        sides = ("front", "back") if component.back else ("front",)
        with suppress(Faults):  # told by the side that has them
            for language, side in product(self._game.languages, sides):
                ids |= nudge_boxes(self.svg(component, plain, side, language, size), {}).ids
            return ids
        return None

    def with_changes(
        self, changed: Mapping[str, bytes], read: dict[str, bytes], marks: SourceMarks | None = None
    ) -> TemplateRenderer:
        """Return a renderer in which some files, by their paths as shown, have other content; it shares all else.

        Files are added to `read` as they are read. `marks` are those of an earlier renderer of the same game, whose
        marked templates need not be compiled again.
        """

        def find(name: str) -> tuple[str, bytes] | None:
            """Return path and content of a file, its changed content if it has one."""
            file = self._find(name)
            if file is None:
                return None
            read[file[0]] = changed.get(file[0], file[1])
            return file[0], read[file[0]]

        other = copy(self)
        other._find, other._jinja, other._drawings, other._are_drawings = find, None, None, {}
        other._marked = (None, marks or self._marked_sandbox()[1])
        return other

    @property
    def environment(self) -> Sandbox:
        """Environment that reads the templates."""
        return self._marked_sandbox()[0]

    def _marked_sandbox(self) -> tuple[Sandbox, SourceMarks]:
        """Return the sandbox whose templates have marks, which tell where each part of a face was written.

        It is kept, as a component may have many faulty faces.
        """
        from generator.render.templates.source_lines import MOST_MARKS, SourceMarks

        sandbox, marks = self._marked
        if marks is None or len(marks.marks) > MOST_MARKS:
            sandbox, marks = None, SourceMarks()
        if sandbox is None:
            sandbox = self._new_sandbox(marks)
        self._marked = (sandbox, marks)
        return sandbox, marks

    def _name(self, name: str, component: Component, size: Size | None) -> str:
        """Return the name to load a template with; a drawing has one for each component, as it is converted for it."""
        if name not in self._are_drawings:
            file = self._find(name)
            self._are_drawings[name] = file is not None and is_drawing(name, file[1])
        return (
            self._drawing_templates().name(name, component, _size(component, size))
            if self._are_drawings[name]
            else name
        )

    def _drawing_templates(self) -> DrawingTemplates:
        """Return the templates made of drawings, imported when the first drawing is met."""
        if self._drawings is None:
            from generator.render.drawings.drawing_templates import DrawingTemplates

            self._drawings = DrawingTemplates(self._find)
        return self._drawings

    def _find_template(self, name: str) -> tuple[str, bytes] | None:
        """Return path and content of a template, or of a drawing made a template; None without a file."""
        return self._drawings.find(name) if self._drawings else self._find(name)

    def _picture_file(self, value: object, folder: str) -> str:
        """Return the file of a picture that a cell names, for the function `picture_file` of templates."""
        return self._drawing_templates().picture_file(value, folder)

    def _has_picture(self, value: object, folder: str) -> bool:
        """Whether a cell names a picture that has a file, for the function `has_picture` of templates."""
        return self._drawing_templates().has_picture(value, folder)

    def _render(self, name: str, key: str, context: dict[str, Any]) -> str:
        """Return the text of a template with its values.

        Raises Faults at `key` of game.toml if there is no such template, TemplateError if the text is too long.
        """
        from jinja2.exceptions import TemplateNotFound

        from generator.render.templates.template_loader import NOT_OURS

        try:
            template = self._sandbox().get_template(name)
        except TemplateNotFound:
            raise Faults([Fault("game.toml", f"{name!r} {NOT_OURS}", key=key)]) from None
        text = "".join(template.root_render_func(template.new_context(context)))
        if len(text) > FACE:
            raise TemplateError(TOO_LONG)
        return text

    def prepare(self, names: Iterable[str]) -> None:
        """Compile templates, so that worker processes forked later have them.

        What is wrong with one is raised by the first face that needs it.
        """
        from jinja2.exceptions import TemplateNotFound

        for name in names:
            self._budget.reset()
            with suppress(TemplateNotFound, TemplateError, Faults):
                self._sandbox().get_template(name)

    def _sandbox(self) -> Sandbox:
        """Return the Jinja environment of the game, made with the first face."""
        # Jinja is imported with the first face: it takes longer than a build that finds all its faces in the cache.
        if self._jinja is None:
            self._jinja = self._new_sandbox()
        return self._jinja

    def _new_sandbox(self, marks: SourceMarks | None = None) -> Sandbox:
        """Return a new Jinja environment with all names that templates can use; `marks` are put into its templates."""
        from generator.render.templates.language_words import LanguageWords
        from generator.render.templates.sandbox import Sandbox
        from generator.render.templates.template_loader import TemplateLoader

        theme = self._theme
        parts = {part: TemplateView(f"theme.{part}", getattr(theme, part)) for part in ("colour", "line")}
        view = TemplateView("theme", {**theme.flag, **parts, "name": theme.name, "ids": theme.ids})
        loader = TemplateLoader(self._find_template, self._cache, self._shared, marks)
        sandbox = Sandbox(self._budget, loader, LanguageWords(self._strings), self._deal)
        sandbox.globals |= {"theme": view, "draw": DrawFunctions(self._cache, self._find), "t": self._strings}
        sandbox.globals |= {"picture_file": self._picture_file, "has_picture": self._has_picture}
        return sandbox

    def _views_in(self, language: str) -> TemplateViews:
        """Return the views of rows in a language, kept for all faces."""
        if language not in self._views:
            self._views[language] = TemplateViews(language, self._views_in, ids=self._theme.ids)
        return self._views[language]

    def _context(
        self, component: Component, piece: Piece, side: str, language: str, size: Size | None
    ) -> dict[str, Any]:
        """Return the values of one face by their names in templates: `card`, `game`, `component` and so on."""
        # The strings `t(…)` are one object for all faces, and follow the language of this one.
        views = self._strings.views = self._views_in(language)
        self._deal.begin(self._game.id, component.id, piece.id)
        return {
            "card": views.card(piece),
            "per": None if piece.per is None else views.row(piece.per),
            "game": _game_view(self._game, views),
            "component": _component_view(component, self._count(component), views),
            "lang": language,
            "face": _face_view(component, side, size, language),
            "sheet": self._sheet_view(component, piece, views, size),
        }

    def _count(self, component: Component) -> int:
        """Return how many pieces a component has, with all copies."""
        pieces = component.pieces
        key = component.id, id(pieces)
        if key not in self._counts:
            self._counts[key] = pieces, component.count  # kept alive, so that no others get that address
        return self._counts[key][1]

    def _sheet_view(
        self, component: Component, piece: Piece, views: TemplateViews, size: Size | None
    ) -> TemplateView | None:
        """Return the scoresheet that a piece is, laid out on its face; None for every other piece."""
        sheet = self._game.sheets.get(piece.id) if component.sheets else None
        if sheet is None:
            return None
        from generator.render.sheet_template_data import SheetTemplateData

        layout, messages = self._game.layouts.get(sheet.id), self._messages(views.language)
        return SheetTemplateData(sheet, layout, _size(component, size), views, messages).view()


def _template(component: Component, side: str) -> str:
    """Return the name of the template of a side; a back without one uses the template of the front."""
    return (component.back if side == "back" else None) or component.front


def _no_box(box: str, ids: Iterable[str]) -> str:
    """Return the fault of a nudge for a box that no side of a card has."""
    return f"no box of this card has the id {box!r}{suggestion(box, sorted(ids))}"


def _game_view(game: Game, views: TemplateViews) -> TemplateView:
    """Return the value of `game` in templates: its title and other facts."""
    texts = {"title": views.value(game.title), "about": views.value(game.about)}
    values: dict[str, object] = {"id": game.id, "version": game.version, "designer": game.designer, "date": game.date}
    values["year"] = game.year or ""
    return TemplateView("game", values | texts)


def _component_view(component: Component, count: int, views: TemplateViews) -> TemplateView:
    """Return the value of `component` in templates: its kind, title, number of pieces and lengths in millimetres."""
    values: dict[str, object] = {"id": component.id, "kind": component.kind, "shape": component.shape}
    values |= {"count": count, "title": views.value(component.title)}
    measures = {name: round(to_mm(points), 4) for name, points in component.measures.items()}
    form = {"form": component.form} if component.form else {}
    return TemplateView("component", values | measures | form)


def _face_view(component: Component, side: str, size: Size | None, language: str) -> TemplateView:
    """Return the value of `face` in templates: its side, how its language is written, and its size in millimetres."""
    size = _size(component, size)
    lengths = {"width": size.width, "height": size.height, "bleed": component.bleed, "corner": component.corner}
    direction, between = "rtl" if is_rtl_language(language) else "ltr", _BETWEEN.get(language, " · ")
    words = {"side": side, "direction": direction, "between": between}
    return TemplateView("face", words | {name: round(to_mm(points), 4) for name, points in lengths.items()})


def _size(component: Component, size: Size | None) -> Size:
    """Return the trim of a face in points: its own, or the size of the paper it fills.

    Raises ValueError if neither is given.
    """
    size = component.trim or size
    if size is None:
        raise ValueError(f"{component.id} fills the paper, and no paper was given")
    return size
