"""A procedure: one thing that a referee can rule on, with its inputs, its check and its resolution."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects
from fleetbook.core.orders.fields import METADATA, Field

S = TypeVar("S", bound=Ship)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        fields.ship, fields.number, fields.choice, fields.several, fields.flag, fields.modifiers, fields.text
    ),
)  # fmt: skip
class Order(Generic[S]):
    """Base of all procedures. A subclass is a frozen dataclass whose fields are its inputs.

    id       the word of the shell and the journal
    title    what the palette and the help call it
    key      the key that begins it on the battle screen; none for orders that only other orders give
    section  of the sheet
    phases   ids of the phases in which it may be ordered; none for any
    closing  whether it may still be given when the battle has ended
    later    when the orders ahead come, for what they count: "at the next test"
    declared the inputs by name, in their order
    """

    id: ClassVar[str]
    title: ClassVar[str]
    key: ClassVar[str] = ""
    section: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]] = ()
    closing: ClassVar[bool] = False
    later: ClassVar[str] = ""
    declared: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        made: Any = dataclasses.dataclass(frozen=True, kw_only=True)(cls)
        cls.declared = {f.name: dataclasses.replace(f.metadata[METADATA], name=f.name) for f in dataclasses.fields(made)}

    @classmethod
    def open(cls, battle: Battle[Any]) -> None:
        """Raise Refused where this procedure cannot be ordered at present, whatever its inputs."""
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
        """Raise Refused with the reason why this order may not be given now."""

    def resolve(self, battle: Battle[S]) -> Effects:
        """Yield the steps of the sheet, one after another. ``battle`` shows the effect of each step after it was yielded."""
        raise NotImplementedError

    def sealed(self, battle: Battle[S], side: str) -> bool:
        """Whether a side may not know of this order, as the battle stood after it; the default seals nothing."""
        return False

    def opened(self, battle: Battle[S], side: str) -> bool:
        """Whether a side may know of this order that was sealed from it, now that the battle stands so."""
        return not self.sealed(battle, side)

    def only_for(self, battle: Battle[S]) -> str:
        """The side that alone may read what this order does inside another; empty where both may."""
        return ""

    def ahead(self, battle: Battle[S]) -> Iterable[Order[S]]:
        """Orders that will be given later because of this one, as the battle then stands: the odds tell what they count."""
        return ()

    def headline(self, battle: Battle[S]) -> str:
        """The order in words, for the journal: who does what to whom."""
        return self.title

    def inputs(self) -> dict[str, Any]:
        """The inputs by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.declared}

    @classmethod
    def from_inputs(cls, inputs: Mapping[str, Any]) -> Order[Any]:
        """The order with exactly these inputs, as a journal keeps them. Raises InvalidInput for others."""
        for name in inputs:
            if name not in cls.declared:
                raise InvalidInput.word(f"input of {cls.id}", name, cls.declared)
        for name in cls.declared:
            if name not in inputs:
                raise InvalidInput(f"input of {cls.id}", "nothing", name)
        return cls(**{name: field.kept(inputs[name]) for name, field in cls.declared.items()})
