"""Battles that differ only in what a side may not know are the same to it, byte for byte, in whatever it can read: status, log,
working, sheets and reports of every format, orders and events included.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from fleetbook import testing
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.testing.random_battles import BY_HAND, Habits, played
from tests.rules.aanda import fleet as aanda
from tests.trust.games import RULESETS, scenario
from tests.trust.pairs import Pairs
from tests.trust.twins import AT_ONCE, DOCUMENTS, Document, differing, documents_of, hidden_throughout, under_other_names

HIDDEN_LONG = Habits(
    overruled=0.0,
    weights={**BY_HAND, "next": 2.0, "note": 0.3, "set": 0.3, "reveal": 0.05, "spot": 0.2, "sight": 0.02, "search": 0.2},
)
"""A referee at whose table much stays hidden for long."""
WITH_SECRETS = ("aanda/yalu", "aanda/tsushima", "gwas/black-sea-raid", "gwas-variant/odessa-in-range")


# ------------------------------------------------------------ names


@cache
def at_random(name: str, seed: int) -> Journal[Any]:
    setup = load_setup(name)
    return played(Journal(ruleset(setup.ruleset), setup, str(seed)), Random(seed), 30, HIDDEN_LONG)


def check_names(name: str, seed: int, documents: Mapping[str, Document]) -> None:
    """A battle at random is the same to a side if whatever it never learned of has another name."""
    journal = at_random(name, seed)
    for side in journal.setup.sides:
        hidden = sorted(hidden_throughout(journal, side))
        twin = under_other_names(journal, {old: f"Zz{number}q" for number, old in enumerate(hidden)})
        assert list(differing(documents_of(journal, side, documents), documents_of(twin, side, documents))) == []


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(1, 8))])
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_names_that_a_side_never_learned_could_be_any_others(name: str, seed: int) -> None:
    check_names(name, seed, AT_ONCE)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 150))
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_names_in_fifty_battles_of_each_and_in_every_report(name: str, seed: int) -> None:
    check_names(name, seed, DOCUMENTS if seed % 10 == 0 else AT_ONCE)


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_something_is_hidden_for_long_in_these_battles(name: str) -> None:
    journals = (at_random(name, seed) for seed in range(3))
    assert any(hidden_throughout(journal, side) for journal in journals for side in journal.setup.sides)


@pytest.mark.parametrize("system", RULESETS)
def test_rules_without_secrets_keep_none_and_those_that_have_some_say_so(system: str) -> None:
    setup = load_setup(scenario(system))
    assert ruleset(system).keeps_secrets is (system != "fgdn")
    if not ruleset(system).keeps_secrets:
        journal = played(Journal(ruleset(system), setup, "1"), Random(1), 25)
        for side in setup.sides:
            view = SideView(journal, side)
            assert [record.events for record in view.records] == [record.events for record in journal.records]
            assert view.battle.state == journal.battle.state


# ------------------------------------------------------------ pairs


PAIRS = Pairs()
IN_EVERY_REPORT = "aanda a ship behind a marker burns and is mended"


# A&A: what is behind a contact marker (2.2, A9)


def aanda_battle(*behind: aanda.Line, **squadron: Any) -> aanda.Game:
    """Red in the open against two of Blue's markers; behind one of them are these ships."""
    squadrons = {"blue": squadron or {"contact": True}, "blue two": {"contact": True}}
    lines = [aanda.ship("Yoshino", "blue two"), aanda.ship("Open", "blue main"), *behind]
    return aanda.Game([aanda.ship("Chen Yuen")], lines, squadrons=squadrons)


def two_turns(game: aanda.Game, **how: Any) -> aanda.Game:
    """Red looks for Blue's markers, and Blue moves them in this way, for two turns."""
    for _ in range(2):
        game.go("movement")
        game.give("move", squadron="red", speed=10)
        game.give("move", squadron="blue", **{"speed": 9, **how})
        game.give("done", squadron="blue two")
        game.go("spotting")
        game.give("spot", 1, squadron="red", contact="blue", range=35, modifiers=())
        game.next()
        game.next()
    game.journal.append(game.journal.undo(10))
    return game


@PAIRS.pair(aanda.RED, "real", "dummy")
def aanda_a_marker_is_a_dummy(secret: str) -> testing.Game[Any]:
    if secret == "dummy":
        return two_turns(aanda_battle(dummy=True))
    return two_turns(aanda_battle(aanda.ship("Matsushima")))


@PAIRS.pair(aanda.RED, "one slow ship", "three fast ones")
def aanda_a_marker_hides_how_many_ships_and_which(secret: str) -> testing.Game[Any]:
    if secret == "one slow ship":
        return two_turns(aanda_battle(aanda.ship("Fuso", knots=9)))
    fast = (aanda.ship(name, knots=22, hull=50) for name in ("Naniwa", "Takachiho", "Akitsushima"))
    return two_turns(aanda_battle(*fast, contact=True, crew="Superior", flagship="Naniwa"))


@PAIRS.pair(aanda.RED, "whole", "burning")
def aanda_a_ship_behind_a_marker_burns_and_is_mended(secret: str) -> testing.Game[Any]:
    game, burns = aanda_battle(aanda.ship("Matsushima")), secret == "burning"
    game.put("Matsushima", "fire" if burns else "smoke", "1" if burns else "yes")
    game.give("ongoing", *([3] if burns else []))
    game.go("repairs")
    game.give("repair", *([10] if burns else []))
    return game.go("spotting")


@PAIRS.pair(aanda.RED, "slowly", "fast and in smoke")
def aanda_a_marker_moves_as_its_owner_likes(secret: str) -> testing.Game[Any]:
    how = {"speed": 17, "smoke": "yes", "evading": "yes"} if secret == "fast and in smoke" else {}
    return two_turns(aanda_battle(aanda.ship("Matsushima")), **how)


@PAIRS.pair(aanda.RED, "1st Division", "Cruisers")
def aanda_a_marker_is_a_squadron_or_several_ships_by_its_name(secret: str) -> testing.Game[Any]:
    """The words about the marker have the number of the marker's name: one."""
    squadrons = {secret: {"contact": True}, "blue two": {"contact": True}}
    lines = [aanda.ship("Yoshino", "blue two"), aanda.ship("Open", "blue main"), aanda.ship("Matsushima", secret)]
    game = aanda.Game([aanda.ship("Chen Yuen")], lines, squadrons=squadrons)
    for _ in range(2):
        game.go("movement")
        game.give("move", squadron="red", speed=10)
        game.give("move", squadron=secret, speed=9)
        game.give("done", squadron="blue two")
        game.go("spotting")
        game.give("spot", 1, squadron="red", contact=secret, range=35, modifiers=())
        game.next()
        game.next()
    return game


@PAIRS.pair(aanda.RED, "strikes", "sets", "notes")
def aanda_the_referee_rules_on_a_ship_behind_a_marker(secret: str) -> testing.Game[Any]:
    game = aanda_battle(aanda.ship("Matsushima"))
    if secret == "strikes":
        game.strike("Matsushima", "hull", 40)
    elif secret == "sets":
        game.put("Matsushima", "smoke", "yes")
    else:
        game.give("note", words="MATSUSHIMA's captain is ill")
    return two_turns(game)


def test_the_modifiers_of_a_squadron_behind_a_marker_are_not_read() -> None:
    """A squadron that was found and threw for the initiative, all of which is taken back."""
    lines = [aanda.ship("Matsushima", "Van"), aanda.ship("Yoshino", "Rear")]
    game = aanda.Game([aanda.ship("Chen Yuen")], lines, squadrons={"Van": {"contact": True, "crew": "Superior"}})
    game.go("spotting").give("spot", squadron="red", contact="Van", range=5, modifiers=())
    thrown = game.go("initiative", 2).give("initiative", 10, 1, choices=[aanda.RED])
    assert any(word.startswith("Van: ") for word in thrown.inputs["second"])
    game.journal.append(game.journal.undo(0))
    assert not [name for name, text in documents_of(game.journal, aanda.RED, AT_ONCE).items() if "Van" in text]


# ------------------------------------------------------------ pairs compared


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_one_battle_to_the_side_that_may_not_know(name: str) -> None:
    PAIRS.check(name, DOCUMENTS if name == IN_EVERY_REPORT else AT_ONCE)


@pytest.mark.campaign
@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_one_battle_in_every_report(name: str) -> None:
    PAIRS.check(name, DOCUMENTS)
