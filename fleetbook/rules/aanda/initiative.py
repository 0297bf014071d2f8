"""Initiative (2.2, 2.4): morale of weakened squadrons, the dice, and the weather."""

from __future__ import annotations

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, add, choose, roll, roll_at_least, run, set_fact
from fleetbook.core.orders.order import Order
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadrons import (
    FIRST,
    WINNER,
    deployed,
    grade,
    has_flagship,
    out_of_command,
    ships_of,
    strength,
    take_off,
)

GRADE_LINES = {"Superior": "superior", "standard": "standard", "Inferior": "inferior"}


def squadron_lines(battle: AandaBattle, name: str) -> list[str]:
    """The lines of the initiative table that count for one squadron as it stands."""
    large = len(ships_of(battle, name)) >= battle.tables.table("squadron_limits").whole("large, vessels", "value")
    holds = {
        "out_of_command": out_of_command(battle, name),
        "large": large,
        "no_flagship": not has_flagship(battle, name),
    }
    return [GRADE_LINES[grade(battle, name)], *(line for line, holding in holds.items() if holding)]


def initiative_modifiers(battle: AandaBattle, side: str) -> list[Modifier]:
    """Each line of the table, counted for every squadron that a side has deployed."""
    lines = [line for name in deployed(battle, side) for line in squadron_lines(battle, name)]
    counted = battle.tables.modifier_list("initiative").chosen(tuple(lines))
    return [
        Modifier(line.id, line.value * lines.count(line.id), f"{lines.count(line.id)} x {line.text}", line.section)
        for line in counted
        if line.value
    ]


def must_test(battle: AandaBattle) -> list[str]:
    """Deployed squadrons at half strength or below, which test for morale."""
    share = battle.tables.table("squadron_limits").whole("morale, strength divided by", "value")
    names = [name for side in battle.sides for name in deployed(battle, side)]
    strengths = [(name, *strength(battle, name)) for name in names]
    return [name for name, left, began in strengths if left * share <= began]


class Morale(Order[AandaShip]):
    """A weakened squadron tests: it turns away when it fails, and leaves the table the second time."""

    id, title, section = "morale", "Morale", "A9"
    squadron: str = fields.choice("squadron", among=lambda b, g: must_test(b))

    def resolve(self, battle: AandaBattle) -> Effects:
        throw = battle.tables.table("morale")
        die, needed = throw.text("morale", "die"), throw.whole("morale", "score")
        chosen = battle.tables.modifier_list("morale").chosen(self._modifiers(battle))
        if (yield from roll_at_least(f"morale of {self.squadron}", die, needed, chosen)):
            return
        yield from add(self.squadron, "morale failures", 1)
        failures = battle.fact(Key(self.squadron, "morale failures"))
        if isinstance(failures, int) and failures >= throw.whole("morale", "failures to leave"):
            for ship in ships_of(battle, self.squadron):
                yield from take_off(ship, f"fled T{battle.turn}", "leaves the table")
        else:
            yield from set_fact(self.squadron, "turned away", battle.turn, text=f"{self.squadron} turns away")

    def _modifiers(self, battle: AandaBattle) -> tuple[str, ...]:
        lines = squadron_lines(battle, self.squadron)
        return tuple(name for name in battle.tables.modifier_list("morale").lines if name in lines)

    def headline(self, battle: AandaBattle) -> str:
        left, began = strength(battle, self.squadron)
        return f"{self.squadron} tests for morale, {left} of {began} left"


class Initiative(Order[AandaShip]):
    """Morale, then each side's die; the winner decides who moves first and shoots first himself."""

    id, title, key, section = "initiative", "Roll for initiative", "i", "2.4"
    phases = ("initiative",)

    def check(self, battle: AandaBattle) -> None:
        require(battle.fact(Key("", "initiative rolled")) != battle.turn, "initiative is settled this turn", self.section)

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from set_fact("", "initiative rolled", battle.turn)
        yield from run(*(Morale(squadron=name) for name in must_test(battle)))
        die = battle.tables.table("initiative_die").text("initiative", "die")
        one, other = battle.sides
        scores = (0, 0)
        while scores[0] == scores[1]:
            first = yield from roll(one, die, initiative_modifiers(battle, one))
            second = yield from roll(other, die, initiative_modifiers(battle, other))
            scores = (first, second)
        winner = one if scores[0] > scores[1] else other
        yield from set_fact("", WINNER, winner, text=f"{winner} wins the initiative")
        moves_first = yield from choose("who moves first", battle.sides, winner)
        yield from set_fact("", FIRST, moves_first, text=f"{moves_first} moves first")

    def headline(self, battle: AandaBattle) -> str:
        return "initiative"


class ChangeWeather(Order[AandaShip]):
    """The weather changes, as the referee decides."""

    id, title, key, section = "weather", "Change the weather", "W", "2.2"
    phases = ("initiative",)
    weather: str = fields.choice("weather", among=lambda b, g: b.ruleset.conditions["weather"])

    def check(self, battle: AandaBattle) -> None:
        require(self.weather != battle.word("weather"), f"the weather is {self.weather} already")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from set_fact("", "weather", self.weather, text=f"weather: {self.weather}")

    def headline(self, battle: AandaBattle) -> str:
        return f"the weather changes to {self.weather}"
