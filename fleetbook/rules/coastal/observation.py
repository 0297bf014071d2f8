"""Orders to observe the enemy (C3): look for ships or torpedoes, fire a star shell, use a searchlight."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.firing import Look
from fleetbook.core.battle.result import GOOD, MISSED, NOTHING, SEEN, Result
from fleetbook.core.dice import Dice
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_at_least, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Said, Words
from fleetbook.rules.coastal.conditions import CoastalFacts, needs_no_look, needs_no_roll
from fleetbook.rules.coastal.facts import CoastalBattle, Target, Torpedo, running, target_of
from fleetbook.rules.coastal.outcomes import alarm
from fleetbook.rules.coastal.ship import RANGE, CoastalShip, require_acting, require_target
from fleetbook.rules.coastal.words import Says
from fleetbook.rules.kit.said import on_score, sentences
from fleetbook.rules.kit.sides import enemy_ships, own_ships

FIRING_STEPS = ("fire-1", "fire-2")
LIGHTS = SEARCHLIGHT, STAR_SHELL = "searchlight", "star shell"
MOST_CM = 999


def farthest(battle: CoastalBattle) -> int:
    """The longest range in cm at which anything can be seen. It is the end of the chart."""
    return int(battle.tables.table("observation").rows.spans[-1].high)


def is_seen(battle: CoastalBattle, target: Target, side: str) -> bool:
    """Whether a side may fire at a target because it observed the target this turn or needs no roll to see it."""
    return needs_no_look(battle) or target.seen[side]


def fired_lately(battle: CoastalBattle, ship: CoastalShip) -> bool:
    """Whether a ship fired in her side's latest firing step.

    The first side fires in step 7, after the other side in step 3. In step 3 the first side's shots of the turn before count.
    """
    first_side = ship.side == battle.sides[0]
    return CoastalShip.fired.last_turn(ship) if first_side and battle.phase == "fire-1" else ship.fired


def known_modifiers(battle: CoastalBattle, order: Observe) -> Iterator[str]:
    """The ids of the observation modifiers that apply to this look, as far as the program can tell."""
    observer, target = battle.ship(order.observer), target_of(battle, order.target)
    holds = {
        "sensors": observer.radar_on or hears(battle, observer, target),
        "seen_before": type(target).seen[observer.side].turn(target) is not None,
        "observer_fast": observer.speed > half_speed(battle, observer),
        "screened": observer.screened[target],
        "poor_weather": CoastalFacts(battle).weather == "poor",
        "unaware": CoastalFacts(battle).unaware[observer.side],
    }
    holds |= {"target_moving": True} if isinstance(target, Torpedo) else shown_by(battle, target, observer)
    yield from (name for name, holding in holds.items() if holding)
    if order.range <= battle.figure("near target"):
        yield "near"


def shown_by(battle: CoastalBattle, ship: CoastalShip, observer: CoastalShip) -> dict[str, bool]:
    """The observation modifiers that depend on the ship looked for, and whether each applies."""
    creeping = may_creep(battle, ship) and ship.speed <= battle.figure("slow E-boat")
    return {
        "target_shows": fired_lately(battle, ship) or ship.lit,
        "target_moving": not ship.stationary and not creeping,
        "large_target": not ship.is_boat,
        "naxos": bool(observer.working("naxos")) and ship.radar_on,
        "screened": observer.screened[ship] or in_smoke(battle, ship),
    }


def in_smoke(battle: CoastalBattle, target: Target) -> bool:
    """Whether a ship is screened by smoke that she makes. A torpedo never is."""
    return isinstance(target, CoastalShip) and target.smoke and bool(battle.reading("smoke_screens"))


def may_creep(battle: CoastalBattle, ship: CoastalShip) -> bool:
    """Whether a ship of this type does not count as moving while she is slow."""
    return battle.reading("creeping") in (ship.card.kind, ship.card.size)


def hears(battle: CoastalBattle, observer: CoastalShip, target: Target) -> bool:
    """Whether the observer's hydrophones detect a target: any torpedo, or a ship that is fast enough."""
    if not observer.working("hydrophones"):
        return False
    return isinstance(target, Torpedo) or target.speed >= battle.figure("heard by hydrophones")


def half_speed(battle: CoastalBattle, ship: CoastalShip) -> float:
    """Half of a ship's maximum speed in cm. A reading says whether damage to the engines counts."""
    return (ship.card.speed if battle.reading("half_speed_of") == "full" else ship.max_speed) / 2


def may_look(battle: CoastalBattle, ship: CoastalShip) -> bool:
    """Whether a ship may observe and light up targets. A ship out of the fight may not (C9)."""
    return not (ship.out_of_fight and battle.reading("out_of_fight_is_blind"))


def require_in_fight(battle: CoastalBattle, ship: CoastalShip) -> None:
    """Raise Refused if the ship is out of the fight."""
    require(may_look(battle, ship), f"{ship} has no hull boxes left and is out of the fight", "C9")


def unseen_first(battle: CoastalBattle) -> list[CoastalShip]:
    """The enemy ships, sorted so that those not seen this turn come first."""
    return sorted(enemy_ships(battle), key=lambda ship: is_seen(battle, ship, battle.acting))


def targets(battle: CoastalBattle) -> list[Target]:
    """The enemy's ships and torpedoes in the water, sorted so that those not seen this turn come first."""
    torpedoes = running(battle, battle.other_side(battle.acting))
    return sorted([*enemy_ships(battle), *torpedoes], key=lambda target: is_seen(battle, target, battle.acting))


class Observe(Order[CoastalShip]):
    """Look for an enemy ship or torpedo. The range gives a score, modifiers change it, and the die must reach it.

    The sheet does not say what the sighting of a torpedo brings: the referee decides.
    """

    id, title, key, section = "observe", "Observe", "s", "C3"
    says = "{observer} looks for {target} at {range} cm"
    phases = FIRING_STEPS
    observer: str = fields.ship("observer", own_ships)
    target: str = fields.ship("target", targets, help="the referee decides what the sighting of a torpedo means")
    range: int = fields.number(
        "range", 0, lambda battle, order: farthest(battle), unit="cm", measured=fields.Range("observer", "target"),
        default=lambda battle, order: RANGE.known(battle, order.observer, order.target),
    )  # fmt: skip
    modifiers: tuple[str, ...] = fields.modifiers(
        "score needed", "observation", known_modifiers, measures={"screened": fields.Between("observer", "target")}
    )
    measured_now: bool = fields.flag("screen of this step", default=True, shown_if=lambda battle: False)
    """Whether "screened" counts in this step only. In battles recorded by older versions it also counts later."""

    def look(self, battle: CoastalBattle) -> Look:
        return Look(self.observer, self.target, self.range)

    def check(self, battle: CoastalBattle) -> None:
        observer = battle.ship(self.observer)
        require_acting(observer)
        require_in_fight(battle, observer)
        target = target_of(battle, self.target)
        if isinstance(target, Torpedo):
            require(target.run, f"{target} is not in the water", "C8")
            require(target.owner(battle).side != observer.side, f"{target} is of {observer}'s own side")
        else:
            require_target(observer, target)
        looked = observer.looked[target] and bool(battle.reading("one_look"))
        require(not looked, f"{observer} has already looked for {target} this turn")

    def resolve(self, battle: CoastalBattle) -> Effects:
        observer = battle.ship(self.observer)
        yield from CoastalShip.looked[self.target].mark(observer)
        yield from RANGE.remember(self.observer, self.target, self.range)
        if not self.measured_now:
            yield from CoastalShip.screened_pair[self.target].set(observer, "screened" in self.modifiers)
        elif "screened" in self.modifiers and not in_smoke(battle, target_of(battle, self.target)):
            yield from CoastalShip.screened[self.target].mark(observer)
        else:
            yield from CoastalShip.screened[self.target].clear(observer)
        if self.range > farthest(battle):  # battles recorded by older versions may contain such a range
            yield from note(Says.out_of_sight(cm=farthest(battle)))
        elif needs_no_roll(battle):
            yield from self._sighted(battle, Says.seen_by_daylight)
        else:
            yield from self._by_score(battle)

    def _by_score(self, battle: CoastalBattle) -> Effects:
        needed, score = self._needed(battle)
        die = Dice.parse(str(battle.reading("observation_die")))
        if needed <= battle.whole_reading("seen_at"):
            yield from self._sighted(battle, Says.seen_at_once(score=score))
        elif needed > die.highest:
            yield from note(Says.cannot_be_seen(score=score))
        elif (yield from roll_at_least(Says.to_see(score=score), die, needed, words=("not seen", "seen"))):
            yield from self._sighted(battle)

    def can_succeed(self, battle: CoastalBattle) -> bool:
        """Whether any face of the die reaches the score needed."""
        highest = Dice.parse(str(battle.reading("observation_die"))).highest
        return self._needed(battle)[0] <= max(highest, battle.whole_reading("seen_at"))

    def _needed(self, battle: CoastalBattle) -> tuple[int, int | Said]:
        """The score needed, and a sentence that shows how it adds up."""
        printed = battle.tables.table("observation").whole(max(self.range, 1), "score needed")
        modifiers = battle.modifiers("observation", self.modifiers)
        changes = [Says.score_change(value=modifier.value, what=modifier) for modifier in modifiers]
        needed = printed + sum(modifier.value for modifier in modifiers)
        if battle.ship(self.observer).bridge_out:
            harder = battle.whole_reading("bridge_out_observes")
            changes.append(Says.score_change(value=harder, what=Says.bridge_out))
            needed += harder
        return needed, Says.changed_score(printed=printed, changes=changes, needed=needed) if changes else needed

    def _sighted(self, battle: CoastalBattle, said: Words = Says.seen) -> Effects:
        side, target = battle.ship(self.observer).side, target_of(battle, self.target)
        yield from type(target).seen[side].mark(target, said=said)
        yield from CoastalFacts.unaware[side].clear(battle)
        yield from tally("seen", 1, self.observer)

    def _how_seen(self, happened: Happened[CoastalShip]) -> str:
        """The throw that saw the target, or the reason why no throw was needed."""
        battle = happened.before
        if happened.rolls:
            return on_score(happened.rolls[0])
        if needs_no_roll(battle):
            return "by daylight no die is needed"
        return f"no die needed: a score of {self._needed(battle)[0]} succeeds automatically"

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        side, at = happened.before.ship(self.observer).side, f"{self.target}, {self.range} cm"
        subject = self.target if happened.before.is_ship(self.target) else ""
        if happened.counted("seen"):
            follows = f"{side} may fire at her this turn" if subject else "the referee decides what it means"
            means = sentences(self._how_seen(happened), follows)
            words, brief = sentences(f"SEEN: {at}", alarm(happened)), alarm(happened)
            yield Result(kind=SEEN, head="seen", words=words, means=means, brief=brief, subject=subject)
        elif happened.rolls:
            once = f"{self.observer} may not look for {'her' if subject else 'it'} again this turn"
            means = sentences(on_score(happened.rolls[0]), once if happened.before.reading("one_look") else "")
            yield Result(kind=MISSED, head="not seen", words=f"NOT SEEN: {at}.", means=means, subject=subject)
        else:
            wording = happened.before.wording
            beyond = [wording.words(Says.out_of_sight(**said.values)) for said in happened.noted(Says.out_of_sight)]
            scores = [wording.words(Says.to_see(**said.values)) for said in happened.noted(Says.cannot_be_seen)]
            means = sentences(*beyond, *scores)
            yield Result(kind=NOTHING, head="not seen", words=f"CANNOT BE SEEN: {at}.", means=means, subject=subject)


class Illuminate(Order[CoastalShip]):
    """Light up a target by searchlight or star shell, before ships look for it."""

    id, title, key, section = "illuminate", "Star shell or searchlight", "l", "C3"
    says = "{ship} lights up {target} by {light}"
    phases = FIRING_STEPS
    ship: str = fields.ship("ship", own_ships)
    light: str = fields.choice("light", LIGHTS)
    target: str = fields.ship("target", unseen_first, default=None)

    def check(self, battle: CoastalBattle) -> None:
        ship = battle.ship(self.ship)
        require_acting(ship)
        require_in_fight(battle, ship)
        require(any(ship.working(light) for light in LIGHTS), f"{ship} has no {' or '.join(LIGHTS)} in action")
        require(ship.working(self.light), f"{ship} has no {self.light} in action")
        forbidden = self.light == STAR_SHELL and ship.disabled and battle.reading("star_shell_is_fired")
        require(not forbidden, f"{ship} is disabled: no shooting, and star shells count as shots", "C8")
        require(not ship.lights_used[self.light], f"{ship} has used its {self.light} this turn")
        target = battle.ship(self.target)
        require_target(ship, target)
        require(not (target.lit and battle.reading("lit_once")), f"{target} is lit already this turn")

    def resolve(self, battle: CoastalBattle) -> Effects:
        yield from CoastalShip.lights_used[self.light].mark(battle.ship(self.ship))
        yield from CoastalShip.lit.mark(battle.ship(self.target), said=Says.lit)

    def results(self, happened: Happened[CoastalShip]) -> Iterator[Result]:
        shown = happened.before.tables.modifier_list("observation").line("target_shows")
        means = f"{shown.value:+d} on the score needed to see her this turn."
        yield Result(kind=GOOD, head="lit", words=f"{self.target} IS LIT by {self.light}.", means=means, subject=self.target)
