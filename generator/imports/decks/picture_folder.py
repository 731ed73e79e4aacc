"""Finds the fronts and backs of cards among the pictures of a folder: by their names, folders or order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from generator.base.errors import Fault, Faults, fault
from generator.imports.decks.finished_cards import FinishedCard, SidePicture
from generator.load.files.fault_report import quote
from generator.load.files.folder import PIXELS, Folder

_ENDINGS = (*PIXELS, ".bmp", ".gif", ".tif", ".tiff")
_VECTORS = (".svg", ".pdf", ".ai", ".eps", ".psd")
"""Drawings, whose bleed cannot be made by repeating pixels."""
# Words for a back in English, Latin, German and Japanese, which writes no blank before them.
_BACK = re.compile(r"(?:^|[\s_.\-(])(?:backs?|rear|verso|rückseiten?|ura|裏面?)\)?\Z|(?<=.)裏面?\Z", re.IGNORECASE)
_FRONT = re.compile(r"[\s_.\-(]+(?:fronts?|face|recto|vorderseiten?|表面?)\)?\Z|(?<=.)表面?\Z", re.IGNORECASE)
_COPIES = re.compile(r"[\s_\-(\[]+(?:x([0-9]{1,3})|([0-9]{1,3})x)[)\]]?\Z", re.IGNORECASE)
_MOST_PICTURES = 2000


def cards_of_folder(path: Path, name: str = "") -> list[FinishedCard]:
    """Return the cards whose sides are the pictures in a folder; `name` is its name in faults, by default its path.

    Raises Faults if the folder has no pictures, too many, or backs that belong to no front.
    """
    name = name or str(path)
    if not path.is_dir():
        raise fault(name, "is no folder; give one with .png or .jpg", unreadable=True)
    folder = Folder(path, name)
    files = [file for file in folder.names() if file.lower().endswith(_ENDINGS)]
    if not files:
        drawings = [file for file in folder.names() if file.lower().endswith(_VECTORS)]
        advice = "save its drawings as PNG, with bleed" if drawings else "give a folder of .png or .jpg"
        raise fault(name, f"no picture is here; {advice}", unreadable=True)
    if len(files) > _MOST_PICTURES:
        raise fault(name, f"more than {_MOST_PICTURES:,} pictures", unreadable=True)
    fronts = [file for file in files if not _is_back(file)]
    backs = [file for file in files if _is_back(file)]
    if not fronts:
        raise fault(name, f"{len(backs)} backs, and no front; name the fronts without 'back'", unreadable=True)
    pairs = _pairs(name, fronts, backs)
    pictures = {file: SidePicture(_card(file)[0], folder.place(file), folder.read(file)) for file in files}
    return [FinishedCard(pictures[front], pictures.get(back), _card(front)[1]) for front, back in pairs]


def _is_back(name: str) -> bool:
    """Return whether the name of a file, or of a folder above it, marks a picture as a back."""
    path = PurePosixPath(name)
    # The number of copies stands last, as in `fox back x3.png`, and would hide the word for a back.
    stem = _COPIES.sub("", path.stem)
    return bool(_BACK.search(stem)) or any(_BACK.search(part) for part in path.parent.parts)


def _card(name: str) -> tuple[str, int]:
    """Return the card that a picture is a side of, and how often it is printed: `fox x3.png` is ("fox", 3)."""
    stem = PurePosixPath(name).stem
    times = _COPIES.search(stem)
    stem = _COPIES.sub("", stem)
    # A file named only `front` or `back` keeps its name.
    bare = _FRONT.sub("", _BACK.sub("", stem)).strip(" _-.") or stem
    return bare, int(times[1] or times[2]) if times else 1


def _pairs(where: str, fronts: Sequence[str], backs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the file names of fronts, each with its back; empty for no back.

    Backs are matched by name; a single one is for all, and as many backs as fronts are matched in order. Raises Faults
    for backs that fit none of this.
    """
    by_name = {_card(name)[0].casefold(): name for name in backs}
    cards = [_card(name)[0].casefold() for name in fronts]
    matched = set(by_name) & set(cards)
    if len(backs) == 1 and not matched:
        yield from ((front, backs[0]) for front in fronts)
    elif matched or not backs:
        lone = [name for card, name in by_name.items() if card not in matched]
        common = lone[0] if len(lone) == 1 and len(by_name) > 1 and _is_common(lone[0]) else ""
        if lone and not common:
            raise Faults(Fault(f"{where}/{name}", _lone(name, fronts), unreadable=True) for name in lone)
        yield from ((front, by_name.get(card, common)) for front, card in zip(fronts, cards, strict=True))
    # Nothing but the order is left to pair them by.
    elif len(fronts) == len(backs):
        yield from zip(fronts, backs, strict=True)
    else:
        more = "more backs than fronts" if len(backs) > len(fronts) else "some of several backs for more fronts"
        problem = (
            f"{len(fronts)} fronts and {len(backs)} backs, {more}; name each back like its front, as in fox_back.png"
        )
        raise fault(where, problem, unreadable=True)


def _is_common(name: str) -> bool:
    """Return whether a back is named only `back`, so that it is for all cards without a back of their own."""
    return not _BACK.sub("", PurePosixPath(name).stem)


def _lone(name: str, fronts: Sequence[str]) -> str:
    """Return advice for a back without a front: a name for the missing front, built like the other fronts' names."""
    path = PurePosixPath(fronts[0])
    ending = _FRONT.search(_COPIES.sub("", path.stem))
    front = _card(name)[0] + (ending[0] if ending else "") + PurePosixPath(name).suffix
    return f"a back without a front; name its front {quote(front)}"
