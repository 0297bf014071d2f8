"""Damage held until the phase is over (8.1), and damage that follows from other damage and is a batch of its own (F18)."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from fleetbook.core.battle.facts import FactValue
from fleetbook.core.orders.effects import Effects, append
from fleetbook.rules.fgdn.ground.ship import FgdnShip

HELD, FOLLOWING = "held", "following"
UNDERWATER = ("torpedo", "mine")


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage points on their way to a ship.

    kind        gun, bomb, torpedo, mine, depth charge, or what else did it: fire, flooding, explosion
    points      after armour and protection · penetrated: whether the armour where it struck was pierced
    cause       in words, for the journal · mm: calibre of the gun, 0 for other weapons · band: range band of the gun
    aspect      of a torpedo: broad, bow or stern · severity: lethal, major or minor, of an attack on a submerged submarine
    automatic   critical hits that come with it whatever its points, each by its name
    casemate    whether it pierces a casemate, whose armour is thinner than the belt
    """

    kind: str
    points: int
    penetrated: bool = True
    cause: str = ""
    mm: int = 0
    band: str = ""
    aspect: str = ""
    severity: str = ""
    automatic: tuple[str, ...] = ()
    casemate: bool = True

    @property
    def fact(self) -> FactValue:
        """The hit as a fact keeps it."""
        return astuple(self)


def hits_of(value: FactValue) -> tuple[Hit, ...]:
    """The hits kept by a fact."""
    return tuple(Hit(*hit) for hit in value if isinstance(hit, tuple)) if isinstance(value, tuple) else ()  # type: ignore[arg-type]


def held(ship: FgdnShip) -> tuple[Hit, ...]:
    """Hits of this phase that are still to be worked out."""
    return hits_of(ship.fact(HELD))


def following(ship: FgdnShip) -> tuple[Hit, ...]:
    """Secondary damage still to be worked out, each a batch of its own."""
    return hits_of(ship.fact(FOLLOWING))


def hold(ship: FgdnShip, *hits: Hit) -> Effects:
    """Keep hits until the phase is over."""
    yield from append(ship, HELD, *(hit.fact for hit in hits))


def follow(ship: FgdnShip, hit: Hit) -> Effects:
    """Secondary damage, worked out at once after the batch that caused it, as a batch of its own (8.1, F18)."""
    if hit.points > 0 and ship.afloat:
        yield from append(ship, FOLLOWING, hit.fact)
