import pytest
from PIL import Image

from generator.base.errors import UsageError
from generator.base.units import MM
from generator.build.options import BuildOptions
from generator.exports.export_options import ExportOptions
from generator.exports.targets import find_target


def test_every_face_is_a_picture_beside_its_back(export):
    done = export("picket", "pictures", only=["raid"], dpi=100)

    first = done.folder / "raid" / "01-scouts-x2-front.png"
    with Image.open(first) as picture:
        assert picture.size == (round(69 / 25.4 * 100), round(94 / 25.4 * 100))
        assert round(picture.info["dpi"][0]) == 100
    assert [name for name in done.files if "scouts" in name] == [
        "raid/01-scouts-x2-front.png",
        "raid/01-scouts-x2-back.png",
    ]
    assert "report.txt" in done.files


def test_bleed_is_left_out(export):
    done = export("picket", "pictures", only=["raid:scouts"], dpi=100, bleed=0.0)

    with Image.open(done.folder / "raid" / "01-scouts-x2-front.png") as picture:
        assert picture.size == (round(63 / 25.4 * 100), round(88 / 25.4 * 100))


def test_round_corners_are_transparent(export):
    done = export("picket", "pictures", only=["raid:scouts"], dpi=100, bleed=0.0, corners="round")

    with Image.open(done.folder / "raid" / "01-scouts-x2-back.png") as picture:
        assert [picture.getpixel(at)[3] for at in ((0, 0), (picture.width // 2, 0))] == [0, 255]


def test_jpeg_files_are_not_transparent(export):
    done = export("picket", "pictures", only=["raid:scouts"], dpi=100, picture="jpeg")

    assert "raid/01-scouts-x2-front.jpg" in done.files


def test_jpeg_cannot_be_transparent():
    options = ExportOptions(BuildOptions((), ()), corners="round", picture="jpeg")
    with pytest.raises(UsageError, match="JPEG files cannot be transparent"):
        find_target("pictures").load().check_options(options)


def test_wider_bleed_is_drawn(export):
    done = export("picket", "pictures", only=["raid:scouts"], dpi=100, bleed=5 * MM)

    with Image.open(done.folder / "raid" / "01-scouts-x2-front.png") as picture:
        assert picture.size == (round(73 / 25.4 * 100), round(98 / 25.4 * 100))
