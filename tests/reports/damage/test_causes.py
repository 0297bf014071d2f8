"""Whose doing it was, as the events say: of a shell, of a fire that somebody lit, of a sinking that somebody brought on."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook.core.battle.events import Changed, Marked
from fleetbook.core.play.verify import verify_record
from fleetbook.reports.damage.marks import fates, marks
from tests.rules.aanda.fleet import Game, ship

FIRE, CATASTROPHE, FLOODING = 18, 20, 19
HIT, SURE, HULL = 8, 10, 1


def melee() -> Game:
    return Game([ship("One"), ship("Two"), ship("Rammer")], [ship("Target")]).go("firing")


def shot(game: Game, firer: str, *dice: int) -> Any:
    return game.give("fire", *dice, firer=firer, target="Target", range=60, bearing="P")


def struck(game: Game) -> list[tuple[str, str, int]]:
    return [(mark.by, mark.how, mark.boxes) for mark in marks(game.journal) if mark.ship == "Target"]


def test_a_shell_names_its_firer_and_its_gun() -> None:
    game = melee()
    record = shot(game, "One", HIT, HULL, 12, 1)
    (mark,) = (event for event in record.events if isinstance(event, Marked))
    assert (mark.by, mark.how, mark.through) == ("One", "12 in", "")


def test_what_a_firer_does_to_itself_is_not_its_doing() -> None:
    record = shot(melee(), "One", 1)
    assert not [event for event in record.events if isinstance(event, Changed) and event.by]


def test_each_fire_is_the_doing_of_whoever_lit_it() -> None:
    game = melee()
    shot(game, "One", HIT, HULL, 9, FIRE)
    shot(game, "Two", SURE, HULL, 10, FIRE)
    game.go("ongoing", 2)
    game.give("ongoing", 3, 4)
    assert struck(game) == [("One", "12 in", 1), ("Two", "12 in", 2), ("One", "fire", 3), ("Two", "fire", 4)]


def test_a_fire_put_out_was_the_one_lit_first() -> None:
    game = melee()
    shot(game, "One", HIT, HULL, 9, FIRE)
    shot(game, "Two", SURE, HULL, 10, FIRE)
    game.go("ongoing", 2).give("ongoing", 1, 1)
    game.go("repairs", 2)
    game.give("repair", 8, 1)
    game.go("ongoing", 3)
    game.give("ongoing", 2)
    assert struck(game)[-1] == ("Two", "fire", 2)


def test_a_ship_sunk_by_a_catastrophe_was_sunk_by_whoever_brought_it_on() -> None:
    game = melee()
    shot(game, "One", HIT, HULL, 9, 1)
    shot(game, "Two", SURE, HULL, 9, CATASTROPHE)
    game.go("ongoing", 2)
    game.give("ongoing", 1)
    (lost,) = (fate for fate in fates(game.journal) if fate.ship == "Target")
    assert (lost.fate, lost.lost, lost.by, lost.how) == ("sunk T2: catastrophe", "sunk", "Two", "catastrophe")


def test_a_ship_without_hull_boxes_was_sunk_by_whoever_took_the_last() -> None:
    game = melee()
    game.strike("Target", "hull", 99)
    shot(game, "Two", SURE, HULL, 9, 1)
    game.go("ongoing", 2)
    game.give("ongoing", 1)
    (lost,) = (fate for fate in fates(game.journal) if fate.ship == "Target")
    assert (lost.lost, lost.by, lost.how) == ("sunk", "Two", "no hull boxes left")


def test_a_mine_has_no_firer_and_says_what_it_was() -> None:
    game = Game([ship("One")], [ship("Target")]).go("movement")
    game.give("mine", HIT, 4, 4, FLOODING, ship="Target")
    assert struck(game) == [("", "mine", 8)]
    game.go("ongoing", 2)
    game.give("ongoing", 1)
    (lost,) = (fate for fate in fates(game.journal) if fate.ship == "Target")
    assert (lost.by, lost.how) == ("", "mine")


def test_a_ram_names_the_rammer_and_its_own_damage_nobody() -> None:
    game = Game([ship("Rammer")], [ship("Target")]).go("movement")
    game.give("ram", 10, 1, rammer="Rammer", target="Target", knots=18)
    told = {mark.ship: (mark.by, mark.how) for mark in marks(game.journal)}
    assert told == {"Target": ("Rammer", "ram"), "Rammer": ("", "ramming")}


def test_what_the_referee_strikes_gives_his_reason() -> None:
    game = melee()
    game.give("strike", ship="Target", track="hull", boxes=2, reason="rammed a buoy")
    assert struck(game) == [("", "rammed a buoy", 2)]


def test_a_record_of_before_causes_were_told_is_sound() -> None:
    """Older battles keep the same events without whose doing they were, and notes without their section."""
    game = melee()
    record = shot(game, "One", HIT, HULL, 9, FIRE)
    assert verify_record(game.journal, record) == ""
    older = _without_causes(record)
    assert older != record
    assert verify_record(game.journal, older) == ""


def test_a_wrong_cause_is_told() -> None:
    game = melee()
    record = shot(game, "One", HIT, HULL, 9, FIRE)
    false = _with_firer(record, "Two")
    assert "events differ" in verify_record(game.journal, false)


def _without_causes(record: Any) -> Any:
    blank = {"by": "", "how": "", "through": "", "rule": ""}
    events = tuple(
        msgspec.structs.replace(event, **{name: "" for name in blank if hasattr(event, name)}) for event in record.events
    )
    return msgspec.structs.replace(record, events=events)


def _with_firer(record: Any, name: str) -> Any:
    events = tuple(msgspec.structs.replace(event, by=name) if isinstance(event, Marked) else event for event in record.events)
    return msgspec.structs.replace(record, events=events)
