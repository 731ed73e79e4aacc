"""Where the files of a project of Squib lie: in its folder, beside its script, and in its folder of pictures."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from generator.base.errors import Faults
from generator.load.files.folder import Folder

_PROJECT_FILES = ("Gemfile", "Rakefile", ".git", ".gitignore", "README.md", "README")
"""Files in the uppermost folder of a project."""
_WORKING_FILES = ("config.yml", "Rakefile", "Gemfile")
"""Files in the folder in which the commands of a project are typed."""
_CODE_FOLDERS = {"src", "lib", "ruby", "script", "scripts", "code", "decks"}
_PICTURE_FOLDER = re.compile(r"^[^#\n]*\bimg_dir[\"']?\s*(?::|=>)\s*[\"']?([^\s\"',#)]+)", re.MULTILINE)
_VERSION = re.compile(r"^\s*squib \((\d+)\.(\d+)", re.MULTILINE)
_HIGHEST = 2
"""Folders above the script in which its project may begin."""
_DRAWN_AT_96 = (0, 14)
"""The first version of Squib that draws points of text at the resolution of the deck, and no longer at 96 dpi."""


def project_root(script: Path) -> Path:
    """Return the folder of a script's project, which holds all of its files."""
    for folder in [script.parent, *script.parents[1 : _HIGHEST + 1]][::-1]:  # paths may lead up, to a folder beside
        if any((folder / name).exists() for name in _PROJECT_FILES):
            return folder
    return script.parent.parent if script.parent.name.lower() in _CODE_FOLDERS else script.parent


class SquibPlaces:
    """Finds the files of a project, whose paths count from where Squib is started, or from the script."""

    def __init__(self, folder: Folder, script: str) -> None:
        """Take the project's folder, and the path of its script inside."""
        self.folder = folder
        self.script = script
        self.script_folder = posixpath.dirname(script)
        self._files: tuple[str, ...] | None = None
        self._places = [*dict.fromkeys((self._working_folder(), "", self.script_folder))]
        text = self._text("config.yml")
        settings = _PICTURE_FOLDER.search(self._text(script)) or _PICTURE_FOLDER.search(text)
        self._picture_folder = settings[1] if settings else ""

    def _working_folder(self) -> str:
        """Return the folder in which the project's commands are typed, by the files in it; empty for its top."""
        parts = self.script_folder.split("/") if self.script_folder else []
        above = ["/".join(parts[:count]) for count in range(len(parts), -1, -1)]
        for place in above:
            if any(self.folder.has(posixpath.join(place, name)) for name in _WORKING_FILES):
                return place
        return ""

    def _text(self, name: str) -> str:
        """Return the text of a file; empty if it cannot be read."""
        try:
            place = self.find(name)
            return self.folder.text(place) if place else ""
        except Faults:
            return ""

    def find(self, path: str) -> str:
        """Return the path of a file inside the project; empty if there is none.

        Where scripts change the folder in which they work, the only file with that name is meant.
        """
        name = next((name for name in self.names(path) if self.folder.has(name)), "")
        last = path.replace("\\", "/").rpartition("/")[2]
        alike = [file for file in self.files() if file.rpartition("/")[2] == last] if last and not name else []
        return name or (alike[0] if len(alike) == 1 else "")

    def names(self, path: str) -> list[str]:
        """Return the paths that a file named by the script may have inside the project."""
        path = path.replace("\\", "/")
        names = [posixpath.normpath(posixpath.join(place, path)) for place in self._places]
        # A stranger's script is to read no file outside of its project.
        return [name for name in dict.fromkeys(names) if not name.startswith(("..", "/"))]

    @property
    def picture_folders(self) -> list[str]:
        """Return the folders inside the project in which its pictures may lie."""
        folders = (
            [posixpath.join(place, self._picture_folder) for place in self._places] if self._picture_folder else []
        )
        normal = [posixpath.normpath(folder) for folder in (*folders, *self._places) if folder]
        return [folder for folder in dict.fromkeys(normal) if not folder.startswith((".", "/"))]

    def files(self) -> tuple[str, ...]:
        """Return the names of all files of the project."""
        if self._files is None:
            self._files = self.folder.names()
        return self._files

    def globbed(self, pattern: str) -> list[str]:
        """Return the sorted files that match a pattern such as `img/*.svg`, as paths the script would get."""
        expression = re.compile(_glob(pattern) + r"\Z")
        files = []
        for place in self._places:
            start = f"{place}/" if place else ""
            files = [name.removeprefix(start) for name in self.files() if name.startswith(start)]
            files = [name for name in files if expression.match(name)]
            if files:
                break
        # Since Ruby 3.0 `Dir.glob` sorts what it finds.
        return sorted(files)

    @property
    def text_scale(self) -> float:
        """Return the factor for the size of letters: old versions of Squib drew points as on a screen of 96 dpi."""
        version = _VERSION.search(self._text("Gemfile.lock"))
        is_old = version is not None and (int(version[1]), int(version[2])) < _DRAWN_AT_96
        return 96 / 300 if is_old else 1.0


def _glob(pattern: str) -> str:
    """Return a regular expression for a pattern of file names."""
    parts: list[str] = []
    for sign in re.findall(r"\*\*/|\*|\?|\[[^\]]*\]|\{[^}]*\}|.", pattern.removeprefix("./")):
        parts.append(
            {"**/": "(?:[^/]+/)*", "*": "[^/]*", "?": "[^/]"}.get(sign)
            or (f"(?:{'|'.join(map(re.escape, sign[1:-1].split(',')))})" if sign[0] == "{" and len(sign) > 1 else "")
            or re.escape(sign)
        )
    return "".join(parts)
