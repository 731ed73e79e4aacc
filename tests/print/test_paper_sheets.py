"""How many sheets of paper the pieces of the shipped games take; rows of the table are files, columns A4 and Letter."""

import pytest

from generator.base.geometry import Size
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint
from generator.impose.layout.tiles import is_too_large
from generator.impose.sheet_plan import plan_sheets
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.model.face import Drawing, Face
from generator.model.paper import Paper

PAPERS = {"a4": Paper("a4", Size(210 * MM, 297 * MM), 5 * MM), "letter": Paper("letter", Size(612, 792), 5 * MM)}
FLAT = {"cards", "tokens", "boards", "sheets"}
TABLE = """
aquileia/cards               4  4
aquileia/coins               1  1
aquileia/pieces              1  1
aquileia/dice                1  1
aquileia/box                 1  1
aquileia/score_pad           1  1
arena/cards                  7  7
arena/icon-bar               1  1
arena/tokens                 1  1
arena/dice                   1  1
arena/box                    1  1
arena/score_pad              1  1
concordia/market             4  4
concordia/start              4  4
concordia/extras             1  1
concordia/tokens             1  1
concordia/coins              1  1
concordia/pieces             1  1
concordia/storehouses        3  3
concordia/box                1  1
concordia/score_pad          1  1
glory-to-rome/orders        16 16
glory-to-rome/sites          4  4
glory-to-rome/extras         1  1
glory-to-rome/player_boards  3  3
glory-to-rome/order_box      1  1
glory-to-rome/site_box       1  1
glory-to-rome/score_pad      1  1
hadrians-wall/fate           6  6
hadrians-wall/player_cards   8  8
hadrians-wall/player_boards  3  3
hadrians-wall/pieces         1  1
hadrians-wall/fate_box       1  1
hadrians-wall/player_box     1  1
"""
COUNTS = {name: (int(a4), int(letter)) for name, a4, letter in map(str.split, TABLE.strip().splitlines())}


def pieces_of(parts):
    for part in parts:
        cut = "M 0 0 Z" if part.shape != "rect" or part.kind not in FLAT else ""
        face = Face(part.id, part.trim, part.bleed, Drawing.of(()), cut)
        for piece in part.pieces:
            yield from (PieceToPrint(f"{part.id}/{piece.id}#{n}", face, gap=part.gap) for n in range(piece.copies))


@pytest.fixture(scope="module")
def files():
    """The components of every file that fits common paper, by the names of game and file."""
    found = {}
    for name in dict.fromkeys(name.partition("/")[0] for name in COUNTS):
        for part in load(data_root() / name).components:
            if part.trim and not part.prose and not is_too_large(part.trim, PAPERS["a4"]):
                found.setdefault(f"{name}/{part.file}", []).append(part)
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_no_file_takes_more_sheets_than_it_did(files, paper):
    taken = {}
    for name, parts in files.items():
        plans = plan_sheets(list(pieces_of(parts)), PAPERS[paper], ImpositionOptions(gap=None), folded=False)
        taken[name] = sum(len(plan.sheets) for plan in plans)

    column = list(PAPERS).index(paper)
    assert {name: count for name, count in taken.items() if count > COUNTS[name][column]} == {}
