"""Hostile rows, tables, texts and packs."""

import io
import json
import stat
import zipfile
from functools import partial

from tests.hostile.hostile_game import CHECK, GAME, Case

CELLS = {
    "nothing": "",
    "spaces": "   ",
    "direction marks": "a\u202eb\u2066c",
    "NUL": "a\0b",
    "escape": "\x1b[31mred\x1b]0;title\x07",
    "long": "a" * 10_001,
    "very long": "a b " * 100_000,
    "template": "{{ 7 * 7 }}{% for a in b %}",
    "markup": "</text><script>alert(1)</script>",
    "entities": "&amp;&lt;&#0;&nosuch;",
    "CDATA end": "]]>",
    "emoji": "\U0001f3b2" * 100,
    "accents": "a" + "\u0301" * 2000,
    "hebrew": "\u05e9\u05dc\u05d5\u05dd",
    "formula": "=cmd|' /C calc'!A0",
    "shell": "$(touch hurt); `touch hurt`; | touch hurt",
    "format": "%s%n{0.__class__}",
    "line separator": "a\u2028b",
    "byte order mark": "a\ufeffb",
    "stars": "**" * 4000,
    "braces": "{" * 4000,
    "unknown icon": "{nosuch}",
    "no character": "a\ufdd0b",
    "private": "\ue000",
    "half a character": "\ud800",
}
NUMBERS = ("1e309", "nan", "inf", "-1", "9" * 400, "0x10", "1_000", "\u0663", "1.5", "1,5", "\u00bd", "--1", "")
KEYS = {
    "trim": '["1e9mm", "1mm"]|["-1mm", "5mm"]|["0mm", "0mm"]|["nanmm", "5mm"]|[]|"63mm"|[1, 2]|["0.001mm", "0.001mm"]|["63mm"]',
    "bleed": '"1000mm"|"-3mm"|3|"3"|[]|{ a = 1 }|1e400',
    "rows": '"../raid.csv"|"/etc/passwd"|"cards"|""|"cards/none.csv"|"con.csv"|"http://127.0.0.1:9/x.csv"|[]|"cards/raid.exe"',
    "front": '"../x.svg.j2"|"none.j2"|""|1|"/etc/passwd"',
    "kind": '"nosuch"|1|""|"dice"|"boxes"|"sheets"',
    "year": "99999999999999999999|-1|1.5|inf|nan|true",
    "version": '"' + "1" * 20_000 + '"|1|""',
    "languages": '[]|["en", "en"]|["../x"]|["english"]|"en"|'
    + json.dumps([f"a{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(500)]),
    "format": '0|2|"1"|1e9',
    "title": '{}|"x"|{ en = "" }|{ en = 1 }|{ en = "' + "a" * 20_000 + '" }',
}
FILES = {
    "game.toml": {
        "nothing": b"",
        "noise": bytes(range(256)) * 40,
        "utf-16": GAME["game.toml"].encode("utf-16"),
        "deep": b"a = " + b"[" * 20_000,
        "deep tables": b"[" + b".".join([b"a"] * 5000) + b"]",
        "many keys": lambda: b"".join(b"k%d = 1\n" % n for n in range(200_000)),
        "many tables": lambda: b"".join(b"[t%d]\n" % n for n in range(100_000)),
        "one long line": lambda: b"a = '" + b"x" * 4_900_000 + b"'",
        "6 MB": lambda: b"#" * 6_000_000,
        "dates": b"a = 9999-99-99\n",
        "quotes": b'a = """' + b"x\n" * 100_000,
        "CR line ends": GAME["game.toml"].replace("\n", "\r").encode(),
    },
    "cards/raid.csv": {
        "nothing": b"",
        "noise": bytes(range(256)) * 40,
        "NUL": b"id\0,a\n",
        "open quote": b'id,name.en\none,"' + b"x\n" * 100_000,
        "quotes": b"id,name.en\none," + b'"' * 99_999,
        "many columns": lambda: ",".join(f"c{n}" for n in range(50_000)).encode(),
        "many rows": lambda: (
            b"id,name.en,strength,provenance\n" + b"".join(b"a%d,b,1,house\n" % n for n in range(60_000))
        ),
        "equal ids": lambda: b"id,name.en,strength,provenance\n" + b"a,b,1,house\n" * 20_000,
        "equal columns": b"id,id,id\na,b,c\n",
        "ragged": b"id,name.en,strength,provenance\n" + b"".join(b"a," * n + b"\n" for n in range(200)),
        "empty lines": lambda: b"\n" * 3_000_000,
        "commas": lambda: b"," * 5_000_000,
        "130 MB": lambda: b" " * 130_000_000,
        "latin-1": "id,name.en,strength,provenance\na,caf\xe9,1,house\n".encode("latin-1"),
        "shift-jis": "id,name.en,strength,provenance\na,\u7d75,1,house\n".encode("shift-jis"),
        "utf-16": GAME["cards/raid.csv"].encode("utf-16"),
        "semicolons and commas": b"id;name.en,strength;provenance\na;b,c;1\n",
        "CR line ends": GAME["cards/raid.csv"].replace("\n", "\r").encode(),
        "ids of devices": b"id,name.en,strength,provenance\ncon,a,1,house\n../x,b,1,house\n",
    },
    "cards/raid.json": {
        "deep": b"[" * 100_000,
        "deep objects": lambda: b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        "no list": b'{"id": "a"}',
        "numbers": b"[1, 2, 3]",
        "long number": b'[{"id": "a", "strength": ' + b"9" * 50_000 + b"}]",
        "not a number": b'[{"id": "a", "strength": NaN}]',
        "equal keys": b'[{"id": "a", "id": "b"}]',
        "half a character": b'[{"id": "a", "name.en": "\\ud800"}]',
        "cut off": b'[{"id": "a"',
        "null": b"null",
        "long text": lambda: b'[{"id": "' + b"a" * 15_000_000 + b'"}]',
        "lists in cells": b'[{"id": ["a", ["b"]], "name.en": {"x": 1}}]',
    },
}
SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)
ROW = '<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>{1}</t></is></c></row>'


def workbook(sheet=None, **more):
    """A workbook of Excel with only what is asked for."""
    main = "http://schemas.openxmlformats.org/"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{main}package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{main}package/2006/relationships"><Relationship Id="r1" Type="{main}officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}spreadsheetml/2006/main" xmlns:r="{main}officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{main}package/2006/relationships"><Relationship Id="r1" Type="{main}officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": SHEET.format(ROW.format(1, "id")) if sheet is None else sheet,
    }
    return archive(parts | more)


def archive(parts, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        for name, text in parts.items():
            file.writestr(name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name), text, method)
    return stream.getvalue()


LAUGHS = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY a{n} "{("&a" + str(n - 1 or "") + ";") * 10}">' for n in range(1, 12))
    + "]>"
)
WORKBOOKS = {
    "nothing": lambda: b"",
    "noise": lambda: bytes(range(256)) * 100,
    "no workbook": lambda: archive({"a": "b"}),
    "cut off": lambda: workbook()[:-200],
    "one cell": workbook,
    "billion laughs": lambda: workbook(LAUGHS + SHEET.format(ROW.format(1, "&a11;"))),
    "external entity": lambda: workbook(
        '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SHEET.format(ROW.format(1, "&a;"))
    ),
    "last cell": lambda: workbook(
        SHEET.format('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>a</t></is></c></row>')
    ),
    "cell out of the sheet": lambda: workbook(
        SHEET.format('<row r="99999999999"><c r="ZZZZZZZ99999999999"><v>1</v></c></row>')
    ),
    "many rows": lambda: workbook(SHEET.format("".join(ROW.format(n, "a") for n in range(1, 100_000)))),
    "bomb": lambda: workbook(SHEET.format(ROW.format(1, "a" * 300_000_000))),
    "unclosed": lambda: workbook("<worksheet><sheetData>"),
    "no sheet data": lambda: workbook("<worksheet/>"),
    "shared text that is not there": lambda: workbook(
        SHEET.format('<row r="1"><c r="A1" t="s"><v>99999999</v></c></row>')
    ),
    "no number": lambda: workbook(SHEET.format('<row r="1"><c r="A1" t="n"><v>x</v></c></row>')),
    "deep": lambda: workbook(SHEET.format("<a>" * 50_000)),
    "deep names": lambda: workbook(**{"xl/styles.xml": "<a>" * 100_000}),
}
ODS = '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="a">{}</table:table></office:spreadsheet></office:body></office:document-content>'
CELL = "<table:table-cell {}><text:p>id</text:p></table:table-cell>"


def ods(body):
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<a/>",
            "content.xml": ODS.format(body),
        }
    )


ODS_FILES = {
    "repeated columns": lambda: ods(
        "<table:table-row>" + CELL.format('table:number-columns-repeated="2000000000"') + "</table:table-row>"
    ),
    "repeated rows": lambda: ods(
        '<table:table-row table:number-rows-repeated="2000000000">' + CELL.format("") + "</table:table-row>"
    ),
    "repeated both": lambda: ods(
        '<table:table-row table:number-rows-repeated="1000000">'
        + CELL.format('table:number-columns-repeated="16384"')
        + "</table:table-row>"
    ),
    "negative repeat": lambda: ods(
        '<table:table-row table:number-rows-repeated="-5">' + CELL.format("") + "</table:table-row>"
    ),
    "unclosed": lambda: ods("<table:table-row>"),
    "cut off": lambda: ods("")[:-100],
}
TEXTS = {
    "no title": "Turn a card.",
    "nothing": "",
    "paragraph of 2 MB": "# T\n\n" + "over and over " * 150_000,
    "paragraph of 400 KB": "# T\n\n" + "over and over " * 29_000,
    "paragraph of 9 KB": "# T\n\n" + "over and over " * 640,
    "word of 9 KB": "# T\n\n" + "a" * 9000,
    "many paragraphs": "# T\n\n" + "over and over\n\n" * 9000,
    "many headings": "# T\n\n" + "## a\n\n" * 9000,
    "many rules": "# T\n\n" + "---\n\n" * 9000,
    "many breaks": "# T\n\n" + "<!-- page -->\n\n" * 9000,
    "many pages": "# T\n\n" + "a\n\n<!-- page -->\n\n" * 4000,
    "many notes": "# T\n\n" + "a[^1]\n\n" * 2000 + "[^1]: b\n",
    "open dollars": "# T\n\n" + ("$a " * 3000 + "\n\n") * 15,
    "open marks": "# T\n\n" + ("==a ++b %%c ~~d :e [f " * 450 + "\n\n") * 15,
    "open tags": "# T\n\n" + ("[b]" * 3000 + "\n\n") * 15,
    "open boxes": "# T\n\n" + ":::note a\n" * 4000,
    "long list": "# T\n\n" + "- a\n" * 9000,
    "long table": "# T\n\n|a|b|\n|-|-|\n" + "|a|b|\n" * 1500,
    "wide table": "# T\n\n" + "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n",
    "open brackets": "# T\n\n" + ("[a" * 4900 + "\n\n") * 15,
    "open stars": "# T\n\n" + ("*a " * 3000 + "\n\n") * 15,
    "open emphasis": "# T\n\n" + ("*a**b" * 1900 + "\n\n") * 15,
    "open pictures": "# T\n\n" + ("![" * 4900 + "\n\n") * 15,
    "backticks": "# T\n\n" + "".join("`" * n + "a" for n in range(130)),
    "deep quotes": "# T\n\n" + ">" * 5000 + " a",
    "deep lists": "# T\n\n" + "".join("  " * n + "- a\n" for n in range(300)),
    "html": "# T\n\n<script>alert(1)</script>",
    "link": "# T\n\n[a](javascript:alert(1))",
    "picture from the web": "# T\n\n![a](http://127.0.0.1:9/x.png)\n",
    "picture above": "# T\n\n![a](../../x.png)\n",
    "figure of nothing": "# T\n\n![a](nosuch)\n",
    "wide picture": '# T\n\n![a](raid/one "1e9mm")\n',
    "unknown icon": "# T\n\n{nosuch}\n",
    "controls": "# T\n\n\x1b[31m\n",
    "direction marks": "# T\n\n\u202eabc\n",
    "entities": "# T\n\n" + "&#99999999;&amp;" * 600,
    "long title": "# " + "T" * 5000 + "\n",
    "second title": "# T\n\n# T\n",
    "code": "# T\n\n```\ncode\n```\n",
    "noise": bytes(range(256)) * 40,
}


def listed(name, mode=0o100644):
    info = zipfile.ZipInfo("x")
    info.filename, info.external_attr = name, mode << 16
    return info


SOUND = {f"game/{name}": text for name, text in GAME.items()}
PACKS = {
    "nothing": lambda _: b"",
    "noise": lambda desk: desk.random.randbytes(5000),
    "a web page": lambda _: b"<!doctype html>" * 100,
    "no game": lambda _: archive({"a.txt": "a"}),
    "two games": lambda _: archive({"a/game.toml": "", "b/game.toml": ""}),
    "name above": lambda _: archive(SOUND | {listed("../evil"): "x"}),
    "absolute name": lambda _: archive(SOUND | {listed("/etc/evil"): "x"}),
    "name with a drive": lambda _: archive(SOUND | {listed("C:\\evil"): "x"}),
    "name of a device": lambda _: archive(SOUND | {listed("game/nul.png"): "x"}),
    "name with a backslash": lambda _: archive(SOUND | {listed("game\\x"): "x"}),
    "long name": lambda _: archive(SOUND | {listed("game/" + "x" * 5000): "x"}),
    "deep name": lambda _: archive(SOUND | {listed("game/" + "x/" * 90 + "x"): "x"}),
    "link": lambda _: archive(SOUND | {listed("game/x", stat.S_IFLNK | 0o777): "/etc/passwd"}),
    "pipe": lambda _: archive(SOUND | {listed("game/x", stat.S_IFIFO | 0o644): ""}),
    "two cases": lambda _: archive(SOUND | {"game/art/a.png": "", "game/art/A.png": ""}),
    "two forms": lambda _: archive(SOUND | {"game/\u00e9": "", "game/e\u0301": ""}),
    "file and folder": lambda _: archive(SOUND | {"game/art": "", "game/art/a.png": ""}),
    "bomb": lambda _: archive(SOUND | {"game/x": bytes(100_000_000)}),
    "bomb of small files": lambda _: archive(SOUND | {f"game/{n}": bytes(900_000) for n in range(200)}),
    "many files": lambda _: archive(SOUND | {f"game/{n}": "" for n in range(30_000)}),
    "lzma": lambda _: archive(SOUND, zipfile.ZIP_LZMA),
    "pack in a pack": lambda _: archive({"game.zip": archive(SOUND)}),
    "damaged file": lambda _: archive(SOUND, zipfile.ZIP_STORED).replace(b"Turn a", b"Turn b", 1),
    "endless template": lambda _: archive(
        SOUND | {"game/templates/raid.svg.j2": "{% for a in range(10 ** 9) %}{% endfor %}"}
    ),
    "sound": lambda _: archive(SOUND),
    "sound at the top": lambda _: archive(GAME),
    **{f"damaged {n}": lambda desk: desk.flip(archive(SOUND), 3) for n in range(8)},
    **{f"cut off {n}": lambda _, n=n: archive(SOUND)[: 200 * n] for n in range(1, 5)},
}


def with_rows(name, data, desk):
    """Give the cards another table."""
    desk.put(name, data() if callable(data) else data)
    if not name.endswith((".csv", "game.toml")):
        desk.swap("game.toml", "cards/raid.csv", name)


def with_pack(make, desk):
    (desk.folder / "x.zip").write_bytes(make(desk))


def swap(file, old, new, desk):
    desk.swap(file, old, new)


def cases():
    """Yield the cases."""
    yield from value_cases()
    for file, contents in FILES.items():
        for name, data in contents.items():
            yield Case(f"{file}: {name}", 3, partial(with_rows, file, data))
    for ending, files in (("xlsx", WORKBOOKS), ("ods", ODS_FILES)):
        for name, make in files.items():
            yield Case(f"{ending}: {name}", 3, partial(with_rows, f"cards/raid.{ending}", make))
    for name, text in TEXTS.items():
        yield Case(f"text: {name}", 3, lambda desk, text=text: desk.put("rules/rules.en.md", text))
    for name, make in PACKS.items():
        command = "build" if "sound" in name else "check"
        yield Case(f"pack: {name}", 3, partial(with_pack, make), (command, "x.zip", *CHECK[2:]))


def value_cases():
    for name, cell in CELLS.items():
        text = '"' + cell.replace('"', '""') + '"'
        yield Case(f"cell: {name}", 3, partial(swap, "cards/raid.csv", "First", text))
    for number in NUMBERS:
        yield Case(f"number: {number[:20]}", 3, partial(swap, "cards/raid.csv", "First,1", f'First,"{number}"'))
    for key, values in KEYS.items():
        line = next(line for line in GAME["game.toml"].splitlines() if line.startswith(f"{key} = "))
        for number, value in enumerate(values.split("|")):
            yield Case(f"key: {key} {number}", 3, partial(swap, "game.toml", line, f"{key} = {value}"))
