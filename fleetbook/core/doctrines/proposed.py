"""An order that a doctrine proposes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fleetbook.core.battle.battle import Ship
from fleetbook.core.doctrines.helm import Helm
from fleetbook.core.orders.order import Order
from fleetbook.core.words.sentence import Said

S = TypeVar("S", bound=Ship)


@dataclass(frozen=True, slots=True)
class Proposed(Generic[S]):
    """An order that a doctrine proposes: its kind, the inputs that the doctrine chooses, and a helm order for the models of
    ``ships``.

    A tape and the battle fill in the other inputs. ``reason`` is a sentence of the rules. A ``spare`` order is needed only if the
    orders before it achieve nothing, so nothing is measured for it before.
    """

    kind: type[Order[S]]
    inputs: Mapping[str, Any]
    helm: Helm | None = None
    ships: tuple[str, ...] = ()
    reason: Said | None = None
    spare: bool = False
