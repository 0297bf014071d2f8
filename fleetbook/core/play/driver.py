"""The driver carries out an order with the players' choices and with dice. Dice are rolled, typed or overruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.events import Adjustment, Began, BeganInline, Chosen, Event, Finished, FinishedInline, Rolled, worded
from fleetbook.core.battle.fact_effects import Cause, Change, Mark, TakeForce
from fleetbook.core.dice import OWNED, SIMULATED, Face, Stream, counted_dice, counted_face
from fleetbook.core.errors import FleetbookError, InvalidInput, shown
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.effects import Choose, Effects, Note, Run, Tally, ended, no_effect
from fleetbook.core.orders.part import Deferred, Part, effects_of
from fleetbook.core.orders.throws import NO_YES, AtLeastThrow, TableThrow, Throw
from fleetbook.core.orders.tree import MOST_DEEP, UsualInputs
from fleetbook.core.parsing import pick_word
from fleetbook.core.play.live_battle import LiveBattle, effect
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded, UnderWay, asked_in, counted_in, face_runs, outcomes
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.tables.table import named
from fleetbook.core.words.sentence import said_of

S = TypeVar("S", bound=Ship)

MOST_EFFECTS = 50_000  # the most effects that one order and its parts may yield


class ImpossibleFace(InvalidInput):
    """A typed face that a die of the order does not have.

    number  the die's place among the dice of the order, from 1
    sides   the number of the die's sides
    """

    def __init__(self, number: int, face: int, sides: int, label: str) -> None:
        self.number, self.sides = number, sides
        what = f"1 to {sides} on a D{sides}"
        instead = f"it has 1 to {sides}" if sides in OWNED else "throw again"
        super().__init__(f"die {number}, {label}", str(face), what, words=f"{shown(face)} is not on a D{sides}: {instead}")


class TooManyFaces(InvalidInput):
    """More faces were typed than the order throws dice. ``thrown`` is the number of dice that it throws."""

    def __init__(self, typed: int, thrown: int) -> None:
        self.thrown = thrown
        found = f"{typed} faces typed in" if typed > 1 else "a face typed in"
        most = f"{thrown}, as many dice as this order throws"
        super().__init__("dice", found, most, words=f"{found}, but this order throws {counted_dice(thrown)}")


class DiceSource(Protocol):
    """Supplies the dice of an order."""

    def face(self, number: int, sides: int, label: str, within: Sequence[UnderWay[Any]] = ()) -> Face:
        """The face of a die. ``number`` is its place among the dice of the order, from 1. ``within`` has the order and those of
        its parts that the throw belongs to, from the outermost.

        Raises DieNeeded if the face must be typed in first.
        """
        ...


@dataclass(frozen=True)
class Supply:
    """The dice for one order. The first dice have the typed faces, in the order of the throws. A None among the typed faces is
    rolled instead.

    The stream rolls all further dice, after ``before`` dice of earlier orders. With ``typed_only`` further dice must be typed as
    well. ``overruled`` maps the number of a die to the face that replaces its own face. ``simulated`` has the numbers of
    simulated dice. If the order is carried out again, ``sides`` are the sides that its dice had before. A die that has other
    sides now is rolled.
    """

    stream: Stream | None
    before: int = 0
    typed: Sequence[int | None] = ()
    typed_only: bool = False
    overruled: Mapping[int, int] = field(default_factory=dict)
    sides: Sequence[int] = ()
    simulated: frozenset[int] = frozenset()

    def face(self, number: int, sides: int, label: str, within: Sequence[UnderWay[Any]] = ()) -> Face:
        """The face of a die: typed or rolled, and perhaps overruled. Raises ImpossibleFace for a face that the die does not
        have.
        """
        if self.stream is not None and number <= len(self.sides) and self.sides[number - 1] != sides:
            return Face(sides, self.rolled(number, sides))
        typed = self.typed[number - 1] if number <= len(self.typed) else None
        if typed is not None:
            face = counted_face(typed, sides)
            self._possible(face, number, sides, label)
            return self._overrule(Face(sides, face, SIMULATED if number in self.simulated else "typed"), number, label)
        if self.stream is None or (self.typed_only and number > len(self.typed)):
            raise DieNeeded(label, sides, number)
        return self._overrule(Face(sides, self.rolled(number, sides)), number, label)

    def again(self, faces: Sequence[Face]) -> Supply:
        """The dice with which an order that threw these faces is carried out again. Typed, simulated and overruled faces stay the
        same. The stream rolls the other dice.
        """
        typed = [None if face.origin == "rolled" else face.face for face in faces]
        overruled = {number: face.face for number, face in enumerate(faces, 1) if face.origin == "overruled"}
        for number in overruled:
            was = faces[number - 1]
            typed[number - 1] = None if was.instead_of == self.rolled(number, was.sides) else was.instead_of
        simulated = frozenset(number for number, face in enumerate(faces, 1) if face.origin == SIMULATED)
        return replace(self, typed=typed, overruled=overruled, sides=[face.sides for face in faces], simulated=simulated)

    def rolled(self, number: int, sides: int) -> int:
        """The face that the stream rolls for the die with this number in the order. Needs a stream."""
        assert self.stream is not None
        return self.stream.face(self.before + number, sides)

    def _overrule(self, face: Face, number: int, label: str) -> Face:
        if number not in self.overruled:
            return face
        instead = self.overruled[number]
        self._possible(instead, number, face.sides, label)
        return Face(face.sides, instead, "overruled", face.face)

    @staticmethod
    def _possible(face: int, number: int, sides: int, label: str) -> None:
        if not 1 <= face <= sides:
            raise ImpossibleFace(number, face, sides, label)


@dataclass(frozen=True)
class Recorded:
    """The recorded faces of an order, as the dice with which the order is carried out again."""

    faces: Sequence[Face]

    def face(self, number: int, sides: int, label: str, within: Sequence[UnderWay[Any]] = ()) -> Face:
        """The recorded face of a die. Raises DieNeeded for a die after the last recorded one, and InvalidInput if the recorded
        die has other sides.
        """
        if number > len(self.faces):
            raise DieNeeded(label, sides, number)
        face = self.faces[number - 1]
        if face.sides != sides or not 1 <= face.face <= sides:
            raise InvalidInput(f"die {number}, {label}", f"{face.face} on a D{face.sides}", f"1 to {sides} on a D{sides}")
        return face


class Resolution(msgspec.Struct, Generic[S], frozen=True):
    """The outcome of an order: its headline, events, dice and choices, and the battle after it."""

    headline: str
    events: tuple[Event, ...]
    faces: tuple[Face, ...]
    choices: tuple[str, ...]
    look_ups: LookUps
    battle: Battle[S]


def resolve(
    order: Part[S], battle: Battle[S], dice: DiceSource, choices: Sequence[str] = (), spare: bool = False
) -> Resolution[S]:
    """Carry out an order that has been checked. The given battle does not change, and the same arguments always give the same
    result. With ``spare`` some choices may remain unused.

    Raises DieNeeded or ChoiceNeeded if a die or choice is missing. Raises InvalidInput for an impossible face or choice, and for
    unused choices. Raises RulesFault if the code of the rules fails.
    """
    driver = Play(LiveBattle(battle), dice, tuple(choices))
    with rules_at_work(battle.ruleset, resolving=True):
        headline = order.headline(battle)
        driver.drive(order)
    if not spare:
        refuse_unused_choices(choices, len(driver.chosen), thrown=bool(driver.faces))
    return Resolution(
        headline=headline,
        events=tuple(driver.events),
        faces=tuple(driver.faces),
        choices=tuple(driver.chosen),
        look_ups=driver.battle.look_ups,
        battle=battle.at(driver.battle.state),
    )


def refuse_unused_choices(choices: Sequence[str], asked: int, *, thrown: bool = False) -> None:
    """Raise InvalidInput if more choices were given than the order asked for. With ``thrown`` the message mentions the dice of
    the order.
    """
    if len(choices) > asked:
        made = " and then ".join(choices[:asked])
        allowed = f"{made} alone: the order asks for no further choice" if made else "none: the order asks for no choice"
        raise InvalidInput("choices", choices[asked], f"{allowed}{' with these dice' if thrown else ''}")


def play_through(
    orders: Iterable[Part[S]], battle: Battle[S], dice: DiceSource, choices: Sequence[str] = ()
) -> tuple[tuple[Event, ...], Battle[S]]:
    """Carry out several checked orders one after another. They take their dice and choices from the same supply. Returns their
    events and the battle after them.

    Unused choices are allowed. Raises the same errors as ``resolve``.
    """
    driver = Play(LiveBattle(battle), dice, tuple(choices))
    with rules_at_work(battle.ruleset, resolving=True):
        for order in orders:
            driver.drive(order)
    return tuple(driver.events), battle.at(driver.battle.state)


class Play(Generic[S]):
    """An order while it is being carried out."""

    def __init__(self, battle: LiveBattle[S], dice: DiceSource, choices: tuple[str, ...]) -> None:
        self.battle, self.dice, self.choices = battle, dice, choices
        self.events: list[Event] = []
        self.faces: list[Face] = []
        self.chosen: list[str] = []
        self.section = ""
        self._cause: Cause | None = None
        self._under_way: tuple[UnderWay[S], ...] = ()
        self._among: tuple[Sequence[Part[S]], int] = (), 0
        self._usual = UsualInputs()
        self._left = MOST_EFFECTS

    def drive(self, order: Part[S]) -> None:
        """Carry out an order or part to its end. A change for which the effect names no cause gets the cause of the order or
        part.
        """
        outside = self.section, self._cause, self._under_way
        self.section, self._cause = order.section, order.doing or self._cause
        self._under_way = (*self._under_way, UnderWay(order, *self._among))
        self._drive(order)
        self.section, self._cause, self._under_way = outside

    def _drive(self, order: Part[S]) -> None:
        steps = self.effects(order)
        if len(self._under_way) > MOST_DEEP:
            ended(effects_of(order, self.battle), f"{order.id} is nested in other parts, {MOST_DEEP} deep")
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return
            self._left -= 1
            if self._left < 0:
                ended(steps, f"{MOST_EFFECTS:,} effects in one order")
            if isinstance(step, Throw):
                answer = self.throw(step)
            elif isinstance(step, Choose):
                answer = self._choose(step)
            elif isinstance(step, Run):
                self._run(step)
                answer = None
            else:
                answer = self._effect(step, steps)

    def effects(self, order: Part[S]) -> Effects:
        """The effects of an order, as its rules yield them."""
        return effects_of(order, self.battle)

    def _effect(self, step: Change | Mark | Note | Tally | TakeForce, steps: Effects) -> int | None:
        try:
            events, answer = effect(step, self.battle, self.section, self._cause)
        except AttributeError:
            no_effect(step, steps)
        self._record(*events)
        return answer

    def _record(self, *events: Event) -> None:
        self.events += events
        self.battle.apply(events)

    def throw(self, step: Throw) -> Any:
        """Throw dice and record them. Returns the answer for the rule: the total, or the result in a table."""
        drawn, label = list[Face](), self.label(step)
        for _ in range(step.dice.count):
            try:
                drawn.append(self.dice.face(len(self.faces) + 1, step.dice.sides, label, self._under_way))
            except DieNeeded as needed:
                self._explain(needed, step, label, len(drawn))
                raise
            self.faces.append(drawn[-1])
        total = sum(face.face for face in drawn) + step.dice.plus
        settled = step.settle(total)
        rolled = Rolled(
            dice=str(step.dice),
            faces=tuple(drawn),
            total=total + step.shift,
            result=settled.result,
            label=label,
            said=said_of(step.label),
            adjustments=tuple(Adjustment(m.value, m.text, m.place if m.list else "", m.said) for m in step.modifiers),
            table=step.table.id if isinstance(step, TableThrow) and step.table else "",
            line="" if not isinstance(step, TableThrow) or step.line is None else named(step.line),
            row=settled.row,
            rule=step.section or self.section,
            side=step.only_for,
        )
        self._record(worded(rolled, self.battle.wording))
        return settled.answer

    def label(self, step: Throw) -> str:
        """The purpose of a throw in words: the label of the throw, or else the title of its table."""
        words = self.battle.wording.of(step.label)
        return words or (step.table.title if isinstance(step, TableThrow) and step.table else "")

    def asked(self) -> tuple[str, str]:
        """The purpose of the next die, in words for the player, and its place among similar dice, such as "shot 2 of 4"."""
        return asked_in(self._under_way, self.battle)

    def _explain(self, needed: DieNeeded, step: Throw, label: str, drawn: int) -> None:
        """Add words to a DieNeeded: the purpose of the die, its place and the outcome of each face. The order's events so far are
        added too.
        """
        needed.count = step.dice.count
        several = f"{drawn + 1} of {needed.count}" if needed.count > 1 else ""
        needed.about, place = self.asked()
        needed.place = ", ".join(filter(None, (place, several)))
        needed.asks = label if isinstance(step, AtLeastThrow) and step.words == NO_YES else ""
        needed.faces, needed.matters = outcomes(step, self.battle.wording), sum(1 for _ in step.branches()) > 1
        needed.runs, needed.counted = face_runs(step), counted_in(step, self.battle.wording).strip(" ,")
        needed.sufferer = next((one.sufferer for one in reversed(self._under_way) if one.sufferer), "")
        said = said_of(step.label)
        named = [*(said.values.values() if said else ()), *(v for one in reversed(self._under_way) for v in one.inputs.values())]
        needed.names = tuple(value for value in named if isinstance(value, str))
        needed.events = tuple(self.events)

    def _choose(self, step: Choose) -> str:
        label = self.battle.wording.of(step.label)
        if len(self.chosen) >= len(self.choices):
            needed = ChoiceNeeded(step, label)
            needed.events = tuple(self.events)
            raise needed
        choice = pick_word(label, self.choices[len(self.chosen)], step.options)
        self.chosen.append(choice)
        self._record(Chosen(step.side, choice, step.options, label, said_of(step.label)))
        return choice

    def _run(self, step: Run) -> None:
        for number, given in enumerate(step.orders):
            order = given.order(self.battle) if isinstance(given, Deferred) else given
            inputs, self._among = self._usual.without(order, self._under_way[-1].inputs), (step.orders, number)
            if order.inline:
                self._record(BeganInline(order.id, inputs))
                self.drive(order)
                self._record(FinishedInline())
            else:
                words = "" if order.silent else order.headline(self.battle)
                self._record(Began(order.id, words, order.only_for(self.battle), inputs))
                self.drive(order)
                self._record(Finished())


def first_dice(order: Part[S], battle: Battle[S]) -> tuple[DieNeeded, ...]:
    """The first dice of a checked order, up to the first die that matters. The dice before that die have the same outcome
    whatever they show.

    Empty if the order throws no dice, or asks for a choice first.
    """
    dice: list[DieNeeded] = []
    while not dice or not dice[-1].matters:
        try:
            resolve(order, battle, Supply(None, typed=[1] * len(dice)))
        except DieNeeded as needed:
            dice.append(needed)
        except ChoiceNeeded:
            return ()
        else:
            break
    return tuple(dice)


class _Finish(Part[Any]):
    """A part that ends the present phase because the battle ends."""

    id, title = "finish", "Finish"

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from battle.ruleset.sequence.finish(battle)


def finished(battle: Battle[S]) -> Battle[S]:
    """The battle as if it ended now. Changes that were held back until the end of the phase then count.

    If the end of the phase needs dice or a choice, or if its rules fail, the consequences of these changes are left out.
    """
    if not battle.holding:
        return battle
    try:
        return resolve(_Finish(), battle, Supply(None)).battle
    except FleetbookError:
        return battle.to_come
