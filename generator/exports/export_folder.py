"""The folder of an export: it appears whole, or the old one stays as it is."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from generator.base.system.folder_exchange import exchange_folders
from generator.base.system.output_file import output_errors, settle_folder
from generator.base.system.part_files import part_file, remove_left_folders


class ExportFolder:
    """Files of one export, written into a hidden folder beside their place until `finish` moves all of them there."""

    def __init__(self, path: Path) -> None:
        """Make the hidden folder beside `path`, and remove hidden folders left by killed processes.

        Raises OutputError.
        """
        self.path = path
        self.files: list[str] = []
        """Names of the files so far, with `/` between folders."""
        # Beside its place, so that moving it there stays on one disk.
        self._beside = part_file(path)
        remove_left_folders(path.parent, path.name)
        with output_errors(path):
            _remove(self._beside)  # of an earlier export by this process
            self._beside.mkdir(parents=True)

    def write(self, name: str, data: bytes | Iterable[bytes]) -> None:
        """Write a file from its bytes or from pieces of them. Raises OutputError."""
        # Mode x: two files of one name are an error instead of a loss.
        with output_errors(self.path / name), self.new_path(name).open("xb") as file:
            file.writelines((data,) if isinstance(data, bytes) else data)

    def new_path(self, name: str) -> Path:
        """Return the path at which to write a file named like `cards/bar.png`; its folders are made.

        Raises OutputError.
        """
        path = self._beside / name
        with output_errors(self.path / name):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.files.append(name)
        return path

    def in_place(self, message: str) -> str:
        """Return a message in which hidden paths are replaced by the paths that users know."""
        return message.replace(str(self._beside), str(self.path))

    def finish(self) -> None:
        """Move the folder into its place, instead of an older one. Raises OutputError."""
        with output_errors(self.path):
            # All on the disk before the exchange: a power cut leaves the old folder or the whole new one.
            for folder, _, names in os.walk(self._beside):
                for name in names:
                    _settle_file(Path(folder, name))
                settle_folder(Path(folder))
            exchange_folders(self._beside, self.path)
            settle_folder(self.path.parent)
            _remove(self._beside)

    def discard(self) -> None:
        """Remove the unfinished files, and the parent folder if it is empty; an older export stays.

        Errors are ignored.
        """
        import shutil

        # Another error may be under way, which this one must not hide.
        shutil.rmtree(self._beside, ignore_errors=True)
        # Fails where other exports lie in it, as it should.
        with contextlib.suppress(OSError):
            self.path.parent.rmdir()


def _settle_file(path: Path) -> None:
    """Wait until a file is on the disk: the first call waits, the next ones have little left to do."""
    with path.open("r+b") as file:  # Windows flushes only what may be written
        os.fsync(file.fileno())


def _remove(folder: Path) -> None:
    """Remove a folder with all its files, if there is one."""
    if folder.exists():
        import shutil

        shutil.rmtree(folder)
