"""The texts of games become pages: kept by content, held to the shipped texts, told where they are too long."""

from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.build.faces import booklet_pages
from generator.build.faces.booklet_pages import BookletPages
from generator.build.faces.figures import RADIUS, Figures
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_loader import load
from generator.load.game_locations import data_root, templates_root
from generator.model.game import Component, PictureCredit
from generator.model.prose import MarkdownSource, PlacedBlock, Prose
from generator.model.text import Text

A5, A4 = Size(148 * MM, 210 * MM), Size(200 * MM, 275 * MM)
TITLE = Text.of({"en": "Rules", "ja": "ルール"})
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" {}viewBox="0 0 40 20"><path d="M0 0H9"/></svg>'
GAMES = ("picket", "hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")


def rules(text, trim=A5, **how):
    prose = Prose((("en", MarkdownSource("rules/rules.en.md", f"# Rules\n{text}")),), **{"margin": 14 * MM} | how)
    return Component("rules", "booklets", TITLE, trim, 0.0, 0.0, "rect", "page.svg.j2", None, "rules", (), prose=prose)


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """Where the fonts of all these tests are kept."""
    return Cache(tmp_path_factory.mktemp("fonts"))


@pytest.fixture
def booklets(kept, tmp_path):
    """What sets the texts of a game whose own folder is empty, but for drawings."""
    (tmp_path / "game").mkdir()

    def made(base="x", credits=None, **drawings):
        for name, text in drawings.items():
            (tmp_path / "game" / f"{name}.svg").write_text(text, "utf-8")
        search = SearchPath((Folder(tmp_path / "game"), Folder(templates_root(), "templates")))
        return BookletPages(Labels(search, kept), search, Cache(tmp_path / "cache"), base, credits=credits)

    return made


def styles(page, *names):
    return [block for block in page.row.cells["blocks"] if block.cells["style"] in names]


def test_text_of_one_page_is_set_once(booklets, monkeypatch):
    sizes = []
    monkeypatch.setattr(booklet_pages, "set_pages", lambda text, prose, *_, **__: sizes.append(prose.size) or [()])
    booklets().pages(rules("one"), "en", A5)

    assert len(sizes) == 1


def test_pages_are_pieces_with_all_that_stands_on_them(booklets):
    first, second = booklets().pages(rules("one\n\n<!-- column -->\n\ntwo"), "en", A5)

    assert [(page.id, page.label, page.copies) for page in (first, second)] == [("p01", "1", 1), ("p02", "2", 1)]
    assert first.row.cells["title"] == "Rules"
    assert (second.row.cells["number"], second.row.cells["pages"]) == (2, 2)
    assert [block.cells["text"] for block in second.row.cells["blocks"]] == ["two"]
    assert second.row.cells["blocks"][0].rich == ("text",)


def test_title_has_room_on_the_first_page_alone(booklets):
    first, second = booklets().pages(rules("one\n\n<!-- column -->\n\ntwo"), "en", A5)

    (upper,), (lower,) = styles(first, "body"), styles(second, "body")
    assert upper.cells["y"] - lower.cells["y"] == pytest.approx(30)


@pytest.mark.parametrize(("head", "width"), [("", 40), ('width="80mm" ', 80), ('width="20" ', 40)])
def test_drawing_has_its_own_size(booklets, head, width):
    (page,) = booklets(fold=DRAWING.format(head)).pages(rules("![cap](fold)"), "en", A5)

    (image,) = styles(page, "figure")
    assert (image.cells["text"], image.cells["width"], image.cells["height"]) == ("fold.svg", width, width / 2)


@pytest.mark.parametrize("drawing", ["<svg/>", DRAWING.replace("0 0 40 20", "0 0 40"), DRAWING.replace("40 20", "0 1")])
def test_drawing_without_size_is_a_fault(booklets, drawing):
    with pytest.raises(Faults, match=r"rules\.en\.md:3: no drawing 'fold.svg'"):
        booklets(fold=drawing).pages(rules("\n![](fold)"), "en", A5)


def test_picture_of_pixels_is_sharp_at_its_own_size(booklets, tmp_path):
    made = booklets()
    Image.new("RGB", (300, 150)).save(tmp_path / "game/photo.png")
    (page,) = made.pages(rules("![cap](photo.png)"), "en", A5)

    (image,) = styles(page, "figure")
    assert (image.cells["text"], image.cells["width"], image.cells["height"]) == ("photo.png", 25.4, 12.7)


def test_drawing_may_be_named_with_its_ending(booklets):
    (page,) = booklets(fold=DRAWING.format("")).pages(rules("![cap](fold.svg)"), "en", A5)

    assert styles(page, "figure")[0].cells["text"] == "fold.svg"


ADDRESS = "https://example.org/" + "a_picture_of_an_owl_" * 9
CREDITS = {"rules": (PictureCredit("art/owl.png", f"B *Star* {{x}}, {ADDRESS}", "mine/credits.toml:2"),)}


@pytest.mark.parametrize(("language", "title"), [("en", "Pictures, by their files"), ("ja", "絵とその作者")])
def test_makers_of_pictures_end_a_booklet(booklets, language, title):
    part = rules("one")
    text = MarkdownSource("rules/rules.ja.md", "# ルール\n一")
    part = replace(part, prose=replace(part.prose, texts=(*part.prose.texts, ("ja", text))))
    made = booklets(credits=CREDITS)
    (page,) = made.pages(part, language, A5)

    assert [block.cells["text"] for block in styles(page, "h2")] == [title]
    (item,) = (block.cells for block in styles(page, "item"))
    assert item["text"].replace("\u200b", "").endswith(rf"B \*Star\* \{{x\}}, {ADDRESS}")
    # The address is broken: without that there are two lines, of which one is wider than the column.
    assert item["height"] * MM > 3 * item["size"]
    made.pages(part, "en", A5)
    assert made.warnings == []


def test_makers_stand_in_no_other_text(booklets):
    assert booklets(credits={"other": CREDITS["rules"]}).pages(rules("one"), "en", A5) == booklets().pages(
        rules("one"), "en", A5
    )


def test_changed_credits_are_printed_anew(booklets):
    before = booklets().pages(rules("one"), "en", A5)
    after = booklets(credits=CREDITS).pages(rules("one"), "en", A5)

    assert before != after
    assert booklets().pages(rules("one"), "en", A5) == before


def test_faults_of_credits_name_their_file(booklets):
    credits = {"rules": (PictureCredit("art/owl.png", "\U00013080 \U00012000", "mine/credits.toml:7"),)}
    with pytest.raises(Faults) as caught:
        booklets(credits=credits).pages(rules("one"), "en", A5)

    assert {(fault.where, fault.line) for fault in caught.value.faults} == {("mine/credits.toml", 7)}


def test_picture_that_is_missing_is_named_as_written(booklets):
    with pytest.raises(Faults, match=r"rules\.en\.md:3: no drawing 'art/p\.png'; it is looked for in"):
        booklets().pages(rules("\n![](art/p.png)"), "en", A5)


WHOLE = "\n## One\n\n- a\n- b\n\n| c | d |\n|---|---|\n| 1 | 2 |\n"


@pytest.mark.parametrize(
    ("other", "warnings"),
    [
        (WHOLE, []),
        (WHOLE.replace("## One\n", ""), ["headings: 0, but 1 in rules/rules.en.md"]),
        (WHOLE.replace("- b\n", ""), ["items of lists: 1, but 2 in rules/rules.en.md"]),
        (WHOLE.replace("| 1 | 2 |\n", ""), ["rows of tables: 0, but 1 in rules/rules.en.md"]),
    ],
)
def test_languages_that_drift_apart_are_told(booklets, other, warnings):
    part = rules(WHOLE)
    texts = (*part.prose.texts, ("ja", MarkdownSource("rules/rules.ja.md", f"# J\n{other}")))
    part, made = replace(part, prose=replace(part.prose, texts=texts)), booklets()
    for language in ("en", "ja"):
        made.pages(part, language, A5)

    assert made.warnings == [f"rules/rules.ja.md: {each}" for each in warnings]


def test_pages_are_kept_until_something_changes(booklets, monkeypatch):
    part = rules("one")
    before = booklets().pages(part, "en", A5)
    monkeypatch.setattr(BookletPages, "_set", lambda *_: ((), {}, ()))

    assert booklets().pages(part, "en", A5) == before
    assert booklets(base="y").pages(part, "en", A5) == ()
    assert booklets().pages(rules("two"), "en", A5) == ()


def test_sheet_is_set_as_large_as_one_page_allows(booklets):
    words = "The horn sounds, and everybody on the wall turns out. "

    def size(count):
        pages = booklets().pages(rules("\n\n".join([words * 4] * count), None, across=2, size=12.0), "en", A4)
        return len(pages), styles(pages[0], "body")[0].cells["size"]

    assert size(4) == (1, 12.0)
    assert size(26)[0] == 1
    assert 7.5 <= size(26)[1] < 12.0


def test_sheet_of_more_than_two_sides_is_told(booklets):
    made = booklets()
    made.pages(rules("\n\n<!-- page -->\n\n".join("abc"), None), "en", A4)

    assert made.warnings == [
        "rules/rules.en.md: takes 3 pages; a reference sheet has two sides, shorten it or give it a smaller size"
    ]


def test_sheet_of_two_sides_is_not_told(booklets):
    made = booklets()

    assert len(made.pages(rules("\n\n<!-- page -->\n\n".join("ab"), None), "en", A4)) == 2
    assert made.warnings == []


@pytest.mark.parametrize(
    ("pages", "lowest", "cost"),
    [(4, 49, (1, True)), (5, 51, (2, False)), (8, 0, (2, True)), (1, 10, (1, False))],
)
def test_last_page_that_is_nearly_empty_costs_more(pages, lowest, cost):
    class Flowed(list):
        last = (PlacedBlock("text", "body", 10, 5, 100, 1), PlacedBlock("text", "body", 10, lowest - 9, 100, 9))

    assert booklet_pages._sheets(Flowed(range(pages))) == cost


def test_faults_of_the_text_come_with_their_lines(booklets):
    with pytest.raises(Faults) as caught:
        booklets().pages(rules("\n{nothing}\n\nfine"), "en", A5)

    assert [(fault.where, fault.line) for fault in caught.value.faults] == [("rules/rules.en.md", 3)]


def test_faults_of_parsing_and_of_setting_are_told_at_once(booklets):
    with pytest.raises(Faults) as caught:
        booklets().pages(rules("\n{nothing}\n\n~~gone~~\n\n![](missing)\n"), "en", A5)

    assert [fault.line for fault in caught.value.faults] == [3, 5, 7]


def test_rule_of_dashes_is_told_and_one_of_stars_is_not(booklets):
    made = booklets()
    pages = [made.pages(rules(f"a\n\n{sign}\n\nb"), "en", A5) for sign in ("***", "---")]

    assert [len(styles(page, "rule")) for page, *rest in pages if not rest] == [1, 1]
    assert [warning.partition(" is")[0] for warning in made.warnings] == ["rules/rules.en.md:4: '---'"]


def test_box_of_a_kind_has_its_word_as_the_title(booklets):
    (page,) = booklets().pages(rules(":::note\na\n:::"), "en", A5)

    assert [row.cells["text"] for row in styles(page, "body")] == ["**Note**", "a"]


@pytest.fixture(
    scope="module", params=[(game, text) for game in GAMES for text in ("rules", "reference")], ids="-".join
)
def shipped(request, kept):
    """The pages of a shipped text, by language."""
    id_, text = request.param
    folder = data_root() / id_
    search = SearchPath(
        (Folder(folder / "templates"), Folder(folder), Folder(templates_root() / id_), Folder(templates_root()))
    )
    sources = tuple(
        (lang, MarkdownSource(f"{text}.{lang}.md", (folder / "rules" / f"{text}.{lang}.md").read_text("utf-8")))
        for lang in ("en", "ja")
    )
    sheet = text == "reference"
    prose = Prose(sources, 2 if sheet else 1, 9.5 if sheet else 9.0, (4 if sheet else 14) * MM)
    part = Component(text, "booklets", TITLE, None if sheet else A5, 0.0, 0.0, "rect", "p", None, text, (), prose=prose)
    made = BookletPages(Labels(search, kept), search, Cache(None), "x", Figures(load(folder), "x"))
    return {language: made.pages(part, language, A4 if sheet else A5) for language in ("en", "ja")}


def test_no_heading_is_last_in_its_column(shipped):
    for pages in shipped.values():
        for page in pages:
            blocks = [block.cells for block in page.row.cells["blocks"]]
            for head in styles(page, "h2", "h3"):
                below = [
                    each for each in blocks if each["y"] > head.cells["y"] and abs(each["x"] - head.cells["x"]) < 30
                ]
                assert below, (page.id, head.cells["text"])


def test_everything_stands_inside_the_page(shipped):
    for pages in shipped.values():
        for page in pages:
            for block in (block.cells for block in page.row.cells["blocks"]):
                assert 0 < block["x"] < block["x"] + block["width"] < 200
                assert 0 < block["y"] <= block["y"] + block["height"] < 275


def test_pages_are_well_filled(shipped):
    for pages in shipped.values():
        for page, following in pairwise(pages):
            lowest = max(block.cells["y"] + block.cells["height"] for block in page.row.cells["blocks"])
            figure = any(block.cells["kind"] == "figure" for block in following.row.cells["blocks"][:4])
            assert lowest > (0.5 if figure else 0.62) * 210, page.id


def test_numbers_of_figures_cover_neither_what_they_point_to_nor_each_other(shipped):
    for pages in shipped.values():
        for page in pages:
            for figure in (block.cells for block in styles(page, "figure") if "numbers" in block.cells):
                numbers = [row.cells for row in figure["numbers"]]
                for number in numbers:
                    assert dist((number["x"], number["y"]), (number["to_x"], number["to_y"])) > RADIUS, (
                        page.id,
                        figure["text"],
                        number,
                    )
                for one, other in combinations(numbers, 2):
                    gap = dist((one["x"], one["y"]), (other["x"], other["y"])) - 2 * RADIUS
                    assert gap > 0, (page.id, figure["text"], one["number"], other["number"])


def test_lists_below_figures_explain_their_numbers(shipped):
    for pages in shipped.values():
        blocks = [block.cells for page in pages for block in page.row.cells["blocks"]]
        for at, figure in enumerate(blocks):
            if not figure.get("numbers"):
                continue
            below = []
            for block in blocks[at + 1 :]:
                if block["kind"] in {"figure", "box", "band"} or block["style"] in {"h2", "h3", "body"}:
                    break
                below += [int(block["text"])] if block["kind"] == "number" else []
            assert {row.cells["number"] for row in figure["numbers"]} == set(below), figure["text"]


def test_component_without_a_text_has_no_pages(booklets):
    with pytest.raises(TypeError, match="rules is set from no text"):
        booklets().pages(replace(rules("one"), prose=None), "en", A5)
