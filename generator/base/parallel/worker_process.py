"""The main function of a worker that is a fresh process: it takes work from stdin and answers on stdout."""

from __future__ import annotations

import gc
import os
import pickle
from contextlib import suppress
from typing import IO, NoReturn

from generator.base.code_archive.missing_code import missing_code
from generator.base.parallel.divided_work import NUMBER
from generator.base.parallel.pipe_messages import read_message, write_message
from generator.base.system.part_files import remove_own_folders
from generator.base.system.process_limits import refuse_network, refuses_network


def main() -> NoReturn:
    """Do work until the process that started this one has ended."""
    gc.disable()
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    try:
        _silence(0, 1)
        missing = missing_code()
        # The pipes end when the other process does; Ctrl-C reaches both.
        with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
            while True:
                _work_off(orders, answers)
                write_message(answers, missing.reports() if missing else b"")
    finally:
        remove_own_folders()
        os._exit(0)


def _work_off(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Take work, and answer with the results of every piece that is asked for."""
    divided, is_offline = pickle.loads(read_message(orders))  # noqa: S301  from our own parent
    if is_offline and not refuses_network():
        refuse_network()
    # An empty message ends the work.
    while packed := read_message(orders):
        write_message(answers, divided.outcome(*NUMBER.unpack(packed)))


def _silence(*descriptors: int) -> None:
    """Connect file descriptors to the null device, so that libraries read and write nothing there."""
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(silence, descriptor)
    os.close(silence)
