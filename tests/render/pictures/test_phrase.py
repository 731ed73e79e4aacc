"""Pictures in words."""

import pytest

from generator.render.pictures.phrase import parse_phrase
from generator.render.pictures.vocabulary import AliasWord, DrawingWord, Vocabulary

PARTS = {name: DrawingWord(name, name) for name in ("wall", "tower", "tree", "post_iron", "post_wood")}
FORMS = {
    "post": AliasWord("post", "post_{kind} height={height}", {"kind": ["wood", "iron"], "height": 3}),
    "castle": AliasWord("castle", "tower at=-5 + tower at=5 + wall", {}),
    "endless": AliasWord("endless", "wall endless", {}),
}
VOCABULARY = Vocabulary(PARTS | {"gate": DrawingWord("gate", options={"wide": 3})}, FORMS)


def read(text):
    return parse_phrase(text, VOCABULARY, lambda name: DrawingWord(name, name) if name == "mine" else None)


def shown(text):
    """The words of a picture with what they were told, in one line."""

    def word(each):
        told = "".join(f" {name}={value:g}" for name, value in each.options.items())
        return each.part.name + told + (f" tone={each.tone}" if each.tone else "")

    return " | ".join(" + ".join(", ".join(map(word, stack)) for stack in group) for group in read(text))


def faults(text):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  the tests look at what it says
        read(text)
    return [*caught.value.args]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wall tower", "wall, tower"),
        ("wall | tree + tower", "wall | tree + tower"),
        ("wall width=20 tree x=-2 flip", "wall width=20, tree x=-2 flip=1"),
        ("gate wide=4.5 tone=dark", "gate wide=4.5 tone=dark"),
        ("wall*3 width=9 tree", "wall width=9, wall width=9, wall width=9, tree"),
        ("mine", "mine"),
        ("wall width=", "wall"),
        ("", ""),
    ],
)
def test_words_are_read(text, expected):
    if text:
        assert shown(text) == expected
    else:
        assert faults(text) == ["'|' and '+' stand between words"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("post", "post_wood height=3"),
        ("post kind=iron", "post_iron height=3"),
        ("post iron height=5 x=1", "post_iron height=5 x=1"),
        ("post*2 iron", "post_iron height=3, post_iron height=3"),
        ("castle", "tower at=-5 + tower at=5 + wall"),
        ("castle at=2 gap=9 tree", "tower at=-3 gap=9 + tower at=7 + wall at=2, tree"),
    ],
)
def test_form_stands_for_its_words(text, expected):
    assert shown(text) == expected


def test_everything_wrong_is_told():
    text = "wal tree hieght=3 width=wide tone=darkk | tower count=1.5 | post kind=clay post*x gate width=-1"

    assert faults(text) == [
        "unknown word 'wal'; did you mean 'wall'?",
        "'tree' has no tone 'darkk'; did you mean 'dark'?",
        "'tree' has no option 'hieght'; did you mean 'height'?",
        "'tree': width=wide is no number",
        "'tower': count=1.5 is no whole number from 1 to 60",
        "'post' has no kind 'clay'; it is one of 'wood', 'iron'",
        "'post*x' says no number of times from 1 to 60",
        "'gate': width=-1 is out of range",
    ]


@pytest.mark.parametrize("text", ["width=3 wall", "flip wall", "wall | x=3"])
def test_option_needs_a_word_before_it(text):
    assert "needs a word before it" in faults(text)[0]


@pytest.mark.parametrize("text", ["wall |", "+ wall", "wall | | tree"])
def test_signs_stand_between_words(text):
    assert faults(text) == ["'|' and '+' stand between words"]


def test_form_of_itself_ends():
    assert faults("endless") == ["'endless' stands for itself"]


def test_words_are_counted():
    assert faults("wall*60 " * 7) == ["more than 400 words in one picture"]
