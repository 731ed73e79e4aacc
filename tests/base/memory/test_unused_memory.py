import gc
import subprocess
import sys
import weakref

import pytest

from generator.base.memory import unused_memory
from generator.base.memory.unused_memory import UnusedMemory, resident_bytes


class Circle:
    def __init__(self):
        self.own = self


@pytest.mark.parametrize(("size", "is_searched"), [(0, True), (1099, False), (1100, True)])
def test_process_is_searched_when_it_has_grown(monkeypatch, size, is_searched):
    monkeypatch.setattr(unused_memory, "resident_bytes", lambda: 1000)
    memory = UnusedMemory(step=100)
    assert memory.give_back()
    gc.disable()
    circle = weakref.ref(Circle())
    monkeypatch.setattr(unused_memory, "resident_bytes", lambda: size)
    is_done, is_left = memory.give_back(), circle() is not None
    gc.enable()

    assert (is_done, is_left) == (is_searched, not is_searched)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not tell")
def test_process_has_a_size():
    assert 1 << 20 < resident_bytes() < 1 << 36


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pools of threads are glibc's")
def test_threads_share_one_pool_of_memory():
    script = (
        "import ctypes, threading; import generator.base.memory.unused_memory as memory\n"
        "{limit}\n"
        "threading.Thread(target=lambda: bytearray(100_000)).start()\n"
        "ctypes.CDLL(None).malloc_stats()"
    )
    pools = [
        subprocess.run(
            [sys.executable, "-c", script.format(limit=limit)], capture_output=True, text=True, check=True
        ).stderr
        for limit in ("", "memory.share_one_arena()")
    ]

    assert ["Arena 1:" in pool for pool in pools] == [True, False]
