"""Exact odds of a ship's fire by areas under the variant, against a plain computation of their own."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import Outcome
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.testing.oracle import exact_odds
from tests.rules.gwas_variant import model
from tests.rules.gwas_variant.fleet import ALLIED, Game, ship
from tests.rules.gwas_variant.model import TRACKS, Card, Fire, Hulk

NEAR = 1e-12
HEAVY = {"primary": "heavy", "secondary": "light", "hull": "heavy"}
LIGHT = {"hull": "light"}
GOEBEN: dict[str, Any] = {"type": "BC", "nation": "Germany", "primary": 6, "secondary": 3, "tertiary": 1, "speed": "2"}
BATTLESHIP: dict[str, Any] = {
    "type": "B", "primary": 2, "secondary": 2, "tertiary": 1, "torpedo": 1, "hull": 6, "speed": "1S", "boxed_hull": False,
}  # fmt: skip
CRUISER: dict[str, Any] = {
    "type": "CL", "primary": 0, "secondary": 2, "tertiary": 1, "torpedo": 1, "hull": 3, "speed": "2+", "boxed_hull": False,
}  # fmt: skip
BOAT: dict[str, Any] = {
    "type": "DD", "primary": 0, "secondary": 0, "tertiary": 1, "torpedo": 1, "hull": 2, "speed": "2+", "boxed_hull": True,
}  # fmt: skip
SMALLER: dict[str, Any] = {**GOEBEN, "primary": 3, "secondary": 2}
Figures = tuple[int | bool, ...]


def card(target: dict[str, Any], armour: dict[str, str]) -> Card:
    """The target for the plain computation."""
    whole = Hulk(**{track: target.get(track, 0) for track in TRACKS})
    return Card(whole, target["speed"], armour, boxed=target["boxed_hull"])


def battle(
    target: dict[str, Any], armour: dict[str, str], firer: dict[str, Any] | None = None, event: tuple[int, ...] = (3, 3)
) -> Game:
    """The firer against the target in the first gunfire step."""
    game = Game([ship("Firer", **(firer or SMALLER))], [ship("Target", **{**target, "armour": armour})]).go("event-1")
    game.give("event", *event)
    return game.go("gunfire-1")


def found(game: Game, *orders: Order[GwasShip]) -> dict[Figures, float]:
    """The joint law of hits, boxes lost on each track, speed and fire control by the odds."""
    return exact_odds(game.battle, *orders).distribution(lambda outcome: figures(game, outcome))


def figures(game: Game, outcome: Outcome) -> Figures:
    target = game["Target"]

    def now(name: str, before: Any) -> Any:
        return outcome.facts.get(Key("Target", name), before)

    hits = sum(int(value) for (name, _), value in outcome.tallies.items() if name == "hits")
    left = [now(track, target.left(track)) or 0 for track in TRACKS]
    return hits, *left, now("speed lost", None) or 0, bool(now("fire control hit", None))


def wanted(hulk: Card, fires: list[Fire]) -> dict[Figures, float]:
    """The same by the plain computation."""
    law: dict[Figures, float] = {}
    for end, chance in model.volley(hulk, fires).items():
        key = end.hits, *(getattr(end, track) for track in TRACKS), end.lost, end.fire_control
        law[key] = law.get(key, 0.0) + float(chance)
    return law


def agree(one: dict[Figures, float], other: dict[Figures, float]) -> None:
    """The same outcomes, each with the same probability, and all of them one."""
    assert {key for key, chance in one.items() if chance > NEAR} <= set(other)
    assert max(abs(one.get(key, 0.0) - chance) for key, chance in other.items()) < NEAR
    assert sum(one.values()) == pytest.approx(1, abs=NEAR)


def firing(game: Game, areas: int, *weapons: str) -> Order[GwasShip]:
    return game.draft("fire", firer="Firer", target="Target", range=areas, weapons=list(weapons)).order()


CASES = [(BATTLESHIP, HEAVY), (BATTLESHIP, LIGHT), (CRUISER, LIGHT), (CRUISER, {}), (BOAT, {})]
WEAPONS = {"primary": (3, 3), "secondary": (2, 2), "tertiary": (1, 1)}


REACHES = [(weapon, areas) for weapon, (_, reach) in WEAPONS.items() for areas in range(reach + 1)]


@pytest.mark.parametrize(("target", "armour"), CASES)
@pytest.mark.parametrize(
    ("weapon", "areas", "difficulties"), [*((*one, False) for one in REACHES), *((weapon, 1, True) for weapon in WEAPONS)]
)
def test_fire_of_each_kind_of_guns_by_areas(
    target: dict[str, Any], armour: dict[str, str], weapon: str, areas: int, difficulties: bool
) -> None:
    game = battle(target, armour, event=(1, 3) if difficulties else (3, 3))
    added = (areas <= 1) - (weapon == "primary" and target is BOAT)
    fires = [Fire(weapon, WEAPONS[weapon][0], areas, added, difficulties)]
    agree(found(game, firing(game, areas, weapon)), wanted(card(target, armour), fires))


@pytest.mark.campaign
def test_goeben_s_six_primary_dice_at_a_battleship() -> None:
    game = battle(BATTLESHIP, HEAVY, GOEBEN)
    agree(found(game, firing(game, 3, "primary")), wanted(card(BATTLESHIP, HEAVY), [Fire("primary", 6, 3)]))


@pytest.mark.parametrize("areas", [0, 1, 2])
def test_all_guns_at_one_target(areas: int) -> None:
    game = battle(CRUISER, LIGHT)
    weapons = [weapon for weapon, (_, reach) in WEAPONS.items() if areas <= reach]
    fires = [Fire(weapon, WEAPONS[weapon][0], areas, int(areas <= 1)) for weapon in weapons]
    agree(found(game, firing(game, areas, *weapons)), wanted(card(CRUISER, LIGHT), fires))


def test_italic_names_and_difficulties_together() -> None:
    game = battle(BATTLESHIP, HEAVY, {**SMALLER, "italic": True}, event=(1, 3))
    fires = [Fire("primary", 3, 1, 2, True)]
    agree(found(game, firing(game, 1, "primary")), wanted(card(BATTLESHIP, HEAVY), fires))


@pytest.mark.parametrize(("strengths", "dice"), [((2, 2, 2), 4), ((1, 9), 5)])
def test_combined_fire(strengths: tuple[int, ...], dice: int) -> None:
    firers = [ship(f"F{n}", primary=boxes) for n, boxes in enumerate(strengths)]
    game = Game(firers, [ship("Target", **{**CRUISER, "armour": LIGHT})]).go("gunfire-1")
    order = game.draft("combined-fire", target="Target", range=3).order()
    agree(found(game, order), wanted(card(CRUISER, LIGHT), [Fire("primary", dice, 3)]))


def test_a_torpedo_attack_is_fired_at_with_one_more() -> None:
    game = Game([ship("Firer", **GOEBEN)], [ship("Target", **BOAT)]).go("event-1")
    game.give("event", 5, 6, 4, choices=("Allied DD",))
    game.go("gunfire-1")
    agree(found(game, firing(game, 2, "secondary")), wanted(card(BOAT, {}), [Fire("secondary", 3, 2, 1)]))


def test_the_odds_of_a_ship_with_its_shields_up_are_none() -> None:
    game = Game([ship("Firer", **GOEBEN)], [ship("Target", **{**CRUISER, "armour": LIGHT})]).go("event-1")
    game.give("event", 1, 1, 4)
    game.go("gunfire-1").give("shields-up", ship="Target")
    ends = found(game, firing(game, 3, "primary"))
    assert {key[1:] for key in ends} == {(0, 2, 1, 1, 3, 0, False)}
    assert game.fact("", "shields up", ALLIED) is None


def test_an_event_of_the_turn_and_of_an_impulse_by_their_dice() -> None:
    game = Game([ship("Firer")], [ship("Target")]).go("event-1")
    order = game.draft("event").order()
    law = exact_odds(game.battle, order, choices=("no group",))

    def shields(outcome: Outcome) -> bool:
        return any(key.name == "shields up" for key in outcome.facts)

    assert law.chance(shields) == pytest.approx(1 / 36, abs=NEAR)
    fog = law.chance(lambda outcome: any(key.name == "visibility shift" for key in outcome.facts))
    assert fog == pytest.approx(4 / 36, abs=NEAR)
