import pytest

from generator.imports.foreign.project import ForeignBox, NewIds, as_id, column_ids, on_card


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


def test_things_of_the_same_name_are_numbered():
    ids = NewIds(["card_3"])

    assert [ids.add(name) for name in ("Card", "card!", "card 2", "Card", "Card")] == [
        "card",
        "card_2",
        "card_2_2",
        "card_4",
        "card_5",
    ]


@pytest.mark.parametrize(
    ("box", "part"),
    [
        ((10, 10, 20, 20), (10, 10, 20, 20)),
        ((10, 80, 20, 20), (10, 80, 20, 8)),
        ((10, -5, 20, 20), (10, 0, 20, 15)),
        ((50, 10, 20, 20), (50, 10, 12.6825, 20)),
        ((10, 90, 20, 20), None),
    ],
)
def test_text_stays_on_its_card(box, part):
    kept = on_card(ForeignBox("a", "text", *map(float, box)), 63.0, 88.0)

    assert (kept and (kept.x, kept.y, kept.width, kept.height)) == (part and pytest.approx(part, abs=1e-3))
