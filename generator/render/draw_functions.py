"""`draw` in templates: ornament, nets and pictures by name. What draws is imported when nothing is cached."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from markupsafe import Markup

from generator.base.errors import suggestion
from generator.render.net_drawing import LINES, PLACES
from generator.render.pictures.picture_svg import PictureRenderer
from generator.render.templates.budget import TemplateError
from generator.render.templates.lookups import FindFile, RenderCache
from generator.render.templates.views import TemplateView

PICTURE = "picture"  # the function that draws pictures from words


class DrawFunctions(TemplateView):
    """Drawing functions and places of net panels, by name; equal calls are drawn once."""

    __slots__ = ("_cache", "_pictures", "_results")

    def __init__(self, cache: RenderCache, find: FindFile) -> None:
        super().__init__("draw", {})
        self._cache = cache
        # One renderer for all of a game's pictures, so that the vocabulary is read once.
        self._pictures = PictureRenderer(find)
        self._results: dict[str, object] = {}

    def compute(self, name: str) -> Callable[..., object]:
        """A drawing function. Whether there is one of this name shows when it first draws."""
        if name.startswith("_"):
            raise KeyError(name)

        def draw(*args: object, **paint: object) -> object:
            call = f"{name} {args!r} {paint!r}"
            if call not in self._results:
                is_places = name.endswith("_places")
                self._results[call] = (
                    self._call(name, args, paint) if is_places else self._cached(name, call, args, paint)
                )
            return self._results[call]

        self.values[name] = draw
        return draw

    def _cached(self, name: str, call: str, args: tuple[object, ...], paint: dict[str, object]) -> Markup:
        # Text from a table may hold half of a surrogate pair; it must not stop the hash.
        key = "drawings/" + hashlib.sha256(call.encode("utf-8", "surrogatepass")).hexdigest()
        svg = self._cache.get(key)
        if svg is None:
            svg = str(self._call(name, args, paint))
            self._cache.put(key, svg)
        return Markup(svg)  # noqa: S704  drawn by us

    def _call(self, name: str, args: tuple[object, ...], paint: dict[str, object]) -> object:
        function: Callable[..., object] = self._pictures.picture if name == PICTURE else _function(name)
        try:
            return function(*args, **paint)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise TemplateError(*map(str, error.args)) from error


def _function(name: str) -> Callable[..., object]:
    nets = LINES | PLACES
    if name in nets:
        return nets[name]
    from generator.render.ornament import DRAWINGS

    if name not in DRAWINGS:
        raise TemplateError(f"{name!r} is unknown{suggestion(name, [PICTURE, *DRAWINGS, *nets])}")
    return DRAWINGS[name]
