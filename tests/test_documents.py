"""What the documents say is so: commands run, options and dependencies exist, pictures are there."""

import doctest
import importlib
import io
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import generator
from generator.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CI = (ROOT / ".ci/run").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line.partition("  #")[0].strip() for block in BLOCKS for line in block.splitlines() if line.strip()]
OURS = [line for line in COMMANDS if line.startswith("vallum ")]
LIMIT = ["--only", "leader"]
"""Added to commands that would print a whole game: one card shows as well that they work."""


def run(*arguments):
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            return main(list(arguments)), said.getvalue()
        except SystemExit as ending:
            return int(ending.code or 0), said.getvalue()


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder in which the README is followed from top to bottom."""
    folder = tmp_path_factory.mktemp("reader")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        yield folder


# --- README ---


def test_readme_has_commands():
    assert len(OURS) >= 12
    assert {shlex.split(line)[1] for line in OURS} == {"games", "build", "check", "new", "calibrate", "gallery"}


@pytest.mark.parametrize("line", OURS)
def test_command_of_the_readme_runs(desk, line):
    arguments = shlex.split(line)[1:]
    whole = "glory-to-rome" in arguments and "--only" not in arguments

    code, said = run(*arguments, *(LIMIT if whole else []))

    assert code == 0, said


def test_first_command_builds_both_games(desk):
    *install, build = COMMANDS[0].split(" && ")

    assert install == ["python3 -m venv .venv", '.venv/bin/python -m pip install --editable ".[dev]"']
    assert build == ".venv/bin/vallum build hadrians-wall glory-to-rome --paper a4"
    assert run(*build.split()[1:], "--only", "chips,leader")[0] == 0
    assert f"`uv run {build.removeprefix('.venv/bin/')}`" in README


def test_second_command_is_the_one_that_ci_runs(desk):
    assert COMMANDS[1] == ".venv/bin/python -m pytest"
    assert f"{COMMANDS[1]} --referees" in CI.splitlines()
    for step in COMMANDS[0].split(" && ")[:2]:
        assert step in CI.replace(" --quiet", "")


def test_extras_that_are_named_exist():
    named = re.findall(r"(?:\.|vallum)\[([\w,]+)\]", README + CI)

    assert {extra for names in named for extra in names.split(",")} <= set(PROJECT["optional-dependencies"])


def test_option_of_the_readme_exists():
    theirs = {"--editable", "--extra"}
    helps = "".join(run(verb, "--help")[1] for verb in ("games", "build", "check", "new", "calibrate"))

    named = set(re.findall(r"(?<![\w-])--[a-z]+", README)) - theirs

    assert len(named) > 8
    assert {option for option in named if not re.search(rf"{option}\b", helps)} == set()


def test_exit_codes_of_the_readme_are_those_of_the_help():
    help_ = " ".join(run("--help")[1].split())
    said = " ".join(README.split())

    for code in ("0 done", "1 checked and found faults", "2 wrong command line", "3 bad input data"):
        assert code in help_
        assert code in said


def test_pictures_of_the_readme_are_there():
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)

    assert pictures
    for picture in pictures:
        assert (ROOT / picture).read_bytes().startswith(b"\x89PNG"), picture


def test_files_that_the_readme_names_exist():
    for name in re.findall(r"`((?:generator|data|templates|tests)/[\w./-]+)`", README):
        assert (ROOT / name).exists(), name


# --- dependencies ---


def distribution(requirement):
    return re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower()


def test_every_dependency_stands_in_the_table():
    table = README.partition("| Dependency |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1:4] for row in table.splitlines()[2:]]
    listed = {name.strip() for names, _, _ in rows for name in re.sub(r"\(.*?\)", "", names).split(",")}

    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["tables"]]
    assert listed == {distribution(each) for each in needed}
    assert all(cell.strip() for row in rows for cell in row)


def test_every_library_is_declared():
    used = set()
    for file in (ROOT / "generator").rglob("*.py"):
        used |= set(re.findall(r"^\s*(?:import|from) (\w+)", file.read_text("utf-8"), re.MULTILINE))
    imported = used - set(sys.stdlib_module_names) - {"generator"}

    names = {"PIL": "pillow", "python_calamine": "python-calamine", "markupsafe": "jinja2"}  # jinja2 is made on it
    declared = {distribution(each) for each in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["tables"]]}
    assert {names.get(name, name) for name in imported} <= declared


def test_console_script_is_the_module():
    assert PROJECT["scripts"] == {"vallum": "generator.cli:main"}


# --- other files ---


def test_changelog_has_unreleased_changes():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8").partition("## Unreleased")[2].partition("\n## ")[0]

    assert re.search(r"^- \w", changes, re.MULTILINE)


def test_licence_is_the_one_declared():
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")
    assert PROJECT["license"] == "MIT"


def test_words_have_the_same_keys_in_every_language():
    def keys(table, start=""):
        for key, value in table.items():
            yield from keys(value, f"{start}{key}.") if isinstance(value, dict) else [(start + key, names(value))]

    def names(phrase):
        return frozenset(re.findall(r"\{(\w+)\}", phrase))

    words = {
        file.stem: dict(keys(tomllib.loads(file.read_text("utf-8")))) for file in (ROOT / "templates/words").iterdir()
    }

    assert {"en", "ja"} <= set(words)
    for language, phrases in words.items():
        assert phrases.keys() == words["en"].keys(), language
        assert phrases == words["en"], f"{language}: other names in braces"


def tracked():
    """Files of the project, also new ones; all below it where it is no checkout."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    names = done.stdout.splitlines() if done.returncode == 0 else [str(path) for path in ROOT.rglob("*")]
    return [path for path in map(ROOT.joinpath, names) if path.is_file() and path.suffix != ".lock"]


def test_no_path_of_a_machine_stands_in_a_file():
    places = "|".join(["work", "tmp", "root", "farm", r"home/\w+"])
    pattern = re.compile(rf"(?:^|[^A-Za-z0-9._-])/(?:{places})/".encode())

    assert [path.name for path in tracked() if pattern.search(path.read_bytes())] == []


def test_no_word_promises_later_work():
    words = "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error", "st" + "ub", "place" + "holder"])
    pattern = re.compile(rf"\b(?:{words})\b".encode())
    source = [path for path in tracked() if path.relative_to(ROOT).parts[0] in {"generator", "templates", "tests"}]

    assert [path.name for path in source if pattern.search(path.read_bytes())] == []


# --- code that speaks for itself ---


def modules():
    for module in pkgutil.walk_packages(generator.__path__, "generator."):
        if not module.name.endswith("__main__"):
            yield importlib.import_module(module.name)


def test_examples_in_docstrings_hold():
    results = [doctest.testmod(module) for module in modules()]

    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) > 10


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["games"], ["games", "--json"]])
def test_start_loads_no_heavy_library(arguments):
    heavy = {"jinja2", "reportlab", "uharfbuzz", "PIL", "pypdfium2", "svgwrite", "pyphen", "multiprocessing", "asyncio"}
    program = (
        "import sys\nfrom generator.cli import main\n"
        f"try: code = main({arguments!r})\nexcept SystemExit as ending: code = ending.code\n"
        "print(*sys.modules, file=sys.stderr)\nsys.exit(code)"
    )

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert loaded & heavy == set()
