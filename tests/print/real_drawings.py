"""Put the drawings of real_drawings.toml below a folder, out of clones of their repositories.

python tests/print/real_drawings.py CLONES FOLDER

CLONES has a clone of each repository, bare or not, as `owner+name`, `owner/name` or `name`. What a clone lacks is named.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

LIST = Path(__file__).with_suffix(".toml")


def git_folder(clones, repository):
    """The folder of a clone that git reads; None where there is no clone."""
    names = (repository.replace("/", "+"), repository, repository.rpartition("/")[2])
    places = (clones / name / inner for name in names for inner in ("repo/.git", "repo", ".git", ""))
    return next((place for place in places if (place / "objects").is_dir()), None)


def copied(clone, commit, path, file):
    """Whether a file of a commit was copied."""
    command = ["git", "--git-dir", clone, "cat-file", "blob", f"{commit}:{path}"]
    found = subprocess.run(command, capture_output=True, check=False)
    if found.returncode == 0:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(found.stdout)
    return found.returncode == 0


def main(clones, folder):
    table = tomllib.loads(LIST.read_text("utf-8"))
    table.pop("otherwise")
    count = 0
    for repository, each in table.items():
        clone = git_folder(clones, repository)
        missing = [
            path
            for path in each["files"]
            if clone is None or not copied(clone, each["commit"], path, folder / repository / path)
        ]
        count += len(each["files"]) - len(missing)
        if missing:
            sys.stdout.write(f"{repository}: {len(missing)} not found{'' if clone else ', no clone'}\n")
    sys.stdout.write(f"{count} drawings are below {folder}\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
