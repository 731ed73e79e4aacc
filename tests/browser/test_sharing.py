"""One session in many hands: windows, a terminal, and a program that is killed in the middle of it."""

import json
import random
import subprocess
import threading

import pytest

pytestmark = pytest.mark.browser
SEED = "a seed for many"
CHANCE = ("reveal ", "shuffle")
STALE = "document.querySelector('#notice [role=alert]') !== null"


class Terminal:
    """Somebody who goes on with a session at the terminal, and leaves it open."""

    def __init__(self, served, name):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        command = served.command(["solo", "resume", name, "--json"])
        self.process = subprocess.Popen(command, env=served.home, cwd=served.root, **pipes)
        self.told = json.loads(self.process.stdout.readline())

    def type(self, line):
        print(line, file=self.process.stdin, flush=True)
        self.told = json.loads(self.process.stdout.readline())
        return self.told

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate("quit\n", timeout=60)


def events(served, name):
    return [json.loads(line) for line in served.session(name).splitlines()]


def done(served, name):
    """What the players did, as it stands in the file."""
    return [event["a"] for event in events(served, name) if event["t"] == "act" and not event["a"].startswith(CHANCE)]


def begun(served, name):
    assert served.typed("solo", "new", "hadrians-wall", "--seed", SEED, "--name", name).returncode == 0


def test_windows_and_terminal_take_turns(tab, served, player, tmp_path):
    begun(served, "many")
    first, second = player(tab(), "many", seed=8), player(tab(), "many", seed=9)
    never = "window.EventSource = class { close() {} }"  # a window that is never told, and never finds that out
    second.tab.page.add_init_script(never)
    for each in (first, second):
        each.sit_down()
    lines, stale, chance = [], {"window": 0, "terminal": 0}, random.Random(7)

    def tap(one):
        while not one.lines[one.taken :]:
            one.press(one.chance.choice(one.moves()))
        one.taken = len(one.lines)
        lines.append(one.lines[-1])

    with Terminal(served, "many") as terminal:
        for _ in range(45):
            now = str(events(served, "many")[-1]["n"])
            match chance.choice(("first", "first", "second", "terminal")):
                case "first":
                    first.tab.until(f"document.body.dataset.stamp === '{now}'")
                    tap(first)
                case "second" if second.stamp == now:
                    tap(second)
                case "second" if moves := second.at_once():
                    second.begin(chance.choice(moves))
                    second.tab.until(f"{STALE} && document.body.dataset.stamp === '{now}'")
                    stale["window"] += 1
                case "terminal":
                    told = terminal.type("1")
                    stale["terminal"] += bool(told["error"])
                    lines += [action for action in told["done"] if not action.startswith(CHANCE)]
            assert done(served, "many") == lines

    assert min(stale.values()) > 2
    assert served.typed("solo", "verify", "many").returncode == 0
    assert served.session("many") == served.typed_again("many", "--seed", SEED, lines=lines, home=tmp_path)


def test_clicks_at_one_time_are_done_once(tab, served, player, tmp_path):
    begun(served, "race")
    both = [player(tab(), "race", seed=seed) for seed in (1, 2)]
    for each in both:
        each.sit_down()
    lines = []
    while len(lines) < 15:
        aims, now = [], events(served, "race")[-1]["n"]
        for each in both:
            each.tab.until(f"document.body.dataset.stamp === '{now}'")
            offer = each.choice()
            aims.append((each, offer[1], each.tab.place(f"window.offered[{each.offers().index(offer)}]")))
        for each, _, place in aims:
            each.tab.strike(*place)
        for each in both:
            each.tab.until_idle(f"document.body.dataset.stamp !== '{now}'")
        fresh = done(served, "race")[len(lines) :]
        assert fresh
        assert fresh[0] in [line for _, line, _ in aims]
        lines += fresh

    assert served.session("race") == served.typed_again("race", "--seed", SEED, lines=lines, home=tmp_path)


def test_page_goes_on_after_the_program_was_killed(tab, served, player, tmp_path, long):
    begun(served, "killed")
    game, chance = player(tab(), "killed", seed=5), random.Random(6)
    game.sit_down()
    lines = []
    for way in ["before", "meanwhile", "after", "meanwhile"] * (3 if long else 1):
        offer = game.choice()
        place = game.tab.place(f"window.offered[{game.offers().index(offer)}]")
        before = game.stamp
        end = threading.Timer(chance.uniform(0, 0.3), served.process.kill)
        if way == "before":
            served.process.kill()
            served.process.wait(60)
        elif way == "meanwhile":
            end.start()
        game.tab.strike(*place)
        if way == "after":
            game.tab.until_idle(f"document.body.dataset.stamp !== '{before}'")
            served.process.kill()
        served.process.wait(60)
        game.tab.until("!document.getElementById('lost').hidden")
        served.end()
        served.start()
        game.tab.until("document.getElementById('lost').hidden")
        game.tab.until(f"document.body.dataset.stamp === '{events(served, 'killed')[-1]['n']}'")
        fresh = done(served, "killed")[len(lines) :]
        whole, nothing = [offer[1]], []
        assert fresh in {"before": [nothing], "after": [whole]}.get(way, [nothing, whole])
        assert fresh or game.stamp == before
        lines += fresh

    assert served.typed("solo", "verify", "killed").returncode == 0
    assert served.session("killed") == served.typed_again("killed", "--seed", SEED, lines=lines, home=tmp_path)
