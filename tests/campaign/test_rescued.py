"""Captains change their ships by a ruling, and are rescued from lost ones. Men picked up (8.6) stand in a captain's record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.verdict import verdict
from fleetbook.core.errors import Refused
from fleetbook.referee.session import Session
from fleetbook.reports.campaign.chronicle import chronicle
from fleetbook.reports.campaign.counted_files import CountedFile
from fleetbook.rules.fgdn.ground.ship import FgdnShip
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.page import BattlePage
from tests.campaign.seasons import begun, count, give
from tests.campaign.test_counting import battle, end, sunk
from tests.campaign.test_people import CAPTAINS, counted, ruled, told
from tests.cli.shell import fleetbook
from tests.tui.keyboard import WIDE, Keyboard

LOST = ("Poltava", "sunk", ("Mikasa",), 27, 5)


def captain(found: Any, name: str) -> dict[str, Any]:
    return next(one for one in found["captains"] if one["name"] == name)


def test_a_captain_is_rescued_from_his_lost_ship_and_takes_another_into_the_next_battle(tmp_path: Path) -> None:
    path = tmp_path / "season.campaign"
    with begun(tmp_path, CAPTAINS) as file:
        counted(file, ("Mikasa", "", (), 31, 31), LOST)
        with pytest.raises(Refused, match="Poltava was lost under Uspensky: say first that he was rescued"):
            give(file, "captain", ship="Retvizan", captain="Uspensky")
        (said,) = file.journal.results(give(file, "rescued", ship="Poltava", captain="yes", men="320"))
        assert said.words == "Her captain Uspensky and 320 men of Poltava were rescued."
        (said,) = file.journal.results(give(file, "captain", ship="Retvizan", captain="Uspensky"))
        assert said.words == "Uspensky commands Retvizan from now on."
        setup = next_setup(file.journal.battle, ("Mikasa", "Retvizan"), "Again")
        assert {ship.name: ship.commander for ship in setup.ships} == {"Mikasa": "Togo", "Retvizan": "Uspensky"}
        counted(file, ("Mikasa", "", ("Retvizan",), 31, 20), ("Retvizan", "", (), 20, 20), number=2)
    assert verify(path) == []
    uspensky = captain(told(tmp_path), "Uspensky")
    assert (uspensky["ships"], uspensky["commands"], uspensky["rescued"]) == (["Poltava", "Retvizan"], ["Retvizan"], ["Poltava"])
    assert (uspensky["battles"], uspensky["taken"]) == (["Battle 1", "Battle 2"], 22)
    rows = fleetbook("campaign", "report", str(path), "--part", "captains", "--part", "losses", "--format", "md").out
    assert "Poltava (sunk in Battle 1, 8 February, rescued)" in rows
    assert "| Uspensky | her captain and 320 men rescued |" in rows
    assert "   under Uspensky" in fleetbook("campaign", "status", str(path)).out


def test_a_captain_leaves_the_ship_that_he_commanded_and_his_battles_stay_his(tmp_path: Path) -> None:
    with begun(tmp_path, CAPTAINS) as file:
        counted(file, ("Mikasa", "", (), 31, 29), ("Poltava", "", (), 27, 27))
        (said,) = file.journal.results(give(file, "captain", ship="Asahi", captain="Togo"))
        assert said.means == "Togo leaves Mikasa."
        (said,) = file.journal.results(give(file, "captain", ship="Mikasa", captain="Ijichi"))
        assert said.words == "Ijichi commands Mikasa from now on."
        (said,) = file.journal.results(give(file, "captain", ship="Asahi", captain="Nomoto"))
        assert said.means == "Togo has no ship."
        with pytest.raises(Refused, match="Nomoto commands Asahi already"):
            give(file, "captain", ship="Asahi", captain="Nomoto")
        counted(file, ("Mikasa", "", (), 29, 24), ("Poltava", "", (), 27, 27), number=2)
    found = told(tmp_path)
    assert {one["name"]: (one["taken"], one["commands"]) for one in found["captains"] if one["side"] == "North"} == {
        "Togo": (2, []),
        "Ijichi": (5, ["Mikasa"]),
        "Nomoto": (0, ["Asahi"]),
    }


def test_only_lost_ships_have_rescued_crews_and_a_number_given_again_replaces_the_first(tmp_path: Path) -> None:
    with begun(tmp_path, CAPTAINS) as file:
        with pytest.raises(Refused, match="Mikasa is not lost"):
            give(file, "rescued", ship="Mikasa", men="3")
        counted(file, ("Mikasa", "", (), 31, 31), LOST, ("Retvizan", "sunk", (), 20, 0))
        with pytest.raises(Refused, match="say who was rescued"):
            give(file, "rescued", ship="Poltava", captain="no")
        with pytest.raises(Refused, match="nobody is named as the captain of Retvizan"):
            give(file, "rescued", ship="Retvizan", captain="yes")
        give(file, "rescued", ship="Retvizan", captain="no", men="40")
        give(file, "rescued", ship="Retvizan", captain="no", men="30")
        with pytest.raises(Refused, match="Retvizan is sunk"):
            give(file, "captain", ship="Retvizan", captain="Essen")
    assert {one["ship"]: one["men_rescued"] for one in told(tmp_path)["ships"] if one["fate"]} == {"Poltava": 0, "Retvizan": 30}


def test_a_club_without_people_has_no_such_orders(tmp_path: Path) -> None:
    with ruled(tmp_path, "people = false") as file:
        counted(file, ("Mikasa", "", (), 31, 31), LOST)
        for name, inputs in (("rescued", {"ship": "Poltava", "men": "3"}), ("captain", {"ship": "Asahi", "captain": "Nomoto"})):
            with pytest.raises(Refused, match="house rules of this campaign turn people off"):
                give(file, name, **inputs)


def test_the_other_side_reads_neither_the_rescue_nor_the_new_captain(tmp_path: Path) -> None:
    with begun(tmp_path, CAPTAINS) as file:
        with battle(file, tmp_path / "a.battle") as one:
            sunk(one, "Poltava")
            end(one)
        count(file, tmp_path / "a.battle")
        give(file, "rescued", ship="Poltava", captain="yes")
        give(file, "captain", ship="Retvizan", captain="Uspensky")
        north, south = (read_by(file.journal, side) for side in ("North", "South"))
        assert {record.procedure for record in north.records} & {"captain", "rescued"} == set()
        assert south.battle.ship("Retvizan").commander == "Uspensky"


def test_the_form_of_a_captain_is_for_the_ship_with_the_cursor(tmp_path: Path) -> None:
    with begun(tmp_path, CAPTAINS) as file:
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.battle.cursor.point("Asahi")
        at.press("m")
        at.type("Nomoto")
        at.press("enter")
        assert file.journal.battle.ship("Asahi").commander == "Nomoto"
        at.press("enter")
        assert "commander    Nomoto" in at.text


def test_men_whom_a_ship_picks_up_by_the_rules_of_her_battle_stand_in_her_captain_s_record(tmp_path: Path) -> None:
    setup = load_setup("run-to-the-south")
    name = setup.ships[0].name
    picked_up = Key(name, FgdnShip.men_picked_up.name)
    assert ruleset("fgdn").begin(setup).with_changes([(picked_up, 60)]).ship(name).men_picked_up == 60
    with begun(tmp_path, CAPTAINS) as file:
        counted(file, ("Mikasa", "", (), 31, 31), LOST)
        found = CountedFile(verdict(file.journal.battle), 5, {}, {}, {"Mikasa": 60}, "")
        togo = chronicle(file.journal, {1: found}).captains[0]
        assert (togo.name, togo.picked_up) == ("Togo", 60)
