"""One battle that doctrines fight without players, in memory. It runs through the same engine as a played battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

from fleetbook.balance.ground import Ground
from fleetbook.balance.keyed_dice import KeyedDice, order_key
from fleetbook.balance.plane import Plane
from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import DOCTRINE, Hands, Proposer, Record
from fleetbook.core.battle.setup import Drawing
from fleetbook.core.battle.verdict import Verdict, verdict
from fleetbook.core.doctrines.asked import choice_of, orders_of
from fleetbook.core.doctrines.doctrine import Chair
from fleetbook.core.doctrines.filled import filled
from fleetbook.core.doctrines.finding import doctrine_of, models_of
from fleetbook.core.doctrines.helm import HOLD, Helm, Intent
from fleetbook.core.doctrines.models import PlaneFigures
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Met, Tape
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.faults import rules_at_work
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import Annotate, EndBattle, NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.side_battle import side_battle, true_names
from fleetbook.reports.balance.rows import RefusedOrders
from fleetbook.store.catalogue import ruleset

End: TypeAlias = Literal["aim", "a side gone", "contact lost", "turn limit"]
ENDS: tuple[End, ...] = ("aim", "a side gone", "contact lost", "turn limit")
MOST_ORDERS = 20_000  # of one battle: a doctrine that never stops is at fault


@dataclass(frozen=True)
class Fought:
    """A simulated battle.

    journal  all its lines
    ended    the reason why it ended
    verdict  who has won
    refused  the number of refused proposals, by doctrine and kind of order
    """

    journal: Journal[Any]
    ended: End
    verdict: Verdict
    refused: tuple[RefusedOrders, ...]


def fight(ground: Ground, seed: str, doctrines: Mapping[str, str], figures: PlaneFigures | None = None) -> Fought:
    """Fight a battle to its end. The same arguments give the same battle. ``doctrines`` has the id of each side's doctrine.

    Raises InvalidInput for an unknown side or doctrine, and RulesFault if the code of the rules or of a doctrine fails.
    """
    with rules_at_work(ruleset(ground.setup.ruleset)):
        return _Fight(ground, seed, doctrines, figures).to_the_end()


class _Fight:
    """A simulated battle while doctrines fight it."""

    def __init__(self, ground: Ground, seed: str, doctrines: Mapping[str, str], figures: PlaneFigures | None) -> None:
        rules, begun = ruleset(ground.setup.ruleset), ground.begun
        setup = ground.setup if begun else msgspec.structs.replace(ground.setup, dice=Drawing(chosen=True))
        for side in doctrines:
            if side not in setup.sides:
                raise InvalidInput.word("side", side, setup.sides)
        self._ground, self._seed = ground, seed
        self.journal: Journal[Any] = Journal(rules, setup, begun.seed if begun else seed)
        for record in begun.records if begun else ():
            self.journal.append(record)
        self._models = models_of(rules)
        self.plane = Plane(ground, self._models, figures or self._models.figures(), self.journal.battle, seed)
        self._doctrines = {side: doctrine_of(rules, doctrines[side]) for side in setup.sides}
        self._chairs = {side: self._chair(side) for side in setup.sides}
        self._attacked = dict.fromkeys(setup.sides, 0)
        self._contact = 0
        self._given, self._attacks, self._refused = Counter[Any](), self._models.attacks(), dict[tuple[str, str], RefusedOrders]()
        self._look_back()

    def _chair(self, side: str) -> Chair[Any]:
        """A side's chair, from which its doctrine gives orders. It shows the battle as the side sees it after the last line."""
        known, seen, called = Knowledge(self.journal, side), dict[int, Battle[Any]](), dict[int, Mapping[str, str]]()

        def look() -> Battle[Any]:
            line = len(self.journal.records)
            if line not in seen:
                seen.clear()
                seen[line] = side_battle(self.journal, side, known)
            return seen[line]

        def names() -> Mapping[str, str]:
            line = len(self.journal.records)
            if line not in called:
                called.clear()
                called[line] = true_names(self.journal.battle, side)
            return called[line]

        tape, victory = _SideTape(self.plane, names, look), self.journal.setup.victory
        return Chair(side, look, tape, self.plane.figures, victory, means=self._ground.means)

    def _look_back(self) -> None:
        """Find out from the lines played before when each side attacked last, and which torpedoes are running."""
        journal = self.journal
        for record in (record for record in journal.records.kept if record.number in journal.undo_history.in_force):
            side = journal.ruleset.side_of(journal.battle, next(iter(record.named), ""))
            if record.procedure in self._attacks and side in self._attacked:
                self._attacked[side] = record.turn
                self._contact = self._contact or record.turn
        self.plane.follow(journal.battle)

    def to_the_end(self) -> Fought:
        titles = (f"{side}: {doctrine.title}" for side, doctrine in self._doctrines.items())
        self._append(self.journal.propose(Annotate(words=f"Simulated, seed {self._seed}. {'; '.join(titles)}.")))
        while (why := self._over()) is None:
            self._step()
        end: Any = filled(EndBattle, self.journal.battle, {"reason": why})
        self._append(self.journal.propose(end))
        return Fought(self.journal, why, verdict(self.journal.battle), tuple(self._refused.values()))

    def _step(self) -> None:
        """Give all orders of the present step."""
        self._by_tape()
        turn: str | None = None
        while turn != self.journal.battle.acting:
            turn = self.journal.battle.acting
            for side in (turn,) if turn else self.journal.battle.sides:
                self._orders_of(side, turn)
        self._by_tape()
        self.plane.move()
        self._append(self._record(NextStep()))

    def _orders_of(self, side: str, turn: str) -> None:
        """Give the orders of a side, until it proposes no more or the other side is to move."""
        chair = self._chairs[side]
        chair.quiet = self._quiet((side,))
        for proposed in orders_of(self._doctrines[side], chair):
            self._give(proposed, side)
            if self.journal.battle.acting != turn:
                return

    def _by_tape(self) -> None:
        """Give the orders that the table itself demands, such as for a torpedo that meets a ship. An order that was refused is
        not tried again.
        """
        tried: list[Proposed[Any]] = []
        while wanted := next(_new(self._models.by_tape(self.journal.battle, self.plane), tried), None):
            tried.append(wanted)
            self._give(wanted)

    def _give(self, proposed: Proposed[Any], side: str = "") -> None:
        """Give a proposed order. If it is refused, the refusal is counted and the models go straight on."""
        if len(self.journal.records) > MOST_ORDERS:
            raise InvalidInput("doctrine", f"more than {MOST_ORDERS:,} orders in a battle", "a doctrine that comes to an end")
        try:
            if proposed.helm:
                names = true_names(self.journal.battle, side) if side else ()
                self.plane.require_helm(proposed.helm, proposed.ships, names)
                self.plane.steer(proposed.helm, proposed.ships)
            order = filled(proposed.kind, self.journal.battle, self._true_inputs(proposed, side), self.plane)
            self._append(self._record(order, tuple(proposed.inputs), side, Intent(proposed.helm, None, proposed.reason)))
        except (Refused, InvalidInput) as refused:
            doctrine = self._doctrines[side].id if side else ""
            new = RefusedOrders(doctrine=doctrine, order=proposed.kind.title, reason=str(refused), number=0)
            first = self._refused.get((doctrine, proposed.kind.id), new)
            self._refused[doctrine, proposed.kind.id] = msgspec.structs.replace(first, number=first.number + 1)
            for ship in proposed.ships:
                self.plane.steer(Helm(HOLD), (ship,))
            return
        if moved := self._models.moved_by(order):
            self.plane.move(moved)
        if proposed.kind.id in self._attacks:
            self._attacked[side] = self.journal.battle.turn
            self._contact = self._contact or self.journal.battle.turn
        for name, field in proposed.kind.declared.items():
            if isinstance(field.measured, Met):
                self.plane.has_met(getattr(order, field.measured.runner), getattr(order, name))

    def _true_inputs(self, proposed: Proposed[Any], side: str) -> dict[str, Any]:
        """The inputs of a proposal, with the true names of ships that the side knows only as markers."""
        names = true_names(self.journal.battle, side) if side else {}
        listed = {name for name, field in proposed.kind.declared.items() if field.listed}
        return {
            name: names.get(value, value) if name in listed and isinstance(value, str) else value
            for name, value in proposed.inputs.items()
        }

    def _record(self, order: Order[Any], entered: tuple[str, ...] = (), side: str = "", intent: Intent | None = None) -> Record:
        """The record of an order. The doctrines make the choices for which the order asks."""
        battle, choices = self.journal.battle, list[str]()
        key = order_key(battle, order)
        self._given[key] += 1
        hands = Hands(Proposer(side, DOCTRINE, self._doctrines[side].title, intent)) if side else Hands()
        while True:
            dice = KeyedDice(self._seed, battle, order, self._given[key])
            try:
                return self.journal.propose(order, dice, choices, entered, hands)
            except ChoiceNeeded as needed:
                chooser = needed.side or side or battle.sides[0]
                choices.append(choice_of(self._doctrines[chooser], self._chairs[chooser], needed.label, needed.options))

    def _append(self, record: Record) -> None:
        self.journal.append(record)
        self.plane.follow(self.journal.battle)

    def _over(self) -> End | None:
        """The reason why the battle ends now. None if it goes on."""
        battle = self.journal.battle
        if self._is_aim_reached(battle):
            return "aim"
        if not all(map(self._still_fights, battle.sides)):
            return "a side gone"
        if battle.turn > self._ground.turns:
            return "turn limit"
        return "contact lost" if self._quiet(battle.sides) >= self._ground.quiet else None

    def _still_fights(self, side: str) -> bool:
        """Whether a side has a ship that counts, or a torpedo in the water."""
        battle, models = self.journal.battle, self._models
        torpedoes = (battle.ship(torpedo.owner).side == side for torpedo in models.torpedoes(battle).values())
        return any(map(models.fights, battle.ships(side))) or any(torpedoes)

    def _quiet(self, sides: Iterable[str]) -> int:
        """The number of turns since any of these sides last attacked. If none did, the turns since the battle's first attack.

        Before the first attack only the turns after turn ``quiet`` of the ground count, to leave time for the approach.
        """
        last = max(self._attacked[side] for side in sides) or self._contact or self._ground.quiet
        return max(0, self.journal.battle.turn - last - 1)

    def _is_aim_reached(self, battle: Battle[Any]) -> bool:
        victory = self._ground.setup.victory
        if victory is None or not victory.aim:
            return False
        now = verdict(battle)
        return now.over and now.kind == "aim"


def _new(wanted: Iterable[Proposed[Any]], tried: list[Proposed[Any]]) -> Iterator[Proposed[Any]]:
    return (proposed for proposed in wanted if proposed not in tried)


class _SideTape:
    """The tape as one side may read it. It takes ships and markers by the names that the side knows, such as ``contact A``, and
    never names a ship that the side does not know.

    names  the true name of each marker
    look   the battle as the side sees it now
    """

    def __init__(self, tape: Tape, names: Callable[[], Mapping[str, str]], look: Callable[[], Battle[Any]]) -> None:
        self._tape, self._names, self._look = tape, names, look

    def range(self, one: str, other: str) -> float:
        """The distance between two ships or markers."""
        names = self._names()
        return self._tape.range(names.get(one, one), names.get(other, other))

    def arc(self, of: str, to: str, arcs: Sequence[str]) -> str:
        """The arc of one ship in which another lies."""
        names = self._names()
        return self._tape.arc(names.get(of, of), names.get(to, to), arcs)

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """The ships that stand between two others."""
        names = self._names()
        return self._known(self._tape.between(names.get(one, one), names.get(other, other)))

    def met(self, runner: str) -> tuple[str, ...]:
        """The ships that a torpedo meets on its run in this step."""
        return self._known(self._tape.met(runner))

    def turns(self, ship: str) -> bool:
        """Whether a ship changes her heading in this move."""
        return self._tape.turns(ship)

    def along(self, one: str, other: str) -> bool:
        """Whether two ships of the side are on the same heading."""
        return self._tape.along(one, other)

    def left(self) -> tuple[str, ...]:
        """The ships that are over the table's edge."""
        return self._known(self._tape.left())

    def _known(self, names: Iterable[str]) -> tuple[str, ...]:
        known = {ship.name for ship in self._look().ships()}
        return tuple(name for name in names if name in known)
