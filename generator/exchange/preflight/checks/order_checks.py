"""Checks of the pages together: one size, fronts and backs in the order that a shop wants, none empty."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.exchange.preflight.print_flaw import FlawList
from generator.exchange.preflight.print_rules import PrintRules

_MOST_SIZES = 4


@dataclass(frozen=True, slots=True)
class PageLook:
    """What of a page tells it from others."""

    size: Size
    """Of its trim, in points."""
    digest: str
    """Of its content and resources."""
    sides: frozenset[str]
    """Sides of our pieces that it names: `front`, `back`."""
    is_empty: bool
    is_cut: bool
    """Whether its size is that of one piece, and is told."""


def check_pages(looks: Sequence[PageLook], rules: PrintRules, flaws: FlawList) -> None:
    """Check the pages of a file together."""
    _check_empty(looks, flaws)
    sizes = list(dict.fromkeys(_in_mm(each.size) for each in looks if each.is_cut))
    if len(sizes) > 1:
        shown = ", ".join(sizes[:_MOST_SIZES]) + (" …" if len(sizes) > _MOST_SIZES else "")
        what = f"pages of {len(sizes)} sizes: {shown}; make a file for each size"
        flaws.tell("page-sizes", what, is_fault=rules.is_one_size)
    if len(rules.order) == 2 and not _is_one_sided(looks):
        _check_order(looks, rules, flaws)


def _check_empty(looks: Sequence[PageLook], flaws: FlawList) -> None:
    for number, look in enumerate(looks, 1):
        if look.is_empty:
            flaws.begin_page(number)
            flaws.warn("empty-page", "the page is empty; leave it out, or see that nothing is missing")
    flaws.begin_page(0)


def _is_one_sided(looks: Sequence[PageLook]) -> bool:
    """Whether the pages tell that they are fronts, all of them: those of boards that are printed on one side."""
    return all(look.sides == {"front"} for look in looks)


def _check_order(looks: Sequence[PageLook], rules: PrintRules, flaws: FlawList) -> None:
    """Check that fronts and backs take turns, as far as the pages tell what they are."""
    if len(looks) % 2:
        what = f"the file has {len(looks)} pages, an odd number; each card needs a front and a back"
        flaws.fault("page-count", what)
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
    """Return 0 where every first page of a pair is the same one, 1 for every second; None where nothing tells."""
    first, second = ({look.digest for look in looks[start::2]} for start in (0, 1))
    if len(looks) < 4 or (len(first) == 1) == (len(second) == 1):
        return None
    return 0 if len(first) == 1 else 1


def _in_mm(size: Size) -> str:
    return f"{to_mm(size.upright.width):.0f} × {to_mm(size.upright.height):.0f} mm"
