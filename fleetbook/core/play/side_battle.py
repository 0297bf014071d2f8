"""A battle as one side knows it. The orders of that side's players are offered, filled in and checked on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.facts import FactValue, Key, State, unheld
from fleetbook.core.errors import NotKnown
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_view import SideView
from fleetbook.core.tables.look_ups import LookUps

S = TypeVar("S", bound=Ship)


class SideBattle(Battle[S]):
    """A battle as one side knows it now. Unknown ships are left out.

    A fact that the side may not know reads as absent, and an unknown track as undamaged. The check of an order must distinguish
    absent facts from unknown ones. So it uses the battle ``checking()``, in which an unknown fact raises NotKnown.
    """

    def __init__(self, battle: Battle[S], side: str, is_withheld: Callable[[Key], bool]) -> None:
        super().__init__(battle.ruleset, battle.setup, battle.state, battle.rules)
        self.side, self._is_withheld = side, is_withheld

    def noting(self, look_ups: LookUps) -> SideBattle[S]:
        """The same battle. It also notes in ``look_ups`` each table that is looked up."""
        return type(self)(super().noting(look_ups), self.side, self._is_withheld)

    def at(self, state: State) -> SideBattle[S]:
        """The same battle with other facts."""
        return type(self)(super().at(state), self.side, self._is_withheld)

    def fact(self, key: Key) -> FactValue:
        """The stored value of a fact. None if nothing is stored, or if the side may not know it."""
        value = self._state.facts.get(key)
        if value is None and key.name in self.rules.tracks.get(key.subject, ()) and self.is_unknown(key):
            return self.full(key.subject, key.name)
        return value

    def is_unknown(self, key: Key) -> bool:
        """Whether the side may not know a fact."""
        return self._is_withheld(unheld(key))

    def checking(self) -> Battle[S]:
        """The battle as checks of orders read it: a fact that the side may not know raises NotKnown."""
        return _Checked(self, self.side, self._is_withheld)


class _Checked(SideBattle[S]):
    """A side's battle for checks of orders. A fact that the side may not know raises NotKnown."""

    def fact(self, key: Key) -> FactValue:
        """The stored value of a fact. Raises NotKnown if the side may not know it."""
        value = self._state.get(key)
        if value is None and self.is_unknown(key):
            raise NotKnown(key)
        return value

    def checking(self) -> Battle[S]:
        """The battle itself, since it is made for checks."""
        return self


def side_battle(journal: Journal[S], side: str, known: Knowledge[S] | None = None) -> SideBattle[S]:
    """A journal's battle as one side knows it now. While the journal grows, pass the same Knowledge as ``known`` in each call."""
    return SideBattle(SideView(journal, side, known).battle, side, _withheld_from(journal.battle, side))


class TableBattle(SideBattle[S]):
    """A battle as everybody at the table knows it now, for the orders of one side. A fact that is hidden from somebody reads as
    absent, in checks too. So the offered orders reveal nothing hidden.
    """

    def checking(self) -> Battle[S]:
        """The battle itself: checks read hidden facts as absent too."""
        return self


def table_battle(journal: Journal[S], side: str, known: Knowledge[S] | None = None) -> TableBattle[S]:
    """A journal's battle as everybody at the table knows it now, for the orders of one side. While the journal grows, pass the
    same Knowledge of the table as ``known`` in each call.
    """
    view = SideView(journal, None, known)
    return TableBattle(view.battle, side, _withheld_from(journal.battle, view.side))


def true_names(battle: Battle[S], side: str) -> dict[str, str]:
    """The true names of the squadrons that a side knows only as markers. The keys are the names of the markers."""
    return {name: true for true, name in battle.ruleset.called(battle, side).items()}


def _withheld_from(battle: Battle[S], side: str) -> Callable[[Key], bool]:
    """A function that takes the key of a fact, in the side's own names, and says whether the side may not know it."""
    rules, names, stored = battle.ruleset, true_names(battle, side), dict[Key, bool]()

    def is_withheld(key: Key) -> bool:
        if not rules.may_be_withheld(key):
            return False
        if key not in stored:
            true = Key(names.get(key.subject, key.subject), key.name, names.get(key.other, key.other))
            stored[key] = rules.withheld(battle, true, side)
        return stored[key]

    return is_withheld
