"""`vallum sheet`: read filled scoresheets, from forms or photos, and fill them in."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.cli import parser as cli
from generator.cli import terminal

if TYPE_CHECKING:
    from generator.model.game import Game
    from generator.scoresheets.filled_sheet import FilledScoresheet
    from generator.scoresheets.photos.photographed_sheets import PhotographedSheets

_MOST_IDS = 3
"""Most boxes of a flaw whose ids are printed; `--json` has all."""


def add_sheet(commands: cli.Subcommands) -> None:
    """Add `vallum sheet` with its commands `read` and `fill` to the parser."""
    group = cli.add_group(commands, "sheet")
    about = "Read a filled sheet, add it up, and say where it breaks the rules."
    read = cli.add_command(group, "read", about, _read)
    file = "the PDF that was filled in and saved, or photos of the sheets on paper"
    read.add_argument("file", type=Path, nargs="+", metavar="FILE", help=file)
    players = "players at the table, whose neighbours paid them; default: 1"
    read.add_argument("--players", type=cli.whole_number(1, 99), default=1, metavar="N", help=players)
    final = "the game is over: also say where its last attack is missing"
    read.add_argument("--final", action="store_true", help=final)
    fill = cli.add_command(group, "fill", "Write marks into a fresh sheet: DIR/GAME/…-filled-MARKS-….pdf.", _fill)
    fill.add_argument("file", type=Path, metavar="MARKS.json", help="boxes and marks, as sheet read --json prints them")
    fill.add_argument("--flat", action="store_true", help="as ink, not as a form")
    fill.add_argument("--paper", default="a4", metavar="PAPER", help="such as letter or a3; default: a4")
    paper = "of photos: the paper they were printed on; default: a4 or letter, as the photo shows"
    photos = read.add_argument_group("photos of sheets")
    photos.add_argument("--paper", metavar="PAPER", help=paper)
    answer = "of photos: what a box holds that is in doubt, such as renown_03=1; repeatable"
    photos.add_argument("--set", action="append", default=[], metavar="BOX=VALUE", dest="answers", help=answer)
    for command in (read, fill):
        cli.add_out(command)
        command.add_argument("--game", metavar="GAME", help="the game, or the folder of a game of your own")
        command.add_argument("--lang", metavar="LANG", help="language of report or form; default: the sheet's")


def _read(options: argparse.Namespace) -> int:
    """Read a filled sheet and print its report; return 1 if it breaks a rule. Raises UsageError, Faults."""
    from generator.scoresheets.file_origin import is_picture_file
    from generator.scoresheets.filled_sheet import check_language, read_sheet

    check_language(options.lang, options.game)
    if any(is_picture_file(path) for path in options.file):
        return _read_photos(options)
    if len(options.file) > 1:
        raise UsageError("only photos are read several at a time; give one PDF")
    if options.answers or options.paper:
        raise UsageError("--set and --paper are for photos of sheets; leave them out for a PDF")
    return _report(
        read_sheet(options.file[0], options.game, players=options.players, is_final=options.final), options, {}
    )


def _read_photos(options: argparse.Namespace) -> int:
    """Read photos, ask for boxes that are in doubt, save the marks as a form, and report."""
    from generator.base.system.output_file import write_file
    from generator.build.papers import DEFAULT_PAPERS
    from generator.load.game_loader import load
    from generator.load.game_locations import GameFolder, find_game
    from generator.play.filled_sheets import check_photo_library
    from generator.scoresheets.form_filling import write_filled_sheets

    if options.game is None:
        raise UsageError("a photo names no game; add --game GAME")
    check_photo_library()
    from generator.scoresheets.photos import photographed_sheets, question_sheet, questions

    papers = (options.paper,) if options.paper else DEFAULT_PAPERS
    folder = GameFolder(find_game(options.game), options.game)
    game = load(folder.folder, prefix=folder.shown)
    answers = _typed_answers(game, options)
    sheets = photographed_sheets.read_photographed_sheets(options.file, folder, game, papers, options.lang)
    sheets = sheets.with_answers(answers)
    files = []
    doubtful = [*questions.open_questions(sheets)]
    # The numbers under which boxes stand in the picture.
    numbers = {box: number for number, question in enumerate(doubtful, 1) for box in question.boxes}
    if doubtful:
        picture = options.out / game.id / f"{sheets.marks.name}-questions.png"
        captioned = [(_ids(question.boxes), question.picture) for question in doubtful]
        write_file(picture, question_sheet.question_sheet(captioned))
        files.append(picture)
        if not options.json:
            terminal.print_summary(f"questions about boxes in doubt: {len(doubtful)}; they are shown in {picture}")
            sheets = sheets.with_answers(_asked_answers(sheets, options.lang))
    files += [*_shown_numbers(sheets, options)]
    files += write_filled_sheets(sheets.marks, sheets.paper, options.out)
    filled = sheets.filled(options.players, is_final=options.final)
    about: dict[str, object] = {"files": [file.as_posix() for file in files]}
    about["asked"] = [cut_out.box for cut_out in sheets.cut_outs]
    about["read"] = {cut_out.box: cut_out.number for cut_out in sheets.numbers}
    if not options.json:
        terminal.print_files(files, as_json=False)
    return _report(filled, options, about, numbers)


def _ids(boxes: Sequence[str]) -> str:
    """Return the ids of boxes in a few words: of more than two the first and the last."""
    return boxes[0] if len(boxes) == 1 else f"{boxes[0]}{', ' if len(boxes) == 2 else ' - '}{boxes[-1]}"


def _shown_numbers(sheets: PhotographedSheets, options: argparse.Namespace) -> Iterator[Path]:
    """Show the numbers that were read from handwriting, and yield the picture of their boxes."""
    from generator.base.system.output_file import write_file
    from generator.scoresheets.photos.question_sheet import question_sheet
    from generator.scoresheets.sheet_report import SheetReport

    if not sheets.numbers:
        return
    picture = options.out / sheets.marks.game.id / f"{sheets.marks.name}-numbers.png"
    write_file(picture, question_sheet([(f"{cut.box}: {cut.number}", cut.picture) for cut in sheets.numbers]))
    yield picture
    if options.json:
        return
    count = len(sheets.numbers)
    terminal.print_summary(
        f"numbers by hand that were read: {count}; compare them with {picture}, and correct one with --set BOX=NUMBER"
    )
    # The ids are what --set takes.
    report = SheetReport(sheets.filled(), options.lang)
    rows = [(cut.box, f"{report.box_name(cut.box)}: {cut.number}") for cut in sheets.numbers]
    terminal.print_table(("", ""), rows)


def _typed_answers(game: Game, options: argparse.Namespace) -> dict[str, int | str]:
    """Return the answers of `--set`. Raises UsageError for a box that is not there or cannot hold them."""
    from generator.base.errors import suggestion
    from generator.model.sheet import Book
    from generator.scoresheets.photos.photographed_sheets import parse_answer

    boxes = Book.of(game.sheets.values()).boxes
    answers: dict[str, int | str] = {}
    for text in options.answers:
        id_, _, value = (part.strip() for part in text.partition("="))
        if id_ not in boxes:
            raise UsageError(f"--set {text}: no box called {id_!r}{suggestion(id_, [*boxes])}")
        answer = parse_answer(boxes[id_], value, options.lang or game.languages[0])
        if answer is None:
            raise UsageError(f"--set {text}: {value!r} cannot stand in this box")
        answers[id_] = answer
    return answers


def _asked_answers(sheets: PhotographedSheets, language: str | None) -> dict[str, int | str]:
    """Ask each question about boxes in doubt until its answer fits; boxes are absent after the end of the input."""
    from generator.scoresheets.photos.questions import open_questions, states_of
    from generator.scoresheets.sheet_report import SheetReport

    report = SheetReport(sheets.filled(), language)
    doubtful = [*open_questions(sheets)]
    answers: dict[str, int | str] = {}
    for number, question in enumerate(doubtful, 1):
        name, range_ = report.typed_question(question.box, question.row, question.least, question.most)
        while (typed := terminal.ask(f"{number} of {len(doubtful)}, {name} ({range_})> ", tuple)) is not None:
            states = states_of(question, typed, sheets)
            if states is not None:
                answers |= states
                break
            terminal.print_line(report.misfit(typed.strip()[:80], range_))
        else:
            return answers
    return answers


def _report(
    filled: FilledScoresheet,
    options: argparse.Namespace,
    about: Mapping[str, object],
    numbers: Mapping[str, int] = MappingProxyType({}),
) -> int:
    """Print the marks, scores and broken rules of a sheet; return 1 if there are any flaws.

    `numbers` are those under which a picture shows boxes in doubt.
    """
    from generator.scoresheets.sheet_report import SheetReport

    report = SheetReport(filled, options.lang)
    if options.json:
        terminal.print_json({**report.document(), **about}, ok=not filled.flaws)
        return int(bool(filled.flaws))
    terminal.print_line(report.sheets())
    terminal.print_table(("", ""), report.marks())
    terminal.print_table(("", ""), report.score_rows())
    if rank := report.rank():
        terminal.print_line(rank)
    for note in report.notes():
        terminal.print_line(note)
    for text in report.flaws():
        more = ", …" if len(text.flaw.boxes) > _MOST_IDS else ""
        boxes = f"{', '.join(text.flaw.boxes[:_MOST_IDS])}{more}: " if text.flaw.boxes else ""
        number = f"{numbers[text.flaw.boxes[0]]} = " if text.flaw.rule == "untold" else ""
        terminal.print_line(f"{number}{boxes}{text.where}: {text.what}; {text.rule}")
    if options.players == 1 and any(flaw.rule == "spent" for flaw in filled.flaws):
        terminal.print_summary("where neighbours paid, read the sheet with --players, the number at the table")
    return int(bool(filled.flaws))


def _fill(options: argparse.Namespace) -> int:
    """Write marks into a fresh sheet and print the name of its file."""
    from generator.scoresheets.form_filling import read_marks, write_filled_sheets

    marks = read_marks(options.file, options.game, options.lang)
    files = write_filled_sheets(marks, options.paper, options.out, flat=options.flat)
    terminal.print_files(files, as_json=options.json)
    return 0
