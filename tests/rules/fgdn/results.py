"""Sentences of results, and the results of tables behind them, for the tests of result sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.record import Record
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.scene import Game, Line, mount, ship, small, zeppelin
from tests.rules.results import came_to, spoken


def results_in_words(game: Game, record: Record) -> list[str]:
    """The results of a line, the weightiest first: kind, head, sentence, meaning."""
    return [spoken(result) for result in came_to(game, record)]


def thrown(records: Iterable[Record]) -> set[tuple[str, str]]:
    """Tables and the results that were thrown on them."""
    events = [event for record in records for event in record.events if isinstance(event, Rolled)]
    return {(event.table, event.result) for event in events if event.table}


def printed(*tables: str) -> set[tuple[str, str]]:
    """Tables, and every result that a die can give on them."""
    found: set[tuple[str, str]] = set()
    for name in tables:
        table = RULESET.tables.table(name)
        lines: Iterable[str | float] = table.columns.labels
        if table.columns.die:
            lines = [float(label.rstrip("+")) for label in table.rows.labels]
        found |= {(name, str(row.result)) for line in lines for row in table.faces(line)}
    return found


def with_a_die() -> set[str]:
    """The tables that a die is thrown on."""
    tables = RULESET.tables.tables.values()
    return {table.id for table in tables if table.die or table.rows.die or table.columns.die}


SIX_INCH = {
    "name": "6-inch", "mm": 152, "yards": [4000, 9000, 15000, 20000], "penetration": [8, 6, 4, 2], "damage": [8, 8, 7, 6],
    "he_damage": 11,
}  # fmt: skip


def casemate(name: str) -> dict[str, Any]:
    """A 6-inch gun in the starboard casemate."""
    return {**mount(name, "casemate", 1), "gun": "6-inch", "casemate": "starboard"}


def battleship(**card: Any) -> Line:
    """A battleship with turrets A and X, four casemate guns, tubes, searchlights, two wireless sets, a director each."""
    return ship("Ship", **{
        "guns": [dict(SIX_INCH), *ship("")[1]["guns"]],
        "mounts": [mount("A"), mount("X"), *map(casemate, ("c1", "c2", "c3", "c4"))],
        "weapons": [{"name": "light battery", "kind": "light", "strength": 6, "mm": 47.0}],
        "main_directors": 1, "casemate_directors": 2, "searchlights_forward": 1, "searchlights_after": 1, "sonar": True,
        "wireless": 2, **card,
    })  # fmt: skip


def carrier(**card: Any) -> Line:
    """An unarmoured carrier with six aircraft."""
    plain = {"kind": "carrier", "size": "B", "points": 200, "belt": 0, "deck": 0, "aircraft": 6, "ordnance": 30}
    return ship("Ship", **{**plain, **card})


def freighter(contents: str, amount: int = 100) -> Line:
    """A merchant with one hold."""
    hold = [{"name": "hold 1", "contents": contents, "amount": amount}]
    return ship("Ship", kind="merchant", size="C", points=100, belt=0, deck=0, guns=[], mounts=[], weapons=[], holds=hold)


def boat(**card: Any) -> Line:
    """A motor boat with two captains, whose guns are a light one and a heavy one."""
    guns = [{"name": name, "kind": "light", "strength": 1, "mm": mm} for name, mm in (("machine gun", 7.7), ("pom-pom", 40.0))]
    return small("Ship", **{"weapons": guns, "captains": 2, **card})


def submarine(**card: Any) -> Line:
    """A submarine with bow tubes."""
    tubes = [{"name": "bow tubes", "kind": "torpedo", "warheads": 4, "warhead": 30}]
    plain = {"kind": "submarine", "size": "D", "points": 100, "knots": 15, "belt": 0, "deck": 0, "guns": [], "mounts": []}
    return ship("Ship", **{**plain, "weapons": tubes, "sonar": True, **card})


def afloat(line: Line, depth: str = "") -> Game:
    """Such a ship against a foe; a submarine at a depth."""
    game = Game(line)
    if depth:
        game.give("depth", ship="Ship", depth=depth)
    return game


def airship(**card: Any) -> Game:
    """A hydrogen airship of two engines a side and sixteen cells."""
    return Game(zeppelin("L 5", **card))


Scene: TypeAlias = Callable[[], tuple[Game, Record]]


@dataclass(frozen=True)
class Case:
    """An order or a part, how it is given, and what is said of it among the rest."""

    order: str
    given: Scene
    words: str


def one(game: Game, order: str, *dice: int, **inputs: Any) -> tuple[Game, Record]:
    """The order given in a game."""
    return game, game.give(order, *dice, **inputs)
