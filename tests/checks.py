"""The checks beside the tests, with one command: format, lint, types, layers. ``python -m tests.checks``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports", "--no-cache"),
)


def main() -> int:
    """Run every check; 0 where all pass."""
    failed = []
    for name, *arguments in CHECKS:
        command = " ".join((name, *arguments))
        sys.stdout.write(f"== {command}\n")
        sys.stdout.flush()
        if subprocess.run([str(BIN / name), *arguments], check=False).returncode:
            failed.append(command)
    sys.stdout.write(f"failed: {', '.join(failed)}\n" if failed else "all checks passed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
