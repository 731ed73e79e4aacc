"""Face lists: what each piece of a print looks like, as digests, in a JSON file beside the PDFs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, fault, printable
from generator.base.records import dataclass, field, replace

FORMAT = 1
ANY_PAPER = "*"
"""Beginning of the paper of a face that was read from a PDF, which may fill a paper or not: `*`, `*2`."""
UNKNOWN = "?"
"""Digest of a side that a PDF does not show, such as the back of a board in tiles."""
LARGEST = 64_000_000
"""Largest face list that is read, in bytes; one with every face of Glory to Rome has 40 kB."""

PIECE_NAME = r"[\w-]+/[\w-]+"
"""Pattern of `<component>/<piece>`."""
_NAME = re.compile(PIECE_NAME, re.ASCII)

Sides = tuple[str, str]
"""Digests of front and back; empty for a piece without a back."""


@dataclass(frozen=True, slots=True)
class ListedPiece:
    """A piece of a print."""

    title: str
    copies: int
    faces: Mapping[str, Sides]
    """Digests of the sides by the paper that they fill; under the empty text for a piece with a size of its own."""


@dataclass(frozen=True, slots=True)
class FaceList:
    """The pieces of one game in one language, theme and variant."""

    game: str
    language: str
    theme: str
    variant: str = ""
    """Words of other options that change faces or copies, such as `proof`."""
    version: str = ""
    """Version of the game's data."""
    program: str = ""
    """Version of the program."""
    sides: str = "both"
    """`fronts` for a print without backs, else `both`."""
    whole: bool = False
    """Whether it has every component of the game."""
    part: str = ""
    """`changes` or `pieces` if components are incomplete, which says nothing of their other pieces; else empty."""
    pieces: Mapping[str, ListedPiece] = field(default_factory=dict)
    """Pieces by `<component>/<piece>`."""

    @property
    def components(self) -> set[str]:
        """Ids of the components that the print has."""
        return {name.partition("/")[0] for name in self.pieces}

    @property
    def kind(self) -> tuple[str, str, str]:
        """Language, theme and variant; prints can be compared only if these are equal."""
        return self.language, self.theme, self.variant

    def to_json(self) -> bytes:
        """Return the file: sorted, a line for each piece."""
        about: dict[str, object] = {"format": FORMAT, "game": self.game, "language": self.language}
        about |= {"theme": self.theme, "variant": self.variant, "version": self.version, "program": self.program}
        about |= {"sides": self.sides, "whole": self.whole}
        head = [f" {json.dumps(key)}: {_dump(value)}" for key, value in about.items()]
        # Sorted, so that equal prints have equal lists.
        rows = [f"  {_dump(name)}: {_row(piece)}" for name, piece in sorted(self.pieces.items())]
        return ("{\n" + ",\n".join(head) + ',\n "pieces": {\n' + ",\n".join(rows) + "\n }\n}\n").encode()

    def covers(self, components: set[str]) -> bool:
        """Whether this list needs nothing of an older one: no component is missing, and no piece fills the paper."""
        return components <= self.components and all("" in piece.faces for piece in self.pieces.values())

    def merged(self, older: FaceList | None, components: set[str]) -> FaceList:
        """Return the list completed with components and papers that only an older list of the same kind has.

        `components` are those that the game has now.
        """
        # In another theme or variant the same face has another digest.
        if older is None or (older.game, *older.kind) != (self.game, *self.kind):
            return self
        missing = components - self.components
        from_older = {name: piece for name, piece in older.pieces.items() if name.partition("/")[0] in missing}
        from_this = {name: _with_papers(piece, older.pieces.get(name)) for name, piece in self.pieces.items()}
        pieces = from_older | from_this
        whole = {name.partition("/")[0] for name in pieces} == components
        return replace(self, pieces=pieces, whole=whole)


def _with_papers(piece: ListedPiece, older: ListedPiece | None) -> ListedPiece:
    """Return a piece with the faces on other papers added that an older list has."""
    other_papers = {paper: sides for paper, sides in (older.faces if older else {}).items() if paper}
    return replace(piece, faces={**other_papers, **piece.faces}) if other_papers and "" not in piece.faces else piece


def _row(piece: ListedPiece) -> str:
    """Return a piece as JSON with sorted keys.

    Written by hand, as twenty thousand pieces then take a third of the time of `json`.
    """
    sides = [f"{_dump(paper)}: [{_dump(front)}, {_dump(back)}]" for paper, (front, back) in sorted(piece.faces.items())]
    return f'{{"copies": {piece.copies}, "faces": {{{", ".join(sides)}}}, "title": {_dump(piece.title)}}}'


_dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def read_face_list(file: Path, display_name: str = "") -> FaceList:
    """Return the face list of a file. Raises Faults for a file that is none."""
    display_name = display_name or str(file)
    try:
        # A pipe or a device would never end.
        if file.stat().st_size > LARGEST or not file.is_file():
            raise _not_ours(display_name)
        return _face_list(json.loads(file.read_bytes()))
    except OSError as error:
        raise fault(
            display_name, f"cannot be read ({(error.strerror or str(error)).lower()})", unreadable=True
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise _not_ours(display_name) from None


def _not_ours(display_name: str) -> Faults:
    """Return the fault for a file that is no face list."""
    return fault(display_name, "not a face list; use faces-<language>.json or a PDF that vallum build has written")


def _face_list(document: Any) -> FaceList:
    """Return the face list of parsed JSON. Raises ValueError, TypeError, KeyError or AttributeError."""
    if document["format"] != FORMAT:
        raise ValueError(document["format"])
    # A list may come from a stranger: control characters could change how a terminal shows messages.
    words = [
        printable(document[key]) for key in ("game", "language", "theme", "variant", "version", "program", "sides")
    ]
    pieces = {name: _piece(row) for name, row in document["pieces"].items()}
    # Names of pieces go into messages and pages.
    if not all(map(_NAME.fullmatch, pieces)):
        raise ValueError(document)
    game, language, theme, variant, version, program, sides = words
    whole = document["whole"] is True
    return FaceList(
        game,
        language,
        theme,
        variant,
        version=version,
        program=program,
        sides=sides,
        whole=whole,
        part="",
        pieces=pieces,
    )


def _piece(row: Any) -> ListedPiece:
    """Return the piece of one row of parsed JSON. Raises TypeError for a number of copies that is impossible."""
    title, copies = printable(row["title"]), row["copies"]
    faces = {printable(paper): (printable(front), printable(back)) for paper, (front, back) in row["faces"].items()}
    # bool is an int: true would be one copy.
    if not isinstance(copies, int) or not 0 < copies < 1_000_000:
        raise TypeError(row)
    return ListedPiece(title, copies, faces)
