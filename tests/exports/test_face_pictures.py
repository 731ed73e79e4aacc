"""Pictures of faces have the faces' pixels, however they are asked for."""

import io

import pytest
from PIL import Image

from generator.base.errors import OutputError, UsageError
from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.build.manifest import no_progress
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.exports.exported_game import export_game
from generator.exports.face_pictures import FacePictures, PictureFile, PictureStyle
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.write.pdf.document import face_pdf
from generator.write.png import page_pixels

DPI = 80


@pytest.fixture(scope="module")
def exported():
    """The raid cards of the sample."""
    folder = GameFolder(find_game("picket"), "picket")
    options = BuildOptions((find_paper("a4"),), ("en",), only=("raid",))
    return export_game(load(folder.folder, prefix="picket"), folder, options, no_progress)


def written(exported, tmp_path, files, jobs=1, **style):
    pictures = FacePictures(exported, PictureStyle(**style))
    done = list(pictures.write([PictureFile(tmp_path / name, *face) for name, *face in files], jobs))
    assert done[-1] == len(files)
    return [Image.open(tmp_path / name) for name, *_ in files]


@pytest.mark.parametrize("bleed", [True, False])
def test_pixels_are_those_of_the_page(exported, bleed):
    faces = exported.faces()
    pages = page_pixels(face_pdf(faces, exported.forms, exported.fonts, bleed=bleed), DPI)
    drawn = FacePictures(exported, PictureStyle(DPI, bleed)).draw(faces)

    for (width, height, rows), pixels in zip(pages, drawn, strict=True):
        assert (pixels.width, pixels.height) == (width, height)
        assert pixels.rgb() == rows == pixels.image().tobytes()
        assert Image.open(io.BytesIO(pixels.png(DPI))).tobytes() == rows


def test_files_have_the_pixels_and_say_the_resolution(exported, tmp_path):
    faces = exported.faces()
    files = written(exported, tmp_path, [(f"{n}.png", face) for n, face in enumerate(faces)], dpi=300)
    drawn = FacePictures(exported, PictureStyle(300)).draw(faces)

    assert [file.tobytes() for file in files] == [pixels.rgb() for pixels in drawn]
    assert {tuple(round(each, 1) for each in file.info["dpi"]) for file in files} == {(300.0, 300.0)}


def test_every_process_count_writes_the_same(exported, tmp_path):
    faces = [(f"{n}.png", face) for n, face in enumerate(exported.faces() * 3)]
    (tmp_path / "two").mkdir()
    alone = [file.tobytes() for file in written(exported, tmp_path, faces, dpi=DPI)]

    assert [file.tobytes() for file in written(exported, tmp_path / "two", faces, jobs=2, dpi=DPI)] == alone


def test_bleed_is_cut_off_in_part(exported):
    (face, *_) = exported.faces()
    style = PictureStyle(254, bleed=face.bleed / 3)
    (pixels,) = FacePictures(exported, style).draw([face])

    assert (pixels.width, pixels.height) == FacePictures(exported, style).size(face) == (650, 900)


def test_size_in_pixels_is_kept_to(exported):
    (face, *_) = exported.faces()
    pictures = FacePictures(exported, PictureStyle(bleed=False, size=(409, 585)))
    (pixels,) = pictures.draw([face])

    assert pixels.image().size == pictures.size(face) == (409, 585)


def test_outside_of_the_outline_is_transparent(exported, tmp_path):
    (face, *_) = exported.faces()
    width, height = face.trim.width, face.trim.height
    diamond = f"M {width / 2} 0 L {width} {height / 2} L {width / 2} {height} L 0 {height / 2} Z"
    (cut, whole) = written(exported, tmp_path, [("cut.png", face, diamond), ("whole.png", face)], dpi=DPI, bleed=False)
    middle = (cut.width // 2, cut.height // 2)

    assert (cut.mode, whole.mode) == ("RGBA", "RGB")
    assert [cut.getpixel(at)[3] for at in ((0, 0), middle, (cut.width - 1, 0))] == [0, 255, 0]
    assert cut.convert("RGB").tobytes() == whole.tobytes()


def test_jpeg_is_close_and_says_the_resolution(exported, tmp_path):
    (face, *_) = exported.faces()
    (lossy, exact) = written(exported, tmp_path, [("face.jpg", face), ("face.png", face)], dpi=150)
    pairs = zip(lossy.tobytes(), exact.tobytes(), strict=True)

    assert (lossy.format, lossy.info["dpi"]) == ("JPEG", (150, 150))
    assert sum(abs(one - other) for one, other in pairs) / len(exact.tobytes()) < 2


def test_too_many_pixels_are_refused(exported, tmp_path):
    wide = replace(exported.faces()[0], trim=Size(2000, 2000))
    with pytest.raises(UsageError, match=r"^--dpi 1200 is too fine for a face of 706 × 706 mm; at most 100 megapixels"):
        [*FacePictures(exported, PictureStyle(1200)).write([PictureFile(tmp_path / "wide.png", wide)], 1)]


def test_canvas_has_the_trim_in_its_middle_and_repeats_the_edge(exported):
    (face, *_) = exported.faces()
    dpi = 254  # 10 pixels to a millimetre
    width, height = (round(side / MM) * 10 for side in (face.trim.width, face.trim.height))
    wide, high = width + 120, height + 160
    style = PictureStyle(dpi, canvas=(wide, high), repeats_edges=True)
    (canvas,), (whole,) = (FacePictures(exported, each).draw([face]) for each in (style, PictureStyle(dpi)))
    picture, own = canvas.image(), whole.image()
    x, y = (wide - own.width) // 2, (high - own.height) // 2

    assert picture.size == (wide, high)
    assert picture.crop((x, y, x + own.width, y + own.height)).tobytes() == own.tobytes()
    assert {picture.getpixel((column, high // 2)) for column in range(x)} == {own.getpixel((0, high // 2 - y))}
    assert {picture.getpixel((wide // 2, line)) for line in range(y)} == {own.getpixel((wide // 2 - x, 0))}


def test_canvas_without_repeated_edge_is_white(exported):
    (face, *_) = exported.faces()
    (canvas,) = FacePictures(exported, PictureStyle(254, canvas=(800, 1100))).draw([face])

    assert canvas.image().getpixel((0, 550)) == (255, 255, 255)


def test_pictures_are_turned_to_either_side(exported, tmp_path):
    (face, *_) = exported.faces()
    pictures = FacePictures(exported, PictureStyle(DPI))
    turns = {"plain": 0, "right": 90, "left": -90}
    [*pictures.write([PictureFile(tmp_path / f"{name}.png", face, turn=turn) for name, turn in turns.items()], 1)]
    plain, right, left = (Image.open(tmp_path / f"{name}.png") for name in turns)

    assert right.getpixel((right.width - 1, 0)) == left.getpixel((0, left.height - 1)) == plain.getpixel((0, 0))
    assert right.rotate(90, expand=True).tobytes() == left.rotate(-90, expand=True).tobytes() == plain.tobytes()


def test_file_that_cannot_be_written_is_told_from_a_worker(exported, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    pictures = FacePictures(exported, PictureStyle(DPI))
    files = [PictureFile(tmp_path / "file" / f"{n}.png", face) for n, face in enumerate(exported.faces() * 2)]
    with pytest.raises(OutputError, match="a file stands where a folder is needed"):
        [*pictures.write(files, 2)]
