"""Ongoing damage, sinking and repairs (2.2, 5.7, 5.12, 5.17)."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, clear, lose, note, roll, roll_at_least, run, set_fact, tally
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.ship import HULL, AandaBattle, AandaShip, afloat, all_afloat, conditions_of_weather
from fleetbook.rules.aanda.squadrons import take_off

BURNING = ("fire", "flood")
MENDED = ("fire", "flood", "rudder", "engine", "bridge")
NEXT_TEST = "at the next test"
HULL_GONE, CATASTROPHE = "no hull boxes left", "catastrophe"


class BurnAndFlood(Order[AandaShip]):
    """Each fire and each flood of a ship takes hull boxes."""

    id, title, section = "burn", "Fire and flood", "5.7"
    ship: str = fields.ship("ship", among=all_afloat)

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        for cause in BURNING:
            dice = battle.tables.table("ongoing_damage").text(cause, "hull")
            for _ in range(ship.count(cause)):
                boxes = yield from roll(cause, dice)
                yield from lose(ship, HULL, boxes, cause)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} burns and floods"


def causes(battle: AandaBattle, ship: AandaShip) -> list[str]:
    """Why a ship must test for sinking: once for having no hull boxes, once for each catastrophe (A6)."""
    gone = ship.hull_gone and bool(battle.reading("hull_gone_tests"))
    return [HULL_GONE] * gone + [CATASTROPHE] * ship.count("catastrophe")


class SinkingTest(Order[AandaShip]):
    """A ship tests for one cause and sinks on a low die."""

    id, title, section = "sinking-test", "Sinking test", "5.17"
    ship: str = fields.ship("ship", among=all_afloat)
    cause: str = fields.choice("cause", among=(HULL_GONE, CATASTROPHE))

    def resolve(self, battle: AandaBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("sinking")
        if not ship.afloat:
            return
        row = ship.kind("sinking")
        chosen = battle.tables.modifier_list("sinking").chosen(tuple(self._modifiers(battle)))
        floats = table.whole(row, "sinks on or below") + 1
        if not (yield from roll_at_least("stays afloat", table.text(row, "die"), floats, chosen)):
            yield from take_off(ship, f"sunk T{battle.turn}: {self.cause}", f"sinks: {self.cause}")
            yield from tally("ships sunk", 1, ship.side)

    def _modifiers(self, battle: AandaBattle) -> Iterator[str]:
        weather = conditions_of_weather(battle)
        yield from (name for name in ("calm", "gale", "storm") if weather[name])
        if self.cause == CATASTROPHE:
            yield "critical"

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship}: {self.cause}"


class NextSinkingTests(Order[AandaShip]):
    """All the sinking tests that a ship faces as it then stands; odds look ahead with it."""

    id, title, section = "sinking-tests", "Sinking tests of a ship", "5.17"
    ship: str = fields.ship("ship", among=all_afloat)

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from run(*(SinkingTest(ship=self.ship, cause=cause) for cause in causes(battle, ship)))

    def headline(self, battle: AandaBattle) -> str:
        return f"sinking tests of {self.ship}"


class OngoingDamage(Order[AandaShip]):
    """Fires and floods of both sides at once, then sinking tests."""

    id, title, key, section = "ongoing", "Ongoing damage", "o", "2.2"
    phases = ("ongoing",)

    def check(self, battle: AandaBattle) -> None:
        require(not is_settled(battle, self.id), "ongoing damage is settled this turn", self.section)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from set_fact("", f"{self.id} settled", battle.turn)
        burning = [ship for ship in afloat(battle) if any(ship.count(cause) for cause in BURNING)]
        yield from run(*(BurnAndFlood(ship=ship.name) for ship in burning))
        testing = [ship for ship in afloat(battle) if causes(battle, ship)]
        yield from run(*(NextSinkingTests(ship=ship.name) for ship in testing))
        if not burning and not testing:
            yield from note("no ship burns, floods or sinks", self.section)

    def headline(self, battle: AandaBattle) -> str:
        return "ongoing damage, both sides"


def is_settled(battle: AandaBattle, procedure: str) -> bool:
    """Whether a procedure that is done once a turn has been done."""
    return battle.fact(Key("", f"{procedure} settled")) == battle.turn


def mendable(ship: AandaShip) -> list[str]:
    """What may be mended, once for each die (A9)."""
    return [what for what in MENDED for _ in range(ship.count(what))]


class RepairShip(Order[AandaShip]):
    """A die for each fire, flood, rudder, engine room and bridge of a ship."""

    id, title, section = "repair-ship", "Repairs of a ship", "A9"
    ship: str = fields.ship("ship", among=all_afloat)

    def resolve(self, battle: AandaBattle) -> Effects:
        ship, table = battle.ship(self.ship), battle.tables.table("repair")
        die, needed = table.text("repair", "die"), table.whole("repair", "score")
        chosen = battle.tables.modifier_list("repair").chosen((ship.crew.lower(),) if ship.crew != "standard" else ())
        for what in mendable(ship):
            if (yield from roll_at_least(f"mend {what}", die, needed, chosen)):
                yield from self._mend(ship, what)

    @staticmethod
    def _mend(ship: AandaShip, what: str) -> Effects:
        words = f"{ship}: {what} mended"
        if what in ("rudder", "bridge"):
            yield from clear(ship, what, text=words)
        else:
            yield from add(ship, what, -1, text=words)

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} repairs"


class Repairs(Order[AandaShip]):
    """Repairs of both sides at once."""

    id, title, key, section = "repair", "Repairs", "r", "2.2"
    phases = ("repairs",)

    def check(self, battle: AandaBattle) -> None:
        require(not is_settled(battle, self.id), "repairs are settled this turn", self.section)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from set_fact("", f"{self.id} settled", battle.turn)
        ships = [ship for ship in afloat(battle) if mendable(ship)]
        yield from run(*(RepairShip(ship=ship.name) for ship in ships))
        if not ships:
            yield from note("nothing to repair", self.section)

    def headline(self, battle: AandaBattle) -> str:
        return "repairs, both sides"
