"""Torpedoes (C8): launching them, their run, and their hits."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import DONE, GRAVE, HIT, HURT, MISSED, SEEN, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Deferred
from fleetbook.rules.coastal.card import BEARINGS, DESTROYER, LARGER, SystemEntry
from fleetbook.rules.coastal.conditions import CoastalFacts
from fleetbook.rules.coastal.damage import held_hits
from fleetbook.rules.coastal.facts import TORPEDO, CoastalBattle, Torpedo, numbered, running
from fleetbook.rules.coastal.observation import MOST_CM, half_speed
from fleetbook.rules.coastal.outcomes import alarm, damage_result, damage_step, kept_for
from fleetbook.rules.coastal.ship import (
    DAMAGED,
    DESTROYED,
    RANGE,
    CoastalShip,
    HeldTorpedo,
    disables,
    label,
    require_acting,
    require_target,
)
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import sentence, sentences
from fleetbook.rules.kit.sides import enemies, enemy_ships, own_ships, require_afloat

MOVING_STEPS = ("move-1", "move-2")
FRONT, _, _, REAR = BEARINGS
END_ON = (FRONT, REAR)
"""The arcs of a target that is hit end on."""


def used_this_turn(ship: CoastalShip, system: SystemEntry) -> int:
    """The number of the system's tubes that were fired this turn."""
    return ship.tubes_used[label(system)] if ship.launched[label(system)] else 0


def loaded(ship: CoastalShip, system: SystemEntry) -> int:
    """The number of torpedoes that the system can launch now. Tubes that were fired this turn cannot fire again."""
    if not ship.works(system):
        return 0
    return min(ship.torpedoes[label(system)], system.tubes - used_this_turn(ship, system))


def launch_speed(battle: CoastalBattle, ship: CoastalShip) -> int:
    """The highest speed in whole cm at which a ship may launch torpedoes."""
    return int(float(battle.reading("torpedo_launch_speed")) * 2 * half_speed(battle, ship))


class Launch(Order[CoastalShip]):
    """Launch torpedoes before moving. They run on each time their side moves.

    A ship hit by a torpedo fights on until her side's damage step works out the damage.
    """

    id, title, key, section = "launch", "Launch torpedoes", "t", "C8"
    phases, later = MOVING_STEPS, "if it meets her"
    ship: str = fields.ship("ship", own_ships)
    target: str = fields.ship("target", enemy_ships, default=None)
    range: int = fields.number(
        "range", lambda battle: battle.whole_reading("torpedo_least_range"), MOST_CM, unit="cm",
        measured=fields.Range("ship", "target"),
        default=lambda battle, order: RANGE.known(battle, order.ship, order.target),
    )  # fmt: skip
    tubes: str = fields.choice("tubes", lambda battle, order: battle.ship(order.ship).named("torpedoes"))
    number: int = fields.number(
        "torpedoes", 1, lambda battle, order: order.ready(battle), default=lambda battle, order: order.ready(battle)
    )

    aimed: bool = fields.flag("aim kept", default=True, shown_if=lambda battle: False)
    """Whether the target of each torpedo is stored. Battles recorded by older versions do not store it."""

    def ready(self, battle: CoastalBattle) -> int:
        """The number of torpedoes that the chosen tubes can launch now."""
        ship = battle.ship(self.ship)
        return loaded(ship, ship.system(self.tubes))

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        self._check_ship(battle, ship)
        require_target(ship, battle.ship(self.target))
        least = battle.whole_reading("torpedo_least_range")
        require(self.range >= least, f"{self.range} cm is too near: torpedoes need {least} cm")
        system = ship.system(self.tubes)
        require(ship.works(system), f"{ship}'s {self.tubes} is {ship.state(system)}", "C6")
        ready = self.ready(battle)
        require(ready and self.number <= ready, f"{ship}'s {self.tubes} can launch {ready} of its torpedoes this turn")

    def _check_ship(self, battle: CoastalBattle, ship: CoastalShip) -> None:
        require_acting(ship)
        require(not ship.out_of_fight, f"{ship} has no hull boxes left and is out of the fight", "C9")
        require(not ship.disabled, f"{ship} is disabled: no torpedo launch")
        require(ship.named("torpedoes"), f"{ship} has no torpedoes")
        broken = [f"{name} {ship.state(ship.system(name))}" for name in ship.named("torpedoes")]
        require(ship.working("torpedoes"), f"{ship} cannot launch: {', '.join(broken)}", "C6")
        require(any(loaded(ship, tubes) for tubes in ship.working("torpedoes")), f"{ship} has no torpedo to launch this turn")
        no_bridge = ship.bridge_out and bool(battle.reading("bridge_out_no_torpedoes"))
        require(not no_bridge, f"the bridge of {ship} is out of action: no torpedo launch", "C11")
        most = launch_speed(battle, ship)
        require(
            ship.speed <= most,
            f"{ship} moves {ship.speed} cm; torpedoes are launched at {most} or less: slow down now, launch next turn",
        )
        require(not ship.moved, f"{ship} has moved; torpedoes are launched before a ship moves", "C2")

    def resolve(self, battle: CoastalBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from RANGE.remember(self.ship, self.target, self.range)
        before = used_this_turn(ship, ship.system(self.tubes))
        yield from CoastalShip.launched[self.tubes].mark(ship)
        yield from CoastalShip.tubes_used[self.tubes].set(ship, before + self.number)
        yield from CoastalShip.torpedoes[self.tubes].set(ship, ship.torpedoes[self.tubes] - self.number)
        for _ in range(self.number):
            number = CoastalFacts(battle).launched + 1
            torpedo, first_run = Torpedo.numbered(battle, number), battle.whole_reading("torpedo_run")
            yield from CoastalFacts.launched.set(battle, number)
            yield from Torpedo.fired_by.set(torpedo, self.ship)
            if self.aimed:
                yield from Torpedo.aim.set(torpedo, self.target)
            yield from Torpedo.run.set(torpedo, first_run, said=Says.torpedo_away)

    def ahead(self, battle: CoastalBattle) -> Iterator[TorpedoAimed]:
        yield TorpedoAimed(target=self.target)

    def launched(self, after: CoastalBattle) -> list[Torpedo]:
        """The torpedoes that this order launched, as they are in the battle after it."""
        last = CoastalFacts(after).launched
        return [Torpedo.numbered(after, number) for number in range(last - self.number + 1, last + 1)]

    def sealed(self, battle: CoastalBattle, side: str) -> bool:
        """Whether the order is secret from a side. The enemy may not know the target. He does see which ship launched
        torpedoes.
        """
        return side != battle.ship(self.ship).side

    def opened(self, then: CoastalBattle, now: CoastalBattle, side: str) -> bool:
        """Whether a side may read the order: once none of its torpedoes runs any more. If it was taken back and the same
        torpedoes were launched again at the same target, those count.
        """
        pairs = ((torpedo, Torpedo(now, torpedo.name)) for torpedo in self.launched(then))
        return all((was.fired_by, was.aim, 0) == (it.fired_by, it.aim, it.run) for was, it in pairs)

    def sealed_words(self, battle: CoastalBattle) -> str:
        return f"{self.ship} launches {self._torpedoes}"

    @property
    def _torpedoes(self) -> str:
        return "a torpedo" if self.number == 1 else f"{self.number} torpedoes"

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.ship} launches {self._torpedoes} at {self.target}, {self.range} cm"

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        run, launched = happened.before.whole_reading("torpedo_run"), self.launched(happened.after)
        side, several = happened.before.ship(self.ship).side, self.number > 1
        means = sentence(f"{numbered(launched)}: {run} cm run, {run} more in each of {side}'s moves")
        words = f"{self.number} TORPEDO{'ES' if several else ''} AWAY at {self.target}, {self.range} cm."
        yield Result(kind=DONE, head=f"{self.number} away", words=words, means=means, subject=self.ship)


def run_on(battle: CoastalBattle, side: str) -> Effects:
    """Move all torpedoes of a side on by the distance that they run in one step."""
    distance = battle.whole_reading("torpedo_run")
    for torpedo in running(battle, side):
        far = torpedo.run + distance
        yield from Torpedo.run.set(torpedo, far, said=Says.runs_on(owner=torpedo.owner(battle), cm=distance))


def known_modifiers(battle: CoastalBattle, order: TorpedoMeets) -> Iterator[str]:
    """The ids of the torpedo modifiers that apply, as far as the program can tell. The referee adds the one for a hit in the
    forward or rear arc.
    """
    target, owner = battle.ship(order.target), Torpedo(battle, order.torpedo).owner(battle)
    holds = {
        "fast_target": target.speed >= battle.figure("fast torpedo target"),
        "stationary": target.stationary,
        "submarine": owner.card.submarine,
        "merchant": target.card.merchant,
    }
    yield from (name for name, holding in holds.items() if holding)


def running_now(battle: CoastalBattle) -> list[Torpedo]:
    """The acting side's torpedoes in the water."""
    return running(battle, battle.acting)


def require_running(battle: CoastalBattle) -> None:
    """Raise Refused unless the acting side has a torpedo in the water."""
    require(running_now(battle), f"{battle.acting} has no torpedo in the water")


def likely(battle: CoastalBattle, order: TorpedoMeets) -> str | None:
    """The ship that a torpedo is most likely to meet, or None if there is none.

    It is the ship that the torpedo was aimed at. If she is gone, it is the first enemy ship, other than a boat, whose range from
    the firing ship is known.
    """
    torpedo = Torpedo(battle, order.torpedo)
    owner, aim = torpedo.fired_by, torpedo.aim
    if aim and battle.ship(aim).afloat:
        return aim
    met = [ship for ship in enemies(battle, battle.acting) if RANGE.known(battle, owner, ship.name) and not ship.is_boat]
    return met[0].name if met else None


class TorpedoMeets(Order[CoastalShip]):
    """A torpedo on its run meets a ship. It always misses a boat. Any other ship may be hit.

    The damage waits for the target's next damage step: until then she moves and fires as before.
    """

    id, title, key, section = "torpedo", "Torpedo meets a ship", "h", "C8"
    phases = MOVING_STEPS
    torpedo: str = fields.choice("torpedo", running_now)
    target: str = fields.ship(
        "ship met",
        lambda battle: [*enemy_ships(battle), *own_ships(battle)],
        default=likely,
        left_open=True,
        measured=fields.Met("torpedo"),
    )
    modifiers: tuple[str, ...] = fields.modifiers(
        "modifiers", "torpedo", known_modifiers,
        measures={"end_on": fields.Aspect("target", "torpedo", END_ON, among=tuple(BEARINGS))},
    )  # fmt: skip

    def check(self, battle: CoastalBattle) -> None:
        require_running(battle)
        require_afloat(battle.ship(self.target), "C9")

    def resolve(self, battle: CoastalBattle) -> Effects:
        target, torpedo = battle.ship(self.target), Torpedo(battle, self.torpedo)
        if target.is_boat:
            yield from note(Says.boat_is_missed(target=target, torpedo=torpedo))
            return
        line = "corvette or smaller" if target.smaller_than(DESTROYER) else LARGER
        modifiers = battle.modifiers("torpedo", self.modifiers)
        result = str((yield from roll_on(battle.tables.table("torpedo"), line, modifiers)))
        yield from tally("torpedo", result)
        effect = battle.tables.table("torpedo_results")
        if effect.text(result, "runs on") == "no":
            yield from Torpedo.run.clear(torpedo, said=Says.torpedo_spent)
        if effect.text(result, "hit") == "yes" or effect.text(result, "hull damage") != "-":
            yield from self._strike(battle, target, result)

    def _strike(self, battle: CoastalBattle, target: CoastalShip, result: str) -> Effects:
        firer = Torpedo(battle, self.torpedo).fired_by
        struck = battle.tables.table("torpedo_results").text(result, "hit") == "yes"
        if struck:
            yield from tally("hits", 1, firer)
        cause = Cause(by=firer, how="torpedo")
        hit, held = HeldTorpedo(firer, TORPEDO, result), battle.reading("torpedo_damage_held")
        until = Says.torpedo_held(result=result, step=damage_step(battle, target).number)
        yield from CoastalShip.held.append(target, hit, said=until if held else Says.torpedo_result(result=result), cause=cause)
        if struck or battle.reading("near_explosion_warns"):
            yield from CoastalFacts.unaware[target.side].clear(battle)
        if not held:
            yield from run(*held_hits(target)[-1:])
            yield from CoastalShip.held.set(target, target.held[:-1])

    def firing(self, battle: CoastalBattle) -> Firing:
        later = bool(battle.reading("torpedo_damage_held"))
        return Firing(Torpedo(battle, self.torpedo).fired_by, self.target, self.torpedo, "torpedo", later=later)

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.torpedo} ({Torpedo(battle, self.torpedo).owner(battle)}) meets {self.target}"

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        missed = sentence(f"{self.torpedo} MISSES {self.target}")
        if not happened.rolls:
            under = "She is a boat: the torpedo runs on under her."
            yield Result(kind=MISSED, head="missed", words=missed, means=under, subject=self.target)
            return
        result, table = happened.rolls[0].result, happened.before.tables.table("torpedo_results")
        hits, hull = table.text(result, "hit") == "yes", table.text(result, "hull damage")
        means = [f"{self.torpedo} stays in the water"] * (table.text(result, "runs on") == "yes")
        if not hits and hull == "-":
            yield Result(kind=MISSED, head="missed", words=missed, means=sentences(result, *means), subject=self.target)
            return
        later = bool(happened.before.reading("torpedo_damage_held"))
        means += [kept_for(happened.after, self.target)] * later + [f"{hull} off her hull"] * (hull != "-")
        if hits:
            means += self._harm(happened.before)
        words = f"{self.target} IS HIT: {result}" if hits else f"{self.torpedo} EXPLODES NEAR {self.target}"
        head, state = ("hit", f"HIT: {result}") if hits else ("near", "NEAR EXPLOSION")
        kind = HIT if not later else GRAVE if disables(happened.before, result) else HURT
        told, state = sentences(*means), state if later else ""  # if the damage is worked out at once, its own result says it
        yield Result(kind=kind, head=head, words=sentence(words), means=told, state=state, subject=self.target)
        if alarmed := alarm(happened):
            yield Result(kind=SEEN, head="alarm", words=sentence(alarmed), brief=alarmed)
        if not later:
            yield damage_result(happened, self.target)

    def _harm(self, battle: CoastalBattle) -> Iterator[str]:
        """Text about the dice of a hit that blows up cargo or destroys systems."""
        if cargo := battle.ship(self.target).cargo:
            yield f"her {cargo} blows up on {battle.figure('explosion score')} or more"
        lost = DESTROYED if battle.reading("torpedo_destroys_systems") else DAMAGED
        yield f"{battle.printed('systems lost')} of her systems {lost}"


class TorpedoAimed(Deferred[CoastalShip]):
    """The torpedo launched last meets its target. The modifiers are those that apply when it gets there."""

    id, title, section = "torpedo-aimed", "Torpedo meets its target", "C8"
    target: str

    def order(self, battle: CoastalBattle) -> TorpedoMeets:
        met = {"torpedo": Torpedo.numbered(battle, CoastalFacts(battle).launched).name, "target": self.target}
        return TorpedoMeets.partial({**met, "modifiers": tuple(known_modifiers(battle, TorpedoMeets.partial(met)))})


class TorpedoSpent(Order[CoastalShip]):
    """Take a torpedo off the table: it ran past all ships or over the table's edge."""

    id, title, key, section = "spent", "Torpedo off the table", "o", "C8"
    is_aside = True
    settles = True
    phases = MOVING_STEPS
    torpedo: str = fields.choice("torpedo", running_now)

    def check(self, battle: CoastalBattle) -> None:
        require_running(battle)

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from Torpedo.run.clear(self.torpedo, said=Says.torpedo_spent)

    def headline(self, battle: CoastalBattle) -> str:
        return f"{self.torpedo} ({Torpedo(battle, self.torpedo).owner(battle)}) runs off the table"

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        yield self.as_ordered(happened, "spent", kind=MISSED)
