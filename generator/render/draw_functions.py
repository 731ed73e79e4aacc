"""`draw` in templates: ornament, pictures and nets by name. What draws is imported when nothing is cached.

Lengths are millimetres; (0, 0) is the top left corner of the trim, as on a face.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup

from generator.base.errors import suggestion
from generator.render.templates.budget import TemplateError
from generator.render.templates.lookups import FindFile, RenderCache
from generator.render.templates.views import TemplateView

if TYPE_CHECKING:
    from generator.render.pictures.picture_svg import PictureRenderer

PICTURE = "picture"  # the function that draws pictures from words
QR = "qr"
TESSERAE = "tesserae"


class DrawFunctions(TemplateView):
    """Drawing functions and places of net panels, by name; equal calls are drawn once."""

    __slots__ = ("_cache", "_find", "_pictures", "_results")

    def __init__(self, cache: RenderCache, find: FindFile) -> None:
        """Take the cache for finished drawings, and `find`, which finds the files of pictures."""
        super().__init__("draw", {})
        self._cache = cache
        self._find = find
        self._pictures: PictureRenderer | None = None
        self._results: dict[str, object] = {}

    def compute(self, name: str) -> Callable[..., object]:
        """Return the drawing function of a name; an unknown name is a fault only when the function is called."""
        if name.startswith("_"):
            raise KeyError(name)

        def draw(*args: object, **paint: object) -> object:
            """Return the drawing, or places of panels, for some arguments."""
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
        """Return a drawing from the cache, or draw it and store it there."""
        # Text from a table may hold half of a surrogate pair; it must not stop the hash.
        key = "drawings/" + hashlib.sha256(call.encode("utf-8", "surrogatepass")).hexdigest()
        svg = self._cache.get(key)
        if svg is None:
            svg = str(self._call(name, args, paint))
            self._cache.put(key, svg)
        return Markup(svg)  # noqa: S704  drawn by us

    def _call(self, name: str, args: tuple[object, ...], paint: dict[str, object]) -> object:
        """Call a drawing function. Raises TemplateError for arguments that do not go with it."""
        # Pictures need a renderer with a vocabulary; all other functions stand alone.
        function: Callable[..., object] = self._picture_renderer().picture if name == PICTURE else _function(name)
        try:
            return function(*args, **paint)
        except ValueError as error:
            raise TemplateError(*map(str, error.args)) from error
        except (TypeError, ArithmeticError) as error:  # of Python itself
            from generator.render.templates.template_words import call_text

            raise TemplateError(call_text(str(error))) from error

    def _picture_renderer(self) -> PictureRenderer:
        """Return the renderer of all of a game's pictures, so that their vocabulary is read once."""
        if self._pictures is None:
            from generator.render.pictures.picture_svg import PictureRenderer

            self._pictures = PictureRenderer(self._find)
        return self._pictures


def _function(name: str) -> Callable[..., object]:
    """Return the drawing function of a name. Raises TemplateError for an unknown name."""
    if name == QR:
        from generator.render.qr_drawing import qr

        return qr
    if name == TESSERAE:
        from generator.render.pictures.mosaic import tesserae

        return tesserae
    from generator.render.net_drawings import LINES, PLACES
    from generator.render.ornament import DRAWINGS

    functions: dict[str, Callable[..., object]] = {**LINES, **PLACES, **DRAWINGS}
    if name not in functions:
        raise TemplateError(f"{name!r} is unknown{suggestion(name, [PICTURE, QR, TESSERAE, *functions])}")
    return functions[name]
