"""Initiative (2.2, 2.4), with morale tests of weakened squadrons, the initiative dice and the weather."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from fleetbook.core.battle.result import DONE, GOOD, GRAVE, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, choose, note, roll, roll_at_least, run, tally
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.aanda.ship import AandaBattle, AandaFacts, AandaShip, SquadronFacts
from fleetbook.rules.aanda.squadrons import (
    FLED,
    deployed,
    grade,
    has_flagship,
    is_hidden,
    out_of_command,
    ships_of,
    squadrons_of,
    strength,
    take_off,
)
from fleetbook.rules.aanda.words import Says
from fleetbook.rules.kit.said import REACHED, counted, does, in_short, on_score, sentence, sentences


def penalties(battle: AandaBattle, name: str) -> list[str]:
    """The ids of the initiative penalties that apply to one squadron now."""
    holds = {
        "out_of_command": out_of_command(battle, name),
        "large": len(ships_of(battle, name)) >= battle.figure("large squadron"),
        "no_flagship": not has_flagship(battle, name),
    }
    return [line for line, holding in holds.items() if holding]


def squadron_lines(battle: AandaBattle, name: str) -> list[str]:
    """The ids of all initiative modifiers that apply to one squadron now."""
    return [grade(battle, name).lower(), *penalties(battle, name)]


def lines_by_word(battle: AandaBattle, side: str) -> dict[str, Modifier]:
    """The initiative modifiers that the referee may tick for a side, by label. Each deployed squadron has a label for each
    modifier.
    """
    return {word: line for word, (_, line) in _ticked(battle, side).items()}


def _ticked(battle: AandaBattle, side: str) -> dict[str, tuple[str, Modifier]]:
    """The labels that the referee may tick for a side, each with its squadron and modifier."""
    lines = battle.tables.modifier_list("initiative").lines.values()
    return {f"{name}: {line.text}": (name, line) for name in deployed(battle, side) for line in lines}


def known_lines(battle: AandaBattle, side: str) -> tuple[str, ...]:
    """The labels to be ticked for a side, as far as the program can tell."""
    known = {name: squadron_lines(battle, name) for name in deployed(battle, side)}
    return tuple(word for word, (name, line) in _ticked(battle, side).items() if line.id in known[name])


def markers_count(battle: AandaBattle) -> bool:
    """Whether squadrons behind contact markers add their penalties to initiative too."""
    return battle.reading("initiative_penalties_of") == "every squadron"


def initiative_modifiers(battle: AandaBattle, side: str, ticked: Iterable[str]) -> Iterator[Modifier]:
    """The modifiers of a side's initiative die. Each ticked modifier counts once for each squadron. Squadrons behind contact
    markers add their penalties as one total.
    """
    by_word = lines_by_word(battle, side)
    lines = [by_word[word].id for word in ticked if word in by_word]
    for line in battle.modifiers("initiative", lines):
        if line.value:
            times = lines.count(line.id)
            yield Modifier(line.id, line.value * times, said=Says.times(times=times, modifier=line), section=line.section)
    if markers_count(battle):
        lines_printed = battle.tables.modifier_list("initiative")
        behind = [name for name in squadrons_of(battle, side) if is_hidden(battle, name) and ships_of(battle, name)]
        total = sum(lines_printed.line(line).value for name in behind for line in penalties(battle, name))
        if total:
            yield Modifier("markers", total, said=Says.marker_penalties(), section=lines_printed.section)


def must_test(battle: AandaBattle) -> list[str]:
    """The squadrons that must test for morale: deployed squadrons at half strength or below."""
    share = battle.figure("morale, strength divided by")
    names = [name for side in battle.sides for name in deployed(battle, side)]
    strengths = [(name, *strength(battle, name)) for name in names]
    return [name for name, left, began in strengths if left * share <= began]


class Morale(Part[AandaShip]):
    """A weakened squadron tests its morale. At the first failure it turns away, at the second it leaves the table."""

    id, title, section = "morale", "Morale", "A9"
    squadron: str

    def resolve(self, battle: AandaBattle) -> Effects:
        lines, squadron = squadron_lines(battle, self.squadron), SquadronFacts(battle, self.squadron)
        chosen = [line for name, line in battle.tables.modifier_list("morale").lines.items() if name in lines]
        die, needed = battle.printed("morale, die"), battle.figure("morale, score")
        if (yield from roll_at_least(Says.morale(squadron=self.squadron), die, needed, chosen, words=("fails", "holds"))):
            return
        yield from SquadronFacts.morale_failures.add(squadron)
        if squadron.morale_failures >= battle.figure("morale, failures to leave"):
            for ship in ships_of(battle, self.squadron):
                yield from take_off(ship, FLED, Says.leaves_table)
        else:
            yield from SquadronFacts.turned_away.mark(squadron, Says.turns_away)

    def headline(self, battle: AandaBattle) -> str:
        left, began = strength(battle, self.squadron)
        return f"{does(self.squadron, 'tests', 'test')} for morale, {left} of {began} left"

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        thrown, after = on_score(happened.rolls[0]), SquadronFacts(happened.after, self.squadron)
        how = f"morale {in_short(happened.rolls)}"
        left, began = strength(happened.before, self.squadron)
        still = f"{left} of {counted(began, 'ship')} left"
        means = sentence(still)
        if happened.rolls[0].result == REACHED:
            words = f"{does(self.squadron, 'KEEPS ITS', 'KEEP THEIR')} MORALE, {thrown}."
            brief = does(self.squadron, "keeps its morale", "keep their morale")
            yield Result(kind=GOOD, head="holds", words=words, means=means, brief=brief, how=how)
        elif after.turned_away:
            words = f"{does(self.squadron, 'TURNS', 'TURN')} AWAY this turn, {thrown}."
            brief = does(self.squadron, "TURNS AWAY", "TURN AWAY")
            yield Result(kind=GRAVE, head="turns away", words=words, means=means, brief=brief, how=how)
        else:
            flagship = f"{self.squadron} has lost its flagship" if happened.noted(Says.lost_flagship) else ""
            means = sentences(still, flagship)
            words = f"{does(self.squadron, 'LEAVES', 'LEAVE')} THE TABLE, {thrown}."
            brief = does(self.squadron, "LEAVES THE TABLE", "LEAVE THE TABLE")
            yield Result(kind=GRAVE, head="fled", words=words, means=means, brief=brief, how=how)


Lines: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The labels ticked for the first side and for the second side."""


def throw_for_it(battle: AandaBattle, lines: Lines) -> Effects:
    """Throw the initiative dice, one for each side. A tie is thrown again, or won by the side that won the last initiative.

    Penalties would give away the ships behind a contact marker. So the die of a side with contact markers is shown to that side
    only.
    """
    die, totals = battle.printed("initiative die"), []
    for side, ticked in zip(battle.sides, lines, strict=True):
        modifiers = list(initiative_modifiers(battle, side, ticked))
        betrays = markers_count(battle) and any(is_hidden(battle, name) for name in squadrons_of(battle, side))
        totals.append((yield from roll(Says.initiative(side=side), die, modifiers, only_for=side if betrays else "")))
    winner = AandaFacts(battle).winner
    if totals[0] != totals[1]:
        winner = battle.sides[totals[1] > totals[0]]
    elif not winner or battle.reading("initiative_ties") == "again":
        yield from run(ThrowAgain(lines=lines))
        return
    yield from AandaFacts.winner.set(battle, winner)
    yield from note(Says.initiative_won(side=winner))
    yield from tally("initiative", winner)


class ThrowAgain(Part[AandaShip]):
    """Throw again after a tie. It is a part of its own because ties may follow one another without end."""

    id, title, section = "initiative-again", "Initiative thrown again", "2.4"
    silent = True
    lines: Lines

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from throw_for_it(battle, self.lines)


def _ticks(label: str, side: int) -> Any:
    """The input field for the initiative modifiers of one side. In battles recorded by older versions it is None."""
    return fields.several(
        label,
        lambda battle: lines_by_word(battle, battle.sides[side]),
        default=lambda battle: known_lines(battle, battle.sides[side]),
        shown_if=lambda battle, order: bool(deployed(battle, battle.sides[side])),
        called=lambda battle: f"modifiers of {battle.sides[side]}",
        meanings=lambda battle: {word: f"{line.value:+d}" for word, line in lines_by_word(battle, battle.sides[side]).items()},
        about=lambda battle: {word: name for word, (name, _) in _ticked(battle, battle.sides[side]).items()},
    )


class Initiative(Order[AandaShip]):
    """Test morale, then throw a die for each side. The winner chooses which side moves first. Whatever he chooses, the winner
    spots and fires first.
    """

    id, title, key, section = "initiative", "Roll for initiative", "i", "2.4"
    says, by_itself = "initiative", True
    phases = ("initiative",)
    first: tuple[str, ...] | None = _ticks("modifiers of the first side", 0)
    second: tuple[str, ...] | None = _ticks("modifiers of the second side", 1)

    def check(self, battle: AandaBattle) -> None:
        require(not AandaFacts(battle).initiative_rolled, "initiative is settled this turn: go on to the next step")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from AandaFacts.initiative_rolled.mark(AandaFacts(battle))
        known = [set(known_lines(battle, side)) for side in battle.sides]
        yield from run(*(Morale(squadron=name) for name in must_test(battle)))
        first, second = self._after_morale(battle, known)
        yield from throw_for_it(battle, (first, second))
        moves_first = yield from choose(Says.who_moves_first, battle.sides, AandaFacts(battle).winner)
        yield from AandaFacts.moves_first.set(battle, moves_first)
        yield from note(Says.moves_first(side=moves_first))

    def _after_morale(self, battle: AandaBattle, known: Sequence[set[str]]) -> Iterator[tuple[str, ...]]:
        """The labels that count for each side once morale has been tested.

        ``known`` are the labels that applied before the tests. The tests do not change a label that the referee ticked or
        cleared by hand.
        """
        for side, ticked, then in zip(battle.sides, (self.first, self.second), known, strict=True):
            more, less = (set(), set()) if ticked is None else (set(ticked) - then, then - set(ticked))
            counted = (set(known_lines(battle, side)) | more) - less
            yield tuple(word for word in lines_by_word(battle, side) if word in counted)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        facts = AandaFacts(happened.after)
        totals = [roll for roll, _ in happened.throws(Says.initiative)][-2:]
        open_to_all = not any(roll.side for roll in totals)
        score = "{} to {}".format(*sorted((roll.total for roll in totals), reverse=True)) if open_to_all else ""
        same = facts.moves_first == facts.winner
        means = f"{facts.moves_first} moves{', ' if same else f' first; {facts.winner} '}spots and fires first."
        words = f"{facts.winner} WINS THE INITIATIVE{', ' * bool(score)}{score}."
        brief, how = f"{does(facts.winner, 'has', 'have')} the initiative".upper(), score or f"{facts.moves_first} moves first"
        yield Result(kind=GOOD, head="initiative", words=words, means=means, brief=brief, how=how, side=facts.winner)
        yield from happened.parts


class ChangeWeather(Order[AandaShip]):
    """Change the weather, as the referee decides."""

    id, title, key, section = "weather", "Change the weather", "W", "2.2"
    says, is_rare = "the weather changes to {weather}", True
    phases = ("initiative",)
    weather: str = fields.choice("weather", AandaFacts.weather.allowed)

    def check(self, battle: AandaBattle) -> None:
        require(self.weather != AandaFacts(battle).weather, f"the weather is {self.weather} already")

    def resolve(self, battle: AandaBattle) -> Effects:
        yield from AandaFacts.weather.set(battle, self.weather, Says.weather)

    def results(self, happened: Happened[AandaShip]) -> Iterator[Result]:
        yield Result(kind=DONE, head="weather", words=f"THE WEATHER CHANGES: {self.weather}.")
