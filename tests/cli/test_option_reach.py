"""Every option beside every kind of component: obeyed, refused, or told in one line; no file is named after nothing."""

import hashlib

import pikepdf
import pypdfium2
import pytest

from generator.base.shown_faults.fault_translation import fault_translation
from generator.build.reach.option_rules import RULES
from generator.load.game_locations import templates_root
from tests.all_kinds import COMPONENTS, all_kinds

CUT = {"deck", "hand", "coins", "chits", "mat", "slip", "die", "pawn", "tent", "box", "case"}
"""Components that lie side by side on a sheet."""
ALL = {*COMPONENTS}
OBEYING = {
    ("--size", "euro"): {"deck", "hand", "box", "case"},
    ("--size", "95%"): {"deck", "hand", "box", "case"},
    ("--scale", "90%"): {"mat", "map"},
    ("--sleeved", "fit"): {"box", "case"},
    ("--dice", "stickers"): {"die"},
    ("--backs", "fold"): {"deck", "coins", "rules"},
    ("--backs", "none"): {"deck", "coins", "rules"},
    ("--flip", "short"): {"deck", "coins", "rules"},
    ("--flip", "long"): {"deck", "coins", "rules"},
    ("--split",): {"deck", "coins", "rules"},
    ("--marks", "lines"): {"deck", "hand", "chits", "coins", "mat", "map", "slip", "tent"},
    ("--marks", "none"): CUT | {"map", "rules", "pad"},
    ("--bleed", "1mm"): CUT - {"chits"} | {"map"},
    ("--bleed", "9mm"): set(),
    ("--gap", "6mm"): CUT,
    ("--gap", "1mm"): {"deck", "hand", "chits", "coins", "mat", "slip", "tent"},
    ("--margin", "12mm"): ALL,
    ("--order", "stack"): CUT,
    ("--skip", "1"): CUT,
    ("--overlap", "12mm"): {"map"},
    ("--printer", "home"): {"deck", "coins", "rules"},
    ("--art-dpi", "300"): set(),
    ("--ids",): {"coins"},
    ("--tokens", "outline"): {"coins"},
    ("--theme", "mono"): ALL,
    ("--backs-theme", "mono"): {"deck"},
    ("--proof",): ALL,
    ("--copies", "x30"): ALL,
}
"""The components that each option is for."""
SAME = {("--flip", "long"): {"deck", "coins"}}
"""Of those, the ones that are so already."""
COPIES = ("--copies", "6,deck=12,hand=12,chits=80,coins=200,die=12,pawn=40,tent=60")
"""So many that what lies side by side fills several sheets."""


@pytest.fixture(scope="module")
def order(tmp_path_factory, command, kept):
    """Run an order of the game with all kinds of components in a folder of its own."""
    home = tmp_path_factory.mktemp("kinds")
    for name, text in all_kinds().items():
        path = home / "kinds" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(kept))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.chdir(home)
        command("calibrate", "--printer", "home", "--read", "1", "1", "1", "1")
        yield lambda *options, paper="a4": command(
            "build", "kinds", "--paper", paper, "--jobs", "1", "--json", *options
        )


@pytest.fixture(scope="module")
def looks(order):
    """What is on the pages of each file of an order, by name; plans are left out."""

    def look(*options, paper="a4"):
        return _looks(order(*options, paper=paper))

    return look


@pytest.fixture(scope="module")
def plain(looks):
    """The files of the order without options."""
    return looks(*COPIES)


def _looks(said):
    return {file.rpartition("/")[2]: _pages(file) for file in said.files if "print-plan" not in file}


def _pages(file):
    with pikepdf.open(file) as pdf:
        duplex = str(pdf.Root.get("/ViewerPreferences", {}).get("/Duplex", ""))
    with pypdfium2.PdfDocument(file) as pdf:
        pictures = [hashlib.md5(bytes(page.render(scale=0.5).buffer)).hexdigest() for page in pdf]
        return duplex, [page.get_size() for page in pdf], pictures


def _component(name):
    return name.partition("-")[0]


LANGUAGES = {("--lang", "en+ja"): {"leaf"}}
"""The same of an option that prints the others too, each language in files of its own."""


@pytest.mark.parametrize("option", OBEYING, ids=" ".join)
def test_files_are_named_after_options_that_changed_them(option, order, plain):
    obeying = OBEYING[option]
    if not obeying:
        assert order(*option).code == 2
        return
    copies = () if option[0] == "--copies" else COPIES
    said = order(*option, *copies)
    files, notes = _looks(said), said.json["notes"]
    changed = {_component(name) for name, pages in files.items() if plain.get(name) != pages}

    assert not [name for name, pages in files.items() if name not in plain and pages in plain.values()]
    assert not [name for name, pages in files.items() if name in plain and plain[name] != pages]
    assert changed == obeying - SAME.get(option, set())
    assert len(notes) == (obeying != ALL), notes


@pytest.mark.parametrize(
    "option", [option for option, obeying in (OBEYING | LANGUAGES).items() if obeying != ALL], ids=" ".join
)
def test_option_that_nothing_can_obey_is_refused(option, order):
    for part in COMPONENTS.keys() - (OBEYING | LANGUAGES)[option]:
        said = order(*option, "--only", part)

        assert said.code == 2, part
        (fault,) = said.json["faults"]
        assert fault.startswith(option[0])
        assert fault.endswith(f"it would change nothing of {part}: leave it out")


def test_sheets_in_one_language_each_are_told(order):
    (note,) = order("--lang", "en+ja", "--only", "deck,leaf").json["notes"]

    assert note == (
        "--lang en+ja is for reference sheets, which can have a language on each side; it changes nothing of deck"
    )


CARDS = "deck,hand,coins,chits"


@pytest.mark.parametrize(
    ("paper", "parts", "option"),
    [
        *(("avery-5371", CARDS, option) for option in (("--gap", "6mm"), ("--margin", "3mm"), ("--marks", "none"))),
        *(("full", "map", option) for option in (("--gap", "6mm"), ("--margin", "3mm"), ("--skip", "1"), ("--split",))),
        ("full", "map", ("--overlap", "12mm")),
    ],
    ids=str,
)
def test_labels_and_plotters_cannot_obey_all(paper, parts, option, order):
    assert order("--only", parts, *option, paper=paper).code == 2


@pytest.mark.parametrize(
    ("paper", "parts", "option"),
    [
        *(("avery-5371", CARDS, option) for option in (("--skip", "1"), ("--split",), ("--printer", "home"))),
        *(("full", "map", option) for option in (("--marks", "none"), ("--marks", "lines"), ("--bleed", "1mm"))),
    ],
    ids=str,
)
def test_labels_and_plotters_obey_what_they_can(paper, parts, option, order, looks):
    plain = looks("--only", parts, paper=paper)
    files = looks("--only", parts, *option, paper=paper)

    assert files.keys() != plain.keys()
    assert not [name for name, pages in files.items() if (name in plain) != (pages in plain.values())]


def test_fold_is_for_paper_that_is_cut(order):
    (fault,) = order("--only", "map", "--backs", "fold", paper="full").json["faults"]

    assert fault == "--backs fold is for paper that is cut; with full use duplex or none"


def test_option_of_one_game_is_told_by_the_others(command, order):
    order("--only", "deck")  # begins the folder
    said = command("build", "kinds", "picket", "--only", "die,raid", "--dice", "stickers", "--paper", "a4", "--json")

    assert [file.rpartition("/")[2] for file in said.files] == ["die-a4-en-dice-stickers.pdf", "raid-a4-en.pdf"]
    assert said.json["notes"] == ["picket: --dice stickers is for dice; it changes nothing of raid"]


def test_option_of_no_game_is_refused(command, order):
    order("--only", "deck")
    said = command("build", "kinds", "picket", "--only", "deck,raid", "--dice", "stickers", "--paper", "a4")

    assert (said.code, said.err) == (
        2,
        "--dice stickers is for dice; it would change nothing of deck, raid: leave it out\n",
    )


def test_every_domain_has_japanese_words(command, order):
    said = command("build", "picket", "--only", "score", "--paper", "a4", "--size", "euro", "--lang", "ja")
    assert (
        said.err
        == "--size euroはカードと、カードを入れる箱のためのものです。scoreは何も変わりません。外してください。\n"
    )

    catalogue = fault_translation(templates_root() / "faults", "ja")
    assert {rule.domain for rule in RULES} <= {*catalogue.nouns}


def test_size_of_an_export_is_for_cards(command, order):
    order("--only", "deck")
    refused = command("export", "kinds", "--to", "images", "--only", "map", "--size", "euro", "--out", "sent")
    both = command("export", "kinds", "--to", "images", "--only", "deck,map", "--size", "95%", "--out", "sent")

    about = "--size euro is for cards and the boxes that hold them; it would change nothing of map: leave it out"
    assert (refused.code, refused.err) == (2, f"{about}\n")
    assert both.code == 0
    assert "--size 95% is for cards and the boxes that hold them; it changes nothing of map" in both.out
    assert "size-95percent" in both.out


@pytest.mark.parametrize(
    ("parts", "option"),
    [
        ("deck", ("--gap", "4mm")),  # twice the bleed, which is the gap where none is asked for
        ("chits", ("--gap", "0mm")),
        ("deck", ("--order", "stack")),  # all cards lie on one sheet
        ("mat", ("--order", "stack")),
        ("map", ("--overlap", "8.001mm")),
        ("deck", ("--margin", "5mm")),
        ("deck,hand", ("--order", "stack")),
    ],
    ids=str,
)
def test_option_that_leaves_all_sheets_as_they_are_is_refused(parts, option, order):
    said = order(*option, "--only", parts)

    assert said.code == 2
    assert said.json["faults"] == [
        f"{' '.join(option)} would change no sheet of {parts.replace(',', ', ')}: leave it out"
    ]


def test_option_that_leaves_one_file_as_it_is_names_the_others(order):
    said = order("--gap", "4mm", "--only", "deck,chits")

    assert [file.rpartition("/")[2] for file in said.files] == ["deck-a4-en.pdf", "chits-a4-en-gap4mm.pdf"]
    assert said.json["notes"] == ["--gap 4mm changes no sheet of deck"]


@pytest.mark.parametrize(("parts", "option"), [("die", ("--dice", "net")), ("die,box", ("--dice", "net"))], ids=str)
def test_option_that_the_game_chooses_itself_names_no_file(parts, option, order):
    plain, said = (order(*options, "--only", parts) for options in ((), option))

    assert said.code == 0
    assert said.files == plain.files


def test_size_that_cards_have_leaves_their_box_as_it_is(order):
    said = order("--size", "40x60mm", "--only", "box")

    assert said.code == 2
    (fault,) = said.json["faults"]
    assert fault.endswith("it would change nothing of box: leave it out")


def test_size_that_cards_have_is_refused(order):
    said = order("--size", "40x60mm", "--only", "deck")

    assert said.code == 2
    (fault,) = said.json["faults"]
    assert fault.endswith("it would change nothing of deck: leave it out")


@pytest.mark.parametrize("size", ["41x60mm", "99%"])
def test_size_that_cards_do_not_have_is_obeyed(size, order):
    (file,) = order("--size", size, "--only", "deck").files

    assert "-size-" in file
