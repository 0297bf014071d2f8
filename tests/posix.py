"""Which tests only POSIX systems can run, or only those that make links: each says what Windows lacks."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
KILLED = -9 if os.name == "posix" else 9
"""What a process comes to that ``os.kill`` has killed with 9."""


def posix_only(lacking: str) -> pytest.MarkDecorator:
    """A test that needs what Windows lacks."""
    return pytest.mark.skipif(os.name != "posix", reason=f"Windows has no {lacking}")


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
