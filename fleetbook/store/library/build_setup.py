"""Makes the setup of a battle from a scenario. It finds the cards in rosters, and checks names and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.facts import State
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron, TurnEvent
from fleetbook.core.campaign.scars import all_scars
from fleetbook.core.doctrines.geometry import DECIMALS, Spot
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import folded_name
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import Unwritable, shown_path, within
from fleetbook.store.files import replace_file
from fleetbook.store.library.paths import find, find_beside
from fleetbook.store.library.roster import MOST_SHIPS, RESERVED, check_apart, check_card, check_unique, read_roster
from fleetbook.store.library.scenario import Scenario, ShipLine, SideText, Word, read_scenario, scenario_toml
from fleetbook.store.library.table import spots
from fleetbook.store.library.toml_file import readable
from fleetbook.store.library.victory_check import MOST_TURNS, check_victory

MOST_ALIKE = 99  # the most ships of one line
MOST_ROSTERS = 50

Cards: TypeAlias = Mapping[str, Mapping[str, Any]]


def load_setup(name: str | Path) -> Setup:
    """The setup of a scenario, given by its name in the library or by its path. Raises InvalidInput if it is wrong."""
    return read_setup(find("scenario", name))


def read_setup(path: Path) -> Setup:
    """The setup of a scenario file. Raises InvalidInput with the place, the wrong value and the allowed values."""
    return build_setup(read_scenario(path), shown_path(path), path.parent)


def write_scenario(path: Path, scenario: Scenario) -> None:
    """Write a scenario file in the form that a person would write. If it is read again, it is the same scenario.

    Raises InvalidInput if the scenario could not be read from there, and Unwritable if the disk refuses.
    """
    build_setup(scenario, shown_path(path), path.parent)
    try:
        replace_file(path, readable(scenario_toml(scenario), shown_path(path)))
    except UnicodeEncodeError:
        raise Unwritable(f"{shown_path(path)} cannot be written: it holds characters that no file can hold") from None


def build_setup(scenario: Scenario, where: str, folder: Path) -> Setup:
    """The setup of a scenario. ``folder`` is the folder of its file. The setup holds complete cards, so the battle needs no
    roster later.

    Raises InvalidInput if the scenario, a roster or the ruleset does not allow it.
    """
    with within(where):
        rules = ruleset(scenario.ruleset)
    cards: Cards = {}
    for add in _sources(scenario, rules, where, folder):
        cards = add(cards)
    _check_sides(scenario.side, where)
    _check_number(scenario.side, where)
    setup = Setup(
        ruleset=rules.id,
        version=rules.version,
        title=scenario.title,
        sides=tuple(side.name.strip() for side in scenario.side),
        ships=tuple(ship for side in scenario.side for line in side.ships for ship in _entries(line, side, cards, rules, where)),
        squadrons=tuple(squadron for side in scenario.side for squadron in _squadrons(side, where)),
        conditions=_words(scenario.conditions, rules.conditions, f"{where}: conditions"),
        options=_words(scenario.options, rules.options, f"{where}: options"),
        house=_readings(scenario, rules, where),
        date=scenario.date,
        text=scenario.text,
        victory=scenario.victory,
        events=scenario.event,
        table=(scenario.table.wide, scenario.table.high) if scenario.table else None,
    )
    for check in _event_checks(scenario, where):
        check()
    check_names(setup, where)
    rules.check_setup(setup, where)
    with within(where):
        battle = rules.begin(setup)
    if scenario.victory:
        check_victory(scenario.victory, battle, where)
    at = {name: spot for side in scenario.side for name, spot in spots(side.place, battle)}
    return msgspec.structs.replace(setup, ships=tuple(_placed(ship, at.get(ship.name)) for ship in setup.ships))


def _placed(ship: ShipEntry, spot: Spot | None) -> ShipEntry:
    if spot is None:
        return ship
    at = round(spot.at.x, DECIMALS), round(spot.at.y, DECIMALS)
    return msgspec.structs.replace(ship, at=at, heading=round(spot.heading, DECIMALS))


def parts(scenario: Scenario, where: str, folder: Path) -> Iterator[Callable[[], object]]:
    """Independent checks of a scenario, to be made in their order. There is one for every roster, ship, condition and option, and
    one for the readings. If a roster cannot be used, a ship whose card is unknown is checked without her card.

    Raises InvalidInput if the ruleset is unknown. Nothing can be checked then.
    """
    with within(where):
        rules = ruleset(scenario.ruleset)
    cards: Cards = {}
    complete = True
    for add in _sources(scenario, rules, where, folder):
        try:
            cards = add(cards)
        except InvalidInput as error:
            complete = False
            yield partial(_fail, error)
    yield partial(_check_number, scenario.side, where)
    for side in scenario.side:
        for line in side.ships:
            known = complete or line.card.strip() in cards
            yield partial(_entries, line, side, cards, rules, where) if known else partial(_check_line, line, side, where)
            facts = [msgspec.structs.replace(line, left={name: value}) for name, value in line.left.items() if known]
            yield from (partial(_check_left, one, side, cards, scenario, where) for one in facts)
    for given, allowed, kind in (
        (scenario.conditions, rules.conditions, "conditions"),
        (scenario.options, rules.options, "options"),
    ):
        for name, value in given.items():
            yield partial(_word, name, value, allowed, f"{where}: {kind}")
    yield partial(_readings, scenario, rules, where)
    yield from _event_checks(scenario, where)


def _fail(error: InvalidInput) -> None:
    raise error


def _sources(scenario: Scenario, rules: Ruleset[Any], where: str, folder: Path) -> Iterator[Callable[[Cards], Cards]]:
    """Functions that add cards to a dict of cards by name: the scenario's own cards, then the cards of each roster. Each raises
    InvalidInput if its cards cannot be used, or if a name occurs twice.
    """
    yield partial(_own_cards, scenario, rules, where)
    for name in scenario.rosters[:MOST_ROSTERS]:
        yield partial(_cards_of_roster, name, rules, where, folder)


def _own_cards(scenario: Scenario, rules: Ruleset[Any], where: str, cards: Cards) -> Cards:
    check_unique(f"{where}: rosters", scenario.rosters)
    if len(scenario.rosters) > MOST_ROSTERS:
        raise InvalidInput(f"{where}: rosters", f"{len(scenario.rosters)} of them", f"at most {MOST_ROSTERS}")
    for number, card in enumerate(scenario.card, 1):
        check_card(rules, card, number, f"{where}: card")
    check_unique(f"{where}: card", [card["name"] for card in scenario.card])
    return {**cards, **{card["name"].strip(): card for card in scenario.card}}


def _cards_of_roster(name: str, rules: Ruleset[Any], where: str, folder: Path, cards: Cards) -> Cards:
    with within(f"{where}: rosters"):
        path = find_beside(folder, name, rules.id)
    roster = read_roster(path)
    if roster.ruleset != rules.id and ruleset(roster.ruleset).card_type is not rules.card_type:  # some systems share cards
        found = f"a roster of {roster.ruleset}"
        raise InvalidInput(f"{where}: rosters, {shown(name)}", found, f"a roster of {rules.id}")
    twice = cards.keys() & roster.cards.keys()
    if twice:
        raise InvalidInput(f"{where}: rosters", min(twice), "rosters that have no card of the same name")
    return {**cards, **roster.cards}


def _check_sides(sides: tuple[SideText, ...], where: str) -> None:
    if len(sides) < 2:
        raise InvalidInput(f"{where}: side", f"{len(sides)} of [[side]]", "two or more")
    check_unique(f"{where}: side", [side.name for side in sides])
    for side in sides:
        if not side.ships:
            raise InvalidInput(f"{where}: side {shown(side.name)}: ships", "none", "at least one ship")


def _check_number(sides: tuple[SideText, ...], where: str) -> None:
    ships = sum(max(line.count, 1) for side in sides for line in side.ships)
    if ships > MOST_SHIPS:
        raise InvalidInput(f"{where}: side", f"{ships} ships", f"at most {MOST_SHIPS} in all")


def _entries(line: ShipLine, side: SideText, cards: Cards, rules: Ruleset[Any], where: str) -> list[ShipEntry]:
    """The ships that one line of the scenario stands for."""
    place = f"{where}: side {shown(side.name)}, ship {shown(line.name or line.card)}"
    card = _card(line, cards, rules, place)
    _check_line(line, side, where)
    name = (line.name or line.card).strip()
    names = [name] if line.count == 1 or not name else [f"{name} {number}" for number in range(1, line.count + 1)]
    speed = _speed(line, side, rules, card, place)
    return [
        ShipEntry(name, side.name.strip(), card, line.squadron.strip(), speed, line.left, line.commander.strip())
        for name in names
    ]


def _check_left(line: ShipLine, side: SideText, cards: Cards, scenario: Scenario, where: str) -> None:
    """Raise InvalidInput if ``left`` in a ship's line has a wrong fact or value."""
    rules = ruleset(scenario.ruleset)
    ships = tuple(_entries(line, side, cards, rules, where))
    setup = Setup(rules.id, rules.version, "", (ships[0].side,), ships, house=_readings(scenario, rules, where))
    with within(where):
        tuple(all_scars(Battle(rules, setup, State())))


def _check_line(line: ShipLine, side: SideText, where: str) -> None:
    """Raise InvalidInput if a scenario's line for a ship has a wrong squadron or count. Her card is not checked."""
    known = [_name(details) for details in side.squadron]
    place = f"{where}: side {shown(side.name)}, ship {shown(line.name or line.card)}"
    if line.squadron and line.squadron.strip() not in known:
        raise InvalidInput.word(f"{place}: squadron", line.squadron, known)
    if not 1 <= line.count <= MOST_ALIKE:
        raise InvalidInput(f"{place}: count", line.count, f"a whole number from 1 to {MOST_ALIKE}")


def _speed(line: ShipLine, side: SideText, rules: Ruleset[Any], card: dict[str, Any], place: str) -> int | None:
    """The speed of a ship at the start; None if the scenario gives none."""
    if line.speed is None and side.speed is None:
        return None
    most = rules.most_speed(rules.read_card(card, place, rules.tables))
    if most is None:
        raise InvalidInput(f"{place}: key", "speed", f"no speed: {rules.title} has no speed at the start")
    wanted = side.speed if line.speed is None else line.speed
    if wanted is None or wanted < 0 or (wanted > most and line.speed is not None):
        raise InvalidInput(f"{place}: speed", wanted, f"a whole number from 0 to {most}")
    return min(wanted, most)


def _card(line: ShipLine, cards: Cards, rules: Ruleset[Any], place: str) -> dict[str, Any]:
    found = cards.get(line.card.strip())
    if found is None:
        raise InvalidInput.word(f"{place}: card", line.card, cards)
    if "name" in line.replaced:
        raise InvalidInput(f"{place}: with", "name", "any key of a card but its name")
    card = {**found, **line.replaced}
    if line.replaced:
        rules.read_card(card, f"{place}: with", rules.tables)
    return card


def _name(details: Mapping[str, Any]) -> str:
    name = details.get("name")
    return name.strip() if isinstance(name, str) else ""


def _squadrons(side: SideText, where: str) -> Iterator[Squadron]:
    for details in side.squadron:
        if not _name(details):
            found = details.get("name", "nothing")
            raise InvalidInput(f"{where}: side {shown(side.name)}, squadron: name", found, "a name in quotes")
        yield Squadron(_name(details), side.name.strip(), {key: value for key, value in details.items() if key != "name"})


def check_names(setup: Setup, where: str) -> None:
    """Raise InvalidInput if a name that a referee may type has more than one meaning."""
    taken = {folded_name(RESERVED): "reserved: it means the battle as a whole"}
    taken |= {folded_name(side): "that of a side" for side in setup.sides}
    check_apart(f"{where}: squadron", taken, [squadron.name for squadron in setup.squadrons])
    taken |= {folded_name(squadron.name): "that of a squadron" for squadron in setup.squadrons}
    check_apart(f"{where}: ship", taken, [ship.name for ship in setup.ships])


def _words(given: Mapping[str, Word], allowed: Mapping[str, tuple[str, ...]], where: str) -> dict[str, Word]:
    return {name: _word(name, value, allowed, where) for name, value in given.items()}


def _word(name: str, value: Word, allowed: Mapping[str, tuple[str, ...]], where: str) -> str:
    if name not in allowed:
        raise InvalidInput.word(f"{where}: key", name, allowed)
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    if word not in allowed[name]:
        raise InvalidInput.word(f"{where}, {name}", word, allowed[name])
    return word


def _event_checks(scenario: Scenario, where: str) -> Iterator[Callable[[], None]]:
    """Checks of the turn and the words of each event. Turn 1 has no events: the scenario's text says how the battle starts."""
    last = (scenario.victory.turns if scenario.victory else 0) or MOST_TURNS
    for number, event in enumerate(scenario.event, 1):
        yield partial(_event_turn, event, f"{where}: event {number}", max(last, 2))
        yield partial(_event_text, event, f"{where}: event {number}")


def _event_turn(event: TurnEvent, place: str, last: int) -> None:
    if not 2 <= event.turn <= last:
        raise InvalidInput(f"{place}: turn", event.turn, f"a whole number from 2 to {last}")


def _event_text(event: TurnEvent, place: str) -> None:
    if not event.text.strip():
        raise InvalidInput(f"{place}: text", event.text, "words that are shown when the turn begins")


def _readings(scenario: Scenario, rules: Ruleset[Any], where: str) -> tuple[HouseRules, ...]:
    if not scenario.readings:
        return ()
    known = [name for name, reading in rules.tables.readings.items() if not reading.campaign]
    for name in scenario.readings:
        if name not in known:
            raise InvalidInput.word(f"{where}: readings: key", name, known)
    readings = msgspec.to_builtins(scenario.readings)
    content = {"ruleset": rules.id, "title": f"readings of {scenario.title}", "reading": readings}
    return (msgspec.convert(content, HouseRules),)
