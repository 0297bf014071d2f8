"""The die that the text names for every throw, apart from the code. Whatever a test throws must be of that kind."""

from __future__ import annotations

import re

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record

TABLES = {
    "D6": {
        "aircraft_light", "airship_control", "damage_ratio", "flight_deck", "rudder", "rudder_jam", "sensor_or_communications",
    },
    "2D6": {"casemate_chain"},
    "D10": {
        "aircraft_hit", "airship_critical", "airship_fire", "ammunition_cargo", "aviation_stores", "battery_hit", "broach",
        "communications", "depth_change", "engineering", "hangar", "magazine", "plunging_fire", "reduction", "sensors", "troops",
    },
    "D20": {"critical_hits"},
}  # fmt: skip
THROWS = {
    "D6": (
        ": turns until", ": turns to man", ": turns without", "'s battery", ": aircraft hit", "Impulses",
        "groups of men", "current", "turns on the water", "survivors, ",
    ),
    "D10": (": time to sink", "'s keel breaks", " collide", "free the rudder", "shells hit"),
    "D12": ("direction",),
    "D100": (
        ", per cent", " out of service", " burns, ", " capsizes", " reaches the magazines", " changes depth",
        " hull fails", " to the surface", " starts again", " explodes", "jettison", "destroyed", "only damaged", " is hit, ",
        "repair ", "patch pops", "transfer at", " battery",
    ),
}  # fmt: skip
"""Throws without a table, by words of their label; of two the longer words count."""
SEVERAL = {
    r"(fire|flooding): severity": {"D6", "D6+2", "2D6+2"},
    r"(fire|flooding): per cent": {"D6", "2D6"},
}
DRAWN = re.compile(r"(who is hit|casemate gun|gun beside it|engine hit|fuel tank hit|gas cell hit|hold hit|main mount|"
                   r"torpedo tubes|weapon hit|without elevators)$")  # fmt: skip
"""One of several things is drawn: the die has as many faces as there are."""


def named_by_the_text(event: Rolled) -> set[str]:
    """The dice that may be thrown there."""
    if event.table:
        return {dice for dice, tables in TABLES.items() if event.table in tables}
    if DRAWN.search(event.label):
        return {event.dice}
    for label, dice in SEVERAL.items():
        if re.fullmatch(label, event.label):
            return dice
    known = {words: dice for dice, several in THROWS.items() for words in several if words in event.label}
    return {known[max(known, key=len)]} if known else set()


def check_dice(record: Record) -> None:
    """Fail for a throw with another die than the text's."""
    for event in record.events:
        if isinstance(event, Rolled):
            assert event.dice in named_by_the_text(event), f"{event.label}: {event.dice}"
            assert all(1 <= face.face <= face.sides for face in event.faces)
