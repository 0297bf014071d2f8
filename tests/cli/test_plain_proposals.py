"""The dialogue proposes what the app does: the pair that has just looked, the last order again, ranges, other faces."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.record import Proposer
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from tests.cli.dialogue import Script, heard, talk

LOOKED = ("next", "next", 'observe observer="V 1243" target="MTB 234" range=2', "1")


@pytest.fixture
def convoy(tmp_path: Path) -> Path:
    """The convoy before its first order."""
    path = tmp_path / "convoy.battle"
    BattleFile.create(path, load_setup("convoy"), "7").close()
    return path


def last(path: Path) -> tuple[str, dict[str, object]]:
    with BattleFile.open(path, read_only=True) as file:
        record = file.journal.records[-1]
        return record.procedure, dict(record.inputs)


def test_the_pair_that_has_just_looked_is_proposed(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(monkeypatch, convoy, *LOOKED, "fire", ">", "1")
    assert "firer [V 1243]?" in said
    order, inputs = last(convoy)
    assert (order, inputs["firer"], inputs["target"]) == ("fire", "V 1243", "MTB 234")


def test_again_asks_the_next_ship_for_her_range_and_tells_what_each_face_would_bring(
    convoy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch, convoy, *LOOKED, "fire", ">", "1", "die", "1", ".", "again", "20", "1")
    assert "  1: D6 3 gives nothing, V 1243's cannon at MTB 234, factor 8, volley 1 of 2: shooting" in said
    assert "  3 gives nothing, as it fell" in said
    assert "  5 gives straddle\n  also otherwise: STRADDLE, no hit: MTB 234" in said
    order, inputs = last(convoy)
    assert (order, inputs["firer"], inputs["target"], inputs["range"]) == ("fire", "R 86", "MTB 234", 20)


def test_a_range_measured_beforehand_is_proposed_for_its_pair(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = heard(
        monkeypatch, convoy, "next", "next", "measure v 1241, mtb 221, 37", 'observe observer="V 1241" target="MTB 221"', "1"
    )
    assert "V 1241 to MTB 221: 37. The orders of this step propose it." in said
    assert last(convoy)[1]["range"] == 37
    assert "range: found far, allowed: a number" in heard(monkeypatch, convoy, "measure", "V 1241", "MTB 221", "far")


def test_nothing_is_measured_where_no_order_asks_for_a_range(convoy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no order of this step asks for a range" in heard(monkeypatch, convoy, "measure")
    assert "no order was given yet" in heard(monkeypatch, convoy, "again")


def test_again_all_gives_the_last_order_by_each_ship_and_then_says_that_none_is_left(
    convoy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch, convoy, "next", 'move ship="MTB 221" speed=10', "1", "again all", "again all")
    assert said.count("no other ship can do the same now.") == 1
    with BattleFile.open(convoy, read_only=True) as file:
        moved = [record.inputs["ship"] for record in file.journal.records if record.procedure == "move"]
    assert moved == ["MTB 221", "MTB 233", "MTB 234", "MTB 624", "MGB 321", "MGB 330"]


def test_a_range_of_the_turn_before_is_named_as_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ijmuiden.battle"
    BattleFile.create(path, load_setup("ijmuiden"), "3").close()
    said = heard(monkeypatch, path, "next", "next", "observe range=30", "1", *["next"] * 8, "observe", ">", ".")
    assert "30 cm is old: of turn 1, step 3 (line 3)." in said


def test_a_range_that_contradicts_one_of_this_step_is_named_before_the_order_is_confirmed(
    convoy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch, convoy, *LOOKED, 'fire firer="V 1243" target="MTB 234" range=14', "1")
    assert "14 cm, but 2 measured this step (line 3).\n1 give it, " in said
    assert last(convoy)[1]["range"] == 14


def test_c5_a_die_that_can_do_nothing_is_not_asked_for_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "convoy.battle"
    BattleFile.create(path, load_setup("convoy"), "3").close()
    shot = 'fire firer="M 388" target="MTB 221" range=12'
    said = heard(monkeypatch, path, "next", "next", "observe range=12", "1", "dice typed in", shot, "1", "1")
    assert "M 388's guns at MTB 221, factor 2: 1-6 nothing" in said
    assert "counted in): no die is asked for." in said
    with BattleFile.open(path, read_only=True) as file:
        assert [face.origin for face in file.journal.records[-1].faces] == ["typed", "rolled"]


def test_a_doctrine_proposes_and_enter_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """V 1243 has MTB 221 at 12 cm; for the others the estimates are taken. Enter gives an order, and send-back skips one."""
    path, heard_all = tmp_path / "a.battle", list[str]()

    def until(words: str, answer: str) -> Script:
        said = heard_all[-1]
        for _ in range(40):
            if words in said:
                return
            said = yield answer
            heard_all.append(said)
        raise AssertionError(words)

    def script() -> Script:
        heard_all.append((yield ""))
        yield from until("Kriegsmarine's doctrine asks 4 questions. Enter answers.", "next")
        yield from until("V 1243 to MTB 221, cm [94]?", "")
        heard_all.append((yield "12"))
        yield from until("V 1243 looks for MTB 221 at 12 cm. Enter gives it, send-back skips it.", "")
        heard_all.append((yield ""))
        yield from until("Enter gives it, send-back skips it.", "")
        heard_all.append((yield "send-back"))
        yield ""

    ran = talk(monkeypatch, script(), "convoy", "-o", str(path), "--enemy", "Kriegsmarine=cover")
    assert ran.code == 0, ran.err
    with BattleFile.open(path, read_only=True) as file:
        record = file.journal.records[-1]
    assert (record.procedure, record.inputs["observer"], record.inputs["range"]) == ("observe", "V 1243", 12)
    assert record.proposer is not None
    assert replace(record.proposer, intent=None) == Proposer("Kriegsmarine", "doctrine", "cover the convoy")
