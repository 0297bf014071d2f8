"""The ships of the A&A sheet on a plane."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fleetbook.core.doctrines.models import Models
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Tape
from fleetbook.core.orders.order import Order
from fleetbook.rules.aanda.gunnery import Fire
from fleetbook.rules.aanda.movement import LeaveTable, Move, Ram
from fleetbook.rules.aanda.ship import AandaBattle, AandaShip
from fleetbook.rules.aanda.squadron_fire import SquadronFire
from fleetbook.rules.aanda.squadrons import MOVEMENT, has_acted
from fleetbook.rules.aanda.torpedoes import FireTorpedoes


class AandaModels(Models[AandaShip]):
    """The models of the A&A sheet. A squadron's models move as soon as its order is given, because the sides move alternately."""

    package = "fleetbook.rules.aanda.doctrines"

    def size(self, ship: AandaShip) -> str:
        """The ship's vessel type, by which figures of the plane differ."""
        return ship.card.type

    def speed(self, battle: AandaBattle, ship: AandaShip) -> float:
        """The ship's speed in knots."""
        return ship.speed

    def moving(self, battle: AandaBattle) -> Iterable[AandaShip]:
        """No ship: each has already moved with her squadron."""
        return ()

    def moved_by(self, order: Order[AandaShip]) -> tuple[str, ...]:
        """The ships of a squadron that moves."""
        return order.ships if isinstance(order, Move) else ()

    def answers_helm(self, ship: AandaShip) -> bool:
        """Whether the ship's rudder works."""
        return ship.answers_helm

    def by_tape(self, battle: AandaBattle, tape: Tape) -> Iterator[Proposed[AandaShip]]:
        """The orders that follow from the models' places: a ship over the table's edge leaves once her squadron has moved."""
        if battle.phase != MOVEMENT:
            return
        for ship in map(battle.ship, tape.left()):
            if ship.afloat and ship.max_speed and not ship.hidden and has_acted(battle, ship.squadron):
                yield Proposed(LeaveTable, {"ship": ship.name})

    def attacks(self) -> frozenset[str]:
        """The orders to fire, to launch torpedoes and to ram."""
        return frozenset((Fire.id, SquadronFire.id, FireTorpedoes.id, Ram.id))
