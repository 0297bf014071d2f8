"""Bundles: a scenario with all its cards in one file. It can be played without any roster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.parsing import folded_name
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.scenario import ReadingText, Scenario, ShipLine, SideText, read_scenario


def bundled(path: Path) -> Scenario:
    """The scenario of a file, with all its cards put into it. Raises InvalidInput if it is wrong."""
    return with_cards(read_setup(path), read_scenario(path))


def with_cards(setup: Setup, scenario: Scenario | None = None) -> Scenario:
    """The scenario of a battle's setup, with all its cards. Its readings, table and places are those of the scenario file, if the
    file is given.
    """
    cards = dict(_cards(setup))
    written = {side.name.strip(): side for side in (scenario.side if scenario else ())}
    sides = tuple(_side(side, setup, cards, written.get(side)) for side in setup.sides)
    readings = {name: ReadingText(one.value, one.reason) for house in setup.house for name, one in house.reading.items()}
    return Scenario(
        ruleset=setup.ruleset,
        title=setup.title,
        side=sides,
        card=tuple(cards.values()),
        date=setup.date,
        text=setup.text,
        conditions=dict(setup.conditions),
        options=dict(setup.options),
        readings=scenario.readings if scenario else readings,
        victory=setup.victory,
        event=setup.events,
        table=scenario.table if scenario else None,
    )


def _cards(setup: Setup) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each card once, with its name. If two different cards have the same name, the second is named after its ship."""
    taken: dict[str, Mapping[str, Any]] = {}
    for entry in setup.ships:
        name = str(entry.card["name"]).strip()
        if taken.setdefault(folded_name(name), entry.card) != entry.card:
            name = f"{name} ({entry.name})"
        yield name, {**entry.card, "name": name}


def _side(side: str, setup: Setup, cards: Mapping[str, Mapping[str, Any]], written: SideText | None) -> SideText:
    ships = [_line(entry, cards) for entry in setup.ships if entry.side == side]
    squadrons = [{"name": squadron.name, **squadron.details} for squadron in setup.squadrons if squadron.side == side]
    place, home = (written.place, written.home) if written else ((), "")
    return SideText(side, tuple(ships), tuple(squadrons), place=place, home=home)


def _line(entry: ShipEntry, cards: Mapping[str, Mapping[str, Any]]) -> ShipLine:
    name = str(entry.card["name"]).strip()
    own = f"{name} ({entry.name})"
    card = own if own in cards else name
    return ShipLine(card, "" if entry.name == card else entry.name, entry.squadron, speed=entry.speed)


def left_out(setup: Setup) -> tuple[str, ...]:
    """The titles of house rules that change more than readings. A scenario cannot contain them, so their files must be passed on
    too.
    """
    return tuple(house.title for house in setup.house if house.table or house.modifiers or house.figure)
