"""Render, typeset and compile single faces of one game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from functools import cache as cache_result
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING, Any

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Matrix, Rect, Size
from generator.base.hashing import digest
from generator.base.records import replace
from generator.base.timing import Stopwatch, Times
from generator.build.faces.face_jobs import PROOF, FaceJob, shown_size
from generator.build.faces.labels import Labels
from generator.build.input_digests import program_digest
from generator.build.options import ART_DPI, PLAIN_THEME
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.model.card_format import scale_factor
from generator.model.face import Drawing, Face, Font, Group, Ink, Part, Raster, Shape, Stroke
from generator.model.game import Component, Game
from generator.render.template_renderer import TemplateRenderer
from generator.render.templates.theme import Theme, read_theme
from generator.typeset.face_size import FaceSize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from PIL.Image import Image

    from generator.model.face import Face
    from generator.render.templates.source_lines import SourceLines
    from generator.typeset.ink.picture_files import PaintInk
    from generator.typeset.ink.shown_faces import FindFace
    from generator.typeset.svg.svg_tree import Locate
    from generator.typeset.theme_colours import Palette
    from generator.typeset.typesetter import Typesetter
    from generator.write.pdf.xobjects import XObject


Compiled = tuple["Face", "tuple[XObject, ...]"]
"""Face and its compiled forms."""

Finished = tuple["Face", "tuple[XObject, ...]", Times]
"""Face, its compiled forms, and the seconds of each stage."""


KEPT = 1000
"""Most faces that a renderer keeps, those asked for last, such as the back of a deck."""


class _Tools:
    """Fonts, pictures and the theme, which stay valid until one of their files changes."""

    def __init__(self, game: Game, prefix: str, theme: str, cache: Cache) -> None:
        """Take the folder's name as messages show it, and the name of the theme."""
        self.search_path, self._pixels = _search_path(game, prefix), game.pixels
        self.labels = Labels(self.search_path, cache)
        self._theme, self._cache = theme, cache

    @cached_property
    def theme(self) -> Theme:
        """Return the colours, lines and flags of the theme. Raises UsageError, Faults."""
        theme_names = [
            name.removeprefix("themes/").removesuffix(".toml") for name in self.search_path.names("themes", ".toml")
        ]
        files = self.search_path.find_all(f"themes/{self._theme}.toml")
        if files and self._theme != PLAIN_THEME:  # what a theme does not name is as in the plain one
            files += self.search_path.find_all(f"themes/{PLAIN_THEME}.toml")
        return read_theme(self._theme, files, theme_names)

    @cached_property
    def typesetter(self) -> Typesetter:
        """Typesetter with the fonts, pictures, styles and colours of the game.

        A theme without shades gets no painter, as painted shadows would be grey.
        """
        from generator.typeset.typesetter import Typesetter

        theme = self.theme
        palette = None if self._theme == PLAIN_THEME else _palette(theme)
        fonts, path = self.labels.fonts, self.search_path
        paint = ink_painter(fonts) if theme.flag.get("shades", True) else None
        typesetter = Typesetter(
            *(fonts, path.find, path.names, self._cache),
            palette=palette,
            paint=paint,
            refusal=path.refusal,
            pixels=self._pixels,
        )
        typesetter.use_styles(path.find_all("styles.toml"))
        return typesetter


def _palette(theme: Theme) -> Palette:
    """Return the colours that a theme allows, so that the typesetter can warn of others."""
    from generator.typeset.theme_colours import Palette

    return Palette(theme.name, frozenset(map(str.lower, theme.colour.values())), theme.flag.get("shades", True))


class FaceRenderer:
    """Draws the faces of one game. Each library is loaded by the first face that needs it."""

    def __init__(
        self,
        game: Game,
        prefix: str,
        theme: str,
        cache: Cache,
        base: str,
        *,
        keep_ink: bool = True,
        ids: bool = False,
        previous: FaceRenderer | None = None,
    ) -> None:
        """Take `base`, a digest of the program, the templates and the pictures: a face depends on it and its SVG.

        Without `keep_ink` faces lose their ink: only SVG files and the web need it, PDF files need the compiled forms.
        If only rows have changed since the `previous` renderer, its fonts, pictures and faces are used again.
        """
        self.keep_ink = keep_ink
        self.is_warm = previous is not None
        """Whether this process builds again and again, so that drawing here saves work later."""
        self._game, self._theme, self._base, self._ids = game, theme, base, ids
        self._folder_name, self._cache = prefix, cache
        self._render_cache = cache.below(f"render-{base[:16]}")
        self._program_cache = cache.below(f"compiled-{program_digest()[:16]}")
        self._reused_with: tuple[object, ...] = (game.folder, prefix, theme, base, keep_ink, ids)
        last = previous if previous and previous._reused_with == self._reused_with else None
        self._tools: _Tools = last._tools if last else _Tools(game, prefix, theme, cache)
        self._previous: Mapping[str, Compiled] = last._drawn if last else {}
        self._drawn: dict[str, Compiled] = {}
        self._shown: dict[str, Face] = {}
        """Faces on pages of text, with their ink, by the key of their job."""
        self.shown_keys: frozenset[str] = frozenset()
        """Keys of jobs whose faces are also shown on pages of text: those are typeset once."""
        self.art_dpi = ART_DPI
        """Highest resolution of pictures in dpi, 0 for no limit; part of `base`, so it must change with it."""
        self.search_path, self.labels = self._tools.search_path, self._tools.labels
        self._by_theme: dict[str, FaceRenderer] = {}
        """Renderers of backs in other themes."""
        self._last_by_theme: Mapping[str, FaceRenderer] = last._by_theme if last else {}

    def __reduce__(self) -> tuple[Callable[..., FaceRenderer], tuple[object, ...]]:
        """Pickle the settings alone: another process loads libraries, fonts and templates itself."""
        settings = {"keep_ink": self.keep_ink, "ids": self._ids}
        further = {"art_dpi": self.art_dpi, "shown_keys": self.shown_keys}
        return _renderer, (self._game, self._folder_name, self._theme, self._cache, self._base, settings, further)

    def with_words_of(self, game: Game) -> FaceRenderer:
        """Return a copy of this renderer for a game with further words; fonts and caches are shared."""
        other = copy(self)
        other._game = game
        # The copied renderers would have the words of the first game.
        other.__dict__.pop("_template_renderer", None)
        other._by_theme = {}
        return other

    def in_theme(self, theme: str) -> FaceRenderer:
        """Return a renderer of the same game in another theme, which is kept; this one for an empty text."""
        if theme in {"", self._theme}:
            return self
        if theme not in self._by_theme:
            about = self._game, self._folder_name, theme, self._cache, self._base
            last = self._last_by_theme.get(theme)
            renderer = FaceRenderer(*about, keep_ink=self.keep_ink, ids=self._ids, previous=last)
            renderer.art_dpi = self.art_dpi
            self._by_theme[theme] = renderer
        return self._by_theme[theme]

    def preload(self, jobs: Iterable[FaceJob]) -> None:
        """Load the drawing libraries and compile the templates before workers are forked, so that they share them."""
        import uharfbuzz  # noqa: F401

        import generator.render.templates.sandbox
        import generator.typeset.typesetter
        import generator.write.pdf.compiled_face  # noqa: F401

        templates: dict[str, dict[str, None]] = {}
        for job in jobs:
            templates.setdefault(job.theme, {})[job.template] = None
        for theme, names in templates.items():
            with suppress(Faults):  # of a theme: raised again by each face
                self.in_theme(theme)._template_renderer.prepare(names)

    def draw(self, job: FaceJob) -> Finished:
        """Return the finished face of a job, its compiled forms, and the seconds of each stage. Raises Faults.

        Jobs with equal SVG share one face: a hundred cards have one back.
        """
        if job.theme:
            return self.in_theme(job.theme).draw(replace(job, theme=""))
        # Processor time, because other workers may hold the processors meanwhile.
        watch = Stopwatch({}, process_time)
        # The template of proofs draws no outline, so the token's own template is asked for it.
        cut = self._own_outline(job) if is_cut_proof(job) else ""
        svg = self._svg(replace(job, component=without_outline(job.component)) if cut else as_drawn(job))
        watch.lap("render")
        key = self._key(job, svg, cut)
        compiled = self._drawn.pop(key, None) or self._drawn_previously(key)
        if compiled is None:
            compiled = self._make(job, svg, key, cut, watch)
        self._drawn[key] = compiled  # the last one now
        if len(self._drawn) > KEPT:
            # The dict keeps the order of use: its first entry was not asked for the longest.
            del self._drawn[next(iter(self._drawn))]
        return *compiled, watch.times

    def drawing(self, job: FaceJob) -> str:
        """Return the SVG of a face. Raises Faults."""
        return self.in_theme(job.theme)._svg(as_drawn(job))

    def drawing_key(self, job: FaceJob, svg: str) -> str:
        """Return the key that the face of a drawing has."""
        job = as_drawn(job)
        return self.in_theme(job.theme)._key(job, svg)

    def typeset_drawing(self, job: FaceJob, svg: str) -> Face:
        """Return the face of a drawing that was rendered elsewhere. Raises Faults."""
        job, renderer = as_drawn(job), self.in_theme(job.theme)
        return renderer._typeset(job, svg, renderer._key(job, svg))

    def _key(self, job: FaceJob, svg: str, cut: str = "") -> str:
        """Return the key of a face: equal for faces that are drawn alike."""
        size = _size(job, svg)
        cut = cut or _shape_outline(job, size)
        # The warnings of a face are those of its theme.
        return digest(svg, self._base, job.language, repr(size), cut, self._theme)

    def _drawn_previously(self, key: str) -> Compiled | None:
        """Return a face of the previous renderer whose pictures are still in the cache, by its key; else None.

        A face with warnings is drawn anew, as they name lines that may have moved.
        """
        compiled = self._previous.get(key)
        if compiled is None or compiled[0].warnings:
            return None
        return compiled if all(form.is_stored for form in compiled[1] if isinstance(form, Raster)) else None

    def _svg(self, job: FaceJob) -> str:
        """Return the SVG that the template draws for a job."""
        trim = job.trim if job.paper else None
        return self._template_renderer.svg(job.component, job.piece, job.side, job.language, trim)

    def _typeset(self, job: FaceJob, svg: str, key: str, scale: float = 1.0) -> Face:
        """Typeset a face that is printed at a scale."""
        from generator.typeset.typesetter import RenderedSource

        size = _size(job, svg)
        face = self._tools.typesetter.face(
            svg,
            where=RenderedSource(f"{job.piece.row.source} → {job.template}", self._locate(job, svg)),
            language=job.language,
            size=size,
            key=key,
            find_face=self._find_face(job.language) if job.component.prose else None,
            art_dpi=self.art_dpi * scale,
        )
        return replace(face, cut=face.cut or _shape_outline(job, size))

    def _locate(self, job: FaceJob, svg: str) -> Locate:
        """Return a function that finds the template lines that a rendered face comes from."""

        @cache_result
        def lines() -> SourceLines | None:
            """Return the lines of templates that drew the face; None if they cannot be told."""
            # A component with a size of its own tells its template that size itself.
            trim = job.trim if job.paper else None
            source = self._template_renderer.source_lines(job.component, job.piece, job.side, job.language, trim)
            # The template may have changed since the face was drawn; then its lines are not known.
            return source if source and source.svg == svg else None

        def locate(line: int, name: str) -> tuple[str, int] | None:
            """Return where an element of the SVG was written (row, calls, template) and its line; None if unknown."""
            if not (source := lines()):
                return None
            path, number = source.place(line, name)
            call = None if job.component.prose else source.call(line, name)
            calls = [f"{call.path}:{call.line}"] if call else []
            return " → ".join([job.piece.row.source, *calls, path]), number

        return locate

    def _find_face(self, language: str) -> FindFace:
        """Return a function that finds the faces which a page of text shows; each is typeset once."""
        from generator.typeset.ink.shown_faces import ShownFace, cut_outline

        def find(reference: str) -> ShownFace:
            """Return the face and the outline of a piece, for a reference `component/piece/side/key`."""
            part_id, piece_id, side, key = reference.split("/")
            part = next(component for component in self._game.own_components if component.id == part_id)
            piece = next(candidate for candidate in part.pieces if candidate.id == piece_id)
            paper, trim = shown_size(part)
            job = FaceJob(part, piece, side, language, trim=trim, key=key, paper=paper)
            face = self._shown_face(job)
            # The outline of a back follows from the front.
            front = self._shown_face(replace(job, side="front", key=f"{key} front")) if side == "back" else face
            return ShownFace(face, cut_outline(face, front, part.corner))

        return find

    def _shown_face(self, job: FaceJob) -> Face:
        """Return the face that a figure of the rules shows, typeset once and kept by the job's key."""
        if job.key not in self._shown:
            svg = self._svg(job)
            self._shown[job.key] = self._typeset(job, svg, self._key(job, svg))
        return self._shown[job.key]

    def _own_outline(self, job: FaceJob) -> str:
        """Return the outline that the piece's own template cuts along; empty for the trim."""
        plain_job = replace(job, component=self._game.component(job.component.id))
        return self._typeset(plain_job, self._svg(plain_job), "").cut

    def _make(self, job: FaceJob, svg: str, key: str, cut: str, watch: Stopwatch) -> Compiled:
        """Return a face, typeset at the size of its drawing and scaled to its trim, with its compiled forms."""
        from generator.write.pdf.compiled_face import compile_face

        drawn = as_drawn(job)
        scale = scale_factor(drawn.trim, job.trim) if job.component.drawn else 1.0
        face = self._typeset(drawn, svg, key, scale)
        if cut:
            face = add_outline(face, cut)
        if job.component.drawn:
            from generator.typeset.face_scaling import scale_face

            face = scale_face(face, job.trim, job.language, key, job.component.bleed, job.component.shape)
        watch.lap("typeset")
        if job.key in self.shown_keys:
            self._shown[job.key] = face
        forms = compile_face(face, self.labels.fonts)
        if not self.keep_ink:
            face = replace(face, ink=Drawing.omitted())
        watch.lap("compile")
        return face, forms

    @cached_property
    def _template_renderer(self) -> TemplateRenderer:
        """Renderer of the game's templates, made at the first face."""
        return self.template_renderer(self._game)

    def template_renderer(self, game: Game) -> TemplateRenderer:
        """Return a renderer of templates in this theme, with the words of a game."""
        theme = replace(self._tools.theme, ids=self._ids)
        find, messages = self.search_path.find, self.labels.messages
        return TemplateRenderer(game, find, theme, self._render_cache, messages, self._program_cache)


def _renderer(
    game: Game,
    prefix: str,
    theme: str,
    cache: Cache,
    base: str,
    settings: Mapping[str, Any],
    further: Mapping[str, object],
) -> FaceRenderer:
    """Return a renderer that was pickled; `further` are attributes that are set after it was made."""
    renderer = FaceRenderer(game, prefix, theme, cache, base, **settings)
    vars(renderer).update(further)
    return renderer


def _search_path(game: Game, prefix: str) -> SearchPath:
    """Return the folders with templates, pictures and fonts: the game's own first, then the shared ones."""
    root = templates_root()
    return SearchPath(
        (
            Folder(game.folder / "templates", f"{prefix}/templates"),
            Folder(game.folder, prefix),
            Folder(root / game.id, f"templates/{game.id}"),
            Folder(root, "templates"),
        )
    )


def _size(job: FaceJob, svg: str) -> FaceSize:
    """Return the trim, bleed and shape of a job's face; an outline in its drawing replaces the component's shape."""
    shape = "rect" if 'pnp:layer="cut"' in svg else job.component.shape
    return FaceSize(job.trim, job.component.bleed, shape)


def _shape_outline(job: FaceJob, size: FaceSize) -> str:
    """Return the outline that a front is cut along because of its component's shape, round or hex.

    Empty for a rectangle, and for a back.
    """
    return size.outline if job.side == "front" else ""


def component_as_drawn(part: Component) -> Component:
    """Return a resized component at the size that its templates draw it at, before scaling."""
    size = part.drawn
    return replace(part, trim=size.trim, bleed=size.bleed, corner=size.corner, drawn=None) if size else part


def as_drawn(job: FaceJob) -> FaceJob:
    """Return the job of a resized component at the size that its templates draw it at, before scaling."""
    size = job.component.drawn
    return replace(job, component=component_as_drawn(job.component), trim=size.trim) if size else job


_LINE = Stroke("#000000", 0.43)
CUT = "cut"
"""Shape of a component whose proof takes its outline from the piece's own template."""


def is_cut_proof(job: FaceJob) -> bool:
    """Whether a job is the proof of a token: only the templates of tokens define outlines."""
    return job.component.front == PROOF and job.component.kind == "tokens"


def without_outline(component: Component) -> Component:
    """Return the component without an outline for the proof's template."""
    return replace(component, shape=CUT)


def add_outline(proof: Face, cut: str) -> Face:
    """Return the face of a proof with the line that its token is cut along."""
    ink, parts = proof.ink.unpack()
    return replace(proof, cut=cut, ink=Drawing.of((Shape(cut, stroke=_LINE), *ink), parts))


def ink_painter(fonts: Mapping[str, Font]) -> PaintInk:
    """Return a function that renders ink with these fonts to pixels."""

    def paint(ink: tuple[Ink, ...], parts: tuple[Part | Raster, ...], area: Rect, scale: float) -> Image:
        """Return the pixels of some ink in an area, at a scale of pixels to the point."""
        from generator.write.pdf.compiled_face import compile_face
        from generator.write.pdf.document import face_pdf
        from generator.write.png import page_rgba

        # Rounded up: a shadow must not be cut off at its edge.
        size = Size(math.ceil(area.width * scale), math.ceil(area.height * scale))
        placed = Group(ink, Matrix.scaling(scale) @ Matrix.translation(-area.x, -area.y))
        face = Face("painted", size, 0.0, Drawing.of((placed,), parts))
        forms = {form.key: form for form in compile_face(face, fonts)}
        return page_rgba(b"".join(face_pdf([face], forms, fonts)))

    return paint
