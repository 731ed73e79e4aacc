"""Commands that install a library for the Python that runs, to be pasted into a new shell."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

NAME = "vallum"
_ROOT = Path(__file__).parents[3]
"""Folder above the package: the root of the checkout, if the program runs from one."""
_PLAIN = re.compile(r"[A-Za-z0-9_.:/\\=+-]+\Z")
"""Words that cmd.exe and PowerShell take literally without quotes."""
_EXTRA = re.compile(r"""\s*(?:\band\s+)?\bextra == ['"]([^'"]+)['"]""")


class Requirement(NamedTuple):
    """A library that the program, or one of its extras, needs."""

    name: str
    extra: str
    """Name of the extra; empty for a requirement of the program itself."""
    line: str
    """Name and version range in pip's syntax."""
    marker: str
    """Environment marker without its `extra` part, such as `sys_platform == 'win32'`; empty for all systems."""


def requirements() -> Iterator[Requirement]:
    """Yield the requirements in the metadata of the program; none for a checkout that was not installed."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires(NAME) or ()
    except PackageNotFoundError:
        return
    for text in lines:
        line, _, marker = text.partition(";")
        extra = _EXTRA.search(marker)
        name = re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]
        yield Requirement(name, extra[1] if extra else "", line.strip(), _EXTRA.sub("", marker).strip())


def install_extra(extra: str) -> str:
    """Return the command that installs the libraries of an extra of this program, such as `png`, or of several: `a,b`.

    The program itself is named by its checkout only: on the index, anybody may take its name.
    """
    return install_packages(*_extra_words(extra))


def install_tail(extra: str) -> str:
    """Return the end of a message about a missing library: the command that installs its extra, or none in a tab."""
    if sys.platform == "emscripten":
        return "; a browser tab cannot have it: use the installed program"
    return f"; install it with: {install_extra(extra)}"


def install_own(package: str) -> str:
    """Return the end of a message: how to install a package of this program's extras; empty for any other.

    Names that stand in the files of a game may be those of a stranger, who put a package of this name on the index.
    """
    return f"; install it with: {install_packages(package)}" if package in _own_packages() else ""


def install_packages(*requirements: str) -> str:
    """Return the command that installs packages beside this program: names, or a folder after `--editable`."""
    from importlib.util import find_spec

    python = sys.executable or "python"
    install = [python, "-m", "pip", "install", *requirements]
    if find_spec("pip"):
        return _shell_line(install)
    if find_spec("ensurepip"):  # environments of uv have no pip
        return _shell_line([python, "-m", "ensurepip"], install)
    return _shell_line(["uv", "pip", "install", "--python", python, *requirements])


def _extra_words(extra: str) -> Sequence[str]:
    """Return the words for pip that name an extra of this program: its checkout, or the libraries of the extra."""
    if is_checkout(_ROOT):
        # Not the name `vallum`: on the package index it may belong to somebody else.
        return "--editable", f"{_ROOT}[{extra}]"
    if source := _installed_from():
        return (f"{source}[{extra}]",)
    return tuple(_libraries(extra))


def is_checkout(folder: Path) -> bool:
    """Whether a folder holds the source of this program."""
    try:
        text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    return re.search(rf'(?m)^name = "{NAME}"$', text) is not None


def _installed_from() -> Path | None:
    """Return the checkout that the program was installed from, which `direct_url.json` names (PEP 610)."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit

    try:
        url = urlsplit(str(json.loads(distribution(NAME).read_text("direct_url.json") or "{}").get("url", "")))
    except (PackageNotFoundError, ValueError):
        return None
    path = unquote(url.path)
    folder = Path(path.removeprefix("/") if sys.platform == "win32" else path)  # file:///C:/vallum
    return folder if url.scheme == "file" and is_checkout(folder) else None


def _own_packages() -> frozenset[str]:
    """Return the names of all packages that the program or its extras need."""
    return frozenset(requirement.name.lower() for requirement in requirements()) - {NAME}


def _libraries(extras: str) -> Iterable[str]:
    """Yield the requirements of some extras, without the condition that they are asked for."""
    for requirement in requirements():
        if requirement.extra in extras.split(","):
            yield f"{requirement.line}; {requirement.marker}" if requirement.marker else requirement.line


def _shell_line(*commands: Sequence[str]) -> str:
    """Return commands, one after the other, as they are typed into the shell of the system."""
    if sys.platform == "win32":
        return _windows_line(commands)
    return " && ".join(map(shlex.join, commands))


def _windows_line(commands: Iterable[Sequence[str]]) -> str:
    """Return commands as they are typed into cmd.exe or PowerShell."""
    if _is_powershell():
        return "; ".join(" ".join(_powershell_words(command)) for command in commands)
    return " && ".join(" ".join(map(_quoted, command)) for command in commands)


def _is_powershell() -> bool:
    """Whether this was started from PowerShell, which alone adds the user's own folder of modules to their path."""
    home = os.environ.get("USERPROFILE", "").lower()
    return bool(home) and home in os.environ.get("PSMODULEPATH", "").lower()


def _quoted(word: str) -> str:
    """Return a word in double quotes unless it is plain."""
    return word if _PLAIN.match(word) else f'"{word}"'


def _powershell_words(command: Sequence[str]) -> Iterable[str]:
    """Yield the words of a command; PowerShell runs a program in quotes only after `&`."""
    words = [_quoted(re.sub(r"[`$]", r"`\g<0>", word)) for word in command]
    return ["&", *words] if words[0].startswith('"') else words
