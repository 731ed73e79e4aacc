"""A folder for sessions, tables to sit at, and the command line with lines typed into a pipe."""

import io
import json
import os
import random
import subprocess
import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.bots.dealer import Dealer
from generator.cli.main import main
from generator.play.session_library import SessionRequest, live_session, start_deck, start_solo
from generator.play.typed_line import run_line
from tests.cli.conftest import check_json

REPOSITORY = Path(__file__).parents[2]
GAME, DECK = "hadrians-wall", "glory-to-rome/orders"
SEED = "only-the-save-file-knows"


@dataclass(frozen=True)
class Said:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def lines(self):
        return self.out.splitlines()


@pytest.fixture(scope="session")
def kept(shared_cache):
    """One cache for all tests."""
    return shared_cache


@pytest.fixture
def sessions(tmp_path, monkeypatch, kept):
    """Where sessions are kept, with the home of nobody around it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    monkeypatch.delenv("VALLUM_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "vallum" / "sessions"


@pytest.fixture
def solo(sessions, monkeypatch):
    """`vallum solo …` in this process with some lines piped into it."""

    def run(*arguments, typed=""):
        pipe = io.TextIOWrapper(io.BytesIO(typed.encode() if isinstance(typed, str) else typed))
        monkeypatch.setattr(sys, "stdin", pipe)
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = main(["solo", *map(str, arguments)])
            except SystemExit as ending:  # argparse after --help
                code = int(ending.code or 0)
        assert code != 70, err.getvalue()
        check_json(["solo", *map(str, arguments)], out.getvalue())
        return Said(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def process(sessions, tmp_path, kept):
    """`vallum solo …` as a process of its own."""

    def start(*arguments, **how):
        keep = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX", "SYSTEMROOT") if name in os.environ}
        folders = {"XDG_DATA_HOME": tmp_path / "data", "XDG_CACHE_HOME": kept, "PYTHONPATH": REPOSITORY}
        environment = keep | {name: str(folder) for name, folder in folders.items()} | how.pop("environ", {})
        command = [sys.executable, "-m", "generator", "solo", *map(str, arguments)]
        return subprocess.Popen(command, env=environment, cwd=tmp_path, **how)

    return start


@pytest.fixture
def closing():
    """What has entered it is closed after the test: an open session keeps a file open."""
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def begun(sessions, closing):
    """A table of a new session: `begun("full")`, `begun("deck", typed=True)`; the first cards are dealt."""

    def begin(kind="full", seed=SEED, **wish):
        start, named = (start_deck, DECK) if kind == "deck" else (start_solo, GAME)
        table = live_session(closing.enter_context(start(named, SessionRequest(kind, seed=seed, **wish), sessions)))
        table.told_first = list(table.start())
        return table

    return begin


def answer(seen, chance, dealer):
    """Something that can be typed now: any legal action, the card on top, or numbers where they are asked for."""
    if seen.draw:
        action = str(dealer.action(seen.draw))
        return action if action.startswith("shuffle") else action.removeprefix("reveal ")
    if seen.legal:
        return str(chance.choice(seen.legal))
    return "0 0 0"


@pytest.fixture
def play_on():
    """Play a table on by chance, to its end or for so many lines, and tell what each line brought."""

    def play(table, seed=0, lines=10_000):
        chance, dealer = random.Random(seed), Dealer(SEED)
        for _ in range(lines):
            seen = table.visible
            if seen.over:
                return
            typed = answer(seen, chance, dealer)
            told = list(run_line(table, typed))
            assert not table.error, f"{typed}: {table.error}"
            yield typed, told

    return play
