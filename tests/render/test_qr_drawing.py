import re

import pytest
import segno

from generator.render.qr_drawing import qr

LINK = "https://example.org/rules?lang=ja"


def modules(svg):
    """The modules that the even-odd rule fills, tested at their centres."""
    path = re.search(r' d="([^"]+)"', svg)[1]
    edges = []
    for part in path.split("Z")[:-1]:
        points = [tuple(map(int, pair.split())) for pair in re.split("[ML]", part)[1:]]
        edges += zip(points, [*points[1:], points[0]], strict=True)
    upright = [(a[0], *sorted((a[1], b[1]))) for a, b in edges if a[0] == b[0]]
    side = int(re.search(r'width="(\d+)"', svg)[1])
    return [
        [sum(1 for ex, top, bottom in upright if ex > x and top <= y < bottom) % 2 for x in range(side)]
        for y in range(side)
    ]


@pytest.mark.parametrize("text", [LINK, "いろはにほへと", "7" * 300])
def test_dark_modules_are_those_of_the_code(text):
    svg = qr(text, 0, 0, 60, error="m")

    assert modules(svg) == [list(row) for row in segno.make(text, micro=False, error="m").matrix_iter(border=4)]


def test_size_is_that_with_the_quiet_zone():
    svg = qr("x", 3, 4, 29 * 0.5)

    assert "translate(3 4) scale(0.500000)" in svg
    assert '<rect width="29" height="29" fill="#ffffff"/>' in svg


def test_the_least_size_is_said():
    with pytest.raises(
        ValueError, match=r"its squares are 0\.35 mm, too small to scan under 0\.4 mm; make it 11\.6 mm"
    ):
        qr("x", 0, 0, 10.2)

    assert qr("x", 0, 0, 11.6)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"text": " "}, "qr: there is no text to encode"),
        ({"error": "z"}, "qr: error='z' is unknown; it is one of 'l', 'm', 'q', 'h'"),
        ({"quiet": -1}, "qr: quiet=-1 is not a number of modules from 0 to 20"),
        ({"text": "x" * 3000}, "qr: 3,000 characters are too many for a QR code; write a link to them"),
    ],
)
def test_bad_codes_say_why(arguments, what):
    with pytest.raises(ValueError, match=f"^{re.escape(what)}$"):
        qr(**{"text": LINK, "x": 0, "y": 0, "size": 40} | arguments)


def test_colours_cannot_leave_their_attribute():
    assert '"red"/><script' not in qr("x", 0, 0, 30, fill='red"/><script')
