"""Pages of the site: the Markdown files of the repository, with links that are right where the site has them."""

import os
import re
import shutil
from pathlib import Path, PurePosixPath

from page_runner import RECIPES, ROOT
from page_steps import without_comments

from generator.cli.reference.reference_pages import PAGES, write_reference

REFERENCE = "reference"

ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "data/README.md": "data/index.md",
}
"""Files that do not stand below docs/, and the page that each of them is or leads to."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^]]*\]\([^)]*\))*)\]\(([^)\s]+)((?:\s[^)]*)?)\)")
_CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
_PICTURES = {".png", ".svg", ".jpg", ".webp"}


def write_pages(target: Path, tab: str | None = None) -> None:
    """Write every page of the site below a folder, with its pictures; `tab` is the address of the browser edition."""
    for source in sources():
        page = target / page_of(source)
        page.parent.mkdir(parents=True, exist_ok=True)
        text = without_comments((ROOT / source).read_text("utf-8"))
        page.write_text(_with_site_links(text, source, target), "utf-8")
    if tab:
        home = target / "index.md"
        home.write_text(with_tab(home.read_text("utf-8"), tab), "utf-8")
    cookbook = target / page_of(f"{RECIPES}README.md")
    cookbook.write_text(with_small_pictures(cookbook.read_text("utf-8")), "utf-8")
    write_reference(target / REFERENCE)


def with_tab(home: str, tab: str) -> str:
    """Return the first page, whose first link to the page on browser tabs leads to the browser edition itself.

    >>> with_tab("[Try it](browser.md) or [read](browser.md)", "tab/")
    '<a href="tab/">Try it</a> or [read](browser.md)'
    """
    return re.sub(r"\[([^]]+)\]\(browser\.md\)", rf'<a href="{tab}">\1</a>', home, count=1)


def with_small_pictures(cookbook: str) -> str:
    """Return the list of recipes with the first picture of each in its link.

    >>> with_small_pictures("- [How?](dice/index.md)")
    '- [![](../pictures/recipes-dice-1.png) How?](dice/index.md)'
    """
    return re.sub(
        r"^- \[(.+)\]\((.+)/index\.md\)$",
        r"- [![](../pictures/recipes-\2-1.png) \1](\2/index.md)",
        cookbook,
        flags=re.MULTILINE,
    )


def made_pages() -> list[str]:
    """Return the names of the pages in the site that are made from the code."""
    return [f"{REFERENCE}/{name}" for name in PAGES]


def sources() -> list[str]:
    """Return the Markdown files that are pages, by their names in the repository."""
    found = {*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md"), *(ROOT / RECIPES).glob("*/README.md")}
    below_docs = sorted(path.relative_to(ROOT).as_posix() for path in found)
    return [*below_docs, *(name for name in ELSEWHERE if name != "README.md")]


def page_of(source: str) -> str:
    """Return the name of the page in the site for a Markdown file of the repository.

    >>> page_of("docs/printing.md"), page_of("docs/recipes/README.md"), page_of("data/README.md")
    ('printing.md', 'recipes/index.md', 'data/index.md')
    """
    name = ELSEWHERE.get(source) or source.removeprefix("docs/")
    return name.removesuffix("README.md") + "index.md" if name.endswith("README.md") else name


def _with_site_links(text: str, source: str, target: Path) -> str:
    """Return a page's text with the links that the site needs; code stays as it is."""

    def replaced(link: re.Match[str]) -> str:
        bang, words, address, title = link.groups()
        words = _LINK.sub(replaced, words)
        if re.match(r"[a-z]+:|#", address):
            return f"{bang}[{words}]({address}{title})"
        path, _, anchor = address.partition("#")
        there = _place(os.path.normpath(PurePosixPath(source).parent / path), target)
        if there is None:
            return words
        here = PurePosixPath(page_of(source)).parent
        return f"{bang}[{words}]({os.path.relpath(there, here)}{'#' if anchor else ''}{anchor}{title})"

    parts = _CODE.split(text)
    return "".join(part if part.startswith("`") else _LINK.sub(replaced, part) for part in parts)


def _place(file: str, target: Path) -> str | None:
    """Return where the site has a file of the repository, copying a picture there; None where it has it nowhere."""
    if file.endswith(".md"):
        return page_of(file)
    if PurePosixPath(file).suffix not in _PICTURES:
        return None
    place = f"pictures/{PurePosixPath(file).name}"
    (target / "pictures").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / file, target / place)
    return place
