"""Parts of a study that were played apart, as on several computers: written to files, and merged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.base.errors import Faults, fault
from generator.base.system.output_file import write_file
from generator.play.stats.studies import (
    Study,
    compact_json,
    differing_facts,
    json_digest,
    read_json,
    read_outcome,
    study_facts,
)
from generator.play.stats.study_report import PlayedStudy
from generator.solo.ai.game_study import GameOutcome

_FORMAT = 1


class StoredStudy(NamedTuple):
    """A study of a file."""

    name: str
    """Its name in a comparison; empty for one alone."""
    key: str
    facts: Mapping[str, Any]
    outcomes: tuple[GameOutcome, ...]
    """The games of the shard."""


class StudyPart(NamedTuple):
    """One file: the same shard of each study of a command."""

    file: Path
    games: int
    """Number of games of the whole studies."""
    studies: tuple[StoredStudy, ...]


def write_part(file: Path, labels: Sequence[str], played: Sequence[PlayedStudy]) -> None:
    """Write a shard of each study into one file; raises OutputError."""
    studies = [
        {
            "name": label,
            "key": study.study.key,
            "facts": study_facts(study.study),
            "outcomes": [outcome._asdict() for outcome in study.outcomes],
        }
        for label, study in zip(labels, played, strict=True)
    ]
    document = {"part": _FORMAT, "games": played[0].study.games, "shard": played[0].study.shard, "studies": studies}
    # A file that was edited or cut short on the way is noticed when it is read.
    document["digest"] = _digest(document)
    write_file(file, compact_json(document))


def _digest(document: Mapping[str, Any]) -> str:
    """Return the digest of the contents of a part, without the field that holds the digest."""
    return json_digest({key: value for key, value in document.items() if key != "digest"})


def merge_parts(files: Sequence[Path]) -> tuple[tuple[str, ...], tuple[PlayedStudy, ...]]:
    """Return the names of the studies and the studies, with the games of all files in order.

    Raises Faults for a file that is no part, or of another study, program or data, and for games that are missing or
    in two files.
    """
    parts = [_read_part(file) for file in dict.fromkeys(files)]
    # Every part must be of the same study as the first, and then they are alike.
    for part in parts[1:]:
        _check_kinship(parts[0], part)
    _check_cover(parts)
    names = tuple(study.name for study in parts[0].studies)
    return names, tuple(_merged(parts, number) for number in range(len(names)))


def _read_part(file: Path) -> StudyPart:
    """Return the part of a study in a file; raise Faults for a file that is no part or was changed."""
    document = read_json(file)
    if document is None:
        fault_text = "is no part of a study, or damaged; --shard writes parts" if file.is_file() else "no such file"
        raise _refusal(file, fault_text)
    if document.get("part") != _FORMAT:
        raise _refusal(file, "is no part of a study that this version can read; --shard writes parts")
    if document.get("digest") != _digest(document):
        raise _refusal(file, "was changed after it was written; play this shard again")
    return StudyPart(file, document["games"], tuple(map(_read_study, document["studies"])))


def _read_study(stored: Mapping[str, Any]) -> StoredStudy:
    """Return a study of a part from its JSON values."""
    return StoredStudy(stored["name"], stored["key"], stored["facts"], tuple(map(read_outcome, stored["outcomes"])))


def _check_kinship(first: StudyPart, part: StudyPart) -> None:
    """Raise Faults if a part belongs to another study than the first."""
    if part.games != first.games:
        raise _refusal(part.file, f"is of {part.games} games; {first.file} is of {first.games}")
    if len(part.studies) != len(first.studies):
        raise _refusal(part.file, f"has {len(part.studies)} studies; {first.file} has {len(first.studies)}")
    for study, expected in zip(part.studies, first.studies, strict=True):
        if other := differing_facts(study.facts, expected.facts):
            raise _refusal(part.file, f"belongs to another study than {first.file}: {other}")


def _check_cover(parts: Sequence[StudyPart]) -> None:
    """Raise Faults if a game is in two parts or in none."""
    owner: dict[str, Path] = {}
    for part in parts:
        for outcome in part.studies[0].outcomes:
            if outcome.seed in owner:
                fault_text = f"has game {outcome.seed!r}, which is in {owner[outcome.seed]} too; leave one out"
                raise _refusal(part.file, fault_text)
            owner[outcome.seed] = part.file
    name = parts[0].studies[0].facts["seeds"]
    missing = [number for number in range(1, parts[0].games + 1) if f"{name}/{number}" not in owner]
    if missing:
        fault_text = f"{len(missing)} of {parts[0].games} games are missing, the first is {missing[0]}; name all shards"
        raise _refusal(parts[-1].file, fault_text)


def _merged(parts: Sequence[StudyPart], number: int) -> PlayedStudy:
    """Return one of the studies with the games of all parts; raise Faults where today's program or data differ."""
    stored = parts[0].studies[number]
    study = Study.of_key(stored.key, parts[0].games, stored.facts["seeds"])
    if other := differing_facts(stored.facts, study_facts(study)):
        raise _refusal(parts[0].file, f"was played by another Vallum or with other data: {other}")
    games = {outcome.seed: outcome for part in parts for outcome in part.studies[number].outcomes}
    # In the order of the seeds, whichever part is named first.
    return PlayedStudy(study, tuple(games[seed] for seed in study.seeds if seed in games))


def _refusal(file: Path, fault_text: str) -> Faults:
    """Return the fault of a part's file."""
    return fault(str(file), fault_text)
