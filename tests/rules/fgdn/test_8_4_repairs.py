"""8.4: repairs at 6, 12, 24 and 48 hours, patches, fires that start again, a rudder freed in battle."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.rules.fgdn.repairs import knocked_out, patch_percent, repair_roll
from fleetbook.testing import labels, said
from tests.rules.fgdn.results import results_in_words
from tests.rules.fgdn.scene import Game, ship

HOURS = ("6", "12", "24", "48")


def battered(points: int = 37, **card: Any) -> Game:
    """A ship with so many of her 100 points left."""
    game = Game(ship("Ship", points=100, **card))
    game.give("strike", ship="Ship", track="points", boxes=100 - points)
    return game


def out(game: Game, *names: str) -> None:
    """Mounts or weapons knocked out."""
    for name in names:
        game.give("set", ship="Ship", condition=f"out: {name}", value="yes")


def test_8_4_the_repair_roll_of_37_points() -> None:
    """37 of 100 points: 18 % at 6 and 12 hours, 37 % at 24 and 48."""
    game = battered()
    assert [repair_roll(game.battle, game["Ship"], "weapon", hours) for hours in HOURS] == [18, 18, 37, 37]


@pytest.mark.parametrize("kind", ["weapon", "fire control", "sensor", "communications", "engineering", "rudder"])
def test_8_4_most_systems_have_four_marks(kind: str) -> None:
    game = battered(80)
    assert [repair_roll(game.battle, game["Ship"], kind, hours) for hours in HOURS] == [40, 40, 80, 80]


@pytest.mark.parametrize("kind", ["bridge", "flight deck"])
def test_8_4_bridge_and_flight_deck_have_none_at_six_hours(kind: str) -> None:
    game = battered(80)
    assert [repair_roll(game.battle, game["Ship"], kind, hours) for hours in HOURS] == [0, 40, 80, 80]


def test_8_4_a_mount_is_repaired_at_or_under_the_roll() -> None:
    game = battered()
    out(game, "A", "B", "X")
    game.refused("repair", because="nothing is repaired during a battle", ship="Ship", hours="6")
    game.give("end", reason="night falls")
    record = game.give("repair", 18, 19, 100, ship="Ship", hours="6")
    assert labels(record) == ["repair A, 18 %", "repair B, 18 %", "repair X, 18 %"]
    assert (game["Ship"].out["A"], game["Ship"].out["B"], game["Ship"].out["X"]) == (False, True, True)
    game.give("repair", 37, 38, ship="Ship", hours="24")
    for hours in ("12", "24"):
        game.refused("repair", because="24-hour mark of Ship is past", ship="Ship", hours=hours)
    record = game.give("repair", 38, ship="Ship", hours="48")
    assert "X cannot be repaired at sea" in said(record)
    game.refused("repair", because="48-hour mark", ship="Ship", hours="48")


def test_8_4_every_critical_is_rolled_for() -> None:
    """Two levels of speed are two criticals; the director that comes back ends local control."""
    game = Game(ship("Ship", points=100, main_directors=1))
    critical(game, "Main Battery", 1)
    assert game["Ship"].has("local", "main")
    for condition, value in (("levels of speed lost", "2"), ("rudder", "jammed port"), ("rudder disabled", "yes")):
        game.give("set", ship="Ship", condition=condition, value=value)
    assert [part.kind for part in knocked_out(game["Ship"])] == ["fire control", "engineering", "engineering", "rudder", "rudder"]
    game.give("end", reason="night falls")
    game.give("repair", 50, 50, 51, 50, 51, ship="Ship", hours="6")
    assert not game["Ship"].has("local", "main")
    assert (game["Ship"].count("engineering"), game["Ship"].rudder_fault) == (1, "disabled")


def critical(game: Game, nature: str, *dice: int) -> None:
    """A critical hit on the ship that pierced her armour."""
    blow = {"column": "major", "penetrated": True, "casemate": True, "mm": 305, "nature": nature}
    game.give("critical", *dice, ship="Ship", **blow)


@pytest.mark.parametrize(("nature", "dice", "names"), [
    ("Bridge", (6, 1), ["bridge"]),
    ("Communications", (1,), ["port signal lights"]),
    ("Communications", (9,), ["main wireless"]),
    ("Sensor", (1,), ["forward searchlight"]),
    ("Other Weapon", (), ["light battery"]),
    ("Flight Deck", (1, 5), ["forward flight deck"]),
])  # fmt: skip
def test_8_4_what_each_critical_leaves_to_repair(nature: str, dice: tuple[int, ...], names: list[str]) -> None:
    game = Game(ship("Ship", searchlights_forward=1))
    critical(game, nature, *dice)
    assert [part.name for part in knocked_out(game["Ship"])] == names
    game.give("end", reason="night falls")
    game.give("repair", 1, ship="Ship", hours="12")
    assert knocked_out(game["Ship"]) == []


def test_8_4_a_silenced_light_battery_fires_again_with_the_first_of_its_thirds_repaired() -> None:
    """All points left: 50 % at 12 hours for each of the four criticals, the silence among them."""
    game = Game(ship("Ship"))
    for _ in range(3):
        critical(game, "Other Weapon")
    assert game["Ship"].out["light battery"]
    game.give("end", reason="night falls")
    game.give("repair", 51, 50, 51, 51, ship="Ship", hours="12")
    assert (game["Ship"].out["light battery"], game["Ship"].count("strength lost", "light battery")) == (False, 2)


def test_8_4_a_mount_that_is_repaired_leaves_the_others_out() -> None:
    game = battered(80)
    out(game, "A", "light battery")
    game.give("end", reason="night falls")
    game.give("repair", 1, 100, ship="Ship", hours="24")
    assert (game["Ship"].out["A"], game["Ship"].out["light battery"]) == (False, True)


def test_8_4_no_die_is_thrown_for_a_bridge_at_six_hours() -> None:
    game = Game(ship("Ship"))
    critical(game, "Bridge", 6, 1)
    game.give("end", reason="night falls")
    record = game.give("repair", ship="Ship", hours="6")
    assert (labels(record), said(record)) == ([], "")


def test_8_4_a_bridge_that_is_not_repaired_works_slowly() -> None:
    game = Game(ship("Ship"))
    critical(game, "Bridge", 6, 1)
    game.give("end", reason="night falls")
    record = game.give("repair", 51, ship="Ship", hours="12")
    assert "1 h after her bridge was hit: 2 turns to change course, flying at 1/2 of the rate" in said(record)


def test_8_4_a_fire_may_start_again() -> None:
    """10, 5, 2 and 1 %; its size is D6 less 2. Aircraft fires do not."""
    for hours, percent in (("6", 10), ("12", 5), ("24", 2), ("48", 1)):
        game = Game(ship("Ship"))
        game.burn("Ship", 3)
        game.casualty("Ship", 3, causes=("aircraft",))
        put_out(game)
        record = game.give("repair", percent, 6, ship="Ship", hours=hours)
        assert labels(record) == [f"a fire starts again, {percent} %", "fire: severity"]
        assert game.percents("Ship") == [4]


def put_out(game: Game) -> None:
    """Fires of 3 and 1 % of the first turn go out, and the battle ends."""
    game.go("resolution", 4).next(1, 1, 2, 2)
    assert not game["Ship"].casualties.fire
    game.give("end", reason="night falls")


def test_8_4_no_fire_starts_again_above_the_chance() -> None:
    game = Game(ship("Ship"))
    game.burn("Ship", 3)
    put_out_one(game)
    record = game.give("repair", 11, ship="Ship", hours="6")
    assert labels(record) == ["a fire starts again, 10 %"]
    assert not game["Ship"].casualties.fire


def put_out_one(game: Game) -> None:
    """A fire of 3 % goes out, and the battle ends."""
    game.go("resolution", 4).next(1, 1, 2, 2)
    game.give("end", reason="night falls")


def test_8_4_half_of_the_flooding_points_is_pumped_out() -> None:
    """A flooding of 8 % of 400 points: 32 lost, 16 back."""
    game = Game(ship("Ship"))
    game.burn("Ship", 8, kind="flooding")
    game.go("resolution", 4).next(1, 1, 6, 6)
    assert game["Ship"].points_left == 368
    game.refused("pump", because="nothing is repaired during a battle", ship="Ship")
    game.give("end", reason="night falls")
    game.give("pump", ship="Ship")
    assert game["Ship"].points_left == 384
    game.refused("pump", because="no points to flooding", ship="Ship")


def test_8_4_the_chance_that_a_patch_pops() -> None:
    """20 knots: sea state 3 gives 5 %, sea state 6 20 %."""
    game = Game(ship("Ship"))
    assert [patch_percent(game.battle, sea, knots) for sea, knots in ((3, 20), (6, 20), (0, 30), (2, 10))] == [5, 20, 0, -10]


@pytest.mark.parametrize(("inputs", "dice", "pops"), [
    ({"knots": 20, "sea": 6}, (20, 4), True),
    ({"knots": 20, "sea": 6}, (21,), False),
    ({"knots": 10, "sea": 2}, (), False),
])  # fmt: skip
def test_8_4_a_patch_that_pops_floods_again(inputs: dict[str, int], dice: tuple[int, ...], pops: bool) -> None:
    game = Game(ship("Ship"))
    game.burn("Ship", 8, kind="flooding")
    game.go("resolution", 4).next(1, 1, 6, 6)
    game.give("end", reason="night falls")
    game.give("pump", ship="Ship")
    game.give("patch", *dice, ship="Ship", **inputs)
    assert (game.percents("Ship", "flooding"), game["Ship"].has("patched")) == (([6], False) if pops else ([], True))


def test_8_4_a_submarine_below_periscope_depth_pops_its_patch() -> None:
    game = Game(ship("E 11", kind="submarine", size="D"), ship("Ship"))
    game.burn("E 11", 8, kind="flooding", torpedo=True)
    game.give("following", 1, ship="E 11")
    game.give("end", reason="night falls")
    game.refused("patch", because="no patch", ship="E 11", knots=5)
    game.give("pump", ship="E 11")
    game.give("patch", 4, ship="E 11", knots=5, deep="yes")
    assert game.percents("E 11", "flooding") == [6]


def test_8_4_a_patch_below_periscope_depth_is_for_submarines_and_tells_that_it_pops() -> None:
    """At periscope depth a submarine's patch goes by sea and speed like any other: 30 - 30 knots and sea state 2 are 10 %."""
    game = Game(ship("E 11", kind="submarine", size="D"), ship("Ship"))
    for name, dice in (("E 11", (1,)), ("Ship", (1,))):
        game.burn(name, 8, kind="flooding", torpedo=True)
        game.give("following", *dice, ship=name)
    game.give("end", reason="night falls")
    for name in ("E 11", "Ship"):
        game.give("pump", ship=name)
    game.refused("patch", because="Ship is no submarine", ship="Ship", knots=30, deep="yes")
    record = game.give("patch", 11, ship="E 11", knots=30, sea=2, deep="no")
    assert results_in_words(game, record) == ["good | patch holds | E 11: THE PATCH HOLDS. 10 % that it pops."]
    record = game.give("patch", 4, ship="E 11", knots=0, sea=0, deep="yes")
    assert results_in_words(game, record)[0] == "grave | patch pops | E 11: THE PATCH POPS. 100 % that it pops."


def test_8_4_destroyed_planes_may_be_only_damaged() -> None:
    """Half of them, but none whose fuel or ordnance exploded."""
    game = Game(ship("Ship", kind="carrier", aircraft=4))
    for _ in range(3):
        critical(game, "Aircraft", 1)
    game.refused("planes", because="nothing is repaired", ship="Ship")
    game.give("end", reason="night falls")
    record = game.give("planes", 50, 51, ship="Ship", exploded=1)
    assert "1 of 3 planes are only damaged" in said(record)
    game.refused("planes", because="no plane of Ship", ship="Ship")


def jammed() -> Game:
    """A ship whose rudder is jammed straight in the first turn."""
    game = Game(ship("Ship"))
    game.give("set", ship="Ship", condition="rudder", value="jammed straight")
    return game


def test_8_4_a_jammed_rudder_is_tried_three_times() -> None:
    """From D6 turns on: a D10 of 20, 40 and 60 %, then never again in this battle."""
    game = jammed().go("resolution", 1)
    assert labels(game.next(2)) == ["Ship: turns until the rudder may be freed"]
    tries = {turn: labels(game.go("resolution", turn).next(*dice)) for turn, dice in ((2, ()), (3, (3,)), (4, (5,)), (5, (7,)))}
    assert tries == {2: [], 3: ["free the rudder, 1 to 2"], 4: ["free the rudder, 1 to 4"], 5: ["free the rudder, 1 to 6"]}
    assert labels(game.go("resolution", 6).next()) == []
    assert game["Ship"].word("rudder") == "jammed straight"


@pytest.mark.parametrize(("dice", "attempt"), [((2,), 1), ((10, 4), 2), ((10, 10, 6), 3)])
def test_8_4_a_jammed_rudder_is_freed(dice: tuple[int, ...], attempt: int) -> None:
    game = jammed().go("resolution", 1)
    game.next(1)  # it may be tried from the third turn on
    for number, die in enumerate(dice):
        game.go("resolution", 2 + number).next(die)
    assert game["Ship"].word("rudder") == ""
    assert len(dice) == attempt


def test_8_4_a_rudder_freed_and_jammed_again_starts_over() -> None:
    game = jammed().go("resolution", 1)
    game.next(1)
    game.go("resolution", 2).next(2)
    game.give("set", ship="Ship", condition="rudder", value="jammed port")
    record = game.go("resolution", 3).next(6)
    assert labels(record) == ["Ship: turns until the rudder may be freed"]
