"""Writes the scenario of the next battle, with the scars that earlier battles left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.setup import OperationCard, Setup, ShipEntry, Squadron
from fleetbook.core.campaign.days import MONTHS
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted, listed
from fleetbook.rules.campaign.ship import CampaignFacts, CampaignShip
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import write_scenario
from fleetbook.store.library.bundle import with_cards


def write_next(campaign: Battle[CampaignShip], ships: Sequence[str], title: str, path: Path) -> Setup:
    """Write the scenario of a battle of these ships, and return its setup. The file holds their cards, so rosters may change.

    Raises Refused for a ship that may not fight, and InvalidInput for ships of several rule systems.
    """
    setup = next_setup(campaign, ships, title)
    write_scenario(path, with_cards(setup))
    return setup


def next_setup(campaign: Battle[CampaignShip], ships: Sequence[str], title: str) -> Setup:
    """The setup of a battle of these ships as they are now."""
    picked = [campaign.ship(name) for name in dict.fromkeys(ships)]
    for ship in picked:
        require(not ship.unfit, f"{ship} is {ship.unfit}")
    sides = tuple(side for side in campaign.sides if any(ship.flag == side for ship in picked))
    if len(sides) < 2:
        raise InvalidInput("ships", f"ships of {sides[0]} alone" if sides else "none", "ships of two sides")
    systems = sorted({ship.card.entry.rules for ship in picked})
    if len(systems) != 1:
        raise InvalidInput("ships", ", ".join(systems), "ships of one rule system")
    rules = ruleset(systems[0])
    squadrons = {ship.name: _squadron(campaign, ship, picked) for ship in picked}
    entries = (
        ShipEntry(ship.name, side, ship.card.entry.card, squadrons[ship.name], None, ship.scars, ship.commander)
        for side in sides
        for ship in picked
        if ship.flag == side
    )
    return Setup(
        ruleset=rules.id,
        version=rules.version,
        title=title or campaign.setup.title,
        sides=sides,
        ships=tuple(entries),
        squadrons=tuple(_squadrons(campaign, rules, squadrons)),
        date=day_of(campaign),
        conditions=_conditions(campaign, rules),
    )


def told(campaign: Battle[CampaignShip], setup: Setup) -> str:
    """The ships of a scenario in words: how many there are and how many are damaged, and who of their squadrons cannot come."""
    hurt = sum(bool(ship.left) for ship in setup.ships)
    joined = {squadron.name for squadron in setup.squadrons}
    held: dict[str, list[str]] = {}
    for ship in campaign.ships():
        if ship.squadron in joined and ship.afloat and ship.unfit:
            held.setdefault(ship.unfit, []).append(ship.name)
    out = "; ".join(f"{listed(names)} ({why})" for why, names in held.items())
    return f"{counted(len(setup.ships), 'ship')}, {hurt} of them damaged{f'; left out: {out}' if out else ''}"


def _squadron(campaign: Battle[Any], ship: CampaignShip, picked: Sequence[CampaignShip]) -> str:
    """A ship's squadron. A captured ship joins the first squadron of her captors that fights in the battle, or else their first
    squadron.
    """
    if ship.flag == ship.side or not ship.squadron:
        return ship.squadron
    fighting = [other.squadron for other in picked if other.side == other.flag == ship.flag and other.squadron]
    every = [each.name for each in campaign.setup.squadrons if each.side == ship.flag and "port" not in each.details]
    return next(iter((*fighting, *every)), "")


def _squadrons(campaign: Battle[Any], rules: Ruleset[Any], joined: Mapping[str, str]) -> Iterator[Squadron]:
    """The squadrons that ships have joined. A key is left out if it names a ship that is not in the squadron, such as an absent
    flagship.
    """
    for squadron in campaign.setup.squadrons:
        if squadron.name in joined.values():
            details = squadron.details.items()
            away = [key for key, value in details if campaign.is_ship(str(value)) and joined.get(str(value)) != squadron.name]
            crew = CampaignFacts(campaign).crew[squadron.name]
            kept = {key: value for key, value in details if key not in away}
            ports = {campaign.ship(ship).berth for ship, name in joined.items() if name == squadron.name}
            if rules.squadron_type and issubclass(rules.squadron_type, OperationCard):
                kept = rules.squadron_type.again(kept, ports.pop() if len(ports) == 1 else "")
            yield Squadron(squadron.name, squadron.side, {**kept, "crew": crew} if crew else kept)


def _conditions(campaign: Battle[Any], rules: Ruleset[Any]) -> dict[str, str | int | float | bool]:
    """The conditions of a battle that the day of the campaign decides: month and year, under rules that have them."""
    day, declared = CampaignFacts(campaign).date, rules.battle_facts.declared
    words = {"month": MONTHS[day.month - 1], "year": str(day.year)}
    return {name: word for name, word in words.items() if word in getattr(declared.get(name), "allowed", ())}


def day_of(campaign: Battle[Any]) -> str:
    """The day of a campaign: ``1904-02-08``."""
    return CampaignFacts(campaign).date.isoformat()
