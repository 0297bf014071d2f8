"""The odds of a ship's fire by hexes, against a plain computation: hits, boxes, speed and sinking."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import Outcome
from fleetbook.core.orders.order import Order
from fleetbook.testing.oracle import exact_odds
from tests.rules.gwas.fleet import Game, armoured, duel, ship
from tests.rules.gwas.model import KINDS, Hulk, Law, salvo

NEAR = 1e-12
GOEBEN: dict[str, Any] = {"type": "BC", "nation": "Germany", "primary": 6, "secondary": 3, "tertiary": 1, "torpedo": 2}
EVSTAFI: dict[str, Any] = {
    "primary": 2, "secondary": 4, "tertiary": 2, "torpedo": 2, "hull": 6, "speed": "1S",
    "armour": {"primary": "heavy", "secondary": "heavy", "tertiary": "none", "hull": "heavy"},
}  # fmt: skip
HULK = Hulk((2, 4, 2, 2, 6), (2, 4, 2, 2, 6), ("heavy", "heavy", "none", "heavy"), rungs=1)

Figures = tuple[int, ...]


def joint(game: Game, order: Order[Any], start: Hulk) -> dict[Figures, float]:
    """The joint law: hits, boxes left of each kind, rungs lost, sunk."""

    def figures(outcome: Outcome) -> Figures:
        left = [outcome.facts.get(Key("Target", kind), whole) for kind, whole in zip(KINDS, start.boxes, strict=True)]
        hits = sum(int(value) for (name, _), value in outcome.tallies.items() if name == "hits")
        slowed = outcome.facts.get(Key("Target", "speed lost"), 0)
        sunk = bool(outcome.facts.get(Key("Target", "fate")))
        return (*(int(str(number)) for number in (hits, *left, slowed)), int(sunk))

    return exact_odds(game.battle, order).distribution(figures)


def expected(law: Law) -> dict[Figures, float]:
    """The same figures by the plain computation."""
    found: dict[Figures, float] = {}
    for end, chance in law.items():
        key = (end.hits, *end.boxes, end.slowed, int(end.sunk))
        found[key] = found.get(key, 0.0) + chance
    return found


def agree(found: dict[Figures, float], wanted: dict[Figures, float]) -> None:
    """The same outcomes, each with the same probability, and all of them one."""
    assert {key for key, chance in found.items() if chance > NEAR} <= set(wanted)
    assert max(abs(found.get(key, 0.0) - chance) for key, chance in wanted.items()) < NEAR
    assert sum(found.values()) == pytest.approx(1, abs=1e-9)


def fire(game: Game, hexes: int, guns: str) -> Order[Any]:
    return game.draft("fire", firer="Shooter", target="Target", range=hexes, weapons=guns).order()


BATTERIES = {
    3: (("primary", 6),),
    2: (("primary", 6), ("secondary", 3)),
    1: (("primary", 6), ("secondary", 3), ("tertiary", 1)),
    0: (("primary", 6), ("secondary", 3), ("tertiary", 1)),
}


@pytest.mark.parametrize(("hexes", "italic"), [(3, False), (1, True)])
def test_all_guns_of_goeben_at_evstafi_by_hexes(hexes: int, italic: bool) -> None:
    """6 hits; names in italics and a target no more than a hex away add 1 each."""
    game = duel(shooter={**GOEBEN, "italic": italic}, **EVSTAFI)
    faces = 1 + italic + (hexes <= 1)
    law: Law = {HULK: 1.0}
    for guns, dice in BATTERIES[hexes]:
        law = salvo(law, dice, faces, guns, hexes)
    found = joint(game, fire(game, hexes, "; ".join(guns for guns, _ in BATTERIES[hexes])), HULK)
    agree(found, expected(law))


def test_by_hand_the_chances_of_hits_at_3_hexes() -> None:
    """Six dice that hit with 6, at a ship that six hits do not sink but rarely."""
    game = duel(shooter={"primary": 2}, **{**EVSTAFI, "hull": 40})
    hits = exact_odds(game.battle, fire(game, 2, "primary")).tally("hits")
    assert [hits[n] for n in range(3)] == pytest.approx([25 / 36, 10 / 36, 1 / 36], abs=NEAR)


def test_a_ship_that_sinks_is_counted_once() -> None:
    game = duel(shooter={"primary": 1}, **{**EVSTAFI, "hull": 1})
    law = exact_odds(game.battle, fire(game, 2, "primary"))
    sinks = law.chance(lambda end: bool(end.facts.get(Key("Target", "fate"))))
    assert 0 < sinks < 1 / 6
    assert law.tally("sunk") == pytest.approx({0: 1 - sinks, 1: sinks}, abs=NEAR)


CASES: dict[str, tuple[dict[str, Any], str, int]] = {
    "a light hull under heavy guns": ({"armour": {"primary": "heavy", "secondary": "light", "hull": "light"}}, "primary", 3),
    "a boxed hull": ({"armour": armoured("light"), "boxed_hull": True}, "primary", 3),
    "no armour, secondary guns": ({"armour": {}}, "secondary", 2),
    "heavy armour, secondary guns": ({"armour": armoured()}, "secondary", 2),
    "no armour, tertiary guns": ({"armour": {}}, "tertiary", 1),
    "no primary guns": ({"primary": 0, "armour": {}}, "primary", 2),
    "no guns at all": ({"primary": 0, "secondary": 0, "tertiary": 0, "armour": {}}, "primary", 2),
    "tertiary guns only": ({"primary": 0, "secondary": 0, "armour": {}}, "primary", 2),
    "an oiler": ({"type": "OIL", "armour": {}}, "primary", 2),
    "a minelayer with mines": ({"type": "ML", "mines": 2, "armour": {}}, "secondary", 2),
    "dead in the water": ({"speed": "0"}, "primary", 2),
}


@pytest.mark.parametrize("case", CASES)
def test_three_dice_at_other_ships(case: str) -> None:
    more, guns, hexes = CASES[case]
    card: dict[str, Any] = {**EVSTAFI, **more}
    game = duel(shooter={"primary": 3, "secondary": 3, "tertiary": 3}, **card)
    boxes = tuple(card.get(kind, 0) for kind in KINDS)
    grades = tuple(card["armour"].get(area, "none") for area in ("primary", "secondary", "tertiary", "hull"))
    rungs = ("0", "1S", "1", "2", "2+").index(card["speed"])
    explosive = card.get("type") in ("OIL", "ML")
    start = Hulk(boxes, boxes, grades, rungs, boxed=card.get("boxed_hull", False), explosive=explosive)
    faces = 1 + (card["speed"] == "0") + (hexes <= 1)
    agree(joint(game, fire(game, hexes, guns), start), expected(salvo({start: 1.0}, 3, faces, guns, hexes)))


@pytest.mark.parametrize("year", ["1916", "1917"])
def test_a_british_battlecruiser(year: str) -> None:
    game = duel(shooter={"primary": 4}, year=year, **{**EVSTAFI, "type": "BC", "nation": "Britain"})
    start = HULK._replace(british_bc=year == "1916")
    agree(joint(game, fire(game, 3, "primary"), start), expected(salvo({start: 1.0}, 4, 1, "primary", 3)))


def test_torpedoes() -> None:
    """Two boxes of a destroyer at a battleship in the same hex: 4 hits."""
    game = duel(shooter={"type": "DD", "torpedo": 2}, phase="torpedo-1", **EVSTAFI)
    order = game.draft("torpedo", firer="Shooter", target="Target", range=0).order()
    agree(joint(game, order, HULK), expected(salvo({HULK: 1.0}, 2, 3, "torpedo", 0)))


def test_minefield_two_ships_strike_a_mine_each_at_11_and_12() -> None:
    """A score of 11 or 12 on two dice: 3 of 36."""
    game = Game([ship("Red", nation="Turkey", hull=40), ship("Second", nation="Turkey", hull=40)], [ship("Blue")]).go("movement")
    law = exact_odds(game.battle, game.draft("mines", ships="Red; Second", number=1).order())
    assert law.tally("mines struck") == pytest.approx({0: 121 / 144, 1: 22 / 144, 2: 1 / 144}, abs=NEAR)
