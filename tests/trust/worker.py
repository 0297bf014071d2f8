"""A process that referees as fast as it can: ``python -m tests.trust.worker PATH SEED``. It says the number of each line kept."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from fleetbook.store.battle.battle_file import BattleFile
from tests.trust.games import give_one


def say(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(path: Path, seed: int) -> None:
    """Give random orders until the end."""
    rng = Random(seed)
    with BattleFile.open(path) as file:
        say("open")
        while True:
            say(give_one(file, rng))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
