"""Conversion of events of older formats to the current one; files are never rewritten.

Each step is a pure function from the events of one format to those of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.base.rng import NAME
from generator.session.header import FORMAT, STRICT
from generator.session.record import Body

Bodies = tuple[Body, ...]


def format_of(bodies: Sequence[Body]) -> int:
    """Return the format that the first event names.

    Raises ValueError if it names none, or one of a later version.
    """
    head = bodies[0]
    version = head.get("format")
    # `True` is an int for Python, and no version.
    if head.get("t") != "open" or not isinstance(version, int) or isinstance(version, bool) or version < 0:
        raise ValueError("a session begins with 'open' and its format")
    if version > FORMAT:
        raise ValueError(f"it is written in format {version}, and this program reads up to {FORMAT}; use a newer one")
    return version


def migrate(bodies: Sequence[Body]) -> Bodies:
    """Return the events in the current format, one for one.

    Raises ValueError, with the reason, for events that their format does not have.
    """
    changed = tuple(bodies)
    for version in range(format_of(bodies), FORMAT):
        changed = _STEPS[version](changed)
    return changed


def _from_0(bodies: Bodies) -> Bodies:
    """Return the events of a session in format 0 as events of format 1.

    Format 0 had `move` for `act` and `hidden` for `reveals`, a count of moves for each undo, and no modes. No release
    has written it; it is here to test the conversion.
    """
    head = {key: value for key, value in bodies[0].items() if key not in {"t", "format"}}
    opened = {"t": "open", "format": 1, "rng": NAME, "engine": "0", "mode": STRICT, "options": {}, **head}
    past = [0]
    return (opened, *(_event_from_0(body, past, number) for number, body in enumerate(bodies[1:], 1)))


def _event_from_0(body: Body, past: list[int], number: int) -> Body:
    """Return one event of format 0 as an event of format 1.

    `past` holds the numbers of the events that count, and changes with it. Raises ValueError for an impossible event.
    """
    if body["t"] == "move":
        past.append(number)
        return {"t": "act", "a": body.get("action"), "reveals": body.get("hidden", False)}
    count = body.get("count")
    if body["t"] != "undo" or not isinstance(count, int) or not 0 < count < len(past):
        raise ValueError(f"event {number} is not one of format 0")
    del past[-count:]
    return {"t": "undo", "to": past[-1]}


_STEPS: dict[int, Callable[[Bodies], Bodies]] = {0: _from_0}
