"""Orders that every ruleset has: go to the next step, rule by hand, note, end the battle."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import ENDED, Battle
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, restore_boxes, set_fact, strike_boxes
from fleetbook.core.orders.fields import InputsSoFar
from fleetbook.core.orders.order import Order

MOST = 999


class NextStep(Order[Any]):
    """Go on to the next step of the sequence; what is still due in this one is done first."""

    id, title, key = "next", "Next step", "n"

    def check(self, battle: Battle[Any]) -> None:
        battle.ruleset.sequence.check_leaving(battle)

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from battle.ruleset.sequence.advance(battle)

    def headline(self, battle: Battle[Any]) -> str:
        sequence = battle.ruleset.sequence
        coming = sequence.coming(battle)
        return f"on to step {coming.number}: {sequence.title(coming, battle)}"


def _every_ship(battle: Battle[Any], given: InputsSoFar) -> list[str]:
    return [ship.name for ship in battle.ships()]


def _tracks(battle: Battle[Any], given: InputsSoFar) -> list[str]:
    return list(battle.tracks(given["ship"])) if given.get("ship") else []


class StrikeByHand(Order[Any]):
    """Strike boxes off a track, or restore them, by the referee's ruling."""

    id, title, key = "strike", "Strike by hand", "x"
    ship: str = fields.ship("ship", among=_every_ship)
    track: str = fields.choice("track", among=_tracks, default=lambda b, g: next(iter(_tracks(b, g)), None))
    boxes: int = fields.number("boxes struck (below 0: restored)", low=-MOST, high=MOST, default=1)
    reason: str = fields.text("reason", default="referee's ruling")

    def check(self, battle: Battle[Any]) -> None:
        left, full = battle.ship(self.ship).left(self.track), battle.full(self.ship, self.track)
        require(self.boxes, "no boxes to strike or restore")
        require(self.boxes <= left, f"{self.ship} has {left} of {full} boxes left on {self.track}")
        require(-self.boxes <= full - left, f"{self.ship} has lost {full - left} of {full} boxes on {self.track}")

    def resolve(self, battle: Battle[Any]) -> Effects:
        if self.boxes > 0:
            yield from strike_boxes(self.ship, self.track, self.boxes, self.reason)
        else:
            yield from restore_boxes(self.ship, self.track, -self.boxes, self.reason)
        yield from note(f"by hand: {self.reason}")

    def headline(self, battle: Battle[Any]) -> str:
        verb = "strikes" if self.boxes > 0 else "restores"
        return f"referee {verb} {abs(self.boxes)} {self.track} of {self.ship}"


def _settable(battle: Battle[Any], given: InputsSoFar) -> dict[str, Any]:
    if not given.get("ship"):
        return {}
    return dict(battle.ruleset.settable(battle, "" if given["ship"] == "battle" else given["ship"]))


def _values(battle: Battle[Any], given: InputsSoFar) -> list[str]:
    setting = _settable(battle, given).get(given.get("condition") or "")
    return list(setting.words) if setting else []


class SetByHand(Order[Any]):
    """Set or clear a condition of a ship, or of the battle, by the referee's ruling."""

    id, title, key = "set", "Set by hand", "="
    ship: str = fields.choice("ship (or battle)", among=lambda b, g: ["battle", *_every_ship(b, g)])
    condition: str = fields.choice("condition", among=lambda b, g: list(_settable(b, g)))
    value: str = fields.choice("value", among=_values)
    reason: str = fields.text("reason", default="referee's ruling")

    def resolve(self, battle: Battle[Any]) -> Effects:
        subject = "" if self.ship == "battle" else self.ship
        setting = battle.ruleset.settable(battle, subject)[self.condition]
        yield from set_fact(
            subject, setting.fact, setting.value(self.value), setting.other, text=f"{self.condition} {self.value}"
        )
        yield from note(f"by hand: {self.reason}")

    def headline(self, battle: Battle[Any]) -> str:
        return f"referee sets {self.condition} of {self.ship} to {self.value}"


class Annotate(Order[Any]):
    """Write a line into the journal."""

    id, title, key = "note", "Note", "a"
    closing = True
    words: str = fields.text("note")

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from note(self.words)

    def headline(self, battle: Battle[Any]) -> str:
        return "note"


class EndBattle(Order[Any]):
    """End the battle: no further order is taken, and the seed of the dice is shown."""

    id, title, key = "end", "End the battle", "E"
    reason: str = fields.text("how it ended", default="the players agree to end it")

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from set_fact("", ENDED.name, self.reason, text=f"the battle ends: {self.reason}")
        outcome = battle.ruleset.outcome(battle)
        if outcome:
            yield from note(outcome)

    def headline(self, battle: Battle[Any]) -> str:
        return "the battle ends"


COMMON: tuple[type[Order[Any]], ...] = (NextStep, StrikeByHand, SetByHand, Annotate, EndBattle)
