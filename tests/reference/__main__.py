"""Writes the reference for those who write rules: ``python -m tests.reference``."""

from __future__ import annotations

from tests.reference.page import PAGE, page

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
