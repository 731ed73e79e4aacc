import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.tables.table_reader import read_table

SHAPE = 'rows are objects in a list: [{"id": "a"}, {"id": "b"}]'


def test_objects_are_rows_with_lines(table):
    found = table(
        "a.json", '\ufeff[\n{"id": "a", "n": 3.0, "name": {"en": "A", "ja": "あ"}},\n\n {"id": "b", "on": true}]'
    )

    assert found.header == ("id", "n", "name.en", "name.ja", "on")
    assert [(row.line, dict(row.cells)) for row in found.rows] == [
        (2, {"id": "a", "n": "3", "name.en": "A", "name.ja": "あ"}),
        (4, {"id": "b", "on": "yes"}),
    ]


def test_toml_tables_are_rows_with_lines(table):
    found = table("a.toml", '[[row]]\nid = "a"\nlist = ["x", "y"]\n\n[[row]]\nid = "b"\nname.en = "B"\n')

    assert [(row.line, dict(row.cells)) for row in found.rows] == [
        (1, {"id": "a", "list": "x y"}),
        (5, {"id": "b", "name.en": "B"}),
    ]


@pytest.mark.parametrize(
    ("name", "content", "shown"),
    [
        ("a.json", "", "a.json: file is empty"),
        ("a.json", "[]", "a.json: has no rows"),
        ("a.json", '{"id": "a"}', f"a.json:1:1: {SHAPE}"),
        ("a.json", "[\n1]", f"a.json:2:1: {SHAPE}"),
        ("a.json", '[{"id": "a"},]', f"a.json:1:13: {SHAPE}"),
        ("a.json", '[{"id": "a"}', f"a.json:1:13: {SHAPE}"),
        ("a.json", "[]\n[]", f"a.json:2:1: {SHAPE}"),
        ("a.json", "[{'id': 1}]", "a.json:1:3: expected a key in double quotes"),
        ("a.json", '[{"n": NaN}]', "a.json:1: NaN is not a number here; it must be a finite number"),
        ("a.json", '[{"n": -Infinity}]', "a.json:1: -Infinity is not a number here; it must be a finite number"),
        ("a.json", '[\n{"n": 1e400}]', "a.json:2: '1e400' is too large; it must be a finite number"),
        ("a.json", '[{"n": %s}]' % ("9" * 6000), "a.json:1: number out of range"),
        ("a.json", '[{"id": "a", "id": "b"}]', "a.json:1: 'id' given twice"),
        ("a.json", "[" * 100_000, "a.json:1: nested deeper than 32"),
        ("a.json", '[{"a":' * 100_000, "a.json:1: nested deeper than 32"),
        ("a.json", "[" + '{"a":1},' * 20_000 + '{"a":1}]', "a.json:1: more than 20,000 rows"),
        ("a.json", json.dumps([{f"c{n}": 1 for n in range(201)}]), "a.json:1: more than 200 columns"),
        ("a.toml", "row = 5", "a.toml:1: rows are tables called [[row]], and nothing else"),
        (
            "a.toml",
            '[[row]]\nid = "a"\n[[rows]]\nid = "b"',
            "a.toml:3: rows are tables called [[row]], and nothing else",
        ),
        ("a.toml", '[[row]]\nid = "a"\nid = "b"', "a.toml:3 [row.0.id]: 'id' given twice, lines 2 and 3"),
    ],
)
def test_broken_file_is_told(table, name, content, shown):
    with pytest.raises(Faults) as caught:
        table(name, content)

    assert str(caught.value) == shown
    assert all(fault.unreadable for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ('[{"id": "\\ud800"}]', "a.json:1 [id]: not valid text: half a character, U+D800; delete it"),
        ('[{"id": "\\u001b"}]', "a.json:1 [id]: control character U+001B; delete it"),
        ('[{"id": [["a"]]}]', "a.json:1 [id]: ['a'] cannot stand in a cell"),
        ('[{"id": ["a b"]}]', "a.json:1 [id]: 'a b' cannot stand in a list; its items are words or numbers"),
        ('[{"t": {"en": {"a": 1}}}]', "a.json:1 [t.en]: {'a': 1} cannot stand in a cell"),
        ('[{"t.en": "a", "t": {"en": "b"}}]', "a.json:1 [t.en]: 't.en' given twice"),
    ],
)
def test_faulty_row_is_left_out(table, content, shown):
    report = FaultReport()
    found = table("a.json", content, report)

    assert found.rows == ()
    with pytest.raises(Faults) as caught, report:
        pass
    assert str(caught.value) == shown


VALUES = st.none() | st.booleans() | st.integers(-999, 999) | st.text("abc字 ", max_size=5)


@given(st.lists(st.dictionaries(st.text("abc", min_size=1, max_size=2), VALUES, min_size=1), min_size=1, max_size=5))
def test_any_layout_of_json_reads_alike(tmp_path_factory, rows):
    folder = tmp_path_factory.getbasetemp() / "layouts"
    folder.mkdir(exist_ok=True)
    (folder / "a.json").write_text(json.dumps(rows), encoding="utf-8")
    (folder / "b.json").write_text(json.dumps(rows, indent=2, ensure_ascii=False), encoding="utf-8")

    one, other = (read_table(Folder(folder), name, FaultReport()) for name in ("a.json", "b.json"))

    assert [row.cells for row in one.rows] == [row.cells for row in other.rows]
    assert [row.line for row in other.rows] == sorted({row.line for row in other.rows})
