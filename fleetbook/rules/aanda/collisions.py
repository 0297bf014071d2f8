"""Mines and rams (5.16, A8): what happens to ships as they move, at once."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, GRAVE, HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, roll_at_least
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.attack import others, pair_modifiers, require_spotted
from fleetbook.rules.aanda.damage import HULL, critical, hurt_or_worse, new_trouble, strike_under_water, under_water
from fleetbook.rules.aanda.movement import FASTEST
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import moving_first, part_of_move, require_moving
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import REACHED, listed, on_score, sentences
from fleetbook.rules.kit.sides import every_ship, require_afloat


class Mine(Order[AandaShip]):
    """A ship in a minefield tests for a mine, at once."""

    id, title, key, section = "mine", "Test for a mine", "M", "5.16"
    says = "{ship} among mines"
    doing = Cause(how="mine")
    phases = ("movement",)
    ship: str = fields.ship("ship", every_ship)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "mine", known=lambda battle, order: order.known(battle))

    def known(self, battle: AandaBattle) -> Iterator[str]:
        """The modifiers that the battle knows to count."""
        listed = battle.tables.modifier_list("mine").lines
        yield from (name for name in pair_modifiers(battle.ship(self.ship), battle.ship(self.ship)) if name in listed)

    def check(self, battle: AandaBattle) -> None:
        require_afloat(battle.ship(self.ship))

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("to_hit")
        die, needed = throw.text("mine", "die"), throw.whole("mine", "score")
        chosen = battle.modifiers("mine", self.modifiers)
        if (yield from roll_at_least(Says.mine, die, needed, chosen, words=("no mine", "strikes a mine"))):
            yield from strike_under_water(battle, battle.ship(self.ship), "mine")

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        thrown = on_score(happened.rolls[0])
        if happened.rolls[0].result == REACHED:
            yield under_water(happened, self.ship, ("STRIKES A MINE", "strikes a mine"), thrown)
        else:
            yield Result(kind=GOOD, head="no mine", words=f"{self.ship}: NO MINE, {thrown}.", subject=self.ship)


class Ram(Order[AandaShip]):
    """A ship rams another, at once."""

    id, title, key, section = "ram", "Ram", "X", "A8"
    says = "{rammer} rams {target} at {knots} kt"
    doing = Cause(by="{rammer}", how="ram")
    phases = ("movement",)
    rammer: str = fields.ship("rammer", moving_first)
    target: str = fields.ship("target", lambda battle, order: others(battle, order.rammer))
    knots: int = fields.number("speed", 1, FASTEST, unit="kt", default=lambda b, order: b.ship(order.rammer).speed or None)

    def check(self, battle: AandaBattle) -> None:
        rammer = battle.ship(self.rammer)
        require_afloat(rammer)
        require_moving(battle, rammer.squadron)
        require(rammer.max_speed, f"{rammer} is stopped", "A6")
        require_spotted(rammer, battle.ship(self.target))
        require(self.knots <= rammer.max_speed, f"{rammer} makes {rammer.max_speed} kt at most")

    def resolve(self, battle: AandaBattle) -> Effects:
        target = battle.ship(self.target)
        yield from part_of_move(battle, battle.ship(self.rammer).squadron)
        thrown = yield from roll(Says.ram, str(battle.reading("ram_die")))
        armour = battle.tables.table("armour").whole(target.card.type, HULL)
        weight = self.knots // battle.whole_reading("ram_knots_share")
        done = max(thrown + weight - armour, 0)
        yield from note(Says.ram_worked_out(thrown=thrown, weight=weight, knots=self.knots, armour=armour, done=done))
        yield from AandaShip.hull.lose(target, done, Says.rammed(rammer=self.rammer))
        own = Cause(how="ramming")
        yield from AandaShip.hull.lose(self.rammer, done // battle.whole_reading("ram_own_share"), Says.ramming, own)
        yield from critical(battle, target, "underwater_critical")

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        harm = listed(happened.harm(self.target) or ["no harm done"])
        own = f"{self.rammer}: {listed(happened.harm(self.rammer))}" if happened.harm(self.rammer) else ""
        troubles = [each for name in (self.target, self.rammer) for each in new_trouble(happened, name)]
        kind = GRAVE if hurt_or_worse(happened, self.target) else HURT if happened.harm(self.target) else MISSED
        means = sentences(own, *troubles)
        yield Result(
            kind=kind, head="rammed", words=f"{self.rammer} RAMS {self.target}: {harm}.", means=means, subject=self.target
        )
