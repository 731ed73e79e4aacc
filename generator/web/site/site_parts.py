"""The parts of the site that are not installed with the program: Python for browsers, and two of its libraries."""

from __future__ import annotations

import io
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatch
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.load.files.fault_report import quote
from generator.load.game_locations import templates_root

Part: TypeAlias = Mapping[str, Any]
"""A part: its `file` name, the `command` that fetches it, its `address` and its `sha256`."""
Fetch: TypeAlias = Callable[[Part], bytes]
"""Function that returns the file of a part."""
Files: TypeAlias = Mapping[str, bytes]
"""Contents of files by their path in a pack."""
_LEFT_OUT = (".pyc", ".so", ".pyi", ".pyd", ".map")


@dataclass(frozen=True, slots=True)
class SiteParts:
    """The parts by name, and the lists of packages that `parts.toml` has."""

    lists: Mapping[str, Any]
    archives: Mapping[str, bytes]
    """Contents of the archives, by the first word of their file names."""

    def pyodide(self) -> Files:
        """Return the files of Pyodide, which is Python for browsers, by name."""
        names = self.lists["pyodide"]["files"]
        with tarfile.open(fileobj=io.BytesIO(self.archives["pyodide"])) as archive:
            members = {name: archive.extractfile(f"package/{name}") for name in names}
            return {name: member.read() for name, member in members.items() if member}

    def library(self, archive: bytes) -> Files:
        """Return the files of Python's own library, from its archive, without those that nothing here imports."""
        left_out = self.lists["pyodide"]["left_out"]
        with zipfile.ZipFile(io.BytesIO(archive)) as modules:
            names = [name for name in modules.namelist() if name[-1] != "/"]
            used = [name for name in names if not any(fnmatch(name, pattern) for pattern in left_out)]
            return {name: modules.read(name) for name in used}

    def program_packages(self) -> Files:
        """Return the files of the libraries that the program cannot start without."""
        files = self._wheels(self.lists["wheels"]["program"])
        for package in self.lists["packs"]["program"]:
            files |= self._installed(package)
        return files

    def late_packages(self) -> dict[str, tuple[list[str], Files]]:
        """Return the packs that are unpacked on first use, by name: their packages and their files."""
        late: dict[str, tuple[list[str], Files]] = {}
        for name, packages in self.lists["wheels"]["late"].items():
            late[name] = packages, self._wheels(packages)
        for name, packages in self.lists["packs"]["late"].items():
            late[name] = (
                packages,
                {path: data for package in packages for path, data in self._installed(package).items()},
            )
        return late

    def _installed(self, package: str) -> dict[str, bytes]:
        """Return the files of an installed package, without those that the site leaves out."""
        return installed_files(package, self.lists["left_out"].get(package, ()))

    def _wheels(self, packages: list[str]) -> dict[str, bytes]:
        """Return the files of some packages from the fetched wheels, without those that only builds and tests need."""
        files: dict[str, bytes] = {}
        for name, data in self.archives.items():
            if name == "pyodide":
                continue
            with zipfile.ZipFile(io.BytesIO(data)) as wheel:
                paths = [path for path in wheel.namelist() if path.split("/")[0] in packages and path[-1] != "/"]
                files |= {
                    path: wheel.read(path) for path in paths if not path.endswith((".pyi", ".h", "_test.abi3.so"))
                }
        return files


def read_parts(folder: Path | None, fetch: Fetch) -> SiteParts:
    """Read the parts from a folder, or without one `fetch` them from the servers of npm and PyPI.

    Raises UsageError for a part that the folder lacks or that is another than the one wanted, and what
    `fetch` raises.
    """
    lists = tomllib.loads((templates_root() / "site" / "parts.toml").read_text("utf-8"))
    archives = {}
    for part in lists["parts"]:
        data = fetch(part) if folder is None else _stored(folder, part["file"])
        # Code that was changed on the way must not get into a site.
        if sha256(data).hexdigest() != part["sha256"]:
            raise UsageError(f"{part['file']}: not the file that is wanted; get it from {part['address']}")
        archives[part["file"].split("-")[0]] = data
    return SiteParts(lists, archives)


def _stored(folder: Path, name: str) -> bytes:
    """Return the content of a file by its name, anywhere below a folder; raises UsageError if it is missing."""
    file = next(folder.rglob(name), None)
    if file is None:
        raise UsageError(f"no {quote(name)} in {quote(str(folder))}; without --parts it is fetched")
    return file.read_bytes()


def installed_files(package: str, left_out: Sequence[str] = ()) -> dict[str, bytes]:
    """Return the files of an installed package, or of a module, by their paths; only those that any computer can run.

    `left_out` has patterns of paths in the package, such as `fonts/*`. Raises UsageError for a package that is not
    installed.
    """
    spec = find_spec(package)
    if spec is None or not spec.origin:
        raise UsageError(f"the library {quote(package)} is not installed; install the program again")
    # A module in a single file has no folder.
    if not spec.submodule_search_locations:
        return {f"{package}.py": Path(spec.origin).read_bytes()}
    folder = Path(spec.submodule_search_locations[0])
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(_LEFT_OUT))
    paths = {path.relative_to(folder).as_posix(): path for path in files}
    used = [path for path in paths if not any(fnmatch(path, pattern) for pattern in left_out)]
    return {f"{package}/{path}": paths[path].read_bytes() for path in used}
