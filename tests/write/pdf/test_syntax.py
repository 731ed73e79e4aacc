import pytest

from generator.base.geometry import Matrix
from generator.write.pdf.syntax import colour, fine, matrix, name, string


def test_far_edge_of_a3_stays_true():
    scale = 72 / 25.4

    assert float(fine(scale)) * 420 == pytest.approx(scale * 420, abs=0.001)


def test_matrix_never_uses_exponents():
    assert matrix(Matrix(1e-7, -1e-7, 0, 1, 1e-9, 12345.678901)) == "0 0 0 1 0 12345.6789"


def test_colour_is_three_fractions():
    assert colour("#0080ff") == "0 0.502 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("plain", "(plain)"), ("(a\\b)", r"(\(a\\b\))"), ("見", "<feff898b>"), ("a\nb", "<feff0061000a0062>"), ("", "()")],
)
def test_string_is_ascii_or_utf16(text, expected):
    assert string(text) == expected


def test_name_escapes_what_is_not_regular():
    assert name("my font#1") == "/my#20font#231"
