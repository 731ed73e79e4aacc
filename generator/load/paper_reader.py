"""Reads papers and label sheets: sizes of paper, and sheets of cards or labels to tear apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from generator.base import units
from generator.base.geometry import Size
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import GREATEST, TomlTable
from generator.model.paper import FULL, LabelCells, Paper

SMALLEST_PAPER = 50 * units.MM
"""The shortest side of a paper, in points."""
LARGEST_PAPER = GREATEST
"""The longest side of a paper, in points."""

_NO_PAPERS: Mapping[str, Paper] = {}
_NAME = re.compile(r"(?!\d[\d.]*x\d)[a-z0-9][a-z0-9.-]{0,40}\Z")
_MOST_CELLS = 60


def read_paper_file(
    root: Path, prefix: str, name: str = "papers.toml", papers: Mapping[str, Paper] = _NO_PAPERS
) -> dict[str, Paper]:
    """Read the papers of a file below `root` as `read_papers` does; faults name the file below `prefix`."""
    return read_papers(Folder(root, prefix), name, papers)


def read_papers(
    folder: Folder, name: str = "papers.toml", base_papers: Mapping[str, Paper] = _NO_PAPERS
) -> dict[str, Paper]:
    """Return the papers and label sheets of a file by name, in its order; raise Faults with everything wrong in it.

    A label sheet, which has a `card`, is named after a paper of the file or one of `base_papers`; `also` gives it
    further names.
    """
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, name), report)
        tables = {id_: top.table(id_) for id_ in top.data if _is_name(top, id_)}
        own_papers = {id_: _paper(id_, table) for id_, table in tables.items() if not table.has("card")}
        papers = {**base_papers, **own_papers}
        for id_, table in tables.items():
            own_papers |= _label_sheet(id_, table, papers) if table.has("card") else {}
        return own_papers


def _is_name(top: TomlTable, id_: str) -> bool:
    """Whether a word can name a paper; a fault if not.

    Names like sizes (`90x120`) are refused.
    """
    if id_ == FULL.id or not _NAME.match(id_):
        top.fault(id_, f"{quote(id_)} cannot be the name of a paper; write it with a-z, 0-9, - and . like 'my-labels'")
        return False
    return True


def _paper(id_: str, entry: TomlTable) -> Paper:
    """Read a paper: width, height and the margin a printer cannot print on, in points."""
    size = Size(*(entry.length(key, low=SMALLEST_PAPER, high=GREATEST) for key in ("width", "height")))
    margin = entry.length("margin", low=0, high=max(size.width, SMALLEST_PAPER) / 4)
    if size.width > size.height:
        entry.fault("width", "papers stand upright; give the shorter side as the width")
    entry.close()
    return Paper(id_, size, margin)


def _label_sheet(id_: str, entry: TomlTable, papers: Mapping[str, Paper]) -> dict[str, Paper]:
    """Read a sheet of cards or labels to tear apart; return it under each of its names, nothing after a fault."""
    named = papers.get(entry.choice("paper", papers))
    across, down = (entry.integer(key, 1, _MOST_CELLS) for key in ("across", "down"))
    # Without a paper only its name is a fault: the largest paper refuses no length.
    longest = named.size.height if named else GREATEST
    card, corner_place, pitch = (_pair(entry, key, longest) for key in ("card", "at", "pitch"))
    corner, is_round = entry.length("corner", "0mm", low=0, high=longest / 2), entry.flag("round")
    cells = LabelCells(Size(*card), across, down, corner_place, pitch=pitch, corner=corner, round=is_round)
    names = (id_, *(other for other in entry.text_list("also") if _is_name(entry, other)))
    entry.close()
    if named is None or not (across and down and all(card) and all(pitch)):
        return {}
    _check_cells(entry, cells, named)
    return dict.fromkeys(names, Paper(id_, named.size, named.margin, cells))


def _pair(entry: TomlTable, key: str, longest: float) -> tuple[float, float]:
    """Read two lengths at a key, in points, each at most `longest`; zeros after a fault."""
    texts = entry.text_list(key)
    if len(texts) != 2:
        entry.fault(key, 'must be two lengths, like ["88.9mm", "50.8mm"]')
        return 0.0, 0.0
    first, second = (entry.measure(key, text, 0, longest) for text in texts)
    return first, second


def _check_cells(entry: TomlTable, cells: LabelCells, paper: Paper) -> None:
    """Add a fault if cards of a sheet lie on each other or beyond the edge of the paper."""
    # One column of cards has no pitch that matters.
    wide = cells.across < 2 or cells.pitch[0] > cells.card.width - _EXACT
    if not wide or not (cells.down < 2 or cells.pitch[1] > cells.card.height - _EXACT):
        entry.fault("pitch", "cards lie on each other; from one card to the next it is at least a card")
    elif (last := cells.rects[-1]).right > paper.size.width + _EXACT or last.bottom > paper.size.height + _EXACT:
        entry.fault("at", f"the last card lies beyond the edge of {paper.id!r}; measure from its left and upper edge")


_EXACT = 0.05 * units.MM  # what sizes given in whole hundredths of an inch or millimetre may differ by
