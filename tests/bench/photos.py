"""How well photos are read: `PYTHONPATH=. python tests/bench/photos.py [rounds] [first seed] [strokes] [kinds] [theme]`,
on one core.

Each round takes a photo of each kind: sheets of Hadrian's Wall at three levels, a print that came out at 97 %, a
photocopy, and the pads of two other games; or of those that are named, such as copy,hard. Prints are in colour, or in a
named theme such as ink-saver. Prints how many boxes were
read right, asked for, and read wrong without a question, the same of numbers by hand, and the processor time of a page.
With a file of strokes of people in the UNIPEN format, such as pendigits-orig.tes, they write the numbers; "-" stands for
none. Photos are computed (tests/scoresheets/photos/photographer.py).
"""

import resource
import sys
from collections import Counter
from time import process_time

import numpy as np
from PIL import Image, ImageOps

from generator.build.options import PLAIN_THEME
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.model.sheet import Book
from generator.scoresheets.filled_sheet import game_limits
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.blank_page import blank_pages
from generator.scoresheets.photos.photo_reading import read_photo_here
from tests.scoresheets.photos.digit_strokes import computed, written
from tests.scoresheets.photos.photographer import LEVELS, PENS, WRITTEN, fill_in, misread, photograph, random_marks


def smaller(filled):
    """Return a page printed at 97 % on paper of the same size."""
    inside = filled.resize((round(0.97 * filled.width), round(0.97 * filled.height)), Image.Resampling.LANCZOS)
    paper = Image.new("RGB", filled.size, "white")
    paper.paste(inside, ((filled.width - inside.width) // 2, (filled.height - inside.height) // 2))
    return paper


def copied(filled):
    """Return a page as a photocopier gives it: grey, with hard contrast, and its edge lost."""
    grey = ImageOps.autocontrast(filled.convert("L"), cutoff=(8, 25))
    edge = filled.width // 70
    return ImageOps.expand(ImageOps.crop(grey, edge), edge, "white").convert("RGB")


KINDS = {
    **{level: ("hadrians-wall", level, lambda filled: filled) for level in LEVELS},
    "97 %": ("hadrians-wall", "middle", smaller),
    "copy": ("hadrians-wall", "middle", copied),
    "concordia": ("concordia", "middle", lambda filled: filled),
    "glory-to-rome": ("glory-to-rome", "middle", lambda filled: filled),
}


def blank(game_id, theme):
    """Return a game's book, its sheets, its blank pages in a theme, and the tracks that are filled in any order."""
    game = load(find_game(game_id), prefix=game_id)
    book = Book.of(game.sheets.values())
    marks = SheetMarks(GameFolder(find_game(game_id), game_id), game, game.sheets, "en", book.start())
    pages = [page for form in build_blank_forms(marks, "a4", theme=theme).values() for page in blank_pages(form)]
    limits = game_limits(game, 1)
    return book, [*game.sheets.values()], pages, limits.tracks_in_any_order if limits else frozenset()


def measured(kind, seed, games, hand):
    """Return the counts of one photo, and the seconds that it was read in."""
    game_id, level, change = KINDS[kind]
    book, sheets, pages, free = games[game_id]
    rng = np.random.default_rng([seed, *kind.encode()])
    number = seed % len(sheets)
    state, kinds = random_marks(sheets[number], pages[number], rng, with_digits=True)
    filled = change(fill_in(pages[number], state, kinds, rng, rng.choice([*PENS]), hand))
    photo, start = photograph(filled, LEVELS[level], rng), process_time()
    try:
        reading = read_photo_here(photo, pages, book, free)
    except UnreadableFormError:
        return Counter(photos=1, refused=1), process_time() - start
    if reading.doubt:
        return Counter(photos=1, refused=1), process_time() - start
    asked = {cut_out.box for cut_out in reading.cut_outs} & state.keys()
    wrong = misread(reading, state, kinds)
    digits = {id_ for id_, value in state.items() if kinds[id_] in WRITTEN and value is not None}
    counts = Counter(
        photos=1, boxes=len(state) - len(digits), asked=len(asked - digits), wrong=len(wrong.keys() - digits)
    )
    counts += Counter(numbers=len(digits), numbers_asked=len(digits & asked), numbers_wrong=len(digits & wrong.keys()))
    return counts, process_time() - start


def main():
    """Print the figures of each kind after every round."""
    rounds, first = map(int, (*sys.argv[1:3], *("20", "5000")[len(sys.argv[:3]) - 1 :]))
    people = written(sys.argv[3], upwards=True) if sys.argv[3:] and sys.argv[3] != "-" else None
    kinds = sys.argv[4].split(",") if sys.argv[4:] else [*KINDS]

    def hand(rng, digit):
        """Return the strokes of a digit."""
        return people[digit][rng.integers(len(people[digit]))] if people else computed(rng, digit)

    theme = sys.argv[5] if sys.argv[5:] else PLAIN_THEME
    games = {game_id: blank(game_id, theme) for game_id in dict.fromkeys(KINDS[kind][0] for kind in kinds)}
    totals, seconds = {kind: Counter() for kind in kinds}, dict.fromkeys(kinds, 0.0)
    for seed in range(first, first + rounds):
        for kind in kinds:
            counts, time = measured(kind, seed, games, hand)
            totals[kind] += counts
            seconds[kind] += time
            sys.stdout.write(f"{kind}: {dict(totals[kind])}, {seconds[kind] / totals[kind]['photos']:.2f} s a page\n")
            sys.stdout.flush()
    sys.stdout.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB at most\n")


if __name__ == "__main__":
    main()
