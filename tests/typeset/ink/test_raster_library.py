import io

import pytest
from PIL import Image

from generator.base.cache import Cache
from generator.typeset.ink import raster_library
from generator.typeset.ink.raster import UnusablePictureError, read_header
from generator.typeset.ink.raster_library import RasterLibrary


def png(seed=0, size=(200, 200)):
    stream = io.BytesIO()
    Image.effect_noise(size, 50 + seed).save(stream, "PNG")
    return stream.getvalue()


class Reads:
    """A file that counts how often it is read."""

    def __init__(self, data):
        self.data, self.count = data, 0

    def __call__(self):
        self.count += 1
        return self.data


def test_picture_is_encoded_once_for_each_size(tmp_path):
    file = Reads(png())
    header = read_header(file.data)
    found = [
        RasterLibrary(Cache(tmp_path)).raster(file, header, size) for size in (None, (50, 50), None, (50, 50), (60, 60))
    ]

    assert file.count == 3
    assert found[0] == found[2]
    assert [each.width for each in found] == [200, 50, 200, 50, 60]


@pytest.mark.parametrize("change", [None, b"", b"foreign", b"x" * 39_000])
def test_lost_picture_is_encoded_again(tmp_path, change):
    file = Reads(png())
    header = read_header(file.data)
    library = RasterLibrary(Cache(tmp_path))
    first = library.raster(file, header, None)
    for path in [each for each in tmp_path.rglob("*") if each.is_file()]:
        path.write_bytes(change) if change is not None else path.unlink()

    for again in (library, RasterLibrary(Cache(tmp_path))):
        assert again.raster(file, header, None) == first
    assert first.pixels.data.read()


def test_entry_of_another_picture_is_not_taken(tmp_path):
    library, files = RasterLibrary(Cache(tmp_path)), [Reads(png(seed)) for seed in range(2)]
    headers = [read_header(file.data) for file in files]
    one, other = (library.raster(file, header, None) for file, header in zip(files, headers, strict=True))
    paths = [next(tmp_path.rglob(f"raster-{header.digest}")) for header in headers]
    paths[0].write_bytes(paths[1].read_bytes())

    assert RasterLibrary(Cache(tmp_path)).raster(files[0], headers[0], None) == one != other


def test_damage_is_refused_each_time(tmp_path):
    header = read_header(png())
    library = RasterLibrary(Cache(tmp_path))

    for _ in range(2):
        with pytest.raises(UnusablePictureError):
            library.raster(Reads(png()[:-900]), header, None)


def test_pictures_of_a_large_deck_are_not_all_held(tmp_path, monkeypatch):
    monkeypatch.setattr(raster_library, "KEPT", 2)
    library = RasterLibrary(Cache(tmp_path))
    files = [Reads(png(seed, (20, 20))) for seed in range(5)]
    found = [library.raster(file, read_header(file.data), None) for file in files * 2]

    assert len(library._known) <= 2
    assert found[:5] == found[5:]
    assert {file.count for file in files} == {1}


def test_made_picture_is_kept_with_its_alpha(tmp_path):
    made = RasterLibrary(Cache(tmp_path)).made(Image.new("RGBA", (3, 2), (10, 20, 30, 128)))

    assert (made.width, made.height) == (3, 2)
    assert made.alpha
