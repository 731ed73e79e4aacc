"""`rules/figures.toml`: what a figure shows, fills in and numbers."""

import shutil

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.game_locations import sample
from generator.model.figure import Callout, FigureFace


@pytest.fixture
def figure(tmp_path):
    """Read the figure `f` of the sample game, written in TOML."""

    def read(text):
        folder = tmp_path / "picket"
        shutil.copytree(sample(), folder, dirs_exist_ok=True)
        (folder / "rules/figures.toml").write_text(f"[f]\n{text}\n", "utf-8")
        return load(folder).figures["f"]

    return read


def test_game_may_have_no_figures(tmp_path):
    folder = tmp_path / "picket"
    shutil.copytree(sample(), folder, ignore=shutil.ignore_patterns("figures.toml"))

    assert load(folder).figures == {}


def test_keys_of_a_single_face_stand_in_the_figure(figure):
    read = figure('show = "score"\nwidth = "5cm"\ncrop = [0, 1, 20, 30.5]\nmarks = ["a"]\nvalues = { b = 7, c = "x" }')

    face = FigureFace("score", 2, crop=(0, 1, 20, 30.5), marks=("a",), values=(("b", "7"), ("c", "x")))
    assert (read.faces, round(read.width, 6), read.line) == ((face,), 50, 1)


def test_row_is_a_list_of_faces(figure):
    read = figure('show = ["raid/scouts", "watch"]\ngap = 5')

    assert ([face.show for face in read.faces], read.gap) == (["raid/scouts", "watch"], 5)


def test_numbers_point_to_places_and_boxes(figure):
    read = figure('show = "score"\nnumbers = { 1 = [2, 3.5], 2 = "a", 3 = { point = "b", side = "top", at = [1, 2] } }')

    assert read.faces[0].callouts == (
        Callout(1, (2, 3.5), 3),
        Callout(2, "a", 3),
        Callout(3, "b", 3, "top", (1, 2)),
    )


def test_placed_faces_have_places_of_their_own(figure):
    read = figure('faces = [{ show = "watch", at = [1, 2], turn = -90, scale = 0.5 }]\nnumbers = { 1 = [4, 5] }')

    assert read.faces == (FigureFace("watch", 2, (1, 2), -90, 0.5),)
    assert read.callouts == (Callout(1, (4, 5), 3),)


def test_pile_is_one_face_on_another(figure):
    read = figure('faces = [{ show = "watch", at = [1, 2], pile = 3, numbers = { 1 = [4, 5] } }]')

    assert [face.at for face in read.faces] == [(1, 2), (2.3, 3.3), (3.6, 4.6)]
    assert [len(face.callouts) for face in read.faces] == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('shwo = "watch"', ":2 [f.shwo]: unknown key 'shwo'; did you mean 'show'?"),
        ("", "[f.show]: show is missing; it is text in quotes"),
        ("faces = []", ":2 [f.faces]: there are no faces; write faces"),
        ('show = "watch"\nwidth = "9m"', ":3 [f.width]: '9m' is not a length"),
        (
            'show = "watch"\ncrop = [1, 2, 3]',
            "[f.crop]: must be left, top, width and height, like [0, 0, 40, 20], in m",
        ),
        ('show = "watch"\nnumbers = { a = [1, 2] }', "[f.numbers.a]: 'a' is no number; the numbers of a figure are 1"),
        (
            'show = "watch"\nnumbers = { 1 = [1] }',
            "[f.numbers.1]: must be left and top, like [11.5, 9], in millimetres",
        ),
        (
            'show = "watch"\nnumbers = { 1 = { point = [1, 2], side = "rigth" } }',
            "[f.numbers.1.side]: no side called 'rigth'; did you mean 'right'?",
        ),
        ('faces = [{ show = "watch", pile = 3 }]', "pile]: a pile needs a place; write at = [0, 0]"),
        ('faces = [{ show = "watch", scale = 99 }]', "scale]: 99 is out of range; it is 0.05 to 20.0"),
        ('show = "watch"\nturn = 720', "[f.turn]: 720 is out of range; degrees clockwise are -360 to 360"),
        ('show = "score"\nvalues = { a = [1] }', "[f.values.a]: must be text or a whole number, not [1]"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(figure, text, what):
    with pytest.raises(Faults) as caught:
        figure(text)

    assert what in str(caught.value)
