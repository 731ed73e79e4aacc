"""The process that reads: within its limits, and without a word of its own."""

from pathlib import Path

import pytest

from generator.base.system.limited_child import ChildEnd
from generator.scoresheets import form_extraction
from generator.scoresheets.form_extraction import ExtractedForm
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.write.pdf.form.form_fields import ATTACHED

pytestmark = pytest.mark.limited_child

MACOS = Path(__file__).parents[1] / "systems" / "macos"
"""Simulates macOS where it is in PYTHONPATH."""


def test_worker_and_this_process_read_alike(blank):
    assert form_extraction.extract_in_subprocess(blank, ATTACHED) == form_extraction.extract_here(blank, ATTACHED)


def test_worker_that_takes_too_long_is_stopped(blank):
    with pytest.raises(UnreadableFormError, match=r"^slow$"):
        form_extraction.extract_in_subprocess(blank, ATTACHED, seconds=0.01)


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (ChildEnd.CRASH, "crash"),
        (ChildEnd.MEMORY, "limit"),
        (ChildEnd.COMPUTING, "limit"),
        (ChildEnd.KILLED, "limit"),
        (ChildEnd.CLOCK, "slow"),
    ],
)
def test_worker_that_dies_is_told_as_a_limit_only_if_it_was_one(monkeypatch, end, reason):
    monkeypatch.setattr(form_extraction, "ask_child", lambda *_: (None, end))

    with pytest.raises(UnreadableFormError, match=f"^{reason}$"):
        form_extraction.extract_in_subprocess(b"%PDF-1.7", ATTACHED)


def test_sheets_are_read_on_macos_which_lets_no_process_limit_its_memory(blank, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(MACOS))

    assert form_extraction.extract_in_subprocess(blank, ATTACHED).is_form


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


def test_folder_of_the_user_is_not_searched_for_programs(tmp_path, monkeypatch, blank):
    (tmp_path / "pikepdf.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)

    assert form_extraction.extract_in_subprocess(blank, ATTACHED).is_form
