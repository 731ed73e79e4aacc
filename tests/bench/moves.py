"""How long the page takes to confirm a move, synced to the disk, and how large it is: a whole game through the server.

    python tests/bench/moves.py [TIMES]

The game written down in the tests of play is played by posts; after each the page is fetched as a browser would.
"""

import gzip
import http.client
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

from page import ROOT, Served

WISH = ("--difficulty", "normal", "--seed", "a seed for show")
TYPED = ROOT / "tests/play/transcripts/full.txt"
CHANCE = ("reveal ", "shuffle")


class Visitor:
    """Somebody whose browser keeps its cookie and its connection."""

    def __init__(self, server, cookie=""):
        host, _, path = server.link.removeprefix("http://").partition("/")
        self.line, self.cookie = http.client.HTTPConnection(host), cookie
        if not cookie:
            self.log_in(path)

    def log_in(self, path):
        self.line.request("GET", f"/{path}")
        answer = self.line.getresponse()
        answer.read()
        self.cookie = answer.getheader("set-cookie").partition(";")[0]

    def asked(self, method, path, body=None, look=""):
        """Milliseconds, the answer and its body."""
        headers = {"cookie": f"{self.cookie}; vallum-page={look}", "accept-encoding": "gzip"}
        if body is not None:
            headers |= {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
        start = time.perf_counter()
        self.line.request(method, path, body, headers)
        answer = self.line.getresponse()
        data = answer.read()
        return (time.perf_counter() - start) * 1000, answer, data


def page_of(answer, data):
    return gzip.decompress(data) if answer.getheader("content-encoding") == "gzip" else data


def actions(server):
    """What the player does in the game that is written down."""
    lines = [line[2:] for line in TYPED.read_text("utf-8").splitlines() if line.startswith("> ")]
    server.typed(lines, "solo", "new", "hadrians-wall", *WISH, "--name", "written")
    told = server.typed([], "solo", "export", "written").splitlines()
    return [line for line in told if not line.startswith(CHANCE)]


def played(server, visitor, name, moves):
    """Milliseconds of each post, of the pages after it, and the sizes of the whole page in bytes, compressed."""
    server.typed([], "solo", "new", "hadrians-wall", *WISH, "--name", name)
    posts, bare, sizes = [], [], []
    for number, move in enumerate(moves):
        _, answer, data = visitor.asked("GET", f"/play/{name}", look="en.light.normal")
        at = re.search(rb'name="at" value="(\d+)"', page_of(answer, data))[1].decode()
        took, answer, _ = visitor.asked("POST", f"/play/{name}", urlencode({"at": at, "do": move}))
        if answer.status != 303:
            sys.exit(f"{move}: {answer.status}")
        posts.append(took)
        bare.append(visitor.asked("GET", f"/play/{name}?bare=1", look="en.light.normal")[0])
        if number in (2, len(moves) * 2 // 3, len(moves) - 2):
            sizes += [(f"{language} move {number}", *sized(visitor, name, language)) for language in ("en", "ja")]
    return posts, bare, sizes


def sized(visitor, name, language):
    """Milliseconds, kilobytes of the page, of the page as sent, and of what it needs besides fonts and pictures."""
    took, answer, data = visitor.asked("GET", f"/play/{name}", look=f"{language}.light.normal")
    page = page_of(answer, data)
    parts = re.findall(r'<(?:script src|link rel="stylesheet" href)="([^"]+)"', page.decode())
    more = sum(len(visitor.asked("GET", part)[2]) for part in parts)
    return took, len(page) / 1000, len(data) / 1000, more / 1000


def told(what, took):
    took = sorted(took)
    half, most = statistics.median(took), took[len(took) * 99 // 100]
    sys.stdout.write(f"{what}: {len(took)}, p50 {half:.1f} ms, p99 {most:.1f} ms, longest {took[-1]:.1f} ms\n")


def main(times="3"):
    """Print the figures."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        server = Served(Path(scratch))
        try:
            moves, visitor = actions(server), Visitor(server)
            games = [played(server, visitor, f"game-{number}", moves) for number in range(int(times))]
            visitor.line.close()
        finally:
            server.end()
    told("a move is confirmed", [took for posts, _, _ in games for took in posts])
    told("each at its best, of all games", [min(took) for took in zip(*(posts for posts, _, _ in games), strict=True)])
    told("the last third of a game", [took for posts, _, _ in games for took in posts[len(posts) * 2 // 3 :]])
    told("the page after it, without drawings", [took for _, bare, _ in games for took in bare])
    for name, took, plain, packed, more in games[-1][2]:
        size = f"{plain:.0f} kB, sent as {packed:.1f} kB, with styles and script {packed + more:.1f} kB"
        sys.stdout.write(f"whole page, {name}: {took:.1f} ms, {size}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
