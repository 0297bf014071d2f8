"""The odds in a form: dice decide the first figures, and certain effects come last without a figure."""

from __future__ import annotations

from fleetbook.core.tables.table import RuleTables
from fleetbook.reports.odds.shape import Chance, Count, OddsView, Possible, ShipOdds, TrackOdds
from fleetbook.tui.battle.entry.odds_lines import draw_odds, likeliest_first
from tests.core import toy

TABLES: RuleTables = toy.RULES.tables


def told(*ships: ShipOdds) -> list[str]:
    odds = OddsView(procedure="fire", headline="", inputs={}, exact=True, samples=0, error=0.0, counts=(), ships=ships)
    return ["".join(text for text, _ in line).strip() for line in draw_odds(odds, TABLES, 78)]


def track(name: str, before: int, **left: float) -> TrackOdds:
    spread = tuple(Chance(value=int(value[1:]), probability=chance) for value, chance in left.items())
    mean = sum(int(one.value) * one.probability for one in spread)
    return TrackOdds(track=f"{name} boxes", before=before, mean=mean, spread=spread, label=name)


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


def many(number: int) -> list[str]:
    """A ship that so many things may happen to, each less likely than the one before."""
    conditions = tuple(Possible(text=f"thing {place}", probability=(30 - place) / 100) for place in range(1, number + 1))
    return told(ShipOdds(ship="Bolt", tracks=(), conditions=conditions))


def test_no_list_of_outcomes_ends_without_saying_how_many_more_there_are() -> None:
    assert "thing 7 23 %" in many(7)[-1]
    assert "more" not in " ".join(many(7))
    assert many(8)[-1].endswith("and 2 more, at most 23 % each")


def test_a_count_of_one_or_none_is_told_by_what_happens_and_one_that_hardly_does_is_told_too() -> None:
    def counted(likely: float, once: str) -> str:
        spread = (Chance(value=0, probability=1 - likely), Chance(value=1, probability=likely))
        count = Count(name="ships sunk at the test", mean=likely, spread=spread, once=once)
        odds = OddsView(procedure="fire", headline="", inputs={}, exact=True, samples=0, error=0.0, counts=(count,), ships=())
        [line] = draw_odds(odds, TABLES, 78)
        return " ".join("".join(text for text, _ in line).split())

    assert counted(0.67, "Bolt sinks at the test") == "then Bolt sinks at the test 67 %"
    assert counted(0.001, "Bolt sinks at the test") == "then Bolt sinks at the test <1 %"
    assert counted(0.001, "") == "ships sunk at the test <1 %"


def test_that_a_ship_may_sink_stands_right_after_the_hits_where_there_is_little_room() -> None:
    def count(name: str, once: str = "") -> Count:
        spread = tuple(Chance(value=value, probability=0.5) for value in ((0, 1) if once else (1, 2)))
        return Count(name=name, mean=None, spread=spread, once=once)

    counts = (count("hits"), count("guns out"), count("mounts out"), count("ships sunk", "Bolt sinks"))
    odds = OddsView(procedure="fire", headline="", inputs={}, exact=True, samples=0, error=0.0, counts=counts, ships=())
    lines = ["".join(text for text, _ in line).split()[0] for line in draw_odds(odds, TABLES, 78)]
    assert lines == ["hits", "then", "guns", "mounts"]


def test_turns_stand_in_their_order_whatever_their_chances_are_to_the_last_digit() -> None:
    chances = {f"sinks at the end of turn {turn}": 0.16 + turn % 3 / 1e9 for turn in (7, 10, 6, 9, 8)}
    words = likeliest_first({"afire": 0.1, "dead in the water": 0.2, **chances})
    assert words == ["dead in the water", *(f"sinks at the end of turn {turn}" for turn in (6, 7, 8, 9, 10)), "afire"]
    target = ShipOdds(
        ship="Bolt", tracks=(), conditions=tuple(Possible(text=text, probability=chance) for text, chance in chances.items())
    )
    shown = " ".join(" ".join(told(target)).split())
    assert [shown.index(f"turn {turn} 16 %") for turn in (6, 7, 8, 9, 10)] == sorted(
        shown.index(f"turn {turn} 16 %") for turn in (6, 7, 8, 9, 10)
    )


def test_all_ways_in_which_a_ship_may_end_stand_on_one_line_that_names_her_once() -> None:
    sinks = Count(
        name="sunk", mean=None, spread=(Chance(value=0, probability=0.12), Chance(value=1, probability=0.88)), once="Bolt sinks"
    )
    later = Possible(text="sinks at the end of turn 6", probability=0.12)
    ship = ShipOdds(ship="Bolt", tracks=(), conditions=(later,))
    odds = OddsView(procedure="hit", headline="", inputs={}, exact=True, samples=0, error=0.0, counts=(sinks,), ships=(ship,))
    lines = ["".join(text for text, _ in line).split() for line in draw_odds(odds, TABLES, 78)]
    assert [" ".join(line) for line in lines] == ["then Bolt sinks 88 % sinks at the end of turn 6 12 %"]
