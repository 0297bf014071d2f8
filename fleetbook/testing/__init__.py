"""Help for testing rule packages. A test can play battles, give random orders, and find odds by trying every face of
every die.
"""

from fleetbook.store.library.build_setup import load_setup as scenario
from fleetbook.testing.conformance import check_rules
from fleetbook.testing.game import Game, counted, house_rules, labels, results, rolled, said, struck, totals
from fleetbook.testing.whole_battle import whole_battle

__all__ = [
    "Game", "check_rules", "counted", "house_rules", "labels", "results", "rolled", "said", "scenario", "struck", "totals",
    "whole_battle",
]  # fmt: skip
