"""Write faces as SVG, and as PNG rendered by pdfium: one file for each face, with its bleed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from generator.base.errors import UsageError
from generator.base.hashing import digest
from generator.base.system.output_file import write_files
from generator.base.units import to_mm
from generator.base.workers import WorkerPool, worker_count
from generator.build.faces.face_batch import FaceSet
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.labels import Labels
from generator.build.file_names import FileNames
from generator.build.manifest import Manifest, OutputFile
from generator.build.options import BuildOptions
from generator.model.face import Face
from generator.write.png import page_pngs

LARGEST = 100e6
"""Most pixels of a PNG: an A4 page at 1000 dpi, which takes some 300 MB of memory."""

AT_ONCE = 8
"""Images that a worker takes at a time; no worker is started for fewer."""

Draw = Callable[[Sequence[Face]], Iterator[bytes]]


class FaceImages:
    """Images of a game: `<game>/svg/<language>/<component>-<piece>-<side>.svg`, `<game>/png/<dpi>/<language>/…png`."""

    def __init__(
        self, names: FileNames, options: BuildOptions, labels: Labels, faces: FaceSet, manifest: Manifest
    ) -> None:
        """Take the finished faces, and the manifest that tells which images are current."""
        self._names = names
        self._options, self._faces, self._manifest = options, faces, manifest
        self._labels = labels

    def write(self, jobs: Iterable[FaceJob]) -> list[OutputFile]:
        """Write the SVG and PNG images of faces that are out of date; return a record of all.

        Raises UsageError for an image that is too large, OutputError.
        """
        # The same face on several papers has several jobs, but one on each.
        unique = list({job.key: job for job in jobs}.values())
        images = self._of_kind(unique, Path("svg"), ".svg", self._svgs) if self._options.svg else []
        if self._options.png:
            # The resolution is a part of the path, so images of several stand side by side.
            images += self._of_kind(unique, Path("png", str(self._options.png)), ".png", self._pngs)
        return images

    def _of_kind(self, jobs: Sequence[FaceJob], below: Path, ending: str, draw: Draw) -> list[OutputFile]:
        """Return the records of all images of one kind; faces that look alike are drawn once."""
        records = [self._record(job, below, ending) for job in jobs]
        current = {image.path: self._manifest.find_file(image.path, image.key) for image in records}
        alike: dict[str, list[OutputFile]] = {}
        faces: dict[str, Face] = {}
        for job, image in zip(jobs, records, strict=True):
            if current[image.path] is None:
                alike.setdefault(image.key, []).append(image)
                faces[image.key] = self._faces.faces[job.key]
        if ending == ".png" and faces:
            self._prepare_pngs(faces.values())
        self._write(list(alike.values()), list(faces.values()), draw)
        return [current[image.path] or image.with_stamp() for image in records]

    def _write(self, images: Sequence[Sequence[OutputFile]], faces: Sequence[Face], draw: Draw) -> None:
        """Draw faces and write each to its images, by several workers if processes are allowed."""
        batches = [slice(start, start + AT_ONCE) for start in range(0, len(images), AT_ONCE)]
        work = partial(_write_batch, draw)
        items = [([[image.path for image in alike] for alike in images[batch]], faces[batch]) for batch in batches]
        for _ in WorkerPool(work, items, worker_count(self._options.jobs, len(items)), largest=1).results():
            pass

    def _record(self, job: FaceJob, below: Path, ending: str) -> OutputFile:
        """Return the record of a face's image, which is current as long as the face looks the same."""
        name = "-".join(filter(None, [job.component.id, job.piece.id, job.side, job.paper]))
        file = self._names.image(below, job.language, f"{name}{ending}")
        # The folder names kind and resolution, which change the image.
        key = digest(self._faces.faces[job.key].key, below.as_posix())
        return OutputFile(file, (job.component.id,), job.paper, job.language, pages=1, pieces=1, sheets=0, key=key)

    def _svgs(self, faces: Sequence[Face]) -> Iterator[bytes]:
        """Yield the SVG files of faces."""
        from generator.write.svg.document import svg

        return (svg(face, self._labels.fonts).encode() for face in faces)

    def _pngs(self, faces: Sequence[Face]) -> Iterator[bytes]:
        """Yield the PNG files of faces, rendered from one PDF of them at the resolution asked for."""
        from generator.write.pdf.document import face_pdf

        return page_pngs(face_pdf(faces, self._faces.forms, self._labels.fonts), self._options.png)

    def _prepare_pngs(self, faces: Iterable[Face]) -> None:
        """Check the size of all images before any is drawn. Raises UsageError."""
        for face in faces:
            self._check_size(face)
        import pypdfium2  # noqa: F401  before workers are forked, so that they share it

    def _check_size(self, face: Face) -> None:
        """Check that an image has no more than LARGEST pixels. Raises UsageError."""
        dpi, size = self._options.png, face.trim.expand(face.bleed)
        if size.width * size.height * (dpi / 72) ** 2 > LARGEST:
            raise UsageError(
                f"--png {dpi} is too fine for a face of {to_mm(size.width):.0f} × {to_mm(size.height):.0f} mm; "
                f"at most {LARGEST / 1e6:.0f} megapixels are drawn, ask for fewer dots an inch"
            )


def _write_batch(draw: Draw, batch: tuple[Sequence[Sequence[Path]], Sequence[Face]]) -> None:
    """Draw some faces, and write each to its paths."""
    paths, faces = batch
    write_files((path, data) for alike, data in zip(paths, draw(faces), strict=True) for path in alike)
