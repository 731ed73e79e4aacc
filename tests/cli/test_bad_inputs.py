"""Bad inputs through the real command line: one line, the right exit code, and what was printed before left alone."""

import gzip
import io
import os
import re
import shutil
import tomllib
import unicodedata
import zlib
from pathlib import Path

import pytest
from PIL import Image

from tests.made_files import chunk, cinzel, png, sign

HERE_AND_NOW = "--jobs", "1"
"""Without a worker, which would have to load every library anew for each case."""
CASES = tomllib.loads(Path(__file__).with_name("bad_inputs.toml").read_text("utf-8"))["case"]
RAID, HERE = "templates/raid.svg.j2", "{# here #}"
TEMPLATE = """\
{# The raid card without its finery: it is drawn some three hundred times here. #}
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="69mm" height="94mm" viewBox="-3 -3 69 94">
<rect pnp:layer="bleed" x="-3" y="-3" width="69" height="94" fill="{{ theme.colour.dark }}"/>
{# here #}
<g font-family="text" font-size="12pt">
<text id="name" pnp:rect="7 58 49 9" pnp:lines="1" pnp:fit="shrink 8pt" font-family="title">{{ card.name }}</text>
<text id="text" pnp:rect="8 70 47 11" pnp:fit="shrink 6.5pt">{{ card.text }}</text>
</g>
</svg>
"""
OWN_FONT = "[stacks.title]\nany = ['own']\n[fonts.own]\nfile = 'own.ttf'\nlicence = 'OFL'\n"
SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{}</svg>"


def portable_pixels():
    stream = io.BytesIO()
    Image.new("RGB", (20, 20)).save(stream, "PPM")
    return stream.getvalue()


def billion_uses():
    groups = [f"<g id='a{n + 1}'>" + f"<use href='#a{n}'/>" * 10 + "</g>" for n in range(8)]
    return SVG.format("<defs><rect id='a0' width='1' height='1'/>" + "".join(groups) + "</defs><use href='#a8'/>")


def raid_rows(*rows):
    return "id,label,copies,name.en,name.ja,suit,strength,text.en,text.ja,provenance\n" + "\n".join(rows) + "\n"


MADE = {
    "latin_1": lambda: "# caf\xe9\n".encode("latin-1"),
    "euc_jp": lambda: "# カード\n".encode("euc_jp"),
    "utf_16": lambda: "<svg/>".encode("utf-16"),
    "empty": lambda: b"",
    "deep_toml": lambda: "a = " + "[" * 20_000,
    "long_cell": lambda: raid_rows("a,R1,1,a,b,swords,1," + "x" * 200_000 + ",b,house"),
    "many_rows": lambda: raid_rows(*["a,R1,1,a,b,swords,1,a,b,house"] * 20_001),
    "long_text": lambda: raid_rows("a,R1,9,a,b,swords,1," + "over and over " * 50 + ",b,house"),
    "parentheses": lambda: "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "billion_uses": billion_uses,
    "deep_groups": lambda: SVG.format("<g>" * 20_000 + "</g>" * 20_000),
    "many_elements": lambda: SVG.format("<g/>" * 60_000),
    "long_path": lambda: SVG.format("<path d='M0 0" + "L1 1" * 60_000 + "'/>"),
    "gzipped": lambda: gzip.compress(b"<svg/>"),
    "png": png,
    "bomb_by_header": lambda: png(100_000, 100_000, b""),
    "bomb": lambda: png(9000, 9000),
    "no_pixels": lambda: png(0, 0),
    "cut_off": lambda: png()[:150],
    "wrong_sum": lambda: png()[:60] + b"\xff\xff" + png()[62:],
    "text_bomb": lambda: png(before=chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(80_000_000)))),
    "postscript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\nshowpage\n",
    "portable_pixels": portable_pixels,
    "web_page": lambda: b"<!doctype html><title>404</title>",
    "large_file": lambda: png() + bytes(100_000_001),
    "not_a_font": lambda: b"hello",
    "cut_font": lambda: cinzel()[:4000],
    "font_collection": lambda: b"ttcf" + cinzel(),
    "web_font": lambda: b"wOFF" + cinzel(),
    "zeroed_font": lambda: cinzel()[:100] + bytes(2000) + cinzel()[2100:],
}
STANDS = {
    "link": lambda path: path.symlink_to("/etc/hostname"),
    "pipe": os.mkfifo,
    "folder": lambda path: path.mkdir(),
    "nothing": lambda path: None,
}


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def replace(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def drawn(name):
    """What makes the raid card need a file: the picture itself, or a font."""
    if name.startswith("icons/"):
        return f"<use href='#icon-{Path(name).stem}' x='0' y='0' width='5' height='5'/>"
    return f"<image href='{name}' x='0' y='0' width='20' height='20'/>"


def simplify(game):
    """Take away what takes time to draw, and the figures that show it."""
    put(game / RAID, TEMPLATE)
    replace(game / "game.toml", 'back = "raid-back.svg.j2"', "")
    (game / "rules/figures.toml").unlink()
    for text in game.glob("rules/rules.*.md"):
        text.write_text(re.sub(r"^!\[.*\n", "", text.read_text("utf-8"), flags=re.MULTILINE), "utf-8")


def spoil(game, case):
    """Make one thing wrong."""
    case = case | {"file": "art/x.svg", "whole": case["art"]} if "art" in case else case
    path = game / case.get("file", RAID)
    if "swap" in case:
        replace(path, *case["swap"])
    elif "stands" in case:
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        STANDS[case["stands"]](path)
    elif "draw" not in case:
        put(path, MADE[case["make"]]() if "make" in case else case["whole"])
    if path.suffix == ".ttf":
        put(game / "fonts.toml", OWN_FONT)
    asked = drawn(case["file"]) if path.parent.name in {"art", "icons"} else case.get("draw")
    if asked:
        replace(game / RAID, HERE, HERE + asked)


def expected(game, case):
    """A pattern of what is said: `{line}` is where the spoilt passage begins, `…` is any text."""
    lines = case["says"] if isinstance(case["says"], list) else [case["says"]]
    name, passage = (case["file"], case["swap"][0]) if "swap" in case else (RAID, HERE)
    text = (game / name).read_text("utf-8")
    line = str(text[: text.index(passage)].count("\n") + 1)
    return "".join(re.escape(each.replace("{line}", line)).replace("…", ".*") + "\n" for each in lines)


@pytest.fixture(scope="module")
def bench(tmp_path_factory, kept, command, as_left):
    """A game that was printed once, to be spoilt and put back: the folder it is in, and how its output was left."""
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(kept))
        assert command("new", "trial").code == 0
        sign(folder / "trial")
        simplify(folder / "trial")
        assert command("build", "trial", "--paper", "a4").code == 0
        shutil.copytree("trial", "sound")
        yield folder, as_left(folder / "output")


@pytest.fixture
def spoilt(bench):
    """Make one thing wrong in the game; it is put right again afterwards."""
    folder, _ = bench
    yield lambda case: spoil(folder / "trial", case)
    shutil.rmtree(folder / "trial")
    shutil.copytree(folder / "sound", folder / "trial")


def name_of(case):
    says = case["says"] if isinstance(case["says"], str) else case["says"][0]
    return "{} {}".format(case.get("make") or case.get("stands") or "", says).strip()[:90]


def is_clean(text):
    return not any(unicodedata.category(char) in {"Cc", "Cs", "Cf"} and char != "\n" for char in text)


@pytest.mark.parametrize("case", CASES, ids=map(name_of, CASES))
def test_bad_input_is_named_and_nothing_is_touched(bench, spoilt, command, as_left, case):
    folder, before = bench
    pattern = expected(folder / "trial", case)
    spoilt(case)

    checked = command("check", "trial", "--only", "raid", *HERE_AND_NOW)
    built = command("build", "trial", "--only", "raid", "--paper", "a4", *HERE_AND_NOW)

    assert re.fullmatch(pattern, re.sub(r".*: it can be drawn as pixels: .*\n", "", built.err.replace("trial/", "")))
    assert checked.err == built.err
    assert (checked.code, built.code) == (case.get("check", 1), 3)
    assert is_clean(built.out + built.err + checked.out)
    assert as_left(folder / "output") == before


def test_sound_game_passes(bench, spoilt, command, as_left):
    folder, before = bench

    assert command("check", "trial", "--strict").code == 0
    assert command("build", "trial", "--paper", "a4", "--strict").code == 0
    assert as_left(folder / "output") == before


def test_place_of_a_fault_can_be_opened(bench, spoilt, command):
    spoilt({"file": "cards/raid.csv", "swap": ["swords,1", "swrods,1"]})

    place = command("check", "trial").err.split(":")[0]

    assert Path(place).is_file()


def test_faults_of_other_components_do_not_hold_up_the_rest(bench, spoilt, command):
    folder, _ = bench
    spoilt({"draw": "<blink/>"})

    built = command("build", "trial", "--paper", "letter", "--only", "raid,watch,score", "--out", folder / "other")

    assert built.code == 3
    assert sorted(file.name for file in (folder / "other").rglob("*.pdf")) == [
        "score-fillable-letter-en.pdf",
        "score-letter-en.pdf",
        "watch-letter-en.pdf",
    ]


def test_figure_without_its_card_holds_up_only_the_rules(bench, spoilt, command):
    folder, _ = bench
    spoilt({"file": "rules/figures.toml", "whole": "[card]\nshow = 'raid/gone'\n"})
    for text in (folder / "trial/rules").glob("rules.*.md"):
        text.write_text(f"{text.read_text('utf-8')}\n![A card](card)\n", "utf-8")

    built = command("build", "trial", "--paper", "letter", "--only", "raid,rules", "--out", folder / "rest")

    assert built.code == 3
    assert built.err.startswith("trial/rules/figures.toml:2: no piece 'gone' in 'raid'")
    assert [file.name for file in (folder / "rest").rglob("*.pdf")] == ["raid-letter-en.pdf"]


def test_mistake_of_many_cards_is_said_once(bench, spoilt, command):
    spoilt({"file": "cards/raid.csv", "whole": raid_rows(*[f"a{n},R1,1,a,b,swrods,1,a,b,house" for n in range(100)])})

    said = command("check", "trial").err

    assert said.count("swrods") == 1
    assert "(and on lines 3, 4, 5, 6, 7, 8, 9, 10 and 91 more of trial/cards/raid.csv)" in said


def test_many_mistakes_are_counted(bench, spoilt, command):
    spoilt({"file": "cards/raid.csv", "whole": raid_rows(*[f"a{n},R1,1,a,b,s{n},1,a,b,house" for n in range(100)])})

    said = command("check", "trial").err.splitlines()

    assert len(said) == 21
    assert said[-1] == "… and 80 more"


def test_json_lists_every_fault(bench, spoilt, command):
    spoilt({"draw": "<blink/>"})

    said = command("check", "trial", "--json")

    assert (said.code, said.err, said.json["ok"]) == (1, "", False)
    assert len(said.json["faults"]) == 6
    assert said.json["faults"][0].startswith("trial/cards/raid.csv:2")
