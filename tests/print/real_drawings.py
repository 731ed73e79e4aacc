"""Put the drawings of real_drawings.toml below a folder, out of clones of their repositories.

python -m tests.print.real_drawings CLONES FOLDER

CLONES has a clone of each repository, bare or not, as `owner+name`, `owner/name` or `name`. What a clone lacks is named.
"""

import sys
import tomllib
from pathlib import Path

from tests.clones import copied, git_folder

LIST = Path(__file__).with_suffix(".toml")


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
