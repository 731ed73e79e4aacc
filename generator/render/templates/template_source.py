"""Template files: found by name, compiled or taken from what was kept, and held to what they ask for."""

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
    """Loads templates through `find` alone: no file outside its reach can be named."""

    has_source_access = False

    def __init__(self, find: FindFile, keep: RenderCache) -> None:
        self._find, self._keep = find, keep
        self._files: dict[str, TemplateFile | None] = {}
        self._faults: dict[str, Faults] = {}

    def load(self, environment: Environment, name: str, globals: Any = None) -> Template:
        """A compiled template; its file name is the path as shown.

        Raises TemplateNotFound, or Faults for everything that can be seen without running it.
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
        found = {*file.faults, *self._strays(environment, file), *self._circles(environment, name, file)}
        if found:
            raise Faults(sorted(found, key=lambda fault: (fault.line or 0, fault.what)))
        return file

    def file(self, environment: Environment, name: str) -> TemplateFile | None:
        """A file by its name, or None; read once."""
        if name not in self._files:
            found = self._find(name) if _is_inside(name) else None
            self._files[name] = None if found is None else self._ready(environment, name, *found)
        return self._files[name]

    def _ready(self, environment: Environment, name: str, path: str, content: bytes) -> TemplateFile:
        """The compiled file, from what was kept or anew."""
        key = "templates/" + hashlib.sha256(b"\0".join([bc_magic, name.encode(), path.encode(), content])).hexdigest()
        kept = self._keep.get(key)
        if kept:
            asks, code = kept
            return TemplateFile(path, len(content), asks, marshal.loads(code))  # noqa: S302  of our own making
        file = compile_template(environment, name, path, content)
        if file.code:
            self._keep.put(key, (file.asks, marshal.dumps(file.code)))
        return file

    def size(self, name: str) -> int:
        """Bytes of a file that has been read; 0 for any other."""
        file = self._files.get(name)
        return file.size if file else 0

    def _strays(self, environment: Environment, file: TemplateFile) -> Iterator[Fault]:
        """Files asked for that are not there."""
        for name, line, optional in file.asks:
            if not optional and self.file(environment, name) is None:
                yield Fault(file.path, f"{name!r} {NOT_OURS}", line)

    def _circles(self, environment: Environment, name: str, file: TemplateFile) -> Iterator[Fault]:
        """Files asked for that lead back to this one."""
        for asked, line, _ in file.asks:
            if asked == name:
                yield Fault(file.path, "includes itself", line)
            elif name in self._reach(environment, asked, set()):
                yield Fault(file.path, f"includes itself through {asked!r}", line)

    def _reach(self, environment: Environment, name: str, seen: set[str]) -> set[str]:
        """Every name that a file leads to."""
        file = self.file(environment, name)
        for asked, _, _ in file.asks if file else ():
            if asked not in seen:
                seen.add(asked)
                self._reach(environment, asked, seen)
        return seen


def _is_inside(name: str) -> bool:
    """Whether a name stays in the folders that are searched: plain words between single slashes."""
    parts = name.split("/")
    return not any(part in {"", ".", ".."} or "\\" in part or ":" in part or "\0" in part for part in parts)
