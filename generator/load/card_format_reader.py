"""Reads the sizes of cards and of sleeves."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base import units
from generator.base.geometry import Size
from generator.base.records import NamedTuple
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import GREATEST, TomlTable
from generator.load.game_locations import data_root
from generator.model.card_format import CardSize, Sleeve

_SMALLEST = 10 * units.MM


class CardFormats(NamedTuple):
    """The known sizes of cards and of sleeves by name, in the order of the file."""

    sizes: Mapping[str, CardSize]
    sleeves: Mapping[str, Sleeve]


def known_formats() -> CardFormats:
    """Return the sizes and sleeves of `data/cards.toml`."""
    return read_card_formats(Folder(data_root(), "data"))


def read_card_formats(folder: Folder) -> CardFormats:
    """Return the formats of `cards.toml`; raises Faults with everything that is wrong in it."""
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, "cards.toml"), report)
        sizes, sleeves = top.table("sizes"), top.table("sleeves")
        top.close()
        return CardFormats(
            {name: CardSize(name, _size(sizes.table(name), close=True)) for name in sizes.data},
            {name: _sleeve(name, sleeves.table(name)) for name in sleeves.data},
        )


def _size(entry: TomlTable, *, close: bool = False) -> Size:
    """Read `width` and `height` of a card or sleeve, in points.

    Add a fault if it lies on its side. `close` also refuses unread keys.
    """
    size = Size(*(entry.length(key, low=_SMALLEST, high=GREATEST) for key in ("width", "height")))
    if size.width > size.height:
        entry.fault("width", "cards stand upright; give the shorter side as the width")
    if close:
        entry.close()
    return size


def _sleeve(name: str, entry: TomlTable) -> Sleeve:
    """Read a sleeve: its width, height and the thickness of one film (`film`), all in points."""
    sleeve = Sleeve(name, _size(entry), entry.length("film", low=0, high=1 * units.MM))
    entry.close()
    return sleeve
