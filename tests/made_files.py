"""Files that tests of several folders make or change."""

import struct
import zlib
from importlib.resources import files


def edit(path, old, new):
    """Replace a passage of a text file, wherever it stands."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def sign(game):
    """Name the designer of a game that was begun, and its year and date."""
    edit(
        game / "game.toml", "version =", 'designer = "The Vallum authors"\nyear = 2026\ndate = "2026-11-21"\nversion ='
    )


def chunk(kind, data):
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width=300, height=300, pixels=None, bits=8, kind=2, before=b""):
    """A PNG file of black pixels, or of the given ones as they are packed, with chunks before them."""
    rows = zlib.compress(bytes(height * (3 * width + 1))) if pixels is None else pixels
    header = chunk(b"IHDR", struct.pack(">2I5B", width, height, bits, kind, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + before + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def cinzel():
    """The file of a font with variations."""
    return (files("fontpkg_cinzel") / "files" / "Cinzel[wght].ttf").read_bytes()


def set_entries(node, entries):
    """Set entries of a dictionary of pikepdf, whose `update` is newer than the oldest pikepdf that will do."""
    for key, value in entries.items():
        node[key] = value
