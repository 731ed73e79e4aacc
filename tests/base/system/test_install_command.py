"""Commands to install: their words as a shell reads them, and the packages that they name."""

import re
import shlex
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.base.errors import Fault, shorten
from generator.base.system import install_command
from generator.base.system.install_command import install_extra, install_own, install_packages, install_tail

ROOT = Path(__file__).parents[3]
WINDOWS_PYTHON = r"C:\My Games\.venv\Scripts\python.exe"


def on_windows(monkeypatch, modules):
    monkeypatch.setattr(install_command, "sys", SimpleNamespace(platform="win32", executable=WINDOWS_PYTHON))
    monkeypatch.setenv("USERPROFILE", r"C:\Users\ann")
    monkeypatch.setenv("PSMODULEPATH", modules)


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Pretend that the program was installed from a place, which its metadata names, and is no checkout itself."""

    def install(source, requires=()):
        metadata = SimpleNamespace(read_text=lambda _: source)
        monkeypatch.setattr(install_command, "_ROOT", tmp_path)
        monkeypatch.setattr("importlib.metadata.distribution", lambda _: metadata)
        monkeypatch.setattr("importlib.metadata.requires", lambda _: list(requires))

    return install


def test_extra_is_installed_from_the_checkout():
    words = shlex.split(install_extra("png"))

    assert words == [sys.executable, "-m", "pip", "install", "--editable", f"{ROOT}[png]"]


def test_words_survive_the_shell(monkeypatch):
    odd = "/srv/ann/it's my venv/$HOME/bin/python"
    monkeypatch.setattr(install_command, "sys", SimpleNamespace(platform="linux", executable=odd))

    assert shlex.split(install_packages("a[b]>=1")) == [odd, "-m", "pip", "install", "a[b]>=1"]


def test_quotes_are_those_of_the_shell_of_windows(monkeypatch):
    on_windows(monkeypatch, r"C:\Program Files\WindowsPowerShell\Modules")
    assert install_packages("a>=1", r"C:\a b[c]") == rf'"{WINDOWS_PYTHON}" -m pip install "a>=1" "C:\a b[c]"'

    on_windows(monkeypatch, r"C:\Users\ann\Documents\WindowsPowerShell\Modules;C:\Windows\Modules")
    assert install_packages("a", r"C:\$b`[c]") == rf'& "{WINDOWS_PYTHON}" -m pip install a "C:\`$b``[c]"'


def test_environment_without_pip_gets_it_first(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "ensurepip" or None)
    first, _, second = install_packages("a").partition(" && ")
    assert shlex.split(first) == [sys.executable, "-m", "ensurepip"]
    assert shlex.split(second) == [sys.executable, "-m", "pip", "install", "a"]

    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert shlex.split(install_packages("a")) == ["uv", "pip", "install", "--python", sys.executable, "a"]


def test_program_that_was_installed_from_a_checkout_names_it(installed, tmp_path):
    source = tmp_path / "my games"
    source.mkdir()
    (source / "pyproject.toml").write_text('[project]\nname = "vallum"\n')
    installed(f'{{"url": "{source.as_uri()}", "dir_info": {{}}}}')

    assert shlex.split(install_extra("png"))[-2:] == ["install", f"{source}[png]"]


@pytest.mark.parametrize(
    "source", [None, "", "{", '{"url": "file:///no/such/folder"}', '{"url": "https://example.org/vallum.whl"}']
)
def test_without_a_checkout_the_libraries_are_named_and_never_the_program(installed, source):
    installed(
        source,
        [
            "jinja2>=3",
            "ezdxf>=1.4; extra == 'cutting'",
            "other; extra == 'png'",
            'quick>=2; sys_platform != "win32" and extra == "cutting"',
            'slow>=3 ; (python_version < "3.12") and extra == "cutting"',
        ],
    )

    assert shlex.split(install_extra("cutting"))[4:] == [
        "ezdxf>=1.4",
        'quick>=2; sys_platform != "win32"',
        'slow>=3; (python_version < "3.12")',
    ]
    assert shlex.split(install_extra("cutting,png"))[5:] == [
        "other",
        'quick>=2; sys_platform != "win32"',
        'slow>=3; (python_version < "3.12")',
    ]


def test_extras_that_messages_name_exist():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    sources = [file.read_text() for file in ROOT.joinpath("generator").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"""install_(?:extra|tail)\(["'](\w+)["']\)""", text)}

    assert named >= {"tls", "languages", "press", "imports", "cluster", "cutting"}
    assert named <= set(extras)


def test_no_message_names_a_command_of_its_own():
    written = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in ROOT.joinpath("generator").rglob("*.py")
        for line in file.read_text().splitlines()
        if "pip install " in line or "vallum[" in line
    ]

    assert written == []


def test_packages_of_strangers_are_not_advised():
    assert shlex.split(install_own("justmytype-intl-sea").removeprefix("; install it with: ")) == [
        *(sys.executable, "-m", "pip", "install", "justmytype-intl-sea")
    ]
    assert [install_own(name) for name in ("os", "vallum", "fontpkg-none", "justmytype", "")] == [""] * 5


def test_long_paths_of_a_command_are_not_cut():
    path = f"'/{'deep folder/' * 20}.venv/bin/python' -m pip install x"
    message = f"no table called '{'x' * 100}' needs a library; install it with: {path}"

    assert shorten(message) == f"no table called '{'x' * 59}…' needs a library; install it with: {path}"
    assert str(Fault("a.xlsx", message)).endswith(path)
    assert len(shorten(f"'install it with: {'x' * 100_000}'")) < 100


def test_browser_tab_has_no_shell_to_install_in(monkeypatch):
    assert install_tail("png") == f"; install it with: {install_extra('png')}"

    monkeypatch.setattr(sys, "platform", "emscripten")
    assert install_tail("png") == "; a browser tab cannot have it: use the installed program"
