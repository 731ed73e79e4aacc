"""Finds the paper or label sheet that `--paper` names: one of ours, one of the user's own, or a size.

The reader of TOML files is imported by the functions that need it: it would take a tenth of an unchanged build.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.base.cache import Cache
from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import replace
from generator.base.units import MM, half_width, parse_length, to_mm
from generator.base.user_folders import user_cache, user_config
from generator.build.input_digests import program_digest
from generator.load.game_locations import data_root
from generator.model.paper import FULL, Paper

DEFAULT_PAPERS = ("a4", "letter")

OWN_FILE = "papers.toml"
"""The file with a user's own papers and label sheets, in the folder of settings."""

_NUMBER = r"\s*([0-9]+\.?[0-9]*|\.[0-9]+)\s*"
_SIZE = rf"{_NUMBER}[x×]{_NUMBER}([a-z]*)\s*\Z"  # compiled when used: most papers have names
_MARGIN = 5 * MM  # of a paper that is given by its size


def find_paper(name: str, margin: float | None = None) -> Paper:
    """Return a paper or label sheet by its name or size; `margin` replaces the margin of a plain paper.

    Raises UsageError for a name that is not known and for a size that is no paper's, Faults for a faulty file of the
    user's own papers.
    """
    if name == FULL.id:
        return FULL
    paper = _sized(name) or _named(name)
    if margin is None or paper.cells:
        return paper
    # A quarter of the width at each side leaves half of it to print on.
    most = paper.size.width / 4
    if margin > most:
        raise UsageError(f"a margin of {to_mm(margin):.9g}mm is too much for {name!r}; at most {to_mm(most):.4g}mm")
    return replace(paper, margin=margin)


def own_papers() -> dict[str, Paper]:
    """Return the user's own papers and label sheets by name; none without a file. Raises Faults for a faulty one."""
    config = user_config()
    if config is None or not (config / OWN_FILE).is_file():
        return {}
    from generator.load.paper_reader import read_paper_file

    return read_paper_file(config, "", OWN_FILE, _shipped_papers())


def label_sheets() -> dict[str, Paper]:
    """Return the label sheets that are known, the user's own first."""
    own_sheets = {name: paper for name, paper in own_papers().items() if paper.cells}
    return {**own_sheets, **_shipped_label_sheets()}


def _named(name: str) -> Paper:
    """Return the paper or label sheet of a name, in small or capital letters. Raises UsageError, Faults."""
    # The user's own paper comes before ours of the same name.
    users_papers, ours, id_ = own_papers(), _shipped_papers(), name.lower()
    if id_ in users_papers or id_ in ours:
        return users_papers.get(id_) or ours[id_]
    labels = _shipped_label_sheets()
    if id_ not in labels:
        raise UsageError(f"no paper called {name!r}{_hint(name, [*users_papers, *ours, FULL.id], labels)}")
    return labels[id_]


def _hint(name: str, papers: list[str], labels: Mapping[str, Paper]) -> str:
    """Return the end of a message about an unknown name: the nearest one, or some that there are."""
    near = suggestion(name, [*papers, *labels])
    if near:
        return near
    return f"; it is {', '.join(papers)}, a size like 210x297mm, or a label sheet like {next(iter(labels))}"


def _sized(text: str) -> Paper | None:
    """Return the paper of a size such as `210x297mm`, upright; None for any other text."""
    match = re.match(_SIZE, half_width(text))
    if not match:
        return None
    from generator.load.paper_reader import LARGEST_PAPER, SMALLEST_PAPER

    first, second, unit = match.groups()
    if unit not in {"mm", "cm", "in"}:
        raise UsageError(f"the paper {text!r} has no unit of mm, cm or in; write it like '{first}x{second}mm'")
    # A paper is upright, whichever side is written first.
    sides = sorted(parse_length(side + unit) for side in (first, second))
    if not SMALLEST_PAPER <= sides[0] <= sides[1] <= LARGEST_PAPER:
        least, most = to_mm(SMALLEST_PAPER), to_mm(LARGEST_PAPER)
        raise UsageError(f"the paper {text!r} is out of range; its sides are from {least:.0f}mm to {most:.0f}mm long")
    return Paper(f"{'x'.join(f'{to_mm(side):.6g}' for side in sides)}mm", Size(*sides), _MARGIN)


def _shipped_papers() -> dict[str, Paper]:
    """Return the papers of `data/papers.toml`, from the cache where they were read before."""
    cache = Cache(user_cache())
    # Another version of the program may read the same file otherwise.
    key = digest(program_digest(), (data_root() / "papers.toml").read_bytes())
    stored = cache.get("papers")
    if isinstance(stored, tuple) and stored[0] == key:
        papers: dict[str, Paper] = stored[1]
        return papers
    from generator.load.paper_reader import read_paper_file

    papers = read_paper_file(data_root(), "data")
    cache.put("papers", (key, papers))
    return papers


def _shipped_label_sheets() -> dict[str, Paper]:
    """Return the label sheets that come with the program, by name."""
    from generator.load.paper_reader import read_paper_file

    return read_paper_file(data_root(), "data", "label_sheets.toml", _shipped_papers())
