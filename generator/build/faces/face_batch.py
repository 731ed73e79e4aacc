"""Take the faces of many jobs from the cache, and let workers draw the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from generator.base.cache import Cache
from generator.base.errors import Fault, Faults
from generator.base.records import dataclass, field
from generator.base.timing import Times
from generator.base.workers import WorkerPool, has_fork
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.faces.packed_faces import FacePacker, PackedFace, PackedForms
from generator.build.input_digests import program_digest
from generator.model.face import Face, UnfinishedFaceError

MANY = 60
"""Number of new cards from which the drawing libraries are loaded before several workers are forked. Below it, one
worker loads and draws, while this process loads the PDF library.
"""

SHEET = 30
"""Cards that could be drawn in the time that a scoresheet takes."""

FEW = 12
"""Most new faces that a process which builds repeatedly draws itself: a fork would take longer."""


@dataclass(slots=True)
class FaceSet:
    """Finished faces by job key, the compiled forms that they need, and the faults of faces that failed."""

    faces: dict[str, Face] = field(default_factory=dict)
    """Faces with equal keys are one object: a hundred cards have one back."""
    forms: PackedForms = field(default_factory=PackedForms)
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Face key to the keys of its forms, so that a cache entry holds only forms in use."""
    looks: dict[str, str] = field(default_factory=dict)
    """Face key to the digest of what the face prints, see `face_digest`."""
    faults: dict[str, tuple[Fault, ...]] = field(default_factory=dict)
    """Faults by job key; those of a text that cannot be set by the id of its component."""
    unfinished: dict[str, UnfinishedFaceError] = field(default_factory=dict)
    """Partial faces of failed jobs, by job key; only those that this process drew."""
    times: Times = field(default_factory=dict)
    same_looks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Options that change no face of a component, by its id."""

    @property
    def all_faults(self) -> tuple[Fault, ...]:
        """Faults of all faces, each fault once: faces that share a template have the same ones."""
        return tuple(dict.fromkeys(fault for faults in self.faults.values() for fault in faults))

    def copy(self) -> FaceSet:
        """Return a set with the same faces to which more can be added; the cache may keep the original."""
        return FaceSet({**self.faces}, PackedForms(self.forms.packed), {**self.needs}, {**self.looks})

    def add(self, key: str, packed: PackedFace, equal_face: Face | None = None) -> None:
        """Add the finished face of the job with this key.

        `equal_face` is a face of equal content, which is kept instead.
        """
        face, look, forms = packed
        self.faces[key] = equal_face or face
        self.needs[face.key], self.looks[face.key] = tuple(forms), look
        self.forms.packed.update(forms)

    def packed(self, key: str) -> PackedFace:
        """Return the face of the job with this key, with its compiled forms, as it was added."""
        face = self.faces[key]
        forms = {need: self.forms.packed[need] for need in self.needs[face.key]}
        return PackedFace(face, self.looks[face.key], forms)


class FaceBatch:
    """Faces that workers draw, while the caller does something else."""

    def __init__(
        self,
        jobs: Sequence[FaceJob],
        renderer: FaceRenderer,
        cache: Cache,
        entry: str,
        processes: int,
        *,
        keep_others: bool = False,
        draws_later: bool = False,
    ) -> None:
        """Take known faces from the cache and start drawing the others.

        With `keep_others` the cache keeps the faces of pieces that no job asks for. With `draws_later` this process
        draws after a build from nothing: it then draws a few new cards itself, so that the libraries are loaded once.
        """
        self._set, self._keep_others = FaceSet(), keep_others
        self._keep_ink = renderer.keep_ink
        self._cache, self._entry = cache, entry
        self._packs = _by_pack(jobs)
        different = {job.key: job for job in jobs}
        self._missing = self._take_cached(different.values())
        many = processes > 1 and _cards(self._missing) >= MANY
        if many and has_fork():
            renderer.preload(self._missing)
        workers = min(processes, os.cpu_count() or 1) if many else min(processes - 1, 1)
        # Warm: the libraries are loaded in this process already.
        if renderer.is_warm and len(self._missing) <= FEW:
            workers = 0
        if draws_later and not many and len(self._missing) == len(different):
            workers = 0
        if workers and self._missing and has_fork():
            # The fonts, and the library that reads them, are for the faces and for the slug lines.
            renderer.labels.preload(dict.fromkeys(job.language for job in self._missing))
        self._pool = WorkerPool(partial(_outcome, renderer, FacePacker()), self._missing, workers)

    def _take_cached(self, jobs: Iterable[FaceJob]) -> list[FaceJob]:
        """Take the faces that the cache has; return the jobs of the others, in order."""
        pack_of_job = {
            job.key: pack
            for name, pack_jobs in self._packs.items()
            for pack in [self._cached(name)]
            for job in pack_jobs
        }
        first: dict[str, FaceJob] = {}
        """The first job of each face: the warnings of a face that several jobs share name its line."""
        missing = []
        for job in jobs:
            face = self._usable(job, pack_of_job[job.key], first)
            if face is None:
                missing.append(job)
            elif face.key in self._set.needs:  # a back that many cards have
                self._set.faces[job.key] = face
            elif (packed := pack_of_job[job.key].packed(job.key)).has_pictures:
                self._set.add(job.key, packed)
            else:
                missing.append(job)
        return missing

    def _usable(self, job: FaceJob, pack: FaceSet, first: dict[str, FaceJob]) -> Face | None:
        """Return a job's face from a cache entry; None if it must be drawn again.

        It must if it is missing, lacks its ink, or warns of a line that has moved.
        """
        face = pack.faces.get(job.key)
        if face is None or (self._keep_ink and not face.ink.has_ink):
            return None
        return face if not face.warnings or _warns_of_line(face, first.setdefault(face.key, job)) else None

    def _cached(self, name: str) -> FaceSet:
        """Return the faces in the cache entry of a name; an empty set if another version of the program wrote it."""
        match self._cache.get(f"{self._entry}/{name}", keep=True):
            case str(program), FaceSet() as pack if program == program_digest():
                return pack
        return FaceSet()

    def finish(self, progress: Callable[[int, int], None] = lambda _done, _total: None) -> FaceSet:
        """Wait for the workers, cache the new faces, and return all faces.

        `progress` is called before each new face with their number so far and that of all.
        """
        same: dict[str, Face] = {}
        for number, (job, result) in enumerate(zip(self._missing, self._pool.results(), strict=True)):
            progress(number, len(self._missing))
            if isinstance(result, Faults):
                self._set.faults[job.key] = result.faults
                if isinstance(result, UnfinishedFaceError):
                    self._set.unfinished[job.key] = result
            else:
                packed, times = result
                face = packed.face
                self._set.add(job.key, packed, same.setdefault(face.key, face))
                # Forked workers have clocks of their own; their seconds are added up.
                for stage, seconds in times.items():
                    self._set.times[stage] = self._set.times.get(stage, 0.0) + seconds
        # Only entries with a new face are written again.
        for name in {job.pack for job in self._missing}:
            self._cache.put(f"{self._entry}/{name}", (program_digest(), self._pack(name)), keep=True)
        return self._set

    def _pack(self, name: str) -> FaceSet:
        """Return the faces to store in one cache entry, which belongs to a component and a language."""
        pack, jobs = self._cached(name).copy() if self._keep_others else FaceSet(), self._packs[name]
        for key in (job.key for job in jobs if job.key in self._set.faces):
            pack.add(key, self._set.packed(key))
        return pack


def _cards(jobs: Sequence[FaceJob]) -> int:
    """Return about how many cards could be drawn in the time that some faces take."""
    return sum(SHEET if job.component.sheets else 1 for job in jobs)


def _warns_of_line(face: Face, job: FaceJob) -> bool:
    """Whether the warnings of a face name the line in which the row of a job stands."""
    return all(warning.startswith(f"{job.piece.row.source} → ") for warning in face.warnings if " → " in warning)


def _by_pack(jobs: Sequence[FaceJob]) -> Mapping[str, list[FaceJob]]:
    """Return the jobs by the name of their cache entry, each key once."""
    packs: dict[str, dict[str, FaceJob]] = {}
    for job in jobs:
        packs.setdefault(job.pack, {})[job.key] = job
    return {name: list(by_key.values()) for name, by_key in packs.items()}


# A worker's exception would end the pool.


def _outcome(renderer: FaceRenderer, packer: FacePacker, job: FaceJob) -> tuple[PackedFace, Times] | Faults:
    """Return the packed face of a job with its times, or the faults that it raised.

    Faults are a result: they must cross from a worker, and must not hide the faults of other faces.
    """
    try:
        face, forms, times = renderer.draw(job)
    except Faults as faults:
        return faults
    return packer.pack(face, forms), times
