"""Checks of the pages together: one size, fronts and backs in the order that a shop wants, none empty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.preflight.print_flaw import FlawList
from generator.preflight.print_rules import PrintRules

_MOST_SIZES = 4
_ROUNDING = 1.05
"""Points by which pages of one size differ: both of their edges may be rounded to whole points."""
_ALIKE = 1 * MM
"""Tolerance for page sizes that lie on one pile, in any print."""


@dataclass(frozen=True, slots=True)
class PageLook:
    """Features that tell a page from others."""

    size: Size
    """Size of the trim box, or else of the page, in points."""
    paper: Size
    digest: str
    """Digest of its content and resources."""
    sides: frozenset[str]
    """Sides of our pieces that it names: `front`, `back`."""
    is_empty: bool
    is_cut: bool
    """Whether its size is that of one piece, and is told."""


def check_pages(looks: Sequence[PageLook], rules: PrintRules, flaws: FlawList) -> None:
    """Report pages that are empty, of different sizes, or in the wrong order of fronts and backs."""
    _check_empty(looks, flaws)
    _check_sizes(looks, rules, flaws)
    if len(rules.order) == 2 and not _is_one_sided(looks):
        _check_order(looks, rules, flaws)


def _check_sizes(looks: Sequence[PageLook], rules: PrintRules, flaws: FlawList) -> None:
    """Report pages of different sizes: of the cut where boxes state it, else of the paper."""
    papers, cuts = (
        distinct_sizes(look.paper for look in looks),
        distinct_sizes(look.size for look in looks if look.is_cut),
    )
    is_told = all(look.is_cut for look in looks)
    sizes = cuts if is_told or len(cuts) > 1 else papers
    if len(sizes) < 2:
        return
    listed = ", ".join(size.upright.in_mm for size in sizes[:_MOST_SIZES]) + (" …" if len(sizes) > _MOST_SIZES else "")
    message = f"pages of {len(sizes)} sizes: {listed}; make a file for each size"
    is_fault = rules.is_one_size or (not rules.pdfx and len(distinct_sizes(papers, _ALIKE)) > 1)
    flaws.tell("page-sizes", message, is_fault=is_fault)


def distinct_sizes(sizes: Iterable[Size], alike: float = _ROUNDING) -> list[Size]:
    """Return the sizes that differ by more than `alike` points, either way up."""
    distinct: list[Size] = []
    for size in sizes:
        if not any(size.difference(other) <= alike for other in distinct):
            distinct.append(size)
    return distinct


def _check_empty(looks: Sequence[PageLook], flaws: FlawList) -> None:
    """Warn of empty pages."""
    for number, look in enumerate(looks, 1):
        if look.is_empty:
            flaws.begin_page(number)
            flaws.warn("empty-page", "the page is empty; leave it out, or see that nothing is missing")
    flaws.begin_page(0)


def _is_one_sided(looks: Sequence[PageLook]) -> bool:
    """Return whether all pages state that they are fronts, like boards printed on one side."""
    return all(look.sides == {"front"} for look in looks)


def _check_order(looks: Sequence[PageLook], rules: PrintRules, flaws: FlawList) -> None:
    """Report fronts and backs that do not take turns, as far as the pages state their side."""
    if len(looks) % 2:
        pages = f"{len(looks)} page{'' if len(looks) == 1 else 's'}"
        message = f"the file has {pages}, an odd number; each card needs a front and a back"
        flaws.fault("page-count", message)
        return
    for number, look in enumerate(looks):
        due = rules.order[number % 2]
        if look.sides and due not in look.sides:
            flaws.begin_page(number + 1)
            flaws.fault(
                "page-order", f"a {min(look.sides)} where a {due} is due; {rules.shop} wants {rules.order[0]}s first"
            )
    flaws.begin_page(0)
    if not any(look.sides for look in looks) and _backs_at(looks) not in {None, rules.order.index("back")}:
        flaws.fault("page-order", f"the backs are on the wrong pages; {rules.shop} wants {rules.order[0]}s first")


def _backs_at(looks: Sequence[PageLook]) -> int | None:
    """Return 0 if all first pages of pairs are equal, 1 if all second ones are; None if neither or both are."""
    first, second = ({look.digest for look in looks[start::2]} for start in (0, 1))
    # The front and the back of a single card are both there once.
    if len(looks) < 4 or (len(first) == 1) == (len(second) == 1):
        return None
    return 0 if len(first) == 1 else 1
