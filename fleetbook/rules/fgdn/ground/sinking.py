"""Ships that sink or blow up, and damage that follows from other damage (8.1, 8.1.8, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import LOST, Result
from fleetbook.core.orders.effects import Effects, note, roll, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Said, Words, said_of
from fleetbook.rules.fgdn.ground.card import MAIN
from fleetbook.rules.fgdn.ground.facts import TURN, clock, minutes
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.ship_values import Hit, Ring
from fleetbook.rules.fgdn.words import Says

MAGAZINE, EXPLODES = "magazine", "explodes"
"""The id of the magazine table, and the result that means an explosion."""
BLOWN_UP = (Says.magazine_explosion, Says.ammunition_cargo_exploded)
"""The sentences that record that a ship blew up."""


def follow(ship: FgdnShip, hit: Hit) -> Effects:
    """Store damage that follows from other damage, unless there is none or the ship is gone. It is worked out after the batch
    that caused it (8.1, F18).
    """
    if hit.points > 0 and ship.afloat:
        yield from FgdnShip.following.append(ship, hit)


def sink(ship: FgdnShip, how: Words, cause: Cause | None = None) -> Effects:
    """Remove a ship at once: she explodes, capsizes, is lost under water, or goes under as a hulk."""
    if not ship.afloat:
        return
    yield from FgdnShip.fate.gone(ship, "sunk", how, said=Says.sinks(how=how), cause=cause)
    for due in (FgdnShip.sinks_at, FgdnShip.held, FgdnShip.following, FgdnShip.speed):
        yield from due.clear(ship)
    yield from tally("ships sunk", 1, ship.side)


def founder(battle: FgdnBattle, ship: FgdnShip, how: Words) -> Effects:
    """The ship is lost. She sinks after D10 times 10 minutes, but a submerged submarine at once."""
    if not ship.fit:
        return
    if ship.submerged:
        yield from sink(ship, how)
        return
    score = yield from roll(Says.time_to_sink(ship=ship), str(battle.reading("sinking_die")), section="8.1.8")
    due = minutes(battle) + score * battle.figure("minutes of sinking for each point")
    yield from FgdnShip.sinks_at.set(ship, due, said=Says.will_sink(time=clock(due), how=how))
    yield from FgdnShip.lost_by.set(ship, said_of(how))


def cause_of(how: Said) -> str:
    """The causes that a sentence names, such as weapons. If it names none, the words of the sentence's key."""
    together = how.values.get("what") or how.values.get("weapon") or how.values.get("words")
    several = together if isinstance(together, list) else [together] if together else []
    named = [one if isinstance(one, str) else one.get("weapon") or one.get("what") for one in several]
    return ", ".join(dict.fromkeys(named)) or " ".join(how.key.split("_"))


def is_lost_by(ship: FgdnShip, *how: Words) -> bool:
    """Whether one of these sentences tells how the ship was lost. For battles of older versions their text is compared."""
    loss = ship.loss
    if loss is None or loss.said:
        return loss is not None and loss.said in [said_of(one) for one in how]
    return loss.how in [ship.battle.wording.of(one) for one in how]


def go_under(battle: FgdnBattle) -> Effects:
    """In the Movement Phase, sink the hulks whose time is over (F45). The ship that gave a hulk the fatal damage counts as having
    sunk her.
    """
    early = battle.figure(TURN) - 1 if battle.reading("hulk_goes") != "at or after" else 0
    hulks = [ship for ship in battle.ships() if ship.afloat and ship.sinks_at is not None]
    yield from run(*(GoUnder(ship=ship.name) for ship in hulks if (ship.sinks_at or 0) <= minutes(battle) + early))


class GoUnder(Part[FgdnShip]):
    """A hulk sinks."""

    id, title, section, inline = "go-under", "Going under", "8.1.8", True
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        how = ship.lost_by or Says.damage()
        yield from sink(ship, how, Cause(how=cause_of(how), through=FgdnShip.sinks_at.name))

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        ship = happened.after.ship(self.ship)
        words, means = f"{ship} GOES UNDER: {ship.loss.how if ship.loss else ''}.", f"{happened.left(ship.side)}."
        yield Result(kind=LOST, head="sunk", words=words, means=means, subject=self.ship)


def blow_up(ship: FgdnShip, how: Words, *rings: Ring, cause: Cause | None = None) -> Effects:
    """Destroy the ship at once. Each ring gives a distance in yards and the points that ships within it take."""
    if not ship.afloat:
        return
    yield from sink(ship, how, cause)
    yield from FgdnShip.blast.set(ship, rings)
    for ring in rings:
        yield from note(Says.blast_near(yards=ring.yards, ship=ship, points=ring.points), "8.3")


class MagazineExplodes(Part[FgdnShip]):
    """A main magazine explodes: the ship is destroyed, and ships close to her are damaged."""

    id, title, section = "magazine-explodes", "Magazine explosion", "8.3"
    says = "{ship}'s magazine explodes"
    ship: str

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.afloat:
            main, yards = ship.battery(MAIN), battle.tables.table("blast").whole(MAGAZINE, "yards")
            ring = Ring(yards, ship.card.gun(main[0]).he_damage if main else 0)  # damage of high-explosive shell at Short range
            yield from tally("magazine explosions", 1, ship)
            yield from blow_up(ship, Says.magazine_explosion, *[ring] * bool(ring.points))
