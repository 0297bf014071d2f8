"""Results of critical hits in the referee's words: every nature, every outcome of its tables (8.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import HURT, LOST, NOTHING
from fleetbook.rules.fgdn.criticals.criticals import CRITICAL_HITS
from tests.rules.fgdn.gunfire import batch, critical
from tests.rules.fgdn.results import afloat, battleship, boat, carrier, freighter, printed, submarine, thrown, with_a_die
from tests.rules.fgdn.scene import Game, Line


@dataclass(frozen=True)
class Case:
    """A critical hit of a nature on a ship, with the dice that follow, and what is said of it."""

    nature: str
    dice: tuple[int, ...]
    line: Line
    words: str
    column: str = "major"
    depth: str = ""
    given: tuple[tuple[str, Any], ...] = ()
    evading: bool = False
    kind: str = HURT

    def strike(self) -> tuple[Game, Record]:
        game = afloat(self.line, self.depth)
        if self.evading:
            game.go("movement").give("move", ship="Ship", knots=20, evades="yes")
        return game, critical(game, "Ship", self.nature, *self.dice, column=self.column, **dict(self.given))


TOLD_ELSEWHERE = {
    "aircraft_hit", "aircraft_light", "airship_control", "airship_critical", "airship_fire", "damage_ratio", "depth_change",
    "plunging_fire", "reduction", "troops",
}  # fmt: skip
"""Tables that no critical hit throws on by itself."""
HELD = (("penetrated", False),)
SHIP, CARRIER, BOAT, DIVED = battleship(), carrier(), boat(), submarine()
CASES = [
    Case("Main Battery*", (1,), SHIP,
         "Main Battery: her main battery loses a director; her main battery fires in local control."),
    Case("Main Battery*", (3, 1, 8), SHIP, "Main Battery: A out of action; main magazine: safe."),
    Case("Main Battery*", (10, 2, 9), SHIP, "Main Battery: Ship BLOWS UP: magazine explosion.", kind=LOST),
    Case("Main Battery*", (3,), SHIP, "Main Battery: the armour keeps it from the guns.", given=HELD, kind=NOTHING),
    Case("Main Battery*", (8,), DIVED, "Main Battery: bow tubes out of action; bow tubes: safe.", "minor"),
    Case("Casemate*", (2,), SHIP, "Casemate: her casemate battery loses a director."),
    Case("Casemate*", (3, 1, 8), SHIP, "Casemate: c1 out of action; ready ammunition, c1: safe."),
    Case("Casemate*", (3, 1, 9, 1, 1), SHIP, "Casemate: c1 out of action; ready ammunition, c1: explodes; no gun beside it."),
    Case("Casemate*", (3, 1, 9, 3, 3, 1), SHIP,
         "Casemate: c1 and c2 out of action; ready ammunition, c1: explodes; ready ammunition, c2: safe."),
    Case("Casemate*", (3, 1, 9, 4, 5, 1, 1), SHIP,
         "Casemate: c1, c2 and c3 out of action; ready ammunition, c1: explodes; ready ammunition, c2: safe; ready "
         "ammunition, c3: safe."),
    Case("Casemate*", (3, 1, 9, 6, 6, 1, 1, 1), SHIP,
         "Casemate: c1, c2, c3 and c4 out of action; ready ammunition, c1: explodes; ready ammunition, c2: safe; ready "
         "ammunition, c3: safe; ready ammunition, c4: safe."),
    Case("Other Weapon*", (), SHIP, "Other Weapon: her light battery loses a third of its strength."),
    Case("Other Weapon", (8,), battleship(weapons=DIVED[1]["weapons"]),
         "Other Weapon: bow tubes out of action; bow tubes: safe.", "minor"),
    Case("Other Weapon", (9,), battleship(weapons=DIVED[1]["weapons"]),
         "Other Weapon: bow tubes out of action; bow tubes: explodes.", "minor"),
    Case("Weapon", (7,), SHIP, "Weapon: her light battery loses a third of its strength.", "torpedo"),
    Case("Weapon or Cargo", (1,), BOAT, "Weapon: her machine gun loses a third of its strength.", "small cargo"),
    Case("Engineering*", (9, 3), SHIP, "Engineering: she loses a level of speed; fire of 3 %, due 1209."),
    Case("Engineering*", (10, 3), SHIP, "Engineering: she loses a level of speed; fire of 5 %, due 1209; a boiler explodes."),
    Case("Engineering*", (), SHIP, "Engineering: the armour was not pierced.", given=HELD, kind=NOTHING),
    Case("Engineering", (1, 1), SHIP, "Engineering: she loses a level of speed; fire of 1 %, due 1209.", "torpedo"),
    Case("Flooding*", (3,), SHIP, "Flooding: flooding of 5 %, due 1209."),
    Case("Flooding", (4,), SHIP, "Flooding: flooding of 6 %, at once.", "torpedo"),
    Case("Fire*", (4,), SHIP, "Fire: fire of 6 %, due 1209."),
    Case("Fire*", (), SHIP, "Fire: the armour was not pierced.", given=(*HELD, ("mm", 60)), kind=NOTHING),
    Case("Fire*", (1,), SHIP, "Fire: no fire.", given=(*HELD, ("mm", 70)), kind=NOTHING),
    Case("Fire", (4,), SHIP, "Fire: fire of 6 %, due 1209.", "torpedo"),
    Case("Rudder*", (1,), SHIP, "Rudder: her rudder is jammed straight."),
    Case("Rudder*", (1, 1), battleship(size="B"), "Rudder: her rudder is jammed port.", evading=True),
    Case("Rudder*", (1, 3), battleship(size="B"), "Rudder: her rudder is jammed straight.", evading=True),
    Case("Rudder*", (1, 5), battleship(size="B"), "Rudder: her rudder is jammed starboard.", evading=True),
    Case("Rudder", (4,), SHIP, "Rudder: her rudder is disabled.", "torpedo"),
    Case("Rudder", (), DIVED, "Rudder: she loses depth control.", "major damage", "shallow"),
    Case("Bridge*", (3, 6), SHIP, "Bridge: her bridge is out for 2 turns; fire of 6 %, due 1209."),
    Case("Bridge", (1, 5), BOAT,
         "Bridge: her bridge is out for 1 turn; captain 1 is hit; fire of 5 %, at once.", "small craft"),
    Case("Bridge*", (2, 3, 6), CARRIER,
         "Bridge: her bridge is out for 1 turn; she ceases flight operations; fire of 6 %, due 1209.", "aviation"),
    Case("Bridge", (1, 1, 3), DIVED,
         "Bridge: she is on the surface now; her bridge is out for 1 turn; fire of 3 %, due 1209; she loses all fire "
         "control solutions and comes to periscope depth; must surface: fire.", "minor", "deep"),
    Case("Bridge", (1, 2, 3), DIVED,
         "Bridge: she is at periscope depth now; her bridge is out for 1 turn; fire of 3 %, due 1209; she loses all fire "
         "control solutions and comes to periscope depth; must surface: fire; she does not broach.", "minor", "deep"),
    Case("Sensor/Comms", (3, 1), SHIP, "Sensor/Comms: she loses her port signal lights."),
    Case("Sensor/Comms", (3, 3), SHIP, "Sensor/Comms: she loses her starboard signal lights."),
    Case("Sensor/Comms", (3, 5), SHIP, "Sensor/Comms: she loses her port signal halyards."),
    Case("Sensor/Comms", (3, 7), SHIP, "Sensor/Comms: she loses her starboard signal halyards."),
    Case("Sensor/Comms", (3, 9), SHIP, "Sensor/Comms: she loses her main wireless."),
    Case("Sensor/Comms", (3, 10), SHIP, "Sensor/Comms: she loses her auxiliary wireless."),
    Case("Sensor/Comms*", (4, 1), SHIP, "Sensor/Comms: she loses her forward searchlight.", "aviation"),
    Case("Sensor/Comms*", (4, 5), SHIP, "Sensor/Comms: she loses her after searchlight.", "aviation"),
    Case("Sensor/Comms*", (4, 9), SHIP, "Sensor/Comms: she loses her sonar.", "aviation"),
    Case("Sensor", (1,), SHIP, "Sensor: she loses her forward searchlight."),
    Case("Sensor", (1,), DIVED, "Sensor: she has no forward searchlight to lose by this.", "major damage", kind=NOTHING),
    Case("Communications", (9,), SHIP, "Communications: she loses her main wireless."),
    Case("Personnel", (), BOAT, "Personnel: crew 5 of 6.", "small craft"),
    Case("Flotation", (), BOAT, "Flotation: flotation 3 of 4.", "small craft"),
    Case("Fuel Tank", (30, 3), BOAT, "Fuel Tank: fire of 5 %, at once.", "small craft"),
    Case("Fuel Tank", (31,), BOAT, "Fuel Tank: her fuel tank burns, 30 %: no.", "small craft", kind=NOTHING),
    Case("Flight Deck*", (1, 5), CARRIER, "Flight Deck: her flight deck is hit forward; the hangar is not hit.", "aviation"),
    Case("Flight Deck*", (3, 6, 1, 1), CARRIER,
         "Flight Deck: 1 of her aircraft lost, 5 left; her flight deck is hit amidships; no fire.", "aviation"),
    Case("Flight Deck*", (5, 5), CARRIER, "Flight Deck: her flight deck is hit aft; the hangar is not hit.", "aviation"),
    Case("Aircraft", (2,), CARRIER, "Aircraft: 1 of her aircraft lost, 5 left; no fire.", "aviation"),
    Case("Aircraft", (6,), CARRIER, "Aircraft: 1 of her aircraft lost, 5 left; fire of 4 %, due 1209.", "aviation"),
    Case("Ammo/Fuel*", (3, 8), CARRIER,
         "Ammo/Fuel: her aviation magazine is hit; aviation magazine: safe.", "aviation", kind=NOTHING),
    Case("Ammo/Fuel*", (3, 9), CARRIER, "Ammo/Fuel: Ship BLOWS UP: magazine explosion.", "aviation", kind=LOST),
    Case("Ammo/Fuel*", (4, 3), CARRIER, "Ammo/Fuel: fire of 7 %, due 1209; her aviation fuel is hit.", "aviation"),
    Case("Cargo", (1, 40), freighter("ammo"), "Cargo: she loses 40 of the ammo in hold 1.", "merchant"),
    Case("Cargo", (3, 40, 3), freighter("ammo"),
         "Cargo: she loses 40 of the ammo in hold 1; fire of 6 %, due 1209; hold 1 may explode each Intermediate Turn.",
         "merchant"),
    Case("Cargo", (8,), freighter("ammo"), "Cargo: Ship BLOWS UP: ammunition cargo exploded.", "merchant", kind=LOST),
    Case("Cargo", (3,), freighter("crude oil"), "Cargo: fire of 6 %, due 1209.", "merchant"),
    Case("Cargo", (), freighter("vehicles", 0), "Cargo: she has no cargo to lose.", "merchant", kind=NOTHING),
    Case("Hull Penetration", (50, 4), DIVED,
         "Hull Penetration: Ship IS LOST: pressure hull breached. She goes under at 1224.", "lethal", "shallow", kind=LOST),
    Case("Hull Penetration", (51,), DIVED,
         "Hull Penetration: Ship SINKS: pressure hull breached.", "lethal", "shallow", kind=LOST),
    Case("Hull Penetration", (), DIVED,
         "Hull Penetration: Ship SINKS: pressure hull breached, all hands lost.", "lethal", "deep", kind=LOST),
    Case("Hull Deformation", (), DIVED,
         "Hull Deformation: her pressure hull is deformed; she must come to intermediate 1 or above.", "lethal", "deep"),
    Case("Battery", (3,), DIVED, "Battery: she loses 15 % of her submerged endurance.", "major damage", "shallow"),
    Case("Switchboard", (3,), DIVED,
         "Switchboard: she loses propulsion and most of her electricity.", "minor damage", "shallow"),
    Case("2 x Flooding", (3, 4), DIVED,
         "2 x Flooding: flooding of 5 %, due 1209; flooding of 6 %, due 1209; 15 knots or less: flooding; must come to "
         "shallow depth.", "lethal", "shallow"),
    Case("1/2 Flooding", (4,), DIVED, "1/2 Flooding: flooding of 3 %, due 1209.", "minor damage", "shallow"),
    Case("1/2 Fire", (4,), DIVED, "1/2 Fire: fire of 3 %, due 1209; must surface: fire.", "minor damage", "shallow"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.nature} {case.dice}")
def test_8_3_each_critical_hit(case: Case) -> None:
    game, record = case.strike()
    result = game.journal.results(record)[0]
    assert (result.kind, result.words) == (case.kind, case.words)


def test_8_3_every_nature_and_every_outcome_has_its_sentence() -> None:
    """A new row of any table of the criticals fails here until a case above says what is said of it."""
    assert {result for _, result in printed(CRITICAL_HITS)} == {case.nature for case in CASES}
    assert thrown(case.strike()[1] for case in CASES) == printed(*with_a_die() - {CRITICAL_HITS, *TOLD_ELSEWHERE})


@pytest.mark.parametrize("die", [1, 4, 7, 10])
def test_8_3_troops_are_lost_by_the_points(die: int) -> None:
    """A 1 is as many as the points, a 10 four times as many."""
    game = afloat(freighter("troops"))
    times = {1: 1, 4: 2, 7: 3, 10: 4}[die]
    (result,) = game.journal.results(batch(game, "Ship", 6, 1, die, automatic=["Cargo"], column="merchant"))
    assert result.rows == (f"Cargo: she loses {6 * times} of the troops in hold 1.",)
