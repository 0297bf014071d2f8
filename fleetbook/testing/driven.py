"""Carries out an order again and records the parts that run, and for each event the line of the rules' source that caused it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, cast

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import Changed, Event, Marked
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.faults import OURS, home_of, place_of, rules_at_work, short_path
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.part import Part
from fleetbook.core.play.driver import DiceSource, Play, Recorded
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.live_battle import LiveBattle

TIMES, OFTEN = 3, 20  # how often an order is repeated: to find a difference, and to find its cause
FORGETS = (
    "the same order with the same dice must give the same result; here it does not. Do the rules use random numbers without roll "
    "or draw, or store something between two calls that is not a declared fact?"
)


class Driven(Play[Any]):
    """Carries out an order. It records the parts that run, and for each event the line of the rules' source that caused it.

    ``run`` holds the ids of the parts that ran, and the names of the facts that changed.
    """

    def __init__(self, battle: Battle[Any], dice: DiceSource, choices: Sequence[str]) -> None:
        super().__init__(LiveBattle(battle), dice, tuple(choices))
        self.run: set[str] = set()
        self.parts: list[Part[Any]] = []
        self.places: list[tuple[Part[Any], str]] = []
        """For each event the part and the line of the rules that caused it."""
        self.missing: FleetbookError | None = None
        self._rules, self._home = battle.ruleset, home_of(type(battle.ruleset).__module__)
        self._place: tuple[Part[Any], str] | None = None

    def effects(self, order: Part[Any]) -> Effects:
        """The effects of an order. Before an effect is answered, the source line that yields it is recorded."""
        self.run.add(order.id)
        self.parts.append(order)
        steps, answer = super().effects(order), None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return
            self._place = order, self._line(steps)
            answer = yield step

    def place(self, number: int, order: Part[Any]) -> str:
        """The source line and the part that caused the event with this number, or else the last event before it."""
        part, line = (self.places[number : number + 1] or self.places[-1:] or [(order, "")])[0]
        return f"{line or place_of(type(part))}: {part.id}"

    def _line(self, steps: Effects) -> str:
        """The innermost source line of the rules at which a generator has stopped; empty if no such line is in the rules."""
        found, at = "", cast("Any", steps)
        while (frame := getattr(at, "gi_frame", None)) is not None:
            module = str(frame.f_globals.get("__name__", ""))
            if module.startswith(f"{self._home}.") or (module == self._home and self._home != OURS):
                found = f"{short_path(frame.f_code.co_filename, module)}:{frame.f_lineno}"
            at = at.gi_yieldfrom
        return found

    def _record(self, *events: Event) -> None:
        super()._record(*events)
        self.run |= {f"fact {event.name}" for event in events if isinstance(event, Changed)}
        self.run |= {f"fact {event.track}" for event in events if isinstance(event, Marked)}
        if self._place:
            self.places += [self._place] * len(events)


def driven(battle: Battle[Any], order: Part[Any], dice: DiceSource, choices: Sequence[str] = ()) -> Driven:
    """Carry out an order with these dice and choices, as far as they suffice. In what is returned, ``missing`` is the error that
    ended the order, or None if it was completed.
    """
    play = Driven(battle, dice, choices)
    try:
        with rules_at_work(battle.ruleset, resolving=True):
            play.drive(order)
    except FleetbookError as error:
        play.missing = error
    return play


def replay_difference(journal: Journal[Any], record: Record, times: int = TIMES) -> str:
    """The first difference from the record when an order is carried out again with its dice. The text names the part, the source
    line and both events. Empty if there is no difference.
    """
    order, battle = journal.order_of(record), journal.battle_before(record.number)
    for _ in range(times):
        play = driven(battle, order, Recorded(record.faces), record.choices)
        pairs = enumerate(zip_longest(record.events, play.events))
        number = next((number for number, (then, now) in pairs if then != now), None)
        if number is not None:
            again = (driven(battle, order, Recorded(record.faces), record.choices) for _ in range(OFTEN))
            alike = (one for one in again if one.events[: number + 1] == list(record.events[: number + 1]))
            places = dict.fromkeys(one.place(number, order) for one in (next(alike, play), play))
            first, second = (
                _brief(events[number]) if number < len(events) else "nothing" for events in (record.events, play.events)
            )
            return f"{' or '.join(places)}: first {first}, then {second}: {FORGETS}"
        if order.headline(battle) != record.headline:
            return f"{place_of(type(order))}: {order.id}: its headline was {record.headline!r} the first time: {FORGETS}"
    return ""


def _brief(event: Event) -> str:
    """An event in a few words."""
    names = ("label", "dice", "text", "subject", "ship", "name", "track", "procedure", "choice", "after", "value")
    values = [str(value) for name in names if (value := getattr(event, name, None)) not in (None, "", ())]
    return f"{type(event).__name__.lower()} {' '.join(values)}"[:80].strip()
