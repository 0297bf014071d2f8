"""The odds of a planned-fire attack, down to magazine explosions, against a plain computation of their own."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from fleetbook.core.odds import Outcome
from fleetbook.core.orders.order import Order
from fleetbook.rules.fgdn.damage import WorkOutDamage
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.testing.oracle import exact_odds
from tests.rules.fgdn.gunfire import duel, moltke, tiger
from tests.rules.fgdn.scene import Game

NEAR = 1e-12
TURRETS = "ABQX"


class Attack(NamedTuple):
    """An attack in plain figures: the chance in per cent, barrels, damage of a shell, its penetration, and the target."""

    chance: int
    barrels: int
    penetration: int
    deck_faces: int  # of a D10 that strike the deck
    points: int
    belt: int = 21
    deck: int = 5
    turrets: int = 5
    explodes_from: int = 9
    damage: int = 34


Law = dict[tuple[int, int, int, int], Fraction]
"""Probability by hits, points, critical hits and magazine explosions."""


def hits_law(attack: Attack) -> dict[int, Fraction]:
    """F9, face by face."""
    law: dict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, 101):
        hits = min(1 + (attack.chance - face) // 10, attack.barrels) if face <= attack.chance else 0
        law[hits] += Fraction(1, 100)
    return law


def number_law(taken: int, points: int) -> dict[int, Fraction]:
    """F2, face by face; none below a hundredth of the points."""
    law: dict[int, Fraction] = defaultdict(Fraction)
    left = points - taken
    if taken * 100 < points:
        return {0: Fraction(1)}
    tenths = min(10 * taken // left, 10)
    extra = int(5 * (Fraction(taken, left) - 1)) if taken > left else 0
    for face in range(1, 7):
        law[max(face + tenths - 5, 0) + extra] += Fraction(1, 6)
    return law


def criticals_law(number: int, attack: Attack, pierced: bool) -> dict[tuple[int, int], Fraction]:
    """Critical hits that a ship lives to take, and whether a magazine explodes, one after the other by the turrets out."""
    out: dict[int, Fraction] = {0: Fraction(1)}
    law: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for taken in range(1, number + 1):
        following: dict[int, Fraction] = defaultdict(Fraction)
        for turrets, chance in out.items():
            hit = Fraction(3, 20) * Fraction(8, 10) * Fraction(attack.turrets - turrets, attack.turrets) * pierced
            blown = hit * Fraction(11 - attack.explodes_from, 10)
            law[taken, 1] += chance * blown
            following[turrets + 1] += chance * (hit - blown)
            following[turrets] += chance * (1 - hit)
        out = following
    law[number, 0] += sum(out.values())
    return law


def expected(attack: Attack) -> Law:
    """The whole attack."""
    law: Law = defaultdict(Fraction)
    places = ((attack.belt, 10 - attack.deck_faces), (attack.deck, attack.deck_faces))
    for hits, chance in hits_law(attack).items():
        if not hits:
            law[0, 0, 0, 0] += chance
            continue
        for armour, faces in places:
            pierced = attack.penetration > armour
            points = hits * (attack.damage if pierced else attack.damage // 2)
            for number, likely in number_law(points, attack.points).items():
                for (criticals, blown), share in criticals_law(number, attack, pierced).items():
                    law[hits, points, criticals, blown] += chance * Fraction(faces, 10) * likely * share
    return {key: value for key, value in law.items() if value}


def found(game: Game, order: Order[FgdnShip]) -> dict[tuple[int, ...], float]:
    """The joint law of the same figures by the rules' own code."""

    def figures(outcome: Outcome) -> tuple[int, ...]:
        scores = {"hits": 0, "points": 0, "criticals": 0, "magazine explosions": 0}
        for (name, _), value in outcome.tallies.items():
            if name in scores:
                scores[name] += int(value)
        return tuple(scores.values())

    orders = [order, WorkOutDamage(ship="Moltke")]
    return exact_odds(game.battle, *orders).distribution(figures)


def order(game: Game, yards: int, mounts: str, *modifiers: str) -> Order[FgdnShip]:
    inputs: dict[str, Any] = {"firer": "Tiger", "target": "Moltke", "battery": "main", "range": yards}
    return game.draft("fire", **inputs, mounts=tuple(mounts), modifiers=modifiers).order()


def agree(game: Game, given: Order[FgdnShip], attack: Attack) -> None:
    law, wanted = found(game, given), expected(attack)
    assert set(law) == set(wanted)
    assert max(abs(law[key] - float(chance)) for key, chance in wanted.items()) < NEAR
    assert sum(law.values()) == pytest.approx(1, abs=NEAR)


def test_long_range_by_one_turret() -> None:
    """10 % and four steps of 2 %: 18 %."""
    game = duel()
    agree(game, order(game, 15000, "A", "third_salvo", "barrels_7"), Attack(18, 2, 26, 3, 435))


def test_long_range_by_all_turrets_at_a_large_ship() -> None:
    game = duel(blue=moltke(points=900))
    agree(game, order(game, 15000, TURRETS, "broad_a", "barrels_11", "third_salvo"), Attack(26, 8, 26, 3, 900))


def test_extreme_range_pierces_the_deck_only() -> None:
    game = duel()
    agree(game, order(game, 20000, TURRETS, "barrels_7"), Attack(11, 8, 18, 6, 435))


def test_nothing_pierces() -> None:
    game = duel(blue=moltke(belt=60, deck=60))
    agree(game, order(game, 9000, "AB", "speed_25"), Attack(21, 4, 35, 0, 435, belt=60, deck=60))


def test_medium_range_strikes_the_belt_without_a_die() -> None:
    game = duel()
    agree(game, order(game, 9000, "A", "speed_20"), Attack(24, 2, 35, 0, 435))


def test_magazines_of_a_navy_in_its_bad_years() -> None:
    game = duel(blue=moltke(nation="Great Britain"), national_magazines="yes", date="1916-05-31")
    agree(game, order(game, 15000, "A", "third_salvo"), Attack(12, 2, 26, 3, 435, explodes_from=7))


def test_too_little_for_a_critical_hit() -> None:
    game = duel(tiger(), moltke(points=3500))
    agree(game, order(game, 15000, "A"), Attack(10, 2, 26, 3, 3500))


def test_no_chance_no_hits() -> None:
    game = duel()
    agree(game, order(game, 20000, "A", "blind"), Attack(0, 2, 18, 6, 435))


@pytest.mark.parametrize(("chance", "mean"), [(18, 0.26), (100, 2 - 10 / 100), (0, 0)])
def test_the_model_by_hand(chance: int, mean: float) -> None:
    """18 %: eight rolls give two hits, ten give one; 100 %: ninety give two, ten one."""
    law = hits_law(Attack(chance, 2, 26, 3, 435))
    assert float(sum(hits * share for hits, share in law.items())) == pytest.approx(mean)
