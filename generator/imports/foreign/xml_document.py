"""Parses the XML of a stranger's project."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from generator.base.errors import Faults, fault
from generator.load.files.folder import Folder

_LARGEST = 5_000_000
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]*>", re.IGNORECASE)
"""A declaration that names a document type, and declares nothing itself."""


class _Tree(ElementTree.TreeBuilder):
    """Builds a tree of a document that declares nothing: without DOCTYPE there are no entities to expand."""

    def doctype(self, *_declared: str | None) -> None:
        """Raise ValueError for a DOCTYPE."""
        raise ValueError("DOCTYPE is not allowed; delete it")


def read_xml(folder: Folder, name: str) -> ElementTree.Element:
    """Return the root element of an XML file of a project.

    Raises Faults if it is not well-formed, declares entities or is over 5 MB.
    """
    where, data = folder.place(name), folder.read(name)
    if len(data) > _LARGEST:
        raise fault(where, f"over {_LARGEST // 1_000_000} MB; that is no project", unreadable=True)
    parser = ElementTree.XMLParser(target=_Tree())  # noqa: S314  _Tree refuses what makes XML dangerous
    try:
        parser.feed(data)
        root: ElementTree.Element = parser.close()
    except ElementTree.ParseError as error:
        raise _broken(where, error) from None
    except (ValueError, LookupError) as error:  # LookupError: an encoding that nobody knows
        raise fault(where, str(error), unreadable=True) from None
    return root


def parse_xml(data: bytes) -> ElementTree.Element | None:
    """Return the root element of a drawing; None if it is not well-formed, declares entities or is over 5 MB."""
    if len(data) > _LARGEST:
        return None
    parser = ElementTree.XMLParser(target=_Tree())  # noqa: S314  _Tree refuses what makes XML dangerous
    try:
        # Many editors name the document type of SVG, which declares nothing.
        parser.feed(_DOCTYPE.sub(b"", data, count=1))
        root: ElementTree.Element = parser.close()
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    return root


def _broken(where: str, error: ElementTree.ParseError) -> Faults:
    """Return the faults for XML that is not well-formed, with line and column."""
    line, column = error.position
    return fault(
        where, f"not well-formed XML: {str(error).partition(':')[0]}", line=line, column=column, unreadable=True
    )
