"""Eighteen questions to a battle, each one query of duckdb over its written tables, in CSV and in Parquet alike.

The answers are counted a second time from the raw lines of the battle's file, without the code of rules and reports.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from functools import cache
from itertools import accumulate
from pathlib import Path
from statistics import mean
from typing import Any, TypeAlias

import duckdb
import pytest

from fleetbook.reports.tables.kinds import TABLES
from tests.cli.shell import fleetbook
from tests.reference.tables_page import TABLES_PAGE

Answer: TypeAlias = list[tuple[Any, ...]]
Ask: TypeAlias = Callable[[str, str], Answer]
Line: TypeAlias = dict[str, Any]
Lines: TypeAlias = Callable[[str], list[Line]]


@pytest.fixture(scope="module", params=["csv", "parquet"])
def ask(
    battles: Callable[[str], Path], request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Ask]:
    """Ask a query of a battle's tables. Each file is a table; nothing is said about the types of its columns."""
    opened = []

    @cache
    def tables(name: str) -> duckdb.DuckDBPyConnection:
        folder = tmp_path_factory.mktemp(name)
        written = fleetbook("report", str(battles(name)), "--table", "all", "--format", request.param, "-o", str(folder))
        assert written.code == 0, written.err
        opened.append(duckdb.connect(":memory:"))
        for table in TABLES:
            opened[-1].execute(f"CREATE TABLE {table} AS SELECT * FROM '{folder / table}.{request.param}'")
        return opened[-1]

    yield lambda name, query: tables(name).execute(query).fetchall()
    for connection in opened:
        connection.close()


@pytest.fixture(scope="module")
def all_lines(battles: Callable[[str], Path]) -> Lines:
    """All lines of a battle's file, those that were taken back too."""

    @cache
    def read(name: str) -> list[Line]:
        with closing(sqlite3.connect(battles(name))) as file:
            rows = file.execute("SELECT at, record FROM journal ORDER BY number").fetchall()
        return [
            {"turn": 1, "kind": "order", "inputs": {}, "events": [], "faces": [], **json.loads(line), "at": at}
            for at, line in rows
        ]

    return read


@pytest.fixture(scope="module")
def lines(all_lines: Lines) -> Lines:
    """The orders in force. Each line names the line on which it stands; an undo or a redo, the line to which it goes."""

    def in_force(name: str) -> list[Line]:
        whole = all_lines(name)
        found, number = list[Line](), len(whole)
        while number:
            line = whole[number - 1]
            found += [line] if line["kind"] == "order" else []
            number = line.get("on", 0) if line["kind"] == "order" else line["to"]
        return found[::-1]

    return in_force


@pytest.fixture(scope="module")
def side_of(battles: Callable[[str], Path]) -> Callable[[str], dict[str, str]]:
    """The side of each ship, from the head of the battle's file."""

    def read(name: str) -> dict[str, str]:
        with closing(sqlite3.connect(battles(name))) as file:
            values = [json.loads(value) for (value,) in file.execute("SELECT value FROM meta WHERE key = 'setup'")]
        return {ship["name"]: ship["side"] for ship in values[0]["ships"]}

    return read


def events(found: list[Line], kind: str) -> Iterator[tuple[Line, dict[str, Any]]]:
    """The events of a kind in these lines, each after its line."""
    return ((line, event) for line in found for event in line["events"] if event["type"] == kind)


def is_to_hit(event: dict[str, Any]) -> bool:
    """Whether dice were thrown to hit."""
    key: str = event.get("said", [""])[0]
    return key == "to_hit"


def test_how_long_did_each_turn_take(ask: Ask, all_lines: Lines) -> None:
    asked = ask(
        "convoy",
        """SELECT turn, epoch(max(written_at::TIMESTAMP) - min(written_at::TIMESTAMP)) FROM orders GROUP BY turn ORDER BY turn""",
    )
    times = defaultdict[int, list[datetime]](list)
    for line in all_lines("convoy"):
        times[line["turn"]].append(datetime.fromisoformat(line["at"]))
    told = [(turn, pytest.approx((max(when) - min(when)).total_seconds(), abs=0.0011)) for turn, when in sorted(times.items())]
    assert asked == told
    assert len(told) == 8


def test_were_the_dice_fair_to_each_side(ask: Ask, lines: Lines, side_of: Callable[[str], dict[str, str]]) -> None:
    """The dice of its ships' shots, those for damage too."""
    asked = ask("goeben", "SELECT side, count(*), avg(face) FROM dice WHERE in_force AND shot IS NOT NULL GROUP BY side")
    faces = defaultdict[str, list[int]](list)
    for line in lines("goeben"):
        if line["procedure"] in ("fire", "torpedo"):
            faces[side_of("goeben")[line["inputs"]["firer"]]] += [face["face"] for face in line["faces"]]
    assert sorted(asked) == sorted((side, len(found), pytest.approx(mean(found))) for side, found in faces.items())
    assert len(faces) == 2


def test_does_each_face_come_up_as_often(ask: Ask, all_lines: Lines) -> None:
    asked = ask("tsushima", "SELECT sides, face, count(*) FROM dice GROUP BY sides, face ORDER BY sides, face")
    told = Counter((face["sides"], face["face"]) for line in all_lines("tsushima") for face in line["faces"])
    assert asked == [(*face, count) for face, count in sorted(told.items())]
    assert sum(told.values()) > 600


def test_which_dice_were_typed_or_overruled(ask: Ask, all_lines: Lines) -> None:
    asked = ask("tsushima", "SELECT line, face, origin, instead_of FROM dice WHERE origin <> 'rolled' ORDER BY line")
    assert asked == [
        (line["number"], face["face"], face["origin"], face.get("instead_of"))
        for line in all_lines("tsushima")
        for face in line["faces"]
        if "origin" in face
    ]
    assert [origin for _, _, origin, _ in asked] == ["overruled", "typed"]


def test_how_far_away_were_ships_spotted(ask: Ask, lines: Lines) -> None:
    asked = ask(
        "convoy",
        """SELECT CAST(floor(distance / 20) AS INTEGER) AS band, count(*), count(*) FILTER (WHERE found)
        FROM looks GROUP BY band ORDER BY band""",
    )
    tries, seen = Counter[int](), Counter[int]()
    for line in lines("convoy"):
        if line["procedure"] == "observe":
            band = line["inputs"]["range"] // 20
            tries[band] += 1
            seen[band] += any(event["type"] == "scored" and event["name"] == "seen" for event in line["events"])
    assert asked == [(band, tries[band], seen[band]) for band in sorted(tries)]
    assert (sum(tries.values()), sum(seen.values())) == (35, 31)


def test_how_much_do_modifiers_matter_for_spotting(ask: Ask, lines: Lines) -> None:
    asked = ask(
        "convoy",
        """SELECT modifiers IS NOT NULL AS counted, count(*), count(*) FILTER (WHERE found)
        FROM looks WHERE die IS NOT NULL GROUP BY counted ORDER BY counted""",
    )
    tries, seen = Counter[bool](), Counter[bool]()
    for line in lines("convoy"):
        if line["procedure"] == "observe" and line["faces"]:
            tries[bool(line["inputs"]["modifiers"])] += 1
            seen[bool(line["inputs"]["modifiers"])] += any(event["type"] == "scored" for event in line["events"])
    assert asked == [(has, tries[has], seen[has]) for has in sorted(tries)]
    assert sum(tries.values()) == 10


def test_how_fast_did_each_ship_move(ask: Ask, lines: Lines) -> None:
    for name, unit, speed in (("convoy", "cm", "speed"), ("dogger-bank", "kt", "knots")):
        asked = ask(name, f"SELECT ship, max(speed), count(*) FROM moves WHERE unit = '{unit}' GROUP BY ship ORDER BY ship")
        moved = defaultdict[str, list[float]](list)
        for line in lines(name):
            if line["procedure"] == "move":
                moved[line["inputs"]["ship"]].append(line["inputs"][speed])
        assert asked == [(ship, max(speeds), len(speeds)) for ship, speeds in sorted(moved.items())], name


def gwas_dice(found: list[Line]) -> Iterator[tuple[Line, bool, float]]:
    """Each die of gunfire and torpedoes of Great War at Sea: its line, whether it hit, and the chance that it did.

    A die hits from 6 on with its modifiers, by the sheet.
    """
    for line, event in events([line for line in found if line["procedure"] in ("fire", "torpedo")], "rolled"):
        if is_to_hit(event):
            plus = event["total"] - event["faces"][0]["face"]
            yield line, event["total"] >= 6, min(max(plus + 1, 0), 6) / 6


def test_who_was_lucky(ask: Ask, lines: Lines, side_of: Callable[[str], dict[str, str]]) -> None:
    asked = ask("goeben", "SELECT side, sum(hits), sum(expected) FROM shots GROUP BY side ORDER BY side")
    hits, chances = Counter[str](), Counter[str]()
    for line, hit, chance in gwas_dice(lines("goeben")):
        side = side_of("goeben")[line["inputs"]["firer"]]
        hits[side] += hit
        chances[side] += chance  # type: ignore[assignment]
    assert asked == [(side, hits[side], pytest.approx(chances[side], abs=1e-4)) for side in sorted(chances)]


def test_which_order_went_most_against_the_odds(ask: Ask, lines: Lines) -> None:
    asked = ask(
        "goeben",
        "SELECT line, firer, target FROM shots GROUP BY line, firer, target ORDER BY abs(sum(hits) - sum(expected)) DESC LIMIT 1",
    )
    odd = defaultdict[int, float](float)
    inputs = {line["number"]: line["inputs"] for line in lines("goeben")}
    for line, hit, chance in gwas_dice(lines("goeben")):
        odd[line["number"]] += hit - chance
    number = max(odd, key=lambda one: abs(odd[one]))
    assert asked == [(number, inputs[number]["firer"], inputs[number]["target"])]


def test_how_often_does_each_band_hit_in_a_great_war_at_sea(ask: Ask, lines: Lines) -> None:
    asked = ask("goeben", "SELECT band, count(*), sum(hits) FROM shots WHERE weapon <> 'torpedo' GROUP BY band ORDER BY band")
    fired, hits = Counter[str](), Counter[str]()
    for line, hit, _ in gwas_dice([line for line in lines("goeben") if line["procedure"] == "fire"]):
        far = line["inputs"]["range"]
        fired[f"{far} hex{'es' * (far > 1)}"] += 1
        hits[f"{far} hex{'es' * (far > 1)}"] += hit
    assert asked == [(band, fired[band], hits[band]) for band in sorted(fired)]
    assert sorted(fired) == ["1 hex", "2 hexes", "3 hexes"]


def test_who_had_the_initiative_in_each_turn(ask: Ask, lines: Lines) -> None:
    """A side that keeps the initiative changes nothing: the last change counts."""
    asked = ask(
        "tsushima",
        """SELECT orders.turn, json_extract_string(changes.value_after, '$') FROM orders
        ASOF JOIN (SELECT * FROM changes WHERE fact = 'initiative') AS changes ON orders.line >= changes.line
        WHERE orders.procedure = 'initiative' AND orders.in_force ORDER BY orders.turn""",
    )
    told = [(line["turn"], line["choices"][0]) for line in lines("tsushima") if line["procedure"] == "initiative"]
    assert asked == told
    assert [turn for turn, _ in told] == [1, 2, 3]


def test_which_weapon_struck_most(ask: Ask, lines: Lines) -> None:
    """Boxes by firer and gun. Those that a flood took, or ammunition that blew up, have a cause and no weapon."""
    asked = ask(
        "dogger-bank",
        """SELECT done_by, weapon, sum(boxes) FROM marks WHERE weapon IS NOT NULL AND boxes > 0
        GROUP BY done_by, weapon ORDER BY sum(boxes) DESC, done_by, weapon""",
    )
    struck = Counter[tuple[str, str]]()
    for _, event in events(lines("dogger-bank"), "marked"):
        if event.get("how", "") not in ("", "flooding", "fire and flooding", "ready ammunition"):
            struck[event["by"], event["how"]] += event["before"] - event["after"]
    assert asked == sorted(((*who, boxes) for who, boxes in struck.items()), key=lambda row: (-row[2], row[0], row[1]))
    assert asked[0][:2] == ("Tiger", "13.5-inch/45")


def test_how_much_was_lost_to_fire_and_flooding(ask: Ask, lines: Lines) -> None:
    asked = ask(
        "tsushima", "SELECT ship, cause, sum(boxes) FROM marks WHERE follows AND boxes > 0 GROUP BY ship, cause ORDER BY ship"
    )
    lost = Counter[str]()
    for _, event in events([line for line in lines("tsushima") if line["procedure"] == "ongoing"], "marked"):
        lost[event["ship"]] += max(event["before"] - event["after"], 0)
    assert asked == [(ship, "fire", boxes) for ship, boxes in sorted(lost.items())]


def test_which_shots_did_the_boxes_come_from(ask: Ask, lines: Lines) -> None:
    """Each box that a shell struck joins to a shot of its firer: the weapons of both tables are the same words."""
    asked = ask(
        "convoy",
        """SELECT fired.firer, fired.target, sum(marks.boxes) FROM marks
        JOIN (SELECT DISTINCT line AS shot_line, firer, target, weapon FROM shots) AS fired USING (shot_line, weapon)
        WHERE fired.firer = marks.done_by AND fired.target = marks.ship AND marks.track = 'hull'
        GROUP BY fired.firer, fired.target ORDER BY fired.firer, fired.target""",
    )
    told = Counter[tuple[str, str]]()
    for _, event in events(lines("convoy"), "marked"):
        if event.get("by") and event["track"] == "hull" and event["before"] > event["after"]:
            told[event["by"], event["ship"]] += event["before"] - event["after"]
    assert asked == [(*who, boxes) for who, boxes in sorted(told.items())]


def test_how_much_more_do_dice_show_that_hit(ask: Ask, lines: Lines) -> None:
    """A die joins its shot by line and number. A hit may be evaded."""
    asked = ask(
        "tsushima",
        """SELECT shots.result <> 'miss' AS hit, count(*), avg(dice.face) FROM dice JOIN shots USING (line, shot)
        WHERE dice.in_force AND shots.weapon <> 'torpedo' AND dice."throw" = 'to hit' GROUP BY hit ORDER BY hit""",
    )
    faces = defaultdict[bool, list[int]](list)
    for _, event in events([line for line in lines("tsushima") if line["procedure"] in ("fire", "volley")], "rolled"):
        if is_to_hit(event):
            faces[event["result"] == "yes"].append(event["faces"][0]["face"])
    assert asked == [(hit, len(found), pytest.approx(mean(found))) for hit, found in sorted(faces.items())]


def test_who_sank_whom(ask: Ask, lines: Lines) -> None:
    for name in "tsushima", "dogger-bank", "convoy":
        asked = ask(name, "SELECT ship, turn FROM ships WHERE lost = 'sunk' AND lost_by IS NOT NULL ORDER BY ship")
        sunk = [
            (event["subject"], event["after"][1])
            for _, event in events(lines(name), "changed")
            if event["name"] == "fate" and event["after"] and event["after"][0] == "sunk"
        ]
        assert asked == sorted(sunk), name
    assert ask("dogger-bank", "SELECT ship, lost_by FROM ships WHERE lost = 'sunk'") == [("Blücher", "Meteor")]


def test_in_which_step_was_most_to_do(ask: Ask, all_lines: Lines) -> None:
    """Each step of the turn has one name."""
    asked = ask("tsushima", "SELECT step, step_name, count(*) FROM orders GROUP BY step, step_name ORDER BY count(*) DESC")
    told = Counter(line["phase"] for line in all_lines("tsushima"))
    assert [count for *_, count in asked] == sorted(told.values(), reverse=True)
    assert asked[0][1:] == ("firing", told["firing"])


def test_how_did_the_losses_grow_from_turn_to_turn(ask: Ask, lines: Lines, side_of: Callable[[str], dict[str, str]]) -> None:
    asked = ask(
        "tsushima",
        """SELECT side, turn, sum(sum(boxes)) OVER (PARTITION BY side ORDER BY turn)
        FROM marks WHERE track = 'hull' GROUP BY side, turn ORDER BY side, turn""",
    )
    lost = defaultdict[str, Counter[int]](Counter)
    for line, event in events(lines("tsushima"), "marked"):
        if event["track"] == "hull":
            lost[side_of("tsushima")[event["ship"]]][line["turn"]] += event["before"] - event["after"]
    told = [
        (side, turn, total)
        for side, by_turn in sorted(lost.items())
        for turn, total in zip(sorted(by_turn), accumulate(by_turn[turn] for turn in sorted(by_turn)), strict=True)
    ]
    assert asked == told


def test_the_queries_of_the_documentation_answer(
    battles: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written = fleetbook("report", str(battles("convoy")), "--table", "all", "--format", "parquet", "-o", "tables")
    assert written.code == 0, written.err
    blocks = TABLES_PAGE.read_text(encoding="utf-8").split("\n\n")
    queries = [block for block in blocks if block.startswith("    SELECT")]
    assert len(queries) == 4
    with closing(duckdb.connect(":memory:")) as database:
        for query in queries:
            assert database.execute(query).fetchall(), query


def test_no_column_has_a_name_that_duckdb_reserves() -> None:
    with closing(duckdb.connect(":memory:")) as database:
        found = database.execute("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'").fetchall()
    reserved = {name for (name,) in found}
    assert {"order", "left"} & reserved
    for name, (shape, _) in TABLES.items():
        assert not set(shape.__struct_fields__) & reserved, name
