"""Faces drawn for the screen: the same that are printed, kept while somebody may ask for their pictures."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from generator.base.errors import Fault, Faults
from generator.base.records import dataclass, replace
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions, GameFolder

if TYPE_CHECKING:
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.face_renderer import FaceRenderer
    from generator.model.face import Face, Font
    from generator.model.game import Game

Answer = TypeVar("Answer")

PAPER = "a4"
"""The paper that cards and sheets are drawn for where nobody has named one."""
PIXELS = 96 / 25.4
"""CSS pixels a millimetre."""
FOREVER = "private, max-age=31536000, immutable"
"""For pictures, whose addresses are digests of what they show."""
KEPT_FACES = 3000
KEPT_LOOKS = 16
"""How much is kept in memory; what was dropped is drawn again."""


@dataclass(frozen=True, slots=True)
class FacePreview:
    """One side of one piece: its face, or what is wrong with it."""

    job: FaceJob
    face: Face | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewSet:
    """The faces of an order, and what state of the files they show."""

    stamp: str
    seen: tuple[FacePreview, ...]
    faults: tuple[Fault, ...] = ()
    """Those that let nothing be drawn: the faces are then the last good ones."""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


class FacePreviews:
    """Draws in one thread of its own, so that the page goes on answering."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "easel")
        self._looks: OrderedDict[str, PreviewSet] = OrderedDict()
        self._faces: OrderedDict[str, tuple[Face, Mapping[str, Font]]] = OrderedDict()
        self._renderer: FaceRenderer | None = None

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Do something that takes a while."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def look(self, place: GameFolder, order: BuildOptions, game: Game, inputs: InputDigests) -> PreviewSet:
        """The faces that an order needs, drawn where they are new; `inputs` are from before the game was read.

        Raises UsageError for parts, languages or themes that the game does not have.
        """
        return await self.run(lambda: self._look(place, replace(order, svg=True, jobs=1), game, inputs))

    async def inputs(self, place: GameFolder) -> InputDigests:
        """The state of a game's files and templates."""
        return await self.run(lambda: InputDigests.of(place.folder))

    async def stamp(self, place: GameFolder) -> str:
        """The same in a word."""
        return stamp(await self.inputs(place))

    async def svg(self, key: str, *, bleed: bool) -> bytes | None:
        """The picture of a face, compressed by gzip; None where it is not known any more."""
        known = self._faces.get(key)
        return None if known is None else await self.run(lambda: _picture(*known, bleed=bleed))

    def keeps(self, keys: Iterable[str]) -> bool:
        """Whether the pictures of these faces can be asked for."""
        return all(key in self._faces for key in keys)

    def close(self) -> None:
        """Draw nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _look(self, place: GameFolder, order: BuildOptions, game: Game, inputs: InputDigests) -> PreviewSet:
        name, start = repr((place.folder, order)), time.perf_counter()
        before = self._looks.get(name)
        if before and before.stamp == stamp(inputs) and self.keeps(seen.face.key for seen in before.seen if seen.face):
            self._looks.move_to_end(name)
            return before
        try:
            look = self._drawn(place, order, inputs, game)
        except Faults as error:
            look = PreviewSet("", before.seen if before else (), error.faults)
        look = self._looks[name] = replace(look, stamp=stamp(inputs), seconds=time.perf_counter() - start)
        shortened(self._looks, KEPT_LOOKS)
        return look

    def _drawn(self, place: GameFolder, order: BuildOptions, inputs: InputDigests, game: Game) -> PreviewSet:
        from generator.build.faces.typeset_game import typeset_game

        typeset = typeset_game(game, place, order, inputs, previous=self._renderer)
        self._renderer = typeset.renderer
        faces = typeset.faces
        seen = [FacePreview(job, faces.faces.get(job.key), faces.faults.get(job.key, ())) for job in typeset.jobs]
        unique: dict[str, FacePreview] = {}
        for each in seen:
            unique.setdefault(each.face.key if each.face else each.job.key, each)
            if each.face:
                self._faces[each.face.key] = each.face, typeset.renderer.labels.fonts
                self._faces.move_to_end(each.face.key)
        shortened(self._faces, KEPT_FACES)
        ordered = sorted(unique.values(), key=lambda each: each.job.side == "back")
        return PreviewSet("", tuple(ordered), notes=typeset.warnings)


def stamp(inputs: InputDigests) -> str:
    """The state of some files, in a word."""
    return inputs.everything[:16]


def shortened(kept: OrderedDict[Any, Answer], most: int) -> None:
    """Drop the oldest of what is kept, but for so many."""
    while len(kept) > most:
        kept.popitem(last=False)


def _picture(face: Face, fonts: Mapping[str, Font], *, bleed: bool) -> bytes:
    from generator.write.svg.document import svg

    return gzip.compress(svg(face if bleed else replace(face, bleed=0.0), fonts).encode(), 1, mtime=0)
