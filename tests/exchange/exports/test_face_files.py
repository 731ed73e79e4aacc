from PIL import Image


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
