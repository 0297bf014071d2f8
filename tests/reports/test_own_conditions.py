"""Battles that end by their scenario's own conditions, one and more of each system: the verdict that was worked out by hand, and
the score counted again from the boxes and fates that the report's JSON tells. Recorded battles are counted again too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.verdict import verdict
from fleetbook.core.battle.victory import Count
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.reports.render.formats import report
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.golden.playing import BATTLES, kept, scenario

LONGEST = 600  # steps


@dataclass(frozen=True)
class Fought:
    """A battle: boxes struck by ship and track in this order, then steps until a turn begins; what came of it by hand."""

    scenario: str
    struck: Sequence[tuple[str, str, int]]
    turn: int
    result: tuple[str, str, str]  # winner, kind, degree
    first: str  # what a report says first
    score: tuple[float, float]


FOUGHT = {
    "coastal: half a destroyer": Fought(
        "blackett-strait",
        (("PT 109", "hull", 3), ("Amagiri", "hull", 0)),
        1,
        ("United States", "aim", ""),
        "United States have won: 1 destroyer sunk or with half its hull gone (1 needed)",
        (1, 0),
    ),
    "aanda: half a cruiser": Fought(
        "manila-bay",
        (("Reina Cristina", "hull", 4), ("Olympia", "hull", 0)),
        1,
        ("Spain", "aim", ""),
        "Spain has won: 1 American ship sunk, or with half the hull lost (1 needed)",
        (4, 19 + 10),  # the 19 boxes of the Olympia, and 10 for a ship
    ),
    "fgdn: twelve turns without a loss": Fought(
        "run-to-the-south",
        (("Lion", "points", 100),),
        13,
        ("Royal Navy", "otherwise", ""),
        "Royal Navy has won: Hochseeflotte needed 2 British ships sunk and had 0",
        (0, 0),
    ),
    "gwas: Goeben": Fought(
        "cape-sarych",
        (("Evstafi", "hull", 2), ("Goeben", "hull", 0)),
        1,
        ("Russia", "aim", "decisive"),
        "Russia has won (decisive): 1 battlecruiser sunk (1 needed)",
        (2, 10),
    ),
    "variant: two battleships": Fought(
        "two-against-three",
        (("Goeben", "hull", 4), ("Panteleimon", "hull", 0), ("Evstafi", "hull", 0)),
        1,
        ("Central Powers", "aim", ""),
        "Central Powers have won: 2 battleships sunk (2 needed)",
        (2, 0),
    ),
}


def give(journal: Journal[Any], procedure: str, **inputs: Any) -> None:
    draft = Draft(journal.battle, journal.ruleset.order(procedure), inputs)
    journal.append(journal.propose(draft.order(), journal.supply(()), (), draft.given))


def fought(battle: Fought) -> Journal[Any]:
    """The battle played: all boxes of a track where none are named. It is not over before its last stroke or turn."""
    settled = load_setup(battle.scenario)
    journal: Journal[Any] = Journal(ruleset(settled.ruleset), settled, "1")
    for ship, track, boxes in battle.struck:
        assert not verdict(journal.battle).over
        card = journal.ruleset.card(journal.battle.ship(ship))
        (row,) = (row for row in card.tracks if row.id == track)
        give(journal, "strike", ship=ship, track=track, boxes=boxes or row.left)
    for _ in range(LONGEST):
        if journal.battle.turn == battle.turn:
            break
        assert journal.records[-1].turn == journal.battle.turn or not verdict(journal.battle).over
        give(journal, "next")
    return journal


@pytest.mark.parametrize("name", FOUGHT)
def test_a_battle_ends_by_its_own_conditions(name: str) -> None:
    battle = FOUGHT[name]
    journal = fought(battle)
    log = json.loads(report("json", journal))
    result = log["result"]
    assert (result["winner"], result["kind"], result["degree"]) == battle.result
    assert result["over"]
    assert tuple(side["value"] for side in result["score"]) == battle.score
    assert told(result) == recounted(journal.setup, log)
    for form in ("md", "txt", "html"):
        text = " ".join(report(form, journal).split())
        assert battle.first in text


@pytest.mark.parametrize("name", BATTLES)
def test_a_recorded_battle_is_counted_again(name: str) -> None:
    log = json.loads(kept(name, "log.json"))
    assert told(log["result"]) == recounted(scenario(name), log)
    assert log["result"]["over"]


# ------------------------------------------------------------ counting again


def told(result: Mapping[str, Any]) -> tuple[str, str, dict[str, float]]:
    """Winner, degree, and the points of each side."""
    return result["winner"], result["degree"], {side["side"]: side["value"] for side in result["score"]}


def recounted(settled: Setup, log: Mapping[str, Any]) -> tuple[str, str, dict[str, float]]:
    """The same from the ships that the log tells, by the scenario's words."""
    victory = settled.victory
    assert victory
    numbers = {count.name: number(count, settled, log) for count in victory.count}
    points = dict.fromkeys(settled.sides, 0.0)
    for count in victory.count:
        points[count.side] += numbers[count.name] * count.worth
    won = [
        aim
        for aim in victory.aim
        if all((need.least or 0) <= numbers[need.count] <= (need.most if need.most is not None else 1e9) for need in aim.needs)
    ]
    if len({aim.side for aim in won}) == 1:
        return won[0].side, won[0].degree, points
    least, most = sorted(points.values())
    degrees = [degree for degree, lead in sorted(victory.degrees.items(), key=lambda each: each[1]) if most - least >= lead]
    if victory.compare and most > least and (degrees or not victory.degrees):
        return max(points, key=points.__getitem__), degrees[-1] if degrees else "", points
    return victory.otherwise, "", points


def number(count: Count, settled: Setup, log: Mapping[str, Any]) -> float:
    """How many there are of what is counted."""
    squadrons = {entry.name: entry.squadron for entry in settled.ships}
    ships = [
        ship
        for ship in log["status"]["ships"]
        if ({ship["name"], ship["side"], squadrons[ship["name"]]} & {*count.of} if count.of
            else (ship["side"] == count.side) == (count.what == "ships gone"))
    ]  # fmt: skip
    if count.what == "boxes":
        return sum(boxes(ship, count) for ship in ships)
    if count.what == "ships gone":
        gone = [ship for ship in ships if ship["fate"] and not ship["lost"]]
        return sum(not count.gone_as or ship["end"]["kind"] in count.gone_as for ship in gone)
    if count.what == "objective":
        counted = [
            line["inputs"] for line in log["journal"] if line["in_force"] and line["inputs"].get("condition") == count.name
        ]
        return float(counted[-1]["value"]) if counted else 0.0  # the referee counts it
    if count.what == "ships crippled":
        return sum(is_crippled(ship, count) for ship in ships)
    assert count.what == "ships lost"
    return sum(bool(ship["lost"]) for ship in ships)


def is_crippled(ship: Mapping[str, Any], count: Count) -> bool:
    """Lost, no longer fighting, or with so many hundredths of her first row gone."""
    row = ship["tracks"][0]
    gone = ship["lost"] or (ship["standing"] and not ship["fate"])
    return bool(gone or (row["full"] - row["left"]) * 100 >= row["full"] * count.share)


def boxes(ship: Mapping[str, Any], count: Count) -> float:
    """Of one ship: those struck, or all of them as often as the scenario says where she is lost."""
    row = next(row for row in ship["tracks"] if count.track in ("", row["id"]))
    struck: float = row["full"] - row["left"]
    return max(struck, row["full"] * count.lost) if ship["lost"] else struck
