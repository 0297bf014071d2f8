"""Torpedoes (5.10, 5.12, A8): tubes, range, reloads and hits."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import MISSED, Result
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, roll_at_least, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.aanda.attack import (
    MOST_REROLLS,
    attackers,
    begin_attack,
    known_rerolls,
    others,
    pair_modifiers,
    require_attacker,
    require_spotted,
)
from fleetbook.rules.aanda.card import ARCS, TOWARD, TubeEntry
from fleetbook.rules.aanda.damage import strike_under_water, under_water
from fleetbook.rules.aanda.ongoing import NEXT_TEST, NextSinkingTests
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import MISSES_HITS, does

CLOSE_CM = 99
OFF_BEAM = ("F", "A")
"""The arcs of a target that are neither P nor S."""


def tubes_of(ship: AandaShip, name: str) -> TubeEntry:
    """The ship's tubes with this name. Raises InvalidInput, with the most similar name, if there are none."""
    sets = {tubes.name: tubes for tubes in ship.card.torpedoes}
    if name not in sets:
        raise InvalidInput.word(f"tubes of {ship}", name, sets)
    return sets[name]


def loaded(ship: AandaShip, tubes: TubeEntry) -> int:
    """The number of torpedoes that a set of tubes can fire now. A set can fire once a turn."""
    return 0 if ship.fired[tubes.name] else min(tubes.tubes, ship.torpedoes[tubes.name])


def reach(battle: AandaBattle, tubes: TubeEntry) -> int:
    """The range of a set of tubes, in cm (A8)."""
    return tubes.reach or battle.whole_reading("torpedo_reach")


class FireTorpedoes(Order[AandaShip]):
    """Fire torpedoes. A ship fires them after her guns."""

    id, title, key, section = "torpedo", "Fire torpedoes", "t", "5.10"
    says = "{firer} fires torpedoes at {target}, {range} cm"
    phases, later = ("firing",), NEXT_TEST
    firer: str = fields.ship("firer", attackers)
    target: str = fields.ship("target", lambda battle, order: others(battle, order.firer), default=None)
    range: int = fields.number("range", 0, CLOSE_CM, unit="cm", measured=fields.Range("firer", "target"))
    bearing: str = fields.choice(
        "target lies to", tuple(ARCS), default="P", meanings=ARCS, measured=fields.Arc("firer", "target")
    )
    tubes: tuple[str, ...] = fields.several(
        "tubes", lambda b, order: order.sets(b), default=fields.ALL, meanings=lambda b, order: order.arcs(b)
    )
    modifiers: tuple[str, ...] = fields.modifiers(
        "modifiers", "torpedo", known=lambda b, order: order.known(b),
        measures={"off_beam": fields.Aspect("target", "firer", OFF_BEAM, among=tuple(ARCS))},
    )  # fmt: skip
    rerolls: int = fields.number("hits rolled again (evasion)", 0, MOST_REROLLS, default=known_rerolls)

    def sets(self, battle: AandaBattle) -> list[str]:
        """The names of all the firer's sets of tubes."""
        return [tubes.name for tubes in battle.ship(self.firer).card.torpedoes]

    def arcs(self, battle: AandaBattle) -> dict[str, str]:
        """The arcs of fire of each set of tubes, in words for the form."""
        return {tubes.name: tubes.arc for tubes in battle.ship(self.firer).card.torpedoes}

    def known(self, battle: AandaBattle) -> Iterator[str]:
        """The ids of the torpedo modifiers that apply. The referee adds the one for the firer's position in the target's arcs."""
        facts = AandaFacts(battle)
        yield from pair_modifiers(battle.ship(self.firer), battle.ship(self.target))
        holds = {"fresh": facts.fresh, "gale": facts.gale, "night": facts.night}
        yield from (name for name, holding in holds.items() if holding)

    def check(self, battle: AandaBattle) -> None:
        firer = battle.ship(self.firer)
        require_attacker(battle, firer)
        ready = any(loaded(firer, tubes) for tubes in firer.card.torpedoes)
        require(ready, f"{firer} has no loaded tube left to fire this turn")
        require_spotted(firer, battle.ship(self.target))
        for name in self.tubes:
            self._check_set(battle, firer, tubes_of(firer, name))
        bearing = [tubes for tubes in firer.card.torpedoes if loaded(firer, tubes) and self.bearing in tubes.arc]
        require(bearing, f"no loaded tube of {firer} bears {TOWARD[self.bearing]}")
        if not self.tubes:
            self._check_set(battle, firer, bearing[0])
        require(self.tubes, "choose at least one set of tubes")

    def _check_set(self, battle: AandaBattle, firer: AandaShip, tubes: TubeEntry) -> None:
        require(loaded(firer, tubes), f"{firer}'s {does(tubes.name, 'is empty or has', 'are empty or have')} fired this turn")
        farthest = reach(battle, tubes)
        require(self.range <= farthest, f"{firer}'s {does(tubes.name, 'reaches', 'reach')} {farthest} cm, not {self.range}", "A8")
        require(self.bearing in tubes.arc, f"{firer}'s {does(tubes.name, 'does', 'do')} not bear {TOWARD[self.bearing]}")

    def resolve(self, battle: AandaBattle) -> Effects:
        firer = battle.ship(self.firer)
        yield from begin_attack(battle, firer)
        yield from AandaShip.torpedoes_fired.mark(firer)
        salvo = {name: loaded(firer, tubes_of(firer, name)) for name in self.tubes}
        for name, torpedoes in salvo.items():
            yield from AandaShip.torpedoes[name].set(firer, firer.torpedoes[name] - torpedoes)
            yield from AandaShip.fired[name].mark(firer)
        aim = Firing(self.firer, self.target, ", ".join(self.tubes), "torpedo", range=self.range)
        torpedo = Torpedo(aim=aim, modifiers=self.modifiers, rerolls=self.rerolls)
        yield from run(*[torpedo] * sum(salvo.values()))

    def ahead(self, battle: AandaBattle) -> Iterator[Part[AandaShip]]:
        yield NextSinkingTests(ship=self.target)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        fired, scored = happened.given(Torpedo), happened.counted("hits")
        if scored:
            yield under_water(happened, self.target, ("IS TORPEDOED", "torpedoed"), f"{scored} of {fired} hit")
        else:
            those = {1: "THE TORPEDO MISSES", 2: "BOTH TORPEDOES MISS"}.get(fired, f"ALL {fired} TORPEDOES MISS")
            words = f"{those} {self.target}."
            yield Result(kind=MISSED, head="missed", words=words, subject=self.target)


class Torpedo(Part[AandaShip]):
    """One torpedo: a die to hit, then loss of hull boxes and a critical hit under water."""

    id, title, section = "one-torpedo", "Torpedo", "5.10"
    says = "torpedo at {aim.target}"
    doing = Cause(by="{aim.firer}", how="{aim.weapon}")
    aim: Firing
    modifiers: tuple[str, ...]
    rerolls: int

    def firing(self, battle: AandaBattle) -> Firing:
        return self.aim

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("to_hit")
        chosen = battle.modifiers("torpedo", self.modifiers)
        for again in range(1 + self.rerolls):
            label = Says.to_hit_again if again else Says.to_hit
            die, needed = throw.text("torpedo", "die"), throw.whole("torpedo", "score")
            if not (yield from roll_at_least(label, die, needed, chosen, words=MISSES_HITS)):
                return
        yield from tally("hits", 1, self.aim.firer)
        yield from strike_under_water(battle, battle.ship(self.aim.target), "torpedo")

    def asked(self, battle: AandaBattle) -> str:
        return f"{self.aim.firer}'s {self.headline(battle)}"
