"""Reads the files of a game by plain names below its folder, and never through a link: games come from strangers."""

from __future__ import annotations

import math
import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NoReturn

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.base.hashing import OUTPUT
from generator.base.records import NamedTuple
from generator.base.system.regular_file import open_regular
from generator.base.text_files.text_encoding import decode_table, decode_utf8
from generator.load.files.characters import unfit_characters, unfit_in_name
from generator.load.files.fault_report import quote

LIMIT, PICTURE_LIMIT = 20_000_000, 100_000_000
"""Bytes of the largest file, and of the largest picture of pixels."""

_ENTRIES = 20_000
_POINTER = b"version https://git-lfs.github.com/spec/"
_NOT_FETCHED = "is the pointer of Git LFS to a file that was not fetched; run: git lfs pull"
"""Most files of a folder that are listed, and the start and the fault of a Git LFS pointer."""

_OUTSIDE = re.compile(r"[/\\~]|[A-Za-z]:|[^/]*://")  # absolute, a home folder, a drive of Windows, a URL
_DEVICES = {"con", "prn", "aux", "nul"} | {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}
_ODD = frozenset('<>:"|?*\t\n')  # not allowed in file names of Windows
PIXELS = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".bmp", ".tif", ".tiff")
"""Endings of pictures that are made of pixels."""

_KINDS = (
    (stat.S_ISREG, "a file"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
)
_LONGEST_GAME_NAME = 60
"""Characters: the names of its files begin with it."""

_JUNCTION = 0xA0000003
"""IO_REPARSE_TAG_MOUNT_POINT: a directory junction of Windows, a link that `S_ISLNK` does not see."""


class Folder:
    """The files below a folder, by names such as `cards/raid.csv`; `prefix` stands before the names in faults.

    Neither a file nor a folder on the way to it may be a link: a game could otherwise read any file of the user.
    `changed` has new content for some files, to find the faults of a change before it is written.
    """

    __slots__ = ("_changed", "_checked", "_linked", "_listed", "root", "shown")

    def __init__(self, root: Path, prefix: str = "", changed: Mapping[str, bytes] | None = None) -> None:
        """Take the path of the folder; `prefix` and `changed` are described at the class."""
        self.root = root
        self.shown = prefix
        self._changed = changed or {}
        self._linked = _is_link(root)
        self._listed: dict[str, dict[str, list[str]]] = {}
        self._checked: set[str] = set()
        """Folders known to be no links, so that a hundred pictures in one cost one look."""

    def place(self, name: str) -> str:
        """Return the name of a file as faults show it, behind the prefix."""
        return f"{self.shown}/{name}" if self.shown else name

    def has(self, name: str) -> bool:
        """Whether a file exists and may be read; `name` is its path below the folder."""
        # `lacks` first: `refusal` searches for the nearest name, which is slow.
        return not self.lacks(name) and self.refusal(name) is None

    def refusal(self, name: str) -> str | None:
        """Return why a file cannot be read, such as a link on the way to it; None if it can."""
        try:
            return name_fault(name) or next(filter(None, self._steps(name)), None)
        except OSError as error:
            return _os_fault(error)

    def lacks(self, name: str) -> bool:
        """Whether nothing of this name exists, not even in other small and capital letters; links are not followed."""
        # A linked folder is refused later, with a reason; here it only must not count as missing.
        if self._linked:
            return False
        *folders, last = name.split("/")
        above = ""
        for part in folders:
            if not self._listing(above).get(_folded(part)):
                return True
            above = f"{above}{part}/"
            if above not in self._checked and _is_link(self.root / above[:-1]):
                return False
        return not self._listing(above).get(_folded(last))

    def read(self, name: str) -> bytes:
        """Return the bytes of a file. Raises Faults if it is refused, too large or cannot be read."""
        reason = self.refusal(name)
        if reason:
            self._refuse(name, reason)
        try:
            data = self._bytes(name)
        except OSError as error:
            self._refuse(name, _os_fault(error))
        # A repository cloned without Git LFS has small text files in place of its pictures.
        if data.startswith(_POINTER):
            self._refuse(name, _NOT_FETCHED)
        return data

    def read_or_none(self, name: str) -> bytes | None:
        """Return the bytes of a file; None if it is refused or cannot be read."""
        try:
            return None if self.refusal(name) else self._bytes(name)
        except OSError:
            return None

    def text(self, name: str) -> str:
        r"""Return the text of a UTF-8 file with `\n` line ends.

        Raises Faults for other encodings and for unfit characters.
        """
        return decode(self.read(name), self.place(name))

    def names(self, under: str = "", ending: str = "") -> tuple[str, ...]:
        """Return the sorted names of the regular files below the folder `under`.

        Hidden files and links are left out.
        """
        # Stopping at 20,000 entries bounds the work for an archive that was made to be slow.
        walk = islice(self._walk(under), _ENTRIES) if self._is_plain(under) else ()
        return tuple(sorted(name for name in walk if name.endswith(ending) and not name_fault(name)))

    def _is_plain(self, under: str) -> bool:
        """Whether the folder `under` lies inside this one and no part of its path is a link."""
        if self._linked or (under and name_fault(under)):
            return False
        path = self.root / under
        return not any(_is_link(part) for part in (path, *path.parents) if part.is_relative_to(self.root))

    def _refuse(self, name: str, reason: str) -> NoReturn:
        """Raise Faults for a file that cannot be read, with the reason."""
        raise fault(self.place(name[:200]), reason, unreadable=True)

    def _steps(self, name: str) -> Iterator[str | None]:
        """Check a path part by part; yields a reason to refuse it, or None, at each step."""
        *folders, last = name.split("/")
        above = ""
        yield f"{quote(self.shown or self.root.name)} is a link; put the folder itself there" if self._linked else None
        for part in folders:
            yield self._absent(above, part, name)
            above = f"{above}{part}/"
            if above not in self._checked:
                yield self._blocked(above[:-1], is_folder=True)
                self._checked.add(above)  # not reached if blocked: the caller stops at the first reason
        # The file systems of macOS and Windows ignore case; a game that works there must work on Linux.
        yield self._absent(above, last, name)
        yield self._blocked(name, is_folder=False)

    def _absent(self, above: str, part: str, name: str) -> str | None:
        """Return the fault if a folder has no entry `part`, or if its spelling differs; None if it has.

        `above` is the path of that folder, ending in a slash; `name` is the whole name, for the message.
        """
        spellings = self._listing(above).get(_folded(part), [])
        if len(spellings) > 1 and part in spellings:
            other = next(spelling for spelling in spellings if spelling != part)
            return f"{quote(part)} and {quote(other)} are one name on some systems; rename one of them"
        if part in spellings:
            return None
        if spellings:
            return f"no file {quote(name)}; it is spelt {quote(above + spellings[0])}"
        # A search among very many names would take long.
        return f"no file {quote(name)}{suggestion(name, self.names('', Path(name).suffix)[:500])}"

    def _blocked(self, name: str, *, is_folder: bool) -> str | None:
        """Return the fault of an existing entry that is a link, of the wrong kind or too large.

        None if it can be used.
        """
        about = os.lstat(f"{self.root}/{name}")  # no Path: making hundreds of them takes longer than lstat
        if _is_link_stat(about):
            return f"{quote(name)} is a link; put the file itself there"
        if is_folder and not stat.S_ISDIR(about.st_mode):
            return f"{quote(name)} is {_kind(about.st_mode)}; a folder is needed here"
        if not is_folder and not stat.S_ISREG(about.st_mode):
            return f"{quote(name)} is {_kind(about.st_mode)}; put a file there"
        return size_fault(name, about)

    def _bytes(self, name: str) -> bytes:
        """Return the bytes of a file, or its new content from `changed`. Raises Faults or OSError."""
        if name in self._changed:
            return self._changed[name]
        # Checked again once open: the file may have been replaced by a link or a pipe since `refusal` looked at it.
        with open_regular(f"{self.root}/{name}", follow=False) as file:
            about = os.fstat(file.fileno())
            if reason := size_fault(name, about):
                self._refuse(name, reason)
            return file.read()

    def _listing(self, above: str) -> dict[str, list[str]]:
        """Return the names in a folder by their case-folded spelling; `above` is empty or ends in a slash."""
        if above not in self._listed:
            listing: dict[str, list[str]] = {}
            for entry in _scan(self.root / above):
                listing.setdefault(_folded(entry.name), []).append(entry.name)
            self._listed[above] = listing
        return self._listed[above]

    def _walk(self, under: str) -> Iterator[str]:
        """Yield the names of all regular files below a folder.

        The game's output, hidden files and links are left out.
        """
        for entry in _scan(self.root / under):
            name = f"{under}/{entry.name}" if under else entry.name
            if entry.name.startswith(".") or name == OUTPUT:
                continue
            if entry.is_file(follow_symlinks=False):
                yield name
            elif entry.is_dir(follow_symlinks=False) and name.count("/") < 16:  # an archive may nest without end
                yield from self._walk(name)


class SearchPath(NamedTuple):
    """Folders searched in order: a game's own templates come before the shared ones."""

    folders: tuple[Folder, ...]

    def find(self, name: str) -> tuple[str, bytes] | None:
        """Return display name and bytes of the first file of this name; None if there is none or it is refused."""
        for folder in [] if name_fault(name) else self.folders:
            # `lacks` comes first: a name that exists in a refused form must not fall through to the next folder.
            if not folder.lacks(name):
                data = folder.read_or_none(name)
                return None if data is None else (folder.place(name), data)
        return None

    def text(self, name: str) -> tuple[str, str] | None:
        """Return display name and text of the first file of this name.

        None without one. Raises Faults if it is not UTF-8.
        """
        file = self.find(name)
        return (file[0], decode(file[1], file[0])) if file else None

    def find_all(self, name: str) -> list[tuple[str, bytes]]:
        """Return display name and bytes of every readable file of this name, in the order of the folders."""
        return [(folder.place(name), folder.read(name)) for folder in self.folders if folder.has(name)]

    def refusal(self, name: str) -> str | None:
        """Return why `find` returned None for an existing file, such as a link; None where there is no such file."""
        if reason := name_fault(name):
            return reason
        holder = next((folder for folder in self.folders if not folder.lacks(name)), None)
        return holder.refusal(name) if holder else None

    def names(self, under: str = "", ending: str = "") -> tuple[str, ...]:
        """Return the sorted names of the files below the folder `under` in any of the folders."""
        return tuple(sorted({name for folder in self.folders for name in folder.names(under, ending)}))


@lru_cache(maxsize=4096)
def name_fault(name: str) -> str | None:
    """Return why a name is no portable name of a file inside a game's folder; None if it is one.

    >>> name_fault("../secret.png")
    "'../secret.png' leads out; it must lie inside the game's folder"
    """
    if not name:
        return "no file name"
    if len(name) > 200:  # most file systems take 255 bytes, and the folder's own path counts on Windows
        return f"{quote(name)} is longer than 200 characters; choose a shorter name"
    if problem := unfit_in_name(name):
        return f"{quote(name)} holds a {problem}"
    return _misplaced(name) or next(filter(None, map(_unportable, name.split("/"))), None)


def game_name_fault(name: str) -> str | None:
    """Return why a folder's name cannot name a game; None if it can.

    >>> game_name_fault("My Game 2"), game_name_fault("ゲーム")
    (None, None)
    >>> game_name_fault("-x")
    "'-x' cannot name a game; it begins with a hyphen, as an option does"
    """
    if name.startswith("-"):
        return f"{quote(name)} cannot name a game; it begins with a hyphen, as an option does"
    if len(name) > _LONGEST_GAME_NAME:
        return f"{quote(name)} cannot name a game; it is longer than {_LONGEST_GAME_NAME} characters"
    problem = name_fault(name)
    return f"the folder cannot name a game: {problem}" if problem else None


def _misplaced(name: str) -> str | None:
    """Return why a name leads out of the game's folder or into `output`, or None."""
    if _OUTSIDE.match(name) or ".." in re.split(r"[/\\]", name):
        return f"{quote(name)} leads out; it must lie inside the game's folder"
    if "\\" in name:
        return f"{quote(name)} has a backslash; write '/' between folders"
    if name.startswith(f"{OUTPUT}/"):
        return f"{quote(name)} lies in the folder '{OUTPUT}', which the program writes; put it into another"
    return None


def _unportable(part: str) -> str | None:
    """Return why one part of a path is hidden, empty or not allowed on Windows; None if it is a plain name."""
    if part in {"", "."}:
        return "a name with an empty part or a lone dot; write it like 'cards/deck.csv'"
    if part.startswith(".") and part != "..":
        return f"{quote(part)} is hidden; give it a name that begins with no dot"
    stem = part.partition(".")[0].lower()
    if stem in _DEVICES or not _ODD.isdisjoint(part) or part.startswith(" ") or part.endswith((".", " ")):
        return f"{quote(part)} is not portable; Windows cannot hold it, choose another name"
    return None


def decode(data: bytes, where: str, *, is_table: bool = False) -> str:
    r"""Decode UTF-8, with or without a byte order mark, to text with `\n` line ends; tables may also be UTF-16.

    Raises Faults with line and column of the first byte that is not UTF-8, or of every unfit character.
    """
    text = (decode_table(data, where) if is_table else decode_utf8(data, where)).replace("\r\n", "\n")
    if is_table and "\n" not in text:  # as Excel on a Mac saves "CSV (Macintosh)"
        text = text.replace("\r", "\n")
    faults = [
        Fault(where, problem, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index), unreadable=True)
        for index, problem in islice(unfit_characters(text), 20)
    ]
    if faults:
        raise Faults(faults)
    return text


def size_fault(name: str, about: os.stat_result) -> str | None:
    """Return why a file is too large to be read; None if it is not. `about` is its directory entry."""
    limit = PICTURE_LIMIT if name.lower().endswith((*PIXELS, ".pdf")) else LIMIT
    if not stat.S_ISREG(about.st_mode) or about.st_size <= limit:
        return None
    size = math.ceil(about.st_size / 100_000) / 10  # rounded up, so that it is never shown as the limit itself
    return f"{quote(name)} is {size:g} MB; the limit is {limit // 1_000_000} MB"


def _kind(mode: int) -> str:
    """Return a word for the kind of a directory entry, `a folder` or `a named pipe`."""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "a device")


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    """Return the entries of a folder; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _is_link(path: Path) -> bool:
    """Whether a path is a link; False if it does not exist."""
    try:
        return _is_link_stat(path.lstat())
    except OSError:
        return False


def _is_link_stat(about: os.stat_result) -> bool:
    """Whether a directory entry is a symbolic link, or a directory junction of Windows."""
    return stat.S_ISLNK(about.st_mode) or getattr(about, "st_reparse_tag", 0) == _JUNCTION


def _os_fault(error: OSError) -> str:
    """Return the fault for an error of the operating system while a file was read."""
    return f"cannot be read: {(error.strerror or type(error).__name__).lower()}"


def _folded(name: str) -> str:
    """Return a name as file systems that ignore case and forms of accents compare it."""
    return unicodedata.normalize("NFC", name).casefold()  # macOS decomposes accents and, as Windows, folds case
