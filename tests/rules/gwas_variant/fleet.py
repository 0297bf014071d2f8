"""Small battles for the tests of the variant, each in a line of Python, with typed dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fleetbook import testing
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.gwas.ground.hooks import hooks
from fleetbook.rules.gwas.ground.ship import GwasShip
from fleetbook.rules.gwas_variant import RULESET
from fleetbook.rules.gwas_variant.strategic_events import strategic_event_rolled
from fleetbook.rules.gwas_variant.tactical_events import event_rolled

CENTRAL, ALLIED = "Central", "Allied"
CENTRAL_FIRST, ALLIED_FIRST = 1, 6
"""Initiative dice."""
NO_EVENT = (3, 3)
NEUTRAL_DAY = {"weather": "Clear", "light": "day"}

Line = tuple[str, str, dict[str, Any]]


def ship(name: str, fleet: str = "", **card: Any) -> Line:
    """A battleship, unless the card says otherwise: speed 1, guns 4-2-2, a boxed hull of 10, no armour."""
    plain = {"name": f"class of {name}", "type": "BB", "nation": "Italy", "source": "a test", "primary": 4, "secondary": 2}
    return name, fleet, {**plain, "tertiary": 2, "hull": 10, "speed": "1", "boxed_hull": True, **card}


def destroyer(name: str, fleet: str = "", **card: Any) -> Line:
    """A destroyer of speed 2+ with a tertiary and two torpedo boxes."""
    return ship(
        name, fleet, **{"type": "DD", "primary": 0, "secondary": 0, "tertiary": 1, "torpedo": 2, "hull": 3, "speed": "2+", **card}
    )


def house(**readings: Any) -> HouseRules:
    """House rules: readings by their names."""
    return testing.house_rules("gwas-variant", readings)


def unless(holds: bool, **readings: Any) -> tuple[HouseRules, ...]:
    """House rules for the other way of a reading; none for the printed way."""
    return () if holds else (house(**readings),)


def drawn_up(
    central: Sequence[Line],
    allied: Sequence[Line],
    *rules: HouseRules,
    fleets: Mapping[str, Mapping[str, Any]] | None = None,
    begins: str = "tactical combat",
    **conditions: str,
) -> Setup:
    """A setup. Ships without a fleet are of one named like their side in small letters."""
    lines = [(CENTRAL, *line) for line in central] + [(ALLIED, *line) for line in allied]
    ships = tuple(ShipEntry(name, side, card, fleet or side.lower()) for side, name, fleet, card in lines)
    sides = {entry.squadron: entry.side for entry in ships}
    listed = tuple(Squadron(name, side, dict((fleets or {}).get(name, {}))) for name, side in sides.items())
    given: dict[str, str | int | float | bool] = {**NEUTRAL_DAY, "month": "August", "year": "1914", **conditions}
    options: dict[str, str | int | float | bool] = {"begins": begins}
    return Setup("gwas-variant", "1", "a test", (CENTRAL, ALLIED), ships, listed, conditions=given, options=options, house=rules)


class Game(testing.Game[GwasShip]):
    """A battle of the Central Powers against the Allies. No event happens unless a test types other dice."""

    def __init__(self, central: Sequence[Line], allied: Sequence[Line], *rules: HouseRules, **settings: Any) -> None:
        super().__init__(RULESET, drawn_up(central, allied, *rules, **settings), "a test of the variant")

    def usual_dice(self, phase: str) -> Sequence[int]:
        if phase == "initiative":
            settled = self.battle.word("initiative side") or hooks(self.battle).automatic_initiative(self.battle)
            return () if settled else (CENTRAL_FIRST,)
        if phase.startswith("event-"):
            return () if event_rolled(self.battle) else NO_EVENT
        if phase == "strategic-event":
            return () if strategic_event_rolled(self.battle) else NO_EVENT
        if phase == "initiative-move-1":
            return self._closing()
        return (4,) if phase == "weather" else ()

    def _closing(self) -> Sequence[int]:
        """Slow ships of the side with initiative that close to maximum range (18)."""
        side, first = self.battle.word("initiative side"), self.fact("", "round") == 1
        slow = [each for each in self.battle.ships(side) if each.in_combat and each.speed == "1S"]
        return (6,) * len(slow) if first and self.battle.word("light") == "day" else ()


def duel(*rules: HouseRules, firer: Mapping[str, Any] | None = None, **target: Any) -> Game:
    """Central's ``Firer`` with the initiative and the Allied ``Target`` in the first gunfire step by day, no event rolled."""
    settings = {name: target.pop(name) for name in ("weather", "light", "fleets", "year") if name in target}
    return Game([ship("Firer", **(firer or {}))], [ship("Target", **target)], *rules, **settings).go("gunfire-1")


def at_sea(phase: str = "strategic-event", *, allied: dict[str, Any] | None = None, **more: Any) -> Game:
    """A game turn with one ship on each side, both in zone C1."""
    fleets = {"allied": {"zone": "C1", **(allied or {})}, "central": {"zone": "C1", **more.pop("central", {})}}
    ships = [ship("Target", **more.pop("card", {})), *more.pop("allies", [])]
    return Game([ship("Firer"), *more.pop("friends", [])], ships, fleets=fleets, begins="game turn", **more).go(phase)
