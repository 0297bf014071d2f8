"""Rules for the change of facts between two battles of a campaign, such as "mended in port". The declaration of each fact has its
rule.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeVarTuple

Facts = TypeVarTuple("Facts")


class Becomes(NamedTuple):
    """The rule for one fact between two battles.

    how   ``gone``: the fact ends with the battle. ``stays``: it never changes. ``restocked``: a port restores it at once. ``under
          way``: the crew mends it anywhere. ``port``: only a port mends it. ``settled``: it must be settled within the battle,
          before the battle is counted
    days  the name of a reading: the days of work that it takes to mend one box, or one step of a number
    box   whether mending the fact also mends a box of a track. The track has the name of the fact's item
    words  for a fact that must be settled and has no sign: words for it, such as "hits to work out"
    """

    how: Literal["gone", "stays", "restocked", "under way", "port", "settled"]
    days: str = ""
    box: bool = False
    words: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether a ship has the fact in her next battle too, unless it is mended."""
        return self.how not in ("gone", "settled")


GONE: Final = Becomes("gone")
STAYS: Final = Becomes("stays")
RESTOCKED: Final = Becomes("restocked")
SETTLED: Final = Becomes("settled")


def settled(words: str) -> Becomes:
    """The rule for a fact that must be settled before the battle is counted. ``words`` describe it, such as "hits to work
    out".
    """
    return Becomes("settled", words=words)


def under_way(days: str, *, box: bool = False) -> Becomes:
    """The rule for a fact that the crew mends anywhere. ``days`` is the reading with the days of work for a box or a step.

    With ``box``, mending the fact also mends a box of the track with the name of the fact's item.
    """
    return Becomes("under way", days, box)


def in_port(days: str) -> Becomes:
    """The rule for a fact that only a port mends. ``days`` is the reading with the days of work for a box or a step."""
    return Becomes("port", days)


def of_a_battle(*facts: *Facts) -> tuple[*Facts]:
    """Declare that these facts end with each battle, and return them: ``of_a_battle(Flag(), Word())``."""
    for fact in facts:
        declared: Any = fact
        declare(declared, GONE)
    return facts


def declare(declared: Any, becomes: Becomes) -> None:
    """Set the rule for the change of a fact between two battles, unless the fact or its kind has a rule already."""
    for fact in (declared, getattr(declared, "one", declared)):
        if fact.usually_becomes is None:
            fact.details.setdefault("becomes", becomes)
