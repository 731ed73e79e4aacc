"""Dice, standees and boxes: their size follows from what is declared, and what is missing is told."""

import pytest

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.game_loader import load
from generator.model import nets

FACES = "".join(f'{face} = {{ type = "row", of = "suits" }}\n' for face in nets.FACES)
ROWS = {
    "die.csv": "id,face1,face2,face3,face4,face5,face6,provenance\nbattle,cups,cups,cups,swords,swords,swords,house\n",
    "pawn.csv": "id,provenance\nred,house\nblue,house\n",
    "box.csv": "id,provenance\nbox,house\n",
}


@pytest.fixture
def with_part(game):
    """The small game with one more component, given as the lines of its table and of its columns."""

    def made(name, lines, columns="", *, before=""):
        text = game().joinpath("game.toml").read_text("utf-8") + before
        head = f'\n[components.{name}]\ntitle = {{ en = "x", ja = "y" }}\nrows = "{name}.csv"\nfront = "x.svg.j2"\n'
        body = f"[components.{name}.columns]\n{columns}" if columns else ""
        return load(game({"game.toml": text + head + lines + body} | ROWS)).component(name)

    return made


def faults(with_part, *arguments, **how):
    with pytest.raises(Faults) as caught:
        with_part(*arguments, **how)
    return [fault.what for fault in caught.value.faults]


def millimetres(component):
    return {name: round(points / MM, 3) for name, points in component.measures.items()}


def test_net_of_a_die_follows_from_its_edge(with_part):
    die = with_part("die", 'kind = "dice"\nedge = "16mm"\n', FACES)

    assert die.trim == nets.die(16 * MM).size
    assert (millimetres(die), die.form, die.bleed / MM) == ({"edge": 16}, "net", 2)
    assert die.pieces[0].row.cells["face4"].id == "swords"


def test_stickers_of_a_die_lie_in_a_row(with_part):
    die = with_part("die", 'kind = "dice"\nedge = "16mm"\nform = "stickers"\n', FACES)

    assert (die.trim.width / MM, die.trim.height / MM) == pytest.approx((6 * 14 + 5 * 2, 14))


def test_standee_has_a_front_a_back_and_two_flaps(with_part):
    pawn = with_part("pawn", 'kind = "standees"\nwidth = "15mm"\nheight = "25mm"\n')

    assert (pawn.trim.width / MM, pawn.trim.height / MM) == pytest.approx((15, 2 * (25 + 7.5)))
    assert (millimetres(pawn), pawn.form) == ({"width": 15, "height": 25}, "")


def test_tent_is_a_strip_of_two_sides(with_part):
    house = with_part("pawn", 'kind = "standees"\nform = "tent"\nwidth = "9mm"\nheight = "11mm"\n')

    assert (house.trim.width / MM, house.trim.height / MM) == pytest.approx((9, 22))
    assert (millimetres(house), house.form) == ({"width": 9, "height": 11}, "tent")


def test_box_is_sized_by_the_cards_it_holds(with_part):
    box = with_part("box", 'kind = "boxes"\nholds = ["raid"]\nstock = "4mm"\nclearance = "1mm"\n')

    assert millimetres(box) == {"width": 64, "height": 89, "depth": 3 * 4 + 1}
    assert box.trim == nets.tuck_box(*box.measures.values()).size


def test_sleeves_make_a_box_thicker_and_wider(with_part):
    box = with_part("box", 'kind = "boxes"\nholds = ["raid"]\nstock = "4mm"\nsleeve = "0.1mm"\nclearance = "1mm"\n')

    assert millimetres(box) == {"width": 67, "height": 92, "depth": 13.6}


def test_box_for_few_cards_can_still_be_folded(with_part):
    box = with_part("box", 'kind = "boxes"\nholds = ["raid"]\n')

    assert millimetres(box) == {"width": 64.5, "height": 89.5, "depth": 5}


def test_box_holds_the_largest_of_several(with_part):
    more = (
        '\n[components.chip]\nkind = "tokens"\ntitle = { en = "x", ja = "y" }\ntrim = ["70mm", "20mm"]\n'
        'rows = "pawn.csv"\nfront = "x.svg.j2"\n'
    )
    box = with_part("box", 'kind = "boxes"\nholds = ["raid", "chip"]\nstock = "2mm"\n', before=more)

    assert millimetres(box) == {"width": 71.5, "height": 89.5, "depth": 5 * 2 + 1.5}


def test_box_may_stand_before_what_it_holds(game):
    text = game().joinpath("game.toml").read_text("utf-8")
    box = (
        '[components.box]\nkind = "boxes"\ntitle = { en = "x", ja = "y" }\nrows = "box.csv"\nfront = "x.svg.j2"\n'
        'holds = ["raid"]\n\n'
    )
    made = load(game({"game.toml": text.replace("[components.raid]", box + "[components.raid]", 1)} | ROWS))

    assert [component.id for component in made.components] == ["box", "raid"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('edge = "16"', "'16' has no unit; write it as '16mm', '16in' or '16pt'"),
        ('edge = "2mm"', "'2mm' is out of range; it is 8 mm to 100 mm"),
        ("", "edge is missing; it is text in quotes"),
        ('edge = "16mm"\nform = "sticker"', "no form called 'sticker'; did you mean 'stickers'?"),
        ('edge = "16mm"\ntrim = ["1mm", "1mm"]', "the trim follows from its edge; take it out"),
        ('edge = "16mm"\nback = "x.svg.j2"', "unknown key 'back'"),
    ],
)
def test_what_is_wrong_with_a_die_is_told(with_part, lines, said):
    (fault,) = faults(with_part, "die", f'kind = "dice"\n{lines}\n', FACES)

    assert fault.startswith(said)


def test_missing_faces_of_a_die_are_named(with_part):
    columns = "".join(FACES.splitlines(keepends=True)[:4])

    assert "a die has six faces; declare 'face5', 'face6' as a row or a word" in faults(
        with_part, "die", 'kind = "dice"\nedge = "16mm"\n', columns
    )


def test_face_of_a_die_is_no_list(with_part):
    columns = FACES.replace('face2 = { type = "row"', 'face2 = { type = "list"')

    with pytest.raises(Faults) as caught:
        with_part("die", 'kind = "dice"\nedge = "16mm"\n', columns)
    assert str(caught.value) == (
        "game.toml:37 [components.die.columns.face2]: a face of a die is one of 'row', 'word', 'number', 'text'"
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", 'holds is a list of the components in the box, each once, like ["raid"]'),
        ("holds = []", 'holds is a list of the components in the box, each once, like ["raid"]'),
        ('holds = ["raid", "raid"]', 'holds is a list of the components in the box, each once, like ["raid"]'),
        ('holds = "raid"', 'must be a list of texts, like ["en", "ja"], not \'raid\''),
        ('holds = ["raids"]', "no component called 'raids'; did you mean 'raid'?"),
        ('holds = ["box"]', "no component called 'box'; it is one of 'raid', 'pawn', 'page'"),
        ('holds = ["pawn"]', "'pawn' are standees; a box is made for flat pieces"),
        ('holds = ["page"]', "'page' fills the paper; a box is made for pieces with a trim"),
        ('holds = ["raid"]\nsleeve = "3mm"', "'3mm' is out of range; it is 0 mm to 0.5 mm"),
        ('holds = ["raid"]\ncorner = "3mm"', "unknown key 'corner'"),
    ],
)
def test_what_is_wrong_with_a_box_is_told(with_part, lines, said):
    others = (
        '\n[components.pawn]\nkind = "standees"\nwidth = "9mm"\nheight = "20mm"\ntitle = { en = "x", ja = "y" }\n'
        'rows = "pawn.csv"\nfront = "x.svg.j2"\n'
        '\n[components.page]\nkind = "sheets"\ntrim = "page"\ntitle = { en = "x", ja = "y" }\n'
        'rows = "pawn.csv"\nfront = "x.svg.j2"\n'
    )
    (fault,) = faults(with_part, "box", f'kind = "boxes"\n{lines}\n', before=others)

    assert fault.startswith(said)


def test_kinds_that_are_flat_have_no_edge(with_part):
    lines = 'kind = "tokens"\ntrim = ["1cm", "1cm"]\nedge = "16mm"\n'

    assert [fault.partition(";")[0] for fault in faults(with_part, "box", lines)] == ["unknown key 'edge'"]
