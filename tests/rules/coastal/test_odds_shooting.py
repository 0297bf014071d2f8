"""The odds of a volley against icepool: an independent computation from the sheet's charts, written out here."""

from __future__ import annotations

from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import Outcome, TallyKey
from fleetbook.testing.oracle import exact_odds
from tests.rules.coastal.fleet import attack, duel, gun
from tests.rules.coastal.model import points as damage

CANNON = {  # points up to 15, 40 and 60 cm
    "twin MG": (2, 1, 0),
    "single 20 mm": (2, 1, 1),
    "twin 20 mm": (4, 2, 1),
    "single 30-40 mm": (4, 2, 2),
    "twin 30-40 mm": (6, 3, 2),
    "6-12 pdr": (7, 3, 3),
}
GUNS = {"3-inch or 2-3 pdr": (2, 1, 1), "single gun": (2, 2, 1), "directed gun": (1.5, 1, 0.5)}  # up to 30, 60 and 120 cm
CHART = [  # up to this factor: D6 1 to 7
    (2, "-----S1"),
    (4, "----S11"),
    (6, "---SS11"),
    (8, "--SS112"),
    (10, "--S1123"),
    (13, "-SS1234"),
    (999, "-S12345"),
]
VALUES = {"straddled": 2, "stationary": 1, "fast": -1, "small_target": -1, "unsteady": -2, "heavy_guns": -2}
WORDS = {"-": "nothing", "S": "straddle", "1": "1 hit"}

Mount = tuple[str, float, int]
"""A weapon's line, its calibre in inches, and how many guns it counts for."""

mounts = st.one_of(
    st.tuples(st.sampled_from(list(CANNON)), st.just(0.0), st.integers(1, 3)),
    st.tuples(st.just("6-12 pdr"), st.just(3.0), st.just(1)),
    st.tuples(st.sampled_from(list(GUNS)), st.sampled_from((1.6, 3.5, 4.0, 4.1, 4.7, 6.0)), st.integers(1, 4)),
)


def worth(mount: Mount, cm: int) -> float:
    """A mount's points at a range."""
    weapon, _, guns = mount
    columns, ends = (CANNON[weapon], (15, 40, 60)) if weapon in CANNON else (GUNS[weapon], (30, 60, 120))
    return next((value for value, end in zip(columns, ends, strict=True) if cm <= end), 0) * guns


def volley(fired: dict[str, tuple[Mount, float]], shift: int) -> icepool.Die[tuple[str, ...]]:
    """The chart's result and, for each hit, whose it is."""
    total = sum(share for _, share in fired.values())
    line = next(line for most, line in CHART if int(total) <= most)
    result = icepool.d6.map(lambda face: line[min(max(face + shift, 1), 7) - 1], star=False)
    weights = {name: int(2 * share) for name, (_, share) in fired.items()}
    alike = len({damage(mount[1]) for mount, _ in fired.values()}) == 1
    whose = icepool.Die([next(iter(fired))]) if alike else icepool.Die(weights)

    def hits(cell: str) -> icepool.Die[tuple[str, ...]]:
        number = int(cell) if cell.isdigit() else 0
        word = WORDS.get(cell, f"{cell} hits")
        return icepool.tupleize(word, *[whose] * number)

    return result.map(hits, star=False)


def expected(listed: list[Mount], cm: int, chosen: list[str]) -> dict[Any, float]:
    """The joint law of both volleys: their results, and the mounts that hit, cannon first."""
    named = {f"mount {n}": (mount, worth(mount, cm)) for n, mount in enumerate(listed)}
    bearing = {name: pair for name, pair in named.items() if pair[1]}
    largest = max(mount[1] for mount, _ in bearing.values())
    dice = []
    for chart in (CANNON, GUNS):
        fired = {name: pair for name, pair in bearing.items() if pair[0][0] in chart}
        if fired:
            heavy = max(mount[1] for mount, _ in fired.values()) == largest
            dice.append(volley(fired, sum(VALUES[name] for name in chosen if name != "heavy_guns" or heavy)))
        else:
            dice.append(icepool.Die([("none",)]))
    joint = icepool.tupleize(*dice)
    return {(c[0], g[0], (*c[1:], *g[1:])): float(joint.probability((c, g))) for c, g in joint.outcomes()}


def told(outcome: Outcome) -> tuple[str, str, tuple[str, ...]]:
    """The same of an outcome of the odds; every one of its tallies and facts must agree with the others."""
    held: Any = outcome.facts.get(Key("Target", "held"), ())
    cannon, guns = (str(outcome.tallies.get(TallyKey(name, ""), "none")) for name in ("cannon", "guns"))
    assert all(firer == "Shooter" for firer, _ in held)
    assert outcome.tallies.get(TallyKey("hits", "Shooter"), 0) == len(held)
    assert (Key("Shooter", "straddled", "Target") in outcome.facts) == (not {cannon, guns} <= {"nothing", "none"})
    return cannon, guns, tuple(mount for _, mount in held)


@settings(max_examples=80, derandomize=True, database=None)
@given(
    listed=st.lists(mounts, min_size=1, max_size=4),
    cm=st.one_of(st.integers(1, 15), st.integers(1, 120)),
    chosen=st.lists(st.sampled_from([*VALUES]), unique=True, max_size=4),
)
def test_the_odds_of_a_volley_equal_icepool_s(listed: list[Mount], cm: int, chosen: list[str]) -> None:
    assume(any(worth(mount, cm) for mount in listed))
    systems = [gun(f"mount {n}", weapon, guns=guns, calibre=calibre) for n, (weapon, calibre, guns) in enumerate(listed)]
    order = duel(*systems).draft("fire", firer="Shooter", target="Target", range=cm, modifiers=chosen)
    odds = exact_odds(order.battle, order.order())
    assert odds.exact
    found = odds.distribution(told)
    wanted = expected(listed, cm, chosen)
    assert set(found) == set(wanted)
    assert found == pytest.approx(wanted, abs=1e-12)
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)


def test_the_odds_of_one_volley_by_hand() -> None:
    """Factor 6 against a small target: D6 less 1, so 1 to 4 nothing, 5 and 6 a straddle."""
    order = duel(gun("a", "twin 20 mm"), gun("b")).draft("fire", firer="Shooter", target="Target", range=10, small_target="yes")
    law = exact_odds(order.battle, order.order())
    assert law.tally("cannon") == pytest.approx({"nothing": 4 / 6, "straddle": 2 / 6})
    assert law.tally("hits") == pytest.approx({0: 1})


# ------------------------------------------------------------ torpedoes

TABLE = {  # D6 1 to 7: corvette or smaller, larger
    "corvette": ("miss", "miss", "under", "near", "serious", "disabled", "disabled, sinks in D4 turns"),
    "larger": ("miss", "miss", "near", "serious", "disabled", "disabled, sinks in D6 turns", "breaks in two"),
}
TORPEDO_VALUES = {"fast_target": -1, "end_on": -1, "stationary": 1, "submarine": 1, "merchant": 1}
NAMES = {"miss": "miss or malfunction", "under": "under, runs on", "near": "explodes near", "serious": "serious damage"}


@settings(max_examples=40, derandomize=True, database=None)
@given(size=st.sampled_from([*TABLE]), chosen=st.lists(st.sampled_from([*TORPEDO_VALUES]), unique=True))
def test_the_odds_of_a_torpedo_equal_icepool_s(size: str, chosen: list[str]) -> None:
    shift = sum(TORPEDO_VALUES[name] for name in chosen)
    die = icepool.d6.map(lambda face: TABLE[size][min(max(face + shift, 1), 7) - 1], star=False)
    wanted = {NAMES.get(result, result): float(die.probability(result)) for result in die.outcomes()}
    game = attack(size=size)
    draft = game.draft("torpedo", target="Target", modifiers=chosen)
    law = exact_odds(game.battle, draft.order())
    assert law.tally("torpedo") == pytest.approx(wanted, abs=1e-12)
    harmless = wanted.get(NAMES["miss"], 0) + wanted.get(NAMES["under"], 0)
    assert law.chance(lambda end: Key("Target", "held") not in end.facts) == pytest.approx(harmless, abs=1e-12)
    hits = 1 - harmless - wanted.get(NAMES["near"], 0)
    assert law.chance(lambda end: end.tallies.get(TallyKey("hits", "Boat")) == 1) == pytest.approx(hits, abs=1e-12)
    assert law.chance(lambda end: Key("torpedo 1", "run") not in end.facts) == pytest.approx(wanted.get(NAMES["under"], 0))
