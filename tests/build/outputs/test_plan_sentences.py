"""Print plans read against the sheets of their orders, which are laid out and not written: every sentence is true."""

import random
import re
import shlex
import tomllib

import pytest

from generator.base.cache import Cache
from generator.base.errors import Faults, UsageError
from generator.base.timing import Stopwatch
from generator.base.units import MM
from generator.build import pipeline
from generator.build.input_digests import InputDigests
from generator.build.manifest import Manifest
from generator.build.options import BuildOptions
from generator.build.outputs.pdf_files import PdfFiles
from generator.build.outputs.print_plans import PrintPlans
from generator.load.game_locations import GameFolder, find_game, templates_root
from generator.typeset.paths.path_geometry import path_box
from tests.all_kinds import all_kinds

GAMES = ("kinds", "picket", "arena", "glory-to-rome", "hadrians-wall", "concordia")
ORDERS = {
    "paper": ("a4", "letter", "a3", "a5", "b4", "legal"),
    "backs": (None, "fold", "none"),
    "split": (None, True),
    "flip": (None, "short", "long"),
    "marks": (None, "lines", "none"),
    "order": (None, "stack"),
    "gap": (None, "0mm", "6mm"),
    "bleed": (None, "1mm"),
    "margin": (None, "10mm"),
    "copies": (None, "x2", "3", "5"),
    "sleeved": (None, "fit"),
    "tokens": (None, "outline"),
}
"""Values of the options that plans tell of, of which the first is none; faces look alike with all but the last."""
NETS = {"dice", "standees", "boxes"}
WORDS = tomllib.loads((templates_root() / "shared/plan/en.toml").read_text("utf-8"))


def words(key, table=WORDS):
    """The sentence of a plan with this key."""
    for name in key.split("."):
        table = table[name]
    return table


class Order:
    """An order laid out, and its plan in Markdown."""

    def __init__(self, folder, name, previous, options):
        self.options = BuildOptions.of(jobs=1, plan=options["paper"] != "full", **options)
        inputs, manifest = InputDigests.of(folder), Manifest(Cache(None), folder, self.options.out)
        pipeline.check_options(self.options)
        typeset, _, _ = pipeline._typeset_order(GameFolder(folder, name), self.options, inputs, Stopwatch({}), previous)
        if typeset.faces.all_faults:
            raise Faults(typeset.faces.all_faults)
        labels = typeset.renderer.labels
        pdf_files = PdfFiles(typeset.game, self.options, labels, typeset.faces, manifest, typeset.names)
        prepared = [(group, pdf_files.prepare(group)) for group in pdf_files.group(typeset.jobs)]
        self._pieces = pdf_files._imposer.pieces
        self.pdfs = [pdf for _, pdfs in prepared for pdf in pdfs]
        self.game, self.parts = typeset.game, typeset.selection.components(typeset.game)
        self.faces = {job.component.id: typeset.faces.faces[job.key] for job in typeset.jobs}
        plans = PrintPlans(typeset, self.options, inputs, manifest)
        plan = next(iter(plans.prepare(prepared, pdf_files.effective)), None)
        self.plan, self.text = plan, ""
        if plan:
            self.text = plans._render(plan.contents, "en", labels.messages("en", "shared/plan").by_key)

    def pieces_of(self, pdf):
        """The pieces of a file in the order of their tables."""
        return [piece.id for piece in self._pieces(pdf.file, pdf.target)]

    def says(self, key):
        """What stands for the names in a sentence, each time that it is said."""
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^\\n]+?)", re.escape(words(key)))
        return [match.groupdict() for match in re.finditer(pattern, self.text)]

    @property
    def printed(self):
        """The files to print: not those for the screen, nor whole sheets of a text that is a booklet."""
        booklets = {part.id for pdf in self.pdfs if pdf.target.folded for part in pdf.file.components}
        for pdf in self.pdfs:
            spare = not pdf.target.folded and {part.id for part in pdf.file.components} & booklets
            if not (pdf.target.is_for_screen or spare):
                yield pdf

    def of_kind(self, *kinds):
        """The files to print of some kinds of components, with the faces that lie on each of their sheets."""
        for pdf in self.printed:
            if any(part.kind in kinds for part in pdf.file.components):
                yield pdf

    @property
    def commands(self):
        return [re.sub(r"\\(.)", r"\1", line) for line in re.findall(r"\*vallum (build [^*]+)\*", self.text)]


def sheets_of(pdf):
    return pdf.imposed.sheets


def versos(pdf):
    return [sheet for sheet in sheets_of(pdf) if sheet.side == "verso"]


def is_two_sided(pdf):
    return not pdf.target.side and bool(versos(pdf))


def has_free_lines(pdf, axis):
    """Whether the cuts along the edges of all pieces go through a whole sheet without meeting another piece."""
    for sheet in sheets_of(pdf):
        spans = [(t.x, t.right) if axis == "x" else (t.y, t.bottom) for t in (placed.trim for placed in sheet.placed)]
        edges = {edge for span in spans for edge in span}
        if any(low + 0.1 < edge < high - 0.1 for edge in edges for low, high in spans):
            return False
    return True


def is_cut(pdf):
    """Whether pieces are cut out of the sheets of a file."""
    if pdf.target.folded:
        left, *others = [placed.trim for placed in sheets_of(pdf)[0].placed]
        pair = others[0].union(left) if others else left
        size = sheets_of(pdf)[0].size
        across = size.width - (pair.width if others else 2 * pair.width)
        return across > 1.5 or size.height - pair.height > 1.5
    return any(part.trim for part in pdf.file.components)


def told_and_true(order):
    """Yield what a plan says beside what its order laid out, each pair equal if it is true."""
    yield from about_tools(order)
    yield from about_sides(order)
    yield from about_cutting(order)
    yield from about_making(order)


def about_tools(order):
    kinds = {part.kind for part in order.parts if part.form not in {"tent", "stickers"}}
    folded = any(len(pdf_sides(order, pdf)) == 2 for pdf in order.printed if not pdf.target.folded)
    tiled = [pdf for pdf in order.printed if is_tiled(pdf)]
    on_board = any(
        part.material == "board" and not (part.back and order.options.backs == "duplex") for part in order.parts
    )
    tents = any(part.form == "tent" for part in order.parts)
    stapled = [
        pdf
        for pdf in order.printed
        if pdf.target.folded and pdf.record.sheets > copies_told(order, pdf.file.components[0])
    ]
    knife = any(map(is_cut, order.printed))
    yield "knife", order.text.count(words("tool.knife")), int(knife)
    yield "dry", bool(order.says("dry")), knife
    yield "stapler", order.text.count(words("tool.stapler")), int(bool(stapled))
    yield "point", order.text.count(words("tool.point")), int(bool(kinds & NETS or tents))
    yield "glue", order.text.count(words("tool.glue")), int(bool(kinds & NETS or folded or tiled or on_board))
    stapled_ways = order.says("make.booklets.fold") + order.says("make.booklets.fold_whole")
    yield "staples", bool(stapled_ways), bool(stapled)
    trimmed = "Trim the open edge" in order.text
    yield "open edge", trimmed, any(pdf.target.folded and is_cut(pdf) for pdf in order.printed)


def copies_told(order, part):
    (row,) = [row for row in tick_rows(order) if row[1] == part.title["en"]]
    return int(row[2])


def tick_rows(order):
    lines = [line for line in order.text.splitlines() if line.startswith("| {tick_box}")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def is_tiled(pdf):
    return any(face_is_larger(placed) for sheet in sheets_of(pdf) for placed in sheet.placed)


def face_is_larger(placed):
    area = placed.face.trim.width * placed.face.trim.height
    return placed.trim.width * placed.trim.height < 0.999 * area and not placed.piece.startswith("rules/")


def pdf_sides(order, pdf):
    """How often the busiest piece lies on one recto: twice where backs lie beside fronts."""
    most = 1
    for sheet in sheets_of(pdf):
        names = [placed.piece for placed in sheet.placed]
        most = max([most, *map(names.count, names)])
    return range(most)


def about_sides(order):
    flat = [pdf for pdf in order.printed if not pdf.target.folded]
    edges = {pdf.imposed.duplex for pdf in flat if is_two_sided(pdf)}
    yield "duplex", {each["edge"] for each in order.says("duplex")}, edges
    booklets = {pdf.imposed.duplex for pdf in order.printed if pdf.target.folded and not pdf.target.side}
    yield "booklet", {each["edge"] for each in order.says("duplex_booklet")}, booklets
    halves = {pdf.target.path.name for pdf in order.printed if pdf.target.side}
    yield "split", bool(order.says("split")), bool(halves)
    yield "folded", bool(order.says("fold_backs")), any(len(pdf_sides(order, pdf)) == 2 for pdf in flat)
    two_sided = any(map(is_two_sided, order.printed)) or bool(halves)
    yield "register", bool(order.says("register")), two_sided
    listed = re.findall(r"^\| ([\w.-]+\.pdf) \|(?:[^|]*,)? ([^|,]+) \| (\d+) \|", order.text, re.MULTILINE)
    names = [pdf.target.path.name for pdf in order.printed]
    yield "files", [name for name, _, _ in listed], names
    both = {name for name, side, _ in listed if side == "both sides"}
    yield "both", both, {pdf.target.path.name for pdf in flat if is_two_sided(pdf)}
    papers = [len({sheet.number for sheet in sheets_of(pdf)}) for pdf in order.printed]
    sheets = [0 if pdf.target.side == "backs" else count for pdf, count in zip(order.printed, papers, strict=True)]
    yield "sheets", [int(count) for _, _, count in listed], sheets
    cuts = re.findall(r"^\| [\w.-]+\.pdf \|[^|]*\| \d+ \| (\d*) \|", order.text, re.MULTILINE)
    yield "cuts", [int(count or 0) for count in cuts], [pdf.record.work.cuts for pdf in order.printed]


def about_cutting(order):
    marks = order.options.marks
    cut = any(is_cut(pdf) and not pdf.target.folded for pdf in order.printed)
    unmarked = order.says("cut.none") + order.says("cut.net") + order.says("make.tents.fold_blind")
    cut_kinds = {part.kind for part in order.parts if part.trim and part.kind != "booklets" and part.form != "stickers"}
    tiled = {part.kind for pdf in order.printed if is_tiled(pdf) for part in pdf.file.components}
    yield "unmarked", bool(unmarked), marks == "none" and bool(cut_kinds - tiled) and cut
    if marks == "none":
        marked = [key for key in ("mark.corners", "mark.lines", "cut.outlines") if order.says(key)]
        yield "marked", marked, []
        yield "outline", [kind for kind in NETS if order.says(f"make.{kind}.cut")], []
        yield "middle", order.says("make.tents.fold"), []
    long_cuts = [
        bool(re.search(r"first all long cuts through the whole sheet", order.text)),
        all(
            has_free_lines(pdf, "x") or has_free_lines(pdf, "y")
            for pdf in order.of_kind("cards")
            if not pdf.target.folded
        ),
    ]
    yield "long cuts", long_cuts[0] and not long_cuts[1], False
    stacked = order.says("stacked") + order.says("stacked_places")
    through = [pdf for pdf in order.printed if not pdf.target.folded and follows_places(order, pdf)]
    yield "stacked", bool(stacked), order.options.order == "stack" and bool(through)


def follows_places(order, pdf):
    """Whether the pieces are in their order place by place, and not sheet by sheet."""
    pieces = order.pieces_of(pdf)
    side = "verso" if pdf.target.side == "backs" else "recto"
    sheets = [sheet for sheet in sheets_of(pdf) if sheet.side == side]
    rows = [list(dict.fromkeys(placed.piece for placed in sheet.placed)) for sheet in sheets]
    by_place = [row[place] for place in range(max(map(len, rows))) for row in rows if place < len(row)]
    return by_place == pieces != [piece for row in rows for piece in row]


def about_making(order):
    rows = {row[1]: row for row in tick_rows(order)}
    placed = {}
    for pdf in order.printed:
        for sheet in sheets_of(pdf):
            for each in sheet.placed:
                placed.setdefault(each.piece.partition("/")[0], {})[each.piece] = each
    texts = {part.id for part in order.parts if part.prose}
    counts = {
        part.title["en"]: len(placed[part.id]) for part in order.parts if part.id not in texts and part.id in placed
    }
    yield "counts", {title: int(rows[title][2]) for title in counts}, counts
    for part in order.parts:
        size = rows[part.title["en"]][3]
        if part.id in placed and part.id not in texts and "×" in size and ", " not in size:
            face = order.faces[part.id]
            is_square = any(each.is_square for each in placed[part.id].values())
            box = path_box(face.cut) if face.cut and not is_square else None
            width, height = (box or face.trim).width / MM, (box or face.trim).height / MM
            yield (
                f"{part.id} size",
                [float(side) for side in size.split(" × ")],
                pytest.approx([width, height], abs=0.06),
            )
    sides = {part.id for pdf in order.pdfs for part in pdf.file.components if is_backed(pdf, part)}
    cards = [part for part in order.parts if part.kind == "cards"]
    yield "backs", bool(order.says("make.cards.sleeve")), any(part.id in sides for part in cards)
    joined = "Begin with A1" in order.text
    yield "joined", joined, any(map(is_tiled, order.printed))
    tiles = sum(
        len(sheet.placed)
        for pdf in order.printed
        if is_tiled(pdf)
        for sheet in sheets_of(pdf)
        if sheet.side == "recto" and any(map(face_is_larger, sheet.placed))
    )
    told = order.says("make.posters.what") + order.says("in_tiles")
    yield "tiles", sum(int(each["pages"]) for each in told), tiles
    boxes = [part for part in order.parts if part.packing]
    films = [part for part in boxes if part.packing.film or order.options.sleeved]
    holding = [part for part in films if any(order.game.component(held).kind == "cards" for held in part.packing.holds)]
    named = ", ".join(part.title["en"] for part in holding)
    yield "sleeves", [each["parts"] for each in order.says("make.boxes.for_sleeves")], [named] if named else []


def is_backed(pdf, part):
    pieces = [each for sheet in sheets_of(pdf) for each in sheet.placed if each.piece.startswith(f"{part.id}/")]
    behind = [each for sheet in versos(pdf) for each in sheet.placed if each.piece.startswith(f"{part.id}/")]
    return bool(behind) or len(pieces) > len({each.piece for each in pieces}) * max(
        1, len({sheet.side for sheet in sheets_of(pdf)})
    )


@pytest.fixture(scope="module")
def lay_out(tmp_path_factory, shared_cache):
    """Lay out an order of a game: lay_out("picket", paper="a4", gap="0mm"); None for one that is refused."""
    home = tmp_path_factory.mktemp("sentences")
    for name, text in all_kinds().items():
        path = home / "kinds" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    previous = {name: pipeline.PreviousBuild() for name in GAMES}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared_cache))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.chdir(home)

        def lay(name, **options):
            folder = home / "kinds" if name == "kinds" else find_game(name)
            try:
                return Order(folder, name, previous[name], options)
            except (UsageError, Faults):
                return None

        yield lay


def random_order(dice, parts):
    chosen = {name: dice.choice(some) if dice.random() < 0.4 else some[0] for name, some in ORDERS.items()}
    return {
        **{name: value for name, value in chosen.items() if value is not None},
        "only": ",".join(dice.sample(parts, dice.randint(1, min(5, len(parts))))),
    }


@pytest.fixture(scope="module")
def parts_of(lay_out):
    def names(game):
        if game == "kinds":
            return sorted(tomllib.loads(all_kinds()["game.toml"])["components"])
        return sorted(tomllib.loads((find_game(game) / "game.toml").read_text("utf-8"))["components"])

    return names


@pytest.mark.parametrize("parts", ["rules", "score,rules", "score,raid,rules,watch,reference"])
def test_booklet_as_large_as_the_paper_needs_no_glue(parts, lay_out):
    order = lay_out("picket", paper="a5", only=parts)

    assert [pair for pair in told_and_true(order) if pair[1] != pair[2]] == []
    assert words("tool.glue") not in order.text


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_false(game, lay_out, parts_of, long):
    dice, false, plans, commands = random.Random(f"plan {game}"), [], 0, {}
    for _ in range(60 if long else 8):
        options = random_order(dice, parts_of(game))
        order = lay_out(game, **options)
        if order and order.plan:
            plans += 1
            false += [(options, *pair) for pair in told_and_true(order) if pair[1] != pair[2]]
            commands |= dict.fromkeys(order.commands)

    assert false == []
    assert plans >= (20 if long else 1)
    for line in commands:
        _, name, *others = shlex.split(line)
        keys = [key.removeprefix("--") for key in others[::2]]
        assert lay_out(name, **{"paper": "a4"} | dict(zip(keys, others[1::2], strict=True))), line
