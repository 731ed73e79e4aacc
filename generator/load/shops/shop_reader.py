"""Reads `data/shops/*.toml`: one file for each print shop or standard, every figure with its source and date."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from generator.base import units
from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import GREATEST, TomlTable
from generator.load.game_locations import data_root
from generator.model.shop import SHORT_NAMES, FileLimits, Inks, Shop, ShopProduct

FOLDER = "shops"
_WIDEST_BLEED = 20 * units.MM
KINDS = ("cards", "tokens", "boards", "sheets", "booklets", "dice", "standees", "boxes")
"""Kinds of components, as `game.toml` names them."""
_SMALLEST = 5 * units.MM
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}\Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_VERSION = re.compile(r"[12]\.\d\Z")
_UNSOURCED = ("title", "takes", "target", "sources")  # what we say of the shop, no figure of its own


def shop_names() -> list[str]:
    """Return the names of all shops and standards."""
    return sorted(file.stem for file in (data_root() / FOLDER).glob("*.toml"))


def find_shop(name: str) -> Shop:
    """Return a shop by its name, in capitals or not; raises UsageError for one that no file of `data/shops` has."""
    names = shop_names()
    # Some shops are called by a short name, such as `dtc`.
    id_ = SHORT_NAMES.get(name.lower(), name.lower())
    if id_ not in names:
        raise UsageError(f"no shop called {quote(name)}{suggestion(name, names)}")
    return _shipped_shop(id_)


@lru_cache(maxsize=64)
def _shipped_shop(name: str) -> Shop:
    """Return a shop of the program's own data, read once."""
    return read_shop(Folder(data_root() / FOLDER, f"data/{FOLDER}"), name)


def read_shop(folder: Folder, name: str) -> Shop:
    """Return the shop of `<name>.toml`; raises Faults with everything that is wrong in it.

    A figure without a source is wrong too: `[sources.<id>]` says `at` where and on which day it was `read`, and lists
    in `of` the keys whose values stand there.
    """
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, f"{name}.toml"), report)
        bleed, safe = (top.length(key, "0mm", low=0, high=_WIDEST_BLEED) for key in ("bleed", "safe"))
        products = top.table("products")
        sourced, advised = _sourced_keys(top)
        shop = Shop(
            id=name,
            title=top.text("title"),
            takes=top.choice("takes", ("pdf", "pictures")),
            standard=top.choice("standard", ("", "pdfx-1a", "pdfx-4"), ""),
            order=_words(top, "order", ("front", "back")) or ("front", "back"),
            kinds=_words(top, "kinds", KINDS),
            file=top.choice("file", ("deck", "size", "face"), "deck"),
            pictures=top.choice("pictures", ("", "jpeg"), ""),
            bleed=bleed,
            safe=safe,
            colours=top.choice("colours", ("", "cmyk", "rgb"), ""),
            condition=top.text("condition", ""),
            ink=top.integer("ink", 100, 400, 0) if top.has("ink") else 0,
            rich_black=_inks(top, "rich_black"),
            outlines=top.flag("outlines"),
            transparency=top.flag("transparency"),
            marks=top.flag("marks"),
            dpi=top.integer("dpi", 72, 2400, 0) if top.has("dpi") else 0,
            limits=_limits(top.table("limits")),
            products={id_: _product(id_, products.table(id_), bleed, safe) for id_ in _named(products)},
            advised=frozenset(advised),
            target=top.text("target", ""),
            tool=top.choice("tool", ("", *products.data), ""),
            stock=top.text("stock", ""),
        )
        _check_ink(top, shop)
        _check_sources(top, sourced)
        top.close()
        return shop


def _named(products: TomlTable) -> list[str]:
    """Return the ids of the products that can be named on a command line; all other ids are faults."""
    for id_ in [id_ for id_ in products.data if not _NAME.match(id_)]:
        products.fault(id_, f"{quote(id_)} cannot be the name of a product; write it with a-z, 0-9 and -")
    return [id_ for id_ in products.data if _NAME.match(id_)]


def _product(id_: str, entry: TomlTable, bleed: float, safe: float) -> ShopProduct:
    """Read a product, such as a deck of one card size; `bleed` and `safe` (points) are the shop's own defaults."""
    trim = Size(*_lengths(entry, "trim", entry.text_list("trim")))
    pixels = _numbers(entry, "pixels", 2, 20_000)
    product = ShopProduct(
        id_,
        entry.text("title", id_),
        trim,
        entry.length("bleed", low=0, high=_WIDEST_BLEED) if entry.has("bleed") else bleed,
        safe=entry.length("safe", low=0, high=_WIDEST_BLEED) if entry.has("safe") else safe,
        pixels=(pixels[0], pixels[1]) if pixels else None,
        shape=entry.choice("shape", ("rect", "round", "hex"), "rect"),
        most=entry.integer("most", 1, 100_000, 0) if entry.has("most") else 0,
        sides=entry.integer("sides", 1, 8, 2),
        kind=entry.choice("kind", KINDS, "cards"),
    )
    entry.close()
    return product


def _limits(entry: TomlTable) -> FileLimits:
    """Read the limits of a shop for files: their size, pages and versions of PDF."""
    megabytes = entry.number("megabytes") or 0
    if megabytes < 0:
        entry.fault("megabytes", f"{megabytes} is out of range; it is 0 to 10000")
    versions = entry.text_list("versions")
    for version in [version for version in versions if not _VERSION.match(version)]:
        entry.fault("versions", f"{quote(version)} is no version of PDF; write it like '1.4'")
    limits = FileLimits(
        megabytes,
        entry.integer("least_pages", 0, 10_000, 0),
        entry.integer("most_pages", 0, 10_000, 0),
        versions,
        # Pages are compared upright, so the shorter side comes first.
        pages=tuple(Size(*sorted(_lengths(entry, "pages", page.split("x")))) for page in entry.text_list("pages")),
        smallest=_page_size(entry, "smallest"),
        largest=_page_size(entry, "largest"),
        counts=tuple(sorted(_numbers(entry, "counts", 0, 100_000))),
    )
    entry.close()
    return limits


def _page_size(entry: TomlTable, key: str) -> Size | None:
    """Return an upright page size at a key, in points; None without the key."""
    return Size(*sorted(_lengths(entry, key, entry.text_list(key)))) if entry.has(key) else None


def _lengths(entry: TomlTable, key: str, texts: Iterable[str]) -> tuple[float, float]:
    """Return the points of two lengths; a fault, and a small size to go on with, for anything else."""
    lengths = [entry.measure(key, text, _SMALLEST, GREATEST) for text in texts]
    if len(lengths) != 2:
        entry.fault(key, 'must be two lengths, like ["88.9mm", "50.8mm"]')
        return _SMALLEST, _SMALLEST
    return lengths[0], lengths[1]


def _numbers(entry: TomlTable, key: str, count: int, most: int) -> tuple[int, ...]:
    """Return a list of whole numbers, `count` of them or any number for 0; empty without the key or after a fault."""
    if not entry.has(key):
        return ()
    numbers = entry.data[key]
    is_whole = isinstance(numbers, list) and all(type(number) is int and 0 <= number <= most for number in numbers)
    if not is_whole or (count and len(numbers) != count):
        entry.fault(key, f"must be a list of {count or 'any'} whole numbers from 0 to {most}")
        return ()
    return tuple(numbers)


def _words(entry: TomlTable, key: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words at a key that are among `choices`; all other words are faults."""
    words = entry.text_list(key)
    for word in [word for word in words if word not in choices]:
        entry.unknown(key, key, word, choices)
    return tuple(word for word in words if word in choices)


def _inks(entry: TomlTable, key: str) -> Inks | None:
    """Return four shares of ink in percent (cyan, magenta, yellow, black); None without the key."""
    inks = _numbers(entry, key, 4, 100)
    return (inks[0], inks[1], inks[2], inks[3]) if inks else None


def _check_ink(top: TomlTable, shop: Shop) -> None:
    """Add a fault if the rich black of a shop has more ink than the shop takes."""
    if shop.ink and shop.rich_black and sum(shop.rich_black) > shop.ink:
        top.fault("rich_black", f"is {sum(shop.rich_black)} % of ink; the shop takes {shop.ink} %")


def _sourced_keys(top: TomlTable) -> tuple[set[str], set[str]]:
    """Return the keys that have a source with address and date, and the keys that the shop only advises."""
    sourced, advised = set[str](), set[str]()
    for entry in top.entries("sources").values():
        entry.text("at")
        if not _DAY.match(day := entry.text("read")):
            entry.fault("read", f"{quote(day)} is no day; write it like '2026-11-23'")
        keys = entry.text_list("of")
        sourced.update(keys)
        advised.update(keys if entry.flag("advice") else ())
        entry.close()
    return sourced, advised


def _check_sources(top: TomlTable, sourced: set[str]) -> None:
    """Report figures without a source, and sources of keys that the file does not have.

    A table may have one source for all its keys, `products`, or one for each, `products.poker`.
    """
    figures = set(top.data) - set(_UNSOURCED)
    for table in [key for key in sorted(figures) if isinstance(top.data[key], dict) and key not in sourced]:
        # A table without a source of its own needs one for each of its keys.
        figures = figures - {table} | {f"{table}.{key}" for key in top.data[table]}
    for key in sorted(figures - sourced):
        top.fault(key.partition(".")[0], f"{key} has no source; name it in a table [sources.<id>]")
    for key in sorted(sourced - figures):
        top.fault("sources", f"the source of {quote(key)} has no figure; remove it from 'of'")
