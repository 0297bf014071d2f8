"""Movement (2.2, 5.16, A8) of squadrons and contact markers, with rams, mines and ships that leave the table."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import TURNING, Movement
from fleetbook.core.battle.result import GOOD, GRAVE, HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, roll_at_least
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.attack import others, pair_modifiers, require_spotted
from fleetbook.rules.aanda.damage import HULL, critical, hurt_or_worse, new_trouble, strike_under_water, under_water
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import (
    ALTERNATING,
    LEFT,
    MOVEMENT,
    activate,
    done,
    has_acted,
    is_hidden,
    moving_first,
    part_of_move,
    require_moving,
    require_turn,
    ships_of,
    squadron,
    squadron_names,
    take_off,
)
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import REACHED, does, listed, on_score, sentence, sentences
from fleetbook.rules.kit.sides import every_ship, require_afloat

FASTEST = 60


def _speed(battle: AandaBattle, order: Move) -> int:
    """The squadron's last speed. If it has not moved yet, it is the top speed of its slowest ship."""
    ships = [ship for ship in ships_of(battle, order.squadron) if ship.max_speed]
    return max((ship.speed for ship in ships), default=0) or min((ship.max_speed for ship in ships), default=0)


def _fastest(battle: AandaBattle, order: Move) -> int:
    """The greatest speed that may be entered: that of the squadron's fastest ship, damage not counted. For a contact marker it
    is the same whatever ships are behind it, so that it does not give them away.
    """
    if is_hidden(battle, order.squadron):
        return FASTEST
    return max((ship.card.knots for ship in ships_of(battle, order.squadron)), default=0)


class Move(Order[AandaShip]):
    """Move a squadron or contact marker: its speed, evasion, turns and smoke."""

    id, title, key, section = "move", "Move a squadron", "m", "2.2"
    phases = (MOVEMENT,)
    squadron: str = fields.choice("squadron", squadron_names)
    speed: int = fields.number("speed", 0, _fastest, unit="kt", default=_speed)
    evading: bool = fields.flag("steers evasively")
    turning: bool = fields.flag("changes heading", measured=fields.Turns("squadron"))
    smoke: bool = fields.flag("makes smoke")
    ships: tuple[str, ...] = fields.several("ships", lambda b, order: ships_of(b, order.squadron), default=fields.ALL)
    last: bool = fields.flag("squadron is done", default=True)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)
        self._require_helm(ships_of(battle, self.squadron))
        for name in self.ships or map(str, ships_of(battle, self.squadron)):
            ship = battle.ship(name)
            require(ship.afloat and ship.squadron == self.squadron, f"{ship} is not on the table with {self.squadron}")
        self._require_helm([battle.ship(name) for name in self.ships])
        require(self.ships or is_hidden(battle, self.squadron), f"choose at least one ship of {self.squadron}")

    def _require_helm(self, ships: list[AandaShip]) -> None:
        if ships and not any(ship.answers_helm for ship in ships):
            several, names = len(ships) > 1, listed(map(str, ships))
            rudders = f"{names}: rudder disabled" if several else f"{names}'s rudder is disabled"
            require(not self.evading, f"{rudders}: no evasion", "A5")
            require(not self.turning, f"{rudders}: no change of heading", "A5")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from activate(battle, self.squadron)
        hidden = is_hidden(battle, self.squadron)
        for name in self.ships:
            ship = battle.ship(name)
            yield from AandaShip.ordered.set(ship, self.speed)
            yield from AandaShip.evades.set(ship, self.evading and ship.answers_helm)
            yield from AandaShip.smoke.set(ship, self.smoke)
            if ship.max_speed < self.speed and not hidden:
                yield from note(Says.makes(ship=ship, knots=ship.max_speed))
            if (self.turning or self.evading) and not ship.answers_helm and not hidden:
                yield from note(Says.no_helm(ship=ship), "A5")
        if self.last:
            yield from done(battle, self.squadron)

    def movement(self, battle: AandaBattle) -> Movement:
        manner = ["evading"] * self.evading + [TURNING] * self.turning + ["making smoke"] * self.smoke
        return Movement(self.squadron, self.ships, self.speed, "kt", manner=tuple(manner))

    def sealed(self, battle: AandaBattle, side: str) -> bool:
        """Whether a side may not read the order. The enemy reads of a contact marker only that it moves."""
        return side != squadron(battle, self.squadron).side and is_hidden(battle, self.squadron)

    def sealed_words(self, battle: AandaBattle) -> str:
        return does(self.squadron, "moves", "move")

    def headline(self, battle: AandaBattle) -> str:
        if is_hidden(battle, self.squadron):
            return self.sealed_words(battle)
        moves = does(self.squadron, "moves", "move")
        parts = [f"{moves} at {self.speed} kt" if self.speed else does(self.squadron, "lies still", "lie still")]
        evades = self.evading and self.speed > 0  # a squadron that lies still does not evade
        parts += ["evading"] * evades + [TURNING] * self.turning + ["making smoke"] * self.smoke
        return ", ".join(parts)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        still = self.evading and not self.speed and not is_hidden(happened.before, self.squadron)
        means = sentences(*happened.notes, "a stopped ship cannot evade" if still else "")
        head = f"{self.speed} kt" if self.speed else "lies still"
        yield self.as_ordered(happened, head, means)


class SquadronDone(Order[AandaShip]):
    """End a squadron's actions in this phase. Then it is the other side's turn."""

    id, title, key, section = "done", "Squadron done", "k", "2.2"
    is_pass = at_once = True
    phases = ALTERNATING
    squadron: str = fields.choice("squadron", squadron_names)

    def check(self, battle: AandaBattle) -> None:
        require_turn(battle, self.squadron)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from done(battle, self.squadron)

    def headline(self, battle: AandaBattle) -> str:
        hidden = is_hidden(battle, self.squadron)  # a plural would betray the number of ships behind a marker
        return f"{self.squadron} is done" if hidden else does(self.squadron, "is done", "are done")

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        yield self.as_ordered(happened, means=sentence(happened.after.ruleset.sequence.present(happened.after)))


class LeaveTable(Order[AandaShip]):
    """Take a ship off the table while her squadron moves."""

    id, title, key, section = "leave", "Leave the table", "L", "2.2"
    is_aside = True
    says = "{ship} leaves the table"
    phases = (MOVEMENT,)
    ship: str = fields.ship("ship", moving_first)

    def check(self, battle: AandaBattle) -> None:
        ship = battle.ship(self.ship)
        require_afloat(ship)
        require_moving(battle, ship.squadron)
        require(ship.max_speed, f"{ship} is stopped", "A6")

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from part_of_move(battle, ship.squadron)
        yield from take_off(ship, LEFT, Says.leaves_table)
        if not ships_of(battle, ship.squadron) and not has_acted(battle, ship.squadron):
            yield from done(battle, ship.squadron)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        means = sentences(*happened.notes, happened.left(happened.after.ship(self.ship).side))
        yield Result(kind=GRAVE, head="gone", words=f"{self.ship} LEAVES THE TABLE.", means=means, subject=self.ship)


class Mine(Order[AandaShip]):
    """Roll to see whether a ship in a minefield strikes a mine."""

    id, title, key, section = "mine", "Test for a mine", "M", "5.16"
    is_aside = True
    says = "{ship} among mines"
    doing = Cause(how="mine")
    phases = ("movement",)
    ship: str = fields.ship("ship", every_ship)
    modifiers: tuple[str, ...] = fields.modifiers("modifiers", "mine", known=lambda battle, order: order.known(battle))

    def known(self, battle: AandaBattle) -> Iterator[str]:
        """The ids of the mine modifiers that apply to this ship."""
        lines = battle.tables.modifier_list("mine").lines
        yield from (name for name in pair_modifiers(battle.ship(self.ship), battle.ship(self.ship)) if name in lines)

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
    """Ram another ship."""

    id, title, key, section = "ram", "Ram", "X", "A8"
    is_aside = True
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
