"""Groups of ships that move together (6), and squadron leaders of Russian battleships (5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fleetbook.core.battle.result import DONE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.gwas.ground.card import BB, B
from fleetbook.rules.gwas.ground.phases import GUNFIRE, MOVES
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import VariantFacts, VariantShip, groups
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.sides import every_ship

LED_TYPES = B, BB


# ------------------------------------------------------------ groups


def divided(tables: RuleTables, types: Mapping[str, str]) -> dict[str, str]:
    """The group of each ship of one area. There is a group for each type of ship, and one for destroyers with their leaders. If
    there is only one battleship of type B or of type BB, she joins the group of the other type.
    """
    table = tables.table("divisions")
    kinds = {ship: table.text(kind, "group") if kind in table.rows.labels else kind for ship, kind in types.items()}
    ships, joined = Counter(kinds.values()), dict[str, str]()
    for kind in table.rows.labels:
        other = table.text(kind, "joined by a single ship")
        if ships[kind] and ships[other] == 1:
            name = " and ".join(sorted((kind, other), reverse=True))
            joined |= {kind: name, other: name}
    return {ship: joined.get(kind, kind) for ship, kind in kinds.items()}


def form_groups(battle: GwasBattle) -> Effects:
    """Put every ship of the combat into a group, for the whole combat. If a ship of a Russian squadron has a leader aboard, she
    leads the squadron.
    """
    for side in battle.sides:
        areas: dict[str, list[GwasShip]] = {}
        for ship in fighting(battle, side):
            areas.setdefault(ship.hex, []).append(ship)
        for area, ships in areas.items():
            yield from _form(battle, side, area if len(areas) > 1 else "", ships)
    for name, ships in groups(battle).items():
        if must_be_led(ships):
            for ship in [ship for ship in ships if ship.leader][:1]:
                yield from VariantFacts.squadron_leader[name].set(battle, ship.name, said=Says.leads_squadron)


def _form(battle: GwasBattle, side: str, area: str, ships: list[GwasShip]) -> Effects:
    kinds = divided(battle.tables, {ship.name: ship.card.type for ship in ships})
    for ship in ships:
        yield from VariantShip.group.set(ship, f"{side} {kinds[ship.name]}{f' of {area}' if area else ''}")
    found = {kind: [name for name in kinds if kinds[name] == kind] for kind in sorted(set(kinds.values()))}
    formed = [Says.group_formed(kind=kind, ships=names) for kind, names in found.items()]
    said = Says.groups_formed_in(side=side, area=area, groups=formed) if area else Says.groups_formed(side=side, groups=formed)
    yield from note(said, "tactical 6")


# ------------------------------------------------------------ squadron leaders


def must_be_led(ships: list[GwasShip]) -> bool:
    """Whether these ships need a squadron leader, because several are Russian battleships."""
    return sum(_is_led(ship) for ship in ships) > 1


def _is_led(ship: GwasShip) -> bool:
    return ship.card.type in LED_TYPES and ship.card.nation == ship.battle.printed("Squadron leaders, nation")


def _group(ship: GwasShip) -> str:
    return VariantShip.group.value(ship)


def squadron_leader(battle: GwasBattle, ship: GwasShip) -> GwasShip | None:
    """The leader of the ship's Russian squadron, or None if it has none or has lost its leader."""
    name = VariantFacts(battle).squadron_leader[_group(ship)]
    leader = battle.ship(name) if name and _is_led(ship) else None
    return leader if leader and leader.afloat else None


def squadron(battle: GwasBattle, ship: GwasShip) -> list[GwasShip]:
    """The Russian battleships in a ship's group."""
    return [other for other in groups(battle).get(_group(ship), []) if _is_led(other)]


def lacks_a_leader(battle: GwasBattle, ship: GwasShip) -> bool:
    """Whether a ship's squadron has not yet named its leader."""
    named = VariantFacts(battle).squadron_leader[_group(ship)]
    return _is_led(ship) and not named and must_be_led(squadron(battle, ship))


def forget_squadrons(battle: GwasBattle) -> Effects:
    """Forget all squadrons, which end with the combat."""
    for name in dict.fromkeys(map(_group, battle.ships())):
        yield from VariantFacts.squadron_leader[name].clear(battle)


class NameSquadronLeader(Order[GwasShip]):
    """Name one of several Russian battleships of a group as their squadron leader."""

    id, title, key, section = "squadron-leader", "Squadron leader", "L", "tactical 5"
    says = "{ship} becomes squadron leader"
    phases = (*EVENTS, *MOVES, *GUNFIRE)
    ship: str = fields.ship("ship", every_ship)

    def check(self, battle: GwasBattle) -> None:
        ship = battle.ship(self.ship)
        require(ship.in_combat and _group(ship), f"{ship} is in no group of a combat")
        several = _is_led(ship) and must_be_led(squadron(battle, ship))
        require(several, f"{ship} is not one of several battleships of {battle.printed('Squadron leaders, nation')} in a group")
        require(lacks_a_leader(battle, ship), f"{_group(ship)} has named its leader")

    def resolve(self, battle: GwasBattle) -> Effects:
        group = _group(battle.ship(self.ship))
        yield from VariantFacts.squadron_leader[group].set(battle, self.ship, said=Says.leads_squadron)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        words, means = (
            f"{self.ship} LEADS {_group(happened.after.ship(self.ship))}.",
            "The group fires at one target until its leader is sunk.",
        )
        yield Result(kind=DONE, head="leads", words=words, means=means, subject=self.ship)
