"""A scenario in one file, with every card that its ships have: it plays where no roster is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.parsing import folded_name
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.scenario import ReadingText, Scenario, ShipLine, SideText, read_scenario


def bundled(path: Path) -> Scenario:
    """The scenario of a file with its cards in it. Raises InvalidInput."""
    return with_cards(read_setup(path), read_scenario(path))


def with_cards(setup: Setup, scenario: Scenario | None = None) -> Scenario:
    """The scenario of a battle's setup; its text, conditions and readings are those of the file where there is one."""
    cards = dict(_cards(setup))
    names = {id(entry): _card_name(entry, cards) for entry in setup.ships}
    sides = tuple(_side(side, setup, names) for side in setup.sides)
    return Scenario(
        ruleset=setup.ruleset,
        title=setup.title,
        side=sides,
        card=tuple(cards.values()),
        date=setup.date,
        text=setup.text,
        conditions=dict(setup.conditions),
        options=dict(setup.options),
        readings=scenario.readings if scenario else dict(_readings(setup)),
        victory=setup.victory,
    )


def _cards(setup: Setup) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each card once; of those alike in name and not in what they say, the later ones are named after their ship."""
    taken: dict[str, Mapping[str, Any]] = {}
    for entry in setup.ships:
        name = str(entry.card["name"]).strip()
        if taken.setdefault(folded_name(name), entry.card) != entry.card:
            name = f"{name} ({entry.name})"
        yield name, {**entry.card, "name": name}


def _card_name(entry: ShipEntry, cards: Mapping[str, Mapping[str, Any]]) -> str:
    name = str(entry.card["name"]).strip()
    own = f"{name} ({entry.name})"
    return own if own in cards else name


def _side(side: str, setup: Setup, cards: Mapping[int, str]) -> SideText:
    ships = [entry for entry in setup.ships if entry.side == side]
    squadrons = [{"name": squadron.name, **squadron.details} for squadron in setup.squadrons if squadron.side == side]
    return SideText(side, tuple(_line(entry, cards[id(entry)]) for entry in ships), tuple(squadrons))


def _line(entry: ShipEntry, card: str) -> ShipLine:
    return ShipLine(card, "" if entry.name == card else entry.name, entry.squadron, speed=entry.speed)


def _readings(setup: Setup) -> Iterator[tuple[str, ReadingText]]:
    """Of the house rules laid over a battle, the readings: a scenario holds no others."""
    for house in setup.house:
        for name, reading in house.reading.items():
            yield name, ReadingText(reading.value, reading.reason)


def left_out(setup: Setup) -> tuple[str, ...]:
    """Titles of house rules that change more than readings: their files must travel too."""
    return tuple(house.title for house in setup.house if house.table or house.modifiers or house.figure)
