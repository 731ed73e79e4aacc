"""What shells are told when the Tab key is pressed, asked as their scripts ask."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.completion.shell_completion import SHELLS, completion_script
from generator.cli.parser import COMMANDS
from generator.session.session_folder import session_path

BIN = Path(sys.executable).parent


@pytest.fixture
def offered(vallum_process, tmp_path):
    """The words that are offered behind a line, with what is said of each, as PowerShell asks for them."""

    def complete(line, **environ):
        file = tmp_path / "words"
        file.touch()
        asked = {
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_SHELL": "powershell",
        }
        marks = {
            "_ARGCOMPLETE_IFS": "\n",
            "_ARGCOMPLETE_DFS": "\t",
            "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(file),
        }
        said = vallum_process(environ=asked | marks | environ)
        assert (said.returncode, said.stdout, said.stderr) == (0, b"", b"")
        pairs = (word.partition("\t") for word in file.read_text("utf-8").split("\n") if word)
        return {word: about for word, _, about in pairs}

    return complete


def test_all_commands_are_offered_with_their_help(offered):
    words = offered("vallum ")

    assert words.keys() == {*COMMANDS, "help"}
    assert words["build"] == COMMANDS["build"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("vallum buil", {"build"}),
        ("vallum help di", {"diff"}),
        ("vallum solo ca", {"campaign"}),
        ("vallum solo campaign f", {"fort"}),
        ("vallum build --bac", {"--backs", "--backs-theme"}),
        ("vallum build --backs ", {"duplex", "fold", "none"}),
        ("vallum build pick", {"picket"}),
        ("vallum build picket --only ", {"raid", "watch", "score", "rules", "reference"}),
        ("vallum build picket --only raid,sc", {"raid,score"}),
        ("vallum build picket --only=w", {"--only=watch"}),
        ("vallum build picket --lang ", {"en", "ja"}),
        ("vallum build --theme l", {"light"}),
        ("vallum build --paper a4,fu", {"a4,full"}),
        ("vallum build --sleeved f", {"fit"}),
        ("vallum export --to tt", {"tts"}),
        ("vallum new x --from pic", {"picket"}),
        ("vallum preflight --for tg", {"tgc"}),
        ("vallum completion f", {"fish"}),
        ("vallum build --copies ", set()),
        ("vallum biuld --p", set()),
    ],
)
def test_words_that_can_stand_there_are_offered(offered, line, expected):
    assert offered(line).keys() == expected


def test_games_come_with_their_titles_and_folders_to_look_in(offered, desk):
    (desk / "my-game").mkdir()
    (desk / ".hidden").mkdir()
    (desk / "cards.pdf").touch()

    words = offered("vallum build ")

    assert words["hadrians-wall"] == "Hadrian’s Wall"
    assert {"my-game/"} == {word for word in words if "/" in word or "." in word}
    assert offered("vallum preflight c").keys() == {"cards.pdf"}
    assert offered("vallum build .h").keys() == {".hidden/"}


def test_components_of_ones_own_game_are_offered(offered, my_game):
    config = (my_game / "game.toml").read_text("utf-8")
    (my_game / "game.toml").write_text(config.replace("[components.watch]", "[components.sentry]"), "utf-8")

    assert "sentry" in offered("vallum build my-game --only ")


def test_game_that_cannot_be_read_offers_nothing(offered, desk):
    (desk / "broken").mkdir()
    (desk / "broken" / "game.toml").write_text("title = ", "utf-8")

    assert offered("vallum build broken --only ") == {}


def test_sessions_are_offered(offered, tmp_path):
    file = session_path(tmp_path, "evening")
    file.parent.mkdir(exist_ok=True)
    file.touch()

    assert offered(f"vallum solo show --sessions {tmp_path} ").keys() == {"evening"}


def test_titles_of_targets_are_in_the_language_of_the_computer(offered):
    assert offered("vallum export --to pic", LC_ALL="ja_JP.UTF-8") == {"pictures": "画像"}


@pytest.mark.parametrize("shell", SHELLS)
def test_script_says_where_it_belongs(vallum, shell):
    said = vallum("completion", shell)

    assert said.out.splitlines()[-1].startswith(f"# Put this line into {SHELLS[shell]}: ")
    assert vallum("completion", shell, "--json").json["script"] == completion_script(shell)


def test_unknown_shell_is_told(vallum):
    assert "tcsh" in vallum("completion", "tcsh").err
    assert vallum("completion", "tcsh").code == 2


BASH = """
eval "$(vallum completion bash)"
COMP_LINE="vallum build gl"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
$(complete -p vallum | grep -o "_python_argcomplete[^ ]*") vallum; echo "${COMPREPLY[@]}"
"""
FISH = 'vallum completion fish | source; complete -C "vallum build gl"'


@pytest.mark.skipif(not (BIN / "vallum").exists(), reason="the command is not installed here")
@pytest.mark.parametrize(("shell", "script"), [("bash", BASH), ("fish", FISH)])
def test_shell_completes(shell, script, environment):
    if not shutil.which(shell):
        pytest.skip(f"no {shell} is installed here")
    environ = environment | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "HOME": environment["XDG_CACHE_HOME"]}

    said = subprocess.run([shell, "-c", script], env=environ, capture_output=True, text=True, timeout=60, check=False)

    assert said.stdout.split()[:1] == ["glory-to-rome"], said.stderr
