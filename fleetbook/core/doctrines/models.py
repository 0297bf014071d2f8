"""What a plane must know about the models of a rule system, and the figures that its sheet leaves open."""

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
"""The figures that each plane needs."""
AIM_ERROR, INTERVAL = "aim error", "interval"
"""Figures of planes with torpedoes that run, and with ships in line ahead."""


class PlaneFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A figure of the plane. No sheet prints it, so it has a reason.

    value   the figure
    values  the figures by size of ship, if they differ
    unit    of the figure
    reason  why it is so
    """

    reason: str
    unit: str = ""
    value: float = 0
    values: dict[str, float] = {}


class PlaneFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a rule system's plane, and its arcs. An arc reaches clockwise from its first bearing to its second, in
    degrees from the bow.
    """

    figure: dict[str, PlaneFigure]
    arc: dict[str, tuple[float, float]]

    def of(self, name: str, size: str = "") -> float:
        """A figure, or that for a size of ship. Raises InvalidInput if there is none."""
        found = self.figure.get(name)
        if found is None:
            raise InvalidInput.word("figure of the plane", name, self.figure)
        return found.values.get(size, found.value)

    def words(self, name: str) -> str:
        """A figure with its unit: ``4 degrees``, or ``boat 90, small 60 degrees a move``."""
        figure = self.figure[name]
        values = ", ".join(f"{size} {value:g}" for size, value in figure.values.items()) or f"{figure.value:g}"
        return f"{values} {figure.unit}".strip()

    def with_value(self, name: str, value: float) -> PlaneFigures:
        """The same figures with another value, for all sizes alike. Raises InvalidInput for an unknown name."""
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
    """The error for a word of a measured choice that has no sector in ``[arc]``."""
    return InvalidInput.word("[arc] of plane.toml", f"no sector for {word}", figures.arc)


class Run(NamedTuple):
    """A torpedo in the water: who launched it, the ship that it was aimed at, and how far it has run."""

    owner: str
    aim: str
    run: float


class Models(Generic[S]):
    """The models on the table, for a plane. A rule system that can be fought on a plane derives from this class.

    package  the package with ``plane.toml``
    """

    package: ClassVar[str]

    def figures(self) -> PlaneFigures:
        """The figures of the plane."""
        return plane_figures(self.package)

    def size(self, ship: S) -> str:
        """The size of a ship, as the figures name it."""
        return str(getattr(ship.card, "size", ""))

    def speed(self, battle: Battle[S], ship: S) -> float:
        """The ship's speed now, in the unit in which the rules write it. The figure "distance a speed" makes a distance of it."""
        raise NotImplementedError

    def moving(self, battle: Battle[S]) -> Iterable[S]:
        """The ships whose models move as the present step is left; empty in a step without movement."""
        raise NotImplementedError

    def moved_by(self, order: Order[S]) -> tuple[str, ...]:
        """The ships whose models move as soon as an order is given, under rules where squadrons move one after another."""
        return ()

    def answers_helm(self, ship: S) -> bool:
        """Whether the ship can turn."""
        return True

    def on_table(self, ship: S) -> bool:
        """Whether the ship's model stands on the table."""
        return bool(getattr(ship, "afloat", True))

    def fights(self, ship: S) -> bool:
        """Whether a ship on the table still counts for her side: a side without one is gone."""
        return self.on_table(ship) and not ship.standing

    def torpedoes(self, battle: Battle[S]) -> Mapping[str, Run]:
        """The torpedoes in the water by name."""
        return {}

    def run_a_move(self, battle: Battle[S]) -> float:
        """How far a torpedo runs in one move. A plane aims ahead of a moving target by it."""
        return 0

    def by_tape(self, battle: Battle[S], tape: Tape) -> Iterator[Proposed[S]]:
        """The orders that the table itself demands in this step, whoever commands: torpedoes that meet ships, and ships over the
        edge. Each is asked for anew after the one before it was given.
        """
        yield from ()

    def attacks(self) -> frozenset[str]:
        """The ids of orders that attack an enemy. A turn without one is quiet."""
        raise NotImplementedError
