"""Reads the plan of a campaign: its first day, its ports, and all ships of its sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.battle.setup import Left, Setup, ShipEntry, Squadron
from fleetbook.core.battle.victory import Victory
from fleetbook.core.campaign.scars import scar_changes
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
from fleetbook.store.library.paths import OTHER, entries, find_beside, library_folder, own_folder
from fleetbook.store.library.roster import MOST_SHIPS, check_unique, read_roster
from fleetbook.store.library.toml_file import read_toml
from fleetbook.store.library.victory_check import check_victory

MOST_DOCKS = 99
PLANS = "campaigns"
"""The folder with the plans that come with fleetbook, inside the folder of a rule system's rosters."""


class PortLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A port of a side: its name, the number of ships that its docks can work on at a time, and the number of ships that it can
    restock in a day. Without the last it restocks all at once.
    """

    name: str
    docks: int = 1
    stores: int | None = None


class ShipLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship of a side.

    card       the name of her card in a roster
    name       her name; if it is left out, the card's name
    with       keys of the card that have other values for this ship
    squadron   the squadron that scenarios put her in. Rules with squadrons, such as A&A, need one
    port       the port where she begins; without it she is at sea
    joins      the first day on which she may sail, such as 1904-05-01
    left       the boxes and other facts that she has at the start, as in a scenario
    commander  the name of her commander
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
    """A side: its ports, its squadrons with the keys of their rules, and all its ships, including those that join later."""

    name: str
    ships: tuple[ShipLine, ...]
    port: tuple[PortLine, ...] = ()
    squadron: tuple[dict[str, Any], ...] = ()


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a campaign.

    date      the first day, such as 1904-02-08
    rosters   rosters of the library, or beside the file. They may belong to several rule systems
    victory   the victory conditions of the campaign
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


def shipped_plans() -> dict[str, Path]:
    """The plans that come with fleetbook, by the names of their files."""
    return {found.stem: found for found in sorted(library_folder().glob(f"*/{PLANS}/*.toml"))}


def plans_near(folder: Path) -> dict[str, Path]:
    """The plans by title and file name: those in a folder, then the user's own, then those that come with fleetbook."""
    own = (*sorted(folder.glob("*.toml")), *sorted(own_folder().rglob("*.toml")))
    found = {}
    for path in dict.fromkeys((*own, *shipped_plans().values())):
        try:
            content = read_toml(path)
        except InvalidInput:
            continue
        if is_plan(content):
            found[f"{content.get('title', path.stem)}  ({path.name})"] = path
    return found


def find_plan(name: str) -> Path:
    """The path of a plan. ``name`` is a path, or the name of a plan that comes with fleetbook. Raises InvalidInput with the
    nearest name.
    """
    path, shipped = Path(name), shipped_plans()
    if path.is_file() or path.suffix:
        return path
    if name not in shipped:
        raise InvalidInput.word("plan", name, shipped)
    return shipped[name]


def is_plan(content: Mapping[str, Any]) -> bool:
    """Whether the content of a file is a plan: its ships have ports or days on which they join, and it names no rule system."""
    sides = content.get("side")
    tables = [side for side in sides if isinstance(side, Mapping)] if isinstance(sides, list) else []
    ships = [line for side in tables for line in _list(side.get("ships")) if isinstance(line, Mapping)]
    return "ruleset" not in content and any(key in one for one in (*tables, *ships) for key in ("port", "joins"))


def _list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []


def read_plan(path: Path) -> Setup:
    """The setup of a campaign, from the file of its plan. Raises InvalidInput with the place and the allowed values."""
    where = shown_path(path)
    return build_plan(convert(read_toml(path), Plan, where), where, path.parent)


def build_plan(plan: Plan, where: str, folder: Path) -> Setup:
    """The setup of a campaign. ``folder`` is the folder of the plan's file. Raises InvalidInput."""
    for check in parts(plan, where, folder):
        check()
    cards: dict[str, _Card] = {}
    for name in plan.rosters:
        cards |= _cards(name, cards, where, folder)
    rules = ruleset(CAMPAIGN)
    setup = Setup(
        ruleset=rules.id,
        version=rules.version,
        title=plan.title,
        sides=tuple(side.name.strip() for side in plan.side),
        ships=tuple(_entry(line, side, cards) for side in plan.side for line in side.ships),
        squadrons=tuple(squadron for side in plan.side for squadron in _squadrons(side)),
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


def parts(plan: Plan, where: str, folder: Path) -> Iterator[Callable[[], object]]:
    """Independent checks of a plan, to be made in their order. If a roster cannot be used, a ship whose card is unknown is
    checked without her card.
    """
    yield partial(_check_title, plan, where)
    yield partial(_check_day, plan.date, f"{where}: date")
    yield partial(check_unique, f"{where}: side", [side.name for side in plan.side])
    yield partial(_check_sides, plan, where)
    cards: dict[str, _Card] = {}
    complete = True
    for name in plan.rosters:
        try:
            cards |= _cards(name, cards, where, folder)
        except InvalidInput as error:
            complete = False
            yield partial(_fail, error)
    for side in plan.side:
        place = f"{where}: side {shown(side.name)}"
        for port in side.port:
            yield partial(_check_port, port, place)
        for details in side.squadron:
            yield partial(_check_squadron, details, place)
        for line in side.ships:
            yield from _line_checks(line, side, cards, complete, f"{place}, ship {shown(line.name or line.card)}")


def _fail(error: InvalidInput) -> None:
    raise error


def _check_title(plan: Plan, where: str) -> None:
    if not plan.title.strip():
        raise InvalidInput(f"{where}: title", plan.title, "a title")


def _check_sides(plan: Plan, where: str) -> None:
    if len(plan.side) < 2:
        raise InvalidInput(f"{where}: side", f"{len(plan.side)} of [[side]]", "two or more")
    if sum(len(side.ships) for side in plan.side) > MOST_SHIPS:
        raise InvalidInput(f"{where}: side", "more ships", f"at most {MOST_SHIPS} in all")


def _check_day(day: str, where: str) -> None:
    if not is_date(day) or len(day) != len("1904-02-08"):
        raise InvalidInput(where, day, "a day such as 1904-02-08")


def _check_port(port: PortLine, place: str) -> None:
    if not 0 <= port.docks <= MOST_DOCKS:
        raise InvalidInput(f"{place}, port {shown(port.name)}: docks", port.docks, f"a whole number from 0 to {MOST_DOCKS}")
    if port.stores is not None and not 1 <= port.stores <= MOST_DOCKS:
        raise InvalidInput(f"{place}, port {shown(port.name)}: stores", port.stores, f"a whole number from 1 to {MOST_DOCKS}")


def _check_squadron(details: Mapping[str, Any], place: str) -> None:
    if not str(details.get("name", "")).strip() or "port" in details:
        raise InvalidInput(f"{place}, squadron", str(details.get("name", "")), "a name, and the keys of the rules")


def _cards(name: str, known: Mapping[str, _Card], where: str, folder: Path) -> dict[str, _Card]:
    """The cards of a roster by name, each with its rule system. Raises InvalidInput for a card that another roster has."""
    with within(f"{where}: rosters"):
        roster = read_roster(find_beside(folder, name))
    if twice := known.keys() & roster.cards.keys():
        raise InvalidInput(f"{where}: rosters", min(twice), "rosters that have no card of the same name")
    return {card: _Card(roster.ruleset, content) for card, content in roster.cards.items()}


def _line_checks(
    line: ShipLine, side: SideLines, cards: Mapping[str, _Card], complete: bool, place: str
) -> Iterator[Callable[[], object]]:
    """The checks of a ship's line. Her card, and the facts that she has at the start, are checked only if the card is known."""
    found = cards.get(line.card.strip())
    if found is None and complete:
        yield partial(_fail, InvalidInput.word(f"{place}: card", line.card, cards))
    if found:
        yield partial(_check_card, line, found, place)
        for fact, value in line.left.items():
            yield partial(_check_left, msgspec.structs.replace(line, left={fact: value}), side, cards, place)
    names = [port.name.strip() for port in side.port]
    if line.port and line.port.strip() not in names:
        yield partial(_fail, InvalidInput.word(f"{place}: port", line.port, names))
    squadrons = [str(squadron.get("name", "")).strip() for squadron in side.squadron]
    needs_one = found is not None and ruleset(found.rules).squadron_type is not None
    if (line.squadron or needs_one) and line.squadron.strip() not in squadrons:
        yield partial(_fail, InvalidInput.word(f"{place}: squadron", line.squadron, squadrons))
    if line.joins:
        yield partial(_check_day, line.joins, f"{place}: joins")


def _check_card(line: ShipLine, found: _Card, place: str) -> None:
    with within(place):
        ruleset(found.rules).read_card({**found.card, **line.replaced}, "card", ruleset(found.rules).tables)


def _check_left(line: ShipLine, side: SideLines, cards: Mapping[str, _Card], place: str) -> None:
    rules, entry = ruleset(CAMPAIGN), _entry(line, side, cards)
    hull = rules.read_card(entry.card, place, rules.tables)
    tuple(scar_changes(hull.new.ship(entry.name), line.left, f"{place}: left"))


def _entry(line: ShipLine, side: SideLines, cards: Mapping[str, _Card]) -> ShipEntry:
    found, name = cards[line.card.strip()], (line.name or line.card).strip()
    card = {**found.card, **line.replaced}
    entry = CampaignCard(name, found.rules, side.name.strip(), card, line.port.strip(), line.joins, line.left)
    return ShipEntry(name, entry.side, msgspec.to_builtins(entry), line.squadron.strip(), commander=line.commander.strip())


def _squadrons(side: SideLines) -> Iterator[Squadron]:
    """A side's ports and squadrons. Each port is a Squadron too."""
    for port in side.port:
        yield Squadron(
            port.name.strip(),
            side.name.strip(),
            {key: value for key, value in msgspec.to_builtins(PortCard(port.docks, port.stores)).items() if value is not None},
        )
    for details in side.squadron:
        rest = {key: value for key, value in details.items() if key != "name"}
        yield Squadron(str(details["name"]).strip(), side.name.strip(), rest)


def houses_for_campaigns() -> dict[str, HouseRules]:
    """The user's own house rules that a campaign may have, by title and file name."""
    found = {}
    for entry in entries(OTHER):
        try:
            house = campaign_house(entry.path)
        except InvalidInput:
            continue
        found[f"{house.title or entry.name}  ({entry.path.name})"] = house
    return found


def campaign_house(path: Path) -> HouseRules:
    """House rules for a campaign, from a file. If the file belongs to the rule system of a battle, it may only change readings
    about the days between battles.

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
