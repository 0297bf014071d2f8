"""Reads and writes files safely. A file is replaced as a whole. After a crash it has its old content or its new content, never a
part.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from fleetbook.core.errors import InvalidInput
from fleetbook.store.errors import DENIED, LOCKED, SHARING, Unwritable, cause, shown_path, windows_number

_READING = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
_BESIDE = re.compile(r"\.fleetbook-([0-9]+)\.new")
PATIENCE, PAUSE = 2.5, 0.02  # seconds to wait until another program closes a file, and between two tries

T = TypeVar("T")

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
    _KERNEL.OpenProcess.restype = wintypes.HANDLE
    _KERNEL.CloseHandle.argtypes = (wintypes.HANDLE,)
    _KERNEL.WaitForSingleObject.argtypes = (wintypes.HANDLE, wintypes.DWORD)
    _MAY_WAIT, _NO_SUCH_PROCESS, _NOT_OVER = 0x100000, 87, 0x102
    _REPLACING_DURABLY = 0x1 | 0x8  # replace a file, and write to disk before the call returns

    def _runs(process: int) -> bool:
        """Whether a process of this number runs."""
        if process > 0xFFFFFFFF:
            return False
        opened = _KERNEL.OpenProcess(_MAY_WAIT, False, process)
        if not opened:
            return ctypes.get_last_error() != _NO_SUCH_PROCESS  # a process of another user cannot be opened
        try:
            return bool(_KERNEL.WaitForSingleObject(opened, 0) == _NOT_OVER)
        finally:
            _KERNEL.CloseHandle(opened)

    def _replace(path: Path, to: Path) -> None:
        try:
            moved = _KERNEL.MoveFileExW(str(path), str(to), _REPLACING_DURABLY)
        except ctypes.ArgumentError as error:  # null characters; other systems raise ValueError
            raise ValueError(*error.args) from None
        if not moved:
            raise ctypes.WinError(ctypes.get_last_error())

else:

    def _runs(process: int) -> bool:
        """Whether a process of this number runs."""
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except (OSError, OverflowError):  # a process of another user
            return True
        return True

    def _replace(path: Path, to: Path) -> None:
        path.replace(to)


def patiently(change: Callable[[], T]) -> T:
    """Run a change of a file. If Windows says that another program has the file open, try again for a while.

    A virus scanner, an indexer or a browser may have a file open for a moment. Raises OSError if the change fails for good.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return change()
        except OSError as error:
            if windows_number(error) not in (DENIED, SHARING, LOCKED) or time.monotonic() >= until:
                raise
        time.sleep(PAUSE)


def read_file(path: Path, most: int, allowed: str) -> bytes:
    """The content of a regular file. From a larger file only ``most`` bytes and one more are read.

    Raises OSError, and InvalidInput if it is not a regular file. The opened file itself is checked. A pipe does not block the
    call, and a terminal does not become the controlling terminal.
    """
    try:
        opened = os.open(path, _READING)
    except PermissionError:
        if path.is_dir():  # Windows cannot open a folder like a file
            raise InvalidInput(shown_path(path), "a folder", allowed) from None
        raise
    try:
        about = os.fstat(opened)
        if not stat.S_ISREG(about.st_mode):
            raise InvalidInput(shown_path(path), kind_of(about), allowed)
        with os.fdopen(opened, "rb", closefd=False) as file:
            return file.read(most + 1) or b""  # a device or other file of the system may give None
    finally:
        os.close(opened)


def kind_of(about: os.stat_result) -> str:
    """The kind of a path that is not a regular file, in words."""
    return "a folder" if stat.S_ISDIR(about.st_mode) else "no regular file"


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file by new content in one step. The content is on disk before this returns.

    If the path is a link made by the user, the file that it leads to is replaced. An existing file keeps its permissions. Raises
    Unwritable if that fails.
    """
    if path.is_symlink() and hasattr(os, "getuid") and path.lstat().st_uid not in (os.getuid(), 0):
        raise Unwritable(f"{shown_path(path)} cannot be written: it is a link that somebody else made")
    try:
        place(Path(os.path.realpath(path)), content)
    except OSError as error:
        raise Unwritable(f"{shown_path(path)} cannot be written: {cause(error)}") from None
    except ValueError:
        raise Unwritable(f"{shown_path(path)} cannot be written: a path without a name, or with null characters") from None


def place(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write content to a path that contains no links, in one step, as ``replace_file`` does.

    The file gets the permissions ``mode``; if that is None, it keeps those that it had. Raises OSError.
    """
    if path.is_dir():  # Windows would say "access denied", as for a file that another program has open
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    _sweep(path.parent)
    beside = path.with_name(f".fleetbook-{os.getpid()}.new")
    try:
        with beside.open("xb") as file:
            if os.name == "posix" and (mode is not None or path.exists()):  # on Windows the permissions come from the folder
                beside.chmod(stat.S_IMODE(path.stat().st_mode) if mode is None else mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        patiently(lambda: _replace(beside, path))
    finally:
        patiently(lambda: beside.unlink(missing_ok=True))
    _sync_folder(path.parent)


def _sweep(folder: Path) -> None:
    """Remove temporary files of processes that were killed while they wrote."""
    for left in folder.glob(".fleetbook-*.new"):
        found = _BESIDE.fullmatch(left.name)
        if found and not _runs(int(found[1])):
            with suppress(OSError):  # the file belongs to another user, or is open on another machine
                left.unlink()


def _sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder is on disk. Windows cannot open a folder; there moving the file is enough."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
