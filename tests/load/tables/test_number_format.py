import pytest

from generator.load.tables.number_format import shown_date, shown_number


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


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        ("1906-04-18", "d mmm yyyy", "18 Apr 1906"),
        ("1906-04-18", "[$-409]mmmm d\\, yyyy;@", "April 18, 1906"),
        ("2026-01-02", "d-mmm", "2-Jan"),
        ("2026-01-02", 'dd"."mm"."yy', "02.01.26"),
        ("1969-07-20 20:17", "m/d/yy h:mm", "7/20/69 20:17"),
        ("1969-07-20 00:05:09", "hh:mm:ss AM/PM", "12:05:09 AM"),
        ("20:17", "h:mm AM/PM", "8:17 PM"),
        ("1906-04-18", "[$-407]d. mmmm yyyy", None),
        ("30:15", "[h]:mm", None),
        ("1906-04-18", "General", None),
    ],
)
def test_date_is_shown_as_in_excel(value, code, shown):
    assert shown_date(value, code) == shown
