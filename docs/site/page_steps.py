"""What a page of the documentation does: commands it gives, files it writes, pictures it shows, in its order.

A page says more in comments, which GitHub does not show: `<!-- file: cards.csv -->` before a block of code makes
it a file, `<!-- edit: cards.csv -->` before lines with - and + changes one, and
`<!-- picture: output/game/deck-a4-en.pdf page=2 | Words for it -->` describes the picture of a print that stands in the
line below. Where the page's own commands do not make that print, `after="new game && build game"` does.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A line `vallum …` of a shell block."""

    arguments: tuple[str, ...]


@dataclass(frozen=True)
class WrittenFile:
    """A block of code that the reader saves as a file."""

    name: str
    text: str


@dataclass(frozen=True)
class Edit:
    """Lines of a file that the reader replaces by others."""

    name: str
    old: str
    new: str


@dataclass(frozen=True)
class Picture:
    """A comment that stands for a picture."""

    file: str
    """A PDF or PNG, from the folder in which the commands run."""
    words: str
    page: int
    crop: tuple[float, ...]
    """Left, top, width and height in mm of the part that is shown; empty for all of the page."""
    after: tuple[Command, ...] = ()
    """What makes the file, if the commands of the page do not."""


Action = Command | WrittenFile | Edit
Step = Action | Picture
_STEPS = re.compile(
    r"^<!-- file: (?P<name>\S+) -->\n+```\w*\n(?P<text>.*?)^```$"
    r"|^<!-- edit: (?P<edited>\S+) -->\n+```diff\n(?P<lines>.*?)^```$"
    r"|^```sh\n(?P<shell>.*?)^```$"
    r"|(?P<picture>^<!-- picture: .*? -->$)",
    re.MULTILINE | re.DOTALL,
)
_PICTURE = re.compile(
    r"<!-- picture: (?P<file>\S+)(?: page=(?P<page>\d+))?(?: crop=(?P<crop>[\d.,]+))?"
    r"(?: after=\"(?P<after>[^\"]+)\")? \| (?P<words>.+) -->"
)
_PICTURES = re.compile(r"((?:^<!-- picture: .* -->\n)+)((?:^!\[.*\]\(\S*pages/\S+\)\n)*)", re.MULTILINE)
"""Comments that describe pictures, and the pictures in the lines below them."""


def steps(text: str) -> Iterator[Step]:
    """Return what a page does, in its order."""
    for found in _STEPS.finditer(text):
        if found["name"]:
            yield WrittenFile(found["name"], found["text"])
        elif found["edited"]:
            yield Edit(found["edited"], _lines(found["lines"], " -"), _lines(found["lines"], " +"))
        elif found["shell"]:
            yield from _commands(found["shell"])
        else:
            yield _picture(_PICTURE.match(found["picture"]), found["picture"])


def with_pictures(text: str, addresses: Iterator[str]) -> str:
    """Return the page with a picture below the comments for each of them."""

    def shown(place: re.Match[str]) -> str:
        words = (comment["words"] for comment in _PICTURE.finditer(place[1]))
        return place[1] + "".join(f"![{each}]({next(addresses)})\n" for each in words)

    return _PICTURES.sub(shown, text)


def without_comments(text: str) -> str:
    """Return the page with its pictures, but without the comments that describe them."""
    return _PICTURES.sub(r"\2", text)


def _lines(diff: str, signs: str) -> str:
    return "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in signs)


def _commands(shell: str) -> Iterator[Command]:
    for line in shell.splitlines():
        if line.startswith("vallum "):
            yield Command(tuple(shlex.split(line, comments=True)[1:]))


def _picture(comment: re.Match[str] | None, text: str) -> Picture:
    if comment is None:
        form = 'FILE page=1 crop=left,top,width,height after="command && command" | words'
        raise ValueError(f"{text!r}: write <!-- picture: {form} -->")
    crop = tuple(map(float, comment["crop"].split(","))) if comment["crop"] else ()
    after = tuple(Command(tuple(shlex.split(line))) for line in (comment["after"] or "").split("&&") if line)
    return Picture(comment["file"], comment["words"], int(comment["page"] or 1), crop, after)
