"""What ``fleetbook campaign`` does in the shell is reachable in the app: by a key, or by its name in the list of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.cli.commands.campaign import command as campaign
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import verify
from fleetbook.store.campaign.scenario import write_next
from fleetbook.store.command_keys import COMMAND_KEYS
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.home.page import HomePage
from fleetbook.tui.kit.picker import fit
from tests.campaign.seasons import LINE, PLAN, begun, fight, give, plan_in
from tests.tui.keyboard import NARROW, WIDE, Keyboard

ELSEWHERE = {"new": "the home page begins a campaign", "status": "the page itself"}
LONGER = PLAN.replace('{ card = "Asahi", squadron = "Line" },', '{ card = "Asahi", squadron = "Line" },\n  { card = "Shikishima", squadron = "Line" },')  # fmt: skip  # noqa: E501


def run(at: Keyboard, words: str, *keys: str) -> str:
    """What the page says after a command was chosen from the list, and keys were pressed."""
    at.press(":")
    at.type(words)
    at.press("enter", *keys)
    at.done()
    at.done()
    return " ".join(at.text.split())


@pytest.mark.parametrize("name", sorted({*campaign.commands} - {*ELSEWHERE}))
def test_the_list_of_commands_finds_each_command_of_the_shell_by_its_name(tmp_path: Path, name: str) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)))
        found = [one for one in at.battle.commands if fit(one, name) in (0, 1, 2)]
        assert name in {one.id for one in found} | {one.title.casefold().split()[0] for one in found} | {
            word for one in found for word in one.title.casefold().replace(":", " ").split()
        }


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_doctrines_fight_a_battle_that_the_list_of_commands_resolves(tmp_path: Path, size: tuple[int, int]) -> None:
    with begun(tmp_path) as file:
        write_next(file.journal.battle, ("Mikasa", "Poltava"), "Off the roads", tmp_path / "off.toml")
        at = Keyboard(BattlePage(Session(file)), size)
        at.press(":")
        at.type("resolve")
        at.press("enter")
        assert "Off the roads  (off.toml)" in at.text
        at.press("enter")
        for side in ("North", "South"):
            assert f"The doctrine of {side}" in at.text
            at.press("enter")
        assert "doctrines fight the battle" in " ".join(at.lines_now())
        at.done()
        at.done()
        (record,) = file.journal.records
        assert (record.procedure, record.inputs["simulated"]) == ("count", True)
        assert verify(tmp_path / "off.battle") == []
        assert "F12 writes one" in run(at, "resolve")  # the battle of this scenario is fought


def test_resolving_says_what_is_missing(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        assert "F12 writes one" in run(Keyboard(BattlePage(Session(file))), "resolve")


def test_a_scenario_whose_ships_have_changed_since_it_was_written_is_not_resolved(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        write_next(file.journal.battle, ("Mikasa", "Poltava"), "Off the roads", tmp_path / "off.toml")
        write_next(file.journal.battle, ("Asahi", "Retvizan"), "Off the cape", tmp_path / "cape.toml")
        give(file, "strike", ship="Poltava", track="hull", boxes=2, reason="a mine")
        at = Keyboard(BattlePage(Session(file)), WIDE)
        at.press(":")
        at.type("resolve")
        at.press("enter")
        assert "Off the cape  (cape.toml)" in at.text and "off.toml" not in at.text
        give(file, "refit", port="Roads", without=["Poltava"])
        at = Keyboard(BattlePage(Session(file)), WIDE)
        words = run(at, "resolve")
        assert "Off the cape: Retvizan is in dock at Roads" in words
        assert "Off the roads: Poltava began that battle with no damage; in the campaign she has hull 25 of 27" in words
        assert list(tmp_path.glob("*.battle")) == []


def test_the_list_of_commands_counts_a_battle_without_a_stranger(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with begun(tmp_path / "other", PLAN.replace('name = "MTB 2"', 'name = "MTB 7"')) as other:
        fight(other, (*LINE,), tmp_path / "a.battle", 1, lines=0).close()
        fight(other, ("MTB 1", "MTB 7", "R 41"), tmp_path / "boats.battle", 1, lines=0).close()
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)))
        assert "1 ship. " not in run(at, "count without")
        at.type("boats")
        at.press("enter")
        assert "MTB 7" in at.text  # a stranger is left out unless the referee says otherwise
        at.type("; R 41")
        at.press("enter")
        (record,) = file.journal.records
        assert [name for name, *_ in file.journal.order_of(record).inputs()["ships"]] == ["MTB 1"]
        assert "is counted without R 41" in record.headline


def test_the_list_of_commands_verifies_a_campaign_with_its_battles(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        at = Keyboard(BattlePage(Session(file)))
        fight(file, LINE, tmp_path / "a.battle", 1, lines=0).close()
        at.press("c")
        assert "1 line, all recomputed and the same" in run(at, "verify")
        (tmp_path / "a.battle").unlink()
        assert "a.battle is not in the campaign's folder" in run(at, "verify")
        at.press("escape")
        (tmp_path / "a.battle").write_bytes(b"no battle at all")
        assert "a.battle" in run(at, "verify")


def test_a_battle_is_verified_from_the_list_too(tmp_path: Path) -> None:
    with begun(tmp_path) as file, fight(file, LINE, tmp_path / "a.battle", 1, lines=3) as battle:
        lines = len(battle.journal.records)
        assert f"{lines} lines, all recomputed and the same" in run(Keyboard(BattlePage(Session(battle))), "verify")


def test_the_list_of_commands_enlarges_a_campaign_by_a_plan_beside_it(tmp_path: Path) -> None:
    with begun(tmp_path) as file:
        give(file, "pass", days=3)
        plan_in(tmp_path, LONGER)
        at = Keyboard(BattlePage(Session(file)))
        said = run(at, "enlarge", "enter", "enter")
        assert "1 ship more. This campaign stays as it is." in said
        assert not file.journal.battle.is_ship("Shikishima")
    with BattleFile.open(tmp_path / "season-more.campaign", read_only=True) as more:
        assert more.journal.battle.is_ship("Shikishima")
        assert [record.procedure for record in more.journal.records] == ["pass"]


def test_a_battle_is_no_campaign_and_its_page_has_these_commands_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as file, fight(file, LINE, tmp_path / "a.battle", 1, lines=0) as battle:
        refused = {one.id: one.refusal() for one in BattlePage(Session(battle)).commands}
        assert {refused[name] for name in ("resolve", "enlarge", "count-without")} == {"this is a battle, not a campaign"}
        assert refused["verify"] == ""
    assert {name for name, keys in COMMAND_KEYS.items() if not keys} == {"resolve", "enlarge", "count-without", "verify"}


def test_home_begins_a_campaign_of_a_plan_of_one_s_own_with_house_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", str(tmp_path))
    own = tmp_path / "rosters" / "aanda"
    own.mkdir(parents=True)
    plan_in(own)
    house = 'ruleset = "aanda"\ntitle = "A slow yard"\n[reading.days_hull]\nvalue = 4\nreason = "ice"\n'
    (own / "slow.toml").write_text(house, encoding="utf-8")
    at = Keyboard(HomePage())
    at.type("new campaign")
    at.press("enter")
    at.type("two wars")
    at.press("enter")
    assert "A slow yard  (slow.toml)" in at.text
    at.type("slow")
    at.press("enter")
    assert at.battle.session.journal.setup.title == "Two wars"
    assert at.battle.session.battle.reading("aanda days_hull") == 4
