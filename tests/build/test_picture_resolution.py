from generator.base.geometry import Size
from generator.build.picture_resolution import PictureRow, picture_rows
from generator.model.face import Drawing, Face, PictureUse


def rows(*uses):
    faces = [Face(str(number), Size(1, 1), 0.0, Drawing.of(()), pictures=(use,)) for number, use in enumerate(uses)]
    return picture_rows(faces)


def test_pictures_as_fine_as_their_print_are_not_named():
    assert rows(PictureUse("a", 450, 450), PictureUse("b", 470, 450), PictureUse("c", 200, 450)) == ()


def test_finer_and_coarser_ones_are_by_name():
    found = rows(PictureUse("b", 605.6, 450), PictureUse("a", 199.4, 450))

    assert found == (PictureRow("a", 199, 300), PictureRow("b", 606, 450))
    assert found[0].line == "a: 199 dpi at its printed size; it should have 300"
    assert found[1].line == "b: 606 dpi at its printed size; 450 is enough"


def test_size_at_which_a_picture_is_shown_largest_counts():
    assert rows(PictureUse("a", 900, 450), PictureUse("a", 300, 450), PictureUse("a", 600, 450)) == ()


def test_nothing_is_too_fine_where_all_is_printed():
    assert rows(PictureUse("a", 9000, 0)) == ()
