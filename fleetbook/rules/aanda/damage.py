"""What a hit does (5.4 to 5.7, 5.12): location, armour, hull, mounts and guns out, critical hits."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from fleetbook.core.battle.conditions import Flag, Number
from fleetbook.core.battle.result import GRAVE, HIT, HURT, MISSED, Result
from fleetbook.core.orders.effects import Effect, Effects, draw, roll, roll_on, roll_over, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Words
from fleetbook.rules.aanda.card import GunEntry
from fleetbook.rules.aanda.gun_table import NONE
from fleetbook.rules.aanda.ship import MAIN, AandaBattle, AandaShip
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import counted, hits, listed, sentences

HULL = AandaShip.hull.name
HULL_GONE = "no hull boxes left"


class GunHit(Part[AandaShip]):
    """One shell that hit: where, whether it pierces, and what it does there (A3, A4). It is the same whoever fired it."""

    id, title, section = "gun-hit", "Hit by a gun", "5.3"
    inline = True
    target: str
    damage: str

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from _strike(battle, battle.ship(self.target), self.damage)


def _strike(battle: AandaBattle, ship: AandaShip, damage: str) -> Effects:
    place = yield from _location(battle, ship)
    if not place:
        return
    armour = battle.tables.table("armour").whole(ship.card.type, place)
    needed = armour + (battle.reading("damage_must") == "beat armour")
    over = yield from roll_over(Says.against_armour(place=place, armour=needed - 1), damage, needed - 1, section="5.5")
    if not over:
        return
    if place == HULL:
        excess = over + needed - 1 - armour
        yield from AandaShip.hull.lose(ship, excess if battle.reading("hull_loses") == "the excess" else excess + armour)
        if battle.reading("pierced_hull_rolls_critical"):
            yield from critical(battle, ship, "gun_critical")
    else:
        yield from run(*[PutOut(ship=ship.name, place=place)] * battle.whole_reading(f"{place}_pierced_loses"))


def _location(battle: AandaBattle, ship: AandaShip) -> Generator[Effect, Any, str]:
    """The place hit; main or secondary guns of which none is left are read as the hull (A4), or else as nothing: empty."""
    place = str((yield from roll_on(battle.tables.table("location"), ship.card.type, label=Says.location)))
    if place == HULL or ship.has_guns(place):
        return place
    return HULL if battle.reading("guns_gone_read_as_hull") else ""


class PutOut(Part[AandaShip]):
    """One main mount, or one secondary gun, is out, if any is left, by however much the shell pierced."""

    id, title, section = "put-out", "Gun out", "5.3"
    inline = True
    ship: str
    place: str

    def resolve(self, battle: AandaBattle) -> Effects:
        ship, place = battle.ship(self.ship), self.place
        if not ship.has_guns(place):
            return
        mount = yield from _which(ship, place, str(battle.reading(f"{place}_lost")))
        guns = ship.guns_left(mount) if place == MAIN else 1
        yield from AandaShip.guns_out[mount.name].add(ship, guns, Says.mount_out if place == MAIN else Says.gun_out)
        yield from tally("main mounts out" if place == MAIN else "secondary guns out", 1, ship)


def _which(ship: AandaShip, place: str, how: str) -> Generator[Effect, Any, GunEntry]:
    left = [mount for mount in ship.mounts(place) if ship.guns_left(mount)]
    if how == "card order":
        return left[0]
    if how == "even":
        return min(left, key=lambda mount: ship.guns_out[mount.name] / mount.guns)
    engaged = [mount for mount in left if ship.last_bearing and ship.last_bearing in mount.arc] if how == "engaged side" else []
    weights = [(mount.name, 1 if place == MAIN else ship.guns_left(mount)) for mount in engaged or left]
    return ship.battery((yield from draw(Says.which_gun, weights, "A4")))


def critical(battle: AandaBattle, ship: AandaShip, table: str) -> Effects:
    """Roll one critical hit and let it take effect (A5)."""
    result = str((yield from roll_on(battle.tables.table(table), ship.kind("critical hits"), label=Says.critical_hit)))
    condition = battle.tables.table("critical_effects").text(result, "condition")
    if condition != NONE:
        yield from bring_on(ship, condition, Says.critical_effect(result=result))


def bring_on(ship: AandaShip, condition: str, said: Words) -> Effects:
    """A ship gets a condition, or one more of those that are counted."""
    fact = ship.declared[condition]
    if isinstance(fact, Number):
        yield from fact.add(ship, said=said)
    elif isinstance(fact, Flag):
        yield from fact.set(ship, said=said)


def strike_under_water(battle: AandaBattle, ship: AandaShip, cause: str) -> Effects:
    """A torpedo or a mine: hull boxes whatever the armour, then a critical hit under water (A8)."""
    boxes = yield from roll(Says.hull_boxes(cause=cause), str(battle.reading("underwater_hull")), section="A8")
    yield from AandaShip.hull.lose(ship, boxes, Says.struck_by(cause=cause))
    yield from critical(battle, ship, "underwater_critical")


def causes(battle: AandaBattle, ship: AandaShip) -> list[str]:
    """Why a ship must test for sinking: once for having no hull boxes, once for each catastrophe (A6)."""
    gone = ship.hull_gone and bool(battle.reading("hull_gone_tests"))
    return [HULL_GONE] * gone + [AandaShip.catastrophe.name] * ship.catastrophe


# ------------------------------------------------------------ what it means, in words for the table


def new_trouble(happened: Happened[AandaShip], name: str) -> Iterator[str]:
    """What a ship suffers from since, the gravest first."""
    was, ship, battle = happened.before.ship(name), happened.after.ship(name), happened.after
    if (tests := len(causes(battle, ship))) > len(causes(happened.before, was)):
        yield f"she tests for sinking in each ongoing damage phase{f', {tests} times' if tests > 1 else ''}"
    wrecked = ship.wrecked and not was.wrecked
    if ship.hull_gone and not was.hull_gone:
        yield "stopped and silent" if wrecked else HULL_GONE
    if ship.max_speed < was.max_speed and not wrecked:
        yield f"{ship.max_speed} kt at most" if ship.max_speed else "she lies stopped"
    if ship.answers_helm < was.answers_helm:
        yield "no change of heading and no evasion until mended"
    if ship.out_of_command and not was.out_of_command:
        yield "out of command until mended"
    damage = battle.tables.table("ongoing_damage")
    if ship.fire > was.fire:
        yield f"each fire burns {damage.text(AandaShip.fire.name, 'hull')} hull boxes a turn until it is out"
    if ship.flood > was.flood:
        yield f"each flood takes {damage.text(AandaShip.flood.name, 'hull')} hull boxes a turn until it is stopped"


def hurt_or_worse(happened: Happened[AandaShip], name: str) -> bool:
    """Whether she may go down of it, or fights no longer."""
    was, ship = happened.before.ship(name), happened.after.ship(name)
    return ship.catastrophe > was.catastrophe or (ship.hull_gone and not was.hull_gone)


def under_water(happened: Happened[AandaShip], name: str, what: tuple[str, str], how: str) -> Result:
    """A mine or torpedoes struck a ship: ``what`` she does or suffers, and the head for that."""
    does, head = what
    words = f"{name} {does}, {how}: {listed(happened.harm(name) or ['no box is left to lose'])}."
    kind = GRAVE if hurt_or_worse(happened, name) else HURT
    return Result(kind=kind, head=head, words=words, means=sentences(*new_trouble(happened, name)), subject=name)


def stopped_by_armour(happened: Happened[AandaShip]) -> int:
    """Hits that did not pierce."""
    return sum(roll.total <= values["armour"] for roll, values in happened.throws(Says.against_armour))


def volley_result(happened: Happened[AandaShip], shots: int, target: str, who: str, rows: tuple[str, ...]) -> Result:
    """What guns did to a ship: hits of shots, boxes, what is out, and what it means for her."""
    scored, harm = happened.counted("hits"), happened.harm(target, AandaShip.splash)
    splash = happened.before.tables.modifier_list("gunnery").line("splash").value if happened.changes(AandaShip.splash) else 0
    splashes = f"the next to fire at her has {splash:+d} for the splashes" if splash else ""
    means = sentences(*new_trouble(happened, target), splashes)
    if not scored:
        words = f"MISSED: {who}, {counted(shots, 'shot')}."
        return Result(kind=MISSED, head="missed", words=words, means=means, rows=rows, subject=target)
    stopped = stopped_by_armour(happened)
    some = [f"{stopped} stopped by armour"] * bool(stopped)
    told = f": {', '.join([*harm, *some])}" if harm else ", stopped by armour" if stopped == scored else ", no harm done"
    kind = GRAVE if hurt_or_worse(happened, target) else HURT if harm else HIT
    words = f"{hits(scored)} of {shots} on {target}{told}."
    return Result(kind=kind, head=hits(scored), words=words, means=means, rows=rows, subject=target)
