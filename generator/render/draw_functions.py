"""`draw` in templates: the functions of `drawing` and `folding`, imported when something is drawn that was not kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from generator.base.errors import suggestion
from generator.render.templates.budget import TemplateError
from generator.render.templates.lookups import FindFile, RenderCache
from generator.render.templates.views import TemplateView

if TYPE_CHECKING:
    from markupsafe import Markup

PICTURE = "picture"
"""The drawing that is made of words, and of files among the templates."""


class DrawFunctions(TemplateView):
    """Procedural drawings, and where the panels of nets lie, by name; a call made twice is drawn once."""

    __slots__ = ("_drawn", "_keep", "_sketcher")

    def __init__(self, keep: RenderCache, find: FindFile) -> None:
        super().__init__("draw", {})
        self._keep = keep
        self._sketcher = _Sketching(find)
        self._drawn: dict[str, object] = {}

    def make(self, name: str) -> Callable[..., object]:
        """A drawing function; that there is one of this name is seen when it first draws."""
        if name.startswith("_"):
            raise KeyError(name)

        placing = name.endswith("_places")

        def draw(*args: object, **paint: object) -> object:
            call = f"{name} {args!r} {paint!r}"
            if call not in self._drawn:
                self._drawn[call] = self._called(name, args, paint) if placing else self._kept(name, call, args, paint)
            return self._drawn[call]

        self.made[name] = draw
        return draw

    def _kept(self, name: str, call: str, args: tuple[object, ...], paint: dict[str, object]) -> Markup:
        from markupsafe import Markup

        key = "drawings/" + hashlib.sha256(call.encode("utf-8", "surrogatepass")).hexdigest()
        kept = self._keep.get(key)
        if kept is None:
            kept = str(self._called(name, args, paint))
            self._keep.put(key, kept)
        return Markup(kept)  # noqa: S704  drawn by us

    def _called(self, name: str, args: tuple[object, ...], paint: dict[str, object]) -> object:
        function = self._sketcher.picture if name == PICTURE else _function(name)
        try:
            return function(*args, **paint)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise TemplateError(*map(str, error.args)) from error


class _Sketching:
    """Draws pictures in words; what draws them is imported with the first."""

    def __init__(self, find: FindFile) -> None:
        self._find = find

    @cached_property
    def picture(self) -> Callable[..., object]:
        """`draw.picture`: one sketcher for all of a game's pictures, which reads the vocabulary once."""
        from generator.render.pictures.picture_svg import PictureRenderer

        return PictureRenderer(self._find).picture


def _function(name: str) -> Callable[..., object]:
    from generator.render.net_drawing import LINES, PLACES

    nets = LINES | PLACES
    if name in nets:
        return nets[name]
    from generator.render.ornament import DRAWINGS

    if name not in DRAWINGS:
        raise TemplateError(f"{name!r} is unknown{suggestion(name, [PICTURE, *DRAWINGS, *nets])}")
    return DRAWINGS[name]
