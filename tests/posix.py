"""Which tests only POSIX systems can run: each says what Windows lacks."""

from __future__ import annotations

import os

import pytest

IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
KILLED = -9 if os.name == "posix" else 9
"""What a process comes to that ``os.kill`` has killed with 9."""


def posix_only(lacking: str) -> pytest.MarkDecorator:
    """A test that needs what Windows lacks."""
    return pytest.mark.skipif(os.name != "posix", reason=f"Windows has no {lacking}")
