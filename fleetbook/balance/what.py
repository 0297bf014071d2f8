"""Changes of a scenario to try in simulated battles, such as an absent ship, another light or another number that wins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from fleetbook.core.battle.victory import Victory
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import decimal_number
from fleetbook.reports.balance.conditions import LEAST, MOST, Tried
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.scenario import Scenario, ShipLine, SideText, Word
from fleetbook.store.library.table import TableText

ABSENT = "absent"
WHAT = "what"
Change: TypeAlias = Callable[[str], Scenario]
"""A function that changes a scenario. It takes the new value in words."""


def changed(scenario: Scenario, what: Mapping[str, str]) -> Scenario:
    """The scenario with these changes. Raises InvalidInput for an unknown name or a value that does not fit.

    ``SHIP=absent`` and ``SQUADRON=absent`` take ships away. Conditions, options, ``turns``, ``quiet``, ``otherwise`` and the
    counts of aims are changed by their names. Keys of a squadron or of a ship's card follow its name, such as ``Beiyang line
    crew=standard``.
    """
    for name, value in what.items():
        if value == ABSENT:
            scenario = _without(scenario, name)
            continue
        known = dict(_changes(scenario))
        if name not in known:
            raise InvalidInput.word(WHAT, name, names_to_change(scenario))
        scenario = known[name](value)
    return scenario


def names_to_change(scenario: Scenario) -> list[str]:
    """All names that may stand before the ``=`` of a change, such as ``turns``."""
    return [*dict(_changes(scenario)), *_ships(scenario), *(str(squadron["name"]) for squadron in _squadrons(scenario))]


def _changes(scenario: Scenario) -> Iterator[tuple[str, Change]]:
    rules = ruleset(scenario.ruleset)
    for name in rules.conditions:
        yield name, partial(_with_word, scenario, "conditions", name)
    for name in rules.options:
        yield name, partial(_with_word, scenario, "options", name)
    victory, table = scenario.victory, scenario.table
    if table is not None:
        yield "quiet", partial(_with_table, scenario, table, "quiet")
        yield "turns", partial(_with_turns, scenario, victory, table)
    if victory is not None:
        yield "otherwise", partial(_with_otherwise, scenario, victory)
        for need in (need for aim in victory.aim for need in aim.needs):
            yield need.count, partial(_with_need, scenario, victory, need.count)
        for count in victory.count:
            yield f"{count.name} worth", partial(_with_worth, scenario, victory, count.name)
    for squadron in _squadrons(scenario):
        for key in squadron:
            yield f"{squadron['name']} {key}", partial(_with_squadron, scenario, squadron["name"], key)
    for ship in _ships(scenario):
        for key in rules.card_type.__struct_fields__:
            yield f"{ship} {key}", partial(_with_card, scenario, ship, key)


def _with_word(scenario: Scenario, table: str, name: str, value: str) -> Scenario:
    words: dict[str, Word] = getattr(scenario, table)
    return replace(scenario, **{table: {**words, name: value}})


def _number(name: str, value: str) -> int | float:
    number = decimal_number(value)
    if number is None or number < 0:
        raise InvalidInput(f"{WHAT}: {name}", value, "a number of 0 or more")
    return int(number) if number == int(number) else number


def _with_table(scenario: Scenario, table: TableText, key: str, value: str) -> Scenario:
    return replace(scenario, table=replace(table, **{key: int(_number(key, value))}))


def _with_turns(scenario: Scenario, victory: Victory | None, table: TableText, value: str) -> Scenario:
    """The scenario with another last turn, in its conditions if they have one, otherwise in its table."""
    if victory is None or not victory.turns:
        return _with_table(scenario, table, "turns", value)
    return replace(scenario, victory=replace(victory, turns=int(_number("turns", value))))


def _with_otherwise(scenario: Scenario, victory: Victory, value: str) -> Scenario:
    return replace(scenario, victory=replace(victory, otherwise=value))


def _with_need(scenario: Scenario, victory: Victory, count: str, value: str) -> Scenario:
    """The scenario with another number needed in the first aim that uses a count. In other aims of the side with this count, the
    number changes by the same amount.
    """
    side, need = next((aim.side, need) for aim in victory.aim for need in aim.needs if need.count == count)
    now = _number(count, value)
    tried = (
        Tried(side, LEAST, count, need.least, now) if need.least is not None else Tried(side, MOST, count, need.most or 0, now)
    )
    return replace(scenario, victory=tried.applied(victory))


def _with_worth(scenario: Scenario, victory: Victory, count: str, value: str) -> Scenario:
    worth = _number(f"{count} worth", value)
    counts = tuple(replace(one, worth=worth) if one.name == count else one for one in victory.count)
    return replace(scenario, victory=replace(victory, count=counts))


def _value(old: Any, value: str) -> Any:
    """A typed value as TOML would hold it: true or false, a number, or a text. A value that replaces a text stays a text."""
    if isinstance(old, bool) or value in ("true", "false"):
        return value in ("true", "yes")
    number = decimal_number(value)
    if isinstance(old, str) or number is None:
        return value
    return int(number) if number == int(number) else number


def _with_squadron(scenario: Scenario, squadron: str, key: str, value: str) -> Scenario:
    def anew(side: SideText) -> SideText:
        squadrons = ({**one, key: _value(one[key], value)} if one["name"] == squadron else one for one in side.squadron)
        return replace(side, squadron=tuple(squadrons))

    return replace(scenario, side=tuple(map(anew, scenario.side)))


def _with_card(scenario: Scenario, ship: str, key: str, value: str) -> Scenario:
    def anew(line: ShipLine) -> ShipLine:
        return replace(line, replaced={**line.replaced, key: _value(None, value)}) if _name(line) == ship else line

    sides = (replace(side, ships=tuple(map(anew, _single(side)))) for side in scenario.side)
    return replace(scenario, side=tuple(sides))


# ------------------------------------------------------------------ ships that are absent


def _without(scenario: Scenario, name: str) -> Scenario:
    """The scenario without a ship or the ships of a squadron."""
    ships, squadrons = _ships(scenario), [str(squadron["name"]) for squadron in _squadrons(scenario)]
    if name not in (*ships, *squadrons):
        raise InvalidInput.word(WHAT, name, [*ships, *squadrons])
    gone = {ship for ship, line in ships.items() if name in (ship, line.squadron)}
    victory = _not_counting(scenario.victory, {*gone, name}) if scenario.victory else None
    return replace(scenario, side=tuple(_side_without(side, gone) for side in scenario.side), victory=victory)


def _side_without(side: SideText, gone: Collection[str]) -> SideText:
    lines = tuple(_single(side))
    left = tuple(line for line in lines if _name(line) not in gone)
    had, has = ({line.squadron for line in some} for some in (lines, left))
    out = {*gone, *(had - has - {""})}
    squadrons = []
    for squadron in (one for one in side.squadron if one["name"] not in out):
        first = next((_name(line) for line in left if line.squadron == squadron["name"]), "")
        squadrons.append({key: first if value in gone else value for key, value in squadron.items()})  # such as her flagship
    places = (replace(place, of=tuple(name for name in place.of if name not in out)) for place in side.place)
    return replace(side, ships=left, squadron=tuple(squadrons), place=tuple(place for place in places if place.of))


def _not_counting(victory: Victory, gone: Collection[str]) -> Victory:
    counts = []
    for count in victory.count:
        of = tuple(name for name in count.of if name not in gone)
        if count.of and not of:
            words = f"without {count.of[0]}, the count “{count.name}” would have no ship: keep one of its ships"
            raise InvalidInput(WHAT, f"{count.of[0]}={ABSENT}", "another ship", words=words)
        counts.append(replace(count, of=of))
    return replace(victory, count=tuple(counts))


def _ships(scenario: Scenario) -> dict[str, ShipLine]:
    return {_name(line): line for side in scenario.side for line in _single(side)}


def _squadrons(scenario: Scenario) -> list[dict[str, Any]]:
    return [squadron for side in scenario.side for squadron in side.squadron if "name" in squadron]


def _single(side: SideText) -> Iterator[ShipLine]:
    """The lines of a side's ships. A line for several ships becomes one line for each of them."""
    for line in side.ships:
        if line.count == 1:
            yield line
        else:
            yield from (replace(line, name=f"{_name(line)} {number}", count=1) for number in range(1, line.count + 1))


def _name(line: ShipLine) -> str:
    return (line.name or line.card).strip()
