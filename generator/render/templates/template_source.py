"""Load template files by name, compiled or from the cache, and check the files that they refer to."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterator
from typing import Any

from jinja2.bccache import bc_magic
from jinja2.environment import Environment, Template
from jinja2.exceptions import TemplateNotFound
from jinja2.loaders import BaseLoader

from generator.base.errors import Fault, Faults
from generator.render.templates.lookups import FindFile, RenderCache
from generator.render.templates.template_file import TemplateFile, compile_template

NOT_OURS = "is not a file of this game or of the shared templates"


class TemplateLoader(BaseLoader):
    """Loads templates through `find` alone, so that a template cannot name a file outside its folders."""

    has_source_access = False

    def __init__(self, find: FindFile, cache: RenderCache) -> None:
        self._find, self._cache = find, cache
        self._files: dict[str, TemplateFile | None] = {}
        self._faults: dict[str, Faults] = {}

    def load(self, environment: Environment, name: str, globals: Any = None) -> Template:
        """A compiled template; its file name is the path as shown.

        Raises TemplateNotFound, or Faults for everything that is wrong before it runs.
        """
        if name in self._faults:
            raise self._faults[name]
        try:
            file = self._checked(environment, name)
        except Faults as faults:
            self._faults[name] = faults
            raise
        assert file.code  # noqa: S101  there were no faults
        return environment.template_class.from_code(environment, file.code, globals or {})

    def _checked(self, environment: Environment, name: str) -> TemplateFile:
        file = self.file(environment, name)
        if file is None:
            raise TemplateNotFound(name)
        faults = {*file.faults, *self._missing(environment, file), *self._cycles(environment, name, file)}
        if faults:
            raise Faults(sorted(faults, key=lambda fault: (fault.line or 0, fault.what)))
        return file

    def file(self, environment: Environment, name: str) -> TemplateFile | None:
        """A file by its name, read once; None if there is none."""
        if name not in self._files:
            found = self._find(name) if _is_inside(name) else None
            self._files[name] = None if found is None else self._compiled(environment, name, *found)
        return self._files[name]

    def _compiled(self, environment: Environment, name: str, path: str, content: bytes) -> TemplateFile:
        # The key names Jinja's bytecode version, so that another version never loads this code.
        key = "templates/" + hashlib.sha256(b"\0".join([bc_magic, name.encode(), path.encode(), content])).hexdigest()
        cached = self._cache.get(key)
        if cached:
            references, code = cached
            return TemplateFile(path, len(content), references, marshal.loads(code))  # noqa: S302  written below
        file = compile_template(environment, name, path, content)
        if file.code:
            self._cache.put(key, (file.references, marshal.dumps(file.code)))
        return file

    def size(self, name: str) -> int:
        """Size in bytes of a file that has been read; 0 for any other."""
        file = self._files.get(name)
        return file.size if file else 0

    def _missing(self, environment: Environment, file: TemplateFile) -> Iterator[Fault]:
        """Faults for references to files that do not exist."""
        for name, line, optional in file.references:
            if not optional and self.file(environment, name) is None:
                yield Fault(file.path, f"{name!r} {NOT_OURS}", line)

    def _cycles(self, environment: Environment, name: str, file: TemplateFile) -> Iterator[Fault]:
        """Faults for references that lead back to this file."""
        for other, line, _ in file.references:
            if other == name:
                yield Fault(file.path, "includes itself", line)
            elif name in self._reach(environment, other, set()):
                yield Fault(file.path, f"includes itself through {other!r}", line)

    def _reach(self, environment: Environment, name: str, seen: set[str]) -> set[str]:
        """Every name that a file refers to, directly or through others."""
        file = self.file(environment, name)
        for other, _, _ in file.references if file else ():
            if other not in seen:
                seen.add(other)
                self._reach(environment, other, seen)
        return seen


def _is_inside(name: str) -> bool:
    """Whether a name stays inside the folders that are searched: plain words between single slashes."""
    parts = name.split("/")
    return not any(part in {"", ".", ".."} or "\\" in part or ":" in part or "\0" in part for part in parts)
