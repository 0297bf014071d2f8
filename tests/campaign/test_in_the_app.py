"""The app shows a campaign as it shows a battle, with days for turns, and counts battles by a key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.referee.session import Session
from fleetbook.reports.scenario import briefing
from fleetbook.rules.campaign.ship import CampaignFacts, Port
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.summary import summarize
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import next_setup
from fleetbook.store.library.build_setup import read_setup
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.home.page import HomePage
from fleetbook.tui.report.page import ReportPage
from tests.campaign.seasons import begun, give
from tests.campaign.test_counting import begun_outside, sunk
from tests.cli.shell import fleetbook
from tests.tui.keyboard import NARROW, WIDE, Keyboard


def pointing_at(file: BattleFile, ship: str) -> Keyboard:
    """The page of a campaign with the cursor on a ship."""
    at = Keyboard(BattlePage(Session(file)), WIDE)
    at.battle.cursor.point(ship)
    return at


def test_the_next_step_is_the_next_day(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "refit", port="Roads")
        for day in range(1, 9):
            give(file, "next")
            assert (CampaignFacts(file.journal.battle).day, file.journal.battle.turn) == (day, day + 1)
        assert file.journal.battle.ship("Retvizan").scars == {"hull": 24}
        assert file.journal.battle.ship("Fuji").joined
        after = file.journal.battle.ship("Retvizan").scars
        file.undo(1)
        give(file, "pass", days=8)
        assert file.journal.battle.ship("Retvizan").scars == after


def test_keys_on_a_campaign_open_forms_and_pages_and_leave_a_sound_file(tmp_path: Path) -> None:
    begun(tmp_path).close()
    path = tmp_path / "season.campaign"
    with BattleFile.open(path) as file:
        at = Keyboard(BattlePage(Session(file)), (100, 30))
        # Retvizan is damaged: > and n name the docks first
        for keys in (
            (">", ">"),
            ("n", "n"),
            ("p", "enter"),
            ("s", "escape"),
            ("r", "escape"),
            ("x", "escape"),
            ("T", "escape"),
            ("w",),
        ):
            at.press(*keys)
        assert "11 Feb 1904" in at.text
        assert [record.procedure for record in file.journal.records] == ["next", "next", "pass"]
    assert verify(path) == []


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_page_shows_the_day_the_ports_their_docks_and_what_is_due(tmp_path: Path, size: tuple[int, int]) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), size)
        assert at.lines()[1].strip() == "8 Feb 1904"
        assert "Roads: 3 ships, 2 docks" in at.text
        assert "go on to 9 Feb 1904" in at.text
        assert "dice" not in at.lines()[0]
        at.press("n")
        assert "r Roads: Retvizan for the docks" in at.text
        at.press("r", "Roads"[0], "enter")
        while not file.journal.position:
            at.press("enter")
        assert "Roads: 3 ships, 2 docks: Retvizan" in at.text


def test_the_journal_s_search_the_help_and_the_working_speak_of_days_and_never_of_turns(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "pass", days=4)
        give(file, "note", words="the ice breaks")
        at = Keyboard(BattlePage(Session(file)), WIDE)
        for keys, words in (
            (("J", *"ice"), " 2 12 Feb 1904 "),
            (("escape", "f1"), " 12 Feb 1904\n"),
            (("escape", "J", "up", "enter", "w"), "4 days after the first"),
        ):
            at.press(*keys)
            assert words in at.text, keys
            assert not re.search(r"\b[Tt]urn \d|T1\b", at.text), at.text


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_all_orders_between_battles_stand_in_the_row_of_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), size)
        for key in ("c Count", "s Sail", "p Days pass", "r Refit", "j Join", "z Prize", "k Restock"):
            assert key in at.lines()[-2], key


def test_the_page_of_a_ship_names_her_commander(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = pointing_at(file, "Mikasa")
        at.press("enter")
        assert "commander    Togo" in at.text
        at.press("escape")
        at.battle.cursor.point("Asahi")
        at.press("enter")
        assert "commander" not in at.text


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_board_lists_the_ships_by_the_place_where_they_are(tmp_path: Path, size: tuple[int, int]) -> None:
    with begun(tmp_path) as file:
        give(file, "refit", port="Roads")
        text = Keyboard(BattlePage(Session(file)), size).text
        rows = [line.replace("▸", " ").split("│") for line in text.splitlines() if line.count("│") == 1][1:]
        left, right = ([row[side].strip() for row in rows] for side in (0, 1))
        names = ("Haven", "at sea", "Mikasa", "Asahi", "MTB 1", "MTB 2")
        begins = [name for row in left for name in names if row.startswith(name)]
        assert begins[:6] == ["Haven", "Mikasa", "MTB 2", "at sea", "Asahi", "MTB 1"]
        assert any(row.startswith("in dock at Roads") for row in right)
        assert "2 docks: Retvizan (16" in text  # eight boxes, each two days


def test_s_asks_where_the_ship_with_the_cursor_sails(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), NARROW)
        at.press("s", "enter")
        assert not file.journal.records  # the port is not guessed
        assert "one of: at sea, Sound" in at.text
        at.type("to sound")
        assert any(line.split() == ["▸", "to", "to", "sound", "Sound"] for line in at.lines())
        at.press("enter")
        assert {ship.name for ship in file.journal.battle.ships() if ship.berth == "Sound"} == {"Mikasa"}


def test_orders_are_for_the_ship_with_the_cursor_and_for_her_port(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "strike", ship="Mikasa", track="hull", boxes=4, reason="a mine")
        at = pointing_at(file, "Retvizan")
        at.press("s")
        at.type("at sea")
        at.press("enter")
        assert {ship.name for ship in file.journal.battle.ships("South") if not ship.berth} >= {"Retvizan"}
        assert file.journal.battle.ship("Mikasa").berth == "Haven"
        at.press("r")
        assert "Retvizan is at sea; Haven is next" in " ".join(at.text.split())
        at.press("escape", "u")
        at.battle.cursor.point("Retvizan")
        at.press("r", "enter")
        assert Port(file.journal.battle, "Roads").docked == ("Retvizan",)


@pytest.mark.parametrize("ship", ["Poltava", "MTB 2", "Asahi"])
def test_s_begins_with_the_ship_under_the_cursor_alone(tmp_path: Path, ship: str) -> None:
    with begun(tmp_path) as file:
        give(file, "sail", ships=["Mikasa"], to="at sea")  # the first ship of the list is at sea
        at = pointing_at(file, ship)
        at.press("s")
        form = at.battle.entry.form
        assert form is not None and form.draft.values["ships"] == (ship,)
        assert "is not due" not in at.text and "is next" not in at.text
        at.type("at sea" if ship != "Asahi" else "Haven")
        at.press("enter")
        assert file.journal.records[-1].inputs["ships"] == [ship]


def test_a_space_inside_a_typed_name_ticks_no_ship(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = pointing_at(file, "MTB 2")
        at.press("s")
        at.type("at")
        at.press("up")
        at.type("MTB 1")
        form = at.battle.entry.form
        assert form is not None and form.draft.values["ships"] == ("MTB 2",)
        at.press("space")
        form = at.battle.entry.form
        assert form is not None and form.draft.values["ships"] == ("MTB 1", "MTB 2")


def test_r_keeps_the_ships_that_are_in_dock(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "refit", port="Roads")
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("r", "enter")
        assert "the docks of Roads have these ships already" in " ".join(at.text.split())
        assert Port(file.journal.battle, "Roads").docked == ("Retvizan",)


def fought(campaign: BattleFile, path: Path, title: str = "Off the roads") -> None:
    """A battle in which Poltava loses seven boxes."""
    with BattleFile.create(path, next_setup(campaign.journal.battle, ["Mikasa", "Poltava"], title), "seed") as file:
        give(file, "strike", ship="Poltava", track="hull", boxes=7, reason="a hit")
        file.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))


def test_c_counts_the_battle_beside_the_campaign(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)))
        at.press("c")
        assert "no battle to count" in at.text
        fought(file, tmp_path / "a.battle")
        at.press("c")
        assert file.journal.battle.ship("Poltava").scars == {"hull": 20}
        assert "Off the roads is counted" in at.text
        at.press("c")
        assert "no battle to count: Off the roads is counted already" in " ".join(at.text.split())
        at.press("u")
        assert file.journal.battle.ship("Poltava").scars == {}
        assert "Took back: Off the roads is counted." in at.text
        assert "1 to 2: taken back: Off the roads is" in at.text
        assert "allowed" not in at.text  # the key says nothing else


def test_c_asks_which_of_two_battles(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle", "The first")
        fought(file, tmp_path / "b.battle", "The second")
        at = Keyboard(BattlePage(Session(file)))
        at.press("c")
        assert "Count which battle?" in at.text
        at.type("first")
        at.press("enter")
        assert [order.inputs["file"] for order in file.journal.records] == ["a.battle"]
        at.press("c")  # the other began with ships as they were before the first
        assert "Poltava began that battle with no damage; in the campaign she has hull 20 of 27" in " ".join(at.text.split())


def test_one_key_at_a_battle_s_end_counts_it_into_its_campaign(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle")
    with BattleFile.open(tmp_path / "a.battle") as battle:
        at = Keyboard(BattlePage(Session(battle)))
        assert "F9 count it" in at.text
        at.press("f9")
        assert "Two wars: Off the roads is counted: 2 ships. Damaged: Poltava (hull 20 of 27)." in at.text
        at.press("f9")
        assert "counted already" in at.text
    with BattleFile.open(tmp_path / "season.campaign", read_only=True) as file:
        assert file.journal.battle.ship("Poltava").scars == {"hull": 20}


def test_a_counted_battle_is_marked_and_says_so_when_its_end_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle")
    with BattleFile.open(tmp_path / "a.battle") as battle:
        at = Keyboard(BattlePage(Session(battle)), WIDE)
        at.press("u")
        assert "keeps the result" not in at.text  # nobody has counted it
        at.press("R", "f9")
        home = Keyboard(HomePage(), WIDE)
        home.type("off the roads")
        assert "a: Off the roads  counted  ended" in home.text
        at.press("u")
        assert "Two wars keeps the result that it has counted: R brings the end of the battle back" in at.text
        give(battle, "strike", ship="Mikasa", track="hull", boxes=2, reason="a late hit")
        battle.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
        again = Keyboard(BattlePage(Session(battle)), WIDE)
        again.press("f9")
        assert (
            "Off the roads is counted already; since then Mikasa came out of it otherwise: take back line 1 of the campaign, "
            "then count it again"
        ) in " ".join(again.text.split())


def test_a_battle_that_ended_on_fire_is_counted_with_six_keys(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        setup = next_setup(file.journal.battle, ["Mikasa", "Poltava"], "Off the roads")
        with BattleFile.create(tmp_path / "a.battle", setup, "seed") as battle:
            give(battle, "set", ship="Poltava", condition="fire", value="2", reason="a hit")
            battle.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
    with BattleFile.open(tmp_path / "a.battle") as battle:
        at = Keyboard(BattlePage(Session(battle)))
        at.press("f9")
        assert "Poltava: 2 fires must be settled first" in " ".join(at.text.split())
        at.press("u", "K", "enter", "E", "enter", "f9")
        assert "Two wars: Off the roads is counted: 2 ships." in " ".join(at.text.split())


def test_a_battle_that_goes_on_or_has_no_campaign_has_no_such_key(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle")
    with BattleFile.open(tmp_path / "a.battle") as battle:
        battle.undo()
        at = Keyboard(BattlePage(Session(battle)))
        assert "F9 count it" not in at.text
        at.press("f9")
        assert "the battle goes on: end it first" in at.text
        battle.redo()
        (tmp_path / "season.campaign").unlink()
        at = Keyboard(BattlePage(Session(battle)))
        at.press("f9")
        assert "no campaign in your folder, or in this battle's folder" in at.text


def test_f9_and_c_ask_why_a_battle_that_began_outside_is_counted(tmp_path: Path) -> None:
    with begun(tmp_path) as campaign:
        begun_outside(campaign, tmp_path)
    with BattleFile.open(tmp_path / "b.battle") as file:
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("f9")
        assert "why is it counted?" in at.text and "leave it uncounted" in at.text
        assert "Asahi began that battle with" in at.text
        at.press("enter")
        with BattleFile.open(tmp_path / "season.campaign", read_only=True) as season:
            assert season.journal.position == 2
    with BattleFile.open(tmp_path / "season.campaign") as season:
        at = Keyboard(BattlePage(Session(season)), WIDE)
        at.press("c")
        at.type("one evening")
        at.press("enter")
        assert "counted, by a ruling: one evening" in " ".join(at.text.split())
        assert season.journal.position == 3


def test_the_players_window_of_a_campaign_offers_no_orders_and_no_dice(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("f6")
        assert not {"orders or not", "dice of damage", "sealed orders", "empty chair"} & {one.title for one in at.page.commands}
        assert "orders or not" not in at.text
        assert "l network or not" in at.text


def test_home_lists_campaigns_with_their_day_and_begins_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    with begun(tmp_path) as file:
        give(file, "pass", days=4)
        give(file, "sail", ships=["Mikasa"], to="at sea")
    assert summarize(tmp_path / "season.campaign").day == "1904-02-12"
    at = Keyboard(HomePage())
    assert "Campaigns" in at.text
    assert "Two wars  12 Feb 1904" in " ".join(at.text.split("\n")).replace("season: ", "")
    at.press("enter")
    assert at.lines()[1].strip() == "12 Feb 1904"
    at.press("q")
    at.type("new campaign")
    at.press("enter")
    at.type("narrow")
    at.press("enter", "enter")
    assert [path.name for path in tmp_path.glob("narrow*.campaign")]


def test_f12_writes_the_next_scenario_with_the_ships_chosen_and_their_scars(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    with begun(tmp_path) as file:
        give(file, "strike", ship="Mikasa", track="hull", boxes=4, reason="a mine")
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("f12")
        assert "Which ships meet?" in at.text
        assert "☐ Line" in at.text and "0 of 3 ships" in at.text
        assert "✗ Fuji" in at.text and "not in service yet, but on 16 Feb 1904" in at.text
        at.press("space")  # the whole squadron, but for the ship that cannot come
        assert "☑ Mikasa" in at.text and "☑ Asahi" in at.text and "✗ Fuji" in at.text
        at.type("poltava")
        at.press("right")
        assert "☑ Poltava" in at.text and "3 ships ticked" in at.text
        at.type("mtb 1")
        at.press("right")
        at.type("mtb 1")
        at.press("left")
        assert "☐ MTB 1" in at.text and "Mikasa, Asahi, Poltava" in at.text
        at.type("fuji")
        at.press("right")
        assert "Fuji is not in service yet, but on 16 Feb 1904: she stays out" in " ".join(at.text.split())
        at.press("enter")
        at.type("Thursday")
        at.press("enter")
        said = " ".join(at.text.split())
        assert "3 ships, 1 of them damaged; left out: Fuji (not in service yet, but on 16 Feb 1904)" in said
    (path,) = tmp_path.rglob("thursday.toml")
    setup = read_setup(path)
    assert {ship.name: dict(ship.left) for ship in setup.ships} == {"Mikasa": {"hull": 27}, "Asahi": {}, "Poltava": {}}
    home = Keyboard(HomePage())
    home.type("thursday")
    assert "Thursday" in home.text


def test_f12_refuses_ships_of_one_side_and_is_no_key_of_a_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("f12")
        at.press("enter")
        assert "no ship is ticked" in at.text
        at.type("mikasa")
        at.press("right", "enter")
        at.type("Thursday")
        at.press("enter")
        assert "ships of two sides" in " ".join(at.text.split())
        assert not [*tmp_path.rglob("thursday.toml")]
        fought(file, tmp_path / "a.battle")
    with BattleFile.open(tmp_path / "a.battle") as battle:
        at = Keyboard(BattlePage(Session(battle)))
        assert "F12" not in at.text
        at.press("f12")
        assert "a campaign writes the next scenario" in at.text


def test_a_lost_ship_and_the_report_name_the_battle_and_its_day_and_no_turn_of_the_campaign(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "pass", days=4)
        with BattleFile.create(tmp_path / "a.battle", next_setup(file.journal.battle, ["Mikasa", "Poltava"], "Night")) as night:
            sunk(night, "Poltava")
            night.give(EndBattle.from_inputs({"reason": "dusk", "winner": "North"}))
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("c")
        assert file.journal.battle.ship("Poltava").fate == "sunk: Night, 12 Feb 1904"
        for size in (NARROW, (100, 30), WIDE):
            assert not re.search(r"\bT\d", "\n".join(at.lines(size)))
        assert "T2" not in fleetbook("campaign", "status", str(tmp_path / "season.campaign")).out
        at.press("f5")
        at.done()
        assert "Night" in at.text and "in turn" not in at.text
        page = at.page
        assert isinstance(page, ReportPage)
        shown = " ".join("".join(text for text, _ in line) for line in page.lines(100))
        assert "Battle by battle" in shown and "North won" in shown
        at.press("h", "enter")
        at.done()
        written, said = tmp_path / "season.html", tmp_path / "shell.html"
        assert fleetbook("campaign", "report", str(tmp_path / "season.campaign"), "-o", str(said)).code == 0
        assert written.read_text(encoding="utf-8") == said.read_text(encoding="utf-8")


def test_a_briefing_names_no_unit_of_a_campaign(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        told = dict(briefing(file.journal))
        assert "measured in" not in told
        assert all(told.values())


def test_the_working_of_a_counted_battle_shows_no_raw_data(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle")
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("c", "w")
        assert "battle: Off the roads" in at.text and "hull" in at.text
        assert "[[" not in at.text


def test_end_in_the_list_of_commands_ends_the_campaign_and_no_text_calls_it_a_battle(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press(":")
        assert "Everything: the campaign" in at.text
        at.type("end")
        assert next(line for line in at.lines() if "▸ End" in line).split("  ")[0].strip(" ▸") == "End the campaign"
        at.press("enter")
        form = at.battle.entry.form
        assert form is not None and form.draft.kind is EndBattle
        at.press("f1")
        assert "Help: End the campaign" in at.text and "End the battle" not in at.text


def test_the_result_of_sailing_is_shown_after_other_news(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        fought(file, tmp_path / "a.battle")
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("c")
        at.battle.cursor.point("Mikasa")
        at.press("s")
        at.type("Sound")
        at.press("enter")
        assert "Mikasa sails to Sound." in at.text
        assert "Sound: 1 ship, 0 docks." in at.text
        assert "Before, line" not in at.text


def test_the_space_bar_ticks_in_a_filtered_list_and_escape_asks_before_ticks_are_lost(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("f12")
        at.type("mika")
        at.press("space")
        assert "1 ship ticked" in at.text and "☑ Mikasa" in at.text
        at.type("mtb 2")  # the blank belongs to the name
        assert "☐ MTB 2" in at.text and "☐ MTB 1" not in at.text
        at.press("escape")
        assert "☐ MTB 1" in at.text and "☑ Mikasa" in at.text  # the words typed are gone, the tick stays
        at.press("escape")
        assert "1 ship ticked: Esc again leaves without a scenario" in at.text
        at.press("down", "escape")
        assert "☑ Mikasa" in at.text  # another key takes the question back
        at.press("escape")
        assert "Which ships meet?" not in at.text


@pytest.mark.parametrize("size", [(100, 30), WIDE])
def test_the_key_that_writes_the_next_scenario_stands_in_the_key_bar_and_help_sets_keys_apart(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)), size)
        assert "F12 next scenario" in at.lines()[-1]
        at.press("f12", "f1")
        assert "→ ← Space Tick the ship or squadron" in at.text


def test_a_boat_is_sunk_by_hand_in_the_campaign_and_in_a_battle(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = pointing_at(file, "R 42")
        at.press("=", *"fate", "down", *"sunk", "enter")
        assert file.journal.battle.ship("R 42").lost == "sunk"
        setup = next_setup(file.journal.battle, ["MTB 1", "R 41"], "Night")
        with BattleFile.create(tmp_path / "a.battle", setup, "seed") as night:
            at = pointing_at(night, "R 41")
            at.press("=", *"fate", "down", *"sunk", "enter")
            assert night.journal.battle.ship("R 41").lost == "sunk"
            night.give(EndBattle.from_inputs({"reason": "dusk", "winner": "drawn"}))
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press("c")
        assert "LOST: R 41 sunk." in at.text
    assert verify(tmp_path / "a.battle") == verify(tmp_path / "season.campaign") == []
