"""What a torpedo was aimed at is known to its own side alone until it no longer runs. All see the launch and the torpedo."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook import testing
from fleetbook.core.play.side_view import SideView
from fleetbook.share.page import page_for
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.rules.coastal.fleet import BLUE, RED, Game, ship, tubes
from tests.trust.pairs import Pairs
from tests.trust.twins import DOCUMENTS, documents_of

PAIRS = Pairs()
AIMED = "launches 2 torpedoes at"


def launched(target: str) -> Game:
    """Red's boat launches two torpedoes at one of Blue's two ships, which are at different ranges."""
    hunted = (ship(name, size="corvette", speed=10) for name in ("Near", "Far"))
    game = Game([ship("Boat", tubes("tubes", 2))], [*hunted]).go("move-1")
    game.give("launch", ship="Boat", target=target, range=30 if target == "Near" else 40, number=2)
    return game


@PAIRS.pair(BLUE, "Near", "Far")
def coastal_torpedoes_run_at_a_ship(secret: str) -> testing.Game[Any]:
    return launched(secret).go("move-2").go("fire-1", 2)


@PAIRS.pair(BLUE, "Near", "Far")
def coastal_one_of_two_torpedoes_is_off_the_table(secret: str) -> testing.Game[Any]:
    game = launched(secret)
    game.give("spent", torpedo="torpedo 1")
    return game.go("move-2")


@PAIRS.pair(BLUE, "Near", "Far")
def coastal_a_launch_is_taken_back(secret: str) -> testing.Game[Any]:
    game = launched(secret)
    game.journal.append(game.journal.undo())
    return game.go("move-2")


@pytest.mark.parametrize("name", PAIRS)
def test_the_enemy_reads_the_same_whatever_torpedoes_are_aimed_at(name: str) -> None:
    PAIRS.check(name, DOCUMENTS)


def test_all_see_the_torpedoes_and_their_own_side_their_target() -> None:
    game = launched("Near")
    pages = {side: "".join(page_for(game.journal, side).fragments.values()) for side in (RED, BLUE, None)}
    for side, page in pages.items():
        assert "torpedoes 1 and 2</b> of Boat" in page
        assert ("at Near" in page) is (side == RED)
    logs = {side: documents_of(game.journal, side)["log"] for side in (RED, BLUE)}
    assert f"Boat {AIMED} Near, 30 cm" in logs[RED]
    assert "Boat launches 2 torpedoes\n" in f"{logs[BLUE]}\n"


def test_the_target_is_known_to_all_once_no_torpedo_of_the_launch_runs() -> None:
    game = launched("Near")
    game.give("torpedo", 1, torpedo="torpedo 1", target="Far", modifiers=())
    assert AIMED not in documents_of(game.journal, BLUE)["log"]
    game.give("torpedo", 6, torpedo="torpedo 2", target="Near", modifiers=())
    assert f"Boat {AIMED} Near, 30 cm" in documents_of(game.journal, BLUE)["log"]


def test_a_launch_that_was_taken_back_stays_secret_when_others_have_met() -> None:
    game = launched("Near")
    game.journal.append(game.journal.undo())
    game.give("launch", ship="Boat", target="Far", range=40, number=2)
    for number in (1, 2):
        game.give("torpedo", 1, torpedo=f"torpedo {number}", target="Far", modifiers=())
    log = documents_of(game.journal, BLUE)["log"]
    assert f"{AIMED} Far" in log
    assert f"{AIMED} Near" not in log


def test_the_score_of_an_open_table_is_shown_to_each_side() -> None:
    game = testing.Game(ruleset("coastal"), load_setup("coastal/convoy"), "1")
    for side in game.journal.setup.sides:
        assert page_for(game.journal, side).fragments["now"].count('class="score') == 2
        assert SideView(game.journal, side).setup.victory is not None
