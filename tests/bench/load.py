"""How many players the pages bear at once: each plays sessions of their own by posts, with an event stream open.

    python tests/bench/load.py [PLAYERS …] [--seconds=20] [--pause=0] [--language=en]

A move is timed as a browser does it: posted over a connection that stays open, its redirect followed, the page read.
Without a pause every player plays as fast as the pages answer.
"""

import random
import re
import statistics
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import psutil
from moves import Visitor, page_of
from page import Served

PLAYERS = (1, 16, 17, 40, 50)
DONE = re.compile(r'<button[^>]* name="do" value="([^"]+)"(?![^>]*disabled)')
EVENT = re.compile(r'name="at" value="(\d+)"')
LOOK = "{}.light.normal"


class Player(Visitor):
    """One who plays until the end is called, and begins another game when one is over."""

    def __init__(self, server, number, language, cookie=""):
        super().__init__(server, cookie)
        self.number, self.language, self.luck = number, language, random.Random(number)
        self.took, self.faults, self.pages, self.events = [], [], 0, 0
        self.name = self.page = self.stream = ""

    def asked(self, method, path, body=None, look=""):
        took, answer, data = super().asked(method, path, body, look or LOOK.format(self.language))
        if answer.status >= 400:
            self.faults.append((method, path.partition("?")[0].rpartition("/")[2], body, answer.status))
        return took, answer, page_of(answer, data).decode()

    def begin(self):
        """A session of one's own, its page, and its event stream."""
        form = {"game": "hadrians-wall", "kind": "full", "seed": f"load {self.number} {self.luck.random()}"}
        _, answer, _ = self.asked("POST", "/play", urlencode(form))
        if answer.status != 303:
            return
        self.name = answer.getheader("location").rpartition("/")[2]
        _, _, self.page = self.asked("GET", f"/play/{self.name}")
        if not self.stream:
            self.stream = threading.Thread(target=self.listen, daemon=True)
            self.stream.start()

    def listen(self):
        """Count the events of the first session."""
        line = HTTPConnection(self.line.host, self.line.port)
        line.request("GET", f"/play/{self.name}/live", headers={"cookie": self.cookie})
        answer = line.getresponse()
        if answer.status != 200:
            self.faults.append(("GET", "live", None, answer.status))
            return
        while answer.readline():
            self.events += 1

    def move(self):
        """Post a move that the page offers, and read the page after it."""
        moves = sorted({each for each in DONE.findall(self.page) if each not in ("undo", "redo")})
        on = [each for each in moves if not each.startswith("stop")] or moves
        if not on:
            self.begin()
            return
        body = urlencode({"at": EVENT.search(self.page)[1], "do": self.luck.choice(on)})
        start = time.perf_counter()
        _, answer, page = self.asked("POST", f"/play/{self.name}?bare=1", body)
        if answer.status == 303:
            _, answer, page = self.asked("GET", answer.getheader("location").partition("#")[0])
        if answer.status == 200:
            self.took.append((time.perf_counter() - start) * 1000)
        self.page, self.pages = page, self.pages + 1

    def play(self, end, pause):
        time.sleep(pause * self.luck.random())
        while time.monotonic() < end:
            self.move()
            time.sleep(pause * 2 * self.luck.random())


def spread(took):
    took = sorted(took)
    p99 = took[len(took) * 99 // 100]
    return f"p50 {statistics.median(took):.1f} ms, p99 {p99:.1f} ms, longest {took[-1]:.1f} ms"


def measured(server, count, seconds, pause, language):
    """Let some players play, and say what they saw."""
    players = [Player(server, 0, language)]
    players += [Player(server, number, language, players[0].cookie) for number in range(1, count)]
    for each in players:
        each.begin()
    process = psutil.Process(server.process.pid)
    cpu, end = sum(process.cpu_times()[:2]), time.monotonic() + seconds
    threads = [threading.Thread(target=each.play, args=(end, pause)) for each in players]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    cpu = sum(process.cpu_times()[:2]) - cpu
    took, faults = (
        [each for player in players for each in player.took],
        [each for one in players for each in one.faults],
    )
    sys.stdout.write(f"{count} players: {len(took)} moves, {len(took) / seconds:.1f} a second, {spread(took)}; ")
    sys.stdout.write(
        f"{cpu / len(took) * 1000:.1f} ms of processor each; {sum(each.events for each in players)} events, "
    )
    sys.stdout.write(f"{process.memory_info().rss >> 20} MB, {len(faults)} refused {faults[:3]}\n")
    sys.stdout.flush()
    for each in players:
        each.line.close()


def main(*words):
    """Print the figures."""
    options = {"seconds": "20", "pause": "0", "language": "en"}
    options |= dict(each.removeprefix("--").split("=") for each in words if each.startswith("--"))
    counts = [int(each) for each in words if not each.startswith("--")] or PLAYERS
    for count in counts:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
            server = Served(Path(scratch))
            try:
                measured(server, count, float(options["seconds"]), float(options["pause"]), options["language"])
            finally:
                server.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
