"""Programs that we did not write read the tables of Tabletop Simulator."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.referee

GAMES = ["aquileia", "concordia", "glory-to-rome"]
"""Together they have every kind of object."""
PREFIX = "https://example.org/games"
TYPES = {
    "CardCustom": "CardCustomData",
    "DeckCustom": "DeckCustomData",
    "Custom_Tile": "TileData",
    "Custom_Token": "TokenData",
    "Custom_Dice": "DieCustomData",
    "Figurine_Custom": "FigurineCustomData",
    "Bag": "BagData",
    "Infinite_Bag": "BagInfiniteData",
    "Custom_PDF": "BookData",
}
"""What the npm package `@typed-tabletop-simulator/declaration` calls each kind of object; it has none for hands."""
NOT_DECLARED = {"SidewaysCard", "WidthScale", "PDFPassword", "MaterialIndex"}
NOT_OF_IMAGES = {
    "CustomTile": {"ImageScalar"},
    "CustomToken": {"ImageScalar", "ImageSecondaryURL"},
    "CustomDice": {"ImageScalar", "ImageSecondaryURL"},
}
"""Values of the program's own files that the package does not know, and the material of bags, -1 there."""
OPTIONS = {"noEmit": True, "strict": True, "skipLibCheck": True, "target": "es2020", "lib": ["es2020"], "types": []}


def program(name):
    found = shutil.which(name)
    return found or pytest.fail(f"{name} is not there: .ci/run installs it")


@pytest.fixture(scope="module")
def declarations():
    """The declarations of the npm package, beside the compiler that is on the path."""
    packages = Path(program("tsc")).resolve().parents[2]
    return packages / "@typed-tabletop-simulator" / "declaration" / "src" / "index.d.ts"


def known(value):
    if isinstance(value, dict):
        unknown = NOT_DECLARED.union(*(NOT_OF_IMAGES.get(name, ()) for name in value))
        return {name: known(each) for name, each in value.items() if name not in unknown}
    return [known(each) for each in value] if isinstance(value, list) else value


def typed(value):
    """A value as TypeScript, where names of objects are those of an enumeration."""
    return re.sub(r'"Name": ("\w+")', r'"Name": \1 as ObjectName', json.dumps(known(value)))


def compiled(folder, declarations, save, things):
    lines = [f"export const save: TTSSave = {typed(save | {'ObjectStates': []})};"]
    for number, thing in enumerate(things):
        inside = {} if thing["Name"] == "DeckCustom" else {"ContainedObjects": None}
        own = {name: value for name, value in thing.items() if name not in inside}
        lines.append(f"export const o{number}: {TYPES[thing['Name']]} = {typed(own)};")
    (folder / "save.ts").write_text("\n".join(lines))
    files = [str(declarations), "save.ts"]
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS, "files": files}))
    return subprocess.run([program("tsc"), "-p", folder], capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("name", GAMES)
def test_objects_have_the_declared_types(export, read_table, declarations, tmp_path, name):
    table = read_table(export(name, "tts", dpi=72).folder)
    things = [thing for thing in table.things if thing["Name"] != "HandTrigger"]

    assert {thing["Name"] for thing in things} <= TYPES.keys()
    assert compiled(tmp_path, declarations, table.save, things) == ""
    things[0]["Locked"] = "no"
    assert "Type 'string' is not assignable to type 'boolean" in compiled(tmp_path, declarations, {}, things[:1])


@pytest.mark.parametrize("name", GAMES)
def test_every_file_is_found_where_the_program_keeps_it(export, tmp_path, name):
    done = export(name, "tts", dpi=72, url_prefix=PREFIX)
    kept = tmp_path / "Mods"
    for file in done.files:
        folder = {".png": "Images", ".pdf": "PDF"}.get(Path(file).suffix)
        if folder:  # a file is kept under its address, without what is no letter or digit
            address = Path(f"{PREFIX}/{file}")
            place = kept / folder / (re.sub("[^A-Za-z0-9]", "", str(address.with_suffix(""))) + address.suffix)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(done.folder / file, place)
    command = [program("tts"), "assets", "audit", done.folder / "table.json", "--mods-dir", kept, "--json"]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    files = [file for file in done.files if file.endswith((".png", ".pdf"))]
    assert report["summary"]["assets"] == len(files)
    assert report["summary"]["by_status"]["cached"] == len(files)
    assert {asset["url"] for asset in report["assets"]} == {f"{PREFIX}/{file}" for file in files}
