"""Import modules from an archive where it has them as they are on the disk, and note those that it lacks."""

from __future__ import annotations

import marshal
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

from generator.base.code_archive.archive_file import ArchiveFile, file_state
from generator.base.code_archive.missing_code import MissingCode, note_missing_code
from generator.base.code_archive.stored_patterns import StoredPatterns, can_store_patterns
from generator.base.user_folders import user_cache

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType


class ArchiveFinder:
    """Finder of modules that asks the archive before the folders of `sys.path`."""

    def __init__(self, archive: ArchiveFile, missing: MissingCode) -> None:
        """Take the archive, and the list that gets the modules it lacks."""
        self._archive, self._missing = archive, missing
        self._folders: dict[str, int] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module as `PathFinder` does, with a loader that takes the code from the archive.

        Inside a package the archive tells where the source is; a module outside any is looked for, as a folder that
        comes before may have one of its name.
        """
        entry = self._archive.modules.get(name)
        if entry and type(path) is list and len(path) == 1:
            source, folder, searched, cached, is_package, _, changed, _ = entry
            if path[0] == searched and self._changed(folder) == changed:
                spec = ModuleSpec(name, self._loader(name, source), origin=source, is_package=is_package)
                spec.has_location, spec.cached = True, cached
                if spec.submodule_search_locations is not None:
                    spec.submodule_search_locations.append(folder)
                return spec
        plain = PathFinder.find_spec(name, path, target)
        if plain and type(plain.loader) is SourceFileLoader:
            plain.loader = self._loader(name, str(plain.loader.path))
        return plain

    def invalidate_caches(self) -> None:
        """Look at folders anew, as `importlib.invalidate_caches` asks of every finder."""
        self._folders.clear()

    def _loader(self, name: str, path: str) -> ArchiveLoader:
        """Return a loader for the source of a module."""
        return ArchiveLoader(name, path, self._archive, self._missing)

    def _changed(self, folder: str) -> int:
        """Return when a folder was changed, in nanoseconds; 0 for one that does not exist.

        A package or compiled module that was added since would be imported before a source.
        """
        if folder not in self._folders:
            state = file_state(folder)
            self._folders[folder] = state[0] if state else 0
        return self._folders[folder]


class ArchiveLoader(SourceFileLoader):
    """Loader of a source file that takes its code from the archive, unless the file has changed."""

    def __init__(self, name: str, path: str, archive: ArchiveFile, missing: MissingCode) -> None:
        """Take the name of a module and the path of its source."""
        super().__init__(name, path)
        self._archive, self._missing = archive, missing

    def get_code(self, name: str) -> CodeType | None:
        """Return the code of the module. Raises the errors of `SourceFileLoader`."""
        path = str(self.path)
        entry, stamp = self._archive.modules.get(name), file_state(path)
        if entry and entry[0] == path and entry[5] == stamp and (data := self._archive.read(entry[7])):
            code: CodeType = marshal.loads(data)  # noqa: S302  written by this program, and its hash is right
            return code
        compiled = self._plain_code(name, path)
        if compiled and stamp:
            self._missing.add_module(name, path, stamp, compiled)
        return compiled

    def _plain_code(self, name: str, path: str) -> CodeType | None:
        """Return the code of a module as Python finds or compiles it."""
        try:
            return super().get_code(name)
        except (EOFError, ValueError):  # half of its bytecode was written, as on a full disk
            compiled: CodeType = self.source_to_code(self.get_data(path), path)
            return compiled


def import_from_archive() -> tuple[ArchiveFile, MissingCode] | None:
    """Let this process import modules from the archive.

    Return the archive and the code that is missing there; None where Python's own finder is not in use.
    """
    if PathFinder not in sys.meta_path:
        return None
    archive, missing = ArchiveFile(user_cache()), MissingCode()
    note_missing_code(missing)
    sys.meta_path.insert(sys.meta_path.index(PathFinder), ArchiveFinder(archive, missing))
    if can_store_patterns():
        StoredPatterns(archive, missing).install()
    return archive, missing
