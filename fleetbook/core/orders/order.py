"""An order: what a referee can give, with its inputs, its check and its resolution."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused
from fleetbook.core.orders import fields
from fleetbook.core.orders.field_kinds import METADATA, Field
from fleetbook.core.orders.part import Part

S = TypeVar("S", bound=Ship)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        fields.ship, fields.number, fields.choice, fields.several, fields.flag, fields.modifiers, fields.text
    ),
)  # fmt: skip
class Order(Part[S]):
    """Base of all orders that a referee gives. The fields of a subclass are its inputs.

    key      the key that begins it on the battle screen
    phases   ids of the phases in which it may be given; none for any
    closing  whether it may still be given when the battle has ended
    is_note  whether it only says something: it changes nothing, and what came before it can still be repeated or overruled
    by_itself  whether the step does it as it is left where nobody ordered it: it waits for nobody where nothing is due
    die_by_die  whether its dice are asked for one at a time, by name, also where they are rolled: each is its owner's to throw
    unread   inputs that the referee alone reads, where a ruleset keeps secrets: a side finds them empty
    declared the inputs by name, in their order
    """

    key: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]] = ()
    closing: ClassVar[bool] = False
    is_note: ClassVar[bool] = False
    die_by_die: ClassVar[bool] = False
    by_itself: ClassVar[bool] = False
    unread: ClassVar[tuple[str, ...]] = ()
    declared: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        made: Any = cls
        cls.declared = {field.name: _declared(cls, field) for field in dataclasses.fields(made)}

    if not TYPE_CHECKING:  # a misspelt input is for the type checker to find

        def __getattr__(self, name: str) -> Any:
            """An input of an order in the making, noted as read. Raises NotYetKnown for one that is not known yet."""
            if name not in type(self).declared:
                raise AttributeError(name)
            known, read = vars(self).get("_known_and_read", ((), {}))
            read[name] = None
            if name not in known:
                raise NotYetKnown(name)
            value = vars(self)[name] = known[name]
            return value

    @classmethod
    def partial(cls, known: Mapping[str, Any], read: dict[str, None] | None = None) -> Self:
        """An order in the making with these inputs. Asking it for another raises NotYetKnown. ``read`` notes the inputs that are
        asked for, known or not, in their order.
        """
        order = object.__new__(cls)
        vars(order).update(known if read is None else {"_known_and_read": (known, read)})
        return order

    def knows(self, name: str) -> bool:
        """Whether an input is known yet: for a check that can refuse by a later one before an earlier one is measured."""
        try:
            getattr(self, name)
        except NotYetKnown:
            return False
        return True

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Raise Refused where this order cannot be given in the present phase, whatever its inputs."""
        if battle.ended and not cls.closing:
            raise Refused("the battle has ended")
        if cls.phases and battle.phase not in cls.phases:
            sequence = battle.ruleset.sequence
            numbers = [sequence.phase(phase).number for phase in cls.phases]
            steps = f"steps {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else f"step {numbers[0]}"
            raise Refused(
                f"{cls.title} belongs to {steps}; this is step {sequence.now(battle).number}",
                cls.section,
            )

    def check(self, battle: Battle[S]) -> None:
        """Raise Refused with the reason why this order may not be given now.

        It is the one place that says so. It is also asked of orders in the making, and ends at the first input that is not known
        yet: so it goes through the inputs in their order, and refuses as soon as it can.
        """

    def require_legal(self, battle: Battle[S]) -> None:
        """Raise Refused, with the section that says so, or InvalidInput where this order may not be given now."""
        self.open(battle)
        try:
            self.check(battle)
        except Refused as refused:
            raise refused.by(self.section) from None

    def sealed(self, battle: Battle[S], side: str) -> bool:
        """Whether a side may not know of this order, as the battle stood after it; the default seals nothing."""
        return False

    def opened(self, then: Battle[S], now: Battle[S], side: str) -> bool:
        """Whether a side may know by now of this order that was sealed from it then, as the battle stood after it.

        It is asked at each look, and holds for that look only: where an order stays open, say so by ``then``, such as
        ``now.turn > then.turn or now.phase != "orders"``.
        """
        return not self.sealed(now, side)

    def sealed_words(self, battle: Battle[S]) -> str:
        """What a side reads of this order that is sealed from it; empty where no more than that there was one."""
        return ""

    def inputs(self) -> dict[str, Any]:
        """The inputs by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.declared}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Order[Any]:
        """The order with exactly these inputs, as a journal keeps them. Raises InvalidInput for others. An input that is
        asked for at times only may be missing: a battle of an earlier version did not know it.
        """
        for name in inputs:
            if name not in cls.declared:
                raise InvalidInput.word(f"input of {cls.id}", name, cls.declared)
        for name, field in cls.declared.items():
            if name not in inputs and field.shown_if is True:
                raise InvalidInput(f"input of {cls.id}", "nothing", name)
        return cls(**{name: field.kept(inputs.get(name)) for name, field in cls.declared.items()})


def _declared(order: type[Order[Any]], field: dataclasses.Field[Any]) -> Field:
    if METADATA not in field.metadata:
        raise TypeError(f"{order.__qualname__}.{field.name}: declare it with one of core.orders.fields")
    declared: Field = field.metadata[METADATA]
    return dataclasses.replace(declared, name=field.name)
