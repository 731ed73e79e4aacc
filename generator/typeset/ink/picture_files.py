"""Picture files of a game: find and decode each once, and compile each drawing once for every style it is shown in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from generator.base.errors import Fault, suggestion
from generator.base.records import dataclass
from generator.model.face import Part, Raster
from generator.typeset.ink.raster import raster
from generator.typeset.svg.style import INITIAL, InheritedStyle
from generator.typeset.svg.svg_tree import Element, SvgFindings

FindFile = Callable[[str], tuple[str, bytes] | None]
"""Takes a name such as `icons/coin.svg`; returns the path to show and the content, or None where there is no file."""

ListFiles = Callable[[str, str], Sequence[str]]
"""Takes a folder and an ending; returns the names that FindFile would find there."""


@dataclass(frozen=True, slots=True)
class CompiledPicture:
    """A drawing from a file, compiled."""

    part: Part
    """Its box is the viewBox."""
    parts: tuple[Part | Raster, ...]
    """All parts it needs, itself last."""
    references: int


@dataclass(frozen=True, slots=True)
class PictureResult:
    """A compiled picture, or its faults: they are repeated on every face that shows it."""

    picture: CompiledPicture | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _RasterResult:
    raster: Raster | None
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()


class PictureFiles:
    """Finds pictures by name; `compile_picture` takes path, content, style and this object."""

    def __init__(
        self,
        find: FindFile,
        list_files: ListFiles,
        compile_picture: Callable[[str, bytes, InheritedStyle, PictureFiles], PictureResult],
    ) -> None:
        self._find = find
        self._list_files = list_files
        self._compile = compile_picture
        self._files: dict[str, tuple[str, bytes] | None] = {}
        self._icon_styles: dict[tuple[str, str | None, float], InheritedStyle] = {}
        self._pictures: dict[tuple[str, InheritedStyle], PictureResult] = {}
        self._rasters: dict[str, _RasterResult] = {}

    def icon(
        self,
        name: str,
        colours: tuple[str, str | None, float],
        element: Element,
        findings: SvgFindings,
        folder: str = "icons",
    ) -> CompiledPicture | None:
        """An icon; `colours` are its currentColor, and colour and opacity of what has no fill of its own.

        None where the icon cannot be drawn; the reason is then in `findings`.
        """
        file = f"{folder}/{name}.svg"
        if "/" in name or "\\" in name or not self._file(file):
            near = [known.removeprefix(f"{folder}/").removesuffix(".svg") for known in self._list_files(folder, ".svg")]
            findings.fault(element, f"there is no {folder[:-1]} {name!r}{suggestion(name, near)}")
            return None
        style = self._icon_styles.get(colours)
        if style is None:
            style = self._icon_styles[colours] = InheritedStyle(*colours)
        return self._picture(file, style, findings)

    def drawing(self, name: str, element: Element, findings: SvgFindings) -> CompiledPicture | None:
        """A vector drawing; None where it cannot be drawn, the reason is then in `findings`."""
        return self._picture(name, INITIAL, findings) if self._existing(name, element, findings) else None

    def raster(self, name: str, element: Element, findings: SvgFindings) -> Raster | None:
        """The pixels of a file; None where it cannot be used, the reason is then in `findings`."""
        file = self._existing(name, element, findings)
        if not file:
            return None
        if name not in self._rasters:
            self._rasters[name] = _decode(file[1], name, file[0])
            self._files[name] = file[0], b""  # the pixels are kept, so the content can go
        result = self._rasters[name]
        findings.faults += result.faults
        findings.warnings += result.notes
        return result.raster

    def inline(self, data: bytes, element: Element, findings: SvgFindings) -> Raster | None:
        """The pixels of a `data:` URL; None where they cannot be used, the reason is then in `findings`."""
        key = hashlib.blake2b(data, digest_size=16).hexdigest()
        if key not in self._rasters:
            self._rasters[key] = _decode(data, "", findings.where)
        result = self._rasters[key]
        findings.fault(element, *(f"picture in href {fault.what}" for fault in result.faults))
        return result.raster

    def _existing(self, name: str, element: Element, findings: SvgFindings) -> tuple[str, bytes] | None:
        file = self._file(name)
        if not file:
            near = self._list_files("", name[name.rfind(".") :] if "." in name else "")
            findings.fault(element, f"there is no picture {name!r}{suggestion(name, list(near))}")
        return file

    def _file(self, name: str) -> tuple[str, bytes] | None:
        if name not in self._files:
            self._files[name] = self._find(name)
        return self._files[name]

    def _picture(self, name: str, style: InheritedStyle, findings: SvgFindings) -> CompiledPicture | None:
        key = (name, style)
        result = self._pictures.get(key)
        if result is None:
            path, content = self._file(name) or (name, b"")
            result = self._pictures[key] = self._compile(path, content, style, self)
        findings.faults += result.faults
        return result.picture


def _decode(data: bytes, name: str, shown: str) -> _RasterResult:
    try:
        found, notes = raster(data, name)
    except ValueError as error:
        return _RasterResult(None, tuple(Fault(shown, str(what)) for what in error.args))
    return _RasterResult(found, (), tuple(f"{shown}: {note}" for note in notes))
