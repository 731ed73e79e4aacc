"""Interface that the readers of untrusted PDFs need of a library that opens them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from generator.base.errors import HandledError

MOST_NODES = 20_000
"""Most nodes of a tree that are visited."""
# A tree that contains itself would have no end.
DEEPEST = 16


class UnreadableFormError(HandledError):
    """A file cannot be read. The message is the reason, or its key such as `damaged`."""


class PdfLibrary(Protocol):
    """Access to the objects of a PDF. Nodes are opaque to the caller."""

    root: Any

    def get(self, node: Any, key: str) -> Any:
        """Return an entry of a dictionary or stream of the PDF by its key; None for other objects."""

    def items(self, node: Any) -> list[Any]:
        """Return the items of an array of the PDF; an empty list for other objects."""

    def word(self, node: Any) -> str | None:
        """Return the text of a string, or a name such as `/Off`; None for other objects."""

    def data(self, node: Any) -> bytes | None:
        """Return the decoded bytes of a stream of the PDF; None for other objects."""

    def number(self, node: Any) -> int:
        """Return a whole number of the PDF; 0 for other objects."""

    def keys(self, node: Any) -> list[str]:
        """Return the keys of a dictionary of the PDF; an empty list for other objects."""

    def reference(self, node: Any) -> int:
        """Return the object number of an object of the PDF; 0 for one that has none."""


def tree_nodes(library: PdfLibrary, root: Any) -> Iterator[Any]:
    """Yield the nodes of a tree of pages or names in order (ISO 32000-1, 7.7.3 and 7.9.6).

    Raises UnreadableFormError for a tree that is nested too deep or too large.
    """
    stack, visited = [(root, 0)], 0
    while stack:
        node, depth = stack.pop()
        visited += 1
        if visited > MOST_NODES or depth > DEEPEST:
            raise UnreadableFormError("tangled")
        yield node
        # The stack gives its last node first.
        stack += [(kid, depth + 1) for kid in reversed(library.items(library.get(node, "/Kids")))]
