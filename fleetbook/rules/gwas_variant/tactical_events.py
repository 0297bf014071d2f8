"""Tactical random events: the referee throws two dice before the sides move.

An event changes the visibility (rule 8) or the coming combat segment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fleetbook.core.battle.result import DONE, GOOD, HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, choose, note, roll, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.combat import step_key
from fleetbook.rules.gwas.ground.hooks import RuleHooks
from fleetbook.rules.gwas.ground.phases import GUNFIRE, TORPEDOES
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.weapons.attack import MOST_HEXES, require_firer, require_weapon, targets_of_step
from fleetbook.rules.gwas.weapons.gunnery import Fire
from fleetbook.rules.gwas_variant.events import IGNORED, nothing_came, reason_in_words, seen_through, struck_side
from fleetbook.rules.gwas_variant.phases import EVENTS
from fleetbook.rules.gwas_variant.state import (
    DAMAGE_CONTROL,
    FIRE_CONTROL,
    FOG_LIFTS,
    FOG_OF_WAR,
    MASS_CONFUSION,
    NO_EVENT,
    SHIELDS_UP,
    SMOKE,
    TORPEDO_ATTACK,
    VariantFacts,
    VariantShip,
    groups,
)
from fleetbook.rules.gwas_variant.strategic_rules.repairs import EventRepair
from fleetbook.rules.gwas_variant.tactical_rules.stand import has_its_hands_full
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import counted, listed, sentences
from fleetbook.rules.kit.sides import every_ship

SECTION = "Tactical random events"
NOBODY = "no group"
VISIBILITY = {FOG_LIFTS: "THE FOG LIFTS", FOG_OF_WAR: "FOG OF WAR", SMOKE: "FOG OF WAR, by smoke"}


class TacticalEvent(Order[GwasShip]):
    """Roll for this impulse's random event and apply it."""

    id, title, key, section = "event", "Random event", "e", SECTION
    phases = EVENTS

    def check(self, battle: GwasBattle) -> None:
        require(not event_rolled(battle), "the random event of this impulse has been rolled")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.event_rolled.set(battle, step_key(battle))
        event = str((yield from roll_on(battle.tables.table("tactical_events"))))
        yield from EFFECTS[event](battle)
        yield from VariantFacts.smoke.clear(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        yield from happened.parts or [_result(happened, happened.rolls[0].result)]


def event_rolled(battle: GwasBattle) -> bool:
    """Whether this impulse's random event has been rolled for."""
    return VariantFacts(battle).event_rolled == step_key(battle)


# ------------------------------------------------------------ effects


def greatest_visibility(battle: GwasBattle) -> int:
    """The highest visibility that is possible now, in areas. It is less than the set-up range (8, V1)."""
    set_up = battle.tables.table("set_up_range").whole(VariantFacts(battle).light, "areas")
    return max(set_up - battle.whole_reading("visibility_below_set_up"), 0)


def visibility(battle: GwasBattle) -> int:
    """The distance in areas that ships can see now: the limit of the weather, changed by events. They can always see their own
    area.
    """
    most = greatest_visibility(battle)
    weather = RuleHooks().sighting(battle) if battle.reading("weather_shortens_visibility") else most
    return max(min(min(weather, most) + VariantFacts(battle).shift, most), 0)


def fog_lifts(battle: GwasBattle) -> Effects:
    """Ships can see farther for the rest of the combat, up to the greatest visibility."""
    areas = battle.figure("The Fog Lifts, areas")
    yield from _shift(battle, min(areas, greatest_visibility(battle) - visibility(battle)))


def fog_of_war(battle: GwasBattle) -> Effects:
    """Ships can see less far for the rest of the combat."""
    areas = battle.figure("Fog of War, areas")
    yield from _shift(battle, -min(areas, visibility(battle)))


def _shift(battle: GwasBattle, areas: int) -> Effects:
    if areas:
        yield from VariantFacts.shift.add(battle, areas)
        yield from note(Says.visibility_is(areas=visibility(battle)))
    else:
        yield from note(Says.no_event_because(why=Says.visibility_stays(areas=visibility(battle))))


def no_event(battle: GwasBattle) -> Effects:
    """The event has no effect."""
    yield from note(Says.no_event)


def shields_up(battle: GwasBattle) -> Effects:
    """One side may name one of its ships. She ignores all hits in this combat segment."""
    side = yield from struck_side(battle)
    yield from VariantFacts.shields[side].set(battle, said=Says.may_raise_shields)


def hamper(battle: GwasBattle, side: str) -> Effects:
    """Fire control difficulties hinder a side's fire in the next combat segment."""
    yield from VariantFacts.hampered[side].set(battle, said=Says.fire_control_difficulties)


def confuse(battle: GwasBattle, side: str) -> Effects:
    """No ship of this side may move in its next movement segment."""
    yield from VariantFacts.confused[side].set(battle, said=Says.confused)


def fire_control_difficulties(battle: GwasBattle) -> Effects:
    """Hinder the fire of both sides in the next combat segment (V2)."""
    if battle.reading("fire_control_strikes_both"):
        for side in battle.sides:
            yield from hamper(battle, side)
    else:
        yield from hamper(battle, (yield from struck_side(battle)))


def surprise(battle: GwasBattle) -> Effects:
    """The side without initiative is surprised, if this is the first round of a combat that no pursuit led to."""
    now = VariantFacts(battle)
    caught = battle.other_side(now.initiative)
    again = now.surprised and not has_its_hands_full(battle, caught)
    if now.round > battle.figure("Surprise, last round") or now.by_pursuit or again:
        yield from no_event(battle)
        return
    yield from VariantFacts.surprised.set(battle, said=Says.surprised(side=caught))
    yield from confuse(battle, caught)
    if not (yield from seen_through(battle, caught, Says.hampered_guns)):
        yield from hamper(battle, caught)


def smoke(battle: GwasBattle) -> Effects:
    """If smoke was made in the last segment, it becomes fog of war (12)."""
    yield from (fog_of_war if VariantFacts(battle).smoke else no_event)(battle)


def damage_control(battle: GwasBattle) -> Effects:
    """One ship of one side repairs a box, or regains one speed class."""
    side = yield from struck_side(battle)
    yield from run(EventRepair(side=side))


def confusion(battle: GwasBattle) -> Effects:
    """One side does not move, unless it has a leader who lets it ignore the event."""
    side = yield from struck_side(battle)
    if not (yield from seen_through(battle, side, Says.confusion)):
        yield from confuse(battle, side)


def mass_confusion(battle: GwasBattle) -> Effects:
    """One side neither moves nor fires well. Its enemy moves one of its groups and makes some of
    its ships fire at their friends.
    """
    side = yield from struck_side(battle)
    if (yield from seen_through(battle, side, Says.mass_confusion)):
        return
    yield from confuse(battle, side)
    yield from hamper(battle, side)
    yield from VariantFacts.enemy_moves[side].set(battle, said=Says.enemy_may_move(enemy=battle.other_side(side)))
    yield from VariantFacts.friendly_fire_due[side].set(battle)


def flotillas(battle: GwasBattle, side: str) -> dict[str, list[GwasShip]]:
    """A side's groups that may make a torpedo attack: small, fast ships with torpedoes left. The players judge which groups are
    near enough.
    """
    fast = battle.printed("Torpedo Attack, speeds").split(", ")
    return {
        name: ships
        for name, ships in groups(battle, side).items()
        if all(ship.is_a("small") and ship.speed in fast for ship in ships) and any(ship.torpedo for ship in ships)
    }


def torpedo_attack(battle: GwasBattle) -> Effects:
    """A flotilla of one side may attack with torpedoes out of turn. The enemy group that it attacks may not move."""
    side = yield from struck_side(battle)
    enemies = list(groups(battle, battle.other_side(side)))
    able = list(flotillas(battle, side))
    if not able or not enemies:
        yield from note(Says.no_event_because(why=Says.no_flotilla(side=side)), TORPEDO_ATTACK)
        return
    reach = battle.figure("Torpedo Attack, areas away at most")
    group = yield from choose(Says.attacking_flotilla(areas=reach), (NOBODY, *able), side)
    if group == NOBODY:
        yield from note(Says.no_event_because(why=Says.no_flotilla_near), TORPEDO_ATTACK)
        return
    target = yield from choose(Says.group_attacked, enemies, side)
    every = groups(battle)
    for ship in every[group]:
        yield from VariantShip.attacking.set(ship, target)
    for ship in every[target]:
        yield from VariantShip.pinned.set(ship)
    yield from note(Says.torpedo_attack(group=group, target=target), TORPEDO_ATTACK)


EFFECTS: dict[str, Callable[[GwasBattle], Effects]] = {
    SHIELDS_UP: shields_up,
    FOG_LIFTS: fog_lifts,
    FIRE_CONTROL: fire_control_difficulties,
    FOG_OF_WAR: fog_of_war,
    NO_EVENT: no_event,
    "Surprise": surprise,
    SMOKE: smoke,
    DAMAGE_CONTROL: damage_control,
    "Confusion Reigns": confusion,
    TORPEDO_ATTACK: torpedo_attack,
    MASS_CONFUSION: mass_confusion,
}


# ------------------------------------------------------------ results


def _result(happened: Happened[GwasShip], event: str) -> Result:
    """The result for any event except damage control."""
    none = happened.noted(Says.no_event, Says.no_event_because)
    if none:
        return nothing_came(reason_in_words(happened, none[0]))
    if event in VISIBILITY:
        now = happened.after.wording.words(happened.noted(Says.visibility_is)[0])
        return Result(kind=DONE, head="visibility", words=f"{VISIBILITY[event]}: {now}.")
    seen = [roll.total for roll in happened.rolls if roll.table == "leader_ignores" and roll.result == IGNORED]
    if seen and not happened.changes(VariantFacts.confused):
        return Result(kind=GOOD, head="seen through", words=f"{event.upper()}: the leader SEES THROUGH IT on {seen[0]}.")
    through = f"the leader sees through the fire control difficulties on {seen[0]}" if seen else ""
    dashing = happened.changes(VariantShip.attacking)
    if dashing:
        group = VariantShip.group.value(happened.after.ship(dashing[0].subject))
        words = f"{event.upper()} by {group} on {dashing[0].after}."
    else:
        facts = VariantFacts.shields, VariantFacts.confused, VariantFacts.hampered
        sides = dict.fromkeys(change.other for fact in facts for change in happened.changes(fact))
        words = f"{event.upper()} for {listed(sides)}."
    return Result(kind=HURT, head="event", words=words, means=sentences(*_consequences(happened), through))


def _consequences(happened: Happened[GwasShip]) -> Iterator[str]:
    """Phrases for the effects of an event on the coming movement and fire."""
    battle = happened.before
    if happened.changes(VariantFacts.shields):
        yield "it may name a ship that ignores all hits, once the enemy has said who fires at her"
    if happened.changes(VariantShip.attacking):
        areas = battle.figure("Torpedo Attack, areas moved")
        moves = f"it moves {counted(areas, 'area')} in all this segment"
        yield f"{moves}; its target does not move; primary guns do not fire at the attackers"
    for change in happened.changes(VariantFacts.confused):
        yield f"no ship of {change.other} moves in its next movement segment"
    hampered = listed(change.other for change in happened.changes(VariantFacts.hampered))
    if hampered:
        less = battle.tables.modifier_list("gunfire").line("fire_control").value
        yield f"{less:+d} on the shots of {hampered} in the next combat segment; a needed 6 is confirmed on 1 to 4"
    for change in happened.changes(VariantFacts.enemy_moves):
        enemy = battle.other_side(change.other)
        yield f"{enemy} may move one group of {change.other}, and have some of its ships fire at friends"


# ------------------------------------------------------------ shields up


class RaiseShields(Order[GwasShip]):
    """The enemy first says which ships fire at a ship. Her side then names her as the ship that ignores all hits."""

    id, title, key, section = "shields-up", "Shields up", "s", SHIELDS_UP
    says = "shields up for {ship}"
    phases = (*GUNFIRE, *TORPEDOES)
    ship: str = fields.ship("ship", every_ship)
    firers: tuple[str, ...] = fields.several(
        "enemies announced to fire at it", lambda battle, order: battle.ships(battle.other_side(battle.ship(order.ship).side))
    )

    def check(self, battle: GwasBattle) -> None:
        saved = [side for side in battle.sides if VariantFacts(battle).shields[side]]
        require(saved, "no side has shields to raise")
        ship = battle.ship(self.ship)
        require(ship.side in saved, f"{ship.side} has no shields to raise")
        require(ship.in_combat, f"{ship} is not in this combat")
        for enemy in fighting(battle, battle.other_side(ship.side)):
            shot = ship.name in targets_of_step(battle, enemy)
            require(not shot, f"{enemy} has fired at {ship} in this step: name the ship before the dice")
        for name in self.firers:
            require(battle.ship(name).in_combat, f"{name} is not in this combat")

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.shields[battle.ship(self.ship).side].clear(battle)
        yield from VariantShip.shielded.set(self.ship, said=Says.ignores_all_hits)
        for name in self.firers:
            yield from VariantShip.bound_to.set(name, self.ship)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        bound = f"{listed(self.firers)} may fire at no other ship this segment" if self.firers else ""
        words = f"{self.ship} HAS HER SHIELDS UP: all hits of this segment are ignored."
        yield Result(kind=GOOD, head="shields up", words=words, means=sentences(bound), subject=self.ship)


# ------------------------------------------------------------ mass confusion in the combat segment


class CountFriendlyFire(Part[GwasShip]):
    """Throw a die for the number of ships of a confused side that fire at their friends. It is half of the die, rounded down."""

    id, title, section = "count-friendly-fire", "Ships that fire at friends", MASS_CONFUSION
    inline = True
    side: str

    def resolve(self, battle: GwasBattle) -> Effects:
        side, die, share = self.side, battle.printed("Mass Confusion, die"), battle.figure("Mass Confusion, die divided by")
        ships = (yield from roll(Says.ships_that_fire_at_friends(side=side), die, section=MASS_CONFUSION)) // share
        yield from VariantFacts.friendly_fire_due[side].clear(battle)
        said = Says.fires_at_friends(enemy=battle.other_side(side), ships=ships)
        yield from VariantFacts.friendly_fire[side].set(battle, ships, said=said)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        number, enemy = VariantFacts(happened.after).friendly_fire[self.side], happened.before.other_side(self.side)
        ships = f"{number or 'NO'} SHIP{'S' * (number != 1)} OF {self.side.upper()}"
        words = f"{ships} FIRE{'S' * (number == 1)} AT FRIENDS on {happened.rolls[0].total}."
        means = f"{enemy} says which ships fire, and at whom." if number else ""
        yield Result(kind=HURT if number else MISSED, head="friendly fire", words=words, means=means, side=enemy)


def _confused(battle: GwasBattle) -> list[GwasShip]:
    """The ships of a confused side that may still have to fire at their friends."""
    now = VariantFacts(battle)
    return [ship for ship in battle.ships() if now.friendly_fire[ship.side]]


class FriendlyFire(Fire):
    """The enemy makes a ship of the confused side fire at another ship of that side."""

    id, title, key, section = "friendly-fire", "Friendly fire", "F", MASS_CONFUSION
    phases = GUNFIRE
    firer: str = fields.ship("firer", lambda battle: battle.ships())
    target: str = fields.ship("target", lambda battle, order: battle.ships(battle.ship(order.firer).side), default=None)
    range: int = fields.number("range", 0, MOST_HEXES, unit="hexes", default=1)
    near_enemy: int = fields.number("target's distance from an enemy", 0, MOST_HEXES, unit="hexes", default=1)

    def owners(self, battle: GwasBattle) -> tuple[str, ...]:
        return (battle.other_side(battle.ship(self.firer).side),)

    def check(self, battle: GwasBattle) -> None:
        require(_confused(battle), "no ship fires at friends")
        firer = battle.ship(self.firer)
        require(firer in _confused(battle), f"{firer} does not fire at friends")
        require_firer(battle, firer, GUNS)
        require(not targets_of_step(battle, firer), f"{firer} has fired in this step")
        target = battle.ship(self.target)
        friends = target.in_combat and target.side == firer.side and target != firer
        require(friends, f"{target} is no friend of {firer}")
        require(self.range > 0, "the target must be in another area than the firer")
        self.check_guns(battle, firer, target)
        most = battle.figure("Mass Confusion, target from an enemy at most")
        require(self.near_enemy <= most, f"the target must be in an area with enemies, or at most {most} from such an area")

    def require_gun(self, battle: GwasBattle, firer: GwasShip, target: GwasShip, weapon: str) -> None:
        require_weapon(battle, firer, target, weapon, self.range)

    def resolve(self, battle: GwasBattle) -> Effects:
        yield from VariantFacts.friendly_fire[battle.ship(self.firer).side].add(battle, -1)
        yield from super().resolve(battle)
