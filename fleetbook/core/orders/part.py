"""A part of an order: what only other orders give. Its fields are plain."""

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
    """Base of all orders inside an order. A subclass is a frozen dataclass; its fields are plain: text, numbers, yes or no, a
    Firing, a Cause, tuples of these. It stands in ``parts`` of its rules.

    id       the word of the journal
    title    what the reference calls it
    says     its headline, with its fields in braces: ``says = "{firer} fires at {target}, {range} cm"``
    section  of the sheet, for whatever the part throws, notes and refuses without naming another
    silent   whether the journal tells what it does without telling that it began
    inline   whether the journal keeps what it does as done by the order that gives it
    sums_up  whether what its ``results`` state stands for all that happened in it and for what its parts state, or beside it
    later    when its follow-ups come, for what they count: "at the next test"
    """

    id: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str] = ""
    doing_said: ClassVar[Cause | None] = None
    section: ClassVar[str] = ""
    silent: ClassVar[bool] = False
    inline: ClassVar[bool] = False
    sums_up: ClassVar[bool] = True
    later: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        made: Any = cls
        if isinstance(said := vars(cls).get("doing"), Cause):
            made.doing_said, made.doing = said, property(_doing_said)
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)

    def inputs(self) -> dict[str, Any]:
        """The fields by name."""
        kind: Any = type(self)
        return {name: getattr(self, name) for name in field_names(kind)}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Part[Any]:
        """The part with these fields, as a journal keeps them. Raises InvalidInput where they are others."""
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
        """Yield the effects that the sheet asks for, one after another. ``battle`` shows each after it was yielded."""
        raise NotImplementedError

    @property
    def doing(self) -> Cause | None:
        """Whose doing it is what happens to ships in this part, where its effects do not say; None where nobody's. It is declared
        with its fields in braces, ``doing = Cause(by="{firer}", how="gunfire")``, or a property where they do not tell it.
        """
        return None

    def firing(self, battle: Battle[S]) -> Firing | None:
        """What is fired at whom, where this part throws for it, as the battle stood before; None where nothing is.
        Reports list shots by it (``report --table shots``, which is empty without), with weapon, range and odds.
        """
        return None

    def ahead(self, battle: Battle[S]) -> Iterable[Part[S]]:
        """Parts that will be given later because of this one, as the battle then stands: the odds tell what they count."""
        return ()

    def results(self, happened: Happened[S]) -> Iterable[Result]:
        """What it came to, in words for the table; nothing where its parts say it, or what happened speaks for itself. A part
        that states results answers for all that happened in it and in the parts that it ran: none of that is told by itself any
        more. What happened beside it, in the order and in parts that state none, still is.
        """
        return ()

    def tells(self, battle: Battle[S]) -> Iterable[Declared[Any]]:
        """Of a part that does not sum up: facts for whose changes its results answer all the same."""
        return ()

    def only_for(self, battle: Battle[S]) -> str:
        """The side that alone may read what this part does inside an order; empty where both may."""
        return ""

    def headline(self, battle: Battle[S]) -> str:
        """What is done, in words, for the journal: who does what to whom. It is ``says``, or the title alone: derive it for words
        that the fields do not tell.
        """
        return self.says.format_map(_InWords(self)) if self.says else self.title

    def asked(self, battle: Battle[S]) -> str:
        """What a die of this part is thrown for, in words for whoever throws it: whose weapon at whom. Nothing of it is kept."""
        return self.headline(battle)


@cache
def field_names(part: type[Any]) -> tuple[str, ...]:
    """The names of a part's fields."""
    return tuple(field.name for field in dataclasses.fields(part))


class _InWords:
    """The fields of a part, and what it finds of them, by name."""

    def __init__(self, part: Part[Any]) -> None:
        self._part = part

    def __getitem__(self, name: str) -> Any:
        return getattr(self._part, name)


def _doing_said(part: Part[Any]) -> Cause | None:
    """Whose doing it is as it is declared, with the fields of a part in place of their names."""
    said, inputs = part.doing_said, _InWords(part)
    if said is None:
        return None
    by = tuple(name.format_map(inputs) for name in said.names)
    return dataclasses.replace(said, by=by[0] if isinstance(said.by, str) else by, how=said.how.format_map(inputs))


def effects_of(part: Part[S], battle: Battle[S]) -> Effects:
    """The effects of a part as it is resolved. Raises RulesFault where its ``resolve`` is no generator."""
    effects: Effects | None = part.resolve(battle)
    if effects is None:
        code = type(part).resolve.__code__
        place = f"{short_path(code.co_filename, type(part).__module__)}:{code.co_firstlineno}"
        raise RulesFault(battle.ruleset.id, f"{place}: resolve of {type(part).__name__} yields nothing: is it `yield from`?")
    return effects


class Deferred(Part[S]):
    """A part that is filled in when its turn comes, by what the battle knows then. The journal tells the order that it becomes.

    Where orders of which each looks at what the last one did are given together, each deferred, the odds see each of them apart.
    """

    def order(self, battle: Battle[S]) -> Part[S]:
        """What it becomes."""
        raise NotImplementedError

    def resolve(self, battle: Battle[S]) -> Effects:
        """Give what it becomes."""
        yield from run(self.order(battle))
