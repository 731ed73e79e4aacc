import pytest

from generator.exchange.imports.project import as_id, column_ids


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        ("Été à Noël!", "ete_a_noel"),
        ("7 Wonders", "card_7_wonders"),
        ("騎士", "card"),
        ("", "card"),
        ("x" * 100, "x" * 30),
        ("__a__", "a"),
    ],
)
def test_words_become_ids(words, id_):
    assert as_id(words, otherwise="card") == id_


def test_columns_with_a_meaning_get_other_names():
    assert column_ids(["id", "Copies", "Name", "name", "", "名前", "in lang"]) == [
        "id_2",
        "copies_2",
        "name",
        "name_2",
        "column_5",
        "column_6",
        "in_lang_2",
    ]
