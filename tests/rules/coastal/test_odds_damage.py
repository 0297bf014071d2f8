"""The odds of the damage step against the plain model of ``model.py``, and the frequencies of played volleys against the odds."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Scored
from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import Outcome, TallyKey
from fleetbook.core.play.driver import Supply, resolve
from fleetbook.rules.coastal.ship import HeldTorpedo
from fleetbook.testing.oracle import exact_odds
from tests.rules.coastal.fleet import ENTRY, Game, attack, duel, gun, reading, torpedoed
from tests.rules.coastal.model import Hulk, battered

SYSTEMS = ("a", "bridge", "b", "engines", "c")
LISTED = [gun("a"), ENTRY["bridge"], gun("b"), ENTRY["engines"], gun("c")]


def struck_by(calibres: tuple[float, ...], **target: Any) -> Game:
    """The target has been hit once by a gun of each of these calibres, in their order."""
    mounts = [gun(f"gun {n}", "single gun" if calibre else "single 20 mm", calibre=calibre) for n, calibre in enumerate(calibres)]
    parts = (reading(one_total_a_target=False),)
    game = duel(*mounts, rules=parts, shooter={"size": "larger"}, **{"systems": LISTED, **target})
    for n in range(len(calibres)):
        game.give("fire", 6, firer="Shooter", target="Target", range=10, mounts=f"gun {n}", modifiers=["straddled"])
    return game.go("damage-1")


def told(game: Game, outcome: Outcome) -> tuple[Any, ...]:
    """What the model tells too: boxes, systems, sunk, disabled, turns left (counted only while afloat)."""

    def fact(name: str, other: str = "") -> Any:
        key = Key("Target", name, other)
        return outcome.facts.get(key, game.battle.fact(key))

    sunk = bool(fact("fate"))
    states = {name: fact("system", name) for name in SYSTEMS}
    of = {state: frozenset(name for name in SYSTEMS if states[name] == state) for state in ("damaged", "destroyed")}
    timer = (fact("sinks on") or game.battle.turn) - game.battle.turn
    return fact("hull"), fact("bridge"), fact("engines"), of["damaged"], of["destroyed"], sunk, bool(fact("disabled")), timer


def modelled(end: Hulk) -> tuple[Any, ...]:
    timer = 0 if end.sunk else end.sinks
    return (
        end.hull, end.left("bridge"), end.left("engines"), end.damaged, end.destroyed, end.sunk, end.disabled, timer,
    )  # fmt: skip


def compare(game: Game, start: Hulk, hits: tuple[Any, ...]) -> None:
    order = game.draft("damage", ship="Target").order()
    odds = exact_odds(game.battle, order)
    found: dict[Any, float] = {}
    for outcome, chance in odds.outcomes:
        found[told(game, outcome)] = found.get(told(game, outcome), 0.0) + chance
    wanted: dict[Any, float] = {}
    for end, share in battered(start, hits).items():
        wanted[modelled(end)] = wanted.get(modelled(end), 0.0) + float(share)
    assert set(found) == set(wanted)
    assert found == pytest.approx(wanted, abs=1e-12)


SHELLS = [
    ((0.0,), "corvette", 20),
    ((0.0, 0.0, 0.0), "corvette", 20),
    ((0.0, 0.0, 0.0, 0.0), "corvette", 3),
    ((0.0, 0.0, 0.0, 0.0, 0.0), "boat", 2),
    ((4.0,), "corvette", 20),
    ((4.0, 0.0, 4.0), "boat", 20),
    ((0.0, 3.0, 0.0), "small", 7),
    ((4.7, 1.6, 9.2), "trawler", 40),
    ((6.0, 6.0), "boat", 12),
    ((0.0, 0.0, 3.0, 0.0), "trawler", 8),
]


@pytest.mark.parametrize(("calibres", "size", "hull"), SHELLS)
def test_the_odds_of_worked_out_hits_equal_the_model_s(calibres: tuple[float, ...], size: str, hull: int) -> None:
    boxes = (("bridge", 1 if size in ("boat", "small") else 2), ("engines", 3))
    start = Hulk(SYSTEMS, hull, size in ("boat", "small"), boxes=boxes)
    compare(struck_by(calibres, size=size, hull=hull), start, calibres)


TORPEDOES = [  # size, faces that the torpedoes met it with, results, hull, cargo
    ("larger", (3,), ("explodes near",), 8, ""),
    ("larger", (4,), ("serious damage",), 30, ""),
    ("larger", (4,), ("serious damage",), 14, ""),
    ("larger", (4,), ("serious damage",), 14, "oil"),
    ("larger", (5,), ("disabled",), 30, "ammunition"),
    ("larger", (6,), ("disabled, sinks in D6 turns",), 30, ""),
    ("larger", (7,), ("breaks in two",), 30, ""),
    ("corvette", (7,), ("disabled, sinks in D4 turns",), 30, ""),
    ("larger", (3, 6), ("explodes near", "disabled, sinks in D6 turns"), 9, ""),
    ("larger", (6, 7), ("disabled, sinks in D6 turns", "breaks in two"), 20, ""),
    ("larger", (3, 3), ("explodes near", "explodes near"), 6, "oil"),
]


@pytest.mark.parametrize(("size", "faces", "results", "hull", "cargo"), TORPEDOES)
def test_the_odds_of_worked_out_torpedoes_equal_the_model_s(
    size: str, faces: tuple[int, ...], results: tuple[str, ...], hull: int, cargo: str
) -> None:
    game = attack(number=len(faces), size=size, hull=hull, cargo=cargo, systems=LISTED)
    for n, face in enumerate(faces, 1):
        torpedoed(game, min(face, 6), torpedo=f"torpedo {n}", modifiers=["stationary"] if face == 7 else [])
    assert [hit.result for hit in game["Target"].held if isinstance(hit, HeldTorpedo)] == list(results)
    boxes = (("bridge", 3 if size == "larger" else 2), ("engines", 3))
    compare(game.go("damage-2"), Hulk(SYSTEMS, hull, cargo=bool(cargo), boxes=boxes), results)


# ------------------------------------------------------------ played volleys

PLAYED = 2_000
CHI_SQUARE = {3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88, 10: 29.59}
"""Bounds that a fair stream passes once in a thousand times (p = 0.001), by degrees of freedom. The stream is seeded: the
outcome is the same each time.
"""


def chi_square(counts: dict[Any, int], law: dict[Any, float]) -> tuple[float, int]:
    assert set(counts) <= set(law)
    found = sum((counts.get(end, 0) - PLAYED * chance) ** 2 / (PLAYED * chance) for end, chance in law.items())
    return found, len(law) - 1


def test_the_frequencies_of_2000_played_volleys_agree_with_the_odds() -> None:
    game = duel(gun("12 pdr", "6-12 pdr", calibre=3.0), gun("20 mm", "twin 20 mm"))
    draft = game.draft("fire", firer="Shooter", target="Target", range=10, small_target="yes")
    order = draft.order()
    stream = game.journal.stream
    counts: dict[Any, int] = {}
    for number in range(1, PLAYED + 1):
        end = resolve(order, game.battle, Supply(stream, number)).battle.ship("Target").held
        counts[end] = counts.get(end, 0) + 1
    law = exact_odds(game.battle, order)
    spread = law.fact(Key("Target", "held"), ())
    found, freedom = chi_square(counts, spread)
    assert found < CHI_SQUARE[freedom]


def test_the_frequencies_of_typed_results_of_two_volleys_agree_with_the_odds() -> None:
    """Both batteries' results together, each die from the stream by the number of its order."""
    game = duel(gun("20 mm", "twin 20 mm"), gun("4 inch", "single gun", calibre=4.0))
    order = game.draft("fire", firer="Shooter", target="Target", range=10).order()
    counts: dict[Any, int] = {}
    for number in range(1, PLAYED + 1):
        outcome = resolve(order, game.battle, Supply(game.journal.stream, number))
        end = tuple(event.value for event in outcome.events if isinstance(event, Scored) and event.name in ("cannon", "guns"))
        counts[end] = counts.get(end, 0) + 1
    law = exact_odds(game.battle, order)
    spread = law.distribution(lambda end: (end.tallies[TallyKey("cannon", "")], end.tallies[TallyKey("guns", "")]))
    found, freedom = chi_square(counts, spread)
    assert found < CHI_SQUARE[freedom]
