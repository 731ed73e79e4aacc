"""A small site: as written by `vallum site`, of parts that hold next to nothing."""

import io
import tarfile
import tomllib
import zipfile

import pytest

from generator.load.game_locations import templates_root
from generator.web.site import site_folder
from generator.web.site.site_folder import write_site
from generator.web.site.site_parts import SiteParts

FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]


def archive_of_python():
    data = io.BytesIO()
    files = {name: name.encode() for name in FILES} | {"python_stdlib.zip": wheel(json="parse", unittest="assert")}
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def wheel(**files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for package, text in files.items():
            archive.writestr(f"{package}/__init__.py", text)
            archive.writestr(f"{package}/__init__.pyi", "")
        archive.writestr("some.dist-info/RECORD", "")
    return data.getvalue()


@pytest.fixture(scope="session")
def small_parts():
    lists = tomllib.loads((templates_root() / "site/parts.toml").read_text("utf-8"))
    lists["packs"] = {"program": ["mdurl", "typing_extensions"], "late": {"breaks": ["budoux"]}}
    wheels = {"uharfbuzz": wheel(uharfbuzz="shape"), "pypdfium2": wheel(pypdfium2="draw", pypdfium2_raw="raw")}
    return SiteParts(lists, {"pyodide": archive_of_python(), **wheels})


@pytest.fixture(scope="session")
def write(small_parts):
    """Write a small site."""
    covers = {f"gallery/picket/cover.svg?{lang}": f"<svg>{lang}</svg>".encode() for lang in ("en", "ja")}

    def put(folder):
        # Only while it writes: folders without an `__init__.py` keep such fixtures until the worker ends, and a later
        # test of the same worker would write a site without a program.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(site_folder, "drawn_files", lambda: {**covers, "static/style.css": b"a {}"})
            patch.setattr(site_folder, "_program_files", lambda: {"generator/__init__.py": b""})
            patch.setattr(site_folder, "_titles", lambda: [("picket", {"en": "Picket", "ja": "見張り"})])
            return write_site(folder, small_parts)

    return put


@pytest.fixture(scope="session")
def site(write, tmp_path_factory):
    """The folder of a small site."""
    folder = tmp_path_factory.mktemp("site")
    write(folder)
    return folder
