"""What a side may know: which names, facts and events of a journal, at each of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.events import Began, Changed, Event, Finished, Rolled, TookForce
from fleetbook.core.battle.facts import Change, Key, meant
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.play.hidden_names import HiddenNames
from fleetbook.core.play.journal import Journal

S = TypeVar("S", bound=Ship)


class Knowledge(Generic[S]):
    """What one side may know of a battle, as its rules tell it; read with what it knows by now where they allow hindsight.

    never  names of ships and squadrons that the side has not known at any line in force
    kept   what was worked out of each line already, by whoever looks again whenever the journal has grown
    """

    def __init__(self, whole: Journal[S], side: str, kept: dict[int, frozenset[str]] | None = None) -> None:
        self.side, self._whole, self._rules = side, whole, whole.ruleset
        self._kept = {} if kept is None else kept
        every = range(len(whole.records) + 1)
        self._unseen = [self._unseen_after(whole.position if self._rules.hindsight else line) for line in every]
        self.never = self._unseen[0].intersection(*(self._unseen[line] for line in whole.undo_history.line_to(whole.position)))
        self._called = self._rules.called(whole.battle, side)
        self._names: dict[frozenset[str], HiddenNames] = {}

    def _unseen_after(self, line: int) -> frozenset[str]:
        if line not in self._kept:
            self._kept[line] = self._rules.unseen(self._whole.battle_after(line), self.side)
        return self._kept[line]

    def unseen(self, line: int) -> frozenset[str]:
        """Names that the side does not know after a line."""
        return self._unseen[line]

    def names(self, unseen: frozenset[str]) -> HiddenNames:
        """The names to hide where these are unseen."""
        if unseen not in self._names:
            setup = self._whole.setup
            known = [*(ship.name for ship in setup.ships), *(squadron.name for squadron in setup.squadrons)]
            self._names[unseen] = HiddenNames(known, unseen, self._called)
        return self._names[unseen]

    def setup(self) -> Setup:
        """How the battle began, without what the side never knew, and without the paragraphs that name it."""
        whole, names = self._whole.setup, self.names(self.never)
        squadrons = (Squadron(names.renamed(s.name), s.side) if s.name in self.never else s for s in whole.squadrons)
        return msgspec.structs.replace(
            whole,
            ships=tuple(self._listed(ship) for ship in whole.ships if ship.name not in self.never),
            squadrons=tuple(squadrons),
            text="\n\n".join(part for part in whole.text.split("\n\n") if not names.spoken(part)),
            victory=None,  # the score tells of ships that the side does not see
        )

    def _listed(self, ship: ShipEntry) -> ShipEntry:
        """A ship as the scenario lists her, of no squadron where the side never knew hers."""
        unknown = ship.squadron in self.never and ship.squadron not in self._called
        return msgspec.structs.replace(ship, squadron="") if unknown else ship

    def facts(self, facts: Iterable[Change], unseen: frozenset[str]) -> Iterator[Change]:
        """The facts that the side may know, under the names that it knows."""
        names = self.names(unseen)
        for key, value in facts:
            if not names.among((key.subject, key.other, value)) and not self._is_withheld(key):
                yield Key(names.renamed(key.subject), key.name, names.renamed(key.other)), names.renamed(value)

    def events(self, events: Iterable[Event], names: HiddenNames) -> Iterator[Event]:
        """The events that the side may read; a part that it may not is left out whole."""
        within = 0
        for event in events:
            if within:
                within += isinstance(event, Began) - isinstance(event, Finished)
            elif isinstance(event, (Began, Rolled)) and event.side not in ("", self.side):
                within = isinstance(event, Began)
            elif isinstance(event, Began) and names.among(event.headline):
                within = 1
            elif not names.among(event) and not self._is_secret(event):
                yield event

    def _is_secret(self, event: Event) -> bool:
        return isinstance(event, (Changed, TookForce)) and self._is_withheld(Key(event.subject, event.name, event.other))

    def _is_withheld(self, key: Key) -> bool:
        return self._rules.withheld(self._whole.battle, meant(key), self.side)
