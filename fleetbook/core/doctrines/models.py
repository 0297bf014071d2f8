"""The facts that a rule system gives to a plane about its models, such as sizes, speeds and figures missing on the sheet."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Tape
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.order import Order
from fleetbook.core.strict import convert

S = TypeVar("S", bound=Ship)

TURN, LENGTH, A_SPEED = "turn", "length", "distance a speed"
"""The figures that every plane needs."""
AIM_ERROR, INTERVAL = "aim error", "interval"
"""Figures that a plane needs for torpedoes that run, and for ships in line ahead."""


class PlaneFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A figure of the plane, with a reason because no sheet prints it.

    value   the figure
    values  the figures by size of ship, if they differ
    unit    the unit of the figure
    reason  the reason for this value
    """

    reason: str
    unit: str = ""
    value: float = 0
    values: dict[str, float] = {}


class PlaneFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a rule system's plane, and its arcs. Each arc has a first and a last bearing, clockwise from the bow."""

    figure: dict[str, PlaneFigure]
    arc: dict[str, tuple[float, float]]

    def of(self, name: str, size: str = "") -> float:
        """The figure of this name, for ships of this size if sizes differ. Raises InvalidInput if there is no such figure."""
        found = self.figure.get(name)
        if found is None:
            raise InvalidInput.word("figure of the plane", name, self.figure)
        return found.values.get(size, found.value)

    def words(self, name: str) -> str:
        """A figure with its unit, as text: ``4 degrees``, or ``boat 90, small 60 degrees a move``."""
        figure = self.figure[name]
        values = ", ".join(f"{size} {value:g}" for size, value in figure.values.items()) or f"{figure.value:g}"
        return f"{values} {figure.unit}".strip()

    def with_value(self, name: str, value: float) -> PlaneFigures:
        """The same figures, but with another value for this name and all sizes. Raises InvalidInput for an unknown name."""
        self.of(name)
        changed = msgspec.structs.replace(self.figure[name], value=value, values={})
        return msgspec.structs.replace(self, figure={**self.figure, name: changed})


def plane_figures(package: str) -> PlaneFigures:
    """The figures in ``plane.toml`` of a package. Raises InvalidInput if a figure is missing or cannot be read."""
    where = f"plane.toml of {package}"
    try:
        content = tomllib.loads(files(package).joinpath("plane.toml").read_text(encoding="utf-8"))
    except (ImportError, OSError) as error:
        raise InvalidInput("plane.toml", f"no such file in {package}", f"a package that has it ({error})") from None
    except ValueError as error:  # no UTF-8, or no TOML
        raise InvalidInput(where, str(error), "TOML") from None
    found = convert(content, PlaneFigures, where)
    for name in (TURN, LENGTH, A_SPEED):
        if name not in found.figure:
            raise InvalidInput(f"{where}: figure", f"no {name}", f"each of {TURN}, {LENGTH} and {A_SPEED}")
    return found


def unknown_arc(word: str, figures: PlaneFigures) -> InvalidInput:
    """The error for an arc that the plane's ``[arc]`` does not define."""
    return InvalidInput.word("[arc] of plane.toml", f"no sector for {word}", figures.arc)


class Run(NamedTuple):
    """A torpedo in the water: the ship that launched it, its target, and the distance that it has run."""

    owner: str
    aim: str
    run: float


class Models(Generic[S]):
    """Describes a rule system's models to a plane. Rules derive from this class, so that doctrines can fight their battles alone.

    package  the package with ``plane.toml``
    """

    package: ClassVar[str]

    def figures(self) -> PlaneFigures:
        """The figures of the plane."""
        return plane_figures(self.package)

    def size(self, ship: S) -> str:
        """The size of a ship, in the words of the plane's figures."""
        return str(getattr(ship.card, "size", ""))

    def speed(self, battle: Battle[S], ship: S) -> float:
        """The ship's speed now, in the unit of the rules. The figure "distance a speed" turns it into a distance."""
        raise NotImplementedError

    def moving(self, battle: Battle[S]) -> Iterable[S]:
        """The ships whose models move when the present step ends. Empty if the step has no movement."""
        raise NotImplementedError

    def moved_by(self, order: Order[S]) -> tuple[str, ...]:
        """The ships whose models move as soon as this order is given, under rules where squadrons move one after another."""
        return ()

    def answers_helm(self, ship: S) -> bool:
        """Whether the ship can turn."""
        return True

    def on_table(self, ship: S) -> bool:
        """Whether the ship's model stands on the table."""
        return bool(getattr(ship, "afloat", True))

    def fights(self, ship: S) -> bool:
        """Whether a ship on the table can still fight. A side without such ships counts as gone."""
        return self.on_table(ship) and not ship.standing

    def torpedoes(self, battle: Battle[S]) -> Mapping[str, Run]:
        """The torpedoes in the water by name."""
        return {}

    def run_a_move(self, battle: Battle[S]) -> float:
        """The distance that a torpedo runs in one move. A plane uses it to aim ahead of a moving target."""
        return 0

    def by_tape(self, battle: Battle[S], tape: Tape) -> Iterator[Proposed[S]]:
        """The orders that follow from the places of the models, whoever commands a side, such as those for torpedoes that meet
        ships.

        After each order the plane calls this method again.
        """
        yield from ()

    def attacks(self) -> frozenset[str]:
        """The ids of orders that attack an enemy. A turn without one is quiet."""
        raise NotImplementedError
