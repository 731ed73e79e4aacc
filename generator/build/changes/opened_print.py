"""Open two prints to show their difference: their PDFs, on one paper, and the names of their pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from generator.base.errors import Faults, UsageError, fault
from generator.base.records import dataclass, replace
from generator.build.changes.face_list import FaceList, read_face_list
from generator.build.changes.old_print import (
    check_whole,
    faces_of_pdfs,
    is_pdf,
    missing_print,
    pdfs_of_folder,
    piece_pdfs,
)
from generator.build.changes.printed_pieces import PrintedFile, PrintedSide
from generator.build.options import BuildOptions
from generator.build.papers import DEFAULT_PAPERS, find_paper


@dataclass(frozen=True, slots=True)
class OpenedPrint:
    """Print whose PDFs are open."""

    shown: str
    """Path, as the user named it."""
    faces: FaceList
    files: tuple[PrintedFile, ...]
    is_lone: bool = False
    """Whether it is a single PDF, which says nothing of other components."""

    @property
    def title(self) -> str:
        """Title of the game, as its PDFs have it."""
        titles = [file.title.partition(":")[0] for file in self.files]
        return titles[0] if titles else self.faces.game

    def name_of(self, piece: str) -> str:
        """Return the title of a piece, or its `<component>/<piece>` if no face list tells one."""
        listed = self.faces.pieces.get(piece)
        return (listed.title if listed else "") or piece

    def side(self, piece: str, side: str) -> PrintedSide | None:
        """Return the `front` or `back` of a piece as the PDFs show it; None if no PDF shows it."""
        for file in self.files:
            if piece in file.pieces:
                sides = file.pieces[piece].sides
                # A page of a text may be printed on either side of the paper.
                return sides.get(side) or (sides["back"] if side == "front" else None)
        return None


def open_prints(old: Path, new: Path, language: str) -> tuple[OpenedPrint, OpenedPrint]:
    """Open two prints, old and new, to compare their pictures; of a folder the files in a language.

    Raises Faults for a print that cannot be read or shows only a part, and for prints of two games.
    """
    both = _Candidate(old, language), _Candidate(new, language)
    papers = [{_paper(file) for file in candidate.files} for candidate in both]
    # Faces that fill the paper can be compared only on the same one.
    common = sorted(papers[0] & papers[1], key=_paper_rank)
    opened = [
        candidate.on(common or sorted(own_papers, key=_paper_rank))
        for candidate, own_papers in zip(both, papers, strict=True)
    ]
    for opened_print in opened:
        check_whole(opened_print.faces, opened_print.shown)
    _check_game(*opened)
    return opened[0], opened[1]


def _check_game(old: OpenedPrint, new: OpenedPrint) -> None:
    """Check that two prints are of one game and share a component. Raises Faults."""
    named = [
        opened_print.faces.game for opened_print in (old, new) if not opened_print.files or opened_print.files[0].origin
    ]
    if len(set(named)) > 1:
        raise fault(new.shown, f"a print of {named[1]!r}, not of {named[0]!r} as {old.shown}")
    if not old.faces.components & new.faces.components:
        raise fault(new.shown, f"has no component of {old.shown}")


def _paper_rank(paper: str) -> tuple[int, str]:
    """Return a sort key that puts the default papers first."""
    return (DEFAULT_PAPERS.index(paper) if paper in DEFAULT_PAPERS else len(DEFAULT_PAPERS)), paper


def _paper(file: PrintedFile) -> str:
    """Return the id of the paper that a PDF is for, from its metadata or its name; empty if neither tells it."""
    if stated := file.origin.get("paper"):
        return stated
    # Version 0.1.0 wrote no paper into the metadata.
    named = re.search(r"-(a3|a4|letter|tabloid|legal|full)-", file.path.name)
    return named[1] if named else ""


class _Candidate:
    """The files of a print, on every paper."""

    def __init__(self, path: Path, language: str) -> None:
        """Find the files of a print: a PDF, a folder, or a face list.

        Raises Faults, and UsageError for several games.
        """
        self.shown, self._path = str(path), path
        self._listed: FaceList | None = None
        self._is_lone = not path.is_dir() and is_pdf(path)
        # A lone PDF needs its list for titles only.
        if self._is_lone:
            self.files = [PrintedFile(path)]
            self._listed = self._list_beside(self.files[0])
        elif path.is_dir():
            self.files = self._of_folder(_game_folder(path), language)
        else:
            self._listed = read_face_list(path)
            self.files = self._beside(path.parent, self._listed)

    def on(self, papers: Sequence[str]) -> OpenedPrint:
        """Return the print on the first of these papers, with the pieces that are only on other papers added."""
        files = [file for file in self.files if _paper(file) == papers[0]] if papers else []
        names = {name for file in files for name in file.pieces}
        for paper in papers[1:]:
            files += [file for file in self.files if _paper(file) == paper and not names & file.pieces.keys()]
            names |= {name for file in files for name in file.pieces}
        if not files:
            assert self._listed  # noqa: S101  a folder without PDFs and lists is refused
            return OpenedPrint(self.shown, self._listed, ())
        faces = faces_of_pdfs(files)
        titles = {name: piece.title for name, piece in self._listed.pieces.items()} if self._listed else {}
        pieces = {name: replace(piece, title=titles.get(name, "")) for name, piece in faces.pieces.items()}
        return OpenedPrint(self.shown, replace(faces, pieces=pieces), tuple(files), self._is_lone)

    def _of_folder(self, folder: Path, language: str) -> list[PrintedFile]:
        """Return the PDFs of a folder in a language, and remember its face list if it has one."""
        lists = sorted(file.name for file in folder.glob("faces-*.json"))
        if f"faces-{language}.json" in lists:
            self._listed = read_face_list(folder / f"faces-{language}.json")
            return self._beside(folder, self._listed)
        options = BuildOptions(papers=tuple(map(find_paper, DEFAULT_PAPERS)))
        files = [] if lists else pdfs_of_folder(folder, language, options)
        if not files:
            raise missing_print(self._path, repr(language), lists)
        return [PrintedFile(file) for file in files]

    @staticmethod
    def _beside(folder: Path, listed: FaceList) -> list[PrintedFile]:
        """Return the PDFs in a folder that have the language, theme and variant of a face list."""
        files = []
        for path in piece_pdfs(folder.glob(f"*-{listed.language}*.pdf")):
            file = PrintedFile(path)
            if file.kind == listed.kind and not file.origin.get("part"):
                files.append(file)
        return files

    @staticmethod
    def _list_beside(file: PrintedFile) -> FaceList | None:
        """Return the face list beside a PDF that fits it, for the names of its pieces; None if there is none."""
        for path in sorted(file.path.parent.glob("faces-*.json")):
            try:
                listed = read_face_list(path)
            # A broken list beside the PDF costs only the names.
            except Faults:
                continue
            if listed.kind == file.kind:
                return listed
        return None


def _game_folder(folder: Path) -> Path:
    """Return the folder of a game's print: the given one if it has PDFs, else the only one below it with PDFs.

    Raises UsageError if several folders have PDFs.
    """
    if any(folder.glob("*.pdf")) or any(folder.glob("faces-*.json")):
        return folder
    below = sorted(entry for entry in folder.iterdir() if entry.is_dir() and any(entry.glob("*.pdf")))
    if len(below) > 1:
        raise UsageError(f"{folder} has several games; name one: {', '.join(str(entry) for entry in below)}")
    return below[0] if below else folder
