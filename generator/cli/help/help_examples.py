"""Examples under the help of the commands; a test parses each of them."""

from __future__ import annotations

EXAMPLES = {
    "": ("vallum build picket", "vallum new my-game", "vallum serve", "vallum help build"),
    "games": ("vallum games", "vallum games hadrians-wall"),
    "build": (
        "vallum build glory-to-rome --paper a4",
        "vallum build hadrians-wall --only sheets --lang ja",
        "vallum build my-game --theme ink-saver --watch",
        "vallum build my-game --lang en,ja --shard 1/2 --out shard-1",
    ),
    "join": ("vallum join shard-1 shard-2 --out output",),
    "diff": ("vallum diff old/my-game output/my-game",),
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
    "sheet": ("vallum sheet read sheets-fillable-a4-en.pdf", "vallum sheet fill marks.json"),
    "sheet read": (
        "vallum sheet read sheets-fillable-a4-en.pdf",
        "vallum sheet read left.jpg right.jpg --game hadrians-wall",
    ),
    "sheet fill": ("vallum sheet fill marks.json", "vallum sheet fill marks.json --flat --paper letter"),
    "solo": ("vallum solo new hadrians-wall", "vallum solo resume hadrians-wall-1", "vallum solo list"),
    "solo new": ("vallum solo new hadrians-wall", "vallum solo new --mode paper --name evening"),
    "solo deck": ("vallum solo deck glory-to-rome/orders",),
    "solo resume": ("vallum solo resume hadrians-wall-1", "vallum solo resume evening 'undo'"),
    "solo list": ("vallum solo list", "vallum solo list --plot points.svg"),
    "solo show": ("vallum solo show evening",),
    "solo replay": ("vallum solo replay evening",),
    "solo check": ("vallum solo check evening sheets-filled.pdf",),
    "solo export": ("vallum solo export evening", "vallum solo export evening --pdf"),
    "solo verify": ("vallum solo verify evening",),
    "solo odds": ("vallum solo odds evening", "vallum solo odds evening 1 2 0"),
    "solo hint": ("vallum solo hint evening",),
    "solo review": ("vallum solo review evening",),
    "solo puzzle": ("vallum solo puzzle", "vallum solo puzzle 3"),
    "solo study": (
        "vallum solo study --games 50 --player greedy",
        "vallum solo study --player greedy --against random",
        "vallum solo study --sweep difficulty=easy,hard",
    ),
    "solo campaign": ("vallum solo campaign new", "vallum solo campaign resume", "vallum solo campaign show"),
    "solo campaign new": ("vallum solo campaign new", "vallum solo campaign new --name wall --mode paper"),
    "solo campaign resume": ("vallum solo campaign resume", "vallum solo campaign resume wall"),
    "solo campaign list": ("vallum solo campaign list",),
    "solo campaign show": ("vallum solo campaign show wall",),
    "solo campaign verify": ("vallum solo campaign verify wall",),
    "solo campaign fort": ("vallum solo campaign fort segedunum", "vallum solo campaign fort 3"),
    "serve": ("vallum serve", "vallum serve my-game"),
    "site": ("vallum site --out site",),
    "warm": ("vallum warm start", "vallum warm stop"),
    "warm start": ("vallum warm start",),
    "warm stop": ("vallum warm stop",),
    "warm status": ("vallum warm status",),
    "completion": ("vallum completion bash", "vallum completion powershell"),
    "doctor": ("vallum doctor", "vallum doctor --fix", "vallum doctor --shortcut"),
}
"""Command lines by command; examples of `vallum` itself stand at the empty name."""


def examples_of(command: str) -> tuple[str, ...]:
    """Return command lines that show a command, which is empty for `vallum` itself; none if it has none."""
    return EXAMPLES.get(command, ())
