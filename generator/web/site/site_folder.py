"""Writes the folder of files with which the pages run in a browser tab, from any web host."""

from __future__ import annotations

import gzip
import io
import json
import tomllib
import zipfile
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined

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

PACKED = ".gzip"
"""Ending of the files that are written compressed."""
_DAY = (2020, 1, 1, 0, 0, 0)
"""Date of all files in packs, so that the same files make the same pack."""
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "frame-src 'self'; img-src 'self'; style-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'"
)
_SHELL = ("shell.js", "shell.css", "engine.js", "printer.js", "storage.js")
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
        self.packed: dict[str, int] = {}
        """Size of each file that is written compressed, before that."""

    def add(self, name: str, data: bytes) -> str:
        """Add a file of the site, and return its path."""
        stem, dot, ending = name.rpartition(".")
        # The digest in the name: browsers may keep such files for ever.
        path = f"site/{stem}-{sha256(data).hexdigest()[:12]}{dot}{ending}"
        self.files[path] = data
        return path

    def add_packed(self, name: str, data: bytes) -> str:
        """Add a file that only the service worker asks for; return its path."""
        path = self.add(name, data)
        self.pack(path)
        return path

    def pack(self, path: str) -> None:
        """Have a file written compressed: many hosts compress no archives and no code, and some nothing at all."""
        data = self.files[path]
        self.packed[path] = len(data)
        # Without the time of day, so that the same files make the same site.
        self.files[path] = gzip.compress(data, 9, mtime=0)

    def written(self) -> dict[str, bytes]:
        """Return the files as they are written to the folder, by path: packed ones have the ending PACKED."""
        # An ending that no host knows: one that takes it for an encoding would have the browser unpack it as well.
        return {f"{path}{PACKED}" if path in self.packed else path: data for path, data in self.files.items()}


def write_site(out: Path, parts: SiteParts, progress: Callable[[str], None] = lambda _: None) -> WrittenSite:
    """Write the site into a folder, calling `progress` with the name of each step; raises OutputError.

    Files of an earlier site that are no longer used are left there.
    """
    site = _Site()
    progress("python")
    pyodide = _add_pyodide(site, _python_files(parts))
    progress("program")
    program = [site.add_packed("program.zip", _packed(_program_files() | dict(parts.program_packages())))]
    late = {}
    for name, (packages, files) in parts.late_packages().items():
        progress(name)
        late[site.add_packed(f"{name}.zip", _packed(files))] = packages
    progress("covers")
    drawn = {address: _add_drawn(site, address, data) for address, data in drawn_files().items()}
    shell = {name: site.add(name, _template(name)) for name in _SHELL}
    icon = site.add("icon.svg", (templates_root() / "web" / "static" / "app_icon.svg").read_bytes())
    about = {
        "engine": shell["engine.js"],
        "printer": shell["printer.js"],
        "storage": shell["storage.js"],
        "pyodide": pyodide,
        "program": program,
        "total": sum(site.packed[path] for path in program),
        "size": sum(len(site.files[path]) for path in program),
        "late": late,
        "words": _words(),
    }
    covers = [(id_, titles, drawn[f"gallery/{id_}/cover.svg?{FALLBACK}"]) for id_, titles in _titles()]
    page = _page(about, covers, icon=icon, style=shell["shell.css"], shell=shell["shell.js"])
    named = site.add("index.html", page)
    small = [named, *shell.values(), icon]
    lists = {"page": named, "files": [*site.files], "packed": [*site.packed], "first": small, "drawn": drawn}
    lists["lost"] = _filled("lost.html.j2", words=about["words"], style=shell["shell.css"]).decode()
    worker = _template("worker.js").decode().replace("SITE_FILES", json.dumps(lists), 1)
    size = {path: len(data) for path, data in site.files.items()}
    site.files |= {
        "index.html": page,
        "404.html": _absent_page(),
        "manifest.webmanifest": _manifest(icon),
        "sw.js": worker.encode(),
    }
    progress("files")
    for path, data in site.written().items():
        write_file(out / path, data)
    late_size = sum(size[path] for path in late)
    return WrittenSite({path: len(data) for path, data in site.written().items()}, sum(size.values()) - late_size)


def _add_drawn(site: _Site, address: str, data: bytes) -> str:
    """Add a file that was drawn in advance, compressed unless the first page shows it; return its path."""
    # Covers in the first language stand on a page that no service worker serves yet.
    is_on_first_page = address.endswith(f"?{FALLBACK}")
    return (site.add if is_on_first_page else site.add_packed)(_file_name(address), data)


def _file_name(address: str) -> str:
    """Return a name for the file at an address; a cover is named by its game and language."""
    place, _, language = address.partition("?")
    return f"{place.split('/')[1]}-{language}.svg" if language else place.rpartition("/")[2]


def _python_files(parts: SiteParts) -> Files:
    """Return the files of Python for browsers, with a library that lacks unused modules."""
    files, library = dict(parts.pyodide()), parts.lists["pyodide"]["library"]
    return files | {library: _packed(parts.library(files[library]))}


def _add_pyodide(site: _Site, files: Files) -> str:
    """Add the files of Python for browsers to a folder of the site, and return the folder's path."""
    # Files of Python name each other, so the digest is in the folder's name and not in theirs.
    digest = sha256(b"".join(sha256(data).digest() for data in files.values())).hexdigest()[:12]
    for name, data in files.items():
        path = f"site/python-{digest}/{name}"
        site.files[path] = data
        site.pack(path)
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
    """Return the contents of all files below a folder, by path, or of those with an ending."""
    files = sorted(path for path in folder.rglob(f"*{ending}") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _packed(files: Files) -> bytes:
    """Return files as a ZIP archive, the same bytes for the same files."""
    data = io.BytesIO()
    # Compressed as a whole: a third smaller than file by file. Files of a kind stand together for the same reason.
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for path, content in sorted(files.items(), key=lambda file: (file[0].rpartition(".")[2], file[0])):
            archive.writestr(zipfile.ZipInfo(path, _DAY), content)
    return data.getvalue()


def _template(name: str) -> bytes:
    """Return the content of a file of the site's templates."""
    return (templates_root() / "site" / name).read_bytes()


def _words() -> dict[str, dict[str, str]]:
    """Return the texts of the site's own pages, by language and key."""
    return {language: tomllib.loads(_template(f"words/{language}.toml").decode()) for language in LANGUAGES}


def _page(site: Mapping[str, Any], covers: Sequence[Cover], **names: str) -> bytes:
    """Return the start page of the site, with its data for the script."""
    # A `</script>` in a title would end the script that holds the data.
    about = json.dumps(site, ensure_ascii=False).replace("<", "\\u003c")
    return _filled("index.html.j2", site=about, words=site["words"], policy=_POLICY, covers=covers, **names)


def _absent_page() -> bytes:
    """Return the page that hosts such as GitHub's show for addresses without a file."""
    script = _template("absent.js").decode()
    # Its script stands in the page, because no relative address leads from there to a file of its own.
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; script-src 'sha256-{digest}'; connect-src 'self'"
    return _filled("absent.html.j2", policy=policy, script=script, words=_words())


def _filled(template: str, **values: Any) -> bytes:
    """Return a template of the site, rendered with some values."""
    loader = FileSystemLoader(templates_root() / "site")
    jinja = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return jinja.get_template(template).render(**values).encode()


def _titles() -> list[tuple[str, dict[str, str]]]:
    """Return the ids of the shipped games, each with its titles by language."""
    games = [load(place.folder, prefix=place.shown) for place in game_folders(shipped_games())]
    return [(game.id, {language: phrase(game.title, language) for language in LANGUAGES}) for game in games]


def _manifest(icon: str) -> bytes:
    """Return the web app manifest, which lets browsers install the site."""
    about = {
        "name": f"Vallum: {_words()[FALLBACK]['title']}",
        "short_name": "Vallum",
        # Relative, as a site may lie below any path of a host.
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _GROUND,
        "theme_color": _INK,
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(about, ensure_ascii=False).encode()
