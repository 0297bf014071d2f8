"""A side reads its own ships, ports and stores, and of the others what it saw in battle.

Two seasons that differ in what it may not know are the same to it, to the last byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.campaign.side_season import read_by
from tests.campaign.seasons import PLAN, begun, count, give
from tests.cli.shell import fleetbook
from tests.trust.twins import DOCUMENTS, differing

R_42 = '{ card = "R-boot R41", name = "R 42"'
SCARRED = PLAN.replace(
    'squadron = "Battleships", port = "Roads" }', 'squadron = "Battleships", port = "Roads", left = { hull = 26 } }'
)


@dataclass
class Secret:
    """What North may not know of a season: South's plan, and what happens at some moments of it."""

    old: str = ""
    new: str = ""
    unseen_boxes: int = 1
    marker: str = "Poltava"
    then: Callable[[BattleFile], object] = field(default=lambda file: None)


def end(file: BattleFile) -> None:
    file.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))


def fought(campaign: BattleFile, folder: Path, secret: Secret) -> None:
    """A battle by day, of which North reads all; and one by night, in which North sees neither R boat."""
    setup = next_setup(campaign.journal.battle, ["Mikasa", "Asahi", "Poltava"], "Off the roads")
    with BattleFile.create(folder / "day.battle", setup, "seed") as file:
        give(file, "strike", ship="Poltava", track="hull", boxes=6, reason="a shell")
        give(file, "strike", ship="Mikasa", track="hull", boxes=2, reason="a shell")
        end(file)
    count(campaign, folder / "day.battle")
    setup = next_setup(campaign.journal.battle, ["MTB 1", "MTB 2", "R 41"], "Off the Maas")
    setup = msgspec.structs.replace(setup, conditions={"light": "night"})
    with BattleFile.create(folder / "night.battle", setup, "seed") as file:
        give(file, "strike", ship="R 41", track="hull", boxes=secret.unseen_boxes, reason="a mine")
        give(file, "strike", ship="MTB 1", track="hull", boxes=1, reason="a wreck")
        end(file)
    count(campaign, folder / "night.battle")


def season(folder: Path, secret: Secret) -> Journal[Any]:
    """A season with this secret. It is the same to North with any."""
    folder.mkdir()
    assert secret.old in SCARRED
    with begun(folder, SCARRED.replace(secret.old, secret.new) if secret.old else SCARRED) as file:
        fought(file, folder, secret)
        secret.then(file)
        give(file, "sail", ships=["Asahi"], to="Haven")
        give(file, "refit", port="Haven")
        give(file, "note", words="the fog lifts")
        give(file, "pass", days=5)
        return file.journal


def repaired(file: BattleFile) -> None:
    give(file, "refit", port="Roads")


def several_orders(file: BattleFile) -> None:
    give(file, "sail", ships=["R 42"], to="at sea")
    give(file, "note", words="Retvizan coals")
    give(file, "strike", ship="Poltava", track="hull", boxes=3, reason="a mine")
    give(file, "sail", ships=["Poltava"], to="at sea")
    file.undo()
    file.redo()


SECRETS = {
    "an enemy that was never met": Secret("left = { hull = 20 }", "left = { hull = 11 }"),
    "docks": Secret('"Roads", docks = 2', '"Roads", docks = 9'),
    "a port": Secret('{ name = "Roads", docks = 2 }', '{ name = "Roads", docks = 2 }, { name = "Cove" }'),
    "a ship to come": Secret(R_42, f'{{ card = "R-boot R41", name = "R 49", joins = "1904-05-01" }}, {R_42}'),
    "boxes of a boat that nobody saw": Secret(unseen_boxes=3),
    "a refit": Secret(then=repaired),
    "orders, notes and a mine": Secret(then=several_orders),
    "nothing": Secret(),
}  # fmt: skip


def read(journal: Journal[Any], side: str) -> dict[str, str]:
    view = read_by(journal, side)
    return {name: write(view) for name, write in DOCUMENTS.items() if name != "report --briefing"}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Journal[Any]:
    return season(tmp_path_factory.mktemp("plain") / "season", Secret())


@pytest.fixture(scope="module")
def as_north_reads(plain: Journal[Any]) -> dict[str, str]:
    return read(plain, "North")


@pytest.mark.parametrize("name", SECRETS)
def test_north_reads_the_same_bytes_whatever_south_hides(
    tmp_path: Path, plain: Journal[Any], as_north_reads: dict[str, str], name: str
) -> None:
    other = season(tmp_path / "season", SECRETS[name])
    assert list(differing(as_north_reads, read(other, "North"))) == []
    mine, theirs = (read_by(each, "South") for each in (plain, other))
    same = mine.setup == theirs.setup and mine.battle.state.fingerprint == theirs.battle.state.fingerprint
    assert same == (name == "nothing")  # South knows it


def test_a_side_reads_its_own_ships_as_they_are_and_others_as_it_saw_them_last(plain: Journal[Any]) -> None:
    north, south = (read_by(plain, side).battle for side in ("North", "South"))
    truth = plain.battle
    assert [ship.name for ship in north.ships()] == ["Mikasa", "Asahi", "Fuji", "MTB 1", "MTB 2", "Poltava", "R 41"]
    for side, view in (("North", north), ("South", south)):
        for ship in truth.ships(side):
            mine, true = view.ship(ship.name), ship
            assert (mine.scars, mine.berth, mine.joined, mine.docked) == (true.scars, true.berth, true.joined, true.docked)
    assert north.ship("Poltava").scars == {"hull": 20}
    assert north.ship("R 41").scars == {}  # never seen: her boxes are not known
    assert (south.ship("MTB 1").scars, south.ship("Mikasa").scars) == ({}, {"hull": 29})
    assert north.card("Poltava").motion == "seen 8 Feb 1904"


def test_a_season_as_a_side_reads_it_is_sound_and_ends_open(tmp_path: Path) -> None:
    journal = season(tmp_path / "season", Secret(then=several_orders))
    for side in ("North", "South"):
        view = read_by(journal, side)
        assert {verify_record(view, record) for record in view.records} == {""}
    with BattleFile.open(tmp_path / "season" / "season.campaign") as file:
        give(file, "end", reason="peace", winner="drawn")
        assert [ship.name for ship in read_by(file.journal, "North").battle.ships()] == list(file.journal.battle.ship_names)


def test_the_commands_take_a_side(tmp_path: Path) -> None:
    season(tmp_path / "season", SECRETS["orders, notes and a mine"])
    path = str(tmp_path / "season" / "season.campaign")
    for words in (("campaign", "status", path), ("campaign", "report", path, "--format", "md"), ("log", path, "--working")):
        north, south = (fleetbook(*words, "--side", side) for side in ("North", "South"))
        assert (north.code, south.code) == (0, 0)
        assert "Retvizan" not in north.out
        assert "R 42" not in north.out
        assert "Retvizan" in south.out
    ran = fleetbook("campaign", "status", path, "--side", "East")
    assert (ran.code, "found East" in ran.err) == (2, True)
    with pytest.raises(InvalidInput, match="found East"), BattleFile.open(Path(path), read_only=True) as file:
        read_by(file.journal, "East")
