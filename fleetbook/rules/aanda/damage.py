"""Damage (5.4 to 5.7, 5.12): hit location, armour, lost hull boxes, guns put out of action and critical hits."""

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
    """One hit by a gun: its location, whether the armour stops it, and its damage (A3, A4)."""

    id, title, section = "gun-hit", "Hit by a gun", "5.3"
    inline, suffered_by = True, "target"
    target: str
    damage: str

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.target)
        place = str((yield from roll_on(battle.tables.table("location"), ship.card.type, label=Says.location)))
        if place != HULL and not ship.has_guns(place):
            if not battle.reading("guns_gone_read_as_hull"):
                return
            place = HULL
        armour = battle.tables.table("armour").whole(ship.card.type, place)
        needed = armour + (battle.reading("damage_must") == "beat armour")
        beaten = needed - 1
        over = yield from roll_over(Says.against_armour(place=place, armour=beaten), self.damage, beaten, section="5.5")
        if not over:
            return
        if place == HULL:
            excess = over + beaten - armour
            yield from AandaShip.hull.lose(ship, excess if battle.reading("hull_loses") == "the excess" else excess + armour)
            if battle.reading("pierced_hull_rolls_critical"):
                yield from critical(battle, ship, "gun_critical")
        else:
            yield from run(*[PutOut(ship=ship.name, place=place)] * battle.whole_reading(f"{place}_pierced_loses"))


class PutOut(Part[AandaShip]):
    """Put one main mount or one secondary gun out of action. If none is left, nothing happens."""

    id, title, section = "put-out", "Gun out", "5.3"
    inline, suffered_by = True, "ship"
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
    """Roll for one critical hit and apply its effect (A5)."""
    result = str((yield from roll_on(battle.tables.table(table), ship.kind("critical hits"), label=Says.critical_hit)))
    condition = battle.tables.table("critical_effects").text(result, "condition")
    if condition != NONE:
        yield from bring_on(ship, condition, Says.critical_effect(result=result))


def bring_on(ship: AandaShip, condition: str, said: Words) -> Effects:
    """Give a ship a condition, such as a disabled rudder. Conditions that she may have several times, such as fire, are
    counted.
    """
    fact = ship.declared[condition]
    if isinstance(fact, Number):
        yield from fact.add(ship, said=said)
    elif isinstance(fact, Flag):
        yield from fact.set(ship, said=said)


def strike_under_water(battle: AandaBattle, ship: AandaShip, cause: str) -> Effects:
    """Apply a hit by a torpedo or mine. It takes hull boxes, whatever the armour, and causes a critical hit (A8)."""
    boxes = yield from roll(Says.hull_boxes(cause=cause), str(battle.reading("underwater_hull")), section="A8")
    yield from AandaShip.hull.lose(ship, boxes, Says.struck_by(cause=cause))
    yield from critical(battle, ship, "underwater_critical")


def causes(battle: AandaBattle, ship: AandaShip) -> list[str]:
    """The reasons why a ship must test for sinking now: no hull boxes left, and each catastrophe (A6). Empty if there
    are none.
    """
    gone = ship.hull_gone and bool(battle.reading("hull_gone_tests"))
    return [HULL_GONE] * gone + [AandaShip.catastrophe.name] * ship.catastrophe


# ------------------------------------------------------------ text that tells the players what a hit did


def new_trouble(happened: Happened[AandaShip], name: str) -> Iterator[str]:
    """Text for each new trouble of a ship after an order, such as a fire. The worst comes first."""
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
    """Whether this order has brought a new catastrophe to the ship, or taken the last of her hull boxes."""
    was, ship = happened.before.ship(name), happened.after.ship(name)
    return ship.catastrophe > was.catastrophe or (ship.hull_gone and not was.hull_gone)


def under_water(happened: Happened[AandaShip], name: str, what: tuple[str, str], how: str) -> Result:
    """The result of a hit by a mine or torpedoes. ``what`` gives the result's text and its short heading."""
    does, head = what
    words = f"{name} {does}, {how}: {listed(happened.harm(name) or ['no box is left to lose'])}."
    kind = GRAVE if hurt_or_worse(happened, name) else HURT
    return Result(kind=kind, head=head, words=words, means=sentences(*new_trouble(happened, name)), subject=name)


def stopped_by_armour(happened: Happened[AandaShip]) -> int:
    """The number of hits that armour stopped."""
    return sum(roll.total <= values["armour"] for roll, values in happened.throws(Says.against_armour))


def volley_result(
    happened: Happened[AandaShip], shots: int, target: str, who: str, rows: tuple[str, ...], *, silent: str = ""
) -> Result:
    """The result of gunfire at one ship: hits, lost boxes, lost guns and new troubles such as fire. ``silent`` are words for the
    ships that held fire.
    """
    scored, harm = happened.counted("hits"), happened.harm(target, AandaShip.splash)
    splash = happened.before.tables.modifier_list("gunnery").line("splash").value if happened.changes(AandaShip.splash) else 0
    splashes = f"other ships that fire at her this turn have {splash:+d} for the splash marker" if splash else ""
    means = sentences(*new_trouble(happened, target), splashes, silent)
    if not scored:
        words = f"MISSED: {who}, {counted(shots, 'shot')}."
        return Result(kind=MISSED, head="missed", words=words, means=means, rows=rows, subject=target)
    stopped = stopped_by_armour(happened)
    vain = happened.without_change(GunHit) - stopped
    some = [*[f"{stopped} stopped by armour"] * bool(stopped), *[f"{vain} did nothing"] * (0 < vain < scored)]
    none = f"{'all ' if stopped > 1 else ''}stopped by armour" if stopped == scored else ", ".join(some)
    damage = f": {', '.join([*harm, *some])}" if harm else f", {none or 'no harm done'}"
    kind = GRAVE if hurt_or_worse(happened, target) else HURT if harm else HIT
    words = f"{hits(scored)} of {shots} on {target}{damage}."
    state = "" if harm else f"{hits(scored)} {none or 'without harm'}"
    return Result(kind=kind, head=hits(scored), words=words, means=means, rows=rows, state=state, subject=target)
