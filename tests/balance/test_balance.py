"""Many battles: the numbers against an independent count, the same table on any number of processes, no side favoured."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from fleetbook.balance.runs import Plan, balance_of, fought, plan_of, row_of, rows
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.balance.rows import BattleRow, FateRow, FoughtRow
from fleetbook.reports.balance.shares import difference, wilson
from fleetbook.reports.balance.summary import comparisons, fates, pairs_of, spans
from fleetbook.reports.shape import to_json
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verified
from tests.cli.shell import fleetbook

SIDES = ("Red", "Blue")
DUEL = """
ruleset = "coastal"
title = "A duel"
rosters = ["coastal/royal-navy"]

[conditions]
light = "night"
weather = "clear"
sea = "calm"
aware = "both"

[victory]
compare = true

[[victory.count]]
name = "boxes {first}"
side = "{first}"
what = "boxes"

[[victory.count]]
name = "boxes {second}"
side = "{second}"
what = "boxes"

[table]
wide = 120
high = 120
turns = 8
quiet = 4

[[side]]
name = "{first}"
ships = [{{ card = "BPB 71.5 ft MGB", name = "West 1" }}, {{ card = "BPB 71.5 ft MGB", name = "West 2" }}]

[[side.place]]
of = ["West 1", "West 2"]
at = [40, 60]
heading = 90
apart = 6

[[side]]
name = "{second}"
ships = [{{ card = "BPB 71.5 ft MGB", name = "East 1" }}, {{ card = "BPB 71.5 ft MGB", name = "East 2" }}]

[[side.place]]
of = ["East 1", "East 2"]
at = [60, 60]
heading = 270
apart = 6
"""


def duel(folder: Path, first: str, second: str) -> Path:
    """A scenario of two equal sides. The first is in the west."""
    path = folder / f"{first}-{second}.toml"
    path.write_text(DUEL.format(first=first, second=second), encoding="utf-8")
    return path


def row(doctrines: str, number: int, winner: str, ended: str = "aim", ships: Sequence[FateRow] = ()) -> FoughtRow:
    battle = BattleRow(
        number=number, seed=f"s/{number}", doctrines=doctrines, winner=winner, degree="", decided="aim", ended=ended,
        turns=10 + number, orders=100, refused=0, lost="0 / 0",
    )  # fmt: skip
    one, _, other = doctrines.partition(" / ")
    return FoughtRow(battle=battle, pair=(one, other), fates=tuple(ships))


def fate(fate: str, turn: int | None, share: float) -> FateRow:
    return FateRow(ship="Ajax", side="Red", fate=fate, turn=turn, share=share)


# ------------------------------------------------------------ numbers


@pytest.mark.parametrize(("won", "battles"), [(0, 10), (3, 10), (10, 10), (50, 100), (1, 1)])
def test_wilsons_ends_are_the_shares_from_which_the_count_is_196_deviations_away(won: int, battles: int) -> None:
    for end in wilson(won, battles):
        assert 0 <= end <= 1
        if 1e-9 < end < 1 - 1e-9:
            deviation = sqrt(end * (1 - end) / battles)
            assert abs(won / battles - end) / deviation == pytest.approx(1.96, abs=0.001)


def test_the_interval_holds_the_true_share_in_most_tables() -> None:
    share, battles = 0.3, 40
    inside = [won for won in range(battles + 1) if wilson(won, battles)[0] <= share <= wilson(won, battles)[1]]
    chance = sum(comb(battles, won) * share**won * (1 - share) ** (battles - won) for won in inside)
    assert 0.93 < chance < 0.98


def test_pairs_spans_and_fates_are_counted() -> None:
    sunk, left = fate("sunk", 4, 0.0), fate("left", 9, 0.5)
    found = [
        row("a / c", 1, "Red", ships=[sunk]), row("a / c", 2, "", "turn limit", [left]), row("b / c", 1, "Blue", ships=[sunk]),
        row("b / c", 2, "Blue", ships=[fate("fights on", None, 1.0)]),
    ]  # fmt: skip
    first, second = pairs_of(found, SIDES)
    assert (first.doctrines, first.battles, first.nobody) == ({"Red": "a", "Blue": "c"}, 2, 1)
    assert [share.won for share in first.sides] == [1, 0]
    assert first.ended == {"aim": 1, "turn limit": 1}
    assert first.turns == 11.5
    assert (first.lost, second.lost) == ({"Red": 0.5, "Blue": 0.0}, {"Red": 0.5, "Blue": 0.0})
    red, blue = spans([first, second], SIDES)
    assert (red.lowest, red.with_lowest, red.highest, red.with_highest) == (0, "b / c", 0.5, "a / c")
    assert (blue.lowest, blue.highest) == (0, 1)
    (ajax,) = fates(found)
    assert (ajax.lost, ajax.left, ajax.fights, ajax.spent, ajax.turn, ajax.boxes) == (0.5, 0.25, 0.25, 0, 4, 0.75)


def test_doctrines_are_compared_battle_by_battle() -> None:
    winners = {"a / c": "RRRB", "b / c": "RBBB", "a / d": "BBBB"}
    names = {"R": "Red", "B": "Blue"}
    found = [row(pair, number, names[who]) for pair, whos in winners.items() for number, who in enumerate(whos, 1)]
    red, blue = comparisons(found, SIDES)  # "b / c" and "a / d" differ in both sides
    assert (red.side, red.one, red.other, red.against, red.battles, red.more) == ("Red", "a", "b", "c", 4, 0.5)
    assert (blue.side, blue.one, blue.other, blue.more) == ("Blue", "c", "d", -0.75)


@pytest.mark.parametrize(
    ("both", "first", "second", "neither", "low", "high"),
    [  # as Newcombe prints them for his method 10 (Statistics in Medicine 17, 1998, pages 2635 to 2650)
        (36, 12, 2, 0, 0.0569, 0.3404),
        (36, 14, 0, 0, 0.1528, 0.4167),
    ],
)
def test_the_interval_of_a_difference(both: int, first: int, second: int, neither: int, low: float, high: float) -> None:
    won = [(True, True)] * both + [(True, False)] * first + [(False, True)] * second + [(False, False)] * neither
    found = difference(won)
    assert found[0] == pytest.approx((first - second) / len(won))
    assert list(found[1:]) == pytest.approx([low, high], abs=0.0001)


def test_a_difference_is_never_certain_after_few_battles() -> None:
    assert list(difference([(True, False)] * 10)) == pytest.approx([1, 0.608, 1], abs=0.001)
    alike = difference([(True, True)] * 10 + [(False, False)] * 10)  # in each battle
    assert list(alike) == pytest.approx([0, 0, 0], abs=1e-6)


# ------------------------------------------------------------ battles


def test_the_table_is_the_same_on_one_process_and_on_two(tmp_path: Path) -> None:
    pytest.importorskip("joblib", reason="the extra balance is not installed")
    plan = plan_of(duel(tmp_path, "Red", "Blue"), {"Red": ["close-in"]}, 2, "s", {})
    one, two = (to_json(balance_of(plan, rows(plan, jobs))) for jobs in (1, 2))
    assert one == two
    assert json.loads(one)["fought"] == 12


def test_the_table_does_not_depend_on_the_order_of_the_rows(tmp_path: Path) -> None:
    plan = plan_of(duel(tmp_path, "Red", "Blue"), {"Red": ["close-in"], "Blue": ["close-in", "hold-range"]}, 2, "s", {})
    found = list(rows(plan))
    assert to_json(balance_of(plan, found)) == to_json(balance_of(plan, found[::-1]))


def test_no_name_of_a_side_is_favoured(tmp_path: Path) -> None:
    """The sides change names and nothing else: each battle is won by the other name."""
    by = ("close-in", "hold-range")
    plans = [
        plan_of(duel(tmp_path, one, other), {one: by[:1], other: by[1:]}, 6, "s", {})
        for one, other in (("Red", "Blue"), ("Blue", "Red"))
    ]
    wins = [[row.battle.winner for row in rows(plan)] for plan in plans]
    other = {"Red": "Blue", "Blue": "Red", "": ""}
    assert wins[1] == [other[winner] for winner in wins[0]]
    assert wins[0].count("Red") + wins[1].count("Red") == wins[0].count("Blue") + wins[1].count("Blue")
    assert "Red" in wins[0] + wins[1]  # not all are drawn


def test_a_battle_of_a_plan_fought_again_is_the_same_and_no_proposal_is_refused(tmp_path: Path) -> None:
    plan = plan_of("ijmuiden", {}, 1, "s", {})
    for pair in plan.pairs[::5]:
        found, again = row_of(plan, pair, 1), fought(plan, pair, 1)
        assert found.battle.refused == 0
        assert (found.battle.ended, found.battle.orders) == (again.ended, len(again.journal.records))


def test_wrong_sides_doctrines_and_figures_are_said() -> None:
    for wanted, changed, said in (
        ({"Royal Nvy": ["close-in"]}, {}, "Royal Navy"),
        ({"Royal Navy": ["close-inn"]}, {}, "close-in"),
        ({}, {"aim eror": 3.0}, "aim error"),
    ):
        with pytest.raises(InvalidInput, match=said):
            plan_of("ijmuiden", wanted, 1, "s", changed)


def test_a_changed_figure_changes_the_battle() -> None:
    by = {"Royal Navy": ["torpedo-run"], "Kriegsmarine": ["hold-range"]}
    usual, wide = (plan_of("barfleur", by, 1, "s", changed) for changed in ({}, {"aim error": 60.0}))
    pair = usual.pairs[0]
    assert fought(usual, pair, 1).journal.battle.state.fingerprint != fought(wide, pair, 1).journal.battle.state.fingerprint
    balance = balance_of(wide, [row_of(wide, pair, 1)])
    assert (balance.changed, balance.figures["aim error"]) == (("aim error",), "60 degrees")


# ------------------------------------------------------------ the command

ONE = ("--doctrine", "Red=close-in", "--doctrine", "Blue=hold-range", "--jobs", "1", "--battles", "1")


@pytest.mark.parametrize("form", ["txt", "md", "html", "csv", "json", "bbcode"])
def test_each_format(form: str, tmp_path: Path) -> None:
    ran = fleetbook("balance", str(duel(tmp_path, "Red", "Blue")), *ONE, "--format", form)
    assert ran.code == 0, ran.err
    assert "close-in" in ran.out
    if form == "json":
        balance = json.loads(ran.out)
        assert (balance["fought"], balance["wanted"], balance["pairs"][0]["battles"]) == (1, 1, 1)
    if form == "csv":
        head, first = ran.out.splitlines()
        assert head.startswith('"number","seed","doctrines","winner"')
        assert first.startswith('1,"1/1","close-in / hold-range"')


def test_kept_battles_verify(tmp_path: Path) -> None:
    ran = fleetbook("balance", str(duel(tmp_path, "Red", "Blue")), *ONE, "--keep", str(tmp_path / "kept"))
    assert ran.code == 0, ran.err
    (path,) = (tmp_path / "kept").glob("*.battle")
    with BattleFile.open(path) as file:
        assert verified(file) == []
    assert fleetbook("verify", str(path)).code == 0
    told = fleetbook("report", str(path), "--format", "txt").out
    assert "The dice were simulated" in told


def test_ctrl_c_writes_the_table_of_what_was_fought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(plan: Plan, *_: Any) -> Any:
        yield row_of(plan, plan.pairs[0], 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("fleetbook.cli.commands.battle.balance.rows", stopped)
    ran = fleetbook("balance", str(duel(tmp_path, "Red", "Blue")), *ONE[:-1], "3")
    assert ran.code == 0
    assert "stopped: 1 battle of 3" in ran.err
    assert "The work was stopped after 1 of 3 battles." in ran.out


def test_stopped_work_goes_on_and_ends_with_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario, kept, whole = str(duel(tmp_path, "Red", "Blue")), tmp_path / "rows", ("balance", "--battles", "3", *ONE[:-2])
    wanted = fleetbook(whole[0], scenario, *whole[1:], "--format", "json").out
    fleetbook("balance", scenario, *ONE, "--resume", str(kept))
    with kept.open("ab") as file:
        file.write(b'{"battle":')  # a crash cut the line off
    numbers: list[int] = []

    def noted(plan: Plan, pair: tuple[str, ...], number: int) -> FoughtRow:
        numbers.append(number)
        return row_of(plan, pair, number)

    monkeypatch.setattr("fleetbook.balance.runs.row_of", noted)
    assert fleetbook(whole[0], scenario, *whole[1:], "--resume", str(kept), "--format", "json").out == wanted
    assert numbers == [2, 3]
    assert len(kept.read_bytes().splitlines()) == 4
    ran = fleetbook("balance", scenario, *ONE, "--resume", str(kept), "--seed", "other")
    assert (ran.code, "rows of other battles" in ran.err) == (2, True)


def test_wrong_usage_is_said(tmp_path: Path) -> None:
    path = str(duel(tmp_path, "Red", "Blue"))
    for words, said in (
        (("--doctrine", "close-in"), "SIDE=NAME"),
        (("--what", "aim error"), "NAME=VALUE"),
        (("--what", "aim eror=3"), "aim error"),
        (("--what", "light=dusk"), "night"),
        (("--what", "aim error=-1"), "0 or more"),
        (("--format", "svg"), "svg"),
        (("-o", "x.svg"), "allowed: one of md, html"),
    ):
        ran = fleetbook("balance", path, *words)
        assert ran.code == 2
        assert said in ran.err + ran.out
    ran = fleetbook("balance", "coronel")
    assert "[table]" in ran.err


@pytest.mark.parametrize(("missing", "words"), [("joblib", ("--jobs", "2")), ("distributed", ("--cluster", "tcp://127.0.0.1:1"))])
def test_what_is_not_installed_is_named_with_its_extra(
    missing: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    ran = fleetbook("balance", str(duel(tmp_path, "Red", "Blue")), *words)
    assert ran.code == 2
    assert "pip install 'fleetbook[" in ran.err
