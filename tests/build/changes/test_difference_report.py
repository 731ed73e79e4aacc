"""`vallum diff`: what two prints show differently, as PDF and as one page of HTML."""

import io
import re
from base64 import b64decode
from html.parser import HTMLParser

import pikepdf
import pytest
from PIL import Image

from generator.base.errors import Faults, UsageError
from generator.build.changes.difference_report import write_difference_report

OLD, NEW = "old/picket", "new/picket"
EDITS = {
    "Two shadows": "Three shadows",
    "R3,3,": "R3,5,",
    "climber,R4": "climber_two,R4",
    "He has come himself.": "He is here.",
}


@pytest.fixture(scope="module")
def prints(tmp_path_factory, copied, build_into):
    """The game before and after some edits: a changed text, more copies, another id, a removed card, a new one."""
    folder = tmp_path_factory.mktemp("prints")
    game, options = copied(folder), {"only": ("raid", "watch", "score"), "languages": ("en", "ja")}
    build_into(game, folder / "old", **options)
    table = game / "cards/raid.csv"
    text = table.read_text("utf-8")
    for before, after in EDITS.items():
        text = text.replace(before, after)
    text = re.sub(r"(?m)^ladder_crew.*\n", "", text)
    text += "giant,R9,1,Giant,巨人,ladders,4,The ground shakes.,地面が揺れる。,house\n"
    table.write_text(text, "utf-8")
    build_into(game, folder / "new", **options)
    return folder


@pytest.fixture
def difference(prints, tmp_path):
    """The report on these prints."""

    def write(old=OLD, new=NEW, language="en"):
        return write_difference_report(prints / old, prints / new, language, tmp_path / "report")

    return write


@pytest.fixture
def report(tmp_path):
    """The report on prints that a test has made itself."""

    def write(old, new, language="en"):
        return write_difference_report(tmp_path / old, tmp_path / new, language, tmp_path / "report")

    return write


class Page(HTMLParser):
    """The headings and pictures of a page."""

    def __init__(self, text):
        super().__init__()
        self.titles, self.pictures, self.folded, self._in, self._depth = [], [], [], "", 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self._in = tag
        if tag == "details":
            assert not dict(attributes)
            self._depth += 1
        if tag == "img":
            source = dict(attributes)["src"]
            assert source.startswith("data:image/webp;base64,")
            (self.folded if self._depth else self.pictures).append(
                Image.open(io.BytesIO(b64decode(source.partition(",")[2])))
            )
        assert tag not in ("script", "link", "iframe")

    def handle_endtag(self, tag):
        self._depth -= tag == "details"
        self._in = ""

    def handle_data(self, text):
        if self._in in ("h1", "h2", "h3", "li"):
            self.titles.append(text.strip())


def page(report):
    return Page(report.files[0].read_text("utf-8"))


def ids(differences):
    return [each.pieces for each in differences]


ROUTES = [("old", "new"), (OLD, NEW), (f"{OLD}/faces-en.json", f"{NEW}/faces-en.json"), (f"{OLD}/raid-a4-en.pdf", NEW)]


@pytest.mark.parametrize(("old", "new"), ROUTES)
def test_every_kind_of_print_shows_the_same_difference(difference, old, new):
    found = difference(old, new).differences

    assert ids(found.changed) == [("raid/scouts",), ("raid/war_chief",)]
    assert ids(found.added) == [("raid/giant",)]
    assert ids(found.removed) == [("raid/ladder_crew",)]
    assert [(each.piece, each.before, each.after) for each in found.copies] == [("raid/torch_bearers", 3, 5)]
    assert found.changes.renamed == (("raid/climber", "raid/climber_two"),)


def test_page_holds_its_pictures_and_folds_the_pixels_away(difference):
    shown = page(difference())

    assert shown.titles == [
        *(
            "Picket: what changed",
            "Changed (2)",
            "Scouts",
            "War chief",
            "New (1)",
            "Giant",
            "Removed (1)",
            "Ladder crew",
        ),
        *("Other numbers of copies (1)", "Torch bearers (raid/torch_bearers): 3 → 5"),
    ]
    assert (len(shown.pictures), len(shown.folded)) == (2 * 2 + 1 + 1, 2)
    assert {image.size for image in shown.pictures} == {(298, 416)}
    before, after = shown.pictures[:2]
    assert before.convert("RGB").tobytes() != after.convert("RGB").tobytes()
    colours = shown.folded[0].convert("RGB").getcolors(1 << 24)
    assert 50 < sum(count for count, (red, green, _) in colours if red > 150 and green < 60) < 5000


def test_pdf_shows_the_faces_as_drawings(difference):
    made = difference().files[1]

    with pikepdf.open(made) as pdf:
        drawn = [str(step.operands[0]) for page in pdf.pages for step in pikepdf.parse_content_stream(page, "Do")]
        images = [form for page in pdf.pages for _, form in page.Resources.XObject.items() if form.Subtype == "/Image"]
    assert len(drawn) == 2 * 2 + 1 + 1
    assert images == []


def test_report_in_japanese(difference):
    shown = page(difference("old", "new", "ja"))

    assert shown.titles[0] == "見張り：変更点"
    assert {"新しいもの (1)", "巨人", "なくなったもの (1)", "梯子の組"} <= set(shown.titles)


def test_same_prints_give_the_same_report(difference):
    first = [file.read_bytes() for file in difference().files]

    assert [file.read_bytes() for file in difference().files] == first


def test_prints_that_do_not_differ_give_no_report(difference, tmp_path):
    result = difference(OLD, OLD)

    assert result.differences.is_empty
    assert result.files == ()
    assert not (tmp_path / "report").exists()


def test_lists_without_their_pdfs_name_the_pieces(difference, prints, tmp_path):
    alone = tmp_path / "faces-en.json"
    alone.write_bytes((prints / OLD / alone.name).read_bytes())
    result = difference(alone)

    assert ids(result.differences.changed) == [("raid/scouts",), ("raid/war_chief",)]
    assert len(page(result).pictures) == 2 + 1


def test_shared_back_is_shown_once(built, picket, report):
    built("old")
    back = picket / "templates/raid-back.svg.j2"
    back.write_text(
        back.read_text("utf-8").replace("{% endcall %}", '<rect width="9" height="9"/>{% endcall %}'), "utf-8"
    )
    built("new")

    (difference,) = report("old", "new").differences.changed
    assert difference.side == "back"
    assert len(difference.pieces) == 6
    assert page(report("old", "new")).titles[2].startswith("6 pieces: Scouts, War chief, ")


def test_prints_on_two_papers_are_compared_on_the_one_that_both_have(built, report):
    built("old", only=("score",), papers=("a4", "letter"))
    built("new", only=("score",), papers=("letter",))

    assert report("old", "new").differences.is_empty


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("nothing", "nothing: cannot be read (no such file or directory)"),
        ("bad.pdf", "bad.pdf: not a PDF, or a damaged one"),
        ("bad.json", "bad.json: not a face list"),
        ("empty", "empty: no print in 'en'; name a PDF or a folder"),
        ("other/picket/raid-a4-en.pdf", "other/picket/raid-a4-en.pdf: a print of 'sentry', not of 'picket' as "),
    ],
)
def test_what_is_no_print_is_refused(built, report, tmp_path, name, start):
    built("old")
    built("other")
    other = tmp_path / "other/picket/raid-a4-en.pdf"
    with pikepdf.open(other, allow_overwriting_input=True) as pdf:
        pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(b">picket<", b">sentry<"))
        pdf.save(other)
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "bad.json").write_bytes(b"{}")
    (tmp_path / "empty").mkdir()

    with pytest.raises(Faults) as told:
        report("old", name)
    assert str(told.value).replace(f"{tmp_path}/", "").startswith(start)
    assert not (tmp_path / "report").exists()


def test_several_games_in_a_folder_and_unknown_words(built, report, tmp_path):
    built("old")
    (tmp_path / "old/picket").rename(tmp_path / "old/sentry")
    built("old")

    with pytest.raises(UsageError, match=r"has several games; name one: .*old/picket, .*old/sentry"):
        report("old", "old")
    with pytest.raises(UsageError, match="the report has no words in 'fr'; it is one of 'en', 'ja'"):
        report("old/picket", "old/picket", "fr")
