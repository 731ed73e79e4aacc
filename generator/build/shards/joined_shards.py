"""Puts the folders of all shards together: the same files as one build of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from generator.base.errors import Fault, Faults, OutputError
from generator.base.system.output_file import settle_folders, write_file
from generator.build.options import check_output_folder
from generator.build.shards.shard_record import ShardRecord, damaged_files, read_record


def join_shards(folders: Sequence[Path], out: Path) -> list[Path]:
    """Write the files of all shards into one folder, as a build of everything would; return their paths.

    Nothing is written unless every shard is there, of the same build, and undamaged. Raises Faults and OutputError.
    """
    check_output_folder((), out)
    records = _records(folders)
    # All faults at once, so that all broken shards can be built again together.
    if faults := [*_unlike(records), *(fault for record in records for fault in damaged_files(record))]:
        raise Faults(faults)
    # Shards have different languages, so no two have a file of one name.
    files = [(record.folder / name, out / name) for record in records for name in record.files]
    for source, target in files:
        write_file(target, _content(source), settle=False)
    settle_folders({target.parent for _, target in files})
    return sorted(target for _, target in files)


def _content(path: Path) -> bytes:
    """Return the bytes of a file. Raises OutputError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:  # it was there a moment ago
        raise OutputError(f"{path}: cannot be read: {error.strerror}") from None


def _records(folders: Sequence[Path]) -> list[ShardRecord]:
    """Return the record of each folder, in the order of their numbers; raises the faults of all."""
    records, faults = list[ShardRecord](), list[Fault]()
    for folder in dict.fromkeys(folders):
        try:
            records.append(read_record(folder))
        except Faults as error:
            faults += error.faults
    if faults:
        raise Faults(faults)
    return sorted(records, key=lambda record: record.shard)


def _unlike(records: Sequence[ShardRecord]) -> Iterator[Fault]:
    """Yield a fault for each shard of another build, for each that is there twice, and for missing ones."""
    # Compared with the first, so that one shard of another build is named and not all the rest.
    first, parts = records[0], records[0].shard[1]
    for record in records:
        if (record.build, record.shard[1]) != (first.build, parts):
            about = (
                f"is of another build than {first.path.as_posix()}: other data, options, version or number of shards"
            )
            yield Fault(record.path.as_posix(), f"{about}; build all shards alike")
    for before, after in pairwise(records):
        if before.shard == after.shard:
            yield Fault(after.path.as_posix(), f"is in {before.folder.as_posix()} too; leave one out")
    numbers = {record.shard[0] for record in records}
    if missing := [str(number) for number in range(1, parts + 1) if number not in numbers]:
        absent = ", ".join(missing[:12]) + (" …" if missing[12:] else "")
        yield Fault(first.path.as_posix(), f"is 1 of {parts} shards, and {absent} is not here; name the folders of all")
