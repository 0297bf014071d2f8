"""Orders: what a referee gives, each with its inputs, its check and its effects."""

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

    key         the key that begins it on the battle screen
    phases      the phases in which it is legal, by id; empty for all
    closing     whether it is legal after the end of the battle
    is_note     whether it is a mere note. It changes nothing; the order before it can still be repeated or overruled
    by_itself   whether the next step does it unless the referee did. The program does not wait for such an order
    die_by_die  whether each die is asked for by name, even when the program rolls: a die belongs to its owner
    unread      inputs for the referee alone, under rules with secrets. A side finds them empty
    declared    the inputs by name, in their order
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
        cls.declared = {}
        for field in dataclasses.fields(made):
            if METADATA not in field.metadata:
                raise TypeError(f"{cls.__qualname__}.{field.name}: declare it with one of core.orders.fields")
            declared: Field = field.metadata[METADATA]
            cls.declared[field.name] = dataclasses.replace(declared, name=field.name)

    if not TYPE_CHECKING:  # a misspelt input is for the type checker to find

        def __getattr__(self, name: str) -> Any:
            """An input of an order in the making. Reading it is noted. Raises NotYetKnown for a missing input."""
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
        """An order in the making with these inputs. Reading another raises NotYetKnown. ``read`` collects the inputs that were
        read, known or not, in their order.
        """
        order = object.__new__(cls)
        vars(order).update(known if read is None else {"_known_and_read": (known, read)})
        return order

    def knows(self, name: str) -> bool:
        """Whether an input is known yet. A check asks so that a later input can refuse before an earlier one is measured."""
        try:
            getattr(self, name)
        except NotYetKnown:
            return False
        return True

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Raise Refused for an order that is not legal in the present phase, whatever its inputs."""
        if battle.ended and not cls.closing:
            raise Refused("the battle has ended")
        if cls.phases and battle.phase not in cls.phases:
            sequence = battle.ruleset.sequence
            numbers = [sequence.phase(phase).number for phase in cls.phases]
            steps = f"steps {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else f"step {numbers[0]}"
            raise Refused(f"{cls.title} belongs to {steps}; this is step {sequence.now(battle).number}", cls.section)

    def check(self, battle: Battle[S]) -> None:
        """Raise Refused, with the reason, for an order that may not be given now. No other place decides this. The offer asks it
        too, for orders in the making. The check then ends at the first missing input, so it reads the inputs in their order
        and refuses as early as it can.
        """

    def require_legal(self, battle: Battle[S]) -> None:
        """Raise Refused with its section, or InvalidInput, for an order that may not be given now."""
        self.open(battle)
        try:
            self.check(battle)
        except Refused as refused:
            raise refused.by(self.section) from None

    def sealed(self, battle: Battle[S], side: str) -> bool:
        """Whether this order is secret from a side, as the battle stood after it. By default no order is."""
        return False

    def opened(self, then: Battle[S], now: Battle[S], side: str) -> bool:
        """Whether a side may read this sealed order by now. ``then`` is the battle after the order, ``now`` the present one. The
        answer holds for one look. An order that stays open compares with ``then``: ``now.turn > then.turn``.
        """
        return not self.sealed(now, side)

    def sealed_words(self, battle: Battle[S]) -> str:
        """The words that a side reads for this sealed order. Empty words say only that there was an order."""
        return ""

    def inputs(self) -> dict[str, Any]:
        """The inputs by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.declared}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Order[Any]:
        """The order with exactly these inputs, as a journal has them. Raises InvalidInput for others. An input that is not always
        asked for may be missing: an earlier version did not know it.
        """
        for name in inputs:
            if name not in cls.declared:
                raise InvalidInput.word(f"input of {cls.id}", name, cls.declared)
        for name, field in cls.declared.items():
            if name not in inputs and field.shown_if is True:
                raise InvalidInput(f"input of {cls.id}", "nothing", name)
        return cls(**{name: field.decoded(inputs.get(name)) for name, field in cls.declared.items()})
