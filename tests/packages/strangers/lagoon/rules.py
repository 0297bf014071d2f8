"""The rules of the lagoon: smoke, then all fire at the same time, then boats are boarded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from fleetbook.rules.kit import (
    GONE,
    RESTOCKED,
    SETTLED,
    STAYS,
    Battle,
    Boxes,
    Cause,
    Effects,
    Firing,
    Flag,
    OfPair,
    Order,
    Part,
    Phase,
    RosterCard,
    Ruleset,
    Sentence,
    Sentences,
    Subject,
    TurnMark,
    TurnSequence,
    UntilTurn,
    Value,
    Warship,
    Word,
    afloat,
    enemy_ships,
    fields,
    own_ships,
    require,
    require_afloat,
    require_enemy,
    roll_at_least,
    roll_on,
    run,
    tally,
)  # fmt: skip

ASPECTS = ("bow", "side")


class Card(RosterCard, frozen=True):
    """A boat: wooden ones have a hull, iron ones plates."""

    name: str
    build: Literal["wood", "iron"]
    gun: Annotated[str, msgspec.Meta(extra={"rows_of": "shooting"})]
    hull: int = 0
    plates: int = 0
    points: int = 10


class SquadronCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of a squadron."""

    signals: int = 0


class Division(Subject, becomes=GONE):
    """A squadron: how it stands."""

    mood = Word(absent="steady")


class Says(Sentences):
    """What the rules of the lagoon say."""

    smoke_lies = Sentence("smoke lies between {ship} and {other}")
    chases = Sentence("{ship} chases {other}")
    to_hit = Sentence("to hit")
    shot = Sentence("a shot")
    leaks = Sentence("{ship} leaks")
    boarded = Sentence("boarded by {boarder}")
    proud = Sentence("{ship} is proud")
    no_box = Sentence("no box left")


class Boat(Warship):
    """A boat."""

    card: Card
    hull = Boxes(becomes=STAYS)
    plates = Boxes(becomes=RESTOCKED)
    fired = TurnMark()
    loading = UntilTurn(sign="LOAD", words="ready again in turn {}", by_hand=3)
    leaking = Flag(sign="LEAK", words="leaking", grave=True, by_hand=True, becomes=SETTLED)
    smoke = Flag(sign="SMOKE", words="smoke towards {key}", until="smoke", by_hand=True).between_ships()
    chase = Flag(sign="CHASE", words="chases {key}", by_hand=True).toward_ships(back="chased by {key}")
    sullen = Flag(sign="SULLEN", words="her crew is sullen", secret=True, by_hand=True, becomes=GONE)
    fog = UntilTurn(sign="FOG", words="fog towards {key} until turn {}", by_hand=3).between_ships()
    talk = UntilTurn(sign="TALK", words="talks until turn {}", secret=True, by_hand=3).between_ships()
    parley = Flag(sign="PARLEY", words="talks with {key}", secret=True, by_hand=True).between_ships()
    ranges = Value(float, becomes=GONE).each("ship")

    @property
    def whole(self) -> bool:
        """Whether a box is left on either track."""
        return bool(self.hull + self.plates)


RANGES = OfPair(Boat.ranges)


class Smoke(Order[Boat]):
    """Lay smoke towards another boat: it lies until the next turn's smoke."""

    id, title, key, section = "smoke", "Lay smoke", "k", "L1"
    phases = ("smoke",)
    says = "{boat} lays smoke towards {other}"
    boat: str = fields.ship("boat", own_ships)
    other: str = fields.ship("other", enemy_ships)

    def check(self, battle: Battle[Boat]) -> None:
        boat = battle.ship(self.boat)
        require_afloat(boat)
        require_enemy(boat, battle.ship(self.other))
        require(not boat.smoke[self.other], "smoke lies there already")

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from Boat.smoke[self.other].set(self.boat, said=Says.smoke_lies(ship=self.boat, other=self.other))
        if not battle.ship(self.boat).chase[self.other]:
            yield from Boat.chase[self.boat].set(self.other, said=Says.chases)


def aim(battle: Battle[Boat], order: Fire) -> Iterator[str]:
    """The modifiers that the battle knows of."""
    firer = battle.ship(order.firer)
    if firer.squadron and battle.squadron_details(firer.squadron, SquadronCard).signals:
        yield "signals"
    if firer.smoke[order.target]:
        yield "smoke"


def last_range(battle: Battle[Boat], order: Fire) -> float | None:
    """What was measured between them before."""
    return RANGES.known(battle, order.firer, order.target)


class Fire(Order[Boat]):
    """One gun at an enemy."""

    id, title, key, section = "fire", "Fire", "f", "L2"
    phases = ("fire",)
    says = "{firer} fires at {target}, {range} in"
    firer: str = fields.ship("firer", own_ships)
    target: str = fields.ship("target", enemy_ships)
    range: float = fields.number(
        "range", 0, lambda battle: battle.figure("longest shot"), unit="in", step=0.5, bands="shooting",
        measured=fields.Range("firer", "target"),
        default=last_range,
    )  # fmt: skip
    aspect: str = fields.choice("aspect", ASPECTS)
    modifiers: tuple[str, ...] = fields.modifiers("aim", "shooting", aim)

    def check(self, battle: Battle[Boat]) -> None:
        firer = battle.ship(self.firer)
        require_afloat(firer)
        require(not firer.fired, f"{firer} has fired this turn")
        require(not firer.loading, f"{firer} loads until turn {firer.loading}")
        require(not firer.leaking, f"the crew of {firer} is at the pumps")
        require_enemy(firer, battle.ship(self.target))

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from run(Shot(**self.inputs()))


class Shot(Part[Boat]):
    """The shot."""

    id, title, section = "shot", "Shot", "L2"
    says = "{firer} at {target}"
    doing = Cause(by="{firer}", how="gun")
    firer: str
    target: str
    range: float
    aspect: str
    modifiers: tuple[str, ...]

    def firing(self, battle: Battle[Boat]) -> Firing:
        gun = battle.ship(self.firer).card.gun
        return Firing(self.firer, self.target, mount="gun", weapon=gun, range=self.range)

    def resolve(self, battle: Battle[Boat]) -> Effects:
        firer = battle.ship(self.firer)
        yield from Boat.fired.mark(firer)
        yield from RANGES.remember(self.firer, self.target, self.range)
        if firer.card.gun == "heavy":
            yield from Boat.loading.set(firer, battle.turn + battle.figure("turns to load"))
        needed = battle.tables.table("shooting").whole(firer.card.gun, self.range)
        if not (yield from roll_at_least(Says.to_hit, "d6", needed, battle.modifiers("shooting", self.modifiers))):
            return
        yield from tally("hits", 1, self.firer)
        target = battle.ship(self.target)
        boxes = yield from roll_on(battle.tables.table("holes"), (target.card.build, self.aspect))
        track = Boat.hull if target.card.build == "wood" else Boat.plates
        yield from track.strike(target, int(boxes), Says.shot)
        if int(boxes) and not battle.to_come.ship(self.target).leaking:
            yield from Boat.leaking.set(target, said=Says.leaks)


class Board(Order[Boat]):
    """Take a leaking boat."""

    id, title, key, section = "board", "Board", "b", "L4"
    phases = ("board",)
    says = "{boarder} boards {prize}"
    boarder: str = fields.ship("boarder", own_ships)
    prize: str = fields.ship("prize", enemy_ships)

    def check(self, battle: Battle[Boat]) -> None:
        boarder, prize = battle.ship(self.boarder), battle.ship(self.prize)
        require_afloat(boarder)
        require_enemy(boarder, prize)
        require(prize.leaking, f"{prize} does not leak")

    def resolve(self, battle: Battle[Boat]) -> Effects:
        boarder, prize = battle.ship(self.boarder), battle.ship(self.prize)
        yield from Boat.fate.gone(prize, "taken", Says.boarded(boarder=boarder), cause=Cause(by=self.boarder, how="boarding"))
        if boarder.squadron:
            yield from Division.mood.set(boarder.squadron, "proud", said=Says.proud)


class Sink(Part[Boat]):
    """A boat without a box left goes down."""

    id, title, section = "sink", "Sink", "L3"
    says = "{boat} goes down"
    boat: str

    def resolve(self, battle: Battle[Boat]) -> Effects:
        track = Boat.hull if battle.ship(self.boat).card.build == "wood" else Boat.plates
        yield from Boat.fate.gone(battle.ship(self.boat), "sunk", Says.no_box, cause=Cause(how="gun", through=track.name))


class Turn(TurnSequence[Boat]):
    """Smoke, fire at the same time, boarding."""

    def leave(self, phase: Phase, battle: Battle[Boat]) -> Effects:
        if phase.id == "fire":
            yield from run(*[Sink(boat=boat.name) for boat in afloat(battle) if not boat.whole])

    def due(self, battle: Battle[Boat]) -> tuple[str, ...]:
        ready = [boat for boat in afloat(battle) if not (boat.fired or boat.loading or boat.leaking)]
        return tuple(f"{boat} may {{fire}}" for boat in ready) if battle.phase == "fire" else ()


class Lagoon(Ruleset[Boat]):
    """The rules together."""

    id, title, version, unit = "lagoon", "Lagoon", "1", "in"
    ship_type, card_type, squadron_type, other_subjects = Boat, Card, SquadronCard, (Division,)
    sentences, orders, parts = Says, (Smoke, Fire, Board), (Shot, Sink)
    lost_as = ("sunk", "taken")
    sequence = Turn((
        Phase("smoke", "1", "smoke"), Phase("fire", "2", "fire together", simultaneous=True), Phase("board", "3", "board"),
    ))  # fmt: skip

    def outcome(self, battle: Battle[Boat]) -> str:
        return "; ".join(f"{side} has {points:g} points" for side, points in self.scores(battle).items())

    def scores(self, battle: Battle[Boat]) -> Mapping[str, float]:
        shares = {"taken": battle.figure("share for a prize"), "sunk": 100}
        wreck = battle.figure("share for a wreck")

        def worth(boat: Boat) -> float:
            return boat.card.points * (shares[boat.lost] if boat.lost else wreck * boat.leaking) / 100

        return {side: sum(worth(boat) for boat in battle.ships() if boat.side != side) for side in battle.sides}


RULESET = Lagoon()
