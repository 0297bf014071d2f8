"""``python -m tests.mutation SYSTEM [--table NAME]``: every figure changed, one at a time, and the changes that no test sees."""

from __future__ import annotations

import argparse
import sys

import pytest

from tests.coverage.sheet import ORDER, sheets
from tests.mutation.hunt import Hunt

OPTIONS = (
    *("-o", "addopts=", "--import-mode=importlib", "-m", "not campaign and not bench", "-q", "-s"),
    *("-p", "no:cacheprovider", "-p", "no:xdist"),
)


def main() -> int:
    """1 where a change survives that is not accepted, or an accepted one does not."""
    said = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    said.add_argument("system", choices=ORDER)
    said.add_argument("--table", default="", help="only this table, figure, reading or list of modifiers")
    asked = said.parse_args()
    sheet = next(sheet for sheet in sheets() if sheet.ruleset == asked.system)
    hunt = Hunt(sheet, asked.table)
    if not hunt.hunted:
        said.error(f"{asked.system} declares no table, figure, reading or list of modifiers {asked.table}")
    code = pytest.main([*OPTIONS, *hunt.files], plugins=[hunt])
    sys.stdout.write(hunt.told())
    return int(bool(code or hunt.open))


if __name__ == "__main__":
    sys.exit(main())
