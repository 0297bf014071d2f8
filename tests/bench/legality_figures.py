"""How many checks the forms of all orders take at moments of a battle, and how long a key waits for all offers: figures as JSON,
of whichever fleetbook is imported.

python -m tests.bench.legality_figures BATTLE LINE...
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.order import Order
from fleetbook.referee.offers import offers
from fleetbook.store.battle.battle_file import BattleFile

ROUNDS = 5


def counted(kind: type[Order[Any]], made: Counter[str]) -> None:
    """Have the checks of a kind of order counted from now on."""
    check: Any = kind.check

    def counting(order: Order[Any], battle: Battle[Any]) -> None:
        made[kind.id] += 1
        check(order, battle)

    setattr(kind, "check", counting)  # noqa: B010


def seconds(moments: list[Battle[Any]]) -> list[float]:
    """How long the offers of each moment take at least, in some rounds."""
    least = [9.9] * len(moments)
    for _ in range(ROUNDS):
        for place, battle in enumerate(moments):
            began = time.process_time()
            offers(battle)
            least[place] = min(least[place], time.process_time() - began)
    return least


def main(path: str, *lines: str) -> None:
    """Print the figures of one battle as it stood after some of its lines."""
    with BattleFile.open(Path(path), read_only=True) as file:
        moments = [file.journal.battle_before(int(line)) for line in lines]
    took, made = seconds(moments), Counter[str]()
    for kind in moments[0].ruleset.all_orders:
        counted(kind, made)
    for battle in moments:
        for kind in moments[0].ruleset.all_orders:
            if kind.key:
                form = Draft(battle, kind)
                _ = form.problem, [entry.options for entry in form.entries.values()]
    print(json.dumps({"checks": made.total(), "by order": dict(made.most_common()), "seconds": took}))


if __name__ == "__main__":
    main(*sys.argv[1:])
