"""What the reports of recorded battles say to somebody who was not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import fleetbook
from tests.golden.playing import BATTLES, begin, in_one_batch, kept, orders, play


def test_shots_that_came_to_the_same_stand_on_one_line_with_all_their_dice() -> None:
    shots = "shot at Knyaz Suvorov × 4, to hit: D10 5, 1, 3, 1 +1 Superior crew -1 long range → no \\[on 8+; 5.3\\]"
    assert f"  - {shots}\n" in kept("tsushima", "report.md").replace("\u200b", "")


def test_a_hit_that_put_a_gun_out_is_not_told_as_one_to_no_effect() -> None:
    """Two six-inch guns of Sissoi Veliky were put out, by one of three 8 in hits and one of five 6 in hits."""
    (row,) = (line for line in kept("tsushima", "report.md").splitlines() if line.startswith("| Sissoi Veliky |   12"))
    assert "8 in × 3 (2 to no effect), 6 in × 5 (4 to no effect), 3 in × 4 (all to no effect)" in row


def test_a_combat_inside_one_turn_is_told_by_its_rounds_and_segments() -> None:
    told = kept("goeben", "report.md")
    assert ". Round 1, segment 3** Leitenant Shestakov (Russia) sunk by Goeben (primary guns).\n" in told
    assert "| T1 r1 s1 | T1 r1 s2 | T1 r1 s3 | T1 r1 s4 | T1 r1 s5 |\n" in told
    (hull,) = (line for line in told.splitlines() if line.startswith("| Evstafi ") and "| hull " in line)
    assert [cell.strip() for cell in hull.split("|")[3:-1]] == ["6", "4", "2", "2", "2", "sunk"]
    assert "  - **turn 1, round 1, segment 4** hull -1 (0/1) Breslau; sunk\n" in told


@pytest.mark.parametrize(
    ("battle", "summary"),
    [
        (
            "tsushima",
            "Russia won a marginal victory, 49 points to 32; no side reached its aim. Mikasa and Knyaz Suvorov cancel out, 31 to "
            "30 points; the margin is Asama's 17. Japan scored 91 hits to 41, but hits and the fire that followed cost Japan 36 "
            "hull boxes, Russia 12.",
        ),
        (
            "tsushima",
            "turn 3: Russia took the lead for good and went from 7 to 33 points, Japan from 7 to 12. Navarin and ",
        ),
        (
            "tsushima",
            "Japan lost the flagship Mikasa (blew up in turn 4, from 12 in hits of Oryol and Aleksandr III in turn 3).",
        ),
        ("convoy", "Kriegsmarine won because Royal Navy needed 2 merchantmen sunk and had 1."),
        (
            "convoy",
            "MTB 233 hit Nordmoor with 1 of 2 torpedoes; she was sunk.\n\n"
            "Kriegsmarine lost Nordmoor (her oil blows up in turn 5, by MTB 233). MTB 221 and MTB 233 left the table in turn 8."
            "\n\nIn turn 8 victory for Royal Navy hung on one die for Hellweg (her ammunition blows up): it needed 3 or more of "
            "a D6 and was 1. ",
        ),
        (
            "yalu",
            "Beiyang line hit Matsushima with 4 of its 23 shots at 50 cm; she lost 14 of 16 hull boxes (3 by fire ",
        ),
        ("dogger-bank", "Royal Navy won a decisive victory, 903 points to 105."),
        ("goeben", "Goeben hit Evstafi with 6 of 7 shots at 2 hexes; she lost 2 of 6 hull boxes and was dead in the "),
        ("homeward", "No ship was lost."),
        (
            "goeben-variant",
            "Central Powers won: Goeben off the map, 2 hull boxes lost by Goeben (at most 4 allowed).",
        ),
    ],
)
def test_a_summary_tells_who_won_and_how(battle: str, summary: str) -> None:
    assert summary in kept(battle, "report.md")


@pytest.mark.parametrize(
    ("battle", "moment"),
    [
        ("convoy", "Turn 3** Royal Navy: 7 torpedoes away, from MTB 221, MTB 233, MTB 234 and MTB 624."),
        ("convoy", "Turn 8** MTB 221 and MTB 233 (Royal Navy) left the table."),
        (
            "tsushima",
            "Turn 3** Mikasa (Japan): 2 catastrophes (may sink); bridge hit: out of command; 13 of 31 hull boxes left.",
        ),
        ("tsushima", "Turn 3** Turning point: Russia took the lead for good and went from 7 to 33 points, "),
        ("dogger-bank", "fire and flooding 23 %, Overwhelmed (the worst level: may blow up or capsize)."),
        ("goeben-variant", "3. Round 2, segment 3** Goeben and Breslau (Central Powers) left the battle."),
        ("dogger-bank", "Turn 3** Royal Navy takes the lead, 102 to 0."),
        ("yalu", "Turn 2** Matsushima (Japan) is out of the fight: catastrophe (may sink); no hull boxes left: "),
    ],
)
def test_the_course_has_what_decided_the_battle(battle: str, moment: str) -> None:
    assert moment in kept(battle, "report.md")


@pytest.mark.parametrize("battle", BATTLES)
def test_a_course_is_short(battle: str) -> None:
    course = kept(battle, "report.md").split("## Course of the battle")[1].split("\n## ")[0]
    told = [line for line in course.splitlines() if line.startswith("- ") and "“" not in line]
    assert 1 <= len(told) <= 12


def test_forces_tell_what_was_spent_and_who_was_slowed() -> None:
    told = kept("convoy", "report.txt")
    assert "MTB 234       MTB            9/9     1/1  3/3  torpedoes 2\n" in told
    assert "V 1243        trawler      15/23     2/2  2/3               at most 3 cm\n" in told


@pytest.mark.parametrize("battle", BATTLES)
def test_every_ship_lost_has_its_cause_and_whose_doing_it_was(battle: str) -> None:
    """Or that no enemy did it, and what then; in the data and in the table that is read."""
    fates = {fate["ship"]: fate for fate in json.loads(kept(battle, "log.json"))["fates"] if fate["lost"]}
    told = kept(battle, "report.md").split("## Ships lost or gone")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in told.splitlines() if line.startswith("|")]
    head, by = (rows[0], {row[0]: row for row in rows[2:]}) if rows else ([], {})
    assert fates.keys() <= by.keys()
    for ship, fate in fates.items():
        assert fate["how"] and fate["by"] != ship
        whose, others = by[ship][head.index("By")], fate["doers"] or [fate["by"]]
        assert all(doer in whose for doer in others) if fate["by"] else whose == f"no enemy: {fate['how']}"


def test_recorded_battles_lose_ships() -> None:
    """So that the test above has something to look at."""
    lost = [fate for battle in BATTLES for fate in json.loads(kept(battle, "log.json"))["fates"] if fate["lost"]]
    assert len(lost) >= 9


def test_a_short_report_says_in_which_stage_of_a_turn_a_ship_was_lost(tmp_path: Path) -> None:
    """Three ships of Cape Sarych were lost inside the first turn."""
    path = tmp_path / "goeben.battle"
    assert play("goeben", path).code == 0
    told = fleetbook("report", str(path), "--short").out
    for ship, segment in (("Leitenant Shestakov", 3), ("Kapitan Saken", 4), ("Evstafi", 5)):
        (row,) = (line for line in told.splitlines() if line.startswith(f"{ship}  ") and "hull" in line)
        assert row.endswith(f"sunk T1 r1 s{segment}")


def test_hits_that_wait_when_a_battle_ends_are_told(tmp_path: Path) -> None:
    """In turn 5 of the convoy one torpedo explodes near Hellweg and two hit; the damage step of her side has not come."""
    path = tmp_path / "early.battle"
    begin("convoy", path)
    lines = orders("convoy")[1:]
    until = lines.index(["spent", "torpedo=torpedo 7"])
    assert in_one_batch(path, [*lines[:until], ["end", "reason=the last tram leaves"]]).code == 0
    told = fleetbook("report", str(path), "--part", "result", "--format", "md").out
    (summary,) = (line for line in told.splitlines() if line.startswith("Kriegsmarine won because"))
    assert summary.endswith(
        " and had 0. The battle ended before this damage was worked out: MTB 221's torpedo at Hellweg (explodes near), "
        "MTB 233's torpedo at Nordmoor (disabled, sinks in D6 turns) and MTB 234's torpedo at Weserbrook (serious damage)."
    )


def test_a_season_names_all_that_had_a_part_in_a_loss(tmp_path: Path) -> None:
    """Of Mikasa's two catastrophes Oryol brought one on and Aleksandr III the other."""
    path = tmp_path / "tsushima.battle"
    play("tsushima", path)
    assert "Oryol and Aleksandr III 1 (Mikasa)" in " ".join(fleetbook("season", str(path), "--format", "md").out.split())
