"""Parts: orders that only other orders give. Their fields are plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.result import Result
from fleetbook.core.battle.subject import Declared
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault, short_path
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.happened import Happened

S = TypeVar("S", bound=Ship)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Part(Generic[S]):
    """Base of all orders inside an order. A subclass is a frozen dataclass and stands in ``parts`` of its rules. Its fields are
    plain: text, numbers, yes or no, a Firing, a Cause. Tuples of these are plain, too.

    id       its word in the journal
    title    its title in the reference
    says     its headline with its fields in braces: ``"{firer} fires at {target}, {range} cm"``
    section  its section of the sheet. Its throws, notes and refusals take it unless they name another
    silent   whether the journal shows its events without its headline
    inline   whether the journal counts its events as those of the order around it
    sums_up  whether its ``results`` replace everything in it and in its parts, or stand beside it
    later    the moment of its follow-ups, for the odds: "at the next test"
    """

    id: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str] = ""
    declared_doing: ClassVar[Cause | None] = None
    section: ClassVar[str] = ""
    silent: ClassVar[bool] = False
    inline: ClassVar[bool] = False
    sums_up: ClassVar[bool] = True
    later: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        made: Any = cls
        if isinstance(cause := vars(cls).get("doing"), Cause):
            made.declared_doing, made.doing = cause, property(_filled_in)
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)

    def inputs(self) -> dict[str, Any]:
        """The fields by name."""
        kind: Any = type(self)
        return {name: getattr(self, name) for name in field_names(kind)}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Part[Any]:
        """The part with these fields, as a journal has them. Raises InvalidInput for others."""
        kind: Any = cls
        for name in inputs:
            if name not in field_names(kind):
                raise InvalidInput.word(f"input of {cls.id}", name, field_names(kind))
        try:
            part: Part[Any] = msgspec.convert(inputs, kind)
        except msgspec.ValidationError as error:
            raise InvalidInput(f"inputs of {cls.id}", str(error), f"its fields {', '.join(field_names(kind))}") from None
        return part

    def resolve(self, battle: Battle[S]) -> Effects:
        """Yield the effects that the sheet asks for, in its order. After each, ``battle`` shows the new state."""
        raise NotImplementedError

    @property
    def doing(self) -> Cause | None:
        """The cause of what happens to ships in this part; None for nobody's doing. An effect may name another cause. Declare it
        with its fields in braces, ``doing = Cause(by="{firer}")``, or derive a property.
        """
        return None

    def firing(self, battle: Battle[S]) -> Firing | None:
        """The shot that this part throws for, as the battle stood before; None for a part without a shot. ``report --table
        shots`` lists these shots with weapon, range and odds. Without them it is empty.
        """
        return None

    def ahead(self, battle: Battle[S]) -> Iterable[Part[S]]:
        """Parts that will follow later because of this one, as the battle then stands. The odds show their counts."""
        return ()

    def results(self, happened: Happened[S]) -> Iterable[Result]:
        """Results in words for the table. A part that yields some answers for all its events and those of its parts: no other
        words are made for these. A part without any leaves them to its own parts, and to the usual words. Events outside such
        a part keep their usual words.
        """
        return ()

    def tells(self, battle: Battle[S]) -> Iterable[Declared[Any]]:
        """Facts that the results cover all the same, in a part that does not sum up."""
        return ()

    def only_for(self, battle: Battle[S]) -> str:
        """The only side that may read this part inside an order; empty for all."""
        return ""

    def headline(self, battle: Battle[S]) -> str:
        """The action in words, for the journal: ``says`` with the fields, or else the title. Derive it if the fields are not
        enough.
        """
        return self.says.format_map(_InWords(self)) if self.says else self.title

    def asked(self, battle: Battle[S]) -> str:
        """The purpose of a die of this part, for its thrower: whose weapon, at whom. The journal does not keep it."""
        return self.headline(battle)


@cache
def field_names(part: type[Any]) -> tuple[str, ...]:
    """The names of a part's fields."""
    return tuple(field.name for field in dataclasses.fields(part))


class _InWords:
    """The attributes of a part by name, for a template."""

    def __init__(self, part: Part[Any]) -> None:
        self._part = part

    def __getitem__(self, name: str) -> Any:
        return getattr(self._part, name)


def _filled_in(part: Part[Any]) -> Cause | None:
    """The declared cause with the fields of a part."""
    cause, fields = part.declared_doing, _InWords(part)
    if cause is None:
        return None
    by = tuple(name.format_map(fields) for name in cause.names)
    return dataclasses.replace(cause, by=by[0] if isinstance(cause.by, str) else by, how=cause.how.format_map(fields))


def effects_of(part: Part[S], battle: Battle[S]) -> Effects:
    """The effects of a part as it resolves. Raises RulesFault for a ``resolve`` that is no generator."""
    effects: Effects | None = part.resolve(battle)
    if effects is None:
        code = type(part).resolve.__code__
        place = f"{short_path(code.co_filename, type(part).__module__)}:{code.co_firstlineno}"
        raise RulesFault(battle.ruleset.id, f"{place}: resolve of {type(part).__name__} yields nothing: is it `yield from`?")
    return effects


class Deferred(Part[S]):
    """A part that becomes another order in its turn, by what the battle knows then. The journal keeps only that order. Some
    orders run together and each looks at the outcome of the last. Deferred, they stay apart in the odds.
    """

    def order(self, battle: Battle[S]) -> Part[S]:
        """The order that it becomes."""
        raise NotImplementedError

    def resolve(self, battle: Battle[S]) -> Effects:
        """Run that order."""
        yield from run(self.order(battle))
