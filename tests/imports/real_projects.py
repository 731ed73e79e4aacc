"""Measure how much of real projects comes over: the size of a card, boxes, tables and pictures of each.

python -m tests.imports.real_projects CLONES FOLDER [WORD]

CLONES has a clone of each repository of real_projects.toml, bare or not, as `owner+name`, `owner/name` or `name`; their files are
put below FOLDER. With WORD only files with it in their path are read, and what is not taken over is listed.
"""

import sys
import tomllib
from pathlib import Path

from generator.base.errors import Faults
from generator.imports.projects.project_reader import read_project
from tests.clones import copied, git_folder, paths

LIST = Path(__file__).with_suffix(".toml")


def fetched(clones, folder, repository, commit):
    """Whether the files of a repository are below a folder."""
    clone = git_folder(clones, repository)
    target = folder / repository
    if clone and not target.exists():
        for path in paths(clone, commit):
            copied(clone, commit, path, target / path)
    return target.exists()


def counted(file):
    """What came over of a project, and whether it lacks files that Git LFS keeps elsewhere."""
    try:
        project = read_project(file)
    except Faults as faults:
        return None, faults.faults[0].what, ()
    deck = project.decks[0]
    counts = project.boxes, project.tables, project.pictures_named
    return counts, f"{deck.width:.1f} x {deck.height:.1f}", project.lost


def main(clones, folder, word=""):
    both = whole = unfetched = 0
    for repository, each in tomllib.loads(LIST.read_text("utf-8")).items():
        if not fetched(Path(clones), Path(folder), repository, each["commit"]):
            sys.stdout.write(f"{repository}: no clone\n")
            continue
        for path in each["files"]:
            if word not in f"{repository}/{path}":
                continue
            counts, size, lost = counted(Path(folder, repository, path))
            words = f"boxes {counts[0]}, tables {counts[1]}, pictures {counts[2]}" if counts else ""
            sys.stdout.write(f"{repository}/{path}: {size} {words}\n")
            sys.stdout.writelines(f"    {line}\n" for line in lost if word)
            if counts and counts[1].whole and counts[2].whole:
                both += 1
                whole += counts[1].imported == counts[1].whole and counts[2].imported > 0
                unfetched += any("LFS" in line for line in lost)
    sys.stdout.write(
        f"{both} with table and pictures, {unfetched} of them without files of Git LFS; {whole} came over\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
