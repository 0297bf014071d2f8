"""The odds of an Intermediate Turn against a plain sum over every face: reduction, magazines, capsizing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.testing.oracle import exact_odds
from tests.rules.fgdn.scene import Game, house, ship

OVERWHELMED = {1: "-D6", 2: "-D6", 3: "-D6", 4: "", 5: "", 6: "+D6", 7: "+D6", 8: "+D6", 9: "+2D6", 10: "+2D6"}
NO_CRITICALS = house(tables={"damage_ratio": [[row, 0, 0, 0, 0, 0, 0] for row in ("0", "1", "2", "3", "4")]})

Law = dict[tuple[int, str], Fraction]


def stricken(kind: str) -> Game:
    """A ship with 18 % of one kind, whose third turn is the Intermediate Turn; damage does no critical hits in this house."""
    game = Game(ship("Ship", points=4000), start="1221", rules=[NO_CRITICALS])
    game.burn("Ship", 6, 6, 6, kind=kind)
    return game.go("resolution", 4)


def model(kind: str, shift: int, fate: str) -> Law:
    """Percentages after the reduction roll and the ship's fate, with their chances: 17 % or more are Overwhelmed (9, 14, 16)."""
    law: Law = {}
    for face in range(1, 11):
        result = OVERWHELMED[10 if face == 10 else min(face + shift, 10)]
        dice = {"": 0, "-D6": 1, "+D6": 1, "+2D6": 2}[result]
        for thrown in product(range(1, 7), repeat=dice):
            percent = 18 + sum(thrown) * (-1 if result.startswith("-") else 1)
            share = Fraction(1, 10) / 6**dice
            lost = Fraction(1, 4) if percent >= 17 else Fraction(0)
            law[percent, fate] = law.get((percent, fate), Fraction(0)) + share * lost
            law[percent, ""] = law.get((percent, ""), Fraction(0)) + share * (1 - lost)
    return {end: chance for end, chance in law.items() if chance}


def percent_and_fate(game: Game, changes: Any, kind: str) -> tuple[int, str]:
    """The same of an outcome of the rules."""
    kept = changes.get(Key("Ship", kind), game.battle.fact(Key("Ship", kind)))
    return sum(one[0] for one in kept), FgdnShip.fate.decoded(changes.get(Key("Ship", "fate")), game["Ship"])


@pytest.mark.parametrize(("kind", "shift", "fate"), [
    ("flooding", 0, "sunk T4: capsized"),
    ("fire", 2, "sunk T4: magazine explosion"),  # two are added: she has not slowed down with the wind on the bow
])  # fmt: skip
def test_8_2_the_law_of_an_intermediate_turn(kind: str, shift: int, fate: str) -> None:
    game = stricken(kind)
    odds = exact_odds(game.battle, game.draft("casualties", ship="Ship").order())
    found: dict[tuple[int, str], float] = {}
    for outcome, chance in odds.outcomes:
        end = percent_and_fate(game, outcome.facts, kind)
        found[end] = found.get(end, 0.0) + chance
    wanted = model(kind, shift, fate)
    assert found.keys() == wanted.keys()
    assert all(found[end] == pytest.approx(float(chance), abs=1e-12) for end, chance in wanted.items())


def test_8_2_she_capsizes_in_three_of_sixteen() -> None:
    """A quarter of the three quarters in which she stays Overwhelmed."""
    assert sum(chance for (_, fate), chance in model("flooding", 0, "capsized").items() if fate) == Fraction(3, 16)


@pytest.mark.parametrize("year", [1906, 1915, 1930])
def test_8_2_the_law_of_a_severity(year: int) -> None:
    """2D6+2, D6+2 or D6, halved by a hit that did not penetrate; nothing where nothing is left."""
    game = Game(ship("Ship", year=year))
    made = game.battle.ruleset.part("casualty")(ship="Ship", kind="fire", halvings=("not penetrated",))
    found: dict[int, float] = {}
    for outcome, chance in exact_odds(game.battle, made).outcomes:
        fires = outcome.facts.get(Key("Ship", "fire")) or ()
        percent = sum(one[0] for one in fires)  # type: ignore[union-attr, index, misc]
        found[percent] = found.get(percent, 0.0) + chance
    dice, plus = {1906: (2, 2), 1915: (1, 2), 1930: (1, 0)}[year]
    wanted: dict[int, Fraction] = {}
    for thrown in product(range(1, 7), repeat=dice):
        percent = (sum(thrown) + plus) // 2
        wanted[percent] = wanted.get(percent, Fraction(0)) + Fraction(1, 6**dice)
    assert found == pytest.approx({percent: float(chance) for percent, chance in wanted.items()})
