"""The process that reads: within its limits, and without a word of its own."""

import subprocess
import sys

import pytest

from generator.scoresheets import form_extraction
from generator.scoresheets.form_extraction import ExtractedForm
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.write.pdf.form.form_fields import ATTACHED


def test_worker_and_this_process_read_alike(blank):
    assert form_extraction.extract_in_subprocess(blank, ATTACHED) == form_extraction.extract_here(blank, ATTACHED)


def test_worker_that_takes_too_long_is_stopped(blank):
    with pytest.raises(UnreadableFormError, match=r"^slow$"):
        form_extraction.extract_in_subprocess(blank, ATTACHED, seconds=0.01)


@pytest.mark.parametrize("outcome", [(-11, b""), (1, b"{}"), (0, b"")])
def test_worker_that_dies_is_a_reason(monkeypatch, outcome):
    code, said = outcome
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, code, said, b""))

    with pytest.raises(UnreadableFormError, match=r"^died$"):
        form_extraction.extract_in_subprocess(b"%PDF-1.7", ATTACHED)


def test_libraries_must_agree(monkeypatch):
    forms = iter(
        [
            ExtractedForm("{}", True, False, {"a": ("Tx", "1", None)}),
            ExtractedForm("{}", True, False, {"a": ("Tx", "2", None)}),
        ]
    )
    monkeypatch.setattr(form_extraction, "extract_form", lambda *_: next(forms))

    with pytest.raises(UnreadableFormError, match=r"^differ$"):
        form_extraction.extract_here(b"", ATTACHED)


@pytest.mark.parametrize(
    ("error", "reason"), [(MemoryError(), "large"), (KeyError("x"), "damaged"), (RecursionError(), "damaged")]
)
def test_whatever_a_library_raises_is_a_reason(monkeypatch, error, reason):
    def fail(*_):
        raise error

    monkeypatch.setattr(form_extraction, "extract_form", fail)

    with pytest.raises(UnreadableFormError, match=f"^{reason}$"):
        form_extraction.extract_here(b"", ATTACHED)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such limits; there the clock of the parent stops it"
)
def test_worker_has_limits():
    words = "import resource, generator.scoresheets.form_extraction as w; w._set_limits(); print(resource.getrlimit(resource.RLIMIT_AS)[0])"
    said = subprocess.run(
        [sys.executable, "-c", words],
        capture_output=True,
        text=True,
        check=True,
        cwd=form_extraction.Path(form_extraction.__file__).parents[2],
    )

    assert int(said.stdout) == form_extraction.MEMORY


def test_folder_of_the_user_is_not_searched_for_programs(tmp_path, monkeypatch, blank):
    (tmp_path / "pikepdf.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)

    assert form_extraction.extract_in_subprocess(blank, ATTACHED).is_form
