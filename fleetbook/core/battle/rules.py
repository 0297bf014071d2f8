"""The members of a rule system that a battle needs, and the rules of one battle with its house rules."""

# ruff: noqa: D102  (core.orders.ruleset.Ruleset documents these members)

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol

from fleetbook.core.battle.card_cache import CardCache, CarriedForward, Drawn
from fleetbook.core.battle.card_view import CardView, Condition, Marker, Particular, Tick
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.subject import BattleFacts, Setting, Subject
from fleetbook.core.tables.house import HouseRules
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.tables.table import RuleTables
from fleetbook.core.words.sentence import Sentences
from fleetbook.core.words.wording import Wording


class Rules(Protocol):
    """The members of a rule system that battles, screens and reports use."""

    @property
    def id(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def sentences(self) -> type[Sentences]: ...
    @property
    def ship_type(self) -> type[Any]: ...
    @property
    def battle_facts(self) -> type[BattleFacts]: ...
    @property
    def subjects(self) -> tuple[type[Subject], ...]: ...
    @property
    def sequence(self) -> Any: ...
    @property
    def conditions(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def lost_as(self) -> tuple[str, ...]: ...
    @property
    def gone_as(self) -> tuple[str, ...]: ...
    @property
    def counted_once(self) -> Mapping[str, str]: ...
    @property
    def board_columns(self) -> tuple[str, ...]: ...
    @property
    def board_guns(self) -> tuple[str, ...]: ...
    @property
    def board_torpedoes(self) -> str: ...
    @property
    def spelled_out(self) -> Mapping[str, str]: ...
    @property
    def keeps_secrets(self) -> bool: ...
    @property
    def open_table(self) -> bool: ...
    @property
    def contest(self) -> str: ...
    @property
    def all_orders(self) -> tuple[type[Any], ...]: ...
    def conditions_now(self, battle: Any) -> Mapping[str, str]: ...
    def side_words(self, battle: Any, side: str) -> str: ...
    def board_heading(self, card: CardView) -> str: ...
    def squadron_conditions(self, battle: Any) -> Mapping[str, tuple[Condition, ...]]: ...
    def begin(self, setup: Any) -> Any: ...
    def order(self, name: str) -> type[Any]: ...
    def part(self, name: str) -> type[Any]: ...
    def card(self, ship: Any) -> CardView: ...
    def arms(self, battle: Any, ship: Any) -> Iterable[Particular]: ...
    def ticks(self, battle: Any, ship: Any) -> tuple[Tick, ...]: ...
    def counters(self, battle: Any) -> tuple[Marker, ...]: ...
    def levels(self, track: str) -> tuple[int, ...] | None: ...
    def settable(self, battle: Any, subject: str) -> Mapping[str, Setting]: ...
    def unseen(self, battle: Any, side: str) -> frozenset[str]: ...
    def called(self, battle: Any, side: str) -> Mapping[str, str]: ...
    def withheld(self, battle: Any, key: Key, side: str) -> bool: ...
    def may_be_withheld(self, key: Key) -> bool: ...
    def side_of(self, battle: Any, name: str) -> str: ...
    def outcome(self, battle: Any) -> str: ...
    def scores(self, battle: Any) -> Mapping[str, float]: ...
    def tables_under(self, house: tuple[HouseRules, ...]) -> RuleTables: ...
    def read_card(self, raw: Mapping[str, Any], where: str, tables: RuleTables) -> Any: ...
    def tracks(self, card: Any, tables: RuleTables) -> Mapping[str, int]: ...


def hides_table(rules: Rules) -> bool:
    """Whether the score and some markers on the table are hidden from a side until the battle ends."""
    return rules.keeps_secrets and not rules.open_table


class RulesInForce:
    """The rules of one battle: its tables, changed by house rules, and the cards and tracks of its ships.

    look_ups    the look-ups in tables that were made for the cards and for the start of the battle
    squadrons   the names of the ships of each squadron
    wording     the texts of the sentences that the rules write
    at_once     facts whose changes count at once in a simultaneous phase. Each entry is the name of a fact, and whether the fact
                has a value for each of several items
    """

    def __init__(self, ruleset: Rules, setup: Setup) -> None:
        self.look_ups = LookUps()
        self.tables = ruleset.tables_under(setup.house)
        self.wording = Wording(ruleset.sentences, self.tables)
        noting = self.tables.noting(self.look_ups)
        self.entries = {entry.name: entry for entry in setup.ships}
        self.squadrons = _squadrons(setup)
        self.cards = {entry.name: ruleset.read_card(entry.card, entry.name, noting) for entry in setup.ships}
        declared = [fact for subject in ruleset.subjects for fact in subject.declared.values() if fact.at_once]
        self.at_once = frozenset((fact.name, bool(fact.key_name)) for fact in declared)
        self.tracks = {name: ruleset.tracks(card, noting) for name, card in self.cards.items()}

    def noting(self, look_ups: LookUps) -> RulesInForce:
        """The same rules, which also record in ``look_ups`` each look-up in a table."""
        return self._with(tables=self.tables.noting(look_ups))

    def under_names_of(self, setup: Setup) -> RulesInForce:
        """The same rules for a setup with the same ships in the same order under other names."""
        names = [entry.name for entry in setup.ships]
        of_ships = {name: dict(zip(names, vars(self)[name].values(), strict=True)) for name in ("cards", "tracks")}
        return self._with(squadrons=_squadrons(setup), entries=dict(zip(names, setup.ships, strict=True)), **of_ships)

    def _with(self, **changed: Any) -> RulesInForce:
        """A copy with some attributes changed and with empty caches."""
        rules = object.__new__(RulesInForce)  # made twice for each order: copy() takes five times as long
        vars(rules).update(vars(self), **changed)
        for cache in _CACHES & vars(rules).keys():
            del vars(rules)[cache]
        return rules

    @cached_property
    def card_cache(self) -> CardCache:
        """The ships' cards that were made so far."""
        return CardCache()

    @cached_property
    def counts(self) -> CarriedForward[tuple[float, ...]]:
        """A cache of the numbers that each ship adds to the counts of the score."""
        return CarriedForward()

    @cached_property
    def details(self) -> dict[tuple[str, type], Any]:
        """The scenario's entries for squadrons, converted to structs."""
        return {}

    @cached_property
    def acting(self) -> dict[int, Drawn[str]]:
        """A cache of the acting side, by the fingerprint of the facts. Some rules read every squadron to find that side."""
        return {}


_CACHES = {name for name, value in vars(RulesInForce).items() if isinstance(value, cached_property)}


def _squadrons(setup: Setup) -> dict[str, list[str]]:
    """The names of the ships of each squadron."""
    found: dict[str, list[str]] = {}
    for entry in setup.ships:
        if entry.squadron:
            found.setdefault(entry.squadron, []).append(entry.name)
    return found
