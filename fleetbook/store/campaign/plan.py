"""Reads the plan of a campaign: its first day, its ports, and all ships of its sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.battle.setup import Left, Setup, ShipEntry, Squadron
from fleetbook.core.battle.victory import Victory
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import is_date
from fleetbook.core.strict import convert
from fleetbook.core.tables.house import HouseRules
from fleetbook.rules.campaign.card import CampaignCard, PortCard
from fleetbook.rules.campaign.ruleset import CAMPAIGN
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path, within
from fleetbook.store.library.build_setup import check_names
from fleetbook.store.library.house import read_house
from fleetbook.store.library.paths import find_beside, library_folder
from fleetbook.store.library.roster import MOST_SHIPS, check_unique, read_roster
from fleetbook.store.library.toml_file import read_toml
from fleetbook.store.library.victory_check import check_victory

MOST_DOCKS = 99
PLANS = "campaigns"
"""The folder with the plans that come with fleetbook, inside the folder of a rule system's rosters."""


class PortLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A port of a side: its name, and on how many ships its docks work at a time."""

    name: str
    docks: int = 1


class ShipLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship of a side.

    card       the name of her card in a roster
    name       her name; if it is left out, the card's name
    with       keys of the card that have other values for this ship
    squadron   the squadron that scenarios put her in
    port       the port where she begins; without it she is at sea
    joins      the first day on which she may sail, such as 1904-05-01
    left       what is left of her at the start, as in a scenario
    commander  who commands her
    """

    card: str
    name: str = ""
    replaced: dict[str, Any] = msgspec.field(default_factory=dict, name="with")
    squadron: str = ""
    port: str = ""
    joins: str = ""
    left: Left = {}
    commander: str = ""


class SideLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side: its ports, its squadrons with the keys of their rules, and all its ships, those too that join later."""

    name: str
    ships: tuple[ShipLine, ...]
    port: tuple[PortLine, ...] = ()
    squadron: tuple[dict[str, Any], ...] = ()


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a campaign.

    date      the first day, such as 1904-02-08
    rosters   rosters of the library, or beside the file. They may belong to several rule systems
    victory   what decides the campaign
    """

    title: str
    date: str
    side: tuple[SideLines, ...]
    rosters: tuple[str, ...]
    text: str = ""
    victory: Victory | None = None


class _Card(NamedTuple):
    rules: str
    card: Mapping[str, Any]


def find_plan(name: str) -> Path:
    """The path of a plan: a path, or the name of one that comes with fleetbook. Raises InvalidInput with the nearest name."""
    path = Path(name)
    shipped = {found.stem: found for found in sorted(library_folder().glob(f"*/{PLANS}/*.toml"))}
    if path.is_file() or path.suffix:
        return path
    if name not in shipped:
        raise InvalidInput.word("plan", name, shipped)
    return shipped[name]


def read_plan(path: Path) -> Setup:
    """The setup of a campaign, from the file of its plan. Raises InvalidInput with the place and the allowed values."""
    where = shown_path(path)
    plan = convert(read_toml(path), Plan, where)
    if not plan.title.strip():
        raise InvalidInput(f"{where}: title", plan.title, "a title")
    _check_day(plan.date, f"{where}: date")
    check_unique(f"{where}: side", [side.name for side in plan.side])
    if len(plan.side) < 2:
        raise InvalidInput(f"{where}: side", f"{len(plan.side)} of [[side]]", "two or more")
    if sum(len(side.ships) for side in plan.side) > MOST_SHIPS:
        raise InvalidInput(f"{where}: side", "more ships", f"at most {MOST_SHIPS} in all")
    cards = _cards(plan, where, path.parent)
    rules = ruleset(CAMPAIGN)
    setup = Setup(
        ruleset=rules.id,
        version=rules.version,
        title=plan.title,
        sides=tuple(side.name.strip() for side in plan.side),
        ships=tuple(_entry(line, side, cards, where) for side in plan.side for line in side.ships),
        squadrons=tuple(squadron for side in plan.side for squadron in _squadrons(side, where)),
        date=plan.date,
        text=plan.text,
        victory=plan.victory,
    )
    check_names(setup, where)
    with within(where):
        battle = rules.begin(setup)
    if plan.victory:
        check_victory(plan.victory, battle, where)
    return setup


def _check_day(day: str, where: str) -> None:
    if not is_date(day) or len(day) != len("1904-02-08"):
        raise InvalidInput(where, day, "a day such as 1904-02-08")


def _cards(plan: Plan, where: str, folder: Path) -> dict[str, _Card]:
    """All cards of the rosters by name, each with its rule system."""
    found: dict[str, _Card] = {}
    for name in plan.rosters:
        with within(f"{where}: rosters"):
            roster = read_roster(find_beside(folder, name))
        for card in roster.cards:
            if card in found:
                raise InvalidInput(f"{where}: rosters", card, "rosters that have no card of the same name")
        found |= {card: _Card(roster.ruleset, content) for card, content in roster.cards.items()}
    return found


def _entry(line: ShipLine, side: SideLines, cards: Mapping[str, _Card], where: str) -> ShipEntry:
    place = f"{where}: side {shown(side.name)}, ship {shown(line.name or line.card)}"
    found = cards.get(line.card.strip())
    if found is None:
        raise InvalidInput.word(f"{place}: card", line.card, cards)
    ports = [port.name.strip() for port in side.port]
    if line.port and line.port.strip() not in ports:
        raise InvalidInput.word(f"{place}: port", line.port, ports)
    squadrons = [str(squadron.get("name", "")).strip() for squadron in side.squadron]
    if line.squadron and line.squadron.strip() not in squadrons:
        raise InvalidInput.word(f"{place}: squadron", line.squadron, squadrons)
    if line.joins:
        _check_day(line.joins, f"{place}: joins")
    name = (line.name or line.card).strip()
    card = {**found.card, **line.replaced}
    with within(place):
        ruleset(found.rules).read_card(card, "card", ruleset(found.rules).tables)
    entry = CampaignCard(name, found.rules, side.name.strip(), card, line.port.strip(), line.joins, line.left)
    return ShipEntry(name, entry.side, msgspec.to_builtins(entry), line.squadron.strip(), commander=line.commander.strip())


def _squadrons(side: SideLines, where: str) -> Iterator[Squadron]:
    """A side's ports and squadrons."""
    place = f"{where}: side {shown(side.name)}"
    for port in side.port:
        if not 0 <= port.docks <= MOST_DOCKS:
            raise InvalidInput(f"{place}, port {shown(port.name)}: docks", port.docks, f"a whole number from 0 to {MOST_DOCKS}")
        yield Squadron(port.name.strip(), side.name.strip(), msgspec.to_builtins(PortCard(port.docks)))
    for details in side.squadron:
        if not str(details.get("name", "")).strip() or "port" in details:
            raise InvalidInput(f"{place}, squadron", str(details.get("name", "")), "a name, and the keys of the rules")
        rest = {key: value for key, value in details.items() if key != "name"}
        yield Squadron(str(details["name"]).strip(), side.name.strip(), rest)


def campaign_house(path: Path) -> HouseRules:
    """The house rules of a file for a campaign. Those of another rule system may change its days of work, and nothing else.

    Raises InvalidInput if they cannot be used.
    """
    house = read_house(path)
    if house.ruleset == CAMPAIGN:
        return house
    days = {name for name, reading in ruleset(house.ruleset).tables.readings.items() if reading.campaign}
    others = [*house.table, *house.modifiers, *house.figure, *(name for name in house.reading if name not in days)]
    if others:
        allowed = f"changes of {', '.join(sorted(days)) or 'days of work'} alone: battles take the others"
        raise InvalidInput(shown_path(path), others[0], allowed)
    readings = {f"{house.ruleset} {name}": change for name, change in house.reading.items()}
    return HouseRules(ruleset=CAMPAIGN, title=house.title, reading=readings)
