"""Words of pictures, read from files."""

import pytest

from generator.base.errors import Faults
from generator.render.pictures.vocabulary import GAME_FILE, SHARED_FILE, read_vocabulary

WALL = '[parts.wall]\nheight = "w/2"\nshapes = [["body thin", "M 0 0 H w V h H 0 Z"]]\n'


def finding(**files):
    names = {"ours": SHARED_FILE, "more": GAME_FILE}
    content = {names[name]: text.encode() for name, text in files.items()}
    return lambda name: (name, content[name]) if name in content else None


def faults(text):
    with pytest.raises(Faults) as caught:
        read_vocabulary(finding(ours=text))
    return str(caught.value).replace("pictures/vocabulary.toml", "").splitlines()


def test_part_is_shapes_or_the_drawing_of_its_name():
    words = read_vocabulary(finding(ours=WALL + '[parts.tree]\ntone = "dark"\n'))

    assert words.parts["tree"].file == "tree"
    assert words.parts["tree"].tone == "dark"
    assert words.parts["wall"].file == ""
    assert words.parts["wall"].shapes[0].weight == 0.28


def test_drawings_are_listed_by_tone():
    words = read_vocabulary(finding(ours='[drawings]\ntone = """\ntree bush\n"""\npale = "sky"'))

    assert {name: (part.file, part.tone) for name, part in words.parts.items()} == {
        "tree": ("tree", "tone"), "bush": ("bush", "tone"), "sky": ("sky", "pale"),
    }  # fmt: skip


def test_game_adds_words_and_replaces_ours():
    mine = '[parts.wall]\nheight = 9\nshapes = []\n[forms.house]\nwords = "wall"\n'

    words = read_vocabulary(finding(ours=WALL, more=mine))

    assert words.parts["wall"].shapes == ()
    assert words.aliases["house"].words == "wall"


def test_shape_is_filled_and_outlined_as_it_says():
    looks = ["body", "tone bare", "shade", "fine", "none line"]
    shapes = ", ".join(f'["{look}", "M 0 0"]' for look in looks)
    part = read_vocabulary(finding(ours=f"[parts.x]\nshapes = [{shapes}]")).parts["x"]

    assert [(shape.paint, shape.weight) for shape in part.shapes] == [
        ("body", 0.35), ("tone", 0), ("shade", 0), ("none", 0.2), ("none", 0.35),
    ]  # fmt: skip


def test_wrong_words_come_together():
    text = WALL + (
        "[partz]\n"
        "[parts.a]\nhight = 3\ntone = 'lihgt'\n"
        "[parts.b]\nshapes = [['boddy', 'M 0 0'], ['body']]\n"
        "[parts.c]\nheight = 'q+1'\nshapes = []\n"
        "[parts.d]\nwidth = '1-'\n"
        "[forms.e]\noptions = {}\n"
        "[drawings]\nton = 'x'\ndark = 3\n"
        "[stage]\nfloor = 'mud'\n"
    )

    assert faults(text) == [
        ": unknown part 'partz'; did you mean 'parts'?",
        " [drawings.ton]: 'ton' is unknown; did you mean 'tone'?",
        " [drawings.dark]: 3 is no text",
        " [parts.a]: unknown key 'hight'; did you mean 'height'?",
        " [parts.a]: tone: 'lihgt' is unknown; did you mean 'light'?",
        " [parts.b]: shapes: 'boddy' is unknown; did you mean 'body'?",
        " [parts.c]: unknown number 'q'; it is one of 'h', 'stage', 'w'",
        " [parts.d]: width: '1-' is no sum; write it like 'w/2-1.5'",
        " [forms.e]: a form needs words",
        " [stage.floor]: there is no part 'mud'",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("[parts", "expected ']'"), ("parts = 3", "a table was expected; write [parts]"), ("[stage]\nsize = 3", "size")],
)
def test_file_that_is_no_vocabulary(text, expected):
    assert expected in faults(text)[0]


def test_no_file_is_no_words():
    assert read_vocabulary(finding()).parts == {}
