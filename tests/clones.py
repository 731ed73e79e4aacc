"""Files of public repositories, out of clones that somebody has fetched: they are measured, and never part of this program."""

import subprocess


def git_folder(clones, repository):
    """The folder that git reads of a clone, bare or not, at `owner+name`, `owner/name` or `name`; None without one."""
    names = (repository.replace("/", "+"), repository, repository.rpartition("/")[2])
    places = (clones / name / inner for name in names for inner in ("repo/.git", "repo", ".git", ""))
    return next((place for place in places if (place / "objects").is_dir()), None)


def paths(clone, commit):
    """The paths of the files of a commit."""
    command = ["git", "--git-dir", clone, "ls-tree", "-r", "-z", "--name-only", commit]
    listed = subprocess.run(command, capture_output=True, check=True).stdout
    return [path.decode() for path in listed.split(b"\0") if path]


def copied(clone, commit, path, file):
    """Whether a file of a commit was copied: a snapshot may lack the content of large ones."""
    command = ["git", "--git-dir", clone, "cat-file", "blob", f"{commit}:{path}"]
    found = subprocess.run(command, capture_output=True, check=False)
    if found.returncode == 0:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(found.stdout)
    return found.returncode == 0
