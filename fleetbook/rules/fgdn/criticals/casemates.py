"""Ready ammunition of casemate guns, and the guns beside one whose ammunition explodes (8.3)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fleetbook.core.orders.effects import Effect, Effects, draw, roll_on, run
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.fgdn.criticals.critical_context import Blow
from fleetbook.rules.fgdn.criticals.magazine_modifiers import picric_modifier
from fleetbook.rules.fgdn.ground.card import CASEMATE, MountEntry
from fleetbook.rules.fgdn.ground.explosions import EXPLODES, MAGAZINE
from fleetbook.rules.fgdn.ground.pending_hits import EXPLOSION
from fleetbook.rules.fgdn.ground.secondary import follow
from fleetbook.rules.fgdn.ground.ship import FgdnBattle, FgdnShip
from fleetbook.rules.fgdn.words import Says


class ReadyAmmunition(Part[FgdnShip]):
    """The ready ammunition of a gun that is out may explode: it hurts the ship, and reaches guns beside it, and theirs (F21)."""

    id, title, section = "ready-ammunition", "Ready ammunition", "8.3"
    says = "{ship}: ready ammunition of {gun}"
    ship: str
    gun: str
    chained: bool
    blow: Blow

    def resolve(self, battle: FgdnBattle) -> Effects:
        ship = battle.ship(self.ship)
        counts = not self.chained or battle.reading("picric_in_chain")
        modifiers: tuple[Modifier, ...] = picric_modifier(battle, ship) if counts else ()
        table = battle.tables.table(MAGAZINE)
        if (yield from roll_on(table, modifiers=modifiers, label=Says.ready_ammunition(gun=self.gun))) == EXPLODES:
            yield from self._explodes(battle, ship, ship.mount(self.gun))

    def _explodes(self, battle: FgdnBattle, ship: FgdnShip, gun: MountEntry) -> Effects:
        points = ship.card.gun(gun).he_damage * battle.figure("ready ammunition, times HE")
        yield from follow(ship, self.blow.hit(EXPLOSION, points, "ready ammunition"))
        number = yield from roll_on(battle.tables.table("casemate_chain"), label=Says.guns_beside)
        reached = yield from self._reached(battle, ship, gun, int(number))
        for mount in reached:
            yield from FgdnShip.out[mount.name].set(ship, said=Says.out_of_action)
        yield from run(*(ReadyAmmunition(ship=self.ship, gun=mount.name, chained=True, blow=self.blow) for mount in reached))

    @staticmethod
    def _reached(battle: FgdnBattle, ship: FgdnShip, gun: MountEntry, number: int) -> Generator[Effect, Any, list[MountEntry]]:
        """As many guns as the chain takes, the nearest first or drawn (F69)."""
        near = beside(battle, ship, gun)
        if battle.reading("chain_reaches") != "drawn":
            return near[:number]
        drawn: list[MountEntry] = []
        while near and len(drawn) < number:
            name = yield from draw(Says.gun_beside, [(mount.name, 1) for mount in near], "F69")
            drawn.append(ship.mount(name))
            near.remove(drawn[-1])
        return drawn


def beside(battle: FgdnBattle, ship: FgdnShip, gun: MountEntry) -> list[MountEntry]:
    """The guns standing in the same casemate that an explosion can reach, the nearest on the card first."""
    place, anywhere = ship.card.mounts.index(gun), battle.reading("chain_leaves_casemate")
    near = [mount for mount in ship.battery(CASEMATE) if anywhere or mount.casemate == gun.casemate]
    standing = [mount for mount in near if not ship.out[mount.name]]
    return sorted(standing, key=lambda mount: abs(ship.card.mounts.index(mount) - place))
