"""The base class of orders. An order has inputs, a check and effects."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused
from fleetbook.core.orders import fields
from fleetbook.core.orders.field_kinds import METADATA, Field, ListedField, ModifierField, SeveralField
from fleetbook.core.orders.part import Part

S = TypeVar("S", bound=Ship)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        fields.ship, fields.number, fields.choice, fields.several, fields.flag, fields.modifiers, fields.text, fields.data
    ),
)  # fmt: skip
class Order(Part[S]):
    """The base class of all orders that a referee gives. The fields of a subclass are the inputs of the order.

    key         the key that starts the order on the battle screen
    phases      the ids of the phases that allow it; empty for all phases
    closing     whether it is legal after the end of the battle
    is_note     whether it is only a note. A note changes nothing: the order before it can still be repeated or overruled
    is_pass     whether it only lets the other side act. The journal shows such a line only if all lines are asked for
    at_once     whether it is given without a form if its inputs leave no choice
    by_itself   whether it is carried out automatically as the next phase begins, if the referee has not given it. The app does
                not stop in a phase for it
    is_rare     whether it is needed so seldom that the app does not stop in a phase for it
    is_aside    whether a unit seldom gives it, such as leaving the table. Phones offer it below the unit's usual orders
    settles     whether it settles damage, such as fires, after the battle. A campaign cannot count a battle with such damage
    by_referee  whether only the referee gives it, although its inputs name ships of a side. No player may propose it
    die_by_die  whether the app asks for the dice one by one, even if the program rolls them. Each die then belongs to one player
    unread      names of inputs that only the referee may read, under rules with secrets. A side sees them empty
    declared    the inputs by name, in their order
    """

    key: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]] = ()
    closing: ClassVar[bool] = False
    is_note: ClassVar[bool] = False
    is_pass: ClassVar[bool] = False
    by_referee: ClassVar[bool] = False
    die_by_die: ClassVar[bool] = False
    at_once: ClassVar[bool] = False
    by_itself: ClassVar[bool] = False
    is_rare: ClassVar[bool] = False
    is_aside: ClassVar[bool] = False
    settles: ClassVar[bool] = False
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
            cls.declared[field.name] = msgspec.structs.replace(declared, name=field.name)

    if not TYPE_CHECKING:  # so that a type checker finds a misspelt input

        def __getattr__(self, name: str) -> Any:
            """The value of an input of an order that is being filled in. The reading is recorded. Raises NotYetKnown if the input
            has no value yet.
            """
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
        """An order that is being filled in, with the inputs known so far. Reading another input raises NotYetKnown. ``read``
        collects the names of all inputs that were read, in the order of reading.
        """
        order = object.__new__(cls)
        vars(order).update(known if read is None else {"_known_and_read": (known, read)})
        return order

    def knows(self, name: str) -> bool:
        """Whether this input has a value yet. A check asks this before it reads a later input, so that it can refuse before
        players measure an earlier one.
        """
        try:
            getattr(self, name)
        except NotYetKnown:
            return False
        return True

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Raise Refused if the order is not legal in the present phase, whatever its inputs."""
        if battle.ended and not cls.closing:
            raise Refused(f"the {battle.ruleset.contest} has ended")
        if cls.phases and battle.phase not in cls.phases:
            sequence = battle.ruleset.sequence
            numbers = [sequence.phase(phase).number for phase in cls.phases]
            steps = f"steps {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else f"step {numbers[0]}"
            belongs = "belong" if cls.title.endswith("s") and not cls.title.endswith("ss") else "belongs"
            raise Refused(f"{cls.title} {belongs} to {steps}; this is step {sequence.now(battle).number}", cls.section)

    @classmethod
    def not_of(cls, ship: S) -> str:
        """The reason why this ship, as she is now, cannot be the subject of an order of this kind. Empty if the rules name none.

        The method is called if the ship is no candidate of the first input.
        """
        return ""

    def check(self, battle: Battle[S]) -> None:
        """Raise Refused, with the reason, if the order may not be given now. Besides the phase, only this method decides it.

        The check also decides which values a form offers. At that time some inputs have no value yet, and the check ends at the
        first of them that it reads. So it should read the inputs in their order, and refuse as early as it can.
        """

    def owners(self, battle: Battle[S]) -> tuple[str, ...]:
        """The sides whose players may propose this order. By default it is the side of the first ship, squadron or side that the
        inputs name. Empty if only the referee gives the order: if it is declared ``by_referee``, or if its inputs name no side.

        The method is also called while some inputs have no value yet. It then ends with NotYetKnown at the first of them that it
        reads.
        """
        for field in () if self.by_referee else self.declared.values():
            if isinstance(field, ListedField) and not isinstance(field, ModifierField):
                named = getattr(self, field.name)
                word = next(iter(named), "") if isinstance(field, SeveralField) and named else named
                side = battle.ruleset.side_of(battle, str(word or ""))
                if side:
                    return (side,)
        return ()

    def require_legal(self, battle: Battle[S]) -> None:
        """Raise Refused or InvalidInput if the order may not be given now. A refusal without a section gets the section of the
        order.
        """
        self.open(battle)
        try:
            self.check(battle)
        except Refused as refused:
            raise refused.by(self.section) from None

    def sealed(self, battle: Battle[S], side: str) -> bool:
        """Whether this order is secret from a side, judged by ``battle`` after the order. By default no order is."""
        return False

    def opened(self, then: Battle[S], now: Battle[S], side: str) -> bool:
        """Whether a side may now read this order, which was sealed. ``then`` is the battle after the order, ``now`` the present
        battle. The method is called at each reading. An order that is to stay open compares the two: ``now.turn > then.turn``.
        """
        return not self.sealed(now, side)

    def sealed_words(self, battle: Battle[S]) -> str:
        """The words that a side reads in place of this sealed order. If they are empty, the side reads only that there was an
        order.
        """
        return ""

    def remark(self, battle: Battle[S]) -> str:
        """A remark that the order's form shows the referee before he gives the order, such as what it rules out next turn."""
        return ""

    def pooled(self) -> tuple[str, ...]:
        """The ships whose dice are thrown together, if the events name only the first of these ships. Reports name the other
        ships beside her.
        """
        return ()

    def inputs(self) -> dict[str, Any]:
        """The values of the inputs by name, in a form that JSON can store."""
        return {name: getattr(self, name) for name in self.declared}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Order[Any]:
        """The order with exactly these inputs, as the journal stores them. Raises InvalidInput if an input is unknown or missing.
        An input that the form does not always ask for may be missing, since an earlier version may not have had it.
        """
        for name in inputs:
            if name not in cls.declared:
                raise InvalidInput.word(f"input of {cls.id}", name, cls.declared)
        for name, field in cls.declared.items():
            if name not in inputs and field.shown_if is True:
                raise InvalidInput(f"input of {cls.id}", "nothing", name)
        return cls(**{name: field.decoded(inputs.get(name)) for name, field in cls.declared.items()})
