"""What becomes of a fact between two battles of a campaign. Each fact declares it."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeVarTuple

Facts = TypeVarTuple("Facts")


class Becomes(NamedTuple):
    """What becomes of a fact between two battles.

    how   ``gone``: it is of one battle. ``stays``: it stays as it is. ``restocked``: a port restores it at once. ``under way``,
          ``port``: it is mended, anywhere or only in port. ``settled``: a battle must settle it before a campaign counts it
    days  the reading with the days of work for each box, or for each step of a number
    box   whether a box of the track that its item names is mended with it
    """

    how: Literal["gone", "stays", "restocked", "under way", "port", "settled"]
    days: str = ""
    box: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether a ship takes the fact into her next battle, unless it is mended before."""
        return self.how not in ("gone", "settled")


GONE: Final = Becomes("gone")
STAYS: Final = Becomes("stays")
RESTOCKED: Final = Becomes("restocked")
SETTLED: Final = Becomes("settled")


def under_way(days: str, *, box: bool = False) -> Becomes:
    """A fact that is mended anywhere. ``days`` is the reading with the days of work for each box, or each step of a number. With
    ``box`` a box of the track that its item names is mended too.
    """
    return Becomes("under way", days, box)


def in_port(days: str) -> Becomes:
    """A fact that only a port mends. ``days`` is the reading with the days of work for each box, or for each step of a number."""
    return Becomes("port", days)


def of_a_battle(*facts: *Facts) -> tuple[*Facts]:
    """Declare several facts of one battle, which are gone after it: ``of_a_battle(Flag(), Word())`` gives both facts back."""
    for fact in facts:
        declared: Any = fact
        declare(declared, GONE)
    return facts


def declare(declared: Any, becomes: Becomes) -> None:
    """Note what becomes of a fact, unless itself or its kind says it."""
    for fact in (declared, getattr(declared, "one", declared)):
        if fact.usually_becomes is None:
            fact.details.setdefault("becomes", becomes)
