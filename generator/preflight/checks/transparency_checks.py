"""Checks for transparency, where a shop does not take it."""

from __future__ import annotations

from typing import Any

from generator.preflight.content.colour_space import StrangeValueError, read_colour_space
from generator.preflight.content.painted import GROUP, IMAGE, Painted
from generator.preflight.content.pdf_values import has_entries
from generator.preflight.page_check import PageCheck

# Compatible is an older name of Normal (ISO 32000-1, table 136).
_PLAIN = {"Normal", "Compatible"}


def check_transparency(painted: Painted, page: PageCheck) -> None:
    """Check a painted object for alpha below 1, blend modes, soft masks and groups."""
    kind = _kind(painted)
    if not kind:
        return
    page.facts.has_transparency = True
    if not page.rules.takes_transparency:
        message = f"transparency ({kind}); {page.rules.shop} takes none, so flatten the file"
        page.flaws.fault("transparency", message, page.place(painted.bounds))


def check_page_group(page_object: Any, page: PageCheck) -> None:
    """Report a page that is a transparency group itself, as PDF/X-1a forbids."""
    group = page_object.get("/Group")
    if not has_entries(group) or str(group.get("/S")) != "/Transparency":
        return
    if page.rules.takes_transparency:
        _check_group_colour(group, page)
    else:
        message = f"transparency (the page is a group); {page.rules.shop} takes none, so flatten the file"
        page.flaws.fault("transparency", message)


def _check_group_colour(group: Any, page: PageCheck) -> None:
    """Report a colour space that a page blends its content in, if the press has no inks for it."""
    accepted, stated = page.rules.colours, group.get("/CS")
    try:
        space = None if stated is None else read_colour_space(stated)
    except StrangeValueError:
        return
    if space and accepted and space.kind not in accepted and not space.has_profile:
        message = f"the page blends its colours in {space.kind}; {page.rules.shop} wants CMYK, so convert the file"
        page.flaws.fault("colour-space", message)


def _kind(painted: Painted) -> str:
    """Return the kind of transparency of a painted object, in words; empty if it is opaque."""
    state = painted.state
    alphas = [*[state.fill_alpha] * painted.is_filled, *[state.stroke_alpha] * painted.is_stroked]
    if painted.kind == GROUP:
        return "group"
    if alphas and min(alphas) < 1:
        return f"{100 * min(alphas):.0f} % opaque"
    if state.blend not in _PLAIN:
        return f"blend mode {state.blend}"
    if state.has_mask:
        return "soft mask"
    is_soft = painted.kind == IMAGE and painted.image and painted.image.stream is not None
    return "soft mask of a picture" if is_soft and "/SMask" in painted.image.stream else ""  # type: ignore[union-attr]
