"""A runtime folder with a short name, as the address of a socket has at most a hundred characters."""

import shutil
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from generator.cli.resident import resident_control, resident_socket


@pytest.fixture
def runtime(monkeypatch):
    folder = tempfile.mkdtemp(prefix="v-")
    monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
    yield folder
    resident_control.stop_resident()
    shutil.rmtree(folder)


@pytest.fixture
def warm_process(vallum_process, runtime):
    """Run `vallum` as a process that knows the runtime folder."""
    return lambda *arguments, **how: vallum_process(*arguments, environ={"XDG_RUNTIME_DIR": runtime}, **how)


@pytest.fixture
def impostor(runtime):
    """Answer every client with some bytes, and close the connection."""

    def listen(answer):
        Path(resident_socket.folder()).mkdir(0o700)
        listener.bind(resident_socket.address())
        listener.listen()
        Thread(target=serve, args=(answer,), daemon=True).start()

    def serve(answer):
        with suppress(OSError):  # the listener is closed
            while True:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(1 << 16)
                    connection.sendall(answer)

    with socket.socket(socket.AF_UNIX) as listener:
        yield listen
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)  # ends the wait for a client
    Path(resident_socket.address()).unlink()
