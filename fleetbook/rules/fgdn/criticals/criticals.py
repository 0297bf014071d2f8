"""Critical hits (8.1.2, 8.1.3): a D20 gives the kind of each, and its effect is applied."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import HURT, LOST, NOTHING, Result
from fleetbook.core.orders.effects import Effects, note, roll_on, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.part import Part
from fleetbook.core.words.sentence import Said
from fleetbook.rules.fgdn.criticals import natures
from fleetbook.rules.fgdn.criticals.carried_hits import EFFECTS as CARRIED
from fleetbook.rules.fgdn.criticals.critical_context import NOBODY, SUBMERGED, Blow, HitEffect
from fleetbook.rules.fgdn.criticals.ship_hits import BOILER
from fleetbook.rules.fgdn.criticals.ship_hits import EFFECTS as SHIP
from fleetbook.rules.fgdn.criticals.submarine_hits import EFFECTS as SUBMARINES
from fleetbook.rules.fgdn.criticals.weapon_hits import EFFECTS as WEAPONS
from fleetbook.rules.fgdn.ground.card import CARRIER, MERCHANT, SIZES
from fleetbook.rules.fgdn.ground.dice import NO, NOT_ANY
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.ground.sinking import MAGAZINE
from fleetbook.rules.fgdn.ground.terms import CRITICAL, ENGINEERING, FUEL
from fleetbook.rules.fgdn.results import harm_of, lost_result
from fleetbook.rules.fgdn.words import Says

OTHERWISE_SILENT = {
    (ENGINEERING, BOILER): "a boiler explodes",
    ("hangar", "no damage"): "the hangar is not hit",
    ("broach", NO): "she does not broach",
    ("casemate_chain", "0"): "no gun beside it",
    ("aviation_stores", MAGAZINE): "her aviation magazine is hit",
    ("aviation_stores", FUEL): "her aviation fuel is hit",
}
"""Words for table results that the rules do not record in any other way."""
STAR = "*"
"""The mark in the table of a critical hit that armour may prevent."""
CRITICAL_HITS = "critical_hits"
"""The id of the table that gives the kinds of critical hits."""
STILL_HALVED = (natures.FIRE, natures.FLOODING)
STILL_ROLLED = (natures.MAIN_BATTERY, natures.CASEMATE)
EFFECTS: dict[str, HitEffect] = {**WEAPONS, **SHIP, **SUBMARINES, **CARRIED}
LARGEST = SIZES[:2]


def gunfire_column(ship: FgdnShip) -> str:
    """The ship's column of the critical hit table for most attacks, such as gunfire. Torpedoes, mines and attacks on submerged
    submarines have other columns.
    """
    if ship.small:
        return "small cargo" if ship.card.cargo_craft or ship.card.kind == MERCHANT else "small craft"
    if ship.card.kind in (CARRIER, MERCHANT):
        return "aviation" if ship.card.kind == CARRIER else MERCHANT
    return "major" if ship.size in LARGEST and not ship.is_submarine else "minor"


class Critical(Part[FgdnShip]):
    """One critical hit and its effect. If ``nature`` is empty, its kind is thrown for. The other fields are those of a Blow."""

    id, title, section = CRITICAL, "Critical hit", "8.1.2"
    suffered_by = "ship"
    ship: str
    column: str
    penetrated: bool
    casemate: bool
    mm: int
    nature: str
    cause: Cause = NOBODY

    @property
    def doing(self) -> Cause | None:
        return self.cause if self.cause != NOBODY else None

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        if not ship.fit:
            yield from note(Says.lost_already(ship=ship))
            return
        nature = self.nature
        if not nature:
            table, said = battle.tables.table(CRITICAL_HITS), Says.critical_hit(ship=ship)
            nature = str((yield from roll_on(table, self.column, label=said)))
        blow = Blow(self.column, self.penetrated, self.casemate, self.mm, self.cause)
        yield from tally("criticals", 1, ship)
        nature = self._on(ship, nature)
        name = nature.removesuffix(STAR)
        if self._kept_out(battle, nature, blow.is_light(battle, ship)):
            yield from note(Says.armour_not_pierced(nature=name), "8.1.6")
        elif not self._light_can(battle, ship, blow, name):
            yield from note(Says.light_weapons_cannot_hit(nature=name), "8.1.3")
        else:
            yield from EFFECTS[name](battle, ship, blow)

    @staticmethod
    def _on(ship: FgdnShip, nature: str) -> str:
        """The kind of critical hit that counts on this ship. On a cargo craft without weapons, a
        weapon hit becomes a cargo hit.
        """
        if nature != natures.WEAPON_OR_CARGO:
            return nature
        return natures.WEAPON if ship.card.mounts or ship.card.weapons else natures.CARGO

    def _kept_out(self, battle: FgdnBattle, nature: str, light: bool) -> bool:
        """Whether armour that was not pierced prevents this critical hit. Fires and flooding are only halved (F12), unless light
        weapons caused them (8.1.3). Hits on guns are not prevented, because a roll may turn them into a hit on fire control
        (F20).
        """
        rolled = STILL_ROLLED if battle.reading("fire_control_behind_armour") else ()
        halved = () if light else STILL_HALVED
        starred = nature.endswith(STAR) and not self.penetrated
        return starred and nature.removesuffix(STAR) not in (*halved, *rolled)

    def _light_can(self, battle: FgdnBattle, ship: FgdnShip, blow: Blow, name: str) -> bool:
        if not blow.is_light(battle, ship) or self.column in SUBMERGED or name in natures.LIGHT_WEAPONS_TOO:
            return True
        column = natures.FIRE_CONTROL if name in STILL_ROLLED else name
        named = column in battle.tables.table("light_weapons").columns.labels
        return named and blow.allows(battle, ship, column)

    def headline(self, battle: FgdnBattle) -> str:
        return f"{self.ship}: {self.nature or 'critical hit'}"

    def results(self, happened: Happened[FgdnShip]) -> Iterator[Result]:
        before, ship = happened.before.ship(self.ship), happened.after.ship(self.ship)
        if not before.fit:
            return
        thrown = [die.result for die in happened.rolls if die.table == CRITICAL_HITS]
        nature = self._on(before, self.nature or thrown[0]).removesuffix(STAR)
        if not ship.fit:
            lost = lost_result(happened, self.ship)
            yield Result(kind=LOST, head=lost.head, words=f"{nature}: {lost.words}", subject=self.ship)
            return
        wording, harm = happened.after.wording, list(harm_of(happened, self.ship))
        notes = [
            wording.phrase(said, nature) if said.values.get("nature") == nature else wording.of_her(said, self.ship)
            for said in happened.noted()
        ]
        words = f"{nature}: {'; '.join([*harm, *notes, *self._thrown(happened)]) or 'nothing comes of it'}."
        kind, head = (HURT, "critical hit") if harm else (NOTHING, "without effect")
        yield Result(kind=kind, head=head, words=words, subject=self.ship)

    def _thrown(self, happened: Happened[FgdnShip]) -> Iterator[str]:
        """Words for throws that the rules do not record otherwise, such as a magazine that is safe."""
        for die in happened.rolls:
            said = die.said or Said(die.table)
            if die.table == MAGAZINE:
                yield f"{said.values.get('weapon') or happened.after.wording.of_her(said, self.ship)}: {die.result}"
            elif die.result == NOT_ANY:
                yield f"no {said.values.get('kind', 'more')}"
            elif (die.table, die.result) in OTHERWISE_SILENT:
                yield OTHERWISE_SILENT[die.table, die.result]
            elif die.result == NO:
                yield f"{happened.after.wording.of_her(said, self.ship)}: no"
