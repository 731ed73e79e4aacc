"""An earlier print that cannot be compared is refused in one line, and nothing is written."""

import json
import os
import re
import sys

import pikepdf
import pytest

from generator.base.errors import Faults, UsageError
from generator.build.changes import old_print

LIST, RAID = "old/picket/faces-en.json", "old/picket/raid-a4-en.pdf"


@pytest.fixture
def refused(built, tmp_path):
    """The message with which an earlier print is refused."""

    def run(name, **options):
        with pytest.raises(Faults) as told:
            built("new", since=tmp_path / name, **options)
        assert not (tmp_path / "new").exists()
        (fault,) = told.value.faults
        return str(fault).replace(f"{tmp_path}/", "")

    return run


@pytest.fixture
def old(built, tmp_path):
    built("old")
    return tmp_path / "old/picket"


def test_missing_file(refused):
    assert refused("nothing.pdf") == "nothing.pdf: cannot be read (no such file or directory)"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
@pytest.mark.parametrize("name", ["pipe", "print/faces-en.json"])
def test_pipe_is_not_waited_for(refused, tmp_path, name):
    pipe = tmp_path / name
    pipe.parent.mkdir(exist_ok=True)
    os.mkfifo(pipe)
    says = {"pipe": "pipe: not a regular file; use a PDF, a face list or a folder of vallum build"}

    told = refused(name.partition("/")[0])

    assert told.startswith(says.get(name, "print/faces-en.json: not a face list;"))


def test_only_prints_in_a_folder_are_read(tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr(old_print, "file_digest", lambda file: read.append(file.name) or "")
    for name in ("faces-en.json", "raid-a4-en.pdf", "disk.img", "game/faces-en.json", "game/deep/x.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).touch()

    old_print.old_print_digest(tmp_path)

    assert read == ["faces-en.json", "faces-en.json", "raid-a4-en.pdf"]


@pytest.mark.parametrize(
    "content", [b"", b"no", b"[]", b"{}", b'{"format": 2}', b'{"format": 1, "game": 3}', b"\xff", b"[" * 9999]
)
def test_file_that_is_no_face_list(refused, tmp_path, content):
    (tmp_path / "x.json").write_bytes(content)

    assert refused("x.json").startswith("x.json: not a face list; use faces-<language>.json or a PDF")


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": {"a/b": 1}},
        {"pieces": {"a/b": {"title": "", "copies": 0, "faces": {}}}},
        {"theme": None},
        {"pieces": {"a\n/b": {"title": "", "copies": 1, "faces": {}}}},
    ],
)
def test_face_list_with_other_content(refused, old, tmp_path, wrong):
    (tmp_path / "x.json").write_text(
        json.dumps(json.loads((old / "faces-en.json").read_text("utf-8")) | wrong), "utf-8"
    )

    assert refused("x.json").startswith("x.json: not a face list;")


@pytest.mark.parametrize("keep", [8, 2000, -200])
def test_pdf_that_was_cut_off(refused, old, keep):
    file = old / "raid-a4-en.pdf"
    file.write_bytes(file.read_bytes()[:keep])

    assert re.fullmatch(rf"{RAID}: (not a PDF, or a damaged one|the PDF is damaged).*", refused(RAID))


def test_encrypted_pdf(refused, old, tmp_path):
    for password in ("", "secret"):
        with pikepdf.open(old / "raid-a4-en.pdf") as pdf:
            pdf.save(tmp_path / "x.pdf", encryption=pikepdf.Encryption(owner="owner", user=password))

        assert refused("x.pdf") == "x.pdf: the PDF is encrypted; use the file as vallum build has written it"


def test_foreign_pdf(refused, tmp_path):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(tmp_path / "x.pdf")

    assert refused("x.pdf") == "x.pdf: the PDF names no pieces; use one that vallum build has written"


def test_pdf_drawn_by_another_program(refused, old, tmp_path):
    with pikepdf.open(old / "raid-a4-en.pdf") as pdf:
        for form in pdf.objects:
            if isinstance(form, pikepdf.Stream) and form.get("/Subtype") == "/Form":
                form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(Arial=pikepdf.Dictionary()))
        pdf.save(tmp_path / "x.pdf")

    assert refused("x.pdf") == "x.pdf: the PDF is damaged, or another program has changed it"


def test_pdf_that_packs_too_much(refused, old, tmp_path, monkeypatch):
    monkeypatch.setattr("generator.build.changes.printed_pieces.LARGEST", 100)

    assert refused(RAID) == f"{RAID}: the PDF is damaged, or another program has changed it"


@pytest.mark.parametrize("name", [LIST, RAID])
def test_print_of_another_game(refused, old, tmp_path, name):
    file = tmp_path / name
    if name == LIST:
        file.write_text(file.read_text("utf-8").replace('"picket"', '"sentry"'), "utf-8")
    else:
        with pikepdf.open(file, allow_overwriting_input=True) as pdf:
            data = pdf.Root.Metadata.read_bytes()
            pdf.Root.Metadata.write(data.replace(b"<vallum:game>picket<", b"<vallum:game>sentry<"))
            pdf.save(file)

    assert refused(name) == f"{name}: a print of 'sentry', not of 'picket'"


def test_print_of_only_what_had_changed(refused, old, built, picket, tmp_path):
    table = picket / "cards/raid.csv"
    table.write_text(table.read_text("utf-8").replace("ditch", "gate"), "utf-8")
    result = built("some", since=tmp_path / LIST)

    (name,) = (file.path.name for file in result.files)
    assert re.fullmatch(r"changes-card-[0-9a-f]{8}-a4-en\.pdf", name)
    assert refused(f"some/picket/{name}").endswith("prints only what had changed; use a print of whole components")


def test_print_of_single_pieces(refused, built):
    built("some", only=("raid:climber",))

    assert refused("some/picket/raid-climber-a4-en.pdf").endswith(
        "prints only some pieces; use a print of whole components"
    )


def test_backs_alone(refused, built):
    built("old", split=True)

    assert refused("old/picket/raid-a4-en-backs.pdf").endswith("prints only backs; use a print of whole components")


def test_folder_without_this_language(refused, old):
    fault = refused("old", languages=("ja",))

    assert fault == "old: no print in 'ja' with this theme; it has faces-en.json"


def test_empty_folder(refused, tmp_path):
    (tmp_path / "empty").mkdir()

    assert refused("empty").startswith("empty: no print in 'en' with this theme; name a PDF or a folder")


def test_two_languages_at_once(built, old, tmp_path):
    with pytest.raises(UsageError, match="compares one language; choose one of en, ja with --lang"):
        built("new", since=tmp_path / "old", languages=("en", "ja"))


def test_split_print_and_print_without_backs_compare_what_they_show(built, printed_on, picket, tmp_path):
    built("split", split=True)
    built("fronts", backs="none")
    back = picket / "templates/raid-back.svg.j2"
    back.write_text(
        back.read_text("utf-8").replace("{% endcall %}", '<rect width="9" height="9"/>{% endcall %}'), "utf-8"
    )

    (tmp_path / "split/picket/faces-en.json").unlink()
    both, fronts = (built("new", since=tmp_path / name) for name in ("split", "fronts/picket/faces-en-none.json"))
    assert {each.piece for each in both.changes.printed} == {each.piece for each in both.changes.discarded}
    assert len(both.changes.printed) == 6
    assert (fronts.changes.printed, fronts.files) == ((), ())
    assert fronts.changes.notes[-1] == "one of the prints has no backs: only fronts are compared"


def test_comparison_across_languages_and_themes_says_so(built, old, tmp_path):
    notes = built("new", since=tmp_path / LIST, languages=("ja",), theme="mono").changes.notes

    assert notes == (
        "compares different prints: language 'en' with 'ja'",
        "compares different prints: theme 'colour' with 'mono'",
    )


def test_print_of_an_older_program_says_so(built, old, tmp_path):
    with pikepdf.open(old / "raid-a4-en.pdf", allow_overwriting_input=True) as pdf:
        del pdf.Root.Metadata
        pdf.save(old / "raid-a4-en.pdf")

    changes = built("new", since=tmp_path / RAID).changes
    assert changes.printed == changes.discarded == ()
    assert changes.notes[0].startswith("the prints were made by an older Vallum and Vallum 0")


@pytest.mark.parametrize("since", ["old", "old/picket/rules-en.pdf", "old/picket/rules-booklet-a4-en.pdf"])
def test_booklet_is_printed_whole_if_it_changed(built, picket, tmp_path, since):
    built("old", only=("rules", "reference"))
    assert built("new", since=tmp_path / since, only=("rules", "reference")).changes.printed == ()

    text = picket / "rules/rules.en.md"
    text.write_text(text.read_text("utf-8") + "\nOne more word.\n", "utf-8")
    result = built("new", since=tmp_path / since, only=("rules", "reference"))
    assert [(each.piece, each.copies, each.reason) for each in result.changes.printed] == [("rules", 1, "changed")]
    assert [(each.piece, each.reason) for each in result.changes.discarded] == [("rules", "replaced")]
    assert result.files
    assert all("changes-rules-" in file.path.name for file in result.files)


def test_sheet_that_fills_the_paper_is_compared_on_its_paper(built, tmp_path):
    built("old", only=("score",), papers=("a4", "letter"))

    assert built("new", since=tmp_path / "old", only=("score",)).changes.printed == ()
    assert len(built("new", since=tmp_path / "old", only=("score",), papers=("a3",)).changes.printed) == 1


def test_lone_pdf_says_nothing_of_other_components(built, old, tmp_path):
    assert built("new", since=tmp_path / RAID).changes.printed == ()
    assert [each.piece for each in built("new", since=tmp_path / LIST, only=()).changes.printed] == []
