"""The tables of each recorded battle belong together: queries over several tables, in SQLite, agree with the other reports."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from fleetbook.reports.tables.kinds import TABLES
from tests.cli.shell import fleetbook
from tests.golden.playing import BATTLES

Answer: TypeAlias = list[tuple[Any, ...]]
Ask: TypeAlias = Callable[[str, str], Answer]
RESERVED = {
    *("all", "alter", "and", "any", "as", "asc", "at", "before", "begin", "between", "both", "by", "case", "cast", "check"),
    *("collate", "column", "constraint", "create", "cross", "current", "cursor", "default", "delete", "desc", "distinct", "do"),
    *("drop", "each", "else", "end", "except", "exists", "fetch", "foreign", "from", "full", "grant", "group", "having", "if"),
    *("in", "index", "inner", "insert", "intersect", "into", "is", "join", "key", "left", "like", "limit", "match", "natural"),
    *("not", "null", "of", "on", "order", "outer", "primary", "range", "references", "right", "row", "rows", "select", "set"),
    *("some", "table", "then", "to", "transaction", "trigger", "union", "unique", "update", "user", "using", "value", "values"),
    *("view", "when", "where", "window", "with"),
}
"""Words that a column may not have as its name in one of SQLite, PostgreSQL, MySQL, duckdb."""


@pytest.fixture(scope="module")
def ask(battles: Callable[[str], Path]) -> Ask:
    """Ask a query of a battle's tables. They are read from CSV: figures are numbers, and an empty cell is null."""

    @cache
    def tables(battle: str) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:")
        for name in TABLES:
            written = fleetbook("report", str(battles(battle)), "--table", name).out
            head, *rows = csv.reader(written.splitlines(), quoting=csv.QUOTE_NONNUMERIC)
            database.execute(f"CREATE TABLE {name} ({', '.join(head)})")
            cells = [[None if cell == "" else cell for cell in row] for row in rows]
            database.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(head))})", cells)
        return database

    return lambda battle, query: tables(battle).execute(query).fetchall()


def test_no_column_has_a_name_that_sql_reserves() -> None:
    for name, (shape, _) in TABLES.items():
        assert not set(shape.__struct_fields__) & RESERVED, name
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute(f"CREATE TABLE {name} ({', '.join(shape.__struct_fields__)})")


@pytest.mark.parametrize("battle", BATTLES)
def test_how_long_did_each_turn_take(ask: Ask, battle: str) -> None:
    turns = ask(
        battle,
        "SELECT turn, round((julianday(max(written_at)) - julianday(min(written_at))) * 86400, 3) FROM orders GROUP BY turn",
    )
    assert turns
    assert all(seconds is not None and 0 <= seconds < 600 for _, seconds in turns)


@pytest.mark.parametrize("battle", BATTLES)
def test_were_the_dice_fair_to_each_side(ask: Ask, battle: str, battles: Callable[[str], Path]) -> None:
    """The faces of shots are those of a side. No die is lost or counted twice."""
    sides = ask(battle, "SELECT side, sides, count(*), avg(face) FROM dice WHERE in_force = 'yes' GROUP BY side, sides")
    log = json.loads(fleetbook("report", str(battles(battle)), "--format", "json").out)["journal"]
    assert sum(count for _, _, count, _ in sides) == sum(len(line["faces"]) for line in log if line["in_force"])
    assert all(1 <= mean <= faces for _, faces, _, mean in sides)
    ((of_nobody, fired),) = ask(
        battle, "SELECT sum(side IS NULL), count(*) FROM dice WHERE in_force = 'yes' AND shot IS NOT NULL"
    )
    assert fired == 0 or of_nobody == 0


@pytest.mark.parametrize("battle", BATTLES)
def test_each_die_of_a_shot_joins_to_its_shot(ask: Ask, battle: str) -> None:
    """The first throw of a shot has its total. Hits that the referee gave without a die have none."""
    joined = ask(
        battle,
        """SELECT shots.total, dice.total, shots.firer, dice.ship, shots.target, dice.target, min(dice.die)
        FROM shots LEFT JOIN dice ON dice.line = shots.line AND dice.shot = shots.shot
        WHERE shots.die > 0 GROUP BY shots.line, shots.shot""",
    )
    assert len(joined) == ask(battle, "SELECT count(*) FROM shots WHERE die > 0")[0][0]
    assert all((one, firer, target) == (other, ship, at) for one, other, firer, ship, target, at, _ in joined)


def test_how_far_away_were_ships_spotted(ask: Ask) -> None:
    """Convoy: the journal has 54 looks. By night every look is nearer than 100 cm, and near ones are seen more often."""
    bands = ask(
        "convoy",
        """SELECT CASE WHEN distance <= 40 THEN 'near' ELSE 'far' END AS how_far, count(*), avg(found = 'yes')
        FROM looks GROUP BY how_far ORDER BY how_far DESC""",
    )
    assert [band for band, _, _ in bands] == ["near", "far"]
    assert sum(tries for _, tries, _ in bands) == ask("convoy", "SELECT count(*) FROM orders WHERE procedure = 'observe'")[0][0]
    (near, far) = (seen for _, _, seen in bands)
    assert near > far
    ((modified, of_all),) = ask("convoy", "SELECT sum(modifiers IS NOT NULL), count(*) FROM looks")
    assert 0 < modified <= of_all


@pytest.mark.parametrize(("battle", "tries"), [("tsushima", "spot"), ("coal-convoy", "search")])
def test_spotting_of_squadrons_and_fleets_has_its_outcome(ask: Ask, battle: str, tries: str) -> None:
    looks = ask(battle, "SELECT side, looker, sought, found, result FROM looks")
    assert len(looks) == ask(battle, f"SELECT count(*) FROM orders WHERE procedure = '{tries}' AND in_force = 'yes'")[0][0]
    assert all(side and looker and sought and result for side, looker, sought, _, result in looks)
    assert {found for *_, found, _ in looks} == {"yes", "no"}
    assert all(
        (found == "yes") == (not result.startswith(("NOT ", "NO ")) and "A DUMMY" not in result) for *_, found, result in looks
    )


def test_how_fast_did_each_ship_move(ask: Ask) -> None:
    """Tsushima: the 1st Division turns at 15 knots in turn 1, each of its ships."""
    moves = ask("tsushima", "SELECT ship, speed, unit, manner FROM moves WHERE turn = 1 AND mover = '1st Division'")
    assert {ship for ship, *_ in moves} >= {"Mikasa", "Fuji", "Asahi"}
    assert {(speed, unit, manner) for _, speed, unit, manner in moves} == {(15, "kt", "turning")}
    for battle, unit in (("convoy", "cm"), ("dogger-bank", "kt"), ("coal-convoy", "zones"), ("goeben-variant", "areas")):
        assert {unit} <= {found for (found,) in ask(battle, "SELECT unit FROM moves")}, battle


@pytest.mark.parametrize("battle", BATTLES)
def test_who_was_lucky(ask: Ask, battle: str, battles: Callable[[str], Path]) -> None:
    """Hits against hits to be expected, shot by shot. Over a side they are those of the report's luck."""
    luck = json.loads(fleetbook("report", str(battles(battle)), "--format", "json").out)["luck"]
    asked = "SELECT side, sum(hits), sum(expected) FROM shots WHERE line NOT IN (%s) GROUP BY side"
    told = {side: (hits, mean) for side, hits, mean in ask(battle, asked % ", ".join(map(str, luck["left_out"])))}
    for side in luck["sides"]:
        if side["name"] in told and side["actual"] == told[side["name"]][0]:
            assert told[side["name"]][1] == pytest.approx(side["expected"], abs=0.01), side["name"]


@pytest.mark.parametrize("battle", ["goeben", "goeben-variant", "black-sea-raid"])
def test_hits_by_band_in_a_great_war_at_sea(ask: Ask, battle: str) -> None:
    bands = ask(battle, "SELECT band, distance, count(*), sum(hits) FROM shots WHERE weapon <> 'torpedo' GROUP BY band")
    assert bands
    assert all(band == ("same hex" if not far else f"{far:.0f} hex{'es' * (far > 1)}") for band, far, _, _ in bands)


@pytest.mark.parametrize(("battle", "fact"), [("tsushima", "initiative"), ("goeben", "initiative side")])
def test_who_had_the_initiative(ask: Ask, battle: str, fact: str) -> None:
    winners = ask(
        battle, f"SELECT turn, json_extract(value_after, '$') FROM changes WHERE fact = '{fact}' AND value_after <> 'null'"
    )
    sides = {side for (side,) in ask(battle, "SELECT DISTINCT side FROM ships")}
    assert winners
    assert {winner for _, winner in winners} <= sides


@pytest.mark.parametrize("battle", BATTLES)
def test_which_weapon_did_the_damage(ask: Ask, battle: str) -> None:
    """A mark has a weapon or a cause, not both; a weapon is one of the firer's shots."""
    strange = ask(
        battle,
        """SELECT marks.line, done_by, marks.weapon FROM marks LEFT JOIN shots
        ON shots.firer = marks.done_by AND shots.weapon = marks.weapon AND shots.line = coalesce(marks.shot_line, shots.line)
        WHERE marks.weapon IS NOT NULL AND shots.line IS NULL OR marks.weapon IS NOT NULL AND marks.cause IS NOT NULL""",
    )
    assert strange == []
    ((of_shots, of_marks),) = ask(
        battle, "SELECT (SELECT total(damage) FROM shots), (SELECT total(boxes) FROM marks WHERE shot_line IS NOT NULL)"
    )
    assert of_shots == of_marks
    ((by_shots, by_enemies),) = ask(battle, "SELECT sum(weapon IS NOT NULL), count(*) FROM marks WHERE done_by IS NOT NULL")
    assert by_enemies == 0 or by_shots > 0


@pytest.mark.parametrize("battle", BATTLES)
def test_a_step_is_the_same_in_every_table(ask: Ask, battle: str) -> None:
    steps = {tuple(row) for row in ask(battle, "SELECT line, step, step_name FROM orders")}
    for name in ("shots", "marks", "dice", "looks", "moves", "changes"):
        assert set(ask(battle, f"SELECT line, step, step_name FROM {name}")) <= steps, name
