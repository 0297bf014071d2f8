"""The course of a battle tells what the battle told: the first hit, the heaviest blow, who sank whom, whose luck was unusual."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import cause_words, course
from fleetbook.reports.damage.marks import FateView, fates, marks
from fleetbook.reports.damage.shots import shots
from fleetbook.reports.luck import Fortune, LuckView
from fleetbook.reports.luck_words import fortunes
from tests.rules.aanda import fleet
from tests.rules.coastal.fleet import Game, ship, tubes


def moments(journal: Journal[Any], kind: str) -> list[tuple[int | None, str]]:
    told = course(journal, shots(journal), marks(journal), fates(journal))
    return [(moment.line, moment.text) for moment in told if moment.kind == kind]


def test_the_first_hit_is_the_first_that_was_scored_not_the_first_worked_out() -> None:
    """Hits are held: Freighter is hit first, Other is worked out first."""
    game = Game([ship("Boat", tubes())], [ship(name, size="larger") for name in ("Other", "Freighter")])
    game.go("move-1").give("launch", ship="Boat", target="Freighter", range=40, number=2)
    first = game.give("torpedo", 4, torpedo="torpedo 1", target="Freighter", modifiers=())
    game.give("torpedo", 4, torpedo="torpedo 2", target="Other", modifiers=())
    game.go("damage-2")
    game.give("damage", 1, 1, 1, 1, 1, 1, ship="Other")
    game.give("damage", 1, 1, 1, 1, 1, 1, ship="Freighter")
    assert moments(game.journal, "first hit") == [(first.number, "First hit: Boat on Freighter (torpedo)")]


def test_a_hit_that_strikes_no_hull_box_off_is_the_first_too() -> None:
    game = fleet.Game([fleet.ship("One"), fleet.ship("Two")], [fleet.ship("Target")]).go("firing")
    first = game.give("fire", 8, 6, 1, firer="One", target="Target", range=60, bearing="P")
    game.give("fire", 10, 1, 12, 1, firer="Two", target="Target", range=60, bearing="P")
    assert moments(game.journal, "first hit") == [(first.number, "First hit: One on Target (12 in)")]


def test_what_a_turn_left_behind_comes_after_what_happened_in_it() -> None:
    game = fleet.Game([fleet.ship("One")], [fleet.ship("Target", hull=1)]).go("firing")
    game.give("fire", 8, 1, 9, 1, firer="One", target="Target", range=60, bearing="P")
    told = course(game.journal, shots(game.journal), marks(game.journal), fates(game.journal))
    assert [moment.kind for moment in told] == ["first hit", "crippled"]


def test_what_the_referee_strikes_is_no_blow() -> None:
    game = fleet.Game([fleet.ship("One")], [fleet.ship("Target")]).go("firing")
    game.give("strike", ship="Target", track="hull", boxes=3)
    assert not moments(game.journal, "heaviest blow")


def test_a_ship_whose_boxes_the_referee_struck_was_sunk_by_his_ruling() -> None:
    game = fleet.Game([fleet.ship("One")], [fleet.ship("Target")]).go("firing")
    game.give("strike", ship="Target", track="hull", boxes=100, reason="rammed a buoy")
    game.go("ongoing", 2).give("ongoing", 1)
    (told,) = moments(game.journal, "lost")
    assert told[1] == "Target (Blue) sunk: no hull boxes left, by no enemy (rammed a buoy)"  # the turn stands before it


def of(name: str, actual: int, expected: float, percentile: float) -> Fortune:
    """Luck whose usual range lies from half to one and a half of the hits expected."""
    return Fortune(
        name=name, side="Red", rolls=2, actual=actual, expected=expected, low=round(expected / 2), high=round(expected * 1.5),
        below=0.0, at=0.0, percentile=percentile,
    )  # fmt: skip


def test_the_unluckiest_is_named_and_whether_that_was_unusual() -> None:
    def told(*firers: Fortune) -> str:
        return fortunes(LuckView(count="hits", sides=sides, firers=firers, sampled=0, left_out=()), (), "Red")

    sides: tuple[Fortune, ...] = ()

    usual, poor, lucky = of("A", 1, 1.3, 40.0), of("B", 0, 4.0, 2.0), of("C", 5, 1.5, 97.0)
    least = "No captain shot unusually badly; A came closest: 1 hit in 2 shots for 1.3 expected"
    assert told(usual, of("D", 1, 1.0, 60.0)) == least
    assert told(of("C", 1, 1.5, 50.0), of("D", 1, 1.5, 60.0)) == "No captain shot unusually well or badly"
    assert told(poor) == ""
    assert told(usual, poor) == "Unluckiest in hits: B, 0 hits in 2 shots for 4.0 expected"
    luckiest = "Luckiest in hits: C, 5 hits for 1.5 expected. "  # in two shots: one shot scored several
    assert told(usual, poor, lucky) == f"{luckiest}Unluckiest in hits: B, 0 hits in 2 shots for 4.0 expected"
    assert told(usual, lucky) == luckiest + least
    twin, few = of("E", 0, 4.0, 2.0), of("F", 0, 0.3, 33.0)
    assert told(usual, poor, twin) == "Unluckiest in hits: B and E, each 0 hits in 2 shots for 4.0 expected"
    assert told(usual, few, of("G", 0, 1.0, 20.0)) == least  # one die, or two, are no luck
    assert told(lucky, few) == luckiest.removesuffix(". ")
    assert told(few, few) == "No ship threw enough dice to speak of bad luck"
    sides = (of("Red", 1, 3.0, 4.0), of("Blue", 0, 3.0, 2.0))
    assert told(usual, lucky) == f"{luckiest}{least}. Red as a whole shot badly and still won: 1 hit in 2 shots for 3.0 expected"


@pytest.mark.parametrize(
    ("reason", "bare", "by", "how", "told"),
    [
        ("", "", "MTB 221", "torpedo", " by MTB 221 (torpedo)"),
        ("capsized", "capsized", "MTB 221", "torpedo", ", by MTB 221 (torpedo)"),
        ("torpedo", "torpedo", "MTB 221", "torpedo", ", by MTB 221"),
        ("her oil exploded (MTB 221, torpedo)", "her oil exploded", "MTB 221", "torpedo", ""),
        ("", "", "", "mine", " by no enemy (mine)"),
    ],
)
def test_a_cause_is_told_once(reason: str, bare: str, by: str, how: str, told: str) -> None:
    fate = f"sunk T1: {reason}" if reason else "sunk T1"
    ship = FateView(
        "S 86",
        "Kriegsmarine",
        fate,
        "sunk",
        "",
        turn=1,
        line=1,
        by=by,
        how=how,
        struck_by=(),
        kind="sunk",
        reason=reason,
        bare=bare,
    )
    assert cause_words(ship) == told
