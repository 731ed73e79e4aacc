import pytest

from generator.base import units
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.load.files.folder import Folder
from generator.load.game_locations import data_root
from generator.load.paper_reader import read_papers

PAPER = '[a]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5mm"\n'
LABELS = (
    PAPER + '[l]\npaper = "a"\ncard = ["40mm", "30mm"]\nacross = 2\ndown = 4\nat = ["8mm", "6mm"]\n'
    'pitch = ["42mm", "35mm"]\n'
)


def test_our_papers_are_upright():
    ours = read_papers(Folder(data_root(), "data"))

    assert list(ours) == ["a4", "letter", "a3", "tabloid", "legal", "a5", "b4", "b5", "hagaki"]
    assert ours["letter"].size == Size(612, 792)
    assert ours["a4"].margin == 5 * units.MM
    assert all(paper.size.width < paper.size.height for paper in ours.values())


def test_paper_may_be_square(put):
    text = '[own]\nwidth = "20cm"\nheight = "20cm"\nmargin = "5mm"'

    assert read_papers(Folder(put({"papers.toml": text}), "data"))["own"].size == Size(200 * units.MM, 200 * units.MM)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('[a]\nwidth = "20cm"\nheight = "10cm"\nmargin = "5mm"', "[a.width]: papers stand upright"),
        ('[a]\nwidth = "20mm"\nheight = "10cm"\nmargin = "5mm"', "[a.width]: '20mm' is out of range"),
        ('[a]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5cm"', "[a.margin]: '5cm' is out of range"),
        ('[a]\nwidth = "10cm"\nheight = "20cm"', "[a.margin]: margin is missing"),
        ('[a]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5mm"\nx = 1', "[a.x]: unknown key 'x'"),
        ("a = 5", "[a]: must be a table"),
        ('[full]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5mm"', "[full]: 'full' cannot be the name of a paper"),
        ('["2x3mm"]\nwidth = "10cm"\nheight = "20cm"\nmargin = "5mm"', "[2x3mm]: '2x3mm' cannot be the name of"),
        (LABELS.replace('"a"', '"b"'), "[l.paper]: no paper called 'b'; it is one of 'a'"),
        (LABELS.replace("across = 2", "across = 0"), "[l.across]: 0 is out of range; it is 1 to 60"),
        (LABELS.replace('"40mm", "30mm"', '"40mm"'), "[l.card]: must be two lengths, like"),
        (LABELS.replace('"42mm"', '"39mm"'), "[l.pitch]: cards lie on each other"),
        (LABELS.replace('"8mm"', '"80mm"'), "[l.at]: the last card lies beyond the edge of 'a'"),
        (LABELS.replace("down = 4", "down = 6"), "[l.at]: the last card lies beyond the edge of 'a'"),
        (LABELS + "shape = 1", "[l.shape]: unknown key 'shape'"),
    ],
)
def test_faulty_papers_are_told(put, text, shown):
    with pytest.raises(Faults) as caught:
        read_papers(Folder(put({"papers.toml": text}), "data"))

    assert f" {shown}" in str(caught.value)


def test_label_sheets_say_where_their_cards_lie(put):
    found = read_papers(Folder(put({"papers.toml": LABELS + 'also = ["m"]'}), "data"))

    assert found["l"] == found["m"]
    rects = found["l"].cells.rects
    assert len(rects) == 8
    assert [round(value / units.MM, 3) for value in (rects[3].x, rects[3].y, rects[3].width, rects[3].height)] == [
        *(50, 41, 40, 30)
    ]


def test_our_label_sheets_lie_on_their_papers():
    folder = Folder(data_root(), "data")
    ours = read_papers(folder, "label_sheets.toml", read_papers(folder))

    assert len({paper.id for paper in ours.values()}) == 13
    assert {paper.id for paper in ours.values() if paper.cells.round} == {"avery-5293"}
