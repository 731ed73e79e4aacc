"""How long a session takes to confirm a move, fsync included, and to open: `python tests/bench/session.py [folder]`."""

import sys
import tempfile
import time
from pathlib import Path

from generator.session.header import Header
from generator.session.recorded_play import begin, resume

MOVES = 400


def timed(work):
    """Milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def main():
    """Print the figures."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        path = Path(folder) / "game.jsonl"
        with begin(path, Header("picket", "sha256:0", "0", "bench")) as play:
            moves = sorted(timed(lambda n=n: play.act(f"mark wall_{n:03}", reveals=n % 9 == 0)) for n in range(MOVES))
        opened = sorted(timed(lambda: resume(path).close()) for _ in range(20))
        size = path.stat().st_size
    sys.stdout.write(f"confirming a move: p50 {moves[MOVES // 2]:.2f} ms, p99 {moves[MOVES * 99 // 100]:.2f} ms\n")
    sys.stdout.write(
        f"opening {MOVES} events ({size / 1000:.0f} kB): p50 {opened[10]:.2f} ms, longest {opened[-1]:.2f} ms\n"
    )


if __name__ == "__main__":
    main()
