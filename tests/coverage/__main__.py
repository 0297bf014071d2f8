"""Writes the page of what is covered: ``python -m tests.coverage``."""

from __future__ import annotations

import sys

from tests.coverage.gaps import gaps
from tests.coverage.sheet import sheets
from tests.coverage.table import PAGE, page


def main() -> int:
    """Write it; 1 where something is not covered, told on stderr."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    found = [gap for sheet in sheets() for gap in gaps(sheet)]
    sys.stderr.writelines(f"{gap}\n" for gap in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
