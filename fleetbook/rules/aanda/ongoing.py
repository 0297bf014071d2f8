"""The phases of ongoing damage, with its sinking tests, and of repairs (2.2, 5.7, 5.12, 5.17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from fleetbook.core.battle.conditions import Flag, Number
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.result import GOOD, HURT, LOST, MISSED, NOTHING, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll, roll_at_least, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.aanda.card import GRADES
from fleetbook.rules.aanda.damage import HULL_GONE, causes, new_trouble
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip
from fleetbook.rules.aanda.squadrons import take_off
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import ORDINALS, REACHED, counted, in_short, listed, on_score, repaired, sentence, sentences
from fleetbook.rules.kit.sides import afloat

MENDED = (AandaShip.fire, AandaShip.flood, AandaShip.rudder, AandaShip.engine, AandaShip.bridge)
SUFFERS = {AandaShip.fire.name: "burns", AandaShip.flood.name: "floods"}
NEXT_TEST = "at the next test"


def suffered(battle: AandaBattle, ship: AandaShip) -> list[Number]:
    """The fires and floods of a ship, one entry for each, in the table's order."""
    facts = (ship.declared[cause] for cause in battle.tables.table("ongoing_damage").rows.labels)
    return [fact for fact in facts if isinstance(fact, Number) for _ in range(fact.value(ship))]


class BurnAndFlood(Part[AandaShip]):
    """Every fire and every flood of a ship takes hull boxes."""

    id, title, section = "burn", "Fire and flood", "5.7"
    ship: str

    def resolve(self, battle: AandaBattle) -> Effects:
        ship, damage = battle.ship(self.ship), battle.tables.table("ongoing_damage")
        for cause in suffered(battle, ship):
            boxes = yield from roll(Says.ongoing(cause=cause.name), damage.text(cause.name, "hull"))
            yield from AandaShip.hull.lose(
                ship, boxes, Says.struck_by(cause=cause.name), Cause(how=cause.name, through=cause.name)
            )

    def headline(self, battle: AandaBattle) -> str:
        return f"{self.ship} {listed(dict.fromkeys(SUFFERS[cause.name] for cause in suffered(battle, battle.ship(self.ship))))}"

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        harm = happened.harm(self.ship)
        head = listed(dict.fromkeys(cause.name for cause in suffered(happened.before, happened.before.ship(self.ship))))
        words = f"{self.ship} {_burns(happened, self.ship, harm)}."
        means = sentences(*new_trouble(happened, self.ship))
        yield Result(kind=HURT if harm else NOTHING, head=head, words=words, means=means, subject=self.ship)


def _burns(happened: Happened[AandaShip], name: str, harm: list[str]) -> str:
    """Text for the damage by fires and floods, without the ship's name: ``BURNS: hull -1 (3 of 10)``."""
    causes = dict.fromkeys(cause.name for cause in suffered(happened.before, happened.before.ship(name)))
    return f"{listed(SUFFERS[cause] for cause in causes).upper()}: {listed(harm or ['no hull box is left to lose'])}"


class SinkingTest(Part[AandaShip]):
    """One sinking test of a ship, for one cause. A low die sinks her."""

    id, title, section = "sinking-test", "Sinking test", "5.17"
    says = "{ship}: {cause}"
    ship: str
    cause: str

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        if ship.lost:
            return
        die, floats, chosen = ship.sinking_test(critical=self.cause != HULL_GONE)
        if not (yield from roll_at_least(Says.stays_afloat, die, floats, chosen, words=("sinks", "stays afloat"))):
            cause = Cause(how=self.cause, through=AandaShip.hull.name if self.cause == HULL_GONE else self.cause)
            yield from take_off(ship, "sunk", Says.sinks(how=self.cause), Says.sunk_by(cause=self.cause), cause)
            yield from tally("ships sunk", 1, ship.side)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        if happened.rolls:
            yield _tested(happened, self.ship, self.cause)


def _tested(happened: Happened[AandaShip], name: str, cause: str, number: int = 0) -> Result:
    """The result of one sinking test. ``number`` is its number if the ship makes several in the phase."""
    throw, _ = happened.throws(Says.stays_afloat)[max(number - 1, 0)]
    which, short = f"{ORDINALS[number - 1]} test" if number else "test", in_short([throw])
    score = f"{f', {which}' if number else ''} ({cause}): {on_score(throw)}."
    if throw.result == REACHED:
        words, brief = f"{name} STAYS AFLOAT{score}", f"{name.upper()} AFLOAT"
        return Result(kind=GOOD, head="afloat", words=words, brief=brief, how=f"{which}: {short}", subject=name)
    ship = happened.after.ship(name)
    flagship = f"{ship.squadron} has lost its flagship" if happened.noted(Says.lost_flagship) else ""
    words = f"{name} SINKS{score}"
    means = sentences(flagship, happened.left(ship.side))
    return Result(kind=LOST, head="sunk", words=words, means=means, state="SINKS", how=f"{which}: {short}", subject=name)


class NextSinkingTests(Part[AandaShip]):
    """All sinking tests that a ship must make in one phase. Their odds can be worked out before the dice are thrown."""

    id, title, section = "sinking-tests", "Sinking tests of a ship", "5.17"
    says = "sinking tests of {ship}"
    ship: str

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        yield from run(*(SinkingTest(ship=self.ship, cause=cause) for cause in causes(battle, ship)))

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        """The results of the tests, numbered if there are several. If the ship sinks, the only result is her end, with the
        tests passed before it.
        """
        throws = [throw for throw, _ in happened.throws(Says.stays_afloat)]
        if len(throws) < 2:
            return
        why = causes(happened.before, happened.before.ship(self.ship))
        numbered = [_tested(happened, self.ship, why[at], at + 1) for at in range(len(throws))]
        *passed, last = numbered
        if last.kind == LOST:
            before = (f"she passed the {ORDINALS[at]} test ({why[at]}): {on_score(throws[at])}" for at in range(len(passed)))
            yield msgspec.structs.replace(last, means=f"{sentences(*before)} {last.means}")
        else:
            yield from numbered


class OngoingDamage(Order[AandaShip]):
    """Apply the damage of all fires and floods, for both sides. Then make the sinking tests."""

    id, title, key, section = "ongoing", "Ongoing damage", "o", "2.2"
    die_by_die = by_itself = True
    says = "ongoing damage, both sides"
    phases = ("ongoing",)

    def check(self, battle: AandaBattle) -> None:
        require(not AandaFacts(battle).ongoing_settled, "ongoing damage is settled this turn: go on to the next step")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from AandaFacts.ongoing_settled.mark(AandaFacts(battle))
        burning = [ship for ship in afloat(battle) if suffered(battle, ship)]
        yield from run(*(BurnAndFlood(ship=ship.name) for ship in burning))
        testing = [ship for ship in afloat(battle) if causes(battle, ship)]
        yield from run(*(NextSinkingTests(ship=ship.name) for ship in testing))
        if all(ship.hidden for ship in (*burning, *testing)):
            yield from note(Says.all_well)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        """No results of its own, unless a ship sinks. Then the result of her end also says how she burned. Results of ships that
        stay afloat are left as they are.
        """
        burned = {result.subject: result.head for result in happened.parts if result.kind == HURT}
        lost = [result.subject for result in happened.parts if result.kind == LOST]
        for result in happened.parts if lost else ():
            name = result.subject
            if result.kind == LOST and name in burned:
                harm = f"{burned[name]}: {listed(happened.harm(name, AandaShip.fate))}"
                yield msgspec.structs.replace(result, means=f"{sentences(harm)} {result.means}")
            elif result.kind == LOST or name not in lost:
                yield result


def mendable(ship: AandaShip) -> list[Flag | Number]:
    """The troubles of a ship that may be repaired, one entry for each die (A9)."""
    return [fact for fact in MENDED for _ in range(fact.value(ship))]


class RepairShip(Part[AandaShip]):
    """Throw a die for each fire, flood, disabled rudder, engine room hit and bridge hit of one ship."""

    id, title, section = "repair-ship", "Repairs of a ship", "A9"
    says = "{ship} repairs"
    ship: str

    def resolve(self, battle: AandaBattle) -> Effects:
        ship = battle.ship(self.ship)
        die, needed = battle.printed("repair, die"), battle.figure("repair, score")
        grade = [] if ship.crew == GRADES[1] else [ship.crew.lower()]
        for fact in mendable(ship):
            crew = battle.modifiers("repair", grade)
            if (yield from roll_at_least(Says.mend(trouble=fact.name), die, needed, crew, words=("not mended", "mended"))):
                said = Says.mended(trouble=fact.name)
                yield from fact.add(ship, -1, said) if isinstance(fact, Number) else fact.clear(ship, said)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        tried = [(str(values["trouble"]), roll.result == REACHED) for roll, values in happened.throws(Says.mend)]
        mended, left = (_each([name for name, done in tried if done == was]) for was in (True, False))
        parts = [f"{listed(mended)} MENDED"] * bool(mended) + [f"{listed(left)} NOT MENDED"] * bool(left)
        words = f"{self.ship}: {'; '.join(parts)}."
        state, how = repaired(mended, left), in_short(happened.rolls)
        first = happened.rolls[0]
        shifts = (f"{shift.value:+d} {shift.text}" for shift in first.adjustments)
        means = sentence(", ".join((f"{first.row} needed", f"{first.dice} each", *shifts)))
        kind, head = (GOOD, "mended") if mended else (MISSED, "not mended")
        yield Result(kind=kind, head=head, words=words, means=means, state=state, how=how, subject=self.ship)


def _each(names: list[str]) -> list[str]:
    """Each name once, with the number of times that it occurs: ``2 fires``."""
    return [counted(number, name) if number > 1 else name for name, number in Counter(names).items()]


class Repairs(Order[AandaShip]):
    """Throw the repair dice of all ships, for both sides."""

    id, title, key, section = "repair", "Repairs", "r", "2.2"
    die_by_die = by_itself = True
    says = "repairs, both sides"
    phases = ("repairs",)

    def check(self, battle: AandaBattle) -> None:
        require(not AandaFacts(battle).repair_settled, "repairs are settled this turn: go on to the next step")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from AandaFacts.repair_settled.mark(AandaFacts(battle))
        ships = [ship for ship in afloat(battle) if mendable(ship)]
        yield from run(*(RepairShip(ship=ship.name) for ship in ships))
        if all(ship.hidden for ship in ships):
            yield from note(Says.nothing_to_repair)


HANGING = (AandaShip.fire, AandaShip.flood, AandaShip.catastrophe)
MOST_PLAYED_OUT = 30


def hanging(battle: AandaBattle) -> list[AandaShip]:
    """The ships that burn, flood or test for sinking. Ships that fled or left the table are among them."""
    return [ship for ship in battle.ships() if not ship.lost and (ship.unsettled or any(fact.value(ship) for fact in HANGING))]


class PlayOut(Order[AandaShip]):
    """Continue ongoing damage, sinking tests and repairs, turn by turn, after the models have left the table. A ship that is
    afloat at the end is safe. A campaign may then count the battle.
    """

    id, title, key, section = "play-out", "Play the damage out", "K", "5.17"
    by_referee = is_rare = settles = True
    says = "the damage is played out"
    turns: int = fields.number(
        "turns played out", 1, MOST_PLAYED_OUT, default=lambda battle: battle.whole_reading("turns_played_out"), unit="turns"
    )

    def check(self, battle: AandaBattle) -> None:
        require(hanging(battle), "no ship burns, floods or tests for sinking")

    def resolve(self, battle: AandaBattle) -> Effects:
        for _ in range(self.turns):
            yield from run(*(BurnAndFlood(ship=ship.name) for ship in hanging(battle) if suffered(battle, ship)))
            yield from run(*(NextSinkingTests(ship=ship.name) for ship in hanging(battle) if causes(battle, ship)))
            yield from run(*(RepairShip(ship=ship.name) for ship in hanging(battle) if suffered(battle, ship)))
            if not hanging(battle):
                return
        for ship in hanging(battle):
            for fact in HANGING:
                if fact.value(ship):
                    yield from fact.set(ship, 0, Says.in_hand(trouble=fact.name))
            if ship.unsettled:
                yield from AandaShip.played_out.set(ship)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        """The ships that sank, then those that are safe."""
        hung = hanging(happened.before)
        lost = [ship.name for ship in hung if happened.after.ship(ship.name).lost]
        safe = [ship.name for ship in hung if ship.name not in lost]
        words = [f"SUNK: {listed(lost)}"] * bool(lost) + [f"SAFE: {listed(safe)}"] * bool(safe)
        yield Result(kind=LOST if lost else GOOD, head="played out", words=sentence("; ".join(words)))
