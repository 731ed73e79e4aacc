"""The XMP metadata of a PDF, which strangers may have written in any way."""

from __future__ import annotations

import re
from typing import Any

from generator.preflight.content.pdf_values import is_stream

_LONGEST = 4_000_000
_GAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


def read_metadata(pdf: Any) -> str:
    """Return the XMP metadata of a file of pikepdf; empty without any."""
    metadata = pdf.Root.get("/Metadata")
    return metadata.read_bytes()[:_LONGEST].decode("utf-8", "replace") if is_stream(metadata) else ""


def metadata_entry(metadata: str, name: str) -> str:
    """Return the text of an element or attribute, up to the first mark."""
    # A search also finds entries of XML that is not well-formed.
    match = re.search(name + r"\b[^<>=]{0,200}(?:>|=\s*[\"'])\s*([^<\"']{1,60}|<)", metadata)
    return match[1].strip() if match else ""


def stated_game(pdf: Any) -> str:
    """Return the id of the game that the file states, as our own files do; empty for other files."""
    # The id becomes a part of a command in the report, so nothing but an id will do.
    match = _GAME.fullmatch(metadata_entry(read_metadata(pdf), "vallum:game"))
    return match[0] if match else ""
