"""Checks a roster, scenario or house-rule file. It finds all mistakes at once: in each ship, each condition, each house rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.parsing import counted
from fleetbook.core.strict import KeyPath, convert
from fleetbook.core.strict_faults import type_faults
from fleetbook.core.tables.house import HouseRules
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.library.build_setup import build_setup, parts
from fleetbook.store.library.faults import DOUBTED, fault_text
from fleetbook.store.library.house import check_house, house_of
from fleetbook.store.library.roster import Roster, check_card, check_unique, roster_of
from fleetbook.store.library.scenario import Scenario, ShipLine, check_named, scenario_of
from fleetbook.store.library.table import table_faults
from fleetbook.store.library.toml_file import read_text, read_toml, renamed
from fleetbook.store.library.victory_check import victory_faults

Check = Callable[[], object]
HOUSE_KEYS = ("table", "modifiers", "reading", "readings", "figure")
MOST_FAULTS = 20  # the most mistakes that are reported at once


def check_all(path: Path) -> tuple[str, list[InvalidInput]]:
    """The content of a roster, scenario or house-rule file in words, and all its mistakes.

    The words are empty if there is a mistake. If the file cannot be parsed, that is its only mistake.
    """
    try:
        content = read_toml(path)
        found = list(islice(_faults(content, shown_path(path), path.parent), MOST_FAULTS))
        return ("", found) if found else (_what(content, shown_path(path), path.parent), [])
    except InvalidInput as error:
        return "", [error]


def in_lines(path: Path, faults: Iterable[InvalidInput]) -> list[str]:
    """The mistakes in a file as text, each with its line number."""
    try:
        text = read_text(path)
    except InvalidInput:  # then no line numbers are found
        text = ""
    return [fault_text(fault, shown_path(path), text) for fault in faults]


def doubts(path: Path) -> list[InvalidInput]:
    """Values that are allowed, but seldom intended, in a file without mistakes."""
    content, where = read_toml(path), shown_path(path)
    if "side" in content:
        date = str(content.get("date", ""))
        usual = not date or re.fullmatch(r"\d{4}(-\d{2}){0,2}|(\d{1,2} )?[^\W\d]+ \d{4}", date)
        allowed = "usually year-month-day, such as 1943-07-21, or month and year"
        unusual = [] if usual else [InvalidInput(f"{where}: date", date, allowed)]
        scenario = scenario_of(content, where)
        conditions = ruleset(scenario.ruleset).conditions.items()
        taken = [f"{name} left out, {allowed[0]} taken" for name, allowed in conditions if name not in scenario.conditions]
        return unusual + [InvalidInput(f"{where}: conditions", "; ".join(taken), DOUBTED)] * bool(taken)
    return list(_doubts_of_roster(content, where)) if "ship" in content else []


def _doubts_of_roster(content: Mapping[str, Any], where: str) -> Iterator[InvalidInput]:
    roster = convert(content, Roster, where)
    rules = ruleset(roster.ruleset)
    for card in roster.ship:
        place = f"{where}: ship {shown(card['name'])}"
        for doubt in rules.doubts(rules.read_card(card, place, rules.tables)):
            key, keyed, found = doubt.partition(": found ")
            yield InvalidInput(f"{place}: {key}", found, DOUBTED) if keyed else InvalidInput(place, doubt, DOUBTED)


def _what(content: Mapping[str, Any], where: str, folder: Path) -> str:
    """The content of a file in words: its kind and its number of ships. Raises InvalidInput for the first mistake. ``folder`` is
    the folder of the file.
    """
    if "side" in content:
        setup = build_setup(scenario_of(content, where), where, folder)
        return f"scenario of {setup.ruleset}: {counted(len(setup.sides), 'side')}, {counted(len(setup.ships), 'ship')}"
    if "ship" in content:
        roster = roster_of(content, where)
        return f"roster of {roster.ruleset}: {counted(len(roster.ship), 'ship')}"
    if not any(key in content for key in HOUSE_KEYS):
        allowed = "[[ship]] of a roster, [[side]] of a scenario, or [table], [modifiers] or [reading] of house rules"
        raise InvalidInput(where, "no key that shows the file's kind", allowed)
    return f"house rules of {house_of(content, where).ruleset}"


def _faults(content: Mapping[str, Any], where: str, folder: Path) -> Iterator[InvalidInput]:
    if "side" in content:
        yield from _in_scenario(content, where, folder)
    elif "ship" in content:
        yield from _in_roster(convert(content, Roster, where), where)
    elif any(key in content for key in HOUSE_KEYS):
        content = renamed(content, "readings", "reading")
        found, _ = type_faults(content, HouseRules, where)
        yield from (fault.error for fault in found)
        sound = _without(content, [fault.steps for fault in found])
        yield from _in_house(list(_house_parts(sound, where)), where)


def _without(content: Mapping[str, Any], faulty: Iterable[tuple[KeyPath, ...]]) -> dict[str, Any]:
    """House rules without the wrong changes and the unknown keys."""
    less: dict[str, Any] = {key: dict(value) if isinstance(value, Mapping) else value for key, value in content.items()}
    for steps in faulty:
        if len(steps) > 1 and isinstance(less.get(str(steps[0])), dict):
            less[str(steps[0])].pop(steps[1], None)
        elif steps:
            less.pop(str(steps[0]), None)
    return less


def _in_roster(roster: Roster, where: str) -> Iterator[InvalidInput]:
    rules, names = ruleset(roster.ruleset), [str(card.get("name", "")).strip() for card in roster.ship]
    for number, card in enumerate(roster.ship, 1):
        yield from card_faults(rules, card, number, where)
    if all(names):
        yield from failing([partial(check_unique, f"{where}: ship", names)])


def card_faults(rules: Ruleset[Any], card: Mapping[str, Any], number: int, where: str) -> Iterator[InvalidInput]:
    """The mistakes in a card: values of a wrong type, then values that the rules refuse. There is at most one for each key and
    list entry.
    """
    if not isinstance(card.get("name"), str):
        yield from failing([partial(check_card, rules, card, number, where)])
        return
    found, good = type_faults(card, rules.card_type, f"{where}: ship {shown(card['name'])}")
    yield from (fault.error for fault in found)
    replaced = {str(fault.steps[-1]) for fault in found if fault.steps}
    mended = set[str]()
    while fault := next(failing([partial(check_card, rules, good, number, where)]), None):
        if not is_about(fault, replaced) and fault.where not in mended:
            yield fault
        before, good = good, _without_entry(good, fault)
        replaced |= {key for key, value in good.items() if not value and before[key]}
        if good == before and fault.where not in mended:
            mended.add(fault.where)
            good = _with_another(good, fault)
        if good == before:
            return


def is_about(fault: InvalidInput, keys: set[str]) -> bool:
    """Whether a mistake is about one of these keys. Their wrong values were replaced so that the rest could be checked."""
    words = _words(fault)
    return any(word.startswith(key) for word in (*words, *(words[-1].split(" and ") if words else ())) for key in keys)


def _words(fault: InvalidInput) -> list[str]:
    """The parts of the place named in an error, such as ship and key."""
    return re.split(r"[:,]\s*", fault.where)


def _without_entry(card: Mapping[str, Any], fault: InvalidInput) -> dict[str, Any]:
    """The card without the list entry that an error names. If two entries have the same name, the second is left out."""
    words, found = _words(fault), str(fault.found).removesuffix(" twice")
    seen = set[str]()

    def kept(entry: Any) -> bool:
        name = str(entry.get("name") or entry.get("kind") or "") if isinstance(entry, Mapping) else ""
        again = name in seen and name == found
        seen.add(name)
        return not (name and (again or any(word == name or word.endswith(f" {name}") for word in words)))

    return {key: list(filter(kept, value)) if isinstance(value, list) else value for key, value in card.items()}


def _with_another(card: Mapping[str, Any], fault: InvalidInput) -> dict[str, Any]:
    """The card with an allowed word or number in place of the wrong value that an error names."""
    key = _words(fault)[-1]
    word, number = fault.near or fault.allowed.partition(", ")[0], re.search(r"(above )?(\d+)", fault.allowed)
    if isinstance(card.get(key), str):
        return {**card, key: word}
    if isinstance(card.get(key), (int, float)) and number:
        return {**card, key: int(number[2]) + bool(number[1])}
    return dict(card)


def failing(checks: Iterable[Check]) -> Iterator[InvalidInput]:
    """The errors that these checks raise."""
    for check in checks:
        try:
            check()
        except InvalidInput as error:
            yield error


def _in_scenario(content: Mapping[str, Any], where: str, folder: Path) -> Iterator[InvalidInput]:
    """The mistakes in the ships' lines. The rest is then checked without the wrong lines, and its mistakes follow."""
    bad: list[InvalidInput] = []
    sides = content["side"]
    sound = [_without_bad(side, where, bad) for side in sides] if isinstance(sides, list) else sides
    yield from bad
    found, good = type_faults({**renamed(content, "reading", "readings"), "side": sound}, Scenario, where)
    yield from (fault.error for fault in found)
    replaced = {str(fault.steps[-1]) for fault in found if fault.steps}
    try:
        scenario = scenario_of(good, where)
        faults = failing(parts(scenario, where, folder))
        whole = list(islice((fault for fault in faults if not is_about(fault, replaced)), MOST_FAULTS))
        yield from whole
        if not (bad or found or whole):
            setup = build_setup(msgspec.structs.replace(scenario, victory=None), where, folder)
            rules = ruleset(setup.ruleset)
            battle = rules.begin(setup)
            places = {side.name.strip(): side.place for side in scenario.side}
            yield from victory_faults(scenario.victory, battle, where) if scenario.victory else ()
            last = scenario.victory.turns if scenario.victory else 0
            yield from table_faults(scenario.table, places, rules, battle, where, last=last)
    except InvalidInput as error:
        if not found:
            yield error


def _without_bad(side: Any, where: str, bad: list[InvalidInput]) -> Any:
    """The side without those lines of its ships that have a wrong type. The mistakes in these lines are added to ``bad``."""
    if not isinstance(side, Mapping) or not isinstance(side.get("ships"), list):
        return side
    kept = []
    place = f"{where}: side {shown(side.get('name', ''))}"
    for number, line in enumerate(side["ships"], 1):
        if len(bad) >= MOST_FAULTS:
            break
        named = line.get("name") or line.get("card") if isinstance(line, Mapping) else None
        wrong, _ = type_faults(line, ShipLine, f"{place}, ship {shown(named) if named else number}")
        found = [fault.error for fault in wrong] or list(failing([partial(check_named, line, place)]))
        bad += found
        kept += [] if found else [line]
    return {**side, "ships": kept}


def _in_house(parts: Sequence[HouseRules], where: str) -> Iterator[InvalidInput]:
    """The mistakes in several parts of house rules. Each check reads all tables. So the parts are checked together, and in halves
    only if something is wrong.
    """
    found = list(failing([partial(check_house, where, *parts)])) if parts else []
    if not found or len(parts) == 1:
        yield from found
        return
    half = len(parts) // 2
    for fault in chain(_in_house(parts[:half], where), _in_house(parts[half:], where)):
        found = []
        yield fault
    yield from found  # each part is right alone, but together they are wrong


def _house_parts(content: Mapping[str, Any], where: str) -> Iterator[HouseRules]:
    """Each single change of house rules, as house rules of its own."""
    house = convert(renamed(content, "readings", "reading"), HouseRules, where)
    for name, table in house.table.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, table={name: table})
    for name, figure in house.figure.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, figure={name: figure})
    for name, values in house.modifiers.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, modifiers={name: values})
    for name, reading in house.reading.items():
        yield HouseRules(ruleset=house.ruleset, title=house.title, reading={name: reading})
