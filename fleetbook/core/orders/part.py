"""Parts: orders that are only given inside other orders. Their fields are plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.firing import Firing, Look, Movement
from fleetbook.core.battle.result import DONE, Result, sentence
from fleetbook.core.battle.subject import Declared
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault, short_path
from fleetbook.core.orders.effects import Effects, run
from fleetbook.core.orders.happened import Happened

S = TypeVar("S", bound=Ship)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Part(Generic[S]):
    """The base class of all parts: orders inside an order. A subclass becomes a frozen dataclass, and is listed in ``parts`` of
    its rules. A field is text, a number, True or False, a Firing, a Cause, or a tuple of these.

    id       its name in the journal
    title    its title in the reference
    says     its headline, with fields in braces: ``"{firer} fires at {target}, {range} cm"``
    section  its section of the sheet. Its throws, notes and refusals have this section unless they name another one
    silent   whether the journal shows its events without a headline
    inline   whether the journal shows its events as events of the order around it
    sums_up  whether its ``results`` replace all other words about it and its parts. If not, they are added to these words
    later    when the parts in ``ahead`` will follow, in words for the odds: "at the next test"
    suffered_by  the name of the input with the ship that suffers the part, such as a hit. That ship's side may throw the dice
    leaves_combat    words for reports, if ships leave a combat by it and not the battle, such as "left the combat"
    works_out_a_hit  whether it works out the next hit in a ship's list of waiting hits. Reports then ascribe the damage to the
                     shot that hit
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
    suffered_by: ClassVar[str] = ""
    works_out_a_hit: ClassVar[bool] = False
    leaves_combat: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        made: Any = cls
        if isinstance(cause := vars(cls).get("doing"), Cause):
            made.declared_doing, made.doing = cause, property(_filled_in)
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)
        if cls.suffered_by and cls.suffered_by not in field_names(made):
            raise TypeError(f"{cls.__qualname__}.suffered_by: {cls.suffered_by} is no input")

    def inputs(self) -> dict[str, Any]:
        """The values of the fields, by name."""
        kind: Any = type(self)
        return {name: getattr(self, name) for name in field_names(kind)}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Part[Any]:
        """The part with these fields, as the journal stores them. Raises InvalidInput if they do not fit the part."""
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
        """Yield the effects that the sheet asks for, in the order of the sheet. After each effect, ``battle`` shows the changed
        facts.
        """
        raise NotImplementedError

    @property
    def doing(self) -> Cause | None:
        """The cause of all changes to ships in this part; None if no ship or side is the cause. An effect may name another cause.
        Declare ``doing = Cause(by="{firer}")`` with fields in braces, or override this property.
        """
        return None

    def firing(self, battle: Battle[S]) -> Firing | None:
        """The shot that this part throws for; None if the part is not a shot. ``battle`` is the battle before the part. ``report
        --table shots`` lists these shots with weapon, range and odds. If no part has a firing, that table is empty.
        """
        return None

    def look(self, battle: Battle[S]) -> Look | None:
        """The attempt to spot something that this order makes; None if it makes none. ``battle`` is the battle before the order.
        ``report --table looks`` lists these attempts with range, modifiers and outcome.
        """
        return None

    def movement(self, battle: Battle[S]) -> Movement | None:
        """The move that this order makes; None if it makes none. ``battle`` is the battle before the order. ``report --table
        moves`` lists these moves.
        """
        return None

    def ahead(self, battle: Battle[S]) -> Iterable[Part[S]]:
        """The parts that will follow later because of this part. ``battle`` is the battle after this part. The odds also show the
        counts of the later parts.
        """
        return ()

    def results(self, happened: Happened[S]) -> Iterable[Result]:
        """The outcome of the part, in words for the table. If a part yields a result, the result replaces the usual words about
        all its events and about its own parts. If the part yields no result, its parts give their own results, and its other
        events are described in the usual words.
        """
        return ()

    def as_ordered(
        self, happened: Happened[S], head: str = "done", means: str = "", subject: str = "", kind: str = DONE
    ) -> Result:
        """A result in the words of the headline: the part was carried out, and nothing else happened."""
        words = sentence(self.headline(happened.before))
        return Result(kind=kind, head=head, words=words, means=means, subject=subject, as_ordered=True)

    def tells(self, battle: Battle[S]) -> Iterable[Declared[Any]]:
        """The facts with changes that ``results`` describes, for a part with ``sums_up = False``. The usual words leave these
        changes out.
        """
        return ()

    def only_for(self, battle: Battle[S]) -> str:
        """The only side that may read this part of an order; empty if all sides may."""
        return ""

    def headline(self, battle: Battle[S]) -> str:
        """A line for the journal that says what the part does: ``says`` with its fields filled in, or else the title. Override it
        if the fields are not enough.
        """
        return self.says.format_map(_InWords(self)) if self.says else self.title

    def asked(self, battle: Battle[S]) -> str:
        """The purpose of a die in this part, in words for the player who throws it. It names the weapon's owner and the target.
        The journal does not store it.
        """
        return self.headline(battle)


@cache
def field_names(part: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a part."""
    return tuple(field.name for field in dataclasses.fields(part))


class _InWords:
    """A mapping of a part's attributes by name, for ``str.format_map``."""

    def __init__(self, part: Part[Any]) -> None:
        self._part = part

    def __getitem__(self, name: str) -> Any:
        return getattr(self._part, name)


def _filled_in(part: Part[Any]) -> Cause | None:
    """The declared cause of a part, with the part's fields filled in; None if none is declared."""
    cause, fields = part.declared_doing, _InWords(part)
    if cause is None:
        return None
    by = tuple(name.format_map(fields) for name in cause.names)
    return msgspec.structs.replace(cause, by=by[0] if isinstance(cause.by, str) else by, how=cause.how.format_map(fields))


def effects_of(part: Part[S], battle: Battle[S]) -> Effects:
    """The effects of a part. Raises RulesFault if the part's ``resolve`` is not a generator."""
    effects: Effects | None = part.resolve(battle)
    if effects is None:
        code = type(part).resolve.__code__
        place = f"{short_path(code.co_filename, type(part).__module__)}:{code.co_firstlineno}"
        what = f"resolve of {type(part).__name__} yields nothing: is `yield from` missing?"
        raise RulesFault(battle.ruleset.id, what, place)
    return effects


class Deferred(Part[S]):
    """A part that stands for another part. The other part is chosen only when its turn comes, by the facts at that time, and only
    that part is stored in the journal.

    It serves parts that run one after another, if each depends on the outcome of the one before. The odds can then compute them
    one by one.
    """

    def order(self, battle: Battle[S]) -> Part[S]:
        """The part that this part stands for, chosen by the facts of ``battle``."""
        raise NotImplementedError

    def resolve(self, battle: Battle[S]) -> Effects:
        """Carry out the part that this part stands for."""
        yield from run(self.order(battle))
