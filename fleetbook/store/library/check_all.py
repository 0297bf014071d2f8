"""Everything wrong with a file that a person owns, rather than the first thing: each ship, each condition, each house rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import counted
from fleetbook.core.strict import convert
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import told
from fleetbook.store.library.build_setup import build_setup, parts
from fleetbook.store.library.house import check_house, house_of
from fleetbook.store.library.roster import Roster, check_card, roster_of
from fleetbook.store.library.scenario import ShipLine, check_named, scenario_of
from fleetbook.store.library.toml_file import read_toml

Check = Callable[[], object]
HOUSE_KEYS = ("table", "modifiers", "reading")
MOST_FAULTS = 20  # are told; a file with more has them mended by and by


def check_all(path: Path) -> tuple[str, list[InvalidInput]]:
    """What a roster, a scenario or house rules are, and what is wrong with them: the first fault of each part.

    Empty words where anything is wrong. A file that cannot be taken apart has one fault.
    """
    try:
        content = read_toml(path)
        found = list(islice(_faults(content, told(path), path.parent), MOST_FAULTS))
        return ("", found) if found else (_what(content, told(path), path.parent), [])
    except InvalidInput as error:
        return "", [error]


def _what(content: Mapping[str, Any], where: str, folder: Path) -> str:
    """What a parsed file that lies in a folder is, in words. Raises InvalidInput for the first thing that is wrong."""
    if "side" in content:
        setup = build_setup(scenario_of(content, where), where, folder)
        return f"scenario of {setup.ruleset}: {counted(len(setup.sides), 'side')}, {counted(len(setup.ships), 'ship')}"
    if "ship" in content:
        roster = roster_of(content, where)
        return f"roster of {roster.ruleset}: {counted(len(roster.ship), 'ship')}"
    return _what_house(content, where)


def _what_house(content: Mapping[str, Any], where: str) -> str:
    if not any(key in content for key in HOUSE_KEYS):
        allowed = "[[ship]] of a roster, [[side]] of a scenario, or [table], [modifiers] or [reading] of house rules"
        raise InvalidInput(where, "none of the keys that tell a file's kind", allowed)
    return f"house rules of {house_of(content, where).ruleset}"


def _faults(content: Mapping[str, Any], where: str, folder: Path) -> Iterator[InvalidInput]:
    if "side" in content:
        yield from _in_scenario(content, where, folder)
    elif "ship" in content:
        roster = convert(content, Roster, where)
        rules = ruleset(roster.ruleset)
        yield from _failing(partial(check_card, rules, card, number, where) for number, card in enumerate(roster.ship, 1))
    elif any(key in content for key in HOUSE_KEYS):
        yield from _in_house(list(_house_parts(content, where)), where)


def _failing(checks: Iterable[Check]) -> Iterator[InvalidInput]:
    """What the checks raise."""
    for check in checks:
        try:
            check()
        except InvalidInput as error:
            yield error


def _in_scenario(content: Mapping[str, Any], where: str, folder: Path) -> Iterator[InvalidInput]:
    """Ship lines that are no ship lines; then, without them, what is wrong with the rest."""
    bad: list[InvalidInput] = []
    sides = content["side"]
    sound = [_without_bad(side, where, bad) for side in sides] if isinstance(sides, list) else sides
    yield from bad
    try:
        scenario = scenario_of({**content, "side": sound}, where)
        yield from _failing(parts(scenario, where, folder))
    except InvalidInput as error:
        yield error


def _without_bad(side: Any, where: str, bad: list[InvalidInput]) -> Any:
    """A side with the ship lines that can be typed; why the others cannot is added to ``bad``."""
    if not isinstance(side, Mapping) or not isinstance(side.get("ships"), list):
        return side
    kept = []
    place = f"{where}: side {shown(side.get('name', ''))}"
    for number, line in enumerate(side["ships"], 1):
        found = list(_failing([partial(_check_line, line, number, place)])) if len(bad) < MOST_FAULTS else []
        bad += found
        kept += [] if found else [line]
    return {**side, "ships": kept}


def _check_line(line: Any, number: int, where: str) -> None:
    named = line.get("name") or line.get("card") if isinstance(line, Mapping) else None
    convert(line, ShipLine, f"{where}, ship {shown(named) if named else number}")
    check_named(line, where)


def _in_house(parts: Sequence[HouseRules], where: str) -> Iterator[InvalidInput]:
    """What is wrong with each part; those that are sound are checked together, for each check reads all tables."""
    found = list(_failing([partial(check_house, where, *parts)])) if parts else []
    if not found or len(parts) == 1:
        yield from found
        return
    half = len(parts) // 2
    for fault in chain(_in_house(parts[:half], where), _in_house(parts[half:], where)):
        found = []
        yield fault
    yield from found  # they are wrong together only


def _house_parts(content: Mapping[str, Any], where: str) -> Iterator[HouseRules]:
    """House rules, each with one of the changes."""
    house = convert(content, HouseRules, where)
    for name, table in house.table.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, table={name: table})
    for name, figure in house.figure.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, figure={name: figure})
    for name, values in house.modifiers.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, modifiers={name: values})
    for name, reading in house.reading.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, reading={name: reading})
