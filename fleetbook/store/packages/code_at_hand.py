"""By which code something was worked out: this program's and a rule package's, as their files lie on the disk."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SUFFIXES = (".py", ".toml")


def code_at_hand(rules: object) -> bytes:
    """What stands for the code of this program and of a rule system: another as soon as one of their files is; empty where they
    are not files of a folder.
    """
    packages = sorted({name.partition(".")[0] for name in (__name__, type(rules).__module__)})
    parts = [_of_package(package) for package in packages]
    return hashlib.blake2b(b"".join(parts), digest_size=32).digest() if all(parts) else b""


@cache
def _of_package(package: str) -> bytes:
    files = sorted(_files(package))
    return hashlib.blake2b(repr(files).encode(), digest_size=32).digest() if files else b""


def _files(package: str) -> Iterator[tuple[str, int, int]]:
    """Each file with its size and when it was changed."""
    module = sys.modules.get(package)
    single = getattr(module, "__file__", None)
    for folder in getattr(module, "__path__", ()):
        yield from _within(str(folder))
    if not hasattr(module, "__path__") and single:
        about = Path(single).stat()
        yield single, about.st_size, about.st_mtime_ns


def _within(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _within(entry.path)
            elif entry.name.endswith(SUFFIXES):
                about = entry.stat()
                yield entry.path, about.st_size, about.st_mtime_ns
