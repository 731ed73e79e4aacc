import pytest

from generator.render.drawings.drawing_labels import ColumnNames
from generator.render.drawings.drawing_source import read_drawing

COLUMNS = ColumnNames(["name", "card_text", "art", "text"])


def object_(attributes):
    root = read_drawing(
        f'<svg xmlns:inkscape="i" xmlns:serif="s"><text {attributes}/></svg>'.encode(),
    )
    return next(root.elements())


@pytest.mark.parametrize(
    ("attributes", "column"),
    [
        ('id="name"', "name"),
        ('id="text12" inkscape:label="Name"', "name"),
        ('id="name1" serif:id="name"', "name"),
        ('id="Card_x20_Text"', "card_text"),
        ('id="card_x5F_text"', "card_text"),
        ('id="Layer_1" data-name="card text"', "card_text"),
        ('id="name_2"', "name"),
        ('id="name_1_"', "name"),
        ('id="x" inkscape:label="{{ card.name }}"', "name"),
        ('id="x" inkscape:label="#art"', "art"),
        ('id="text12"', ""),
        ('id="frame"', ""),
    ],
)
def test_labels_of_programs_are_columns(attributes, column):
    assert COLUMNS.column(object_(attributes)) == column


def test_a_label_that_is_nearly_a_column_names_it():
    columns = ["name", "text", "art"]
    for attributes, found in [
        ('id="t1" inkscape:label="naem"', ("naem", "name")),
        ('id="t1" inkscape:label="atr"', ("atr", "art")),
        ('id="text1"', ("", "")),
        ('id="x" inkscape:label="#text18"', ("", "")),
        ('id="cardtext"', ("", "")),
    ]:
        assert COLUMNS.nearest(object_(attributes), columns) == found
