"""Torpedoes, mines and submarines under attack (8.1.2, 8.1.4, 8.1.7), and boats that take off crews (8.1.9)."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.core.battle.events import Began
from fleetbook.rules.fgdn import RULESET
from fleetbook.rules.fgdn.ground.armour import protection_left
from fleetbook.testing import said
from tests.rules.fgdn.gunfire import batch, labels, notes
from tests.rules.fgdn.scene import Game, Line, ship, small, unless

TABLES = RULESET.tables


def kaiser(**card: Any) -> Line:
    """SMS Kaiser with the armour of the text: 26/7/105."""
    return ship("Kaiser", **{"nation": "Germany", "year": 1912, "belt": 26, "deck": 7, "underwater": 105, "points": 450, **card})


def attacked(line: Line | None = None) -> Game:
    """A battleship in the Movement Phase of the first turn."""
    return Game(ship("Foe 2"), blue=[line or kaiser()]).go("movement")


def hit(game: Game, points: int, name: str = "Kaiser", **inputs: Any) -> None:
    game.give("torpedo", target=name, points=points, **inputs)


def points(game: Game, name: str = "Kaiser") -> list[int]:
    return [one.points for one in game[name].held]


def test_kaiser_two_torpedoes_of_the_text() -> None:
    """40 and 70 points overwhelm a system that takes 35 of one torpedo: 5 and 35 reach the ship."""
    game = attacked()
    hit(game, 40)
    hit(game, 70)
    assert points(game) == [5, 35]


def test_kaiser_four_torpedoes_of_the_text() -> None:
    """Four of 40 points: 35 are left after two, none after the third; the fourth does its full damage."""
    game = attacked()
    for left in (70, 35, 0, 0):
        hit(game, 40)
        assert protection_left(game["Kaiser"], "port") == left
    assert points(game) == [5, 5, 5, 40]


def test_each_side_has_a_protection_of_its_own() -> None:
    game = attacked()
    for side in ("port", "port", "port", "starboard"):
        hit(game, 40, side=side)
    assert points(game) == [5, 5, 5, 5]
    assert [protection_left(game["Kaiser"], side) for side in ("port", "starboard")] == [0, 70]


def test_f59_a_third_of_the_protection_rounds_down() -> None:
    game = attacked(kaiser(underwater=100))
    hit(game, 40)
    assert points(game) == [7]


def test_8_1_7_2_weak_torpedoes_use_up_what_they_do_and_no_more() -> None:
    """Four of 20 points on 105: nothing comes in, and 25 are left for a fifth."""
    game = attacked()
    for left in (85, 65, 45, 25):
        hit(game, 20)
        assert protection_left(game["Kaiser"], "port") == left
    hit(game, 40)
    assert points(game) == [0, 0, 0, 0, 15]


def test_8_1_7_2_the_last_of_the_protection_is_used_up_whole() -> None:
    """Four of 40 points on 100: 33 each time, then the one that is left over."""
    game = attacked(kaiser(underwater=100))
    for _ in range(5):
        hit(game, 40)
    assert points(game) == [7, 7, 7, 39, 40]


def test_a_torpedo_that_the_protection_takes_whole_floods_nothing() -> None:
    game = attacked()
    hit(game, 30)
    assert [one.automatic for one in game["Kaiser"].held] == [()]
    hit(game, 40)
    assert [one.automatic for one in game["Kaiser"].held] == [(), ("Flooding",)]


@pytest.mark.parametrize(
    ("belt", "less"),
    [(0, 0), (5, 0), (6, 10), (10, 10), (11, 25), (20, 25), (21, 40), (30, 40), (31, 50), (40, 50), (41, 60), (60, 60)],
)
def test_f6_shallow_torpedoes_on_the_belt(belt: int, less: int) -> None:
    assert TABLES.table("shallow_torpedo").cell(belt, "per cent less") == less
    game = attacked(kaiser(belt=belt))
    hit(game, 80, depth="shallow")
    assert points(game) == [80 * (100 - less) // 100]


def test_a_shallow_torpedo_does_not_meet_the_protection() -> None:
    game = attacked()
    hit(game, 80, depth="shallow")
    assert protection_left(game["Kaiser"], "port") == 105


@pytest.mark.parametrize("aspect", ["bow", "stern"])
@pytest.mark.parametrize("depth", ["shallow", "deep"])
def test_8_1_7_narrow_aspect_halves_and_misses_belt_and_protection(aspect: str, depth: str) -> None:
    game = attacked()
    hit(game, 81, aspect=aspect, depth=depth)
    assert points(game) == [40]
    assert protection_left(game["Kaiser"], "port") == 105


def test_8_1_7_the_first_two_criticals_of_a_stern_hit_are_engineering_and_rudder() -> None:
    """200 points over 250 is .8: a 1 gives four. The flooding that comes of itself is none of them."""
    game = attacked(kaiser(underwater=0))
    hit(game, 400, aspect="stern")
    record = game.give("damage", 1, 1, 1, 3, 4, 18, 5, 18, 5, ship="Kaiser")
    natures = [event.headline for event in record.events if isinstance(event, Began) and event.procedure == "critical"]
    assert natures == [
        "Kaiser: Flooding",
        "Kaiser: Engineering",
        "Kaiser: Rudder",
        "Kaiser: critical hit",
        "Kaiser: critical hit",
    ]


def test_8_1_7_one_critical_of_a_stern_hit_is_engineering() -> None:
    game = attacked(kaiser(underwater=0))
    hit(game, 200, aspect="stern")
    record = game.give("damage", 4, 1, 1, 3, ship="Kaiser")
    natures = [event.headline for event in record.events if isinstance(event, Began) and event.procedure == "critical"]
    assert natures == ["Kaiser: Flooding", "Kaiser: Engineering"]


def test_8_1_7_deep_torpedoes_run_under_small_ships() -> None:
    for size in "CDEFG":
        game = attacked(small("Boat", size=size) if size in "EFG" else ship("Boat", size=size))
        game.refused("torpedo", because="runs under", target="Boat", points=40, depth="deep")
        hit(game, 40, "Boat", depth="shallow")
        assert points(game, "Boat") == [40]


def test_a_mine_does_not_run_under() -> None:
    game = attacked(ship("Boat", size="C"))
    hit(game, 40, "Boat", kind="mine", depth="deep")
    assert points(game, "Boat") == [40]


def test_f13_torpedo_flooding_applies_at_once_after_the_damage_of_the_torpedo() -> None:
    """8.1: 35 points; the flooding of D6 + 2 does its 5 % as soon as the damage is worked out."""
    game = attacked(ship("Cruiser", size="B", points=100, belt=0, deck=0))
    hit(game, 35, "Cruiser")
    record = game.next(1, 3, 18, 5, 1)
    number = "Cruiser: number of critical hits"
    assert labels(record) == [number, "flooding: severity", "Cruiser: critical hit", "weapon hit", number]
    assert game["Cruiser"].points_left == 100 - 35 - 5


def test_f47_a_torpedo_of_three_quarters_of_the_points_may_break_the_keel() -> None:
    for die, broken in ((8, True), (9, False)):
        game = attacked(ship("Cruiser", size="B", points=100, belt=0, deck=0, year=1930))
        hit(game, 75, "Cruiser")
        record = game.give("damage", die, 1, ship="Cruiser")
        assert ("keel broken by a torpedo" in said(record)) is broken


def test_f47_after_protection_109_points_are_no_longer_three_quarters() -> None:
    game = attacked(kaiser(points=100))
    hit(game, 109)
    assert points(game) == [74]
    record = game.journal.propose(game.draft("damage", ship="Kaiser").order())
    assert not any("keel" in label for label in labels(record))


def test_f46_flooding_of_a_small_craft_is_a_flotation_hit() -> None:
    game = attacked(small("Boat", points=40, size="E", weapons=[]))
    assert game["Boat"].full("flotation") == 6
    hit(game, 4, "Boat")
    record = game.give("damage", 1, ship="Boat")
    assert labels(record) == ["Boat: number of critical hits"]
    assert game["Boat"].left("flotation") == 5
    assert game["Boat"].casualties.flooding == 0


# -- submarines


def submarine(**card: Any) -> Line:
    tubes = {"name": "bow tubes", "kind": "torpedo", "warheads": 4, "warhead": 60, "submerged": True}
    plain = {"kind": "submarine", "size": "D", "points": 30, "belt": 0, "deck": 0, "knots": 15, "year": 1915}
    return ship("U 1", **{**plain, "guns": [], "mounts": [], "weapons": [tubes], **card})


def dived(depth: str = "shallow", **card: Any) -> Game:
    game = Game(ship("Foe 2"), blue=[submarine(**card)])
    game.give("depth", ship="U 1", depth=depth)
    return game.go("movement")


COLUMNS = {
    "lethal": "P P P P P P P P P D D F2 F2 F2 F2 F2 F2 P P P",
    "major": "W W W D D D D B B E E F F F f f f S C R",
    "minor": "W W W s s s s B B E E F1 F1 F1 f1 f1 f1 S C R",
}
SHORT = {
    "P": "Hull Penetration", "D": "Hull Deformation", "F2": "2 x Flooding", "W": "Weapon", "B": "Battery", "E": "Engineering",
    "F": "Flooding", "f": "Fire", "S": "Sensor", "C": "Communications", "R": "Rudder", "s": "Switchboard", "F1": "1/2 Flooding",
    "f1": "1/2 Fire",
}  # fmt: skip


@pytest.mark.parametrize(("severity", "column"), [("lethal", "lethal"), ("major", "major damage"), ("minor", "minor damage")])
def test_8_1_4_every_cell_of_the_submarine_columns(severity: str, column: str) -> None:
    table = TABLES.table("critical_hits")
    for die, letters in enumerate(COLUMNS[severity].split(), 1):
        assert table.cell(die, column) == SHORT[letters]


def test_8_1_4_a_submerged_submarine_uses_the_column_of_the_attack() -> None:
    for severity, column in (("lethal", "lethal"), ("major", "major damage"), ("minor", "minor damage")):
        game = dived()
        game.give("depth-charges", target="U 1", severity=severity, points=10)
        record = game.journal.propose(game.draft("damage", ship="U 1").order())
        thrown = [event for event in record.events if getattr(event, "table", "") == "critical_hits"]
        assert {event.line for event in thrown} <= {column}  # type: ignore[union-attr]


def test_8_1_4_surfaced_submarines_are_minor_ships_and_lose_tubes_for_a_main_battery() -> None:
    game = Game(ship("Foe 2"), blue=[submarine()]).go("planned-fire")
    record = batch(game, "U 1", 5, 4, 1, 8, column="minor")
    assert "bow tubes is out of action" in said(record)


def test_8_1_2_a_submarine_hit_by_a_torpedo_is_breached() -> None:
    game = dived("intermediate 2")
    hit(game, 5, "U 1")
    record = game.journal.propose(game.draft("damage", ship="U 1").order())
    assert "pressure hull breached, all hands lost" in said(record)


def test_8_1_2_a_contact_fused_hit_breaches_the_hull() -> None:
    game = dived("deep")
    game.give("depth-charges", target="U 1", severity="minor", points=0, contact="yes")
    assert "all hands lost" in said(game.give("damage", ship="U 1"))
    assert game["U 1"].fate


def test_8_1_8_submerged_submarines_sink_at_once() -> None:
    game = dived()
    game.give("depth-charges", target="U 1", severity="minor", points=30)
    assert game.give("damage", ship="U 1").faces == ()
    assert game["U 1"].fate.startswith("sunk T1")


def test_8_1_10_a_submarine_with_a_quarter_left_must_surface() -> None:
    game = dived(points=100)
    batch(game, "U 1", 60, 1, *[8, 1] * 8, column="minor damage")
    batch(game, "U 1", 20, 1, *[8, 1] * 6, column="minor damage")
    assert not game["U 1"].submerged
    game.go("plotting", 2)
    game.refused("depth", because="must stay surfaced", ship="U 1", depth="periscope")


@pytest.mark.parametrize(("points", "left"), [(74, 26), (75, 10), (90, 10)])
def test_8_1_10_f60_a_submarine_brought_to_a_quarter_or_less_by_one_blow_must_surface(points: int, left: int) -> None:
    """75 of 100 points are a ratio of 3 and leave a tenth (F17); 74 over 26 are 2.8, which is 15 with a 6, 10 with a 1."""
    game = dived(points=100)
    record = batch(game, "U 1", points, *((1, *[9, 1] * 15) if left == 26 else ()), column="minor damage")
    assert game["U 1"].points_left == left
    assert game["U 1"].submerged is (left == 26)
    assert ("U 1 must surface" in said(record)) is (left == 10)


def test_8_1_4_no_gunfire_from_a_submerged_submarine() -> None:
    mount = {"name": "deck gun", "battery": "main", "gun": "12-inch", "barrels": 1, "arc": "FAPS"}
    guns = ship("")[1]["guns"]
    for depth, refused in (("periscope", True), ("surfaced", False)):
        game = Game(("U 1", {**submarine()[1], "guns": guns, "mounts": [mount]}))
        game.give("set", ship="U 1", condition="depth", value=depth)
        game.go("planned-fire")
        if refused:
            game.refused("fire", because="submerged", firer="U 1", target="Foe", range=1000)
        else:
            game.give("fire", 100, firer="U 1", target="Foe", range=1000)


def test_no_gunfire_at_a_submerged_submarine() -> None:
    game = dived().go("planned-fire")
    assert "U 1" not in game.draft("fire", firer="Foe 2").entries["target"].options  # type: ignore[operator]
    game.refused("shells", because="is submerged", target="U 1", mm=100, points=3)
    game.refused("bombs", because="is submerged", target="U 1", points=3)
    Game(ship("Foe 2"), blue=[submarine()]).go("movement").refused(
        "depth-charges", because="not submerged", target="U 1", points=3
    )


# -- the torpedo column


def test_every_cell_of_the_torpedo_and_mine_column() -> None:
    for die, letter in enumerate("WWWFFFFFFEEEEEfffWRR", 1):
        assert TABLES.table("critical_hits").cell(die, "torpedo") == SHORT[letter]


# -- crew


def two_boats(**other: Any) -> Game:
    return Game(small("One"), small("Two", **other), blue=[ship("Foe")]).go("movement")


def stop(game: Game, *names: str) -> Game:
    for name in names:
        game.give("set", ship=name, condition="speed", value="0")
    return game


def test_every_cell_of_the_crew_transfer() -> None:
    table = TABLES.table("crew_transfer")
    assert [table.cell(knots, "per cent") for knots in (0, 1, 5, 6, 10, 11, 30)] == [100, 50, 50, 5, 5, "-", "-"]


def test_8_1_9_alongside_and_stopped_the_transfer_is_certain() -> None:
    game = stop(two_boats(), "One", "Two")
    assert game.give("transfer", boat="One", other="Two", factors=4).faces == ()
    assert (game["One"].left("crew"), game["Two"].left("crew"), game["Two"].count("extra crew")) == (2, 6, 4)


def test_8_1_9_crew_goes_from_boat_to_boat_only() -> None:
    alone = Game(small("One"), blue=[ship("Foe")]).go("movement")
    alone.refused("transfer", because="two boats are needed", boat="One", other="Foe")
    game = stop(Game(small("One"), small("Two"), ship("Ship")).go("movement"), "One", "Two")
    for boat, other in (("Ship", "Two"), ("One", "Ship")):
        game.refused("transfer", because="Ship is not a boat", boat=boat, other=other)


def test_8_1_9_a_boat_carries_twelve_factors() -> None:
    game = stop(Game(small("One"), small("Two"), small("Three"), blue=[ship("Foe")]).go("movement"), "One", "Two", "Three")
    game.give("transfer", boat="One", other="Two", factors=6)
    game.refused("transfer", because="can carry 12", boat="Three", other="Two", factors=1)


def test_8_1_9_of_a_boat_with_more_men_than_her_own_those_beyond_go_first() -> None:
    """Four taken on beyond her six: of five that leave four are those, and one is her own; ten can leave and no eleventh."""
    game = stop(Game(small("One"), small("Two"), small("Three"), blue=[ship("Foe")]).go("movement"), "One", "Two", "Three")
    game.give("transfer", boat="One", other="Two", factors=4)
    game.refused("transfer", because="Two has 10 unhurt crew factors aboard", boat="Two", other="One", factors=11)
    game.give("transfer", boat="Two", other="Three", factors=3)
    assert (game["Two"].left("crew"), game["Two"].count("extra crew")) == (6, 1)
    game.give("transfer", boat="Two", other="Three", factors=2)
    assert (game["Two"].left("crew"), game["Two"].count("extra crew")) == (5, 0)
    assert (game["Three"].left("crew"), game["Three"].count("extra crew")) == (6, 5)
    game.refused("transfer", because="can carry 12", boat="Two", other="Three", factors=2)
    game.give("transfer", boat="Two", other="Three", factors=1)


@pytest.mark.parametrize("collision", [5, 6])
@pytest.mark.parametrize(("knots", "die", "safe"), [(5, 50, True), (5, 51, False), (10, 5, True), (10, 6, False)])
def test_8_1_9_between_moving_boats(knots: int, die: int, safe: bool, collision: int) -> None:
    """A failure is a collision on half of the faces of a D10."""
    game = two_boats()
    for name in ("One", "Two"):
        game.give("set", ship=name, condition="speed", value=str(knots))
    record = game.give("transfer", *((die,) if safe else (die, collision)), boat="One", other="Two", factors=2)
    assert game["One"].left("crew") == 4
    assert game["Two"].count("extra crew") == (2 if safe else 0)
    assert ("One and Two collide" in notes(record)) is (not safe and collision == 5)


def test_8_1_9_not_at_eleven_knots_nor_at_different_speeds() -> None:
    game = two_boats()
    game.refused("transfer", because="crew cannot go over at 25 kt", boat="One", other="Two")
    game.give("set", ship="One", condition="speed", value="5")
    game.refused("transfer", because="the same speed", boat="One", other="Two")


def test_8_1_9_the_injured_go_one_at_a_time() -> None:
    game = stop(two_boats(), "One", "Two")
    game.refused("transfer", because="One has no injured crew factors aboard", boat="One", other="Two", injured="yes")
    game.give("critical", ship="One", nature="Personnel", column="small craft", penetrated=True, casemate=True, mm=0)
    game.refused("transfer", because="one at a time", boat="One", other="Two", injured="yes", factors=2)
    game.give("transfer", boat="One", other="Two", injured="yes")
    assert (game["One"].count("injured"), game["Two"].count("injured")) == (0, 1)


def test_8_1_9_men_taken_on_fill_the_places_of_those_lost() -> None:
    game = stop(two_boats(), "One", "Two")
    game.give("critical", ship="Two", nature="Personnel", column="small craft", penetrated=True, casemate=True, mm=0)
    assert game["Two"].left("crew") == 5
    game.give("transfer", boat="One", other="Two", factors=2)
    assert (game["Two"].left("crew"), game["Two"].count("extra crew")) == (6, 1)


@pytest.mark.parametrize(
    ("kind", "reading", "submarine_", "automatic"),
    [
        ("torpedo", False, False, ("Flooding",)), ("mine", False, False, ()), ("mine", True, False, ("Flooding",)),
        ("mine", False, True, ("Hull Penetration",)), ("torpedo", False, True, ("Flooding", "Hull Penetration")),
    ],
)  # fmt: skip
def test_8_1_2_f66_the_automatic_flooding_is_a_torpedo_s_and_not_a_mine_s(
    kind: str, reading: bool, submarine_: bool, automatic: tuple[str, ...]
) -> None:
    line = submarine() if submarine_ else ship("Ship", points=400)
    game = Game(ship("Foe 2"), blue=[line], rules=unless(False, mine_floods=reading)).go("movement")
    hit(game, 30, line[0], kind=kind, depth="shallow")
    assert [one.automatic for one in game[line[0]].held] == [automatic]


@pytest.mark.parametrize("phase", ["plotting", "planned-fire", "reaction-fire", "resolution"])
def test_8_1_torpedoes_and_mines_strike_in_the_movement_phase_only(phase: str) -> None:
    game = Game(ship("Foe 2"), blue=[kaiser()]).go(phase)
    game.refused("torpedo", because="belongs to step 2", target="Kaiser", points=40)


@pytest.mark.parametrize("die", range(1, 7))
def test_8_1_9_a_boat_comes_alongside_in_d6_impulses_and_stops(die: int) -> None:
    game = stop(two_boats(), "Two")
    game.give("set", ship="One", condition="speed", value="10")
    record = game.give("alongside", die, boat="One", other="Two", yards=50)
    assert f"One lies alongside Two after {die} Impulse" in said(record)
    assert game["One"].speed == 0
    assert game.give("transfer", boat="One", other="Two", factors=6).faces == ()


def test_8_1_9_alongside_from_50_yards_at_10_knots_or_less_of_a_boat_that_lies_still() -> None:
    game = stop(two_boats(), "Two")
    game.refused("alongside", because="25 kt: to come alongside, 10 kt at most", boat="One", other="Two", yards=50)
    game.give("set", ship="One", condition="speed", value="10")
    game.refused("alongside", because="50 yards at most", boat="One", other="Two", yards=51)
    game.give("set", ship="Two", condition="speed", value="1")
    game.refused("alongside", because="she must lie still", boat="One", other="Two", yards=50)
    stop(game, "One", "Two").refused("alongside", because="lies still already", boat="One", other="Two", yards=50)
