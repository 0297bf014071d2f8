"""Random seasons: random battles, counted, mended and fought again. They derive again from the file, and nobody is healed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.verify import verify_record
from fleetbook.rules.campaign.counting import CountBattle
from fleetbook.rules.campaign.orders import PassDays, Prize
from fleetbook.rules.campaign.ship import CampaignShip
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.campaign.verify import verify_campaign
from fleetbook.testing.invariants import check_line
from tests.campaign.seasons import BOATS, LINE, begun, count, fight, give

SEEDS, FEW = range(1000), 2
LINES = 14


def ready(file: BattleFile, names: tuple[str, ...]) -> list[CampaignShip]:
    return [ship for ship in map(file.journal.battle.ship, names) if not ship.unfit]


def try_order(file: BattleFile, rng: Random) -> bool:
    """Give a random order between two battles, if the rules allow it."""
    battle = file.journal.battle
    side = rng.choice(battle.sides)
    port = rng.choice({"North": ["Haven", "Sound"], "South": ["Roads"]}[side])
    ships = [ship.name for ship in battle.ships(side) if not ship.held]
    named = rng.sample(ships, min(len(ships), rng.randint(1, 3)))
    orders: dict[str, dict[str, object]] = {
        "sail": {"ships": named, "to": rng.choice([port, "at sea"])},
        "pass": {"days": rng.choice([1, 3, 20])},
        "refit": {"port": port},
        "restock": {"port": port},
        "join": {"ship": "Fuji"},
        "prize": {"ship": rng.choice([*battle.ship_names]), "side": side},
        "strike": {"ship": rng.choice([*ships, "Fuji"]), "track": "hull", "boxes": 1, "reason": "a mine"},
    }
    name = rng.choice([*orders, "sail", "sail"])
    try:
        give(file, name, **orders[name])
    except FleetbookError:
        return False
    return True


def try_battle(file: BattleFile, rng: Random, folder: Path) -> bool:
    """Fight a random battle of ships that may fight, and count it."""
    kind = rng.choice([LINE, BOATS])
    ships = [ship.name for ship in ready(file, kind)]
    if {file.journal.battle.ship(name).flag for name in ships} != {"North", "South"}:
        return False
    path = folder / f"{len(list(folder.glob('*.battle')))}.battle"
    fight(file, ships, path, rng.randrange(10**6)).close()
    try:  # which verifies the battle
        count(file, path)
    except Refused as refused:  # what the referee cannot set by hand hangs on, such as torpedoes in the water
        assert "must be settled first" in str(refused)
        return False
    return True


def season(folder: Path, seed: int) -> BattleFile:
    """A random season. It is open."""
    rng, file = Random(seed), begun(folder)
    while len(file.journal.records) < LINES:
        share = rng.random()
        if share < 0.35:
            try_battle(file, rng, folder)
        elif share < 0.45 and file.journal.position:
            file.undo()
            if rng.random() < 0.7:
                file.redo()
        else:
            try_order(file, rng)
    return file


def in_force(file: BattleFile) -> Iterator[int]:
    return iter(file.journal.undo_history.line_to(file.journal.position))


def check_ships(file: BattleFile) -> None:
    """No ship has more boxes than her card; none is healed by a battle; none fights that is gone, in dock or not in service."""
    journal = file.journal
    for number in in_force(file):
        order, before, after = (
            journal.order_of(journal.record(number)),
            journal.battle_before(number),
            journal.battle_after(number),
        )
        for ship in after.ships():
            for track, full in ship.new.tracks.items():
                assert 0 <= ship.left(track) <= full, (number, ship.name, track)
            assert before.ship(ship.name).afloat or not ship.afloat or isinstance(order, Prize), (number, ship.name)
        if isinstance(order, CountBattle):
            for one in order.counts:
                ship = before.ship(one.name)
                assert not ship.unfit
                assert dict(one.left).get("hull", 0) <= ship.left("hull")
        elif not isinstance(order, PassDays):
            assert all(after.ship(ship.name).left("hull") <= ship.left("hull") for ship in before.ships())


def check_undo(file: BattleFile, rng: Random) -> None:
    """Back to three lines of the season, and on again: nothing differs, and each line leaves what it left before."""
    for _ in range(3):
        before, back = file.journal.battle.state.fingerprint, rng.randint(0, len(file.journal.records))
        wanted = file.journal.battle_after(back).state.fingerprint if back else file.journal.start.state.fingerprint
        try:
            file.undo(back)
        except Refused:  # it is the line where the season stands, or was taken back
            continue
        assert file.journal.battle.state.fingerprint == wanted
        file.redo()
        assert file.journal.battle.state.fingerprint == before


def check_view(journal: Journal[Any], side: str) -> None:
    """What a side reads derives again, and has the ships that sail for it as they are, prizes among them."""
    view = read_by(journal, side)
    assert {verify_record(view, record) for record in view.records} <= {""}
    for ship in (ship for ship in journal.battle.ships() if ship.flag == side):
        mine = view.battle.ship(ship.name)
        assert (mine.scars, mine.berth, mine.joined, mine.docked, mine.lost) == (
            ship.scars, ship.berth, ship.joined, ship.docked, ship.lost,
        )  # fmt: skip


@pytest.mark.parametrize("seed", [seed if seed < FEW else pytest.param(seed, marks=pytest.mark.campaign) for seed in SEEDS])
def test_a_random_season_derives_again_and_heals_nobody(tmp_path: Path, seed: int) -> None:
    with season(tmp_path, seed) as file:
        journal = file.journal
        check_line(journal, journal.records[-1])
        check_ships(file)
        check_undo(file, Random(seed))
        for side in journal.setup.sides:
            check_view(journal, side)
        before = journal.battle.state.fingerprint
    with BattleFile.open(tmp_path / "season.campaign", read_only=True) as again:
        assert (again.damage, again.journal.battle.state.fingerprint) == ("", before)
        assert verify_campaign(again, tmp_path)[1:3] == ([], [])


@pytest.mark.parametrize("seed", [101, pytest.param(102, marks=pytest.mark.campaign)])
def test_any_line_and_on_again_is_the_same_season(tmp_path: Path, seed: int) -> None:
    with season(tmp_path, seed) as file:
        rng = Random(seed)
        for _ in range(15):
            before = file.journal.battle.state.fingerprint
            try:
                file.undo(rng.randint(0, len(file.journal.records)))
            except Refused:
                continue
            file.redo()
            assert file.journal.battle.state.fingerprint == before
    assert verify(tmp_path / "season.campaign") == []


def test_seasons_count_battles_and_mend_ships(tmp_path: Path) -> None:
    """The random seasons are no empty ones."""
    kinds = set[str]()
    for seed in range(FEW):
        (folder := tmp_path / str(seed)).mkdir()
        with season(folder, seed) as file:
            kinds |= {file.journal.record(number).procedure for number in in_force(file)}
    assert {"count", "pass", "sail", "refit"} <= kinds
