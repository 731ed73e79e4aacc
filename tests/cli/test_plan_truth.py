"""Print plans read against the files of their orders: every sentence is true of what was built."""

import random
import re
import tomllib

import pikepdf
import pytest

from generator.base.units import MM
from generator.build.outputs.print_plans import PrintPlans
from generator.load.game_locations import templates_root
from tests.all_kinds import COMPONENTS, all_kinds

EDGES = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}
BOXES = {"box": "deck", "case": "hand"}
"""What the boxes of the game hold; the case is made for sleeved cards."""
ORDERS = {
    "paper": (["--paper", "a4"], ["--paper", "letter"], ["--paper", "a5"], ["--paper", "b4"]),
    "backs": ([], ["--backs", "fold"], ["--backs", "none"], ["--split"]),
    "flip": ([], ["--flip", "short"], ["--flip", "long"]),
    "marks": ([], ["--marks", "lines"], ["--marks", "none"]),
    "size": ([], ["--size", "90%"], ["--size", "mini"]),
    "scale": ([], ["--scale", "90%"]),
    "sleeved": ([], ["--sleeved", "fit"]),
    "dice": ([], ["--dice", "stickers"]),
    "tokens": ([], ["--tokens", "outline"]),
    "order": ([], ["--order", "stack"], ["--skip", "1"]),
    "printer": ([], ["--printer", "home"]),
    "theme": ([], ["--theme", "mono"]),
    "backs_theme": ([], ["--backs-theme", "mono"]),
    "copies": ([], ["--copies", "x2"], ["--copies", "3"]),
    "ids": ([], ["--ids"]),
    "bleed": ([], ["--bleed", "1mm"]),
}
"""Some values of the options that a plan tells of, the first of which is none."""


@pytest.fixture(scope="module")
def plan(tmp_path_factory, command, kept):
    """Give an order: its plan in Markdown, its files as the command line tells of them, and a way to give another."""
    home = tmp_path_factory.mktemp("plans")
    texts = []

    def render(self, *arguments, _render=PrintPlans._render):
        texts.append(_render(self, *arguments))
        return texts[-1]

    for name, text in all_kinds().items():
        path = home / "kinds" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(kept))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setattr(PrintPlans, "_render", render)
        patch.chdir(home)
        command("calibrate", "--printer", "home", "--read", "1", "1", "1", "1")

        def give(*options):
            texts.clear()
            said = command("build", "kinds", "--jobs", "1", "--json", "--verify", "--plan", *options)
            return said, texts[-1] if texts else ""

        yield give


@pytest.fixture(scope="module")
def words():
    """The sentences of a plan by their keys."""
    tables = tomllib.loads((templates_root() / "shared/plan/en.toml").read_text("utf-8"))
    return dict(_flat(tables, ""))


def _flat(table, prefix):
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


class Plan:
    """What a plan says."""

    def __init__(self, text, words):
        self.text, self._words = text, words

    def says(self, key):
        """What stands for the names in a sentence, of each time it is said."""
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^\\n]+?)", re.escape(self._words[key]))
        return [match.groupdict() for match in re.finditer(pattern, self.text)]

    @property
    def rows(self):
        """The rows of its tables, as lists of cells."""
        lines = [line for line in self.text.splitlines() if line.startswith("|") and not line.startswith("|--")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]

    @property
    def commands(self):
        return [re.sub(r"\\(.)", r"\1", line) for line in re.findall(r"\*vallum (build [^*]+)\*", self.text)]


class Printed:
    """What the files of an order hold."""

    def __init__(self, files):
        self.files = {entry["file"].rpartition("/")[2]: entry for entry in files}
        self.plans = [name for name in self.files if "print-plan" in name]
        self.parts = {
            part for name, entry in self.files.items() if name not in self.plans for part in entry["components"]
        }
        self.edges, self.sides, self.sizes = {}, {}, {}
        for name, entry in self.files.items():
            with pikepdf.open(entry["file"]) as pdf:
                self.edges[name] = EDGES.get(str(pdf.Root.get("/ViewerPreferences", {}).get("/Duplex", "")))
                contents = [page.Contents.read_bytes() for page in pdf.pages]
            self.sides[name] = [{*re.findall(rb"/Side\((\w+)\)", content)} for content in contents]
            trims = re.findall(rb"/Piece<</ID\((\w+)/[^)]*\)/Side\(\w+\)/Trim\[([^\]]*)\]", contents[0])
            for part, trim in trims:
                left, low, right, high = (float(edge) / MM for edge in trim.split())
                self.sizes.setdefault(
                    (name, part.decode()), tuple(sorted((round(right - left, 1), round(high - low, 1))))
                )

    def of(self, part):
        """The files to print of a component."""
        return [
            name
            for name, entry in self.files.items()
            if name not in self.plans and part in entry["components"] and entry["paper"] and "-fillable-" not in name
        ]

    def has_back(self, part):
        return any(b"back" in sides for name in self.of(part) for sides in self.sides[name])


def _told_and_true(plan, printed, order):
    """Yield what a plan says beside what its order made, each pair equal if it is true."""
    yield from _about_printing(plan, printed, order)
    yield from _about_files(plan, printed)
    yield from _about_making(plan, printed, order)


def _about_printing(plan, printed, order):
    options = " ".join(order)
    plain = {name: edge for name, edge in printed.edges.items() if name not in printed.plans}
    booklets = {name: edge for name, edge in plain.items() if "-booklet-" in name}
    halves = {name for name in plain if re.search(r"-(fronts|backs)\.pdf$", name)}
    spare = {name for name in plain if name.startswith("rules-") and name not in booklets}
    duplex = {edge for name, edge in plain.items() if edge and name not in booklets and name not in spare}
    yield "duplex", {each["edge"] for each in plan.says("duplex")}, duplex
    whole_booklets = {edge for name, edge in booklets.items() if name not in halves}
    yield "booklet edge", {each["edge"] for each in plan.says("duplex_booklet")}, whole_booklets
    yield "split", bool(plan.says("split")), bool(halves - spare)
    folded = any(sides == {b"front", b"back"} for name in plain for sides in printed.sides[name])
    yield "folded", bool(plan.says("fold_backs")), folded
    two_sided = bool(duplex or booklets or halves - spare)
    yield "register", bool(plan.says("register")), two_sided and "--printer" not in order
    yield "printer", bool(plan.says("register_printer")), two_sided and "--printer" in order
    yield "no marks", bool(plan.says("cut.none")) and bool(plan.says("mark.corners")), False
    is_cut = printed.parts - {"pad", "rules", "leaf"} - ({"map"} if printed.parts != {"map"} else set())
    if "--marks" not in order and is_cut - {"coins", "die", "pawn", "box", "case", "map"}:
        yield "corners", plan.says("mark.lines"), []
    yield "unmarked", bool(plan.says("cut.none")), "--marks none" in options and bool(is_cut - {"map", *_dice(order)})


def _about_files(plan, printed):
    plain = {name: edge for name, edge in printed.edges.items() if name not in printed.plans}
    booklets = {name: edge for name, edge in plain.items() if "-booklet-" in name}
    halves = {name for name in plain if re.search(r"-(fronts|backs)\.pdf$", name)}
    spare = {name for name in plain if name.startswith("rules-") and name not in booklets}
    listed = {row[0]: row for row in plan.rows if row[0].endswith(".pdf")}
    yield "files", {*listed}, {name for name in plain if printed.files[name]["paper"]} - spare - _fillable(plain)
    yield (
        "sheets",
        {name: int(row[2]) for name, row in listed.items()},
        {name: printed.files[name]["sheets"] for name in listed},
    )
    two = {name for name, row in listed.items() if row[1].endswith(", both sides")}
    yield "both sides", two, {name for name in listed if plain[name] and name not in booklets | dict.fromkeys(halves)}
    total = next(int(row[2].strip("*")) for row in plan.rows if row[0] == "**In all**")
    yield "total", total, sum(printed.files[name]["sheets"] for name in listed)
    ticks = {row[1]: (int(row[2]), row[3]) for row in plan.rows if row[0] == "{tick_box}"}
    for part, (count, size) in ticks.items():
        (name, *_) = printed.of(part)
        if part not in {"rules", "leaf"}:
            yield f"{part} count", count, printed.files[name]["pieces"]
        if "×" in size and part not in {"map", "rules"}:
            yield (
                f"{part} size",
                sorted(map(float, size.split(" × "))),
                pytest.approx([*printed.sizes[name, part]], abs=0.11),
            )
    yield (
        "map sheets",
        [int(each["pages"]) for each in plan.says("make.posters.what")][:1],
        [len([sides for sides in printed.sides[name] if sides]) for name in printed.of("map")][:1],
    )


def _about_making(plan, printed, order):
    options = " ".join(order)
    cards = [part for part in ("deck", "hand") if part in printed.parts]
    yield "backs", bool(plan.says("make.cards.sleeve")), any(map(printed.has_back, cards))
    stacked = any("-stack" in name for part in cards for name in printed.of(part))
    yield "stack", bool(plan.says("stacked")), stacked
    coins = "coins" in printed.parts and printed.has_back("coins")
    yield "thick", bool(plan.says("make.tokens.thick")), coins and "fold" not in options
    yield "round greyboard", bool(plan.says("make.tokens.fold")), coins and "fold" in options
    yield "glued", bool(plan.says("make.tokens.mount")), "chits" in printed.parts
    yield "large", bool(plan.says("make.posters.full")), "map" in printed.parts
    boxes = [part for part in BOXES if part in printed.parts]
    sleeved = {part for part in boxes if part == "case" or "--sleeved" in order}
    yield (
        "sleeved boxes",
        {name for each in plan.says("make.boxes.for_sleeves") for name in each["parts"].split(", ")},
        sleeved,
    )
    yield "larger boxes", bool(plan.says("make.boxes.sleeved")), bool({*boxes} - sleeved)
    yield "booklet", bool(plan.says("make.booklets.fold_whole")), "rules" in printed.parts
    # Two pages of the booklet fill a sheet of A5.
    yield "trimmed", bool(plan.says("make.booklets.fold")), "rules" in printed.parts and "a5" not in order
    knife = bool(printed.parts - {"pad", "rules", "leaf"}) or ("rules" in printed.parts and "a5" not in order)
    yield "knife", plan.text.count("a knife with a fresh blade"), int(knife)
    yield "stapler", plan.text.count("a stapler"), int("rules" in printed.parts)
    yield "point", plan.text.count("a blunt point to score folds"), int(bool(printed.parts & _scored(order)))


def _dice(order):
    return {"die"} if "stickers" in order else set()


def _scored(order):
    return {"pawn", "tent", "box", "case"} | ({"die"} if "stickers" not in order else set())


def _fillable(names):
    return {name for name in names if "-fillable-" in name}


def _orders(count):
    dice, orders = random.Random(26), []
    while len(orders) < count:
        chosen = [
            words for some in ORDERS.values() for words in [dice.choice(some) if dice.random() < 0.5 else some[0]]
        ]
        parts = dice.sample(sorted(COMPONENTS), dice.randint(1, 6))
        orders.append((*(word for words in chosen for word in words), "--only", ",".join(parts)))
    return orders


def test_every_sentence_is_true_of_what_was_built(plan, words, command, long):
    plans, false, commands = 0, [], set()
    for order in _orders(500 if long else 30):
        said, text = plan(*order)
        if said.code:  # an option that these components cannot obey, or a piece larger than half the paper
            assert said.code in {1, 2, 3}
            continue
        plans += 1
        read = Plan(text, words)
        commands |= {*read.commands}
        false += [
            (order, *each) for each in _told_and_true(read, Printed(said.json["files"]), order) if each[1] != each[2]
        ]

    assert false == []
    assert plans >= (100 if long else 5), plans
    for line in commands:
        said = command(*line.split(), "--json", "--jobs", "1")
        assert said.code in {0, 1}, (line, said.json["faults"])


def test_plan_of_sheets_without_marks(plan, words):
    said, text = plan("--paper", "a4", "--marks", "none")

    assert said.code == 0, said.json["faults"]
    assert Plan(text, words).says("cut.none")


@pytest.mark.parametrize("order", [("a5",), ("b5", "--margin", "8mm"), ("a4", "--margin", "20mm"), ("hagaki",)])
def test_plan_of_narrow_paper_is_set_in_one_column(plan, order):
    said, _ = plan("--paper", *order, "--only", "pad,rules")

    assert said.code == 0, said.json["faults"]
    assert len(Printed(said.json["files"]).plans) == 1
