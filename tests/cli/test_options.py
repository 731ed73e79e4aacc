"""Command lines that make no sense: exit 2, one line on stderr, and what would do."""

import pytest

from generator import __version__

PAPERS = (
    "no paper called 'zz'; it is a4, letter, a3, tabloid, legal, a5, b4, b5, hagaki, full, a size like 210x297mm, "
    "or a label sheet like avery-5371"
)
WRONG = {
    ("build", "picket", "--paper", "zz"): PAPERS,
    ("build", "picket", "--paper", "20x30mm"): (
        "the paper '20x30mm' is out of range; its sides are from 50mm to 2000mm long"
    ),
    ("build", "picket", "--paper", "60x70mm", "--margin", "20mm"): (
        "a margin of 20mm is too much for '60x70mm'; at most 15mm"
    ),
    (
        "build",
        "--changed-since",
        "old",
    ): "--changed-since compares one game; name it: vallum build GAME --changed-since OLD",
    ("build", "picket", "--only", "raid:scouts", "--changed-since", "old"): (
        "--changed-since chooses the pieces itself; name whole components with --only"
    ),
    ("build", "picket", "--order", "stack", "--skip", "2"): (
        "--order stack cuts all sheets at once, so none can be half used; leave out --skip"
    ),
    ("build", "picket", "--paper", "sigel-lp800", "--backs", "fold"): (
        "--backs fold is for paper that is cut; with sigel-lp800 use duplex or none"
    ),
    ("build", "picket", "--only", "raid", "--paper", "avery-5293"): (
        "too large for the cards of avery-5293 (ø 41.3 mm): raid (63x88 mm); avery-5388 would do"
    ),
    ("build", "picket", "--paper", "leter"): "no paper called 'leter'; did you mean 'letter'?",
    ("calibrate", "--paper", "zz"): PAPERS,
    ("build", "pickett"): "no game called 'pickett'; did you mean 'picket'?",
    ("build", "."): "'.' is not a game; its folder has no game.toml",
    ("build", "picket", "--lang", "fr"): "picket has no language 'fr'; it is one of 'en', 'ja'",
    ("build", "picket", "--lang", "en+fr"): "picket has no language 'fr'; it is one of 'en', 'ja'",
    ("check", "picket", "--lang", "fr"): "picket has no language 'fr'; it is one of 'en', 'ja'",
    ("calibrate", "--lang", "fr"): "the test sheet has no words in 'fr'; it is one of 'en', 'ja'",
    ("calibrate", "--lang", "../en"): "the test sheet has no words in '../en'; it is one of 'en', 'ja'",
    ("build", "picket", "--only", "raids"): "picket has no component 'raids'; did you mean 'raid'?",
    ("build", "arena", "--only", "nosuch"): (
        "arena has no component 'nosuch'; it has characters, cards, buildings, bar_end, icon-bar, bar, victory_points, "
        "tokens, money, dice, box, score_pad, rules, reference"
    ),
    ("build", "--only", "nosuch"): "no game here has a component 'nosuch'; vallum games lists them",
    ("check", "picket", "--only", "raids"): "picket has no component 'raids'; did you mean 'raid'?",
    (
        "build",
        "glory-to-rome",
        "concordia",
        "--only",
        "sheets,score_pad",
    ): "no game here has a component 'sheets'; scoresheets here are called 'score_pad'",
    ("build", "--only", "orderz"): "no game here has a component 'orderz'; did you mean 'orders'?",
    ("build", "picket", "--only", "raid:climber,scout"): "raid has no piece 'scout'; did you mean 'scouts'?",
    ("build", "picket", "--copies", "0"): (
        "--copies '0' is not a number of copies from 1 to 999; "
        "write it like --copies 5, x2 for two of the whole game, or score_pad=5"
    ),
    ("build", "picket", "--copies", "3", "--copies", "watch=2,x2"): (
        "--copies has two numbers for the same pieces; leave one out"
    ),
    ("build", "picket", "hadrians-wall", "--copies", "wach=2"): (
        "no game here has a component 'wach'; did you mean 'watch'?"
    ),
    ("build", "picket", "--only", ""): "--only names no component; write it like --only orders,sites",
    ("build", "picket", "--proof", "--ids"): "--proof prints outlines and ids as it is; leave out --ids",
    ("build", "picket", "--theme", "inksaver"): "no theme called 'inksaver'; did you mean 'ink-saver'?",
    ("build", "picket", "--printer", "home"): (
        "no printer called 'home' was calibrated; make it with: vallum calibrate --printer home"
    ),
    ("build", "picket", "--gap", "3"): ("vallum build: --gap: '3' has no unit; write it as '3mm', '3in' or '3pt'"),
    ("build", "picket", "--gap", "30mm"): (
        "vallum build: --gap: '30mm' is out of range; between 0mm and 25mm is possible"
    ),
    ("build", "picket", "--gap=-3mm"): (
        "vallum build: --gap: '-3mm' is out of range; between 0mm and 25mm is possible"
    ),
    ("build", "picket", "--bleed", "nan"): (
        "vallum build: --bleed: 'nan' is not a length; write it like '63mm', '2.5in' or '9pt'"
    ),
    ("build", "picket", "--skip", "2.5"): (
        "vallum build: --skip: '2.5' is not a whole number from 0 to 999; see vallum build --help"
    ),
    ("build", "picket", "--skip", "9", "--only", "raid", "--paper", "a4"): (
        "a skip of 9 leaves nothing of a sheet of 9; skip at most 8"
    ),
    ("build", "picket", "--png", "5"): (
        "vallum build: --png: '5' is not a number of dots per inch from 36 to 600; see vallum build --help"
    ),
    ("build", "picket", "--jobs", "0"): (
        "vallum build: --jobs: '0' is not a number of processes from 1 to 999; see vallum build --help"
    ),
    ("build", "picket", "--papr", "a4"): "vallum build: '--papr' is not known here; did you mean '--paper'?",
    ("build", "picket", "--pap", "a4"): "vallum build: '--pap' is not known here; did you mean '--paper'?",
    ("serve", "--port", "70000"): (
        "vallum serve: --port: '70000' is not a port from 0 to 65535; see vallum serve --help"
    ),
    ("new", "x", "--starter", "roll-and-write"): "vallum new: '--starter' is not known here; did you mean '--from'?",
    ("doctor", "picket"): "vallum doctor: 'picket' is not known here; see vallum doctor --help",
    ("games", "picket", "--jsn"): "vallum games: '--jsn' is not known here; did you mean '--json'?",
    ("new",): "vallum new: name the folder to make, like my-game; vallum new --list names the starters",
    ("new", "aux"): "the folder cannot name a game: 'aux' is not portable; Windows cannot hold it, choose another name",
    ("build", "picket", "--papr=a4"): "vallum build: '--papr' is not known here; did you mean '--paper'?",
    ("calibrate", "--read", "0", "0", "0", "0"): ("--read needs a name to keep the numbers under; add --printer NAME"),
    ("calibrate", "--printer", "", "--read", "0", "0", "0", "0"): (
        "'' cannot name a printer; use at most 60 letters on one line"
    ),
    ("calibrate", "--printer", "a\nb", "--read", "0", "0", "0", "0"): (
        r"'a\nb' cannot name a printer; use at most 60 letters on one line"
    ),
}
BEGINNINGS = {
    ("check", "picket", "--theme", "x"): "no theme called 'x'; it is one of 'colour', 'ink-saver'",
    ("check", "x"): "no game called 'x'; it is one of ",
    (
        "build",
        "--backs",
        "both",
    ): "vallum build: --backs: 'both' cannot be chosen; it is one of 'duplex', 'fold', 'none'",
    ("build", "--flip", "wide"): "vallum build: --flip: 'wide' cannot be chosen; it is one of 'long', 'short'",
    ("build", "--marks", "dots"): "vallum build: --marks: 'dots' cannot be chosen; it is one of ",
    ("build", "--paper"): "vallum build: --paper: expected one argument",
    ("calibrate", "--read", "1", "2", "3"): "vallum calibrate: --read: expected 4 arguments",
    ("calibrate", "--read", "1", "2", "3", "x"): "vallum calibrate: --read: invalid float value: 'x'",
}
NASTY = "\x1b[31m\u202egnp\x9b\ud800"


def name_of(arguments):
    return " ".join(arguments)


@pytest.mark.parametrize(("arguments", "line"), WRONG.items(), ids=map(name_of, WRONG))
def test_wrong_word_is_named_with_what_would_do(vallum, desk, arguments, line):
    said = vallum(*arguments)

    assert (said.code, said.out, said.err) == (2, "", f"{line}\n")
    assert not list(desk.iterdir())


@pytest.mark.parametrize(("arguments", "start"), BEGINNINGS.items(), ids=map(name_of, BEGINNINGS))
def test_wrong_choice_is_told_in_one_line(vallum, arguments, start):
    said = vallum(*arguments)

    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(start)


@pytest.mark.parametrize(
    "arguments",
    [
        ("build", NASTY),
        ("check", NASTY),
        ("new", NASTY),
        ("build", "picket", "--paper", NASTY),
        ("build", "picket", "--lang", NASTY),
        ("build", "picket", "--only", NASTY),
        ("build", "picket", "--theme", NASTY),
        ("build", "picket", "--printer", NASTY),
        ("build", "picket", "--gap", NASTY),
        ("build", "picket", NASTY, NASTY),
        ("build", "picket", f"--{NASTY}"),
        (NASTY,),
        ("calibrate", "--printer", NASTY, "--read", "0", "0", "0", "0"),
    ],
    ids=str,
)
@pytest.mark.parametrize("as_json", [False, True])
def test_words_of_the_user_do_not_steer_the_terminal(vallum, arguments, as_json):
    said = vallum(*arguments, *(["--json"] if as_json else []))

    assert said.code == 2
    assert all(char.isprintable() or char == "\n" for char in said.out + said.err)
    assert not as_json or said.json["ok"] is False


def test_names_of_folders_do_not_steer_the_terminal(vallum, desk):
    folder = "\x1b[31m\u202e"

    for arguments in (
        ("new", f"{folder}/my-game"),
        ("check", f"{folder}/my-game"),
        ("build", f"{folder}/my-game", "--only", "raid", "--paper", "a4", "--out", f"{folder}/out"),
        ("build", "picket", "--only", "raid", "--paper", "a4", "--out", folder, "--json"),
        ("calibrate", "--out", folder),
    ):
        said = vallum(*arguments)

        assert (said.code, said.err) == (0, "")
        assert all(char.isprintable() or char == "\n" for char in said.out)


@pytest.mark.parametrize("verb", [(), ("games",), ("build",), ("check",), ("new",), ("calibrate",)])
def test_help_names_the_exit_codes(vallum, verb):
    said = vallum(*verb, "--help")

    assert (said.code, said.err) == (0, "")
    assert "70 a bug in this program" in " ".join(said.out.split())


def test_version_is_told(vallum):
    assert vallum("--version").out == f"vallum {__version__}\n"


def test_two_games_of_one_name_are_not_mixed(vallum, desk):
    vallum("new", "one/my-game")
    vallum("new", "two/my-game")

    said = vallum("build", "one/my-game", "two/my-game")

    assert (said.code, said.err) == (
        2,
        "'one/my-game' and 'two/my-game' have one name; build one at a time, or rename one\n",
    )
    assert not (desk / "output").exists()


def test_game_named_twice_is_built_once(vallum, my_game):
    said = vallum("build", "my-game", "./my-game", str(my_game), "--only", "raid", "--paper", "a4", "--json")

    assert len(said.files) == 1


def test_manifest_stands_for_its_game(vallum, my_game):
    assert vallum("check", my_game / "game.toml").code == 0


def test_damaged_epoch_is_a_wrong_command_line(vallum, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")

    said = vallum("build", "picket")

    assert (said.code, said.err) == (
        2,
        "SOURCE_DATE_EPOCH is 'yesterday'; it must be a number of seconds since 1970\n",
    )
