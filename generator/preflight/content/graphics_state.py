"""Reader of graphics state dictionaries (ISO 32000-1, 8.4.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.preflight.content.pdf_values import has_entries, is_array

_NUMBERS = {"/LW": "line_width", "/ca": "fill_alpha", "/CA": "stroke_alpha"}
TRANSFER_KEYS = {"/TR", "/TR2", "/HT"}
"""Keys of a graphics state that may name a transfer function."""
# Default is the function that the device has anyway (ISO 32000-1, table 58).
_NO_CHANGE = {"/Identity", "/Default"}


def state_changes(graphics_state: Any) -> dict[str, Any]:
    """Return the new values of a paint state by the names of its fields; those that are not named stay."""
    keys = set(graphics_state.keys())  # asking the file for each of them takes longer
    changes: dict[str, Any] = {field: float(graphics_state[key]) for key, field in _NUMBERS.items() if key in keys}
    # OP also applies to fills where there is no op (ISO 32000-1, table 58).
    if "/OP" in keys:
        changes["stroke_overprint"] = changes["fill_overprint"] = bool(graphics_state["/OP"])
    if "/op" in keys:
        changes["fill_overprint"] = bool(graphics_state["/op"])
    if "/SMask" in keys:
        changes["has_mask"] = has_entries(graphics_state["/SMask"])
    transfers = has_transfer(graphics_state) if keys & TRANSFER_KEYS else None
    if transfers is not None:
        changes["has_transfer"] = transfers
    if "/BM" in keys:
        blend = graphics_state["/BM"]
        # Of a list of blend modes the first that a viewer knows counts (ISO 32000-1, 11.6.3).
        changes["blend"] = (str(blend[0]) if is_array(blend) else str(blend)).lstrip("/")
    if "/Font" in keys:
        changes |= {"font": graphics_state["/Font"][0], "font_size": float(graphics_state["/Font"][1])}
    return changes


def has_transfer(graphics_state: Any) -> bool | None:
    """Return whether a graphics state sets a transfer function that changes colours; None where it names none."""
    functions = [*_functions(graphics_state)]
    return any(map(_changes, functions)) if functions else None


def _functions(graphics_state: Any) -> Iterator[Any]:
    """Yield the transfer functions of a graphics state: first from its halftone, then its own."""
    halftone = graphics_state.get("/HT")
    if has_entries(halftone):
        yield from _of_halftone(halftone)
        yield from (function for _, part in halftone.items() if has_entries(part) for function in _of_halftone(part))
    # TR2 goes before TR (ISO 32000-1, table 58).
    function = graphics_state.get("/TR2", graphics_state.get("/TR"))
    if function is not None:
        yield function


def _of_halftone(halftone: Any) -> Iterator[Any]:
    """Yield the transfer function of a halftone, if it has one."""
    function = halftone.get("/TransferFunction")
    if function is not None:
        yield function


def _changes(function: Any) -> bool:
    """Return whether a function, or one of several for the inks, changes colours."""
    parts = list(function) if is_array(function) else [function]
    return any(has_entries(part) or str(part) not in _NO_CHANGE for part in parts)
