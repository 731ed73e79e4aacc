import pytest

from generator.load.files.characters import unfit_characters, unfit_in_name


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x7f", "\x85", "\u2028", "\u202e", "\ud800", "\ufdd0", "\ufffe"])
def test_unfit_character_is_found(char):
    assert [at for at, _ in unfit_characters(f"ab{char}c")] == [2]


@pytest.mark.parametrize(
    "text", ["", "a\tb\nc", "試験　。", "żółw", "👩‍🚀", "ﬁ\u00a0\u200b", "أكثر من \u200e40 °C\u200e"]
)
def test_ordinary_text_is_fit(text):
    assert list(unfit_characters(text)) == []


def test_kinds_are_told_apart():
    assert [what for _, what in unfit_characters("\r\x01\u2029\udc00\uffff\u202b")] == [
        "carriage return without a line feed; save the file with ordinary line ends",
        "control character U+0001; delete it",
        "line separator U+2029; delete it",
        "not valid text: half a character, U+DC00; delete it",
        "not a character: U+FFFF; delete it",
        "text direction mark U+202B; delete it",
    ]


def test_names_of_files_have_no_direction_marks():
    assert unfit_in_name("a\u200fb.png") == "text direction mark U+200F; delete it"
    assert unfit_in_name("بطاقة.png") is None
