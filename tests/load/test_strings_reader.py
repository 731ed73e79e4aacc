import pytest

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.load_context import LoadContext
from generator.load.strings_reader import read_strings
from generator.model.text import Text


@pytest.fixture
def loaded(put):
    def load(**files):
        folder = Folder(put({f"strings.{language}.toml": text for language, text in files.items()}))
        with FaultReport() as report:
            return read_strings(LoadContext(folder, ("en", "ja"), report))

    return load


def faults(loaded, **files):
    with pytest.raises(Faults) as caught:
        loaded(**files)
    return str(caught.value).split("\n")


def test_keys_are_dotted(loaded):
    found = loaded(en='turn = "Turn"\n[foot]\npage = "Page"', ja='foot.page = "頁"\nturn = "手番"')

    assert found == {
        "turn": Text((("en", "Turn"), ("ja", "手番"))),
        "foot.page": Text((("en", "Page"), ("ja", "頁"))),
    }


def test_no_files_are_no_strings(loaded):
    assert loaded() == {}


def test_words_may_be_empty_in_every_language(loaded):
    assert loaded(en='a = "A"\nb = ""', ja='a = "あ"\nb = ""')["b"] == Text((("en", ""), ("ja", "")))


def test_missing_keys_are_told_in_each_file(loaded):
    assert faults(loaded, en='a = "A"\nb = "B"', ja='a = "あ"\n[c]\nd = "ん"') == [
        "strings.en.toml [c.d]: no words for it; strings.ja.toml:3 has some",
        "strings.ja.toml [b]: no words for it; strings.en.toml:2 has some",
    ]


def test_missing_file_is_told(loaded):
    assert faults(loaded, en='a = "A"') == [
        "strings.ja.toml: no such file; every language has the strings of strings.en.toml"
    ]


def test_foreign_language_is_told(loaded):
    assert faults(loaded, en='a = "A"', ja='a = "あ"', fr='a = "A"') == [
        "strings.fr.toml: 'fr' is not a language of the game; add it to languages in game.toml"
    ]


def test_values_are_words(loaded):
    assert faults(loaded, en='a = 1\n"b c" = "x"', ja='a = "あ"\n"b c" = "x"') == [
        "strings.en.toml:1 [a]: must be text in quotes, not 1",
        "strings.en.toml:2 [b c]: a key is written with letters, digits, _ and -",
        "strings.ja.toml:2 [b c]: a key is written with letters, digits, _ and -",
    ]


def test_plural_words_are_those_that_a_language_has(loaded):
    found = loaded(en='[coin]\none = "a coin"\nother = "{n} coins"', ja='coin.other = "コイン{n}枚"')

    assert found["coin.one"]["ja"] == ""
    assert faults(loaded, en='[coin]\none = "a coin"', ja='coin.many = "コイン"')
