"""The GitHub Action: what its page says of it, and its steps run here as GitHub runs them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PAGE = (ROOT / "docs/github.md").read_text("utf-8")
STEPS = {step.get("name", step.get("uses")): step for step in ACTION["runs"]["steps"]}


def rows(heading):
    table = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE))


@pytest.fixture
def runner(tmp_path, monkeypatch):
    """Run a step in a folder with a game, where `vallum` is this program, and `gh` writes down what it is asked for."""
    programs = {
        "temp/vallum/bin/vallum": f'exec "{sys.executable}" -m generator "$@"',
        "bin/gh": 'echo "$GH_TOKEN $*" >> "$RUNNER_TEMP/asked"; [ "$2" != view ]',
    }
    for name, lines in programs.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    shutil.copytree(ROOT / "docs/recipes/text-only", tmp_path / "work/my game")
    environ = os.environ | {
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "GITHUB_REF_NAME": "v1.2",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }

    def run(name, **inputs):
        step = STEPS[name]
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        assert set(inputs) == set(step["env"])
        return subprocess.run(
            command,
            cwd=tmp_path / "work",
            env=environ | inputs,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


def test_page_names_every_input_and_output():
    assert rows("Input") == set(ACTION["inputs"])
    assert rows("Output") == set(ACTION["outputs"])


def test_actions_of_others_are_named_by_their_commits():
    used = re.findall(r"uses: (\S+)(.*)", (ROOT / "action.yml").read_text("utf-8") + PAGE)

    others = [(name, remark) for name, remark in used if name != "OWNER/vallum@TAG"]
    assert len(others) == 3
    assert all(re.search(r"@[0-9a-f]{40}$", name) and remark.startswith(" # v") for name, remark in others)


def test_inputs_reach_the_shell_as_variables_only():
    assert "${{" not in "".join(step.get("run", "") for step in STEPS.values())


def test_build_step_names_its_pdfs(runner, tmp_path):
    done = runner(
        "Build the PDFs", VALLUM_GAMES="my game\n\n", VALLUM_OPTIONS="--paper a4  --lang en", VALLUM_CHECK="true"
    )

    folder = tmp_path / "temp/vallum-output"
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "outputs").read_text("utf-8").splitlines() == [
        f"folder={folder}",
        "files<<VALLUM_END_OF_FILES",
        *sorted(map(str, folder.rglob("*.pdf"))),
        "VALLUM_END_OF_FILES",
    ]
    assert {path.name for path in folder.rglob("*.pdf")} == {"deck-a4-en.pdf", "print-plan-a4-en.pdf"}


def test_build_step_fails_on_a_fault(runner, tmp_path):
    (tmp_path / "work/my game/cards.csv").write_text("id,name.en,text.en,provenance\nfox,,,house\n", "utf-8")

    done = runner("Build the PDFs", VALLUM_GAMES="my game", VALLUM_OPTIONS="--paper a4", VALLUM_CHECK="true")

    assert done.returncode == 1
    assert "cards.csv:2 [name]" in done.stderr
    assert not (tmp_path / "outputs").exists()


def test_release_step_makes_the_release_and_attaches_the_files(runner, tmp_path):
    done = runner("Attach the PDFs to the release", GH_TOKEN="secret", VALLUM_FILES="out/a b.pdf\nout/c.pdf")

    assert done.returncode == 0, done.stderr
    assert "secret" not in done.stdout + done.stderr
    assert (tmp_path / "temp/asked").read_text("utf-8").splitlines() == [
        "secret release view v1.2",
        "secret release create v1.2 --title v1.2 --generate-notes",
        "secret release upload v1.2 out/a b.pdf out/c.pdf --clobber",
    ]
