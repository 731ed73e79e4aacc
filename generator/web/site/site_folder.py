"""Writes the folder of files with which the pages run in a browser tab, from any web host."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import generator
from generator.base.messages import FALLBACK
from generator.base.system.output_file import write_file
from generator.build.options import game_folders
from generator.load.game_loader import load
from generator.load.game_locations import data_root, shipped_games, templates_root
from generator.web.http.page_renderer import phrase
from generator.web.http.reader_settings import LANGUAGES
from generator.web.site.drawn_files import drawn_files
from generator.web.site.site_parts import Files, SiteParts

Cover: TypeAlias = tuple[str, Mapping[str, str], str]
"""Game by its id, its title in each language, and the file of its cover."""

_DAY = (2020, 1, 1, 0, 0, 0)
"""Date of all files in packs, so that the same files make the same pack."""
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "frame-src 'self'; img-src 'self'; style-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'"
)
_SHELL = ("shell.js", "shell.css", "engine.js")
_GROUND, _INK = "#f7f2e8", "#8c2f1b"


class WrittenSite(NamedTuple):
    """The files of a site, and the bytes of the first visit."""

    files: Mapping[str, int]
    """Size of each file, by its path in the folder."""
    first: int
    """Bytes that are loaded until the first page appears."""


class _Site:
    """Files that are gathered before any is written; all but three have digests of their contents in their names."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, name: str, data: bytes) -> str:
        """Add a file of the site, and return its path."""
        stem, dot, ending = name.rpartition(".")
        # The digest in the name: browsers may keep such files for ever.
        path = f"site/{stem}-{sha256(data).hexdigest()[:12]}{dot}{ending}"
        self.files[path] = data
        return path


def write_site(out: Path, parts: SiteParts, progress: Callable[[str], None] = lambda _: None) -> WrittenSite:
    """Write the site into a folder; files of an earlier one that are no longer used are left there.

    Raises OutputError.
    """
    site = _Site()
    progress("python")
    pyodide = _add_pyodide(site, parts.pyodide())
    progress("program")
    program = [site.add("program.zip", _packed(_program_files() | dict(parts.program_packages())))]
    late = {}
    for name, (packages, files) in parts.late_packages().items():
        progress(name)
        late[site.add(f"{name}.zip", _packed(files))] = packages
    progress("covers")
    drawn = {address: site.add(_file_name(address), data) for address, data in drawn_files().items()}
    shell = {name: site.add(name, _template(name)) for name in _SHELL}
    icon = site.add("icon.svg", (templates_root() / "web" / "static" / "app_icon.svg").read_bytes())
    about = {
        "engine": shell["engine.js"],
        "pyodide": pyodide,
        "program": program,
        "total": sum(len(site.files[path]) for path in program),
        "late": late,
        "words": _words(),
    }
    covers = [(id_, titles, drawn[f"gallery/{id_}/cover.svg?{FALLBACK}"]) for id_, titles in _titles()]
    page = _page(about, covers, icon=icon, style=shell["shell.css"], shell=shell["shell.js"])
    named = site.add("index.html", page)
    small = [named, *shell.values(), icon]
    worker = _template("worker.js").decode().replace("SITE_FILES", _worker_list(named, [*site.files], small, drawn), 1)
    size = {path: len(data) for path, data in site.files.items()}
    site.files |= {"index.html": page, "manifest.webmanifest": _manifest(icon), "sw.js": worker.encode()}
    progress("files")
    for path, data in site.files.items():
        write_file(out / path, data)
    late_size = sum(size[path] for path in late)
    return WrittenSite({path: len(data) for path, data in site.files.items()}, sum(size.values()) - late_size)


def _worker_list(page: str, files: list[str], first: list[str], drawn: Mapping[str, str]) -> str:
    return json.dumps({"page": page, "files": files, "first": first, "drawn": drawn})


def _file_name(address: str) -> str:
    """Return a name for the file at an address; a cover is named by its game and language."""
    place, _, language = address.partition("?")
    return f"{place.split('/')[1]}-{language}.svg" if language else place.rpartition("/")[2]


def _add_pyodide(site: _Site, files: Files) -> str:
    """Add the files of Python, whose names each other's code has, to a folder with the digest; return its path."""
    # Files of Python name each other, so the digest is in the folder's name and not in theirs.
    digest = sha256(b"".join(sha256(data).digest() for data in files.values())).hexdigest()[:12]
    for name, data in files.items():
        site.files[f"site/python-{digest}/{name}"] = data
    return f"site/python-{digest}/"


def _program_files() -> dict[str, bytes]:
    """Return the program, its templates and the shipped games, with their paths in an installed package."""
    package = Path(generator.__file__).parent
    files = {f"generator/{name}": data for name, data in _tree(package, ".py").items() if name[:5] not in _DATA}
    files |= {f"generator/templates/{name}": data for name, data in _tree(templates_root()).items()}
    return files | {f"generator/data/{name}": data for name, data in _tree(data_root()).items()}


_DATA = ("templ", "data/")
"""First five letters of paths in an installed package that hold no code."""


def _tree(folder: Path, ending: str = "") -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob(f"*{ending}") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _packed(files: Files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, _DAY), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _template(name: str) -> bytes:
    return (templates_root() / "site" / name).read_bytes()


def _words() -> dict[str, dict[str, str]]:
    return {language: tomllib.loads(_template(f"words/{language}.toml").decode()) for language in LANGUAGES}


def _page(site: Mapping[str, Any], covers: Sequence[Cover], **names: str) -> bytes:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(templates_root() / "site")
    jinja = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    # A `</script>` in a title would end the script that holds the data.
    about = json.dumps(site, ensure_ascii=False).replace("<", "\\u003c")
    template = jinja.get_template("index.html.j2")
    page = template.render(site=about, words=site["words"], policy=_POLICY, covers=covers, **names)
    return page.encode()


def _titles() -> list[tuple[str, dict[str, str]]]:
    """The shipped games by id, with their titles in each language."""
    games = [load(place.folder, prefix=place.shown) for place in game_folders(shipped_games())]
    return [(game.id, {language: phrase(game.title, language) for language in LANGUAGES}) for game in games]


def _manifest(icon: str) -> bytes:
    about = {
        "name": f"Vallum: {_words()[FALLBACK]['title']}",
        "short_name": "Vallum",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _GROUND,
        "theme_color": _INK,
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(about, ensure_ascii=False).encode()
