from generator.load.files.toml_table import ID
from generator.load.headings.row_ids import id_of, row_ids


def test_ids_are_always_ids():
    for words in ("The Fox!", "騎士 A", "!!!", "x" * 500, "7 Élan", "_", "Ａｂｃ"):
        assert ID.match(id_of(words, "card"))


def test_rows_of_one_name_are_numbered_by_their_contents():
    assert row_ids(["Fox", "Fox", "Fox 2"], ["b", "a", ""], "card") == ["fox_3", "fox", "fox_2"]
    assert row_ids(["Fox"] * 3, ["same"] * 3, "card") == ["fox", "fox_2", "fox_3"]
