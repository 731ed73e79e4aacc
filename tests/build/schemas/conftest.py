"""A game that has every key that there is, and the validators of its files."""

import datetime
import io

import jsonschema
import pytest

from generator.build.schemas.schema_files import schemas

GAME = """\
format = 1
sample = true
title = { en = "All" }
about = { en = "Every key." }
designer = "A. Smith"
year = 2026
version = "1"
date = "2026-11-23"
languages = ["en"]
players = "1-4"
house = { en = "house" }
rights = { en = "ours" }
[pictures]
"art/*.svg" = "as pixels"
[expect]
cards = 1
[tables.suits]
rows = "suits.csv"
separator = ","
decimal = "."
source = "https://example.org/suits.csv"
header = 1
ignore = "*"
columns = { name = { type = "words", rich = true, optional = true, from = "name.en", markup = "html" }, id = { from = "id" } }
[tables.pawns]
rows = "one.xlsx"
sheet = "Pawns"
ignore = "*"
[components.cards]
kind = "cards"
title = { en = "Cards" }
trim = ["380mm", "300mm"]
bleed = "0mm"
corner = "1mm"
shape = "rect"
gap = "0mm"
front = "card.svg.j2"
back = "card.svg.j2"
file = "cards"
material = "card"
turned = true
per = "suits"
spare_set = "1-2"
copies_for = 4
for_players = ["number"]
light_back = true
shared_cuts = true
rows = "cards.csv"
separator = ","
decimal = "."
source = "https://example.org/cards.csv"
header = 1
ignore = ["notes"]
seams = { x = [[180, 190]], y = [150] }
[components.cards.columns]
number = { type = "number", min = 0, max = 5, decimals = true, default = 1 }
word = { type = "word", one_of = ["a", "b"], default = "a" }
suit = { type = "row", of = "suits", optional = true }
[components.board]
kind = "boards"
title = { en = "Board" }
trim = ["380mm", "600mm"]
rows = "cards.csv"
front = "card.svg.j2"
seams = { one = { x = [190], columns = [[200], [210]] } }
columns = { number = { type = "text", optional = true }, word = { type = "text", optional = true }, suit = { type = "text", optional = true } }
[components.score]
kind = "sheets"
title = { en = "Score" }
trim = "page"
sheets = ["night"]
tables = ["suits"]
copies = 2
[components.log]
kind = "sheets"
title = { en = "Log" }
trim = "page"
logs = ["log"]
front = "log.svg.j2"
[components.rules]
kind = "booklets"
title = { en = "Rules" }
trim = ["148mm", "210mm"]
text = "rules"
across = 2
size = "9pt"
margin = "9mm"
[components.die]
kind = "dice"
title = { en = "Die" }
edge = "16mm"
form = "net"
rows = "die.csv"
front = "die.svg.j2"
[components.die.columns]
face1 = { type = "text" }
face2 = { type = "text" }
face3 = { type = "text" }
face4 = { type = "text" }
face5 = { type = "text" }
face6 = { type = "text" }
[components.pawn]
kind = "standees"
title = { en = "Pawn" }
width = "20mm"
height = "30mm"
form = "tent"
numbered = true
rows = "one.xlsx"
sheet = "Pawns"
front = "card.svg.j2"
columns = { copies = { from = "copies" }, label = { from = "label" }, provenance = { from = "provenance" } }
[components.box]
kind = "boxes"
title = { en = "Box" }
holds = ["cards"]
stock = "0.3mm"
sleeve = "0.1mm"
clearance = "1mm"
rows = "one.csv"
front = "card.svg.j2"
"""
SHEET = """\
title = { en = "Night" }
version = "1"
years = 3
items = "suits"
effects = ["star"]
wild = { any = ["cups"] }
[areas.wall]
title = { en = "Wall" }
note = { en = "A note" }
order = "any"
filled_by = ["brick"]
filled_from = ["gate"]
columns = 2
boxes = 2
kind = "mark"
[areas.gates]
title = { en = "Gates" }
[[areas.gates.tracks]]
id = "gates"
title = { en = "Gates" }
note = { en = "A note" }
order = "row"
sections = [{ id = "left", boxes = 1, kind = "mark" }]
boxes = [{ id = "gate", title = { en = "Gate" }, start = 1, gains = ["brick"] }]
[[areas.gates.tracks]]
id = "more"
like = "gates"
boxes = 1
[areas.all]
title = { en = "All" }
boxes = [
  { pay = ["free"], needs = ["gate"], when = ["gate"], gains = ["star"], yearly = ["star"], tags = ["tagged"], provenance = "house" },
  { gains_one_of = ["star"], yearly_one_of = ["star"], outcomes = { lost = ["star"] } },
  { kind = "number", least = 1, most = 9 },
  { kind = "choice", options = ["a", "b"] },
  { kind = "choice", options = { c = { en = "C" } } },
  { kind = "choice", options_of = "suits" },
  { kind = "year" },
]
[values.total]
title = { en = "Total" }
is = "wall + gates"
[[scores]]
value = "total"
title = { en = "Total" }
minus = true
[ranks]
of = "total"
rows = [{ from = 0, title = { en = "Low" } }]
[[limits]]
boxes = ["all_07"]
most = 1
[[different]]
boxes = ["all_04"]
[sources.brick]
tracks = ["wall"]
most = "2"
[[bonuses]]
value = "total"
gains = "brick"
[[bounds]]
title = { en = "Too much" }
of = "total"
most = "9"
"""
LOG = """\
title = { en = "Log" }
version = "1"
blocks = 1
[columns]
p1 = { en = "One" }
[areas.logged]
title = { en = "Logged" }
kind = "number"
most = 9
[[bounds]]
title = { en = "Too much" }
of = "logged"
most = "9"
each_column = true
"""
LAYOUT = """\
grid = [100, 100]
[tracks]
wall = { at = [1, 1], size = [5, 5], pitch = 6, down = 6, line = 1, gaps = { 1 = 1 }, widths = [5, 5] }
gates = { at = [21, 1], size = [5, 5] }
more = { at = [31, 1], size = [5, 5] }
[boxes]
all_01 = [1, 50, 5, 5]
all_02 = [11, 50, 5, 5]
all_03 = [21, 50, 5, 5]
all_04 = [31, 50, 5, 5]
all_05 = [41, 50, 5, 5]
all_06 = [51, 50, 5, 5]
all_07 = [61, 50, 5, 5]
[areas]
wall = [0, 0, 20, 20]
[values]
total = [80, 80, 10, 5]
[spots]
ranks = [0, 90, 50, 5]
"""
FIGURES = """\
[row]
show = ["cards/one", "cards/one/back"]
width = "60mm"
gap = 2
turn = 90
crop = [0, 0, 10, 10]
marks = ["gate"]
values = { all_03 = 4 }
numbers = { 1 = [5, 5], 2 = "gate" }
[setup]
numbers = { 1 = { point = [5, 5], side = "top", at = [1, 1] } }
[[setup.faces]]
show = "cards/one"
at = [0, 0]
scale = 0.5
pile = 2
turn = 90
crop = [0, 0, 10, 10]
marks = ["gate"]
values = { all_03 = "4" }
numbers = { 3 = [5, 5] }
"""
TABLE = """\
seed = 2
room = [-100, -50, 200, 100]
player_room = [-90, 0, 180, 90]
note = { en = "Shuffle." }
[[seats]]
at = [0, 300]
turn = 10
player = "cups"
[[each_player]]
of = "cards"
pieces = ["one_cups"]
where = { number = "1" }
count = 1
each = 1
shuffle = true
as = "hand"
at = [0, 0]
turn = 90
face = "down"
title = { en = "Hand" }
seats = [1]
[[middle]]
of = "board"
at = [0, 0]
step = [400, 0]
across = 1
[[middle]]
take = [{ of = ["score"], pieces = ["night"], where = {}, count = 1, each = 1, shuffle = true }]
on = "board"
at = [[1, 1]]
"""
THEME = '[colour]\nink = "#000000"\n[line]\nthin = 0.2\n[flag]\nfills = true\n'
FONTS = """\
[stacks.text]
any = ["own"]
ja = { families = ["own"], regular = 400, bold = 700, figures = "own" }
regular = 400
bold = 700
figures = "own"
[scripts]
Hebr = ["own"]
[fonts.own]
package = "own_fonts"
file = "own.ttf"
family = "own"
weight = 400
weights = [400]
italic = false
axes = { wght = 400 }
licence = "ours"
features = ["lnum"]
"""
DOCUMENTS = {
    "game": ("game.toml", GAME),
    "sheet": ("sheets/night.toml", SHEET),
    "log": ("logs/log.toml", LOG),
    "layout": ("sheets/night.layout.toml", LAYOUT),
    "figures": ("rules/figures.toml", FIGURES),
    "table": ("table.toml", TABLE),
    "theme": ("templates/themes/mine.toml", THEME),
    "fonts": ("templates/fonts.toml", FONTS),
}


def workbook(sheet, *rows):
    import openpyxl

    book, packed = openpyxl.Workbook(), io.BytesIO()
    book.active.title = sheet
    for row in rows:
        book.active.append(row)
    book.save(packed)
    return packed.getvalue()


ROWS = {
    "one.xlsx": workbook("Pawns", ["id", "copies", "label", "provenance"], ["one", 1, "A", "house"]),
    "suits.csv": "id,name.en\ncups,Cups\n",
    "cards.csv": "id,number,word,suit,provenance\none,1,a,cups,house\n",
    "one.csv": "id,provenance\none,house\n",
    "die.csv": "id,face1,face2,face3,face4,face5,face6,provenance\none,1,2,3,4,5,6,house\n",
    "rules/rules.en.md": "# Rules\n",
}


def plain(value):
    """A TOML value as JSON has it: days are texts."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


@pytest.fixture(scope="session")
def validators():
    made = schemas()
    for schema in made.values():
        jsonschema.Draft7Validator.check_schema(schema)
    return {kind: jsonschema.Draft7Validator(schema) for kind, schema in made.items()}


@pytest.fixture(scope="session")
def errors(validators):
    """What a schema finds wrong with a document: the places of its errors."""
    return lambda kind, data: [
        "/".join(map(str, error.absolute_path)) + ": " + error.message
        for error in validators["sheet" if kind == "log" else kind].iter_errors(plain(data))
    ]


@pytest.fixture
def complete(tmp_path, put_files):
    """The game's folder."""
    return put_files(tmp_path / "complete", {**ROWS, **dict(DOCUMENTS.values())})
