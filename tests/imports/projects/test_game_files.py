import pytest

from generator.imports.foreign.project import ForeignBox, ForeignDeck, ForeignProject, Look
from generator.imports.foreign.project_files import ForeignRows
from generator.imports.projects.game_files import game_files

ROWS = [{"id": "one", "copies": "2", "name": 'One, "two"\nthree'}]


def template(*boxes, bleed=0.0):
    deck = ForeignDeck("cards", "Cards", 60, 90, bleed, ROWS, boxes)
    return game_files(ForeignProject("x", [deck], {}, []), "x.cmp")["templates/cards.svg.j2"].decode()


def test_table_and_game_name_the_columns():
    deck = ForeignDeck("cards", 'The "Cards"', 60, 90, 3.175, ROWS, [])
    files = game_files(ForeignProject("x", [deck], {"art/a.png": b"png"}, []), "x.cmp")

    assert sorted(files) == ["art/a.png", "cards/cards.csv", "game.toml", "templates/cards.svg.j2"]
    assert files["cards/cards.csv"].decode() == 'id,copies,name\none,2,"One, ""two""\nthree"\n'
    assert b'trim = ["60mm", "90mm"]\nbleed = "3.175mm"' in files["game.toml"]
    assert b'title = { en = "The \\"Cards\\"" }' in files["game.toml"]


@pytest.mark.parametrize(
    ("look", "line"),
    [
        (
            Look(fill="#ff0000", turn=90),
            '<rect x="1" y="2" width="30" height="40" fill="#ff0000" transform="rotate(90 16 22)"/>',
        ),
        (Look(fill="#ff0000", turn=90, cornered=True), 'transform="rotate(90 1 2)"/>'),
        (
            Look(stroke="#00ff00", stroke_width=0.5, opacity=0.25, radius=99),
            'rx="15" fill="none" stroke="#00ff00" stroke-width="0.5" opacity="0.25"/>',
        ),
    ],
)
def test_boxes_are_drawn_as_they_look(look, line):
    assert line in template(ForeignBox("box", "rect", 1, 2, 30, 40, (), look))


def test_picture_of_a_column_is_left_out_where_it_is_empty():
    drawn = template(ForeignBox("art", "picture", 1, 2, 30, 40, (("name", True),), Look(stretched=True)))

    frame = 'x="1" y="2" width="30" height="40" preserveAspectRatio="none"'
    assert f'{{% if card.name %}}<image href="{{{{ card.name }}}}" {frame}/>{{% endif %}}' in drawn


def test_box_of_some_rows_or_of_a_group_has_a_condition():
    box = ForeignBox("box", "rect", 1, 2, 30, 40, when="drawn", group="proof", colours={"fill": "tone"})
    drawn = template(box)

    assert "{% set drawn_groups = [] %}" in drawn
    assert '{% if card.drawn and "proof" in drawn_groups %}' in drawn
    assert 'fill="{{ card.tone }}"' in drawn


def test_words_may_have_an_outline_and_markup():
    look = Look(stroke="#ffffff", stroke_width=0.5)
    drawn = template(ForeignBox("box", "text", 1, 2, 30, 40, (("**a** {b}", False),), look, is_rich=True))

    assert 'stroke="#ffffff" stroke-width="0.5" stroke-linejoin="round" paint-order="stroke"' in drawn
    assert ">**a** &#123;b&#125;</text>" in drawn


def test_bleed_lies_outside_the_card():
    assert 'width="66mm" height="96mm" viewBox="-3 -3 66 96"' in template(bleed=3)


def test_columns_are_listed_where_no_box_shows_any():
    assert "{{ card.name }}" in template(ForeignBox("box", "rect", 1, 2, 30, 40))
    assert template(ForeignBox("own", "text", 1, 2, 30, 40, (("name", True),))).count("{{ card.name }}") == 1


def test_column_has_a_cell_for_each_row():
    rows = ForeignRows([{}, {}], [{"id": "a"}, {"id": "b"}], {})
    rows.fill_column("art", iter(["x.png", "y.png"]))

    assert rows.written == [{"id": "a", "art": "x.png"}, {"id": "b", "art": "y.png"}]
    with pytest.raises(ValueError, match="shorter"):
        rows.fill_column("art", ["x.png"])
