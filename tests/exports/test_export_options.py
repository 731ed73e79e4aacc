"""Two different exports never share a folder."""

from pathlib import Path

import pytest

from generator.base.records import replace
from generator.base.units import MM
from generator.build.card_formats import find_card_size
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.piece_selection import split_copies
from generator.exports.export_options import OWN_OPTIONS, ExportOptions, folder_name

PLAIN = ExportOptions(BuildOptions((find_paper("a4"),)))
OTHER = {
    "dpi": 600,
    "product": "Poker, large",
    "split": True,
    "skip": (1, 5),
    "url_prefix": "https://example.org/x",
    "under": Path("base.pdf"),
    "bleed": 1.5 * MM,
    "corners": "round",
    "picture": "jpeg",
    "paper": (find_paper("a3"),),
}


def changed(name, value):
    if name == "paper":
        return replace(PLAIN, build=replace(PLAIN.build, papers=value))
    if name in ExportOptions.__match_args__:
        return replace(PLAIN, **{name: value})
    return replace(PLAIN, build=replace(PLAIN.build, **{name: value}))


@pytest.mark.parametrize("name", OWN_OPTIONS)
def test_every_option_that_a_target_reads_is_in_the_name(name):
    options = changed(name, OTHER[name])

    assert folder_name("tts", "en", PLAIN, [name]) == "tts-en"
    assert folder_name("tts", "en", options, []) == "tts-en"
    named = folder_name("tts", "en", options, [name])
    assert named.startswith("tts-en-")
    assert set(named) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("theme", "mono", "tts-en-mono"),
        ("only", ("orders", "sites:rubble"), "tts-en-only-orders-sites-rubble"),
        ("copies", split_copies(["x2"]), "tts-en-copies-x2"),
        ("ids", True, "tts-en-ids"),
        ("size", find_card_size("bridge"), "tts-en-size-bridge"),
    ],
)
def test_what_is_exported_is_in_the_name(name, value, expected):
    assert folder_name("tts", "en", changed(name, value), []) == expected
