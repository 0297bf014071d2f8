"""The odds in a form: what dice decide comes first, what comes about anyway last and without a figure."""

from __future__ import annotations

from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.shapes.odds import Chance, OddsView, Possible, ShipOdds, TrackOdds
from fleetbook.tui.battle.entry.odds_lines import draw_odds
from tests.core import toy

TABLES: RuleTables = toy.RULES.tables


def told(*ships: ShipOdds) -> list[str]:
    odds = OddsView(procedure="fire", headline="", inputs={}, exact=True, samples=0, error=0.0, counts=(), ships=ships)
    return ["".join(text for text, _ in line).strip() for line in draw_odds(odds, TABLES, 78)]


def track(name: str, before: int, **left: float) -> TrackOdds:
    spread = tuple(Chance(value=int(value[1:]), probability=chance) for value, chance in left.items())
    return TrackOdds(track=name, before=before, mean=sum(int(one.value) * one.probability for one in spread), spread=spread)


def test_what_is_certain_of_the_firer_stands_behind_what_is_not_of_the_target() -> None:
    firer = ShipOdds(
        ship="Arrow",
        tracks=(track("shot", 10, n9=1.0),),
        conditions=(Possible(text="has fired", probability=1.0), Possible(text="afire", probability=0.25)),
    )
    target = ShipOdds(ship="Bolt", tracks=(track("hull", 6, n5=0.5, n6=0.5),), conditions=())
    assert [" ".join(line.split()) for line in told(firer, target)] == [
        "then Arrow afire 25 %",
        "then Bolt hull struck 50 %",
        "anyway Arrow shot 10 to 9 has fired",
    ]


def test_a_track_that_is_struck_in_any_case_and_how_much_is_not_certain_is_no_certainty() -> None:
    target = ShipOdds(ship="Bolt", tracks=(track("hull", 6, n4=0.5, n5=0.5),), conditions=())
    assert [" ".join(line.split()) for line in told(target)] == ["then Bolt hull struck 100 %"]
