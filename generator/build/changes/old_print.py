"""Find and read an earlier print: a face list, a PDF, or the folder of a build."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

from generator.base.errors import Faults, fault
from generator.base.hashing import digest, file_digest
from generator.base.records import replace
from generator.build.changes.face_list import ANY_PAPER, UNKNOWN, FaceList, ListedPiece, Sides, read_face_list
from generator.build.changes.printed_pieces import PrintedFile, PrintedPiece
from generator.build.file_names import face_words, sheet_words
from generator.build.options import BuildOptions
from generator.model.game import Game

PARTIAL = {
    "changes": "prints only what had changed",
    "pieces": "prints only some pieces",
    "backs": "prints only backs",
}
"""Incomplete prints, with the words that say so in faults."""


def old_print_digest(path: Path) -> str:
    """Return a digest of the files of an earlier print; an empty text if there is none at this path."""
    if not path.is_dir():
        return file_digest(path)
    # The folder of a game, or an output folder with folders of games.
    patterns = [f"{folder}{name}" for folder in ("", "*/") for name in ("*.pdf", "faces-*.json")]
    files = sorted(file for pattern in patterns for file in path.glob(pattern))
    return digest(repr([(file.relative_to(path).as_posix(), file_digest(file)) for file in files]))


def read_old_print(path: Path, game: Game, edition: str, options: BuildOptions, names: Iterable[str]) -> FaceList:
    """Return the list of faces of an earlier print: a face list, a PDF, or the folder of a build.

    `names` are the names that a face list may have in a folder, the best first. Raises Faults for a print that cannot
    be read, that is of another game, or that has only a part of its pieces.
    """
    faces = _read(path, game, edition, options, names)
    display_name = str(path)
    if faces.game != game.id:
        raise fault(display_name, f"a print of {faces.game!r}, not of {game.id!r}")
    check_whole(faces, display_name)
    present = {part.id for part in game.components}
    if not faces.components & present:
        raise fault(display_name, f"has no piece of {game.id!r}")
    return faces


def _read(path: Path, game: Game, edition: str, options: BuildOptions, names: Iterable[str]) -> FaceList:
    """Return the faces of an earlier print, read from a face list, a PDF, or the folder of a build.

    In a folder a face list comes before PDFs. Raises Faults for a folder without a print of this edition.
    """
    if not path.is_dir():
        return faces_of_pdfs([PrintedFile(path)], game) if is_pdf(path) else read_face_list(path)
    # An output folder has a folder for each game.
    folder = path / game.id if (path / game.id).is_dir() else path
    lists = sorted(file.name for file in folder.glob("faces-*.json"))
    if existing := [name for name in names if name in lists]:
        return read_face_list(folder / existing[0])
    files = [] if lists else pdfs_of_folder(folder, edition, options)
    if not files:
        raise missing_print(path, f"{edition!r} with this theme", lists)
    faces = faces_of_pdfs([PrintedFile(file) for file in files], game)
    plans = any(folder.glob("print-plan-*.pdf"))  # written for whole games only
    return replace(faces, whole=plans)


def check_whole(faces: FaceList, display_name: str) -> None:
    """Check that a print has all pieces of its components: one of changed pieces alone cannot be compared.

    Raises Faults.
    """
    if faces.part in PARTIAL:
        raise fault(display_name, f"{PARTIAL[faces.part]}; use a print of whole components")


def is_pdf(path: Path) -> bool:
    """Whether a file begins as a PDF does. Raises Faults for a file that cannot be read, such as a pipe or a device."""
    try:
        if path.exists() and not path.is_file():
            raise fault(str(path), "not a regular file; use a PDF, a face list or a folder of vallum build")
        with path.open("rb") as file:
            return file.read(5) == b"%PDF-"
    except OSError as error:
        raise fault(str(path), f"cannot be read ({(error.strerror or str(error)).lower()})", unreadable=True) from None


_OTHER = re.compile(r"^(print-plan|changes|diff)-|-(booklet|fillable)-")
"""Names of PDFs without pieces, or with pieces that other files have too."""


def piece_pdfs(files: Iterable[Path]) -> list[Path]:
    """Return the PDFs that print pieces, sorted by name; plans, reports, booklets and forms are left out."""
    return [file for file in sorted(files) if not _OTHER.search(file.name)]


def missing_print(folder: Path, edition_name: str, lists: Sequence[str]) -> Faults:
    """Return the fault for a folder without a print of an edition; `lists` are the names of its face lists."""
    has = f"it has {', '.join(lists)}" if lists else "name a PDF or a folder that vallum build has written"
    return fault(str(folder), f"no print in {edition_name}; {has}")


def pdfs_of_folder(folder: Path, edition: str, options: BuildOptions) -> list[Path]:
    """Return the PDFs of a folder without a face list in this language and theme, on one paper."""
    files = piece_pdfs(folder.glob("*.pdf"))
    papers = [paper.id for paper in options.papers]
    # The papers of the order first, then any other.
    for paper, words in product((*papers, "[a-z0-9.-]+"), (face_words(options), sheet_words(options))):
        matching = _named(files, f"(?P<stem>.+)-{paper}-{re.escape(edition)}", words, "(?P<side>-fronts|-backs)?")
        if matching and all(any(f"-{word}" in file.stem for file in matching) for word in words):
            reading = _named(files, f"(?P<stem>[^-]+)-{re.escape(edition)}", words, "(?P<side>)")
            return [*matching, *(file for file in reading if file not in matching)]
    return []


def _named(files: Iterable[Path], start: str, words: Sequence[str], end: str) -> list[Path]:
    """Return one file for each stem and side, the one whose name has the most of some words.

    A file's name has the words of the options that changed it.
    """
    name = re.compile(start + "".join(f"(-{re.escape(word)})?" for word in words) + end)
    best: dict[tuple[str, str], Path] = {}
    for file in files:
        if match := name.fullmatch(file.stem):
            key = match["stem"], match["side"] or ""
            best[key] = max(best.get(key, file), file, key=lambda path: len(path.stem))
    # One file of each stem and side: names with more words of the order fit it better.
    return [*best.values()]


def faces_of_pdfs(files: Iterable[PrintedFile], game: Game | None = None) -> FaceList:
    """Return the list of faces that PDFs of one print show.

    A file without metadata of Vallum is taken for a print of the game that its title names.
    """
    files = list(files)
    origin = next((file.origin for file in files if file.origin), {})
    parts = {file.origin.get("part", "") for file in files}
    sides = {file.origin.get("sides") for file in files}
    # Of a print without backs, the files of pieces that have none say `both`, as in any print.
    has_both = "backs" in sides or ("both" in sides and "fronts" not in sides)
    shows_backs = has_both or any(file.has_backs for file in files)
    fronts = [file for file in files if file.has_fronts]
    if not fronts:
        parts = {"backs"}
    partial = next((part for part in parts if part in {"changes", "pieces"}), "backs" if parts == {"backs"} else "")
    backs = {name: piece for file in files if not file.has_fronts for name, piece in file.pieces.items()}
    pieces: dict[str, list[PrintedPiece]] = {}
    for file in fronts or files:
        for name, piece in file.pieces.items():
            behind = backs[name].sides if fronts and name in backs else {}
            pieces.setdefault(name, []).append(PrintedPiece(piece.copies, behind | piece.sides))
    return FaceList(
        origin.get("game") or _game_by_title(files[0], game),
        origin.get("language") or files[0].language,
        origin.get("theme", UNKNOWN),
        # Some files of an order lack the words of options that did not change them.
        max((file.origin.get("variant", UNKNOWN) for file in files), key=len) if origin else UNKNOWN,
        version=origin.get("version", ""),
        program=origin.get("program", ""),
        sides="both" if shows_backs else "fronts",
        whole=False,
        part=partial,
        pieces={name: _listed(printed_pieces, origin) for name, printed_pieces in pieces.items()},
    )


def _game_by_title(file: PrintedFile, game: Game | None) -> str:
    """Return the id of the game if a PDF's title begins with the game's title in any language, else that beginning."""
    title = file.title.partition(":")[0]
    if game and any(file.title.startswith(f"{title}:") for title in (words for _, words in game.title.by)):
        return game.id
    return title or "another game"


def _listed(printed_pieces: Sequence[PrintedPiece], origin: Mapping[str, str]) -> ListedPiece:
    """Return a piece that several files show, with each of its looks, such as a text on pages of two sizes."""
    looks = dict.fromkeys(_sides(piece, origin) for piece in printed_pieces)
    faces = {f"{ANY_PAPER}{number if number > 1 else ''}": sides for number, sides in enumerate(looks, 1)}
    return ListedPiece("", max(piece.copies for piece in printed_pieces), faces)


def _sides(piece: PrintedPiece, origin: Mapping[str, str]) -> Sides:
    """Return the digests of front and back of a printed piece; the back is empty for a piece without one."""
    front, back = piece.sides.get("front"), piece.sides.get("back")
    if front is None:  # a page of a text, which may be printed on either side of the paper
        front, back = back, None
    assert front  # noqa: S101  a piece is read with a side
    hidden = UNKNOWN if front.is_tiled else ""
    return _digest(front.digest, origin), _digest(back.digest, origin) if back else hidden


def _digest(face_digest: str, origin: Mapping[str, str]) -> str:
    """Return the digest of a face; files of version 0.1.0 do not tell the outlines of pieces."""
    return face_digest if origin else f"{face_digest}-{UNKNOWN}"
