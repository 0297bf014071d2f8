"""Tests that only POSIX systems can run, only those that make links, or not Wine: each says what the others lack."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from pathlib import Path

import pytest

_IS_WINE = sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
KILLED = -9 if os.name == "posix" else 9
"""What a process comes to that ``os.kill`` has killed with 9."""


def posix_only(lacking: str) -> pytest.MarkDecorator:
    """A test that needs what Windows lacks."""
    return pytest.mark.skipif(os.name != "posix", reason=f"Windows has no {lacking}")


def not_under_wine(lacking: str) -> pytest.MarkDecorator:
    """A test that needs what Windows has and Wine lacks."""
    return pytest.mark.skipif(_IS_WINE, reason=f"Wine has no {lacking}")


def _makes_links() -> bool:
    """Windows asks for a right first; Wine 8 says that it has made a link and makes none."""
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "link"
        try:
            link.symlink_to("nowhere")
        except OSError:
            return False
        return link.is_symlink()


with_links = pytest.mark.skipif(os.name != "posix" and not _makes_links(), reason="nobody may make links on this Windows")
