import pytest

from generator.base.cache import Cache
from generator.base.errors import Faults, UsageError
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.papers import find_paper, label_sheets, own_papers
from generator.cli.main import main
from generator.model.paper import FULL

OWN = """
[card-stock]
width = "320mm"
height = "450mm"
margin = "7mm"

[my-labels]
paper = "card-stock"
card = ["50mm", "30mm"]
across = 2
down = 3
at = ["20mm", "20mm"]
pitch = ["60mm", "40mm"]
also = ["old-labels"]
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Writes the user's own papers."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "vallum").mkdir()

    def write(text):
        (tmp_path / "vallum" / "papers.toml").write_text(text, encoding="utf-8")

    return write


@pytest.mark.parametrize(
    ("name", "width", "height", "id_"),
    [
        ("a4", 210, 297, "a4"),
        ("B5", 182, 257, "b5"),
        ("hagaki", 100, 148, "hagaki"),
        ("210x297mm", 210, 297, "210x297mm"),
        ("297 x 210 mm", 210, 297, "210x297mm"),
        ("29.7x21cm", 210, 297, "210x297mm"),
        ("8.5×11in", 215.9, 279.4, "215.9x279.4mm"),
        ("200x200mm", 200, 200, "200x200mm"),
        ("50x2000mm", 50, 2000, "50x2000mm"),
    ],
)
def test_papers_have_names_and_sizes(name, width, height, id_):
    paper = find_paper(name)

    assert (paper.size.width / MM, paper.size.height / MM) == pytest.approx((width, height))
    assert (paper.id, paper.margin) == (id_, 5 * MM)


@pytest.mark.parametrize(
    ("name", "margin", "said"),
    [
        ("hagak", None, "no paper called 'hagak'; did you mean 'hagaki'?"),
        ("avery-5372", None, "no paper called 'avery-5372'; did you mean 'avery-5371'?"),
        ("210x297", None, "the paper '210x297' has no unit of mm, cm or in; write it like '210x297mm'"),
        ("210x297pt", None, "the paper '210x297pt' has no unit of mm, cm or in; write it like '210x297mm'"),
        ("20x30mm", None, "the paper '20x30mm' is out of range; its sides are from 50mm to 2000mm long"),
        ("3x2.1mm", None, "the paper '3x2.1mm' is out of range; its sides are from 50mm to 2000mm long"),
        ("50x60mm", 20 * MM, "a margin of 20mm is too much for '50x60mm'; at most 12.5mm"),
    ],
)
def test_no_paper_is_told_what_would_be_one(name, margin, said):
    with pytest.raises(UsageError) as caught:
        find_paper(name, margin)

    assert str(caught.value) == said


def test_unlike_any_paper_lists_the_ways_to_name_one():
    with pytest.raises(UsageError, match="full, a size like 210x297mm, or a label sheet like avery-5371"):
        find_paper("qqqq")


def test_margin_is_that_of_plain_papers():
    assert find_paper("a4", 8 * MM).margin == 8 * MM
    assert find_paper("full", 8 * MM) == FULL
    assert find_paper("avery-5371", 8 * MM) == find_paper("avery-5371")


def test_own_papers_have_names_of_ones_own(own):
    own(OWN)

    assert find_paper("card-stock").size == Size(320 * MM, 450 * MM)
    assert find_paper("old-labels") == find_paper("my-labels")
    assert next(iter(label_sheets())) == "my-labels"
    with pytest.raises(UsageError, match="did you mean 'card-stock'"):
        find_paper("card-stok")


def test_own_papers_go_before_ours(own):
    own('[a4]\nwidth = "210mm"\nheight = "297mm"\nmargin = "3mm"')

    assert find_paper("a4").margin == 3 * MM


def test_faulty_own_papers_are_told(own):
    own('[a4]\nwidth = "210mm"\nheight = "297mm"')

    with pytest.raises(Faults, match=r"papers.toml:1 \[a4.margin\]: margin is missing"):
        find_paper("a4")


def test_no_own_papers_are_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert own_papers() == {}


def test_help_names_every_paper(capsys):
    from generator.load.game_locations import data_root
    from generator.load.paper_reader import read_paper_file

    with pytest.raises(SystemExit):
        main(["build", "--help"])

    said = capsys.readouterr().out
    assert all(name in said for name in read_paper_file(data_root(), "data"))


def test_damaged_cache_of_papers_costs_time_only(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = find_paper("a4")
    (tmp_path / "vallum" / "papers").write_bytes(b"damaged")

    assert find_paper("a4") == first == find_paper("a4")


def test_papers_of_another_version_are_read_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    Cache(tmp_path / "vallum").put("papers", ("another version", {}))

    assert find_paper("a4").id == "a4"
