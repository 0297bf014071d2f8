"""Checks whether the victory conditions of a scenario can be counted and can decide the battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.rules import Rules
from fleetbook.core.battle.verdict import ships_counted, tons
from fleetbook.core.battle.victory import BY_RULES, DRAWN, GONE, LOST, TONS, Aim, Count, Victory
from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.orders.ruleset import Ruleset

MOST_COUNTS, MOST_TURNS, MOST_POINTS = 40, 999, 100_000


def check_victory(victory: Victory, battle: Battle[Any], where: str) -> None:
    """Raise InvalidInput if victory conditions have unknown names, or can never decide the battle."""
    for fault in victory_faults(victory, battle, where):
        raise fault


def victory_faults(victory: Victory, battle: Battle[Any], where: str) -> Iterator[InvalidInput]:
    """All mistakes in victory conditions. They are checked with the battle at its start."""
    where = f"{where}: victory"
    yield from _number(f"{where}: turns", victory.turns, 0, MOST_TURNS)
    if not 1 <= len(victory.count) <= MOST_COUNTS:
        yield InvalidInput(f"{where}: count", f"{len(victory.count)} of [[victory.count]]", f"1 to {MOST_COUNTS}")
    names = [count.name for count in victory.count]
    for place, name in enumerate(names):
        if not name.strip() or name in names[:place]:
            yield InvalidInput(f"{where}: count", name, "a name that no other count has")
    for count in victory.count:
        yield from _in_count(count, battle, f"{where}, count {shown(count.name)}")
    for number, aim in enumerate(victory.aim, 1):
        yield from _in_aim(aim, victory, battle, f"{where}, aim {number}")
    yield from _word(f"{where}: otherwise", victory.otherwise, ("", DRAWN, *battle.sides))
    for degree, lead in victory.degrees.items():
        yield from _number(f"{where}, degrees: {shown(degree)}", lead, 0, MOST_POINTS)
    if not victory.aim and not victory.compare:
        yield InvalidInput(where, "neither [[victory.aim]] nor compare = true", "one of them: nothing could decide the battle")


def _in_count(count: Count, battle: Battle[Any], where: str) -> Iterator[InvalidInput]:
    yield from _word(f"{where}: side", count.side, battle.sides)
    known = dict.fromkeys(name for ship in battle.ships() for name in (ship.name, ship.squadron, ship.side) if name)
    for name in count.of:
        yield from _word(f"{where}: of", name, known)
    for key, value, low, high in (
        ("share", count.share, 1, 100),
        ("lost", count.lost, 0, 10),
        ("most", count.most, 1, 100),
        ("worth", count.worth, 0, MOST_POINTS),
    ):
        yield from _number(f"{where}: {key}", value, low, high)
    yield from _by_rules(count, battle.ruleset, where)
    ships = ships_counted(count, battle.setup)
    if count.track:
        for ship in ships:
            yield from _word(f"{where}: track of {ship.name}", count.track, battle.tracks(ship.name))
    if count.what == TONS and (without := next((ship for ship in ships if tons(ship) is None), None)):
        yield InvalidInput(
            f"{where}: what", f"tons, but the card of {without.name} gives none", "tons of ships whose cards give them"
        )


def _by_rules(count: Count, rules: Rules, where: str) -> Iterator[InvalidInput]:
    """Mistakes in a count that the rules must support: ``what = "rules"``, ``lost_as`` and ``gone_as``."""
    if count.what == BY_RULES and getattr(type(rules), "scores", None) is Ruleset.scores:
        yield InvalidInput(f"{where}: what", BY_RULES, f"a count by other means: the rules {rules.id} give no score")
    for key, kinds, counts, known, lack in (
        ("lost_as", count.lost_as, (LOST, TONS), rules.lost_as, "kinds of loss"),
        ("gone_as", count.gone_as, (GONE,), rules.gone_as, "ways of leaving"),
    ):
        if kinds and count.what not in counts:
            found, only = f"the key, with what = {count.what}", f"the key with {' or '.join(counts)} only"
            yield InvalidInput(f"{where}: {key}", found, only)
        for kind in kinds:
            if not known:
                yield InvalidInput(f"{where}: {key}", kind, f"nothing: the rules {rules.id} have no {lack}")
            else:
                yield from _word(f"{where}: {key}", kind, known)


def _in_aim(aim: Aim, victory: Victory, battle: Battle[Any], where: str) -> Iterator[InvalidInput]:
    yield from _word(f"{where}: side", aim.side, battle.sides)
    if not aim.needs:
        yield InvalidInput(f"{where}: needs", "nothing", 'a list such as [{ count = "ships sunk", least = 2 }]')
    for need in aim.needs:
        yield from _word(f"{where}: count", need.count, [count.name for count in victory.count])
        if need.least is None and need.most is None:
            yield InvalidInput(f"{where}, {shown(need.count)}", "neither least nor most", "one of them, or both")


def _word(where: str, found: str, allowed: Iterable[str]) -> Iterator[InvalidInput]:
    words = list(allowed)
    if found not in words:
        yield InvalidInput.word(where, found, [word for word in words if word])


def _number(where: str, found: float, low: int, high: int) -> Iterator[InvalidInput]:
    if not low <= found <= high:
        yield InvalidInput(where, found, f"a number from {low} to {high}")
