"""The folder of files with which the pages run in a browser tab."""

import gzip
import io
import json
import re
import tomllib
import zipfile
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest

from generator.load.game_locations import templates_root
from generator.web.site.site_folder import PACKED, _program_files

SITE = templates_root() / "site"
COMMAND_LINE_ONLY = {"generator/cli/commands/browser_opener.py", "generator/cli/health.py"}
"""Open a browser from a terminal, or tell whether one could be; no page imports them."""


def listed(folder):
    """What the service worker knows of the files."""
    found = re.search(r"^const SITE = (\{.*\});", (folder / "sw.js").read_text("utf-8"), re.MULTILINE)
    return json.loads(found[1])


def content(folder, name):
    """The content of a file that the service worker hands out."""
    if name in listed(folder)["packed"]:
        return gzip.decompress((folder / f"{name}{PACKED}").read_bytes())
    return (folder / name).read_bytes()


def archived(folder, name):
    return zipfile.ZipFile(io.BytesIO(content(folder, name))).namelist()


def about(folder):
    """What the page around the pages is told."""
    page = (folder / "index.html").read_text("utf-8")
    return json.loads(re.search(r'id="site">(.*?)</script>', page)[1])


def test_all_names_that_are_listed_are_files_and_all_files_are_listed(site):
    names = {file.relative_to(site).as_posix().removesuffix(PACKED) for file in site.rglob("*") if file.is_file()}
    files = listed(site)["files"]

    assert set(files) == names - {"index.html", "404.html", "sw.js", "manifest.webmanifest"}
    assert {*listed(site)["first"], listed(site)["page"], *listed(site)["drawn"].values()} <= set(files)
    assert {*about(site)["program"], *about(site)["late"], about(site)["engine"]} <= set(files)
    assert f"{about(site)['pyodide']}pyodide.mjs" in files


def test_names_have_the_digests_of_the_files(site):
    for name in listed(site)["files"]:
        if "/python-" not in name:
            digest = sha256(content(site, name)).hexdigest()[:12]
            assert digest in name


def test_packs_have_the_libraries(site):
    program = archived(site, about(site)["program"][0])
    late = {tuple(packages): archived(site, name) for name, packages in about(site)["late"].items()}

    assert {"generator/__init__.py", "uharfbuzz/__init__.py", "typing_extensions.py", "mdurl/__init__.py"} <= set(
        program
    )
    assert "pypdfium2/__init__.py" in late["pypdfium2", "pypdfium2_raw", "pypdfium2_cfg"]
    assert any(name.startswith("budoux/") for name in late["budoux",])
    assert not [name for name in program if name.endswith((".pyi", ".pyc", ".so"))]


def test_library_of_python_lacks_what_nothing_imports(site):
    library = next(name for name in listed(site)["files"] if name.endswith("python_stdlib.zip"))

    assert "json/__init__.py" in archived(site, library)
    assert not [name for name in archived(site, library) if name.startswith("unittest")]


def test_no_module_imports_what_is_left_out():
    left_out = tomllib.loads((SITE / "parts.toml").read_text("utf-8"))["pyodide"]["left_out"]
    absent = {re.split(r"\.py|/", pattern)[0] for pattern in left_out if not pattern.startswith("encodings")}
    imports = re.compile(rf"^(?:import|from) ({'|'.join(absent)})\b", re.MULTILINE)
    files = {name: text.decode() for name, text in _program_files().items() if name.endswith(".py")}

    assert {name for name, text in files.items() if imports.search(text)} <= COMMAND_LINE_ONLY


def test_what_a_first_page_shows_is_not_packed(site):
    packed = {*listed(site)["packed"]}
    page = (site / "index.html").read_text("utf-8")

    assert {name.rpartition(".")[2] for name in packed} >= {"zip", "wasm", "mjs"}
    assert not [name for name in packed if f'"{name}"' in page.partition("<script")[0] or f'src="{name}"' in page]


def test_same_parts_make_the_same_bytes(write, tmp_path):
    one, other = write(tmp_path / "one"), write(tmp_path / "other")

    assert one == other
    for name in one.files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_first_visit_needs_less_than_everything(write, tmp_path):
    written = write(tmp_path)

    assert 0 < written.first < sum(written.files.values())


def test_program_has_its_games_and_templates_where_an_installed_one_has_them():
    files = _program_files()

    assert {
        "generator/cli/main.py",
        "generator/data/picket/game.toml",
        "generator/templates/fonts.toml",
    } <= files.keys()
    assert not [name for name in files if "__pycache__" in name]


def test_page_asks_nobody_else_and_runs_no_text(site):
    texts = {file.name: file.read_text("utf-8") for file in SITE.glob("*.*") if file.suffix != ".toml"}
    page = unescape((site / "index.html").read_text("utf-8"))

    assert [name for name, text in texts.items() if re.search(r"https?://|//\w+\.\w+/", text)] == []
    assert [
        name for name, text in texts.items() if re.search(r"\beval\(|new Function|innerHTML|\son\w+=\"", text)
    ] == []
    assert "script-src 'self' 'wasm-unsafe-eval';" in page
    assert "'unsafe-" not in page
    assert not re.search(r'(?:href|src)="/', page)


def test_page_for_absent_files_runs_its_own_script_alone_and_leads_nowhere_by_itself(site):
    page = (site / "404.html").read_text("utf-8")
    script = re.search(r"<script>(.*)</script>", page, re.DOTALL)[1]
    digest = b64encode(sha256(script.encode()).digest()).decode()

    assert f"script-src 'sha256-{digest}'" in unescape(page)
    assert not re.search(r"(?:href|src)=", page)


def test_words_are_in_both_languages():
    words = {lang: tomllib.loads((SITE / f"words/{lang}.toml").read_text("utf-8")) for lang in ("en", "ja")}
    named = lambda text: sorted(re.findall(r"\{\w+\}", text))  # noqa: E731

    assert words["en"].keys() == words["ja"].keys()
    assert {key: named(text) for key, text in words["en"].items()} == {
        key: named(text) for key, text in words["ja"].items()
    }
    script = "".join(
        (SITE / name).read_text("utf-8") for name in ("shell.js", "index.html.j2", "absent.html.j2", "lost.html.j2")
    )
    assert [key for key in words["en"] if not re.search(rf"\b{key}\b", script)] == []


@pytest.mark.parametrize("file", sorted(SITE.glob("*.js")), ids=lambda file: file.name)
def test_scripts_stay_small(file):
    assert len(file.read_text("utf-8").splitlines()) <= 340
