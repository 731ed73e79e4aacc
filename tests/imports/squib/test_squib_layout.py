import importlib.util

import pytest

from generator.base.errors import Faults
from generator.base.system.install_command import install_extra
from generator.imports.squib.squib_layout import DeckSize, read_layout
from generator.load.files.folder import Folder

SIZE = DeckSize(825, 1125, 300)


@pytest.mark.parametrize(
    ("value", "pixels"),
    [
        (75, 75),
        (-1.5, -1.5),
        ("75", 75),
        ("0.25in", 75),
        (".25 in", 75),
        ("1cm", 300 / 2.54),
        ("10mm", 300 / 2.54),
        ("36pt", 150),
        ("2c", 75),
        ("2 cells", 75),
        ("middle", 412.5),
        ("center - 12.5", 400),
        ("deck - 0.5in", 675),
        ("deck / 3", 275),
        ("scale", None),
        ("deck * 2", None),
        ("deck - deck - deck", 825),
        (True, None),
        (1e9, None),
        (None, None),
    ],
)
def test_length_has_many_units(value, pixels):
    found = SIZE.length(value, 825)

    assert found == (pixels if pixels is None else pytest.approx(pixels))


@pytest.fixture
def layout(tmp_path):
    def read(content):
        (tmp_path / "layout.yml").write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_layout(Folder(tmp_path), "layout.yml", 300)

    return read


def test_entries_extend_others(layout):
    found = layout("""
base: {x: 100, y: 0.5in, align: center}
two: {extends: base, x: += 10, y: -= 50, width: 300, valign: !ruby/symbol middle}
three: {extends: two, width: /= 3, x: "*= 2"}
both: {extends: [base, three], y: 7}
lost: {extends: nobody, x: 1}
""")

    assert found["two"] == {
        "x": 110,
        "y": 100,
        "align": "center",
        "extends": "base",
        "width": 300,
        "valign": "middle",
    }
    assert (found["three"]["width"], found["three"]["x"]) == (100, 220)
    assert (found["both"]["x"], found["both"]["y"]) == (220, 7)
    assert found["lost"]["x"] == 1


def test_entries_in_a_circle_end(layout):
    found = layout("a: {extends: b, x: += 1}\nb: {extends: a, x: += 1}\nc: {extends: c, y: 2}\n")

    assert found["a"]["x"] == 2
    assert found["c"]["y"] == 2


def test_entries_extend_many_others_in_little_time(layout):
    found = layout("".join(f"k{n}: {{extends: [k{n + 1}, k{n + 1}], x: += 1}}\n" for n in range(2000)))

    assert found["k0"]["x"] == 2000


def test_what_names_no_entry_is_left_out(layout):
    assert layout("a: {x: 1, extends: [{b: 1}, [c], 5]}\n5: {y: 2}\n")["a"].items() >= {"x": 1, "y": 2}.items()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            "a: {" + ", ".join(f"k{n}: 1" for n in range(999)) + "}\nb: {extends: [" + "a, " * 101 + "]}",
            "its entries have more than 100,000 values; that is no layout",
        ),
        ("", "no layout of Squib; it has no entries"),
        ("- a\n- b\n", "no layout of Squib; it has no entries"),
        ("a: [\n", "layout.yml:2:1: cannot be read as YAML: "),
        ("a: !!python/object:os.system {}\n", "layout.yml:1:4: cannot be read as YAML: could not determine a constr"),
        ("a: " + "[" * 1000, "cannot be read as YAML"),
        ("a: 2026-99-99\n", "cannot be read as YAML"),
        ("#" * 1_000_001, "over 1 MB; that is no layout"),
        (b"\xff\xfe", "save it as UTF-8"),
    ],
)
def test_what_is_no_layout_is_refused(layout, content, what):
    with pytest.raises(Faults) as caught:
        layout(content)

    assert what in str(caught.value)


def test_missing_library_is_named(layout, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    with pytest.raises(Faults) as caught:
        layout("a: {x: 1}")
    assert str(caught.value).endswith(f"needs PyYAML to be read; install it with: {install_extra('imports')}")
