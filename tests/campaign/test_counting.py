"""A battle is counted once, whole, by the ships as the campaign has them; what they lost there they have lost in the campaign."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.standard_orders import EndBattle, NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.rules.campaign.ship import CampaignShip
from fleetbook.rules.campaign.words import Says
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.battles import BegunOutside, count_order, hanging_words
from fleetbook.store.campaign.scenario import next_setup, write_next
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.campaign.together import order_to_count
from fleetbook.store.campaign.verify import verify_campaign
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from tests.campaign.seasons import BOATS, LINE, PLAN, begun, count, give, settle, try_random
from tests.cli.shell import fleetbook


def battle(campaign: BattleFile, path: Path, ships: tuple[str, ...] = LINE) -> BattleFile:
    return BattleFile.create(path, next_setup(campaign.journal.battle, ships, "Off the roads"), "seed")


def end(file: BattleFile) -> None:
    file.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))


def give_if_legal(file: BattleFile, name: str, **inputs: object) -> bool:
    """Give an order if the rules allow it."""
    try:
        give(file, name, **inputs)
    except (Refused, InvalidInput):
        return False
    return True


def strike(file: BattleFile, ship: str, boxes: int) -> None:
    give(file, "strike", ship=ship, track="hull", boxes=boxes, reason="a hit")


def test_boxes_guns_and_torpedoes_lost_in_a_battle_are_lost_in_the_campaign(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Poltava", 7)
            give(file, "set", ship="Poltava", condition="engine", value="2", reason="a hit")
            give(file, "set", ship="Mikasa", condition="guns out: fore 12 in", value="1", reason="a hit")
            end(file)
        count(campaign, tmp_path / "a.battle")
        now = campaign.journal.battle
        assert now.ship("Poltava").scars == {"hull": 20, "engine": 2}
        assert now.ship("Mikasa").scars == {"guns out/fore 12 in": 1}
        assert now.ship("Asahi").scars == {}
        assert now.card("Poltava").tracks[0].left == 20
        assert "ENGINE 2" in {condition.short for condition in now.card("Poltava").conditions}
    assert verify(tmp_path / "season.campaign") == []


def test_the_next_scenario_has_the_scars_the_commander_and_the_squadrons_and_verifies(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Mikasa", 11)
            end(file)
        count(campaign, tmp_path / "a.battle")
        write_next(campaign.journal.battle, ["Mikasa", "Poltava"], "Again", tmp_path / "next.toml")
    setup = read_setup(tmp_path / "next.toml")
    mikasa, poltava = setup.ships
    assert (mikasa.left, mikasa.commander, mikasa.squadron) == ({"hull": 20}, "Togo", "Line")
    assert (poltava.left, setup.date, setup.title) == ({}, "1904-02-08", "Again")
    with BattleFile.create(tmp_path / "b.battle", setup, "seed") as file:
        assert file.journal.battle.ship("Mikasa").hull == 20
        assert file.journal.battle.ship("Mikasa").flagship
    assert verify(tmp_path / "b.battle") == []


def test_a_ship_without_hull_boxes_is_left_out_of_the_next_scenario_with_the_reason(tmp_path: Path) -> None:
    """A boat without hull boxes makes for the table's edge (C9): she sails home, and fights again once she has a box."""
    text = PLAN.replace('name = "MTB 2", port = "Haven"', 'name = "MTB 2", port = "Haven", left = { hull = 0 }')
    with begun(tmp_path, text) as campaign:
        reason = "MTB 2 is out of the fight (no hull boxes left: makes for the table's edge)"
        with pytest.raises(Refused, match=re.escape(reason)):
            next_setup(campaign.journal.battle, BOATS, "Night")
        assert not campaign.journal.battle.ship("MTB 2").held
        give(campaign, "refit", port="Haven")
        give(campaign, "pass", days=1)
        give(campaign, "refit", port="Haven", without=["MTB 2"])
        assert next_setup(campaign.journal.battle, BOATS, "Night").ships[1].left == {"hull": 1}


def test_the_strength_of_a_scenario_counts_the_boxes_that_are_left(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        write_next(campaign.journal.battle, ["Mikasa", "Poltava", "Retvizan"], "Again", tmp_path / "next.toml")
    told = fleetbook("check", str(tmp_path / "next.toml")).out
    assert "South: 2 ships, hull 47 of 55," in told  # Poltava has all of her 27 boxes, Retvizan 20 of 28
    assert "North: 1 ship, hull 31," in told


def test_a_ship_that_a_plan_says_is_damaged_begins_so(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        assert campaign.journal.battle.ship("Retvizan").scars == {"hull": 20}
        assert next_setup(campaign.journal.battle, ["Mikasa", "Retvizan"], "").ships[1].left == {"hull": 20}


def sunk(file: BattleFile, name: str) -> None:
    """Play at random until a ship without hull boxes has gone down."""
    strike(file, name, file.journal.battle.ship(name).hull)
    rng = Random(1)
    for _ in range(400):
        if file.journal.battle.ship(name).lost:
            break
        try_random(file, rng)
    assert file.journal.battle.ship(name).lost == "sunk"


def test_a_sunk_ship_stays_lost_and_neither_fights_nor_sails(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            sunk(file, "Poltava")
            settle(file)
            end(file)
        count(campaign, tmp_path / "a.battle")
        now = campaign.journal.battle
        assert (now.ship("Poltava").lost, now.card("Poltava").lost) == ("sunk", "sunk")
        assert now.card("Poltava").end_words == "sunk: Off the roads, 8 Feb 1904"
        with pytest.raises(Refused, match="Poltava is sunk"):
            give(campaign, "sail", ships=["Poltava"], to="at sea")
        with pytest.raises(Refused, match="Poltava is sunk"):
            next_setup(now, ["Mikasa", "Poltava"], "")
        give(campaign, "pass", days=100)
        assert campaign.journal.battle.ship("Poltava").lost == "sunk"


def test_a_ship_that_left_the_table_is_at_sea_again(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        assert campaign.journal.battle.ship("R 42").berth == "Roads"
        with battle(campaign, tmp_path / "a.battle", BOATS) as file:
            strike(file, "R 42", 1)
            for _ in range(60):
                if not give_if_legal(file, "leave", ship="R 42"):
                    give(file, "next")
                if file.journal.battle.ship("R 42").fate:
                    break
            assert file.journal.battle.card("R 42").end_words.startswith(("left", "fled"))
            end(file)
        record = count(campaign, tmp_path / "a.battle")
        ship = campaign.journal.battle.ship("R 42")
        assert (ship.afloat, ship.berth, ship.held) == (True, "", "")
        assert ship.scars == {"hull": ship.full("hull") - 1}
        assert campaign.journal.battle.ship("MTB 2").berth == "Haven"  # she was there to the end
        assert "R 42" in campaign.journal.results(record)[0].means


def test_a_battle_that_goes_on_is_not_counted(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign, battle(campaign, tmp_path / "a.battle") as file:
        with pytest.raises(Refused, match="Off the roads goes on: end it first"):
            count_order(campaign.journal.battle, tmp_path / "a.battle")
        end(file)
        count_order(campaign.journal.battle, tmp_path / "a.battle")
        file.undo()
        with pytest.raises(Refused, match="goes on"):
            count_order(campaign.journal.battle, tmp_path / "a.battle")


def test_a_fire_must_be_settled_first(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            give(file, "set", ship="Asahi", condition="fire", value="2", reason="a hit")
            end(file)
        with pytest.raises(
            Refused, match=r"Asahi: 2 fires must be settled first: take back .* Play the damage out \(play-out, key K\)"
        ):
            count(campaign, tmp_path / "a.battle")
        assert campaign.journal.position == 0
        with BattleFile.open(tmp_path / "a.battle") as file:
            file.undo()
            give(file, "play-out")
            end(file)
            hull = file.journal.battle.ship("Asahi").hull
        count(campaign, tmp_path / "a.battle")
        assert campaign.journal.battle.ship("Asahi").scars == {"hull": hull}
        assert hull < campaign.journal.battle.ship("Asahi").full("hull")


def test_a_ship_that_left_the_table_burning_is_settled_first(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            give(file, "set", ship="Poltava", condition="fire", value="2", reason="a hit")
            while not give_if_legal(file, "leave", ship="Poltava"):
                with suppress(ChoiceNeeded):
                    file.give(NextStep(), file.journal.supply())
                    continue
                file.give(NextStep(), file.journal.supply(), ["South"])
            give(file, "set", ship="Poltava", condition="flood", value="3", reason="a mine")
            end(file)
        with pytest.raises(Refused, match=r"Poltava: \d fires? and Poltava: 3 floods must be settled first: .*play-out, key K"):
            count(campaign, tmp_path / "a.battle")
        with BattleFile.open(tmp_path / "a.battle") as file:
            file.undo(file.journal.data(file.journal.position).on)
            record = give(file, "play-out")
            end(file)
            assert "Poltava" in file.journal.results(record)[0].words
            fate, hull = file.journal.battle.ship("Poltava").lost, file.journal.battle.ship("Poltava").hull
            assert hull < file.journal.battle.ship("Poltava").full("hull")
        count(campaign, tmp_path / "a.battle")
        assert campaign.journal.battle.ship("Poltava").lost == fate
        assert campaign.journal.battle.ship("Poltava").left("hull") == hull


def test_a_ship_that_tests_for_sinking_each_turn_is_settled_first(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Poltava", 27)
            end(file)
            with pytest.raises(
                Refused, match=r"Poltava: no hull boxes left, tests for sinking must be settled first: .*play-out"
            ):
                count(campaign, tmp_path / "a.battle")
            file.undo()
            give(file, "play-out")
            end(file)
        count(campaign, tmp_path / "a.battle")
        poltava = campaign.journal.battle.ship("Poltava")
        assert poltava.lost == "sunk" or poltava.scars["hull"] == 0


def test_a_battle_is_counted_once(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Asahi", 1)
            end(file)
        count(campaign, tmp_path / "a.battle")
        (tmp_path / "copy.battle").write_bytes((tmp_path / "a.battle").read_bytes())
        for name in ("a.battle", "copy.battle"):
            with pytest.raises(Refused, match="counted already"):
                count(campaign, tmp_path / name)
        campaign.undo()
        count(campaign, tmp_path / "copy.battle")
        assert campaign.journal.battle.ship("Asahi").scars == {"hull": 30}


def test_a_battle_begun_before_another_was_counted_would_bring_damage_back_and_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as first, battle(campaign, tmp_path / "b.battle") as second:
            strike(first, "Asahi", 4)
            end(first)
            end(second)
        count(campaign, tmp_path / "a.battle")
        with pytest.raises(Refused, match="Asahi began that battle with no damage; in the campaign she has hull 27 of 31"):
            count(campaign, tmp_path / "b.battle")


def begun_outside(campaign: BattleFile, folder: Path) -> None:
    """A battle that began before an earlier one was counted, in which Asahi lost boxes, guns and her rudder."""
    give(campaign, "set", ship="Asahi", condition="guns out: fore 12 in", value="1", reason="a mine")
    with battle(campaign, folder / "a.battle") as first, battle(campaign, folder / "b.battle") as second:
        strike(first, "Asahi", 4)
        end(first)
        strike(second, "Asahi", 3)
        give(second, "set", ship="Asahi", condition="guns out: fore 12 in", value="2", reason="a hit")
        give(second, "set", ship="Asahi", condition="rudder", value="yes", reason="a hit")
        end(second)
    count(campaign, folder / "a.battle")


def test_a_battle_begun_outside_is_counted_by_a_ruling_and_each_ship_loses_what_she_lost_in_it(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        begun_outside(campaign, tmp_path)
        with pytest.raises(BegunOutside, match="Asahi began that battle with fore 12 in"):
            count(campaign, tmp_path / "b.battle")
        order = order_to_count(campaign.journal, tmp_path / "b.battle", because="both were fought on one evening")
        record = campaign.give(order, given=tuple(order.declared))
        assert campaign.journal.battle.ship("Asahi").scars == {"hull": 31 - 4 - 3, "guns out/fore 12 in": 2, "rudder": True}
        said = "Off the roads is counted, by a ruling: both were fought on one evening"
        assert campaign.journal.results(record)[0].words.startswith(said)
        assert verify_campaign(campaign, tmp_path) == (3, [], [], [f"line 3: {said}"])
        for side in campaign.journal.setup.sides:
            assert read_by(campaign.journal, side).battle.ship("Asahi").left("hull") == 24
    told = " ".join(fleetbook("campaign", "report", str(tmp_path / "season.campaign")).out.split())
    assert "It began outside the campaign and was taken by a ruling: both were fought on one evening." in told
    assert said in fleetbook("log", str(tmp_path / "season.campaign")).out


def test_a_battle_fought_with_another_card_is_counted_by_a_ruling(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = PLAN.replace('{ card = "Asahi",', '{ card = "Asahi", with = { knots = 3, hull = 40 },')
    with begun(tmp_path) as campaign, begun(tmp_path / "other", other) as another:
        with battle(another, tmp_path / "a.battle") as file:
            strike(file, "Asahi", 36)
            end(file)
        with pytest.raises(BegunOutside, match="Asahi fought with another card than the campaign has"):
            count(campaign, tmp_path / "a.battle")
        order = order_to_count(campaign.journal, tmp_path / "a.battle", because="the old card")
        campaign.give(order, given=tuple(order.declared))
        assert campaign.journal.battle.ship("Asahi").scars == {"hull": 0}  # she has 31 boxes, and lost 36


def test_a_ship_of_the_campaign_that_is_left_out_is_told_in_the_line_by_verify_and_by_the_report(tmp_path: Path) -> None:
    path = str(tmp_path / "season.campaign")
    with begun(tmp_path) as campaign, battle(campaign, tmp_path / "a.battle") as file:
        strike(file, "Poltava", 4)
        end(file)
    counted = fleetbook("campaign", "count", path, str(tmp_path / "a.battle"), "--without", "Poltava")
    assert "Off the roads is counted without Poltava" in counted.out
    assert "line 1: Off the roads is counted without Poltava" in fleetbook("campaign", "verify", path).err
    assert "Poltava fought in it and was not counted." in " ".join(fleetbook("campaign", "report", path).out.split())


def test_the_shell_names_the_option_that_takes_a_battle_begun_outside(tmp_path: Path) -> None:
    path = str(tmp_path / "season.campaign")
    with begun(tmp_path) as campaign:
        begun_outside(campaign, tmp_path)
    refused = fleetbook("campaign", "count", path, str(tmp_path / "b.battle"))
    assert refused.code == 1
    assert "--because REASON counts the battle by a ruling" in refused.err
    taken = fleetbook("campaign", "count", path, str(tmp_path / "b.battle"), "--because", "one evening")
    assert "counted, by a ruling: one evening" in taken.out


def test_a_damaged_file_is_not_counted(tmp_path: Path) -> None:
    import sqlite3  # noqa: PLC0415

    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Asahi", 4)
            end(file)
        with sqlite3.connect(tmp_path / "a.battle") as connection:
            connection.execute("UPDATE journal SET record = replace(record, '4', '3') WHERE number = 1")
        connection.close()
        with pytest.raises(InvalidInput, match="a battle that verifies"):
            count(campaign, tmp_path / "a.battle")


def test_a_ship_that_is_not_of_the_campaign_or_has_another_card_is_refused(tmp_path: Path) -> None:
    stranger = PLAN.replace('{ card = "Asahi", squadron = "Line" }', '{ card = "Asahi", name = "Ashai", squadron = "Line" }')
    other = PLAN.replace('{ card = "Asahi",', '{ card = "Asahi", with = { knots = 3 },')
    with begun(tmp_path) as campaign:
        for number, text in enumerate((stranger, other)):
            folder = tmp_path / str(number)
            folder.mkdir()
            with begun(folder, text) as another:
                asahi = "Ashai" if text == stranger else "Asahi"
                with battle(another, folder / "a.battle", ("Mikasa", asahi, "Poltava")) as file:
                    end(file)
            words = "Ashai is no ship of the campaign" if text == stranger else "Asahi fought with another card"
            with pytest.raises(Refused, match=words):
                count(campaign, folder / "a.battle")
        order = count_order(campaign.journal.battle, tmp_path / "0" / "a.battle", ["Ashai"])
        assert [one.name for one in order.counts] == ["Mikasa", "Poltava"]


def test_verify_reads_the_battle_again_and_tells_what_was_taken_back_since(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Asahi", 4)
            end(file)
        count(campaign, tmp_path / "a.battle")
        assert verify_campaign(campaign, tmp_path)[1:3] == ([], [])
        with BattleFile.open(tmp_path / "a.battle") as file:
            file.undo(0)
            strike(file, "Asahi", 5)
            end(file)
        (finding,) = verify_campaign(campaign, tmp_path).findings
        assert "a.battle differs from the battle that was counted: Asahi came out of it otherwise" in str(finding)
        (tmp_path / "a.battle").rename(tmp_path / "elsewhere.battle")
        assert verify_campaign(campaign, tmp_path)[1:3] == ([], ["a.battle"])


def test_a_fate_of_an_older_campaign_without_the_day_is_the_same() -> None:
    before, now = ("sunk", 2, ("lost_in", "title", "Night")), ("sunk", 2, ("lost_on", "title", "Night", "day", "3 May 1904"))
    assert CampaignShip.fate.same(before, now)
    assert not CampaignShip.fate.same(("fled", *before[1:]), now)


def test_what_hangs_is_said_in_the_conditions_words(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        new = Journal(ruleset("coastal"), next_setup(campaign.journal.battle, BOATS, "Night"), "seed").battle
        boat = BOATS[0]
        left = new.with_changes(
            [(Key(boat, "sinks on"), 5), (Key(boat, "held"), (("S 62", "105 mm bow"),)), (Key("torpedo 2", "run"), 3)]
        )
        assert {*hanging_words(left)} == {
            f"{boat}: sinks at the end of turn 5", f"{boat}: hits to work out", "torpedo 2: still running",
        }  # fmt: skip


def test_a_count_tells_what_is_left_of_a_ship_in_the_words_of_her_card(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        with battle(campaign, tmp_path / "a.battle") as file:
            strike(file, "Mikasa", 4)
            give(file, "set", ship="Mikasa", condition="rudder", value="yes", reason="a hit")
            give(file, "set", ship="Asahi", condition="guns out: aft 12 in", value="2", reason="a hit")
            end(file)
        record = count(campaign, tmp_path / "a.battle")
        (result,) = campaign.journal.results(record)
        assert result.means == "Damaged: Mikasa (hull 27 of 31 and rudder disabled), Asahi (aft 12 in out)."
        assert Says.left_of_her.words(
            {"ship": "Asahi", "fact": "guns out", "item": "aft 12 in", "value": 2}, lambda value, _: value
        ) == "Asahi: aft 12 in, guns out 2"  # fmt: skip
