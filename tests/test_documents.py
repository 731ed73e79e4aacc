"""What the documents say is so: commands run, options and dependencies exist, pictures are there."""

import doctest
import importlib
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

import generator
from generator.cli.main import main
from generator.typeset.text import font_config
from generator.typeset.text.font_config import read_font_config
from generator.typeset.text.font_packages import PackagedFont
from tests.made_files import edit

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
OWN_GAME = "".join(
    (ROOT / f"docs/{page}.md").read_text("utf-8")
    for page in ("own-game", "card-templates", "drawings", "rules-text", "pieces")
)
PAGES = {
    file: file.read_text("utf-8") for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"))
}
ALL = "".join(PAGES.values())
CI = (ROOT / ".ci/run").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def blocks(text, language):
    """The blocks of code of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text):
    """The lines of the shell blocks of a page, without their remarks."""
    lines = "".join(blocks(text, "sh")).splitlines()
    return [line.partition("  #")[0].strip() for line in lines if line.strip()]


COMMANDS = commands(README)
OURS = {
    file.name: [line for line in commands(page) if line.startswith("vallum ")]
    for file, page in PAGES.items()
    if not re.search("<!-- picture: (?!.*after=)", page)  # tests/site follows pages whose commands make pictures
}
SERVE = "vallum serve"
"""It goes on until it is stopped; tests/web and tests/browser try it."""
LIMITS = {
    "glory-to-rome": ["--only", "orders"],
    "hadrians-wall": ["--only", "soldiers"],
    "aquileia": ["--only", "servi"],
    "every game": ["--only", "leader,soldiers"],
    "study": ["--games", "20"],
}
"""Added to commands that would print a whole game or play many: a part shows as well that they work."""


def run(*arguments):
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            return main(list(arguments)), said.getvalue()
        except SystemExit as ending:
            return int(ending.code or 0), said.getvalue()


@pytest.fixture
def reader(tmp_path, monkeypatch, shared_cache):
    """A folder in which a page is followed from top to bottom, with the files that the pages call a player's own."""
    monkeypatch.chdir(tmp_path)
    for kind, folder in (("CACHE", shared_cache), ("CONFIG", tmp_path / "config"), ("DATA", tmp_path / "data")):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return tmp_path


@pytest.fixture
def filled(reader):
    run("build", "hadrians-wall", "--only", "sheets", "--paper", "a4")
    shutil.copy(reader / "output/hadrians-wall/sheets-fillable-a4-en.pdf", reader / "filled.pdf")
    (reader / "marks.json").write_text(run("sheet", "read", "filled.pdf", "--json")[1], "utf-8")


# --- README and the pages under docs/ ---


def test_pages_have_commands():
    lines = [line for page in OURS.values() for line in page]

    assert len(lines) >= 40
    assert {shlex.split(line)[1] for line in lines} >= {
        *("build", "calibrate", "check", "gallery", "games", "new", "serve", "sheet", "solo"),
    }


def limit(arguments):
    """What is added to the arguments of a command, so that it does not print a whole game or play many."""
    verb, *rest = arguments
    named = [name for name in rest if name in LIMITS]
    if verb in ("build", "gallery", "export") and "--only" not in rest:
        return LIMITS[named[0] if named else "every game"] if named or not rest else []
    return LIMITS["study"] if named == ["study"] else []


@pytest.mark.parametrize("page", [page for page, lines in OURS.items() if lines])
@pytest.mark.usefixtures("filled")
def test_commands_of_a_page_run(page):
    for line in OURS[page]:
        arguments = shlex.split(line)[1:]
        if line != SERVE:
            code, said = run(*arguments, *limit(arguments))
            assert code == 0, f"{line}\n{said}"


def test_first_command_builds_both_games(reader):
    *install, build = COMMANDS[0].split(" && ")

    assert install == ["python3 -m venv .venv", ".venv/bin/python -m pip install --no-compile --editable ."]
    assert build == ".venv/bin/vallum build hadrians-wall glory-to-rome --paper a4"
    assert run(*build.split()[1:], "--only", "chips,leader")[0] == 0
    assert f"\n{build.removeprefix('.venv/bin/')}\n" in README  # after uv
    windows = build.replace("/bin/", "\\Scripts\\").replace(".venv/", ".venv\\")
    assert f"\n{windows}\n" in README


def test_second_command_is_the_one_that_ci_runs():
    install, tests = COMMANDS[1].split(" && ")

    assert tests == ".venv/bin/python -m pytest -n auto"
    for more in ("", " --thorough"):
        assert f"{tests} --referees --browsers{more}" in map(str.strip, CI.splitlines())
    for step in (COMMANDS[0].split(" && ")[0], install):
        assert step in CI.replace(" --quiet", "")


INSTALLED = re.compile(r"(?:[\w./\\]*python -m pip|\bpip|\buv(?: tool| pip)?) install [^`\n&]*|\b\w+ -m venv [^`\n&]*")
"""What installs something, or makes an environment to install it in."""
INSTALL_LINES = re.compile(
    r"""python3\ -m\ venv\ \.venv | py\ -m\ venv\ \.venv
    | (?:\.venv/bin/python|\.venv\\Scripts\\python)\ -m\ pip\ install
      \ (?:--no-compile\ --editable\ \.|--editable\ "\.\[\w+\]")
    | \.venv/bin/python\ -m\ pip\ install\ fontpkg-[a-z -]+
    | uv\ tool\ install\ --editable\ \.""",
    re.VERBOSE,
)


def test_install_lines_are_the_same_on_every_page():
    lines = {
        (file.name, " ".join(line.split()))
        for file, page in PAGES.items()
        for line in INSTALLED.findall(unwrapped(page))
    }

    assert len(lines) >= 15
    assert {(name, line) for name, line in lines if not INSTALL_LINES.fullmatch(line)} == set()


def unwrapped(page):
    """A page whose code in a line of prose is not broken in two."""
    return re.sub(r"(`[^`\n]*)\n([^`\n]*`)", r"\1 \2", page)


def test_extras_that_are_named_exist():
    named = re.findall(r"(?:\.|vallum)\[([\w,]+)\]", ALL + CI)

    assert {extra for names in named for extra in names.split(",")} <= set(PROJECT["optional-dependencies"])


def test_options_of_the_pages_exist():
    theirs = {
        "--cached",
        "--editable",
        *("--host", "--port", "--nworkers", "--nthreads", "--no", "--tls"),  # of Dask
        "--directory",  # of the web server of Python
        "--extra",
        "--man",  # of `vallum help`, which stands in no parser
        "--goto",  # of an editor
        "--check",
        "--browsers",
        "--fast",
        "--golden",
        "--long",
        "--thorough",
        "--record",
        "--referees",
    }
    verbs = [["games"], ["build"], ["check"], ["new"], ["calibrate"], ["sheet", "read"], ["sheet", "fill"], ["serve"]]
    verbs += [["solo", verb] for verb in ("new", "list", "export", "study", "check", "odds")]
    verbs += [["solo", "campaign", "resume"], ["fetch"], ["export"], ["preflight"], ["site"], ["doctor"]]
    helps = "".join(run(*verb, "--help")[1] for verb in verbs)

    named = set(re.findall(r"(?<![\w-])--[a-z]+", ALL)) - theirs

    assert len(named) > 25
    assert {option for option in named if not re.search(rf"{option}\b", helps)} == set()


def test_exit_codes_of_the_page_are_those_of_the_help():
    help_ = " ".join(run("--help")[1].split())
    said = " ".join((ROOT / "docs/terminal.md").read_text("utf-8").split())

    for code in ("0 done", "1 checked and found faults", "2 wrong command line", "3 bad input data"):
        assert code in help_
        assert code in said


def test_links_and_pictures_of_the_pages_lead_somewhere():
    for file, page in PAGES.items():
        prose = re.sub(r"^```.*?^```$|`[^`]*`", "", page, flags=re.MULTILINE | re.DOTALL)
        links = re.findall(r"\]\(([^)#\s]+)", prose)
        for link in (link for link in links if not link.startswith("https://")):
            assert (file.parent / link).exists(), f"{file.name}: {link}"
    assert README.index("![") < README.index("```sh")


LONGEST = 2000
"""Words of a page: what takes longer to read is two pages."""


def test_pages_are_read_in_ten_minutes():
    pages = [*PAGES.items(), *((file, file.read_text("utf-8")) for file in (ROOT / "data").glob("*.md"))]

    assert {file.name: words for file, page in pages if (words := len(page.split())) > LONGEST} == {}


def test_files_that_the_pages_name_exist():
    for file, page in PAGES.items():
        for name in re.findall(r"`((?:generator|data|templates|tests|docs)/[\w./-]+)`", page):
            assert (ROOT / name).exists(), f"{file.name}: {name}"


# --- a game of one's own, as its page tells it ---


TOMLS = blocks(OWN_GAME, "toml")
TOML = next(block for block in TOMLS if "[components.die]" in block)
COLOURS = next(block for block in TOMLS if "[colour]" in block)
XML = blocks(OWN_GAME, "xml")
PICTURES = [
    words.replace("\\|", "|") for words in re.findall(r"^\| `(.+?)` \|", OWN_GAME.partition("In a `picture`")[2], re.M)
]


@pytest.fixture
def own_game(reader, tmp_path):
    """The sample, to which what the page says can be added."""
    folder = tmp_path / "own-game"
    assert run("new", str(folder))[0] == 0
    return folder


def build(folder, *options):
    code, said = run("build", str(folder), "--paper", "a4", "--json", "--strict", *options)
    assert code == 0, said
    return {Path(file["file"]).name.partition("-")[0]: file for file in json.loads(said)["files"]}


def test_whole_template_of_the_page_draws_a_card(own_game):
    (own_game / "templates/raid.svg.j2").write_text(XML[0], "utf-8")
    (own_game / "art").mkdir()
    for line in (own_game / "cards/raid.csv").read_text("utf-8").splitlines()[1:]:
        Image.new("RGB", (700, 400)).save(own_game / f"art/{line.partition(',')[0]}.png")

    assert build(own_game, "--only", "raid")["raid"]["pieces"] == 9


def test_template_of_the_readme_clips_no_name(own_game):
    (template,) = blocks(README, "xml")
    (own_game / "templates/raid.svg.j2").write_text(template, "utf-8")
    assert build(own_game, "--only", "raid")["raid"]["pieces"] == 9

    edit(own_game / "cards/raid.csv", "Scouts", "The Venerable Lamplighter of the Seventh Causeway")
    code, said = run("check", str(own_game), "--only", "raid", "--json")
    assert code == 1
    assert "text#name" in said


def test_own_colour_of_the_page_is_one_of_the_theme(own_game):
    edit(own_game / "templates/themes/colour.toml", "[colour]\n", COLOURS)
    edit(own_game / "templates/themes/mono.toml", "[colour]\n", '[colour]\nsea = "#000000"\n')
    (used,) = re.findall(r"\{\{.*?\}\}", COLOURS)
    (own_game / "templates/raid.svg.j2").write_text(XML[0].replace("{{ theme.colour.paper }}", used), "utf-8")
    edit(
        own_game / "templates/raid.svg.j2",
        '<image href="art/{{ card.id }}.png" x="4" y="16" width="55" height="34"/>',
        "",
    )

    assert build(own_game, "--only", "raid:scouts", "--theme", "mono")["raid"]["pieces"] == 2


def test_theme_of_the_page_is_one_of_the_game(own_game):
    edit(own_game / "templates/themes/colour.toml", "[colour]\n", COLOURS)
    (theme,) = [block for block in TOMLS if "[flag]" in block]
    (own_game / "templates/themes/dusk.toml").write_text(theme, "utf-8")

    assert build(own_game, "--only", "watch", "--theme", "dusk")["watch"]["pieces"] == 1


def test_parts_of_the_page_are_macros_with_these_parameters():
    rows = OWN_GAME.partition("| Part | draws |")[2].partition("\n\n")[0]
    parts = re.findall(r"^\| `(?:\{% call )?(\w+)\((.*?)\)", rows, re.MULTILINE)
    macros = dict(re.findall(r"macro (\w+)\((.*)\) -%}", (ROOT / "templates/shared/card.svg.j2").read_text("utf-8")))

    assert len(parts) == 6
    for name, parameters in parts:
        assert macros[name].startswith(parameters), name


def test_score_track_of_the_page_is_printed(own_game):
    with (own_game / "game.toml").open("a", encoding="utf-8") as manifest:
        manifest.write("\n" + next(block for block in TOMLS if "[components.track]" in block))
    (own_game / "cards/track.csv").write_text("id,provenance\ntrack,house\n", "utf-8")
    (own_game / "templates/track.svg.j2").write_text(XML[3], "utf-8")

    assert build(own_game, "--only", "track")["track"]["pieces"] == 1


def test_pictures_of_the_page_are_drawn(own_game):
    assert PICTURES[-1] == "photo.jpg"
    assert len(PICTURES) == 5
    Image.new("RGB", (700, 400)).save(own_game / "photo.jpg")
    edit(own_game / "game.toml", "strength = {", 'picture = { type = "text" }\nstrength = {')
    edit(own_game / "templates/raid.svg.j2", "{% endcall %}", f"{XML[1]}{{% endcall %}}")
    head, *rows = (own_game / "cards/raid.csv").read_text("utf-8").splitlines()
    lines = [f"{row},{words}" for row, words in zip(rows, [*PICTURES, PICTURES[0]], strict=True)]
    (own_game / "cards/raid.csv").write_text("\n".join([f"{head},picture", *lines]), "utf-8")

    assert build(own_game, "--only", "raid")["raid"]["pieces"] == 9


@pytest.mark.parametrize("form", ["net", "stickers"])
def test_components_of_the_page_are_printed(own_game, form):
    declared = TOML.replace('edge = "16mm"', f'edge = "16mm"\nform = "{form}"')
    with (own_game / "game.toml").open("a", encoding="utf-8") as manifest:
        manifest.write(f"\n{declared}")
    for name in ("pawn", "box", "map"):
        (own_game / f"cards/{name}.csv").write_text("id,provenance\none,house\n", "utf-8")
    faces = ",".join(f"face{number}" for number in range(1, 7))
    (own_game / "cards/die.csv").write_text(f"id,provenance,{faces}\none,house,1,2,3,4,5,6\n", "utf-8")
    for name, text in re.findall(r"\{# (\w+)\.svg\.j2 #\}\n(.*?)(?=\{# |\Z)", XML[2], re.DOTALL):
        (own_game / f"templates/{name}.svg.j2").write_text(text, "utf-8")
    (own_game / "templates/map.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="436mm" height="306mm" viewBox="-3 -3 436 306"/>', "utf-8"
    )

    files = build(own_game, "--only", "die,pawn,box,map")

    assert {name: (file["pieces"], file["sheets"]) for name, file in files.items()} == {
        "die": (1, 1),
        "pawn": (1, 1),
        "box": (1, 1),
        "map": (1, 4),
    }


def test_picture_in_rules_is_printed_as_the_page_writes_it(own_game):
    (figure,) = re.findall(r"`(!\[.*?\))`", OWN_GAME)
    (own_game / "art").mkdir()
    Image.new("RGB", (900, 900)).save(own_game / "art/tower.png")
    for language in ("en", "ja"):
        with (own_game / f"rules/rules.{language}.md").open("a", encoding="utf-8") as text:
            text.write(f"\n{figure}\n")

    assert build(own_game, "--only", "rules")["rules"]["pieces"] == 1


# --- dependencies ---


def distribution(requirement):
    return re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower()


REFERENCE = "".join(
    (ROOT / page).read_text("utf-8")
    for page in ("data/README.md", "docs/data-tables.md", "docs/data-texts.md", "docs/data-sheets.md")
)


def test_reference_names_every_key_of_the_files():
    from generator.load.keys import game_keys
    from generator.load.sheets import box_trait_reader, formula_parser
    from generator.model import sheet

    prose = re.sub(r"^```.*?^```$", "", REFERENCE, flags=re.MULTILINE | re.DOTALL)
    named = set(re.findall(r"[a-z_0-9]+", " ".join(re.findall(r"`([^`]+)`", prose))))
    words = {*box_trait_reader.KEYS, *formula_parser._FUNCTIONS, "rivals", *sheet.BOX_KINDS, *sheet.TRACK_ORDERS}
    words |= {*game_keys.TYPES, *game_keys.KINDS, *game_keys.SHAPES, *game_keys.MATERIALS}

    assert words - named == set()


def test_keys_of_the_games_stand_in_the_reference():
    named = set(re.findall(r"[a-z_0-9]+", REFERENCE))
    used = set()
    for file in (ROOT / "data").glob("*/sheets/*.toml"):
        data = tomllib.loads(file.read_text("utf-8"))
        used |= {*data}
        areas = [*data.get("areas", {}).values()] if not file.name.endswith(".layout.toml") else []
        tracks = [track for area in areas for track in area.get("tracks", ())]
        used |= {key for each in (*areas, *tracks) for key in each}
        used |= {
            key
            for each in (*areas, *tracks)
            if isinstance(each.get("boxes"), list)
            for box in each["boxes"]
            for key in box
        }
        used |= {
            key
            for each in ("limits", "different", "bonuses", "bounds", "scores")
            for row in data.get(each, ())
            for key in row
        }
        used |= {key for row in data.get("sources", {}).values() for key in row}

    assert len(used) > 40
    assert used - named == set()


def test_sheet_of_the_reference_is_printed_and_added_up(tmp_path):
    from generator.load.game_loader import load
    from generator.model.sheet import Book

    *_, component, sheet = blocks(REFERENCE, "toml")
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets/night.toml").write_text(sheet, "utf-8")
    (tmp_path / "game.toml").write_text(f'format = 1\ntitle = {{ en = "Night" }}\n\n{component}', "utf-8")
    book = Book.of(load(tmp_path).sheets.values())

    assert run("build", str(tmp_path), "--paper", "a4", "--out", str(tmp_path / "output"))[0] == 0
    assert book.value("total", {"wall_01": 1, "wall_02": 1, "gate": 1, "horn": 1, "coins_01": 1}) == 1 + 2 + 1


def test_figures_of_the_reference_can_be_shown(own_game):
    from generator.build.faces.figures import Figures
    from generator.load.game_loader import load
    from generator.model.prose import FigureBlock

    figures, *_ = blocks(REFERENCE, "toml")
    (own_game / "rules/figures.toml").write_text(figures, "utf-8")
    game = load(own_game)

    assert [*game.figures] == ["card", "sheet", "setup"]
    assert all(Figures(game, "").size(FigureBlock(name, "", None, 1), "rules.en.md") for name in game.figures)


def test_table_of_the_reference_can_be_laid(own_game):
    from generator.exports.virtual_tables.laid_table import lay_table
    from generator.load.game_loader import load
    from generator.load.virtual_tables.table_setup_reader import read_table_setup

    _, table, *_ = blocks(REFERENCE, "toml")
    (own_game / "table.toml").write_text(table, "utf-8")
    game = load(own_game)
    laid = lay_table(game, read_table_setup(game))

    assert {(it.form, len(it.copies)) for it in laid.objects} == {("hand", 4), ("piece", 1), ("pile", 6)}


NEEDED = [
    *PROJECT["dependencies"],
    *(
        each
        for extra in (
            "imports",
            "png",
            "cluster",
            "gym",
            "docs",
            "languages",
            "cutting",
            "photo",
            "press",
            "tls",
            "pixels",
        )
        for each in PROJECT["optional-dependencies"][extra]
    ),
]
"""Libraries that the program uses."""


def test_every_dependency_stands_in_the_table():
    table = (ROOT / "docs/dependencies.md").read_text("utf-8").partition("| Dependency |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1:4] for row in table.splitlines()[2:]]
    listed = {name.strip() for names, _, _ in rows for name in re.sub(r"\(.*?\)", "", names).split(",")}

    assert listed == {distribution(each) for each in NEEDED}
    assert all(cell.strip() for row in rows for cell in row)


def test_extra_all_has_every_extra_but_those_of_contributors():
    extras = PROJECT["optional-dependencies"]
    (everything,) = extras["all"]

    assert set(everything[len("vallum[") : -1].split(",")) == set(extras) - {
        "all",
        "emoji",  # its licence asks every game that uses it for a mention
        "bench",
        "browsers",
        "checks",
        "docs",
        "dev",
    }


def test_every_library_is_declared():
    used = set()
    for file in (ROOT / "generator").rglob("*.py"):
        used |= set(re.findall(r"^\s*(?:import|from) (\w+)", file.read_text("utf-8"), re.MULTILINE))
    imported = used - set(sys.stdlib_module_names) - {"generator"}

    names = {
        "PIL": "pillow",
        "icu": "pyicu-wheels",
        "pathops": "skia-pathops",
        "pi_heif": "pi-heif",
        "resvg_py": "resvg-py",
        "python_calamine": "python-calamine",
        "yaml": "pyyaml",
        "markupsafe": "jinja2",
        "markdown_it": "markdown-it-py",
        "mdit_py_plugins": "mdit-py-plugins",
    }  # jinja2 is made on it
    declared = {distribution(each) for each in NEEDED}
    assert {names.get(name, name) for name in imported} <= declared


def test_tests_are_found_with_the_libraries_of_the_first_command():
    extras = PROJECT["optional-dependencies"]
    needed = (need for extra in ("bench", "browsers", "checks", "cluster", "docs") for need in extras[extra])
    others = "|".join(distribution(need).replace("-", "_") for need in needed)
    pattern = re.compile(rf"^(?:import|from) (?:{others})\b", re.MULTILINE)
    files = [file for file in (ROOT / "tests").rglob("*.py") if "bench" not in file.parts]

    assert "playwright" in others
    assert [file.name for file in files if pattern.search(file.read_text("utf-8"))] == []


def test_console_script_is_the_module():
    assert PROJECT["scripts"] == {"vallum": "generator.cli.entry:run_and_exit"}


# --- other files ---


CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$", CHANGES, re.MULTILINE)


def test_changelog_has_its_versions_newest_first():
    headings = re.findall(r"^## (.*)", CHANGES, re.MULTILINE)
    numbers = [tuple(map(int, version.split("."))) for version, _ in RELEASES]

    assert headings in ([f"{version} - {day}" for version, day in RELEASES], ["Unreleased", *headings[1:]])
    assert len(RELEASES) >= len(headings) - 1
    assert numbers == sorted(numbers, reverse=True)
    assert [day for _, day in RELEASES] == sorted((day for _, day in RELEASES), reverse=True)
    assert all(re.search(r"^- \w", section, re.MULTILINE) for section in CHANGES.split("\n## ")[1:])


def test_version_is_the_newest_of_the_changelog():
    newest, _ = RELEASES[0]

    assert PROJECT["version"] == generator.__version__ == newest
    assert run("--version") == (0, f"vallum {newest}\n")


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


WORD_LIST = "en.txt"
"""All words of English, those of unfinished work among them."""


def test_no_word_promises_later_work():
    words = "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error", "st" + "ub", "place" + "holder"])
    pattern = re.compile(rf"\b(?:{words})\b".encode())
    places = {"generator", "templates", "tests"}
    source = [path for path in tracked() if path.relative_to(ROOT).parts[0] in places and path.name != WORD_LIST]

    assert [path.name for path in source if pattern.search(path.read_bytes())] == []


# --- code that speaks for itself ---


EXAMPLES = {file.name: text for file, page in PAGES.items() if (text := "".join(blocks(page, "pycon")))}


@pytest.mark.parametrize("page", EXAMPLES)
@pytest.mark.usefixtures("reader")
def test_examples_of_a_page_hold(page):
    examples = doctest.DocTestParser().get_doctest(EXAMPLES[page], {}, page, page, 0)
    said = io.StringIO()
    result = doctest.DocTestRunner().run(examples, out=said.write)

    assert (result.failed, said.getvalue()) == (0, "")
    assert result.attempted > 1


def test_pages_have_examples():
    assert {"README.md", "api.md"} <= set(EXAMPLES)
    assert sum(len(blocks(page, "pycon")) for page in PAGES.values()) >= 6


def modules_with_examples():
    for file in sorted((ROOT / "generator").rglob("*.py")):
        if ">>> " in file.read_text("utf-8"):
            yield importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def test_examples_in_docstrings_hold():
    results = [doctest.testmod(module) for module in modules_with_examples()]

    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) > 10


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["build", "--help"],
        ["games"],
        ["games", "--json"],
        ["solo", "study", "--help"],
        ["solo", "list", "--sessions", "none"],
    ],
)
def test_start_loads_no_heavy_library(arguments):
    heavy = {"jinja2", "reportlab", "uharfbuzz", "PIL", "pypdfium2", "svgwrite", "pyphen", "budoux"}
    heavy |= {"multiprocessing", "asyncio", "numpy", "gymnasium", "distributed"}
    program = (
        "import sys\nfrom generator.cli.main import main\n"
        f"try: code = main({arguments!r})\nexcept SystemExit as ending: code = ending.code\n"
        "print(*sys.modules, file=sys.stderr)\nsys.exit(code)"
    )

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert loaded & heavy == set()
    assert "generator.solo.ai" not in done.stderr.split()
    if "--help" in arguments:
        assert "generator.solo.state" not in done.stderr.split()


# --- languages and scripts, as their page tells them ---


LANGUAGES = (ROOT / "docs/languages.md").read_text("utf-8")
FONT_TOMLS = [block for block in blocks(LANGUAGES, "toml") if "[" in block]


def test_fonts_of_the_page_are_read(monkeypatch):
    wheels = re.search(r"pip install (fontpkg-[a-z -]+)`", LANGUAGES)[1].split()
    named = {wheel.removeprefix("fontpkg-"): wheel.replace("-", "_") for wheel in wheels}
    fonts = (PackagedFont("x", "x.ttf", 400, is_italic=False, axes=(), licence="OFL"),)
    monkeypatch.setattr(font_config, "installed_family", lambda package: fonts if package in named.values() else ())
    shared = tomllib.loads((ROOT / "templates/fonts.toml").read_text("utf-8"))
    own = tomllib.loads("".join(block for block in FONT_TOMLS if "coins" not in block))

    found = read_font_config({part: shared[part] | own.get(part, {}) for part in shared}, "fonts.toml")

    assert set(own["stacks"]["text"]) <= set(found.stacks["text"])
    assert set(own["fonts"]) <= set(found.sources)
    assert found.sources["my-variable-700"].weight == 700


@pytest.mark.usefixtures("reader")
def test_own_words_stand_where_the_page_says(tmp_path):
    folder = tmp_path / "own-words"
    assert run("new", str(folder))[0] == 0
    words = folder / "templates/words"
    words.mkdir()
    (words / "en.toml").write_text(re.search(r"^sheet = .*?(?=^```)", LANGUAGES, re.MULTILINE | re.DOTALL)[0], "utf-8")
    assert (
        run("build", str(folder), "--only", "watch", "--paper", "a4", "--lang", "en", "--out", str(tmp_path / "out"))[0]
        == 0
    )

    (file,) = (tmp_path / "out").rglob("watch-a4-en.pdf")
    assert "Ausgabe 1.0 · Blatt 1 von 1" in pypdfium2.PdfDocument(file)[0].get_textpage().get_text_range()


def test_first_screen_has_commands_for_powershell():
    """They are typed line by line there: Windows PowerShell 5.1 has no `&&`, and `python3` opens the store."""
    first = README.partition("\n## ")[0]
    commands = re.search("```powershell\n(.*?)```", first, re.DOTALL)[1].splitlines()

    assert commands[0] == "py -m venv .venv"
    assert all(command.startswith(".venv\\Scripts\\") for command in commands[1:])
    assert "&&" not in "".join(commands)
    assert commands[-1].partition("vallum ")[2] in re.search("```sh\n(.*?)```", first, re.DOTALL)[1]
    assert all(word in first for word in ("*Download ZIP*", "*Issues*"))
