"""The record of a shard: a JSON file beside its output, with a digest of the build and of each of its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import generator
from generator.base.errors import Fault, fault
from generator.base.hashing import digest, file_digest, file_digests
from generator.base.records import dataclass
from generator.base.system.output_file import write_file
from generator.build.manifest import BuildResult
from generator.build.options import BuildOptions
from generator.build.several_games import Order
from generator.build.shards.shares import Shard
from generator.load.game_locations import data_root, game_name, templates_root

_FORMAT = 1
_LARGEST = 64 << 20
"""Most bytes of a record: a line for each of half a million files."""
_SHA_256 = re.compile(r"[0-9a-f]{64}\Z")
# What differs between computers and has no effect on the files.
_LOCAL = {"out", "jobs", "share", "verify", "strict"}


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """The files of one shard."""

    folder: Path
    shard: Shard
    build: str
    """Digest of the games, the program and the options: shards of one build have the same."""
    files: dict[str, str]
    """SHA-256 of each file, by its path below the folder, with `/`."""

    @property
    def path(self) -> Path:
        """Path of the record's own file."""
        return self.folder / record_name(self.shard)


def record_name(shard: Shard) -> str:
    """Return the name of a shard's record.

    >>> record_name((2, 8))
    'shard-2-of-8.json'
    """
    return f"shard-{shard[0]}-of-{shard[1]}.json"


def remove_record(out: Path, shard: Shard) -> None:
    """Remove the record of an earlier build: after a failed one it would stand for files of two builds."""
    (out / record_name(shard)).unlink(missing_ok=True)


def write_record(out: Path, shard: Shard, orders: Sequence[Order], results: Iterable[BuildResult]) -> Path:
    """Write the record of a shard and return its path; `orders` are the whole build. Raises OutputError."""
    records = [file for result in results for file in (*result.files, *result.face_lists)]
    files = {file.path.relative_to(out).as_posix(): file_digest(file.path) for file in records}
    document = {"format": _FORMAT, "shard": list(shard), "build": _build_digest(orders), "files": files}
    path = out / record_name(shard)
    write_file(path, json.dumps(document, ensure_ascii=False, indent=1).encode())
    return path


def _build_digest(orders: Sequence[Order]) -> str:
    """Return a digest of the content of all files that a build reads: stamps differ between computers."""
    ours = file_digests(Path(generator.__file__).parent, None), file_digests(templates_root())
    formats = [(data_root() / name).read_bytes() for name in ("papers.toml", "label_sheets.toml", "cards.toml")]
    # Compiled files of Python lie beside the code, and differ between computers.
    program = [(name, sha) for name, sha in ours[0].items() if name.endswith(".py")]
    games = [
        (game_name(folder.folder.resolve()), file_digests(folder.folder), _words(options)) for folder, options in orders
    ]
    return digest(repr((generator.__version__, program, ours[1], formats, games)))


def _words(options: BuildOptions) -> list[tuple[str, str]]:
    """Return the options that change the files, with their values as text."""
    return [(name, repr(getattr(options, name))) for name in BuildOptions.__match_args__ if name not in _LOCAL]


def read_record(folder: Path) -> ShardRecord:
    """Read the record in a shard's folder; its files may be missing. Raises Faults where there is none, or several."""
    paths = sorted(folder.glob("shard-*-of-*.json"))
    if len(paths) != 1:
        names = " and ".join(path.name for path in paths)
        problem = f"has {names}; give each shard a folder of its own with --out" if paths else _no_record(folder)
        raise fault(folder.as_posix(), problem)
    try:
        data = paths[0].read_bytes() if paths[0].stat().st_size <= _LARGEST else b""
        return _record(folder, json.loads(data))
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise fault(paths[0].as_posix(), "is no record of a shard, or damaged; build this shard again") from None


def _no_record(folder: Path) -> str:
    """Return the message for a folder without a record."""
    return "has no shard; vallum build --shard writes one" if folder.is_dir() else "no such folder"


def _record(folder: Path, document: dict[str, Any]) -> ShardRecord:
    """Return the record of a document; raises ValueError, KeyError or TypeError for one that is none."""
    number, parts = map(int, document["shard"])
    files: dict[str, str] = dict(document["files"])
    is_sound = document["format"] == _FORMAT and 0 < number <= parts
    # Records come from other computers: a file must lie in the shard's folder, and then in that of the whole build.
    if not is_sound or not all(map(_is_inside, files)) or not all(map(_SHA_256.match, files.values())):
        raise ValueError
    return ShardRecord(folder, (number, parts), str(document["build"]), files)


def _is_inside(name: str) -> bool:
    """Whether a path leads to a file below the folder, on every system.

    >>> [_is_inside(name) for name in ("picket/raid-a4-en.pdf", "../raid.pdf", "/raid.pdf", "C:raid.pdf")]
    [True, False, False, False]
    """
    parts = PurePosixPath(name).parts
    return bool(parts) and not any(part in {"/", ".."} or set(part) & set(":\\\0") for part in parts)


def damaged_files(record: ShardRecord) -> list[Fault]:
    """Return a fault for each file that is missing or is not the one that was built."""
    digests = {record.folder / name: (sha, file_digest(record.folder / name)) for name, sha in record.files.items()}
    return [
        Fault(
            path.as_posix(),
            "was changed after it was built; build this shard again" if now else "is missing or unreadable",
        )
        for path, (sha, now) in digests.items()
        if now != sha
    ]
