"""Programs that we did not write measure the same: pdfimages the resolution of pictures, Ghostscript their ink."""

import io

import pikepdf
import pytest
from pikepdf import Array, Name
from PIL import Image

from tests.preflight.press_file import add_image, press_pdf

pytestmark = pytest.mark.referee


@pytest.mark.parametrize("size", [(150, 150, 36, 36), (75, 150, 36, 36), (100, 40, 50, 90), (500, 500, 31, 77)])
def test_resolution_is_that_of_pdfimages(size, check, save, referee):
    pdf = press_pdf()
    for page in pdf.pages:
        del page.Resources.XObject["/Clean"]
    add_image(pdf, pdf.pages[1], "/Planted", *size[:2], (60, 150, *size[2:]))
    listed = referee("pdfimages", "-list", save(pdf))
    across, along = map(int, listed.splitlines()[2].split()[-4:-2])

    assert check(pdf, None).facts.least_dpi == pytest.approx(min(across, along), abs=0.6)


@pytest.mark.parametrize("decode", [None, [1, 0] * 4])
def test_ink_of_a_jpeg_is_that_of_ghostscript(decode, check, save, tmp_path, referee):
    pixels = Image.new("CMYK", (150, 150), (10, 60, 10, 10))
    pixels.paste((250, 200, 230, 200), (50, 50, 100, 100))
    jpeg = io.BytesIO()
    pixels.save(jpeg, "JPEG", quality=95)
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(72, 72))
    keys = {"/Filter": Name.DCTDecode} | ({"/Decode": Array(decode)} if decode else {})
    add_image(pdf, page, "/Planted", 150, 150, (18, 18, 36, 36), data=jpeg.getvalue(), **keys)

    plates = tmp_path / "plates.tif"
    referee("gs", "-q", "-sDEVICE=tiff32nc", "-r300", "-o", plates, save(pdf))
    with Image.open(plates) as drawn:
        most = max(map(sum, drawn.get_flattened_data()))
    assert check(pdf, None).facts.most_ink == pytest.approx(most / 2.55, abs=0.1)
