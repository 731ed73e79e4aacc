"""Faces drawn for the screen, the same as for print, and kept in memory while pages may ask for their pictures."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from generator.base.errors import Fault, Faults
from generator.base.records import dataclass, replace
from generator.base.stored_data import LostDataError
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions, GameFolder
from generator.build.warm.held_entries import HeldEntries
from generator.model.face import Face, Font
from generator.model.game import Game

Result = TypeVar("Result")

PAPER = "a4"
"""The paper that sheets are drawn for unless the reader chooses one."""
CSS_PIXELS = 96 / 25.4
"""In one millimetre."""
CACHE_FOREVER = "private, max-age=31536000, immutable"
"""For addresses that contain a digest of their content."""
SAVE_SECONDS = 0.3
"""Until what was drawn is written into the cache: the page and its pictures come first."""
MAX_FACES = 3000
MAX_SETS = 16


@dataclass(frozen=True, slots=True)
class FacePreview:
    """One side of one piece: its face, or the faults that prevent it."""

    job: FaceJob
    face: Face | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewSet:
    """The faces that some options ask for, fronts first, each once."""

    stamp: str
    """The state of the files they are drawn from."""
    faces: tuple[FacePreview, ...]
    faults: tuple[Fault, ...] = ()
    """Faults that prevent all drawing; the faces are then the last good ones."""
    seconds: float = 0.0


class FacePreviews:
    """Draws faces in a thread of its own, so that the server goes on answering."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "previews")
        self._sets: OrderedDict[str, PreviewSet] = OrderedDict()
        self._faces: OrderedDict[str, tuple[Face, Mapping[str, Font]]] = OrderedDict()
        self._renderer: FaceRenderer | None = None
        self._entries = HeldEntries()

    async def run(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def draw(self, folder: GameFolder, options: BuildOptions, game: Game, inputs: InputDigests) -> PreviewSet:
        """Draw the faces that have changed; take `inputs` before the game is loaded, or a change may be missed.

        Raises UsageError for components, languages or themes that the game does not have.
        """
        options = replace(options, svg=True, jobs=1)
        previews = await self.run(lambda: self._draw_or_keep(folder, options, game, inputs))
        asyncio.get_running_loop().call_later(SAVE_SECONDS, self._save, folder, inputs, self._renderer)
        return previews

    async def inputs(self, folder: GameFolder) -> InputDigests:
        return await self.run(lambda: InputDigests.of(folder.folder))

    async def stamp(self, folder: GameFolder) -> str:
        return stamp(await self.inputs(folder))

    async def svg(self, key: str, *, bleed: bool) -> bytes | None:
        """Return the picture of a face, compressed by gzip; None if the face is not kept any more.

        Raises LostDataError if the cache was emptied; the face is then drawn again when it is asked for.
        """
        known = self._faces.get(key)
        try:
            return None if known is None else await self.run(lambda: _compressed_svg(*known, bleed=bleed))
        except LostDataError:
            self._faces.pop(key, None)
            raise

    def keeps(self, keys: Iterable[str]) -> bool:
        return all(key in self._faces for key in keys)

    def _save(self, folder: GameFolder, inputs: InputDigests, renderer: FaceRenderer | None) -> None:
        """Let the thread write what was drawn into the cache, unless the files have changed since."""
        with suppress(RuntimeError):  # the server is about to end
            self._thread.submit(self._settle, folder, inputs, renderer)

    def _settle(self, folder: GameFolder, inputs: InputDigests, renderer: FaceRenderer | None) -> None:
        if not self._entries.write_if_unchanged(folder.folder, inputs) and self._renderer is renderer:
            self._renderer = None  # it may have read old files and new ones

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _draw_or_keep(self, folder: GameFolder, options: BuildOptions, game: Game, inputs: InputDigests) -> PreviewSet:
        key, start = repr((folder.folder, options)), time.perf_counter()
        before = self._sets.get(key)
        if before and before.stamp == stamp(inputs) and self.keeps(each.face.key for each in before.faces if each.face):
            self._sets.move_to_end(key)
            return before
        try:
            faces, faults = self._draw(folder, options, inputs, game)
        except Faults as error:
            faces, faults = before.faces if before else (), error.faults
        previews = self._sets[key] = PreviewSet(stamp(inputs), faces, faults, time.perf_counter() - start)
        drop_oldest(self._sets, MAX_SETS)
        return previews

    def _draw(
        self, folder: GameFolder, options: BuildOptions, inputs: InputDigests, game: Game
    ) -> tuple[tuple[FacePreview, ...], tuple[Fault, ...]]:
        """Return the faces, those with backs last, and the faults of texts that cannot be set."""
        with self._entries.hold():
            typeset = typeset_game(game, folder, options, inputs, previous=self._renderer, previews=True)
        self._renderer = typeset.renderer
        unique: dict[str, FacePreview] = {}
        for job in typeset.jobs:
            face = typeset.faces.faces.get(job.key)
            faults = typeset.faces.faults.get(job.key, ())
            unique.setdefault(face.key if face else job.key, FacePreview(job, face, faults))
            if face:
                self._faces[face.key] = face, typeset.renderer.labels.fonts
                self._faces.move_to_end(face.key)
        drop_oldest(self._faces, MAX_FACES)
        text_faults = [fault for part in game.components for fault in typeset.faces.faults.get(part.id, ())]
        return tuple(sorted(unique.values(), key=lambda each: each.job.side == "back")), tuple(text_faults)


def stamp(inputs: InputDigests) -> str:
    """Return a short string that differs whenever a file does."""
    return inputs.everything[:16]


def game_language(game: Game, language: str) -> str:
    """Return a language, or the first of the game if it lacks this one."""
    return language if language in game.languages else game.languages[0]


def drop_oldest(kept: OrderedDict[Any, Result], most: int) -> None:
    """Drop the first entries until no more than `most` are left."""
    while len(kept) > most:
        kept.popitem(last=False)


def _compressed_svg(face: Face, fonts: Mapping[str, Font], *, bleed: bool) -> bytes:
    from generator.write.svg.document import svg

    return gzip.compress(svg(face if bleed else replace(face, bleed=0.0), fonts).encode(), 1, mtime=0)
