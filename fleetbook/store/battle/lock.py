"""The lock of a battle's one writer. It is an operating system's lock on a file beside the battle, and ends with its process."""

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
_WITHOUT_LOCKS = "this file system has no locks; it may still be read here, and written on a disk that has them"
ATTEMPTS = 1_000  # each but the last may meet a holder who has just removed the file
_STRANGE = "its lock is a link or no file of fleetbook's; move it away"

# A link is not followed: it could name any file. A pipe does not block.
_FLAGS = os.O_RDWR | os.O_CREAT | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK"))

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 20  # nobody can read a locked byte there, so it lies beyond the number that others read

    def _locked(file: int) -> bool:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:  # access denied, a deadlock avoided, or no reason at all: it is held
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
        """Whether the file system locks the bytes of an open file. SQLite takes every file for one in use if it does not."""
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1)  # SQLite's own lie far behind the first byte
            fcntl.lockf(file, fcntl.LOCK_UN, 1)
        except BlockingIOError:
            return True
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return False
            raise
        return True


class WriterLock:
    """The right to write to one battle, held from ``take`` until ``release``, or until the process ends."""

    def __init__(self, path: Path, file: int) -> None:
        self._path, self._file = path, file

    @classmethod
    def take(cls, battle: Path) -> WriterLock:
        """Take the lock of a battle. Raises InUse with the holder's process, Unwritable if no lock file can be made."""
        path = battle.with_name(battle.name + LOCK)
        try:
            return cls(path, _take(path, battle))
        except OSError as error:
            strange = error.errno in (errno.ELOOP, errno.EISDIR)
            why = _STRANGE if strange else _WITHOUT_LOCKS if error.errno in _NO_LOCKS else cause(error)
            raise Unwritable(f"{shown_path(battle)} cannot be written: {why} ({shown_path(path.name)})") from None

    @property
    def is_held(self) -> bool:
        """Whether the lock file is still there. Another process could write too without it."""
        return _is_current(self._file, self._path)

    def release(self) -> None:
        """Give the lock back and remove its file."""
        # Nobody else can hold the lock here. If the system does not remove an open file, an unlocked file hinders nobody.
        if self.is_held:
            with suppress(OSError):
                self._path.unlink()
        os.close(self._file)
        if sys.platform == "win32":
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def _take(path: Path, battle: Path) -> int:
    """Open the lock file, lock it, and write this process's number into it."""
    for attempt in range(1, ATTEMPTS + 1):
        if path.is_symlink() or path.is_dir():  # Windows follows a link, and says "denied" of a folder
            raise OSError(_STRANGE)
        try:
            file = os.open(path, _FLAGS, 0o600)
        except PermissionError:  # Windows also says this of a file that its holder is just removing
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
    raise OSError("its lock is not the file that was opened; a folder on another disk may serve")


def _sign(file: int) -> None:
    """Write this process's number into a locked file. A full disk may refuse; the lock holds all the same."""
    with suppress(OSError):
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)
        os.write(file, str(os.getpid()).encode())


def _is_current(file: int, path: Path) -> bool:
    """Whether the locked file still has this name. Its last holder may have removed it since it was opened."""
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
