"""Examples under the help of the commands; a test parses each of them."""

from __future__ import annotations

EXAMPLES = {
    "": ("vallum build picket", "vallum new my-game", "vallum serve", "vallum help build"),
    "games": ("vallum games",),
    "build": (
        "vallum build glory-to-rome --paper a4",
        "vallum build hadrians-wall --only sheets --lang ja",
        "vallum build my-game --theme ink-saver --watch",
        "vallum build my-game --lang en,ja --shard 1/2 --out shard-1",
    ),
    "join": ("vallum join shard-1 shard-2 --out output",),
    "diff": ("vallum diff output/my-game old/my-game",),
    "check": ("vallum check my-game", "vallum check my-game --json"),
    "gallery": ("vallum gallery hadrians-wall",),
    "schema": ("vallum schema my-game",),
    "new": (
        "vallum new my-game",
        "vallum new my-game --table cards.xlsx",
        "vallum new my-game --pictures folder-of-cards",
    ),
    "import": ("vallum import my-game project/deck.rb",),
    "fetch": ("vallum fetch my-game",),
    "pack": ("vallum pack my-game",),
    "export": ("vallum export my-game --to tts", "vallum export my-game --to pdfx-4"),
    "preflight": ("vallum preflight cards.pdf", "vallum preflight cards.pdf --for drivethrucards"),
    "calibrate": ("vallum calibrate", "vallum calibrate --printer home --read 0.8 -1.2 0.6 -1.3"),
    "sheet": (
        "vallum sheet read sheets-fillable-a4-en.pdf",
        "vallum sheet read left.jpg right.jpg --game hadrians-wall",
    ),
    "solo": ("vallum solo new hadrians-wall", "vallum solo resume hadrians-wall-1", "vallum solo list"),
    "serve": ("vallum serve", "vallum serve my-game"),
    "site": ("vallum site --out site",),
    "warm": ("vallum warm start", "vallum warm stop"),
    "doctor": ("vallum doctor", "vallum doctor --json"),
}
"""Command lines by command; examples of `vallum` itself stand at the empty name."""


def examples_of(command: str) -> str:
    """Return the examples of a command, as lines for the end of its help; empty if it has none."""
    lines = EXAMPLES.get(command, ())
    return "examples:\n" + "".join(f"  {line}\n" for line in lines) + "\n" if lines else ""
