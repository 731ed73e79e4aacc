"""Stands for limited children in tests: their work is done in the process of the test, without limits."""

import gc
import json
import pickle

from generator.base.system.limited_child import ChildEnd


class ChildWork:
    """Does the work of a child process; what goes to it and comes from it passes through bytes, as with a real one."""

    end = ChildEnd.DONE

    def __init__(self, work, subject, limits, *, is_fresh=False):
        self._work, self._subject, _ = pickle.loads(pickle.dumps((work, subject, limits)))

    def messages(self):
        """Do the work; return what it sends."""
        messages, collects = [], gc.isenabled()
        try:
            self._work(self._subject, lambda message: messages.append(json.loads(json.dumps(message))))
        finally:
            if collects:
                gc.enable()
        return messages

    def close(self):
        """Nothing is left of it."""


def ask_here(work, subject, limits):
    """Return the only message of some work, and how it ended."""
    messages = ChildWork(work, subject, limits).messages()
    return messages[0] if messages else None, ChildEnd.DONE
