"""Pictures of pixels, whose data lie in files that may be lost."""

import pytest

from generator.base.stored_data import StoredData
from generator.model.face import Drawing, EncodedPixels, PictureUse, Raster


@pytest.fixture
def pixels(tmp_path):
    """Pixels in a file of that name."""

    def stored(name):
        path = tmp_path / name
        path.write_bytes(b"\0" * 4)
        return EncodedPixels(StoredData(4, "", str(path)))

    return stored


@pytest.mark.parametrize(("lost", "is_stored"), [((), True), (("pixels",), False), (("mask",), False)])
def test_picture_is_stored_while_its_pixels_and_its_mask_are(tmp_path, pixels, lost, is_stored):
    raster = Raster("fox", 2, 2, pixels("pixels"), pixels("mask"))
    for name in lost:
        (tmp_path / name).unlink()

    assert raster.is_stored == is_stored


def test_opaque_picture_needs_no_mask(tmp_path, pixels):
    raster = Raster("fox", 2, 2, pixels("pixels"))

    assert raster.is_stored
    (tmp_path / "pixels").write_bytes(b"\0")
    assert not raster.is_stored


@pytest.mark.parametrize(
    ("dpi", "enough", "is_fine"), [(472, 450, False), (473, 450, True), (460, 450, False), (9000, 0, False)]
)
def test_picture_that_is_hardly_too_fine_is_not_reduced(dpi, enough, is_fine):
    assert PictureUse("fox.png", dpi, enough).is_fine is is_fine


def test_face_of_which_only_the_measures_are_known_has_no_ink():
    drawn = Drawing.of(())

    assert [drawing.has_ink for drawing in (drawn, Drawing(drawn.packed), Drawing.omitted())] == [True, True, False]
