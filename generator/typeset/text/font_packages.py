"""Fonts in packages of PyPI, which are found without importing them.

A package of fontpkg (`fontpkg-amiri`) says in its `metadata.json` which files it has; of others the file is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.base.records import dataclass

_FONTPKG = "fontpkg_"
_LICENCES = {"OFL-1.1": "SIL Open Font License 1.1", "Apache-2.0": "Apache License 2.0"}


@dataclass(frozen=True, slots=True)
class PackagedFont:
    """One file of a package, or one weight of a variable one."""

    package: str
    file: str
    weight: int
    is_italic: bool
    axes: tuple[tuple[str, float], ...]
    licence: str


def wheel_name(package: str) -> str:
    """Return the name under which pip installs a package.

    >>> wheel_name("fontpkg_noto_sans_thai")
    'fontpkg-noto-sans-thai'
    """
    return package.replace("_", "-")


def package_folder(package: str) -> Path | None:
    """Return the folder of an installed package; None where it is not installed."""
    from importlib.util import find_spec

    # Found without importing it: no code of a package runs.
    spec = find_spec(package) if package.isidentifier() else None
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else None


def fontpkg_package(family: str) -> str:
    """Return the name of the package of fontpkg that would carry a family.

    >>> fontpkg_package("noto-sans-thai")
    'fontpkg_noto_sans_thai'
    """
    return _FONTPKG + family.replace("-", "_")


def installed_family(package: str) -> tuple[PackagedFont, ...]:
    """Return the fonts of an installed package of fontpkg; empty where there are none.

    A variable file gives the weights 400 and 700.
    """
    import json

    folder = package_folder(package)
    if folder is None:
        return ()
    try:
        facts: Mapping[str, Any] = json.loads((folder / "metadata.json").read_bytes())
        return tuple(font for file in facts["files"] for font in _fonts_of(package, facts, file))
    # Any package may be named, and its metadata may have any form.
    except (OSError, ValueError, LookupError, TypeError):
        return ()


def _fonts_of(package: str, facts: Mapping[str, Any], file: Mapping[str, Any]) -> list[PackagedFont]:
    """Return the fonts of one file that the metadata of a package lists, one for each weight that is pinned."""
    licence = f"{_LICENCES.get(facts['license'], facts['license'])}, {facts['copyright'].partition(' (')[0]}"
    path, is_italic = str(file["path"]), file["style"] == "italic"
    if not file["variable"]:
        return [PackagedFont(package, path, int(file["weight"]), is_italic, (), licence)]
    weights = next((axis for axis in facts["axes"] if axis["tag"] == "wght"), None)
    if weights is None:
        return [PackagedFont(package, path, 400, is_italic, (), licence)]
    # A file with a shorter range of weights gives those at its ends.
    weights_to_pin = sorted({int(min(max(weight, weights["min"]), weights["max"])) for weight in (400, 700)})
    return [
        PackagedFont(package, path, weight, is_italic, (("wght", float(weight)),), licence) for weight in weights_to_pin
    ]
