"""Photos of sheets in all themes, and of another game's sheet."""

import random

import numpy as np
import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Book
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos import photographed_sheets
from generator.scoresheets.photos.blank_page import blank_pages
from generator.scoresheets.photos.photo_reading import CutOut
from generator.scoresheets.photos.photographed_sheets import PhotographedSheets, read_photographed_sheets
from generator.scoresheets.sheet_report import SheetReport
from tests.scoresheets.photos.bad_photos import half
from tests.scoresheets.photos.other_editions import photo_of
from tests.scoresheets.photos.photographer import EASY, MIDDLE, fill_in, photograph, random_marks

pytestmark = pytest.mark.usefixtures("photos_read_here")
GAME = "hadrians-wall"


def test_sheet_of_another_game_names_it(pad, game, tmp_path):
    _, sheet, page = pad
    rng = np.random.default_rng(7)
    photo = tmp_path / "IMG_7.jpg"
    photo.write_bytes(photograph(fill_in(page, *random_marks(sheet, page, rng), rng, "black"), EASY, rng))

    with pytest.raises(Faults, match=r"IMG_7\.jpg: shows a sheet of 'glory-to-rome', not of 'hadrians-wall'; choose"):
        read_photographed_sheets([photo], GameFolder(find_game(GAME), GAME), game, ("a4",))


def test_sheet_of_another_game_is_named_by_its_own_file(pad, pages, game, tmp_path):
    _, sheet, page = pad
    rng = np.random.default_rng(7)
    first, second = tmp_path / "first.jpg", tmp_path / "second.jpg"
    first.write_bytes(photograph(pages[0].image, EASY, rng))
    second.write_bytes(photograph(fill_in(page, *random_marks(sheet, page, rng), rng, "black"), EASY, rng))

    with pytest.raises(Faults, match=r"second\.jpg: shows a sheet of 'glory-to-rome', not of 'hadrians-wall'; choose"):
        read_photographed_sheets([first, second], GameFolder(find_game(GAME), GAME), game, ("a4",), "en")


def test_half_a_sheet_is_refused_after_one_print_of_its_game(pages, game, tmp_path, monkeypatch):
    photo = tmp_path / "half.jpg"
    photo.write_bytes(half(photograph(pages[0].image, EASY, np.random.default_rng(11))))
    build, prints = photographed_sheets.build_blank_forms, set()

    def counted(marks, paper, **options):
        prints.add((marks.game.id, paper, *options.values()))
        return build(marks, paper, **options)

    monkeypatch.setattr(photographed_sheets, "build_blank_forms", counted)
    with pytest.raises(Faults, match=r"half\.jpg: shows no sheet of this game, or not the whole of it"):
        read_photographed_sheets([photo], GameFolder(find_game(GAME), GAME), game, ("a4", "letter"))

    assert {print_ for print_ in prints if print_[0] == GAME} == {(GAME, "a4", "colour")}


@pytest.fixture
def two_themes(monkeypatch):
    """Sheets are compared with the first two of the themes that they may be printed in: as right as with all, and sooner."""
    themes = photographed_sheets.themes
    monkeypatch.setattr(photographed_sheets, "themes", lambda folder: themes(folder)[:2])


@pytest.mark.usefixtures("two_themes")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_sheet_of_another_edition_is_named_by_its_own_file(pages, game, tmp_path, order):
    photos = [tmp_path / "edition.jpg", tmp_path / "right.jpg"]
    photos[0].write_bytes(photo_of("narrower boxes", tmp_path))
    photos[1].write_bytes(photograph(pages[1].image, EASY, np.random.default_rng(7)))

    with pytest.raises(Faults, match=r"edition\.jpg: shows a sheet whose print differs"):
        read_photographed_sheets(
            [photos[number] for number in order], GameFolder(find_game(GAME), GAME), game, ("a4",), "en"
        )


def printed(game_id, theme):
    """The folder and the game, its first sheet, and that sheet's page in a theme."""
    game = load(find_game(game_id), prefix=game_id)
    folder, start = GameFolder(find_game(game_id), game_id), Book.of(game.sheets.values()).start()
    form = next(iter(build_blank_forms(SheetMarks(folder, game, game.sheets, "en", start), "a4", theme=theme).values()))
    return folder, game, next(iter(game.sheets.values())), next(blank_pages(form))


@pytest.mark.parametrize(
    ("game_id", "theme"),
    [*((GAME, theme) for theme in ("colour", "ink-saver", "light", "mono")), ("aquileia", "ink-saver")],
)
def test_bent_sheet_is_read_in_the_theme_that_it_was_printed_in(tmp_path, game_id, theme):
    folder, game, sheet, page = printed(game_id, theme)
    rng = np.random.default_rng([1, *b"abc"])
    state, kinds = random_marks(sheet, page, rng)
    photo = tmp_path / "sheet.jpg"
    photo.write_bytes(photograph(fill_in(page, state, kinds, rng, "ballpoint"), MIDDLE, rng))

    sheets = read_photographed_sheets([photo], folder, game, ("a4",), "en")

    asked = {cut_out.box for cut_out in sheets.cut_outs}
    read = {id_: sheets.marks.state.get(id_, 0) for id_ in state.keys() - asked}
    assert read == {id_: value for id_, value in state.items() if id_ not in asked}
    assert len(asked & state.keys()) <= 6


@pytest.mark.parametrize("seed", range(8))
def test_boxes_without_an_answer_accuse_no_legal_game(game, book, legal, seed):
    """A box in doubt may have given what others were filled by, may be full or empty, and comes with others."""
    folder, state = GameFolder(game.folder, "x"), legal(seed)
    chance = random.Random(seed)
    filled = [box.id for box in book.boxes.values() if state.get(box.id) and not box.start]
    empty = [box.id for box in book.boxes.values() if not state.get(box.id)]
    for full, free in [(1, 0), (0, 1), (1, 1), (3, 2), (8, 8), (40, 20)] * 3:
        asked = {*chance.sample(filled, min(full, len(filled))), *chance.sample(empty, min(free, len(empty)))}
        sure = {id_: value for id_, value in state.items() if id_ not in asked}
        marks = SheetMarks(folder, game, game.sheets, "en", book.start() | sure)
        sheets = PhotographedSheets(marks, "a4", tuple(game.sheets), tuple(CutOut(id_, b"") for id_ in asked))

        flaws = sheets.filled(is_final=True).flaws

        assert {flaw.rule for flaw in flaws} == {"untold"}
        assert sorted(box for flaw in flaws for box in flaw.boxes) == sorted(asked)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_depends_on_boxes_without_an_answer_is_not_known(game, book, legal, language):
    words = {"en": ("not told yet", "not known yet"), "ja": ("まだ答えがない", "まだ分からない")}[language]
    state = dict(legal(3))
    box, *_ = (box.id for box in book.track("disdain").boxes if state.get(box.id))
    del state[box]
    marks = SheetMarks(GameFolder(game.folder, "x"), game, game.sheets, "en", book.start() | state)
    sheets = PhotographedSheets(marks, "a4", tuple(game.sheets), (CutOut(box, b""),))

    report = SheetReport(sheets.filled(), language)
    (flaw,), rows, scores = report.flaws(), dict(report.score_rows()), report.document()["scores"]

    assert (flaw.flaw.boxes, flaw.what) == ((box,), words[0])
    assert f"--set {box}=" in flaw.rule
    disdain, total = (("Disdain", "軽蔑")[language == "ja"], book.values["total"].title[language])
    assert rows[disdain] == rows[total] == words[1]
    assert any(isinstance(points, int) for points in rows.values())
    assert [row["points"] for row in scores if row["title"] == total] == [None]
    assert report.rank() is None
