import pytest

from generator.load.tables.number_format import shown_number


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.5, "0%", "50%"),
        (0.125, "0.00%", "12.50%"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (0.5, "#,##0", "1"),
        (0.25, "#.##", ".25"),
        (2, "0.0#", "2.0"),
        (7, "000", "007"),
        (3.5, '"$"#,##0.00', "$3.50"),
        (-3.5, '#,##0.00 "€";-#,##0.00 "€"', "-3.50 €"),
        (-3.5, '#,##0.00 "€"', "-3.50 €"),
        (-2, "0;[Red](0)", "(2)"),
        (0, '0;-0;"none" 0', "none 0"),
        (1234.5, "_-* #,##0.00\\ [$€-407]_-", "1,234.50 €"),
        (5, '0" cards; all"', "5 cards; all"),
        (1, "General", None),
        (1, "@", None),
        (1, "yyyy-mm-dd", None),
        (0.5, "# ?/?", None),
        (5, "0.00E+00", None),
        (5000, "0,", None),
        (5, "[>3]0", None),
        (0, '0;-0;"-"??', None),
    ],
)
def test_number_is_shown_as_in_excel(value, code, shown):
    assert shown_number(value, code) == shown
