"""The lock that lets only one process write to a battle. It is a lock of the operating system on a file beside the battle, and
ends with the process.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from fleetbook.store.errors import InUse, Unwritable, cause, shown_path

LOCK = ".lock"
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS)
_WITHOUT_LOCKS = "this file system has no locks; the battle can be read here, and written on a disk that has locks"
ATTEMPTS = 1_000  # a try may fail because the last holder is just removing the file
_STRANGE = "its lock is a link, or a file that fleetbook did not make; move that file away"

# A link is not followed, since it could lead to any file. A pipe does not block.
_FLAGS = os.O_RDWR | os.O_CREAT | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK"))

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 20  # Windows does not let others read a locked byte, so it lies after the process number that they read

    def _locked(file: int) -> bool:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:  # whatever reason Windows gives, another process has the lock
            return False
        return True

    def has_locks(file: int) -> bool:
        """Whether the file system of an open file locks its bytes."""
        return True

else:
    import fcntl

    def _locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def has_locks(file: int) -> bool:
        """Whether the file system locks the bytes of an open file. If it does not, SQLite treats every file as in use."""
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1)  # SQLite locks bytes far after the first byte
            fcntl.lockf(file, fcntl.LOCK_UN, 1)
        except BlockingIOError:
            return True
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return False
            raise
        return True


class WriterLock:
    """The right of this process to write to a battle. It lasts from ``take`` to ``release``, or until the process ends."""

    def __init__(self, path: Path, file: int) -> None:
        self._path, self._file = path, file

    @classmethod
    def take(cls, battle: Path) -> WriterLock:
        """Take the lock of a battle. Raises InUse, with the number of the other process, if another process has it. Raises
        Unwritable if the lock file cannot be made.
        """
        path = battle.with_name(battle.name + LOCK)
        try:
            return cls(path, _take(path, battle))
        except OSError as error:
            strange = error.errno in (errno.ELOOP, errno.EISDIR)
            why = _STRANGE if strange else _WITHOUT_LOCKS if error.errno in _NO_LOCKS else cause(error)
            raise Unwritable(f"{shown_path(battle)} cannot be written: {why} ({shown_path(path.name)})") from None

    @property
    def is_held(self) -> bool:
        """Whether the lock file exists. If somebody removed it, another process could write to the battle too."""
        return _is_current(self._file, self._path)

    def release(self) -> None:
        """Release the lock and remove its file."""
        # No other process has the lock now. If the system cannot remove an open file, an unlocked lock file does no harm.
        if self.is_held:
            with suppress(OSError):
                self._path.unlink()
        os.close(self._file)
        if sys.platform == "win32":
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def is_taken(battle: Path) -> bool:
    """Whether a process has the lock of a battle now. To find out, it takes the lock itself and releases it at once."""
    try:
        file = os.open(battle.with_name(battle.name + LOCK), _FLAGS & ~os.O_CREAT)
    except FileNotFoundError:
        return False
    except OSError:  # Windows says so of a file that its holder is just removing
        return True
    try:
        return not _locked(file)
    finally:
        os.close(file)


def _take(path: Path, battle: Path) -> int:
    """Open the lock file, lock it, and write the number of this process into it."""
    for attempt in range(1, ATTEMPTS + 1):
        if path.is_symlink() or path.is_dir():  # Windows would follow a link, and says "denied" for a folder
            raise OSError(_STRANGE)
        try:
            file = os.open(path, _FLAGS, 0o600)
        except PermissionError:  # Windows also says this for a file that another process is just removing
            if os.name == "posix" or attempt == ATTEMPTS:
                raise
            continue
        with ExitStack() as stack:
            stack.callback(os.close, file)
            status = os.fstat(file)
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
                raise OSError(_STRANGE)
            if not has_locks(file):
                path.unlink()
                raise OSError(errno.ENOLCK, _WITHOUT_LOCKS)
            if not _locked(file):
                raise InUse(_refusal(file, battle))
            if _is_current(file, path):
                _sign(file)
                stack.pop_all()
                return file
    raise OSError("its lock is not the file that was opened; try a folder on another disk")


def _sign(file: int) -> None:
    """Write the number of this process into the locked file. If the disk is full, the lock holds without it."""
    with suppress(OSError):
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)
        os.write(file, str(os.getpid()).encode())


def _is_current(file: int, path: Path) -> bool:
    """Whether the locked file still has this path. The last holder may have removed it after it was opened here."""
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except OSError:
        return False


def _refusal(file: int, battle: Path) -> str:
    os.lseek(file, 0, os.SEEK_SET)
    holder = os.read(file, 20).decode("ascii", errors="replace")
    if holder == str(os.getpid()):
        return f"{shown_path(battle.name)} is open in this fleetbook already"
    process = f", process {holder}" if holder.isdigit() else ""
    return f"{shown_path(battle.name)} is open in another fleetbook{process}"
