import pytest

from generator.base.errors import Faults
from generator.base.units import MM
from generator.exports.cutters.cutting_templates import read_cutter
from generator.load.game_locations import data_root

SOURCE = data_root() / "cutters" / "silhouette.toml"


def test_templates_say_paper_card_and_side():
    cutter = read_cutter(data_root(), "data", "cutters/silhouette.toml")

    template = cutter.templates["a4-standard-borderless-v2"]
    assert (template.paper, template.portrait, template.borderless) == ("a4", True, True)
    assert (template.card.width, template.card.height, template.corner) == pytest.approx((63 * MM, 88 * MM, 3 * MM))
    assert cutter.enlarged_by(cutter.marks_of(template)) == pytest.approx(13 * MM)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("dpi = 300", "dpi = 0", "dpi"),
        ('inset = "10mm"', 'inset = "10"', "inset"),
        ('"a4-standard-v5"', '"a4-standrad-v5"', "names no paper, card and version"),
        ('["63mm", "88mm", "3mm"]', '["63mm", "88mm"]', "radius of the corners"),
        ("[marks]", "[marks]\ncolour = 1", "unknown key"),
    ],
)
def test_faults_name_their_place(tmp_path, old, new, told):
    text = SOURCE.read_text()
    assert old in text
    (tmp_path / "own.toml").write_text(text.replace(old, new))

    with pytest.raises(Faults, match=told):
        read_cutter(tmp_path, "", "own.toml")
