import pytest

from generator.base import units
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.load.files.folder import Folder
from generator.load.game_locations import data_root
from generator.load.paper_reader import read_papers


def test_our_papers_are_upright():
    ours = read_papers(Folder(data_root(), "data"))

    assert list(ours) == ["a4", "letter", "a3", "tabloid", "legal"]
    assert ours["letter"].size == Size(612, 792)
    assert ours["a4"].margin == 5 * units.MM
    assert all(paper.size.width < paper.size.height for paper in ours.values())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('[a]\nwidth = "20cm"\nheight = "10cm"\nmargin = "5mm"', "[a.width]: papers stand upright"),
        ('[a]\nwidth = "20mm"\nheight = "10cm"\nmargin = "5mm"', "[a.width]: '20mm' is out of range"),
        ('[a]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5cm"', "[a.margin]: '5cm' is out of range"),
        ('[a]\nwidth = "10cm"\nheight = "20cm"', "[a.margin]: margin is missing"),
        ('[a]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5mm"\nx = 1', "[a.x]: unknown key 'x'"),
        ("a = 5", "[a]: must be a table"),
    ],
)
def test_faulty_papers_are_told(put, text, shown):
    with pytest.raises(Faults) as caught:
        read_papers(Folder(put({"papers.toml": text}), "data"))

    assert f" {shown}" in str(caught.value)
