"""Tactical movement: groups (1, 6), smoke (12), breaking off (16) and groups moved by the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.firing import Movement
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, HURT, MISSED, Result
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, note, roll_on, run
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.rules.gwas.ground.combat import step_key
from fleetbook.rules.gwas.ground.facts import TACTICAL, GwasFacts
from fleetbook.rules.gwas.ground.phases import FIRST_MOVES, MOVES
from fleetbook.rules.gwas.ground.ship import GUNS, GwasBattle, GwasShip, fighting
from fleetbook.rules.gwas.tactical import NOWHERE, placed, require_hex, speeds_of_step
from fleetbook.rules.gwas_variant.state import FASTER, MASS_CONFUSION, VariantFacts, VariantShip, groups
from fleetbook.rules.gwas_variant.tactical_rules.stand import moves_or_fires, stand_over
from fleetbook.rules.gwas_variant.words import Says
from fleetbook.rules.kit.said import counted, sentences

# ------------------------------------------------------------ break-off


def broke_off(battle: GwasBattle, side: str) -> bool:
    """Whether a side has declared a break-off."""
    return VariantFacts(battle).broke_off[side]


def pace(battle: GwasBattle, ship: GwasShip) -> str:
    """The ship's speed class on the tactical map. A ship that runs from the enemy is one class faster, unless she cannot move."""
    ladder = battle.tables.table("speeds").rows.labels
    place = ladder.index(ship.speed)
    runs = VariantFacts(battle).runs[ship.side] and not ship.dead_in_water
    return ladder[min(place + runs, len(ladder) - 1)]


def is_halved(battle: GwasBattle, side: str, weapon: str) -> bool:
    """Whether a side fires this weapon at half strength, because it broke off. Guns do; a reading says whether torpedoes do too
    (V23).
    """
    return broke_off(battle, side) and (weapon in GUNS or battle.reading("break_off_halves") == "guns and torpedoes")


def _lasts(battle: GwasBattle, side: str) -> bool:
    return VariantFacts(battle).successes[side] >= battle.figure("Break-off, successes that last")


class BreakOff(Order[GwasShip]):
    """The side that moves now breaks off, before any of its ships has moved in this step."""

    id, title, key, section = "break-off", "Break off", "b", "tactical 16"
    phases = MOVES

    def owners(self, battle: GwasBattle) -> tuple[str, ...]:
        return (battle.acting,)

    def check(self, battle: GwasBattle) -> None:
        first = battle.figure("Break-off, first round")
        require(VariantFacts(battle).round >= first, f"nobody breaks off before round {first}")
        for side in battle.sides:
            require(not broke_off(battle, side), f"{side} has broken off, and only one side may")
        moved = [ship for ship in fighting(battle, battle.acting) if VariantShip.moved.value(ship) == step_key(battle)]
        require(not moved, f"{battle.acting} has begun to move; a side breaks off only at the beginning of a step")

    def resolve(self, battle: GwasBattle) -> Effects:
        side = battle.acting
        yield from VariantFacts.broke_off[side].set(battle, said=Says.breaks_off)
        if not battle.reading("break_off_from_next_segment"):
            yield from run(RunForIt(side=side))

    def headline(self, battle: GwasBattle) -> str:
        return f"{battle.acting} breaks off"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        side = happened.before.acting
        share = happened.before.figure("Break-off, strength divided by")
        means = f"The strength of its guns is divided by {share}; each ship moves for itself, away from the enemy."
        yield from happened.parts
        yield Result(kind=HURT, head="breaks off", words=f"BREAK-OFF by {side}.", means=means, side=side)


def runs_for_it(battle: GwasBattle, side: str) -> bool:
    """Whether a side that broke off must roll for speed at the start of its movement step."""
    return broke_off(battle, side) and not _lasts(battle, side)


class RunForIt(Part[GwasShip]):
    """Throw to see whether the ships of a side that broke off become faster."""

    id, title, section = "run-for-it", "Run for it", "tactical 16"
    inline = True
    side: str

    def resolve(self, battle: GwasBattle) -> Effects:
        side = self.side
        if (yield from roll_on(battle.tables.table("break_off"), "break-off", label=Says.side_runs(side=side))) == FASTER:
            yield from VariantFacts.runs[side].set(battle, said=Says.runs_faster)
            yield from VariantFacts.successes[side].add(battle)

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        die, long = happened.rolls[0], "from now on" if _lasts(happened.after, self.side) else "in this step"
        if die.result == FASTER:
            words = f"FASTER on {die.total}: ships of {self.side} move as if one speed faster {long}."
            yield Result(kind=GOOD, head=FASTER, words=words, side=self.side)
        else:
            yield Result(kind=MISSED, head="no faster", words=f"NO FASTER on {die.total}: ships of {self.side}.", side=self.side)


def step_over(battle: GwasBattle, side: str) -> Effects:
    """Forget a success in the throw for speed that lasts for one step only."""
    if not _lasts(battle, side):
        yield from VariantFacts.runs[side].clear(battle)


# ------------------------------------------------------------ moves of groups


def units(battle: GwasBattle) -> dict[str, list[GwasShip]]:
    """The units that move as one: groups or, on a side that broke off, single ships."""
    found: dict[str, list[GwasShip]] = {}
    for side in battle.sides:
        alone = {ship.name: [ship] for ship in fighting(battle, side)}
        found |= alone if broke_off(battle, side) else groups(battle, side)
    return found


def _why_not(battle: GwasBattle, ships: list[GwasShip]) -> str:
    """The reason why these ships may not move now. Empty if they may."""
    side = ships[0].side
    if any(VariantShip.moved.value(ship) == step_key(battle) for ship in ships):
        return "they have moved in this step"
    if any(VariantShip.pinned.value(ship) for ship in ships):
        return "a torpedo attack holds them"
    if _attacks(ships):
        return "" if _dash_left(battle, ships) else "they have moved as far as their torpedo attack takes them"
    if side != battle.acting:
        return f"it is {battle.acting}'s step"
    if VariantFacts(battle).confused[side]:
        return f"{side} is confused"
    allowed = speeds_of_step(battle)
    late = [ship for ship in ships if pace(battle, ship) not in allowed]
    if not late or (len(late) < len(ships) and not battle.reading("group_waits_for_slowest")):
        return ""
    return f"speeds {', '.join(allowed)} move; {late[0]} makes {pace(battle, late[0])}"


def _attacks(ships: list[GwasShip]) -> bool:
    return all(VariantShip.attacking.value(ship) for ship in ships)


def _dash_left(battle: GwasBattle, ships: list[GwasShip]) -> int:
    """The number of areas that ships in a torpedo attack may still move this turn, in both sides' steps together (V22)."""
    return battle.figure("Torpedo Attack, areas moved") - max(VariantShip.dashed.value(ship) for ship in ships)


def _farthest(battle: GwasBattle, order: MoveGroup) -> int:
    ships = units(battle)[order.mover]
    return _dash_left(battle, ships) if _attacks(ships) else battle.figure("areas moved in a step")


class MoveGroup(Order[GwasShip]):
    """Move a group or, on a side that broke off, a single ship. She or the group may make smoke afterwards."""

    id, title, key, section = "move-group", "Move a group", "m", "Tactical sequence"
    phases = MOVES
    mover: str = fields.choice("group or ship", units)
    areas: int = fields.number("areas", 0, _farthest, unit="areas", default=_farthest)
    smoke: bool = fields.flag("makes smoke", section="tactical 12")
    off_map: bool = fields.flag("leaves the map")
    hex: str = fields.text("to hex", default=NOWHERE)
    away: bool = fields.flag(
        "away from every enemy group, if it can",
        default=True,
        shown_if=lambda battle: broke_off(battle, battle.acting),
        section="tactical 16",
    )

    def check(self, battle: GwasBattle) -> None:
        ships = units(battle).get(self.mover)
        require(ships, f"{self.mover} is no group of this combat")
        reason = _why_not(battle, ships or [])
        require(not reason, f"{self.mover} may not move: {reason}")
        most = _farthest(battle, self)
        require(self.areas <= most, f"{self.mover} moves {counted(most, 'area')} at most now")
        first = VariantFacts(battle).round == 1 and battle.phase == FIRST_MOVES[0]
        require(not self.off_map or not first, "nobody leaves the map in the first movement of a combat")
        require_hex(self.hex)
        require(self.away, "a side that broke off must move away from the enemy", "tactical 16")

    def resolve(self, battle: GwasBattle) -> Effects:
        ships = units(battle)[self.mover]
        for ship in ships:
            yield from VariantShip.moved.set(ship, step_key(battle))
            if VariantShip.attacking.value(ship):
                yield from VariantShip.dashed.add(ship, self.areas)
        if self.areas or self.off_map:
            yield from moves_or_fires(battle, ships, Says.side_moves)
        if self.smoke:
            yield from VariantFacts.smoke.set(battle, said=Says.makes_smoke(mover=self.mover))
        yield from placed(ships, self.hex)
        if self.off_map:
            for ship in ships:
                yield from GwasShip.engaged.clear(ship)
                if GwasFacts(battle).begins == TACTICAL:
                    yield from GwasShip.fate.gone(ship, "left", said=Says.leaves_map)
                else:
                    yield from VariantShip.left_map.set(ship, said=Says.leaves_map)

    def movement(self, battle: GwasBattle) -> Movement:
        ships = tuple(map(str, units(battle).get(self.mover, ())))
        place = "" if self.hex.strip() == NOWHERE else self.hex.strip()
        manner = ["making smoke"] * self.smoke + ["leaving the map"] * self.off_map
        return Movement(self.mover, ships, self.areas, "areas", place, tuple(manner))

    def headline(self, battle: GwasBattle) -> str:
        return f"{self.mover} moves {counted(self.areas, 'area')}" if self.areas else f"{self.mover} stays"

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        did = f"MOVES {counted(self.areas, 'area')}" if self.areas else "STAYS WHERE IT IS"
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        means = sentences("its smoke may bring fog of war in the next event" * self.smoke)
        kind, leaves = (GRAVE, " and LEAVES THE MAP") if self.off_map else (DONE, "")
        head, words = "gone" if leaves else "moves", f"{self.mover} {did}{where}{leaves}."
        yield Result(kind=kind, head=head, words=words, means=means, as_ordered=not where and not leaves)
        yield from stand_over(happened)


class MoveEnemy(Order[GwasShip]):
    """In mass confusion, the enemy moves one group of the confused side."""

    id, title, key, section = "move-enemy", "Move a confused group", "c", MASS_CONFUSION
    says = "{group} is moved by the enemy"
    phases = MOVES
    group: str = fields.choice("group", lambda battle: list(groups(battle)))
    hex: str = fields.text("to hex", default=NOWHERE)

    def owners(self, battle: GwasBattle) -> tuple[str, ...]:
        return (battle.other_side(groups(battle)[self.group][0].side),)

    def check(self, battle: GwasBattle) -> None:
        sides = [side for side in battle.sides if VariantFacts(battle).enemy_moves[side]]
        require(sides, "no side has a group that the enemy may move")
        require(any(self.group in groups(battle, side) for side in sides), f"the enemy may not move {self.group}")
        require_hex(self.hex)

    def resolve(self, battle: GwasBattle) -> Effects:
        ships = groups(battle)[self.group]
        side = ships[0].side
        yield from VariantFacts.enemy_moves[side].clear(battle)
        areas = battle.figure("Mass Confusion, areas moved by the enemy")
        yield from note(Says.enemy_moves_group(enemy=battle.other_side(side), group=self.group, areas=areas))
        yield from placed(ships, self.hex)

    def movement(self, battle: GwasBattle) -> Movement:
        areas = battle.figure("Mass Confusion, areas moved by the enemy")
        place = "" if self.hex.strip() == NOWHERE else self.hex.strip()
        return Movement(self.group, tuple(map(str, groups(battle).get(self.group, ()))), areas, "areas", place, ("by the enemy",))

    def results(self, happened: Happened[GwasShip]) -> Iterator[Result]:
        (said,) = happened.noted(Says.enemy_moves_group)
        areas = counted(said.values["areas"], "area")
        where = "" if self.hex.strip() == NOWHERE else f" to hex {self.hex.strip()}"
        yield Result(kind=HURT, head="moved", words=f"MOVED BY THE ENEMY: {self.group}, {areas}{where}.")
