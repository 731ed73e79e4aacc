"""Write the code that an archive lacks, after the work of a command and beside the old file, which it replaces."""

from __future__ import annotations

import marshal
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.cache import mark_used
from generator.base.code_archive.archive_file import MAGIC, NUMBER, PATTERNS, ArchiveFile, bytes_hash, file_state
from generator.base.code_archive.compiled_texts import compile_plainly
from generator.base.code_archive.stored_patterns import stored_patterns
from generator.base.system.part_files import part_file
from generator.base.system.regular_file import create_new

if TYPE_CHECKING:
    from re import Pattern

    from generator.base.code_archive.archive_file import Entry, Stamp
    from generator.base.code_archive.missing_code import MissingCode, PatternKey, TextKey

    Part = tuple[str, tuple[str, str, str, str, bool, Stamp, int], bytes]
    """Name of a module, its entry without the place of the code, and the code."""

FEW = 8
"""Missing regular expressions for which no archive is written: libraries make some of sets, in an order of chance."""

MOST_PATTERNS = 2_000
"""Regular expressions and functions of an archive; further ones are compiled as ever."""

_PACKAGE = "__init__.py"
"""Name of the source of a package."""


def complete_archive(archive: ArchiveFile, missing: MissingCode) -> None:
    """Write the archive with the code that was missing; no effect if none was, or if the cache cannot be written."""
    missing.collect_reports()
    if archive.path is None:
        return
    archive.close()  # Windows replaces no file that is open
    with suppress(OSError):
        if missing.modules or len(missing.patterns) > FEW:
            _write(archive.path, missing)
        else:
            with archive.path.open("rb") as file:
                mark_used(archive.path, file.fileno())


def _write(path: Path, missing: MissingCode) -> None:
    """Write the file of an archive, whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = part_file(path)
    try:
        with create_new(temporary) as file:  # first, so that nothing is compiled for a cache that cannot be written
            temporary.chmod(0o600)
            latest = ArchiveFile(path.parent.parent)  # another build may have written it since
            file.writelines(_pieces(latest, missing))
            latest.close()
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _pieces(latest: ArchiveFile, missing: MissingCode) -> Iterator[bytes]:
    """Yield the file of an archive piece by piece: its head, the index, the code."""
    parts = [*_new_parts(missing)]
    names = {name for name, _, _ in parts}
    parts = [*(part for part in _old_parts(latest) if part[0] not in names), *parts]
    patterns = marshal.dumps(_patterns(latest, missing))
    modules: dict[str, Entry] = {}
    place = len(patterns)
    for name, entry, code in parts:
        modules[name] = *entry, (place, len(code), bytes_hash(code))
        place += len(code)
    segment = 0, len(patterns), bytes_hash(patterns)
    index = marshal.dumps({"key": latest.key, "modules": modules, PATTERNS: segment})
    yield MAGIC + len(index).to_bytes(NUMBER, "little") + bytes_hash(index)
    yield index
    yield patterns
    yield from (code for _, _, code in parts)


def _new_parts(missing: MissingCode) -> Iterator[Part]:
    """Yield the modules that were missing, with their code."""
    for name, (source, stamp, code) in missing.modules.items():
        # A worker has only said which module it needed.
        state, compiled = stamp or file_state(source), code or _source_code(name, source)
        folder, _, file = source.rpartition(os.sep)
        changed = file_state(folder)  # after compiling, which may make `__pycache__`
        if os.path.isabs(source) and state and changed and compiled:  # noqa: PTH117
            is_package = file == _PACKAGE
            searched = folder.rpartition(os.sep)[0] if is_package else folder
            cached = cache_from_source(source)
            yield name, (source, folder, searched, cached, is_package, state, changed[0]), marshal.dumps(compiled)


def _source_code(name: str, source: str) -> Any:
    """Return the code of a module compiled from its source; None if it cannot be compiled."""
    with suppress(OSError, ImportError, SyntaxError, ValueError):
        return SourceFileLoader(name, source).get_code(name)
    return None


def _old_parts(latest: ArchiveFile) -> Iterator[Part]:
    """Yield the modules of an archive whose sources have not changed since, with their code."""
    for name, entry in latest.modules.items():
        source, folder, _, _, _, stamp, changed, segment = entry
        state = file_state(folder)
        if file_state(source) == stamp and state and state[0] == changed and (code := latest.read(segment)):
            yield name, entry[:-1], code


def _patterns(latest: ArchiveFile, missing: MissingCode) -> dict[TextKey, bytes]:
    """Return the forms of the regular expressions and functions of the old archive, and of those that were missing."""
    forms = stored_patterns(latest)
    for key, pattern in [*missing.patterns.items()][: MOST_PATTERNS - len(forms)]:
        with suppress(Exception):  # parts of `re` that have no promise to be there: the expression is compiled as ever
            forms[key] = marshal.dumps(_stored_form(key, pattern))
    return forms


def _stored_form(key: TextKey, compiled: Any) -> Any:
    """Return the form in which an archive stores an expression or function; a worker's is None. Raises ValueError."""
    if isinstance(key, str):
        return compiled or compile_plainly(key)
    return _compiled_form(key, compiled or re.compile(key[1], key[2]))


def _compiled_form(key: PatternKey, pattern: Pattern[Any]) -> tuple[Any, ...]:
    """Return the arguments that make an expression anew. Raises ValueError if it would not be the same."""
    _, source, flags = key
    compiler: Any = sys.modules["re._compiler"]
    parsed = compiler._parser.parse(source, flags)
    names, state = dict(parsed.state.groupdict), parsed.state
    groups = [None] * state.groups
    for name, number in names.items():
        groups[number] = name
    code = [*map(int, compiler._code(parsed, flags))]  # its names of codes are no plain numbers
    form = flags | state.flags, code, state.groups - 1, names, tuple(groups)
    rebuilt = compiler._sre.compile(source, *form)
    if rebuilt != pattern or (rebuilt.groups, rebuilt.groupindex) != (pattern.groups, pattern.groupindex):
        raise ValueError
    return form
