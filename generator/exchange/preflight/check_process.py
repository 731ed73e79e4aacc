"""Checks a PDF in a process of its own, with limits on memory and time: a stranger may have made it to do harm.

What is found comes back line by line, so that whatever ends the process leaves what was found before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from generator.base.errors import fault
from generator.base.records import dataclass, field
from generator.base.system.process_limits import ProcessLimits, limit_process, refuse_network
from generator.base.system.regular_file import open_regular
from generator.exchange.preflight.file_check import FileCheck
from generator.exchange.preflight.page_check import FileFacts
from generator.exchange.preflight.print_flaw import FAULT, FlawList, PrintFlaw
from generator.exchange.preflight.print_rules import PrintRules

LIMITS = ProcessLimits(memory=1 << 30, seconds=120, file_size=0, open_files=256)
"""What the check of one file may use; the largest shipped PDF needs a twentieth of it."""
MOST_FLAWS = 20_000
"""Flaws of one file that are kept."""

Message = dict[str, Any]


@dataclass(slots=True)
class FileReport:
    """What was found in one file."""

    path: Path
    facts: FileFacts
    flaws: list[PrintFlaw] = field(default_factory=list)

    @property
    def has_faults(self) -> bool:
        return any(flaw.level == FAULT for flaw in self.flaws)


def check_file(path: Path, rules: PrintRules) -> FileReport:
    """Check a PDF by some rules. Raises Faults for a file that cannot be opened."""
    report = FileReport(path, FileFacts())
    try:
        open_regular(path).close()
    except OSError as error:
        what = f"cannot be read ({(error.strerror or str(error)).lower()})"
        raise fault(str(path), what, unreadable=True) from None
    is_done = False
    for message in _messages(path, rules):
        is_done = message.get("done", False)
        if "flaw" in message and len(report.flaws) < MOST_FLAWS:
            report.flaws.append(_flaw(message["flaw"]))
        if "facts" in message:
            report.facts = FileFacts(**message["facts"])
    if not is_done:
        _tell_unfinished(report)
    return report


def _tell_unfinished(report: FileReport) -> None:
    limit = f"{LIMITS.seconds} seconds or {LIMITS.memory >> 20:,} MB"
    what = f"the check needs more than {limit}, or crashes, on page {report.facts.checked + 1}; export the file anew"
    FlawList(report.flaws.append).fault("unfinished", what)


def _messages(path: Path, rules: PrintRules) -> Iterator[Message]:
    """Yield what the process that checks a file tells; without `fork`, as on Windows, this process checks it."""
    if not hasattr(os, "fork"):
        told: list[Message] = []
        _check(path, rules, told.append)
        yield from told
        return
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _run_child(path, rules, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        whole = filter(lambda line: line.endswith(b"\n"), pipe)
        yield from map(json.loads, whole)
    with suppress(ChildProcessError):
        os.waitpid(process, 0)


def _run_child(path: Path, rules: PrintRules, writing: int) -> NoReturn:
    """Check a file and end this process, without the clean-up of the process that it was forked from."""
    try:
        limit_process(LIMITS)
        refuse_network()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 2)  # what C libraries have to say of damaged files
        _check(path, rules, lambda message: _send(writing, message))
    finally:
        os._exit(0)


def _check(path: Path, rules: PrintRules, send: Callable[[Message], None]) -> None:
    check = FileCheck(path, rules, lambda flaw: send({"flaw": _document(flaw)}))
    try:
        check.run(lambda facts: send({"facts": facts_document(facts)}))
    except MemoryError:
        return
    send({"facts": facts_document(check.facts), "done": True})


def _send(writing: int, message: Message) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(writing, data) :]


def facts_document(facts: FileFacts) -> Message:
    """Return the facts of a file as JSON has them."""
    document = {name: getattr(facts, name) for name in FileFacts.__slots__}
    lists = {"fonts": sorted(facts.fonts), "colours": sorted(facts.colours), "sizes": list(facts.sizes)}
    return document | lists | {"most_ink": round(facts.most_ink, 1), "least_dpi": round(facts.least_dpi, 1)}


def _document(flaw: PrintFlaw) -> Message:
    return {name: getattr(flaw, name) for name in PrintFlaw.__slots__}


def _flaw(given: Message) -> PrintFlaw:
    place = given.pop("place")
    return PrintFlaw(**given, place=tuple(place) if place else None)
