"""Code for both kinds of random events: the side that an event strikes, and leaders who ignore it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.battle.result import NOTHING, Result
from fleetbook.core.orders.effects import Effect, roll_on
from fleetbook.core.orders.happened import Happened
from fleetbook.core.words.sentence import Said, Words
from fleetbook.rules.gwas.ground.combat import side_of
from fleetbook.rules.gwas.ground.ship import GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas_variant.state import NO_EVENT
from fleetbook.rules.gwas_variant.words import Says

STRUCK, IGNORED = "struck", "ignored"


def struck_side(battle: GwasBattle) -> Generator[Effect, Any, str]:
    """Roll for the side that an event strikes."""
    return side_of(battle, (yield from roll_on(battle.tables.table("event_side"), STRUCK, label=Says.which_side)))


def leader_ignores(battle: GwasBattle, what: Words) -> Generator[Effect, Any, bool]:
    """Roll to see whether a leader ignores an event."""
    table = battle.tables.table("leader_ignores")
    return (yield from roll_on(table, "Leader", label=Says.leader_against(what=what))) == IGNORED


def seen_through(battle: GwasBattle, side: str, what: Words) -> Generator[Effect, Any, bool]:
    """Roll to see whether a side's leader in the combat ignores an event. If the side has no leader there, the answer is no,
    without a die.
    """
    if not any(ship.leader for ship in fighting(battle, side)):
        return False
    return (yield from leader_ignores(battle, what))


def nothing_came(why: str = "", side: str = "") -> Result:
    """The result for an event without effect. If ``side`` is given, only that side may read it."""
    words = f"{NO_EVENT.upper()}{why and f': {why}'}."
    return Result(kind=NOTHING, head="no event", words=words, side=side, only_for=side)


def reason_in_words(happened: Happened[GwasShip], said: Said | None) -> str:
    """The reason that a sentence gives for an event, as text. Empty if it gives none."""
    why = said.values.get("why") if said else None
    return happened.after.wording.words(Says.because(why=why)) if why else ""
