import pytest

from generator.preflight.content import content_reader
from tests.preflight.press_file import SHOP, draw, press_pdf


@pytest.fixture
def cards(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pdf = press_pdf()
    pdf.save("clean.pdf", force_version="1.4", deterministic_id=True)
    draw(pdf, pdf.pages[0], "0.1 w 0 0 0 1 K 60 100 m 90 100 l S")
    pdf.save("faint.pdf", force_version="1.4", deterministic_id=True)
    draw(pdf, pdf.pages[2], "0 w 0 0 0 1 K 60 220 m 90 220 l S")
    pdf.save("thin.pdf", force_version="1.4", deterministic_id=True)


@pytest.mark.usefixtures("cards")
def test_files_are_checked_and_faults_are_exit_code_1(command):
    said = command("preflight", "clean.pdf", "thin.pdf", "--for", SHOP)

    assert said.code == 1
    assert said.out.splitlines() == [
        "clean.pdf: 4 pages; 63.5 × 88.9 mm; PDF 1.4; CMYK; 100 % of ink at most; pictures of 300 dpi or more: nothing wrong",
        "thin.pdf: 4 pages; 63.5 × 88.9 mm; PDF 1.4; CMYK; 100 % of ink at most; pictures of 300 dpi or more: 1 fault, 1 warning",
    ]
    assert said.err.splitlines() == [
        "warning: thin.pdf p. 1 (21.1, 60 mm): line of 0.10 points; make it 0.25 points or more",
        "thin.pdf p. 3 (21.2, 17.6 mm): line of no width, drawn as thin as the printer can; make it 0.25 points or more",
    ]


@pytest.mark.usefixtures("cards")
def test_warnings_are_faults_only_when_asked_for(command):
    assert command("preflight", "faint.pdf").code == 0
    assert command("preflight", "faint.pdf").err.startswith("warning: faint.pdf p. 1")
    assert command("preflight", "faint.pdf", "--strict").code == 1


@pytest.mark.usefixtures("cards")
def test_document_names_page_and_place(command):
    said = command("preflight", "thin.pdf", "--for", SHOP, "--json")

    assert (said.code, said.err, said.json["ok"]) == (1, "", False)
    assert [(flaw["check"], flaw["page"], flaw["place"][:2]) for flaw in said.json["files"][0]["flaws"]] == [
        ("hairline", 1, [21.1, 60.0]),
        ("hairline", 3, [21.2, 17.6]),
    ]


@pytest.mark.usefixtures("cards")
def test_findings_are_told_in_japanese(command):
    said = command("preflight", "thin.pdf", "--for", SHOP, "--lang", "ja")

    assert said.err.splitlines()[1] == (
        "thin.pdf p. 3 (21.2, 17.6 mm): 太さのない線（ヘアライン）です。0.25ポイント以上にしてください。"
    )


@pytest.fixture
def few_marks(monkeypatch):
    """Let the check look at a few operators of a page only; gives the marks that it looks at."""
    monkeypatch.setattr(content_reader, "MOST_STEPS", 25)


@pytest.mark.usefixtures("cards", "few_marks")
def test_page_with_too_much_on_it_is_not_called_bad(command):
    said = command("preflight", "clean.pdf", "--for", SHOP)

    assert said.code == 7
    assert said.out.endswith(": 0 faults, 0 warnings, 1 part not checked\n")
    assert said.err == (
        "not checked: clean.pdf p. 1-4 (4×): only the first 3 marks of the page are looked at; "
        "print a proof, or use a picture for its art\n"
    )


@pytest.mark.usefixtures("cards", "few_marks")
def test_document_says_that_not_everything_was_checked(command):
    said = command("preflight", "clean.pdf", "--json")
    (file,) = said.json["files"]

    assert (said.code, said.json["ok"], file["ok"], file["complete"]) == (7, False, False, False)
    assert {flaw["level"] for flaw in file["flaws"]} == {"unchecked"}


@pytest.mark.usefixtures("cards", "few_marks")
def test_strict_takes_only_warnings_for_faults(command):
    assert command("preflight", "clean.pdf", "--strict").code == 7


@pytest.mark.usefixtures("cards", "few_marks")
def test_fault_counts_more_than_what_is_not_checked(command):
    assert command("preflight", "clean.pdf", "--for", "mbprint").code == 1


@pytest.mark.usefixtures("cards", "few_marks")
def test_what_is_not_checked_is_told_in_japanese(command):
    said = command("preflight", "clean.pdf", "--lang", "ja")

    assert said.err.startswith("未検査：clean.pdf p. 1-4 (4×): このページは最初の3個の描画だけを検査しました。")


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        (["nowhere.pdf"], 3, "nowhere.pdf: cannot be read (no such file or directory)"),
        (["clean.pdf", "--for", "tgc"], 2, "takes pictures and no PDFs"),
        (["clean.pdf", "--for", "nobody"], 2, "no shop called 'nobody'"),
        ([], 2, "the following arguments are required: FILE"),
    ],
)
@pytest.mark.usefixtures("cards")
def test_bad_command_is_one_line(command, given, code, message):
    said = command("preflight", *given)

    assert (said.code, said.out, said.err.count("\n")) == (code, "", 1)
    assert message in said.err


RULES = {"pdfx-4": "house-4", "drivethrucards": "drivethrucards", "mbprint": "mbprint"}
"""What files for a shop are held to; those of a standard also keep all that we advise."""


@pytest.mark.parametrize("shop", RULES)
def test_what_we_export_for_a_shop_is_clean(vallum, desk, shop):
    assert vallum("export", "picket", "--to", shop, "--only", "raid").code == 0
    said = vallum("preflight", *sorted(desk.glob(f"output/picket/{shop}-*/*.pdf")), "--for", RULES[shop], "--json")

    assert [flaw for file in said.json["files"] for flaw in file["flaws"]] == []
    assert {file["facts"]["pages"] for file in said.json["files"]} == {18}


def test_what_we_build_is_clean(vallum, desk):
    assert vallum("build", "picket", "--paper", "a4").code == 0
    files = [file for file in sorted(desk.glob("output/picket/*.pdf")) if "fillable" not in file.name]
    general, copier = (vallum("preflight", *files, *rest, "--json") for rest in ([], ["--for", "netprint"]))

    assert (general.code, copier.code) == (0, 0)
    kinds = {flaw["check"] for file in general.json["files"] for flaw in file["flaws"]}
    # Rules show faces small, and pages of white paper have no bleed.
    assert kinds <= {"small-text", "hairline", "trim-box", "page-sizes", "bleed"}
