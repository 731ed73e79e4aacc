"""`draw` in templates: the functions of `drawing`, imported when something is drawn that was not kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from generator.errors import suggestion
from generator.render.budget import Refused
from generator.render.keep import Keep
from generator.render.view import View

if TYPE_CHECKING:
    from markupsafe import Markup


class Drawer(View):
    """Procedural drawings by name; the same call gives the same markup without drawing it again."""

    __slots__ = ("_drawn", "_keep")

    def __init__(self, keep: Keep) -> None:
        super().__init__("draw", {})
        self._keep = keep
        self._drawn: dict[str, Markup] = {}

    def make(self, name: str) -> Callable[..., Markup]:
        """A drawing function; that there is one of this name is seen when it first draws."""
        if name.startswith("_"):
            raise KeyError(name)

        def draw(*args: object, **paint: object) -> Markup:
            call = f"{name} {args!r} {paint!r}"
            if call not in self._drawn:
                self._drawn[call] = self._kept(name, call, args, paint)
            return self._drawn[call]

        self.made[name] = draw
        return draw

    def _kept(self, name: str, call: str, args: tuple[object, ...], paint: dict[str, object]) -> Markup:
        from markupsafe import Markup

        key = "drawings/" + hashlib.sha256(call.encode("utf-8", "surrogatepass")).hexdigest()
        kept = self._keep.get(key)
        if kept is None:
            kept = _drawn(name, args, paint)
            self._keep.put(key, kept)
        return Markup(kept)  # noqa: S704  drawn by us


def _drawn(name: str, args: tuple[object, ...], paint: dict[str, object]) -> str:
    from generator.render.drawing import DRAWINGS

    if name not in DRAWINGS:
        raise Refused(f"{name!r} is unknown{suggestion(name, list(DRAWINGS))}")
    try:
        return str(DRAWINGS[name](*args, **paint))
    except (TypeError, ValueError, ArithmeticError) as error:
        raise Refused(str(error)) from error
