"""Initiative (2.2, 2.4): morale of weakened squadrons, the dice, and the weather."""

from __future__ import annotations

from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, choose, roll, roll_at_least, run, tally
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.aanda.facts import AandaFacts, SquadronFacts
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import deployed, grade, has_flagship, out_of_command, ships_of, strength, take_off


def squadron_lines(battle: AandaBattle, name: str) -> list[str]:
    """The lines of the initiative table that count for one squadron as it stands."""
    large = len(ships_of(battle, name)) >= battle.figure("large squadron")
    holds = {
        "out_of_command": out_of_command(battle, name),
        "large": large,
        "no_flagship": not has_flagship(battle, name),
    }
    return [grade(battle, name).lower(), *(line for line, holding in holds.items() if holding)]


def initiative_modifiers(battle: AandaBattle, side: str) -> list[Modifier]:
    """Each line of the table, counted for every squadron that a side has deployed."""
    lines = [line for name in deployed(battle, side) for line in squadron_lines(battle, name)]
    return [
        Modifier(line.id, line.value * lines.count(line.id), f"{lines.count(line.id)} x {line.text}", line.section)
        for line in battle.modifiers("initiative", lines)
        if line.value
    ]


def must_test(battle: AandaBattle) -> list[str]:
    """Deployed squadrons at half strength or below, which test for morale."""
    share = battle.figure("morale, strength divided by")
    names = [name for side in battle.sides for name in deployed(battle, side)]
    strengths = [(name, *strength(battle, name)) for name in names]
    return [name for name, left, began in strengths if left * share <= began]


class Morale(Part[AandaShip]):
    """A weakened squadron tests: it turns away when it fails, and leaves the table the second time."""

    id, title, section = "morale", "Morale", "A9"
    squadron: str

    def resolve(self, battle: AandaBattle) -> Effects:
        lines, squadron = squadron_lines(battle, self.squadron), SquadronFacts(battle, self.squadron)
        chosen = [line for name, line in battle.tables.modifier_list("morale").lines.items() if name in lines]
        die, needed = battle.printed("morale, die"), battle.figure("morale, score")
        if (yield from roll_at_least(f"morale of {self.squadron}", die, needed, chosen)):
            return
        yield from SquadronFacts.morale_failures.add(squadron)
        if squadron.morale_failures >= battle.figure("morale, failures to leave"):
            for ship in ships_of(battle, self.squadron):
                yield from take_off(ship, "fled", "leaves the table")
        else:
            yield from SquadronFacts.turned_away.mark(squadron, f"{self.squadron} turns away")

    def headline(self, battle: AandaBattle) -> str:
        left, began = strength(battle, self.squadron)
        return f"{self.squadron} tests for morale, {left} of {began} left"


def throw_for_it(battle: AandaBattle) -> Effects:
    """Each side's die; a tie is thrown again. The winner decides who moves first."""
    die = battle.printed("initiative die")
    one, other = battle.sides
    first = yield from roll(one, die, initiative_modifiers(battle, one))
    second = yield from roll(other, die, initiative_modifiers(battle, other))
    if first == second:
        yield from run(ThrowAgain())
        return
    winner = one if first > second else other
    yield from AandaFacts.winner.set(battle, winner, f"{winner} wins the initiative")
    yield from tally("initiative", winner)
    moves_first = yield from choose("who moves first", battle.sides, winner)
    yield from AandaFacts.moves_first.set(battle, moves_first, f"{moves_first} moves first")


class ThrowAgain(Part[AandaShip]):
    """A tie is thrown again: an order of its own, since it has no end."""

    id, title, section = "initiative-again", "Initiative thrown again", "2.4"
    silent = True

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from throw_for_it(battle)


class Initiative(Order[AandaShip]):
    """Morale, then each side's die; the winner decides who moves first and shoots first himself."""

    id, title, key, section = "initiative", "Roll for initiative", "i", "2.4"
    phases = ("initiative",)

    def check(self, battle: AandaBattle) -> None:
        require(not AandaFacts(battle).initiative_rolled, "initiative is settled this turn")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from AandaFacts.initiative_rolled.mark(AandaFacts(battle))
        yield from run(*(Morale(squadron=name) for name in must_test(battle)))
        yield from throw_for_it(battle)

    def headline(self, battle: AandaBattle) -> str:
        return "initiative"


class ChangeWeather(Order[AandaShip]):
    """The weather changes, as the referee decides."""

    id, title, key, section = "weather", "Change the weather", "W", "2.2"
    phases = ("initiative",)
    weather: str = fields.choice("weather", AandaFacts.weather.allowed)

    def check(self, battle: AandaBattle) -> None:
        require(self.weather != AandaFacts(battle).weather, f"the weather is {self.weather} already")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from AandaFacts.weather.set(battle, self.weather, f"weather: {self.weather}")

    def headline(self, battle: AandaBattle) -> str:
        return f"the weather changes to {self.weather}"
