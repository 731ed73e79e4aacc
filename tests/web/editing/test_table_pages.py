"""Tables are changed on the page as in a spreadsheet, and the file keeps everything else."""

import csv
import json
import re
import stat

import openpyxl
import pytest

from generator.web.editing.editor_command import EditorCommand

TABLES = "/gallery/mine/tables"

RAID = "cards/raid.csv"


def test_one_cell_is_saved_and_nothing_else(editor):
    before = editor.read(RAID)
    answer = editor.type(RAID, 0, name__en="Scouts, two")

    assert (answer.status, answer.headers["location"]) == (303, f"{TABLES}?file=cards%2Fraid.csv&from=0#r0")
    assert editor.read(RAID) == before.replace(b",Scouts,", b',"Scouts, two",')


def test_cells_of_a_row_are_saved_together_and_taken_back_together(editor):
    before = editor.read(RAID)
    editor.type(RAID, 2, strength="3", text__ja="煙。\n霧。")
    after = editor.read(RAID)
    assert after == before.replace(b"torches,2,", b"torches,3,").replace(
        "夜明け前の煙。".encode(), '"煙。\n霧。"'.encode()
    )

    editor.turn("undo")
    assert editor.read(RAID) == before
    editor.turn("redo")
    assert editor.read(RAID) == after


def test_a_value_with_a_fault_is_kept_in_the_form_and_not_saved(editor):
    before = editor.read(RAID)
    answer = editor.type(RAID, 0, suit="swrods")

    assert answer.status == 422
    assert editor.read(RAID) == before
    assert editor.form(answer)["cell.suit"] == "swrods"
    assert "no suit called &#39;swrods&#39;; did you mean &#39;swords&#39;?" in answer.text
    assert 'aria-invalid="true" aria-describedby="fault-6"' in answer.text


def test_a_fault_can_be_saved_anyway_and_mended(editor):
    fields = editor.form(editor.type(RAID, 0, suit="swrods"))
    assert editor.send(fields, anyway="yes").status == 303
    assert b",swrods,1," in editor.read(RAID)

    page = editor.page(RAID)
    assert re.search(
        r'<td id="c0-5" tabindex="-1" class="bad"><span>swrods</span><small class="bad">no suit called', page.text
    )
    assert editor.type(RAID, 0, suit="swords").status == 303
    assert "swrods" not in editor.page(RAID).text.partition('id="grid"')[2]


def test_words_that_lack_stand_at_the_first_of_their_cells(editor):
    empty = {"name__en": "", "name__ja": ""}
    answer = editor.type(RAID, 0, **empty)
    cell = answer.text.partition('name="cell.name.en"')[2].partition("</div>")[0]
    assert "empty; words are needed" in cell

    editor.send(editor.form(answer), anyway="yes")
    cell = editor.page(RAID).text.partition('<td id="c0-3"')[2].partition("</td>")[0]
    assert "empty; words are needed" in cell


def test_a_fault_elsewhere_is_told(editor):
    answer = editor.type("tables/suits.csv", 0, id="blades")

    assert answer.status == 422
    assert "cards/raid.csv:2 [suit]" in answer.text


def test_what_no_cell_can_hold_is_never_saved(editor):
    fields = editor.form(editor.page(RAID, 0)) | {"cell.id": "#scouts"}

    answer = editor.send(fields, anyway="yes")
    assert answer.status == 422
    assert "a row that begins with # is a comment" in answer.text
    assert 'name="anyway"' not in answer.text


def test_a_file_that_changed_meanwhile_is_not_written_over(editor):
    fields = editor.form(editor.page(RAID, 1)) | {"cell.strength": "3"}
    theirs = b"# a note\n" + editor.read(RAID).replace(b"swords,4,", b"swords,2,")
    (editor.folder / RAID).write_bytes(theirs)
    answer = editor.send(fields)

    assert answer.status == 409
    assert editor.read(RAID) == theirs
    assert editor.form(answer)["cell.strength"] == "3"
    assert "In the file now: <samp>2</samp>" in answer.text
    assert editor.send(editor.form(answer)).status == 303
    assert editor.read(RAID) == theirs.replace(b"swords,2,", b"swords,3,")


def test_a_cell_that_was_not_touched_is_never_sent_back(editor):
    fields = editor.form(editor.page(RAID, 1)) | {"cell.strength": "3"}
    theirs = editor.read(RAID).replace(b"War chief", b"Chief")
    (editor.folder / RAID).write_bytes(theirs)

    again = editor.form(editor.send(fields))
    assert again["cell.name.en"] == "Chief"
    editor.send(again)
    assert editor.read(RAID) == theirs.replace(b"swords,4,", b"swords,3,")


def test_what_was_typed_for_a_row_that_is_gone_is_shown(editor):
    fields = editor.form(editor.page(RAID, 1)) | {"cell.strength": "3"}
    lines = editor.read(RAID).splitlines(keepends=True)
    (editor.folder / RAID).write_bytes(b"".join([*lines[:2], *lines[3:]]))
    answer = editor.send(fields)

    assert answer.status == 409
    assert "the row is not there any more" in answer.text
    assert editor.form(answer)["cell.strength"] == "3"


def test_undo_leaves_what_others_changed_since(editor):
    editor.type(RAID, 1, strength="3")
    theirs = b"# a note\n" + editor.read(RAID).replace(b"Climber", b"Climbers")
    (editor.folder / RAID).write_bytes(theirs)
    editor.turn("undo")
    assert editor.read(RAID) == theirs.replace(b"swords,3,", b"swords,4,")

    editor.turn("redo")
    assert editor.read(RAID) == theirs
    (editor.folder / RAID).write_bytes(theirs.replace(b"swords,3,", b"swords,1,"))
    answer = editor.turn("undo")
    assert "notice=lost" in answer.headers["location"]
    assert editor.read(RAID) == theirs.replace(b"swords,3,", b"swords,1,")


def test_a_full_disk_takes_no_undo_away(editor, monkeypatch):
    before = editor.read(RAID)
    editor.type(RAID, 1, strength="3")
    after = editor.read(RAID)

    def full(_handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("generator.base.system.file_exchange.os.fsync", full)
        answer = editor.turn("undo")
    assert (answer.status, editor.read(RAID)) == (503, after)
    assert 'id="notice"' in answer.text
    assert "mine/cards/raid.csv: cannot be saved: no space left on device" in answer.text

    editor.turn("undo")
    assert editor.read(RAID) == before


def test_undo_changes_no_file_that_may_not_be_written_to(editor):
    before = editor.read(RAID)
    editor.type(RAID, 1, strength="3")
    after = editor.read(RAID)
    (editor.folder / RAID).chmod(0o444)
    answer = editor.turn("undo")
    assert answer.headers["location"] == f"{TABLES}?file=cards%2Fraid.csv"
    assert editor.read(RAID) == after

    (editor.folder / RAID).chmod(0o644)
    editor.turn("undo")
    assert editor.read(RAID) == before


@pytest.mark.parametrize(
    ("kind", "why", "status"),
    [
        ("locked", "This file may not be written to.", 403),
        ("broken", "quote opened on line 8 is never closed", 409),
        ("unknown", "a key has letters, digits, _ and -", 409),
    ],
)
def test_what_was_typed_into_a_file_that_cannot_be_changed_any_more_is_shown(editor, kind, why, status):
    fields = editor.form(editor.page(RAID, 0)) | {"cell.name.en": "Wolf"}
    file = editor.folder / ("game.toml" if kind == "unknown" else RAID)
    if kind == "locked":
        file.chmod(0o444)
    else:
        file.write_bytes(file.read_bytes() + (b'x,"a' if kind == "broken" else b"[["))
    before = file.read_bytes()
    answer = editor.send(fields)

    assert answer.status == status
    assert editor.form(answer)["cell.name.en"] == "Wolf"
    assert why in answer.text[answer.text.index('<form id="row-cells"') :]
    assert file.read_bytes() == before


def test_a_row_that_moved_is_not_deleted(editor):
    fields = editor.form(editor.page(RAID, 0))
    theirs = b"# a note\n" + editor.read(RAID)
    (editor.folder / RAID).write_bytes(theirs)
    place = {name: fields[name] for name in ("file", "digest", "row")}
    answer = editor.visitor.post(f"{TABLES}/rows", place | {"do": "remove"})

    assert (answer.status, editor.read(RAID)) == (409, theirs)
    assert "Not done: the file was changed meanwhile." in answer.text


def test_rows_are_copied_added_deleted_and_taken_back(editor):
    before = editor.read(RAID)
    answer = editor.rows(RAID, 0, "copy")
    assert answer.headers["location"].endswith("row=1#r1")
    assert b"\nscouts_2,R1,2,Scouts," in editor.read(RAID)
    editor.rows(RAID, 1, "remove")
    assert editor.read(RAID) == before
    editor.rows(RAID, 0, "add")
    assert editor.read(RAID) == before + b"new,,,,,,,,,\n"

    for _ in range(3):
        editor.turn("undo")
    assert editor.read(RAID) == before
    assert editor.turn("undo").status == 303


def test_a_game_that_cannot_be_read_is_mended_here(editor):
    (editor.folder / RAID).write_bytes(editor.read(RAID).replace(b"scouts,R1,2,", b"scouts,R1,2,2,"))

    page = editor.page(RAID)
    assert "the row has 11 cells, the header has 10" in page.text
    assert f'href="{TABLES}"' in editor.visitor.get("/gallery/mine").text


@pytest.mark.parametrize("kind", ["shipped", "away", "json", "locked", "fetched"])
def test_what_is_not_changed_here_says_why(editor, kind, monkeypatch):
    text = (editor.folder / "game.toml").read_text("utf-8")
    address, file = TABLES, RAID
    if kind == "shipped":
        address = "/gallery/arena/tables"
        file = "cards/characters.csv"
    elif kind == "away":
        monkeypatch.setattr("generator.web.http.request_form.LOCAL", ())
    elif kind == "json":
        file = "cards/raid.json"
        (editor.folder / file).write_text("[]")
        (editor.folder / "game.toml").write_text(text.replace(RAID, file), "utf-8")
    elif kind == "locked":
        (editor.folder / file).chmod(0o444)
    else:
        source = f'{RAID}"\nsource = "https://example.org/raid.csv"\n#'
        (editor.folder / "game.toml").write_text(text.replace(f'{RAID}"', source), "utf-8")
    page = editor.visitor.get(f"{address}?file={file}")
    fields = {"file": file, "digest": "x", "row": "0", "cell.id": "b"}

    assert page.status == 200
    assert '<p class="refusal">' in page.text
    assert "data-edited" not in page.text
    assert editor.visitor.post(f"{address}/cells", fields).status == 403


def stored(editor, ending):
    """Store the rows of the cards in another kind of file; return its name."""
    names, *rows = csv.reader(line for line in editor.read(RAID).decode().splitlines() if line[:1] != "#")
    file = RAID.replace(".csv", ending)
    if ending == ".xlsx":
        book = openpyxl.Workbook()
        for row in (names, *rows):
            book.active.append(row)
        book.save(editor.folder / file)
    else:
        filled = [{name: cell for name, cell in zip(names, row, strict=True) if cell} for row in rows]
        whole = "".join(
            "[[row]]\n" + "".join(f"{json.dumps(k)} = {json.dumps(v)}\n" for k, v in row.items()) for row in filled
        )
        (editor.folder / file).write_text(json.dumps(filled) if ending == ".json" else whole, "utf-8")
    config = editor.folder / "game.toml"
    config.write_text(config.read_text("utf-8").replace(RAID, file), "utf-8")
    return file


@pytest.mark.parametrize("look", ["en", "ja"])
@pytest.mark.parametrize("ending", [".json", ".toml", ".xlsx"])
def test_page_of_another_kind_of_file_says_what_to_do_instead(editor, services, ending, look):
    file = stored(editor, ending)
    editor.visitor.cookies["vallum-page"] = f"{look}.auto.normal.off"
    card = "/gallery/mine/card?part=raid&card=scouts"
    for address in (f"{TABLES}?file={file}", card):
        services.editor = None
        page = editor.visitor.get(address)
        assert page.status == 200, address
        told = re.search('<p class="refusal">(.*?)</p>', page.text)[1]
        assert "CSV" in told
        assert "game.toml" in told
        assert ("vallum serve --editor" in told) == (ending != ".xlsx")
        assert "/tables/editor" not in page.text

        services.editor = EditorCommand(("true",))
        page = editor.visitor.get(address)
        assert "vallum serve --editor" not in page.text
        assert "/tables/editor" in page.text


@pytest.mark.parametrize("file", ["game.toml", "../secret.csv", "/etc/passwd", "cards/gone.csv", ""])
def test_only_tables_of_the_game_are_written(editor, file):
    fields = {"file": file, "digest": "x", "row": "0", "cell.id": "b"}

    assert editor.visitor.post(f"{TABLES}/cells", fields).status == 404


@pytest.mark.parametrize(
    "odd", [{"row": "-1"}, {"row": "x"}, {"row": ""}, {"cell.gone": "x"}, {"cell.+x": "x"}, {"cell.+10": "x"}]
)
def test_odd_forms_are_refused(editor, odd):
    fields = editor.form(editor.page(RAID, 0)) | odd

    assert editor.send(fields).status == 400


def test_links_are_no_way_out(editor, tmp_path):
    outside = tmp_path / "outside.csv"
    outside.write_bytes(editor.read(RAID))
    (editor.folder / RAID).unlink()
    (editor.folder / RAID).symlink_to(outside)

    assert (
        editor.visitor.post(f"{TABLES}/cells", {"file": RAID, "digest": "x", "row": "0", "cell.id": "b"}).status == 404
    )


def test_permissions_stay_and_no_part_is_left(editor):
    (editor.folder / RAID).chmod(0o640)
    editor.type(RAID, 0, strength="2")

    assert stat.S_IMODE((editor.folder / RAID).stat().st_mode) == 0o640
    assert sorted(each.name for each in (editor.folder / "cards").iterdir()) == ["raid.csv", "watch.csv"]


def test_a_form_leads_back_to_the_card_but_to_no_other_site(editor):
    fields = editor.form(editor.page(RAID, 0))
    card = "/gallery/mine/card?part=raid&card=scouts"

    assert editor.send(fields, back=card).headers["location"] == card
    for back in ("//evil.test/gallery/mine/card?", "https://evil.test", "/gallery/mine/card?\n"):
        assert editor.send(fields, back=back).headers["location"].startswith(TABLES)


def test_table_of_a_component_is_the_one_that_is_opened_from_its_cards(visitor):
    answer = visitor.post("/new", {"title": "Road", "starter": "tarot"})
    pages = [
        visitor.get(f"{answer.headers['location']}/tables{query}").text for query in ("", "?of=cards", "?of=signs")
    ]
    files = [page.partition('id="grid" ')[2].partition('data-file="')[2].partition('"')[0] for page in pages]

    assert files == ["cards/cards.csv", "cards/cards.csv", "tables/signs.csv"]
