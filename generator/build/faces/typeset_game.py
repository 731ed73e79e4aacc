"""The finished faces of one game: rendered and typeset by workers, or read from the cache."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.timing import Stopwatch, Times
from generator.base.user_folders import user_cache
from generator.build.faces.face_batch import FaceBatch, FaceSet
from generator.build.faces.face_jobs import FaceJob, TextFaults, face_jobs, job_base, no_pages, shown_keys, theme_of
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.file_names import FileNames
from generator.build.input_digests import InputDigests
from generator.build.manifest import Progress, no_progress
from generator.build.options import ART_DPI, BuildOptions
from generator.build.piece_selection import PieceSelection
from generator.load.game_locations import GameFolder
from generator.model.game import Game
from generator.typeset.paths.path_geometry import path_box
from generator.write.pdf.face_digest import face_digest

if TYPE_CHECKING:
    from generator.build.faces.booklet_pages import BookletPages
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.face_renderer import FaceRenderer


@dataclass(frozen=True, slots=True)
class TypesetGame:
    """A game and its finished faces, as far as the options ask for them."""

    game: Game
    jobs: list[FaceJob]
    """Jobs in printing order."""
    faces: FaceSet
    renderer: FaceRenderer
    warnings: tuple[str, ...]
    """Warnings about the texts of booklets; faces carry their own."""
    selection: PieceSelection
    """The pieces to print, and how many of each."""
    names: FileNames
    times: Times
    """Seconds by step."""

    @property
    def cut_sizes(self) -> dict[str, tuple[Size, ...]]:
        """Sizes of the pieces of each component that is cut along outlines, by its id, the smallest first."""
        faces, sizes = self.faces.faces, dict[str, set[Size]]()
        for job in self.jobs:
            box = path_box(faces[job.key].cut) if job.key in faces and faces[job.key].cut else None
            if box:
                # Outlines of equal pieces are computed for each of them.
                # Rounded, as computed outlines differ in the last digits.
                sizes.setdefault(job.component.id, set()).add(Size(round(box.width, 2), round(box.height, 2)))
        return {
            part: tuple(sorted(sizes_of_part, key=lambda size: (size.width, size.height)))
            for part, sizes_of_part in sizes.items()
        }


def typeset_game(
    game: Game,
    game_folder: GameFolder,
    options: BuildOptions,
    inputs: InputDigests,
    previous: FaceRenderer | None = None,
    *,
    progress: Progress = no_progress,
    previews: bool = False,
    while_drawing: Callable[[], None] | None = None,
) -> TypesetGame:
    """Render and typeset the faces of a game.

    `previous` is the renderer of an earlier call, whose fonts, pictures and
    faces are used again as far as they are still right. `previews` leaves out the texts of booklets on whole sheets.
    `while_drawing` is called while the workers draw.
    Faults of single faces, and of texts that cannot be set, are in the FaceSet: they hold up only what needs them.
    Raises UsageError for components or languages that the game does not have.
    """
    watch, cache = Stopwatch({}), Cache(user_cache())
    renderer_of = partial(_renderer, game, game_folder.shown, inputs, cache)
    renderer = renderer_of(options, previous)
    progress(f"{game.id}: texts", 0, 0)
    booklets = _booklets(game, options, inputs, renderer)
    text_faults: TextFaults = {}
    jobs = face_jobs(game, options, inputs, booklets.pages if booklets else no_pages, text_faults)
    if previews:
        # Whole sheets repeat the text of the booklet's own pages.
        jobs = [job for job in jobs if not job.component.is_full_pages]
    # Before drawing, so that faces which figures show keep their ink.
    renderer.shown_keys = shown_keys(jobs)
    watch.lap("text")
    # With single pieces asked for, the entry keeps the others.
    entry, limited = f"faces/{game.id}-{options.look}{options.backs_theme}", any(":" in name for name in options.only)
    batch = FaceBatch(jobs, renderer, cache, entry, options.jobs, keep_others=limited, draws_later=options.has_plan)
    if while_drawing:
        while_drawing()
    watch.lap("start")
    faces = batch.finish(partial(progress, f"{game.id}: faces"))
    faces.faults |= text_faults
    faces.same_looks = same_looks(jobs, options, renderer_of)
    if options.strict:
        _fail_on_warnings(jobs, faces)
    watch.lap("faces")
    warnings = tuple(dict.fromkeys(booklets.warnings)) if booklets else ()
    watch.times |= {f"faces.{stage}": seconds for stage, seconds in faces.times.items()}
    selection = options.select_pieces(game)
    names = FileNames(game, selection, options)
    return TypesetGame(game, jobs, faces, renderer, warnings, selection=selection, names=names, times=watch.times)


def _renderer(
    game: Game,
    name: str,
    inputs: InputDigests,
    cache: Cache,
    options: BuildOptions,
    previous: FaceRenderer | None = None,
) -> FaceRenderer:
    """Return a renderer of a game's faces."""
    base, keep_ink = _base(game, inputs, options), options.keeps_ink
    renderer = FaceRenderer(
        game, name, options.theme, cache, base, keep_ink=keep_ink, ids=options.shows_ids, previous=previous
    )
    renderer.art_dpi = options.art_dpi
    return renderer


def _booklets(game: Game, options: BuildOptions, inputs: InputDigests, renderer: FaceRenderer) -> BookletPages | None:
    """Return the typesetter for a game's booklets; None for a game without texts, which need not load it."""
    if not any(part.prose for part in game.components):
        return None
    # Imported here: the readers of Markdown and the setter of pages take time to load.
    from generator.build.faces.booklet_pages import game_booklets

    base = job_base(game, options.look, inputs)
    return game_booklets(game, renderer.labels, renderer.search_path, game_cache(game), inputs.drawing, base)


def game_cache(game: Game) -> Cache:
    """Return the cache for a game's texts and inks, in a folder that `cache_pruning` prunes."""
    return Cache(user_cache()).below(f"made/{game.id}")


def _base(game: Game, inputs: InputDigests, options: BuildOptions) -> str:
    """Return a digest of everything that faces depend on besides their SVG."""
    unusual = [] if options.art_dpi == ART_DPI else [str(options.art_dpi)]
    unusual += [repr(game.pixels)] if any(game.pixels) else []
    return digest(inputs.drawing, *unusual) if unusual else inputs.drawing


def _fail_on_warnings(jobs: Sequence[FaceJob], faces: FaceSet) -> None:
    """Turn the warnings of faces into faults, so that the files that need those faces are not written."""
    for job in jobs:
        face = faces.faces.get(job.key)
        if face and face.warnings:
            # Their files are then left out as for any fault.
            faces.faults[job.key] = tuple(map(_as_fault, face.warnings))
            del faces.faces[job.key]


def _as_fault(warning: str) -> Fault:
    """Return a warning such as `cards/raid.csv:7: text is small` as a fault of that place."""
    where, _, message = warning.partition(": ")
    return Fault(where, message)


_LOOKS = ("theme", "backs_theme", "ids", "art_dpi")
"""Fields of BuildOptions that faces depend on."""
_SOFT = re.compile(r"<image|picture-|icon-|filter|mask|Gradient")
"""Drawings that may show pixels or shades, which change though the text of the drawing stays the same."""
_PLAIN = BuildOptions()


def same_looks(
    jobs: Iterable[FaceJob], options: BuildOptions, renderer_of: Callable[[BuildOptions], FaceRenderer]
) -> Mapping[str, frozenset[str]]:
    """Return for each component, by id, the options that change none of its faces.

    `renderer_of` returns the renderer for some options. A proof has no such options: it leaves out all drawings.
    """
    changed = [name for name in _LOOKS if getattr(options, name) != getattr(_PLAIN, name)]
    if not changed or options.proof:
        return {}
    by_part: dict[str, list[FaceJob]] = {}
    for job in jobs:
        by_part.setdefault(job.component.id, []).append(job)
    renderer, unchanged = renderer_of(options), dict[str, set[str]]()
    for name in changed:
        other = replace(options, **{name: getattr(_PLAIN, name)})
        plain = renderer_of(other)
        for part, faces in by_part.items():
            pairs = [(job, replace(job, theme=theme_of(job.component, job.side, other))) for job in faces]
            if not any(_differs(name, pair, renderer, plain) for pair in pairs):
                unchanged.setdefault(part, set()).add(name)
    return {part: frozenset(names) for part, names in unchanged.items()}


def _differs(name: str, pair: tuple[FaceJob, FaceJob], renderer: FaceRenderer, plain: FaceRenderer) -> bool:
    """Whether a face looks different without one option; a face with faults counts as different.

    `pair` has its job with the option and without it.
    """
    job, plain_job = pair
    if name == "backs_theme" and job.theme == plain_job.theme:
        return False  # a front
    try:
        drawing = renderer.drawing(job)
        if drawing == plain.drawing(plain_job) and (name == "ids" or not _SOFT.search(drawing)):
            return False
        return _print_of(renderer, job) != _print_of(plain, plain_job)
    except Faults:
        return True


def _print_of(renderer: FaceRenderer, job: FaceJob) -> str:
    """Return the digest of the print of a face."""
    face, forms, _ = renderer.draw(job)
    return face_digest(face, {form.key: form for form in forms})
