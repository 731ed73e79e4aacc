"""Makes Python on Linux answer as on Windows, as far as this program asks: loaded from PYTHONPATH before everything else.

The program sees no `fork`, no Unix sockets, signals and modules, a console in a code page, and files that cannot be removed or
replaced while they are open. Paths stay those of Linux. The standard library and other libraries go on seeing Linux: while one
is loaded, everything is put back, and those that are loaded keep copies of the modules.
"""

import fcntl
import os
import select
import signal
import socket
import stat
import sys
import time
import types
import warnings
from functools import partial
from pathlib import Path

ABSENT = {
    os: (
        *(
            "fork",
            "forkpty",
            "register_at_fork",
            "posix_spawn",
            "setsid",
            "killpg",
            "getuid",
            "geteuid",
            "getgid",
            "getpgid",
        ),
        *("wait", "wait3", "wait4", "waitid", "WIFEXITED", "WEXITSTATUS", "WIFSIGNALED", "WTERMSIG", "mkfifo", "mknod"),
        *("uname", "sysconf", "statvfs", "chown", "fchown", "fchmod", "lchown", "pread", "pwrite", "fdatasync", "sync"),
        *(
            "sched_getaffinity",
            "nice",
            "getloadavg",
            "pipe2",
            "sendfile",
            "memfd_create",
            "eventfd",
            "openpty",
            "chroot",
        ),
        *(
            "O_NONBLOCK",
            "O_NOFOLLOW",
            "O_CLOEXEC",
            "O_DIRECTORY",
            "O_SYNC",
            "posix_fadvise",
            "posix_fallocate",
            "fchdir",
        ),
    ),
    signal: (
        *("SIGKILL", "SIGXCPU", "SIGXFSZ", "SIGHUP", "SIGALRM", "SIGPIPE", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGTSTP"),
        *(
            "SIGCONT",
            "SIGQUIT",
            "SIGWINCH",
            "alarm",
            "setitimer",
            "ITIMER_REAL",
            "pthread_kill",
            "pthread_sigmask",
            "pause",
        ),
    ),
    select: ("poll", "epoll"),
    socket: ("AF_UNIX", "SCM_RIGHTS", "SO_PEERCRED", "SO_REUSEPORT", "send_fds", "recv_fds"),
    time: ("tzset", "pthread_getcpuclockid"),
}
NO_MODULES = "fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog", "curses", "posix"
FORBIDDEN = set('<>:"|?*')
"""Characters that no name of a file may have."""

copies = {id(module): types.ModuleType(module.__name__) for module in ABSENT}
absent = [
    (module, name, getattr(module, name)) for module, names in ABSENT.items() for name in names if hasattr(module, name)
]
linux_modules = {name: sys.modules.get(name) for name in NO_MODULES}
linux_open, linux_rename = os.open, os.rename


class LockModule(types.ModuleType):
    """The locks of `msvcrt`, made of those of Linux."""

    LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2

    def locking(self, descriptor, mode, count):
        """Lock or release so many bytes from where a file is read next."""
        kind = fcntl.LOCK_UN if mode == self.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB
        try:
            fcntl.lockf(descriptor, kind, count, os.lseek(descriptor, 0, os.SEEK_CUR))
        except OSError:
            raise PermissionError(13, "Permission denied") from None


def open_file(path, flags, mode=0o777, *, dir_fd=None):
    """Open a file; Windows opens no folder."""
    if dir_fd is None and Path(path).is_dir():
        raise PermissionError(13, "Permission denied", str(path))
    return linux_open(path, flags, mode, dir_fd=dir_fd)


def rename(source, target, **options):
    """Rename a file or folder to a name that is free."""
    if os.path.lexists(target):
        raise FileExistsError(17, "Cannot create a file when that file already exists", str(target))
    linux_rename(source, target, **options)


def whole_path(path, folder):
    """Return the path of a file that is named within an open folder."""
    within = Path(f"/proc/self/fd/{folder}").readlink() if isinstance(folder, int) and folder >= 0 else Path.cwd()
    return within / os.fsdecode(path)


def is_open(path):
    """Whether this process has a regular file open."""
    try:
        about = path.lstat()
    except OSError:
        return False
    files = (entry.name for entry in Path("/proc/self/fd").iterdir())
    return stat.S_ISREG(about.st_mode) and any(is_descriptor_of(number, about) for number in files)


def is_descriptor_of(number, about):
    try:
        return os.path.samestat(os.fstat(int(number)), about)
    except OSError:
        return False


def refuse(event, arguments):
    """Refuse what Windows refuses, before it is done."""
    if event in {"os.remove", "os.rename"}:
        ends = (
            [(arguments[0], arguments[-2]), (arguments[1], arguments[-1])] if event == "os.rename" else [arguments[:2]]
        )
        for path, folder in ends:
            if is_open(whole_path(path, folder)):
                raise PermissionError(
                    13, "The process cannot access the file because it is being used", os.fsdecode(path)
                )
    if event in {"open", "os.mkdir", "os.rename"} and isinstance(
        arguments[event == "os.rename"], str | bytes | os.PathLike
    ):
        name = Path(os.fsdecode(arguments[event == "os.rename"])).name
        if FORBIDDEN & set(name):
            raise OSError(22, "Invalid argument", name)


def show_windows():
    """Let the program see Windows."""
    for module, name, _ in absent:
        if hasattr(module, name):
            delattr(module, name)
    for name in NO_MODULES:
        sys.modules[name] = None
    os.open, os.name, os.O_BINARY = open_file, "nt", 0
    sys.modules["msvcrt"], sys.platform = locks, "win32"


def show_linux():
    """Let libraries see Linux."""
    for module, name, value in absent:
        setattr(module, name, value)
    for name, module in linux_modules.items():
        if module is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = module
    os.open, os.name = linux_open, "posix"
    sys.modules.pop("msvcrt", None)
    sys.platform = "linux"


def shield(module):
    """Let a library keep the modules of Linux, and note which of them it has loaded."""
    linux_modules.update({name: sys.modules.get(name) for name in NO_MODULES})
    if module.__name__ == "asyncio":
        module.ProactorEventLoop = module.SelectorEventLoop
    for name, value in list(vars(module).items()):
        if id(value) in copies and isinstance(value, types.ModuleType):
            setattr(module, name, copies[id(value)])


locks = LockModule("msvcrt")
os.rename = rename
socket.socketpair = partial(socket.socketpair, socket.AF_UNIX)
for module in ABSENT:
    vars(copies[id(module)]).update(vars(module))
for module in [module for name, module in sys.modules.items() if module and name not in {"sitecustomize", "__main__"}]:
    if module not in ABSENT:
        shield(module)
sys.addaudithook(refuse)
warnings.filterwarnings("error", category=EncodingWarning, module=r"generator\.")
for stream in (sys.stdout, sys.stderr):
    if stream is not None:
        stream.reconfigure(encoding="cp1252")
sys.path.append(str(Path(__file__).parents[1]))
from library_view import LibraryView  # noqa: E402

LibraryView(show_windows, show_linux, shield).start()
