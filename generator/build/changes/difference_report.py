"""Write the report of `vallum diff`: a PDF and a page of HTML."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from generator.base.cache import Cache
from generator.base.errors import UsageError, suggestion
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.system.output_file import write_file
from generator.base.user_folders import user_cache
from generator.build.changes.difference_page import difference_page
from generator.build.changes.difference_pdf import difference_pdf
from generator.build.changes.differences import Differences, find_differences
from generator.build.changes.old_print import old_print_digest
from generator.build.changes.opened_print import open_prints
from generator.build.faces.labels import Labels
from generator.build.papers import DEFAULT_PAPERS, find_paper
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root


@dataclass(frozen=True, slots=True)
class DifferenceReport:
    """Differences between two prints, and the files that show them."""

    differences: Differences
    files: tuple[Path, ...]


def write_difference_report(old: Path, new: Path, language: str, out: Path) -> DifferenceReport:
    """Compare two prints and write their differences as PDF and HTML; writes nothing if they are the same.

    Raises UsageError for a language without words, Faults for a print that cannot be read, OutputError.
    """
    templates = Folder(templates_root(), "templates")
    languages = [Path(name).stem for name in templates.names("words", ".toml")]
    if language not in languages:
        raise UsageError(f"the report has no words in {language!r}{suggestion(language, languages)}")
    both = open_prints(old, new, language)
    differences = find_differences(*both)
    if differences.is_empty:
        return DifferenceReport(differences, ())
    labels = Labels(SearchPath((templates,)), Cache(user_cache()))
    words, set_line = labels.messages(language), partial(labels.label, language)
    paper = find_paper(DEFAULT_PAPERS[0])
    # The digest tells reports on other prints apart, so none replaces another.
    stem = f"diff-{language}-{digest(old_print_digest(old), old_print_digest(new))[:8]}"
    page = difference_page(*both, differences, words, language)
    document = difference_pdf(both, differences, words, paper, fonts=labels.fonts, set_line=set_line, language=language)
    files = out / f"{stem}.html", out / f"{stem}.pdf"
    for file, data in zip(files, (page, document), strict=True):
        write_file(file, data)
    return DifferenceReport(differences, files)
