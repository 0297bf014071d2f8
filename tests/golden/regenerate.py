"""Play every recorded battle anew and write its golden files: ``python -m tests.golden.regenerate``, then read the diff."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden.playing import BATTLES, FOLDER, documents, play, written


def regenerate(battle: str) -> bool:
    """Write the golden files of one battle; False where one of its orders was not taken."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{battle}.battle"
        ran = play(battle, path)
        if ran.code:
            sys.stderr.write(f"{battle}: {ran.err}")
            return False
        for name in documents(battle):
            (FOLDER / battle / name).write_text(written(path, name), encoding="utf-8", newline="")
    return True


def main() -> int:
    """Write all golden files; 1 where a battle could not be played."""
    return 0 if all([regenerate(battle) for battle in BATTLES]) else 1  # noqa: C419 (every battle is played)


if __name__ == "__main__":
    sys.exit(main())
