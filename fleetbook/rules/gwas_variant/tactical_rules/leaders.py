"""Groups formed when combat begins (6), and the squadron leaders of Russian battleships (5)."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, clear, note, set_fact
from fleetbook.core.orders.field_kinds import InputsSoFar
from fleetbook.core.orders.order import Order
from fleetbook.rules.gwas.ground.phases import GUNFIRE, MOVES
from fleetbook.rules.gwas.ground.ship import HEX, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import GROUP, SQUADRON_LEADER, groups
from fleetbook.rules.gwas_variant.tactical_rules.groups import divided

SECTION = "tactical 5"
LED_TYPES = ("B", "BB")
LED_NATION = "Russia"


def form_groups(battle: GwasBattle) -> Effects:
    """Every ship of the combat is put into its group, which it keeps; a leader leads his squadron."""
    for side in battle.sides:
        areas: dict[str, list[GwasShip]] = {}
        for ship in fighting(battle, side):
            areas.setdefault(ship.word(HEX), []).append(ship)
        for area, ships in areas.items():
            yield from _form(battle, side, area if len(areas) > 1 else "", ships)
    for name, ships in groups(battle).items():
        if must_be_led(ships):
            for ship in [ship for ship in ships if ship.leads][:1]:
                yield from set_fact("", SQUADRON_LEADER, ship.name, name, text=f"{ship} leads {name}")


def _form(battle: GwasBattle, side: str, area: str, ships: list[GwasShip]) -> Effects:
    kinds = divided(battle.tables, {ship.name: ship.card.type for ship in ships})
    for ship in ships:
        yield from set_fact(ship, GROUP, f"{side} {kinds[ship.name]}{f' of {area}' if area else ''}")
    found = sorted({f"{kind}: {', '.join(name for name in kinds if kinds[name] == kind)}" for kind in kinds.values()})
    yield from note(f"groups of {side}{f' in {area}' if area else ''}: {'; '.join(found)}", "tactical 6")


def must_be_led(ships: list[GwasShip]) -> bool:
    """Whether ships of one group need a squadron leader: several Russian battleships."""
    return sum(_is_led(ship) for ship in ships) > 1


def _is_led(ship: GwasShip) -> bool:
    return ship.card.type in LED_TYPES and ship.card.nation == LED_NATION


def squadron_leader(battle: GwasBattle, ship: GwasShip) -> GwasShip | None:
    """The leader, still in the game, of the Russian squadron that a ship belongs to; None where it has none."""
    name = battle.fact(Key("", SQUADRON_LEADER, ship.word(GROUP)))
    if not isinstance(name, str) or not _is_led(ship):
        return None
    leader = battle.ship(name)
    return leader if leader.afloat else None


def squadron(battle: GwasBattle, ship: GwasShip) -> list[GwasShip]:
    """The Russian battleships of a ship's group."""
    return [other for other in groups(battle).get(ship.word(GROUP), []) if _is_led(other)]


def lacks_a_leader(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship's squadron has yet to name its leader."""
    named = battle.fact(Key("", SQUADRON_LEADER, ship.word(GROUP)))
    return _is_led(ship) and named is None and must_be_led(squadron(battle, ship))


def forget_squadrons(battle: GwasBattle) -> Effects:
    """The combat is over, and with it its squadrons."""
    for name in {ship.word(GROUP) for ship in battle.ships()}:
        if battle.fact(Key("", SQUADRON_LEADER, name)) is not None:
            yield from clear("", SQUADRON_LEADER, name)


def _candidates(battle: GwasBattle, given: InputsSoFar) -> list[GwasShip]:
    return [ship for ship in fighting(battle) if lacks_a_leader(battle, ship)]


class NameSquadronLeader(Order[GwasShip]):
    """One of several Russian battleships of a group is named their squadron leader."""

    id, title, key, section = "squadron-leader", "Squadron leader", "L", SECTION
    phases = (*EVENTS, *MOVES, *GUNFIRE)
    ship: str = fields.ship("ship", among=_candidates, default=lambda b, g: next(iter(_candidates(b, g)), None))

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.in_combat and ship.has(GROUP), f"{ship} is in no group of a combat", SECTION)
        require(
            _is_led(ship) and must_be_led(squadron(battle, ship)), f"{ship} is not one of several Russian battleships", SECTION
        )
        require(lacks_a_leader(battle, ship), f"{ship.word(GROUP)} has named its leader", SECTION)

    def resolve(self, battle: GwasBattle) -> Effects:
        group = battle.ship(self.ship).word(GROUP)
        yield from set_fact("", SQUADRON_LEADER, self.ship, group, text=f"{self.ship} leads {group}")

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.ship} becomes squadron leader"
