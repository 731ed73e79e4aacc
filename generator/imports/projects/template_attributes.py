"""Attributes of the first templates: values that are neither XML nor commands of a template."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from generator.base.units import decimal
from generator.imports.foreign.project import ForeignBox


def attributes(values: Mapping[str, str]) -> str:
    """Return attributes of SVG, values by name, each after a space; empty values are left out."""
    return "".join(f' {name}="{literal(value)}"' for name, value in values.items() if value)


def column_attribute(name: str, column: str) -> str:
    """Return an attribute of SVG whose value a template takes from a column of the card."""
    return "".join((" ", name, '="{{ card.', column, ' }}"'))


def literal(words: str) -> str:
    """Return words escaped so that they are neither XML nor a command of the template."""
    # As references of XML, which a template passes on and a viewer reads as braces.
    return escape(words).replace("{", "&#123;").replace("}", "&#125;")


def millimetres(length: float) -> str:
    """Return a length in mm as text with two decimals at most."""
    return decimal(round(length, 2))


def frame(box: ForeignBox) -> str:
    """Return the attributes `x`, `y`, `width` and `height` of a box, in mm."""
    sizes = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return attributes({name: millimetres(value) for name, value in sizes.items()})
