"""Plays a rule system at random. It finds orders and screens that fail, offers that are refused, unknown facts and wrong odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import isclose
from random import Random
from traceback import extract_tb
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.battle.battle import ENDED, PHASE, Battle
from fleetbook.core.battle.events import Changed
from fleetbook.core.battle.facts import HOLDING, TURN
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import Subject
from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown, Refused
from fleetbook.core.faults import ENDLESS, NoEnd, RulesFault, home_of, place_in, place_of, rules_at_work
from fleetbook.core.odds import BudgetExceeded
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.field_kinds import Field, ModifierField, SeveralField, ShipField
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.source import ALL, ASK, FIRST, evaluate
from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.core.play.driver import Recorded
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.suborders import firing_of
from fleetbook.store.packages.places import place_of_error, source_folder
from fleetbook.testing.driven import FORGETS, OFTEN, Driven, driven, replay_difference
from fleetbook.testing.invariants import check_folded, check_read_back, check_results, check_there_and_back, check_tracks
from fleetbook.testing.offered import Findings
from fleetbook.testing.oracle import by_every_face, exact_odds, outcomes_of
from fleetbook.testing.random_battles import play_on
from fleetbook.testing.source import flaw_of_part
from fleetbook.testing.towards import HABITS, Towards, seldomer

DRY, STALE = 12, 100  # successive lines without an order of the rules, and without anything that runs for the first time
BETWEEN = 4  # lines between two checks of everything that is offered
FOLDED = 40  # lines between two checks that all events lead to the present battle
ENGINES = {TURN.name, PHASE.name, ENDED.name, HOLDING.name}
PLAYS = 1_500  # the most plays of one order, face by face; odds that need more are not compared
Watch: TypeAlias = Callable[[str, int, int], None]
"""A function that hears of the progress. It gets the present activity, the amount done and the whole amount."""


@dataclass
class Played:
    """A scenario that is played at random. It collects the mistakes found, and the table entries looked up."""

    rules: Ruleset[Any]
    setup: Setup
    seed: str = "check-rules"
    looked_up: set[tuple[str, str]] = field(default_factory=set)
    run: set[str] = field(default_factory=set)
    """The ids of the orders given and the parts run. Changed facts are there with ``fact `` before their names."""
    lines: int = 0
    battles: int = 0
    compared: int = 0
    """The number of orders whose odds were compared with playing every face."""
    _given_at: int = 0
    _new_at: int = 0
    times: Counter[str] = field(default_factory=Counter)
    """How often each thing was up for a check, in earlier scenarios too."""

    @property
    def never_run(self) -> set[str]:
        """The ids of the orders and parts that no battle has used yet."""
        return {kind.id for kind in (*self.rules.orders, *self.rules.parts)} - self.run

    def flaws(self, orders: int, watch: Watch = lambda what, done, of: None) -> Iterator[str]:
        """Play ``orders`` lines. Yields each mistake once; an error ends the battle of this scenario."""
        found: set[str] = set()
        try:
            yield from self._speeds()
            for fault in self._played(orders, watch):
                if fault not in found:
                    found.add(fault)
                    yield fault
        except (FleetbookError, AssertionError, BudgetExceeded, NoEnd) as error:
            yield f"{self._place_of(error)}scenario {self.setup.title}, after {self.lines} lines: {_message(error)}"

    def _begun(self) -> Journal[Any]:
        """A new battle at its start."""
        journal: Journal[Any] = Journal(self.rules, self.setup, f"{self.seed} {self.battles}" if self.battles else self.seed)
        self._note(journal.battle.rules.look_ups.readings, ())
        return journal

    def _leads_nowhere(self) -> bool:
        """Whether to begin a new battle, because this one has not used a new order or part for long. All its ships may have left,
        for example.
        """
        return bool(self.never_run) and (self.lines - self._given_at >= DRY or self.lines - self._new_at >= STALE)

    def _played(self, orders: int, watch: Watch) -> Iterator[str]:
        rng, found = Random(self.seed), Findings()
        towards = Towards(self.rules, lambda: self.run, rng)
        met = dict[str, str]()
        journal, habits, self.battles = self._begun(), replace(HABITS, thrown=towards.thrown, failed=met.__setitem__), 1
        while self.lines < orders:
            if self._leads_nowhere():
                journal, habits = towards.begin(self._begun), replace(towards.habits(self.run), failed=met.__setitem__)
                self.battles, self._given_at, self._new_at = self.battles + 1, self.lines, self.lines
            if self._is_unlike(journal.battle):
                self._look_at(journal.battle)
                yield from self._defaults(journal.battle)
                found.try_moment(journal.battle, rng, looked_at=self._is_due)
            faults = [*found.faults, *(f"{kind} cannot be given: {what}" for kind, what in met.items())]
            yield from (f"{self.setup.title}: {fault}" for fault in faults)
            if any(ENDLESS in fault for fault in faults):
                return
            found.faults.clear()
            for record in play_on(journal, rng, BETWEEN, habits):
                watch(f"{self.setup.title}: played at random", self.lines, orders)
                play = self._again(journal, record)
                if self._count(record, play.run if play else ()):
                    towards.keep(journal)
                yield from filter(None, (flaw_of_part(part, self.rules) for part in (play.parts if play else ())))
                yield from self._line(journal, record)
            check_there_and_back(journal)
        check_folded(journal)

    def _is_unlike(self, battle: Battle[Any]) -> bool:
        """Whether to check the present state of the battle: if an order or part has just run for the first time, or if the orders
        allowed in this phase were seldom checked.
        """
        kinds = (kind.id for kind in battle.ruleset.all_orders if Legality(battle, kind).out_of_place() is None)
        return self._is_due(f"moment {' '.join(kinds)}") or self._new_at > self.lines - BETWEEN

    def _is_due(self, what: str, at_first: int = 6) -> bool:
        """Whether to check something again. Each check takes long, so a thing is checked more seldom each time."""
        self.times[what] += 1
        return seldomer(self.times[what], at_first)

    def _line(self, journal: Journal[Any], record: Record) -> Iterator[str]:
        """The mistakes in a line. Raises AssertionError if the order has another result when it is repeated: the battle then
        ends, because all other checks would be worthless.
        """
        self._note(
            record.consulted, tuple(pair for one in record.looked_up for pair in ((one.kind, one.name), (one.name, one.row)))
        )
        if not record.is_order:
            return
        difference = replay_difference(journal, record) if self._is_due(f"again {record.procedure}") else ""
        if difference:
            raise AssertionError(difference)
        try:
            check_read_back(journal, record)
        except AssertionError as differs:
            why = replay_difference(journal, record, OFTEN) or f"{record.procedure}: {differs}: {FORGETS}"
            raise AssertionError(why) from None
        check_tracks(journal, record)
        yield from self._results(journal, record)
        yield from self._odds(journal, record)
        if self.lines % FOLDED == 0:
            check_folded(journal)
        yield from self._subjects(record)

    def _results(self, journal: Journal[Any], record: Record) -> Iterator[str]:
        """The mistakes in a line's results, and in the words for reports that its parts give."""
        check_results(journal, record)
        if fault := journal.told(record).fault:
            yield f"{self.setup.title}: results of {record.procedure}: {fault.what}"
        for part in journal.parts(record) if record.faces else ():
            try:
                firing_of(part.order, part.battle)
                with rules_at_work(self.rules):
                    _ = list(part.order.ahead(part.battle)), part.order.asked(part.battle), part.order.only_for(part.battle)
            except FleetbookError as error:
                yield f"{self.setup.title}: {part.order.id}: {error.what if isinstance(error, RulesFault) else error}"

    def _again(self, journal: Journal[Any], record: Record) -> Driven | None:
        """What runs when an order is carried out again. None for an undo or redo, and if its kind was watched often enough."""
        if not record.is_order or not (self.never_run or self._is_due(f"parts of {record.procedure}")):
            return None
        return driven(journal.battle_before(record.number), journal.order_of(record), Recorded(record.faces), record.choices)

    def _count(self, record: Record, ran: Collection[str]) -> bool:
        """Count a line. Returns whether it gave an order or ran a part for the first time."""
        self.lines += 1
        run = {record.procedure, *ran}
        new = not run <= self.run
        if new:
            self._new_at = self.lines
        self.run |= run
        if record.procedure in {kind.id for kind in self.rules.orders}:
            self._given_at = self.lines
        return new

    def _look_at(self, battle: Battle[Any]) -> None:
        """Ask the rules for everything other than orders that screens show, such as cards and signs. Any error is raised."""
        rules = self.rules
        with rules_at_work(rules):
            for ship in battle.ships():
                _ = rules.card(ship), rules.ticks(battle, ship), rules.settable(battle, ship.name)
                _ = list(rules.arms(battle, ship)), list(rules.doubts(ship.card))
            for side in battle.setup.sides:
                _ = rules.side_words(battle, side), rules.markers(battle, side), rules.called(battle, side)
            _ = rules.counters(battle), rules.settable(battle, ""), rules.outcome(battle), rules.sequence.due(battle)

    def _defaults(self, battle: Battle[Any]) -> Iterator[str]:
        """Defaults computed by the rules that have a wrong type for their input. In play such an input would be asked for."""
        for kind in self.rules.orders:
            values = dict[str, Any]()
            for name, entry in Draft(battle, kind).entries.items():
                field = entry.field
                if entry.is_shown and callable(field.default) and not isinstance(field, ModifierField):
                    with suppress(NotYetKnown, Refused), rules_at_work(self.rules, resolving=True):
                        default = evaluate(field.default, battle, kind.partial(values))
                        if wrong := _of_another_kind(field, default):
                            yield RulesFault.by(self.rules, field.default, wrong).what
                if entry.value is not None or not entry.is_shown:
                    values[name] = entry.value

    def _note(self, readings: tuple[str, ...], others: tuple[tuple[str, str], ...]) -> None:
        self.looked_up |= {*(("reading", name) for name in readings), *others}

    def _odds(self, journal: Journal[Any], record: Record) -> Iterator[str]:
        """Compare the odds of an order with playing every face of its dice."""
        if record.procedure in {kind.id for kind in COMMON} or not self._is_due(f"odds of {record.procedure}", 3):
            return
        order, battle = journal.order_of(record), journal.battle_before(record.number)
        try:
            with rules_at_work(self.rules, resolving=True):
                played = by_every_face(battle, order, most=PLAYS)
                odds = played and outcomes_of(exact_odds(battle, order))
        except (ChoiceNeeded, BudgetExceeded):
            return
        except AssertionError as error:
            yield f"{place_of(type(order))}: the odds of {order.id} {order.inputs()}: {_message(error)}: {FORGETS}"
            return
        self.compared += bool(played)
        if played and odds and not (played.keys() == odds.keys() and all(isclose(played[key], odds[key]) for key in odds)):
            yield f"{place_of(type(order))}: the odds of {order.id} {order.inputs()} differ from those by playing every face"

    def _speeds(self) -> Iterator[str]:
        """The mistake if the speeds given in a scenario have no effect."""
        still = tuple(msgspec.structs.replace(entry, speed=None) for entry in self.setup.ships)
        if still != self.setup.ships:
            without = self.rules.begin(msgspec.structs.replace(self.setup, ships=still))
            if without.state == self.rules.begin(self.setup).state:
                name = type(self.rules).__name__
                yield (
                    f"{place_of(type(self.rules))}: {self.setup.title}: speed changes nothing: start it in {name}.initial with "
                    "battle.first_speed(ship)"
                )

    def _subjects(self, record: Record) -> Iterator[str]:
        """Mistakes: changes of facts that no class declares, or whose subject is not in the battle."""
        known = {"", *(ship.name for ship in self.setup.ships), *(squadron.name for squadron in self.setup.squadrons)}
        names = {fact.name for subject in self.rules.subjects for fact in subject.declared.values()} | ENGINES
        for event in record.events:
            if not isinstance(event, Changed):
                continue
            changing = f"{record.procedure} changes {event.name!r}"
            if event.subject not in known and not self.rules.other_subjects:
                yield f"{self._place(record)}{changing} of {event.subject!r}, who is neither a ship nor a squadron"
            if event.name not in names:
                yield f"{self._place(record)}{changing}, which no class declares"

    def _place_of(self, error: BaseException) -> str:
        """The file and line of the rules where an error was raised, and the file and line of the table cell that it is about."""
        module = type(self.rules).__module__
        code = place_in(error.__traceback__, {home_of(module): self.rules.id})
        folder, cause = source_folder(module), error.__cause__ if isinstance(error, RulesFault) else error
        cell = place_of_error(folder, cause) if folder and isinstance(cause, InvalidInput) else ""
        return "".join(f"{place}: " for place in (code[1] if code else "", cell) if place)

    def _place(self, record: Record) -> str:
        return f"{place_of(self.rules.order(record.procedure))}: " if record.procedure else ""


def _of_another_kind(field: Field, default: Any) -> InvalidInput | None:
    """The error if a default has a wrong type for its input; None if the type is right. A ship may stand for her name."""
    if default in (None, FIRST, ALL, ASK):
        return None
    several = isinstance(field, SeveralField)
    if isinstance(field, (ShipField, SeveralField)):
        words = [str(one) if isinstance(one, Subject) else one for one in (default if several else (default,))]
        default = words if several else words[0]
    try:
        field.decoded(default)
    except InvalidInput as error:
        return InvalidInput(f"default of {error.where}", error.found, error.allowed)
    return None


def _message(error: BaseException) -> str:
    """The message of an error. If it has none, the code line that failed."""
    if str(error):
        return str(error)
    frames = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {frames[-1].line}" if frames and frames[-1].line else type(error).__name__
