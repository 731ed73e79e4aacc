import pytest

from generator.base.errors import Faults
from generator.base.text_files.text_encoding import decode_utf8

AS = "; open the file as {0} in an editor and save it as UTF-8; in Excel, save it as 'CSV UTF-8'"


@pytest.mark.parametrize(
    ("text", "codec", "expected"),
    [
        (
            "id,name\na,斥候のカード\n",
            "cp932",
            "2:3: byte 90 is not UTF-8 and looks like Shift-JIS" + AS.format("Shift-JIS"),
        ),
        (
            "id,name\na,斥候のカード\n",
            "euc_jp",
            "2:3: byte C0 is not UTF-8 and looks like EUC-JP" + AS.format("EUC-JP"),
        ),
        (
            "a,résumé cafés",
            "cp1252",
            "1:4: byte E9 is not UTF-8 and looks like Windows-1252" + AS.format("Windows-1252"),
        ),
        ("Привет", "cp1251", "1:1: byte CF is not UTF-8; save the file as UTF-8"),
        ("id,name\n", "utf-16", "1: saved as UTF-16; save it as UTF-8"),
        ("id,name\n", "utf-16-be", "1: saved as UTF-16; save it as UTF-8"),
    ],
)
def test_encoding_is_named_with_the_place(text, codec, expected):
    data = text.encode(codec, "replace")

    with pytest.raises(Faults) as caught:
        decode_utf8(data, "cards/raid.csv")

    assert str(caught.value) == f"cards/raid.csv:{expected}"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig"])
def test_utf8_is_read_with_and_without_a_mark(codec):
    assert decode_utf8("斥候".encode(codec), "a.csv") == "斥候"
