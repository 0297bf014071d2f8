"""Doctrines fight on from a moment of a played battle: its lines stay, and its models stand where ranges put them."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from fleetbook.balance.ground import ground_of
from fleetbook.balance.moment import Measured, ground_at, measured, placed
from fleetbook.balance.play import _Fight, fight
from fleetbook.balance.runs import plan_on, row_of
from fleetbook.core.doctrines.geometry import Point, Spot
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from tests.cli.shell import fleetbook

BY = {"Royal Navy": "close-in", "Kriegsmarine": "close-in"}
TURNS = 6


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, _Fight]:
    """A battle of four boats that has come to turn 6, as players leave it."""
    fought = _Fight(ground_of("ijmuiden"), "a battle", BY, None)
    while fought.journal.battle.turn < TURNS:
        fought._step()
    path = tmp_path_factory.mktemp("moment") / "evening.battle"
    write_battle(path, fought.journal)
    return path, fought


def test_the_lines_before_stay_and_the_battle_goes_on_to_its_end(played: tuple[Path, _Fight], tmp_path: Path) -> None:
    path, before = played
    ground = ground_at(path)
    assert ground.begun is not None
    fought = fight(ground, "s", BY)
    lines = len(before.journal.records)
    marks = [[record.fingerprint for record in one.records.kept] for one in (fought.journal, before.journal)]
    assert marks[0][:lines] == marks[1]
    assert fought.journal.battle.turn >= TURNS
    assert fought.journal.battle.ended
    assert fought.refused == ()
    again, otherwise = fight(ground, "s", BY), fight(ground, "t", BY)
    assert again.journal.records.kept == fought.journal.records.kept
    assert otherwise.journal.battle.state.fingerprint != fought.journal.battle.state.fingerprint
    write_battle(tmp_path / "on.battle", fought.journal)
    with BattleFile.open(tmp_path / "on.battle") as file:
        assert verified(file) == []


def test_the_models_stand_as_far_apart_as_was_measured(played: tuple[Path, _Fight]) -> None:
    path, before = played
    ranges = list(measured(before.journal))
    assert ranges
    ground = ground_at(path)
    for one in ranges:
        if one.turn == before.journal.battle.turn:
            assert ground.spots[one.one].at.to(ground.spots[one.other].at) == pytest.approx(one.far, abs=6)
    assert ground.begun is not None
    assert f"evening.battle after line {len(before.journal.records)}, turn {TURNS}." in ground.begun.words
    assert f"{len(ranges)} ranges measured last" in ground.begun.words


def test_places_fit_ranges_and_neighbours_go_along() -> None:
    setup = load_setup("ijmuiden")
    battle = ruleset("coastal").begin(setup)
    spots = {
        "MGB 77": Spot(Point(10, 50), 90), "MGB 81": Spot(Point(10, 56), 90), "S 136": Spot(Point(110, 50), 270),
        "S 138": Spot(Point(110, 56), 270),
    }  # fmt: skip
    found, misfit = placed(spots, [Measured("MGB 77", "S 136", 40, 1)], battle, (200, 200))
    assert misfit < 4
    assert found["MGB 77"].at.to(found["S 136"].at) == pytest.approx(40, abs=4)
    for one, other in (("MGB 77", "MGB 81"), ("S 136", "S 138")):
        assert found[one].at.to(found[other].at) == pytest.approx(6, abs=2)
    assert [found[name].heading for name in spots] == [90, 90, 270, 270]
    assert placed(spots, [], battle, (200, 200)) == (spots, 0)


def test_a_range_entered_later_counts_and_an_undone_one_does_not() -> None:
    journal = Journal(ruleset("coastal"), load_setup("ijmuiden"), "s")
    assert list(measured(journal)) == []
    fought = _Fight(ground_of("ijmuiden"), "a battle", BY, None)
    while not list(measured(fought.journal)):
        fought._step()
    (*_, last) = measured(fought.journal)
    pairs = [frozenset((one.one, one.other)) for one in measured(fought.journal)]
    assert all(one != other for one, other in combinations(pairs, 2))
    fought.journal.append(fought.journal.undo(0))
    assert last.far > 0
    assert list(measured(fought.journal)) == []


def test_a_line_before_is_a_moment_too_and_wrong_ones_are_said(played: tuple[Path, _Fight], tmp_path: Path) -> None:
    path, before = played
    assert ground_at(path, 0).spots == ground_of("ijmuiden").spots
    row = row_of(plan_on(ground_at(path, 0), {side: [name] for side, name in BY.items()}, 1, "s", {}), tuple(BY.values()), 1)
    assert [*row.course[0]] == [1, 1]
    with pytest.raises(InvalidInput, match="a line of the battle"):
        ground_at(path, len(before.journal.records) + 1)
    with pytest.raises(InvalidInput, match="no place for"):
        ground_at(path, table="barfleur")
    over = tmp_path / "over.battle"
    write_battle(over, fight(ground_of("ijmuiden"), "s", {"Royal Navy": "close-in", "Kriegsmarine": "run-home"}).journal)
    with pytest.raises(InvalidInput, match="before the battle was ended"):
        ground_at(over)


def test_the_command_says_where_the_models_stand(played: tuple[Path, _Fight]) -> None:
    path, _ = played
    words = ("--doctrine", "Royal Navy=close-in", "--doctrine", "Kriegsmarine=run-home", "--jobs", "1", "--battles", "2")
    ran = fleetbook("balance", str(path), *words)
    assert ran.code == 0, ran.err
    assert "From a moment of a battle: evening.battle after line" in " ".join(ran.out.split())
    found = json.loads(fleetbook("balance", str(path), *words, "--format", "json").out)
    assert found["fought"] == 2
    assert "The true places at the table may differ." in found["moment"]
    for wrong, said in (
        (("ijmuiden", "--at", "3"), "a battle file"), ((str(path), "--what", "light=day"), "a figure of the plane"),
    ):  # fmt: skip
        assert said in fleetbook("balance", *wrong).err
