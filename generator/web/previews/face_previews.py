"""Faces drawn for the screen, the same as for print, and kept in memory while pages may ask for their pictures."""

from __future__ import annotations

import asyncio
import gc
import gzip
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from generator.base.errors import Fault, Faults, HandledError
from generator.base.memory.limited_cache import LimitedCache
from generator.base.memory.unused_memory import UnusedMemory
from generator.base.records import dataclass, replace
from generator.base.stored_data import LostDataError
from generator.base.system.offload import WorkThread
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.faces.typeset_game import TypesetGame, typeset_game
from generator.build.input_digests import InputDigests
from generator.build.manifest import Progress, no_progress
from generator.build.options import BuildOptions
from generator.build.warm.held_entries import HeldEntries
from generator.load.game_locations import GameFolder
from generator.model.face import Drawing, Face, Font, Shape
from generator.model.game import Game
from generator.web.previews.excess_marks import with_excess_marks
from generator.web.previews.face_history import FaceHistory, PastFace, face_size
from generator.write.svg.document import svg
from generator.write.svg.drawing import border

Result = TypeVar("Result")

PAPER = "a4"
"""Paper for sheets unless the reader chooses one."""
PAPER_COLOUR = "#ffffff"
CSS_PIXELS = 96 / 25.4
"""CSS pixels in a millimetre."""
CACHE_FOREVER = "private, max-age=31536000, immutable"
"""Cache header for addresses that contain a digest of their content."""
PAUSE = 0.02
"""Seconds between two tries of a drawing that gives way."""
IDLE_SECONDS = 0.5
"""Seconds without work until unused memory is given back."""
SAVE_SECONDS = 0.3
"""Seconds until drawn faces are written to the cache: the page and its pictures come first."""
MOST_FACE_BYTES, MOST_SET_BYTES, MOST_ENTRY_BYTES = 8 << 20, 8 << 20, 3 << 20
"""Size limits: faces whose pictures pages may ask for, sets of faces on pages (which share them), cache entries that
they are read from.
"""


@dataclass(frozen=True, slots=True)
class FacePreview:
    """One side of one piece: its face, or the faults that prevent it."""

    job: FaceJob
    face: Face | None
    faults: tuple[Fault, ...] = ()
    unfinished: Face | None = None
    """Drawable part of a face with faults, with marks where texts do not fit."""
    last: Face | None = None
    """Last complete face, if the present one lacks something."""
    first: Face | None = None
    """Face at the start, if it was another."""

    @property
    def shown(self) -> Face | None:
        """Face to display: the present one, else the last complete one, else a partial one for those who mend it."""
        return self.face or self.last or self.unfinished


@dataclass(frozen=True, slots=True)
class PreviewSet:
    """The faces that some options ask for, fronts first, each once."""

    stamp: str
    """State of the files that the faces are drawn from, as a digest."""
    faces: tuple[FacePreview, ...]
    faults: tuple[Fault, ...] = ()
    """Faults that prevent all drawing; `faces` are then the last good ones."""

    @property
    def shown(self) -> Iterator[Face]:
        """All faces that pages may display, with the earlier ones to compare with."""
        return (face for preview in self.faces for face in (preview.shown, preview.first) if face)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return sum(map(face_size, self.shown))


class InterruptedDrawingError(HandledError):
    """A drawing was given up for one that somebody waits for."""


class FacePreviews:
    """Draws faces in a thread of its own, so that the server goes on answering."""

    def __init__(self) -> None:
        self._thread = WorkThread("previews")
        self._sets = LimitedCache[str, PreviewSet](MOST_SET_BYTES, lambda faces: faces.size)
        self._faces = LimitedCache[str, PastFace](MOST_FACE_BYTES, lambda past: face_size(past[0]))
        self._newest: dict[str, PastFace] = {}
        """Faces of the last drawing, whatever their size: its page asks for their pictures next."""
        self.history = FaceHistory()
        self._renderer: FaceRenderer | None = None
        self._entries = HeldEntries(MOST_ENTRY_BYTES)
        self._unused = UnusedMemory()
        self._tidying: asyncio.TimerHandle | None = None
        self._hurried = 0

    @contextmanager
    def hurry(self) -> Iterator[None]:
        """Interrupt drawings that can wait, and begin none, inside the `with` block."""
        self._hurried += 1
        # To search all memory for circles takes a tenth of a second.
        gc.disable()
        try:
            yield
        finally:
            self._hurried -= 1
            if not self._hurried:
                gc.enable()

    def give_way(self, *_: object) -> None:
        """Raise InterruptedDrawingError while somebody waits for a more urgent drawing.

        Called between steps of long drawings.
        """
        if self._hurried:
            raise InterruptedDrawingError

    async def run(self, work: Callable[[], Result]) -> Result:
        """Call a function in the drawing thread, and return its result; unused memory is given back when it is idle."""
        if self._tidying:
            self._tidying.cancel()
        try:
            return await self._thread.run(work)
        finally:
            # Later than what the reader does next: to search the memory takes a tenth of a second.
            tidy = partial(self._thread.submit, self._unused.give_back)
            self._tidying = asyncio.get_running_loop().call_later(IDLE_SECONDS, tidy)

    async def draw(
        self, folder: GameFolder, options: BuildOptions, game: Game, inputs: InputDigests, *, can_wait: bool = False
    ) -> PreviewSet:
        """Draw the faces that have changed; take `inputs` before the game is loaded, or a change may be missed.

        Raises UsageError for components, languages or themes that the game does not have, and with `can_wait`
        InterruptedDrawingError where somebody is in a hurry.
        """
        options, progress = replace(options, svg=True, jobs=1), self.give_way if can_wait else no_progress
        previews = await self.run(lambda: self._draw_or_keep(folder, options, game, inputs, progress))
        asyncio.get_running_loop().call_later(SAVE_SECONDS, self._save, folder, inputs, self._renderer)
        return previews

    async def typeset(self, folder: GameFolder, options: BuildOptions, game: Game, inputs: InputDigests) -> TypesetGame:
        """Typeset the faces of an order; take `inputs` before loading the game. Raises as `typeset_game`."""

        def work() -> TypesetGame:
            """Return the game with its faces typeset."""
            with self._entries.hold():
                return typeset_game(game, folder, options, inputs)

        typeset = await self.run(work)
        asyncio.get_running_loop().call_later(SAVE_SECONDS, self._save, folder, inputs, self._renderer)
        return typeset

    async def restart(self, folder: GameFolder) -> None:
        """Take the present faces of a game as the ones that later faces are compared with."""
        await self.run(lambda: self._restart(str(folder.folder)))

    def _restart(self, game: str) -> None:
        """Do the work of `restart`, in the drawing thread; pages have to be drawn anew, as their comparisons change."""
        self.history.restart(game)
        self._sets.clear()

    async def inputs(self, folder: GameFolder) -> InputDigests:
        """Return digests of all files that a game is drawn from."""
        return await self.run(lambda: InputDigests.of(folder.folder))

    async def stamp(self, folder: GameFolder) -> str:
        """Return a short text that differs whenever a file of the game does."""
        return stamp(await self.inputs(folder))

    async def svg(self, key: str, *, bleed: bool) -> bytes | None:
        """Return the picture of a face, compressed by gzip; None if the face is not kept any more.

        Raises LostDataError if the cache was emptied; the face is then drawn again when it is asked for.
        """
        past = self._past(key)
        try:
            with self.hurry():
                return None if past is None else await self.run(lambda: _compressed_svg(*past, bleed=bleed))
        except LostDataError:
            self._faces.pop(key, None)
            self._newest.pop(key, None)
            raise

    async def run_patiently(self, work: Callable[[], Result], is_gone: Callable[[], Awaitable[bool]]) -> Result | None:
        """Call a function that gives way in the drawing thread, again and again until nobody is in a hurry.

        Returns None once nobody waits for its result any more, as `is_gone` tells.
        """
        while not await is_gone():
            with suppress(InterruptedDrawingError):
                return await self.run(work)
            await asyncio.sleep(PAUSE)
        return None

    def show(self, face: Face, fonts: Mapping[str, Font]) -> str:
        """Keep a face that was drawn elsewhere, so that pages may ask for its picture; return its key."""
        self._faces[face.key] = packed(face), fonts
        return face.key

    def keeps(self, keys: Iterable[str]) -> bool:
        """Return whether the pictures of all faces with these keys can still be asked for."""
        newest = self._newest
        return all(key in self._faces or key in newest for key in keys)

    def _past(self, key: str) -> PastFace | None:
        """Return the face with a key, and its fonts; None if it is not kept any more."""
        return self._faces.get(key) or self._newest.get(key)

    def _save(self, folder: GameFolder, inputs: InputDigests, renderer: FaceRenderer | None) -> None:
        """Write drawn faces to the cache in the drawing thread, unless files have changed since."""
        self._thread.submit(partial(self._settle, folder, inputs, renderer))

    def _settle(self, folder: GameFolder, inputs: InputDigests, renderer: FaceRenderer | None) -> None:
        """Write drawn faces to the cache.

        Drop the renderer if files have changed since, as it may have read old and new ones.
        """
        if not self._entries.write_if_unchanged(folder.folder, inputs) and self._renderer is renderer:
            self._renderer = None  # it may have read old files and new ones

    def _forget_drawn(self) -> None:
        """Drop the renderer and the entries that wait to be written, as they may be of old files and new ones."""
        self._entries.drop()
        self._renderer = None

    def close(self) -> None:
        """End the drawing thread."""
        self._thread.close()

    def _draw_or_keep(
        self, folder: GameFolder, options: BuildOptions, game: Game, inputs: InputDigests, progress: Progress
    ) -> PreviewSet:
        """Return the faces of an order, from memory if neither its options nor its files have changed, else drawn."""
        key = repr((folder.folder, options))
        before = self._sets.get(key)
        if before and before.stamp == stamp(inputs) and self.keeps(face.key for face in before.shown):
            return before
        try:
            faces, faults = self._draw(folder, options, inputs, game, progress)
        except Faults as error:
            faces, faults = before.faces if before else (), error.faults
        previews = PreviewSet(stamp(inputs), faces, faults)
        if not inputs.state.is_current(folder.folder):
            self._forget_drawn()
        # Only some pieces, those in view: kept as a set, they would hide the others.
        elif len(options.only) <= 1:
            self._sets[key] = previews
        return previews

    def _draw(
        self, folder: GameFolder, options: BuildOptions, inputs: InputDigests, game: Game, progress: Progress
    ) -> tuple[tuple[FacePreview, ...], tuple[Fault, ...]]:
        """Return the faces of an order, backs last, and the faults of texts that cannot be set."""
        with self._entries.hold():
            typeset = typeset_game(
                game, folder, options, inputs, previous=self._renderer, progress=progress, previews=True
            )
        self._renderer = typeset.renderer
        unique: dict[str, FacePreview] = {}
        self._newest = {}
        for job in typeset.jobs:
            preview = self._preview(str(folder.folder), options.theme, job, typeset)
            # Copies of a piece share one face.
            unique.setdefault(preview.face.key if preview.face else job.key, preview)
        text_faults = [fault for part in game.components for fault in typeset.faces.faults.get(part.id, ())]
        return tuple(sorted(unique.values(), key=lambda preview: preview.job.side == "back")), tuple(text_faults)

    def _preview(self, game: str, theme: str, job: FaceJob, typeset: TypesetGame) -> FacePreview:
        """Return the preview of a face; one with faults is replaced by its drawable part or the last complete face."""
        fonts, faces = typeset.renderer.labels.fonts, typeset.faces
        face, unfinished = self._shared(faces.faces.get(job.key)), faces.unfinished.get(job.key)
        drawn = face or (packed(with_excess_marks(unfinished)) if unfinished else None)
        is_whole = face or (unfinished and unfinished.is_whole)
        if drawn and is_whole:
            self.history.remember(game, theme, job, (drawn, fonts))
        first, last = self.history.first(game, theme, job), self.history.last(game, theme, job)
        # The present face is complete, so no earlier one has to stand in for it.
        if is_whole:
            last = None
        # An unchanged face has nothing to be compared with.
        if first and drawn and first[0].key == drawn.key:
            first = None
        for past in filter(None, (first, last, (drawn, fonts) if drawn else None)):
            self._faces[past[0].key] = self._newest[past[0].key] = past
        faults = faces.faults.get(job.key, ())
        return FacePreview(job, face, faults, None if face else drawn, last and last[0], first and first[0])

    def _shared(self, face: Face | None) -> Face | None:
        """Return the kept face that equals a face read from the cache, so that pages share one object.

        None for no face.
        """
        past = self._past(face.key) if face else None
        return past[0] if past else face and packed(face)


def packed(face: Face) -> Face:
    """Return a face whose ink is bytes: objects take five times the memory."""
    return replace(face, ink=Drawing(face.ink.packed))


def stamp(inputs: InputDigests) -> str:
    """Return a short string that differs whenever a file does."""
    return inputs.everything[:16]


def game_language(game: Game, language: str) -> str:
    """Return a language if the game has it, else the game's first language."""
    return language if language in game.languages else game.languages[0]


def _compressed_svg(face: Face, fonts: Mapping[str, Font], *, bleed: bool) -> bytes:
    """Return the picture of a face on white paper, with or without bleed, as SVG compressed by gzip."""
    paper_face = on_paper(face if bleed else replace(face, bleed=0.0))
    # No time in the header: equal pictures are equal bytes.
    return gzip.compress(svg(paper_face, fonts).encode(), 1, mtime=0)


def on_paper(face: Face) -> Face:
    """Return a face over the white paper that it is printed on: up to its cut, or of the size of its bleed."""
    ink, parts = face.ink.unpack()
    # Bleed shows beyond the cut, so the paper is as large as the bleed.
    sheet = Shape(face.cut if face.cut and not face.bleed else border(face.box), PAPER_COLOUR)
    return replace(face, ink=Drawing.of((sheet, *ink), parts))
