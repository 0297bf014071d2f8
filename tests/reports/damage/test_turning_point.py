"""The turning points of recorded battles are those that their journals show."""

from __future__ import annotations

import pytest

from fleetbook.reports.course import unlikely_end
from fleetbook.reports.damage.marks import states
from fleetbook.reports.damage.turns import stage_ends, when_of
from fleetbook.reports.document import Figure, Grid, Listing, Paragraph, Tide
from fleetbook.reports.luck_words import deciding_dice
from fleetbook.reports.sections import Findings, report_blocks
from tests.golden.playing import BATTLES
from tests.reports.damage.conftest import Recorded

TURNED = {
    # The referee counts two ports, of one needed, in line 57.
    "black-sea-raid": ("turn 2", 57, {}),
    # From 419 to 105 to 903 to 105: Blücher goes down, and all her 336 points count double. The Royal Navy led since turn 3.
    "dogger-bank": ("turn 10", 166, {"Blücher": 97}),
    # The leads at the ends of segments 1 to 5: 2, 3, 2, 3 and 5. From the second on Evstafi is dead in the water, and her last
    # two boxes count there: 2, 5, 4, 5 and 5. Segments 1 and 2 gained 2 each for good; of her 3 segment 2 lost one again.
    "goeben": ("round 1, segment 2", 19, {"Evstafi": 2}),
    # 54, 75 and then 132 points of Derfflinger, of 100 needed: 39 by a torpedo and 18 by flooding.
    "homeward": ("turn 3", 33, {"Derfflinger": 57}),
    # From 7 to 7 to 33 to 12. Of the 26 boxes Asama lost 11 and 3, Mikasa 5, 5 and 2.
    "tsushima": ("turn 3", 113, {"Asama": 14, "Mikasa": 12}),
    # From 2 to 0 to 16 to 0: a fire of turn 1 took three boxes, two hits took 2 and 9. China led since turn 1.
    "yalu": ("turn 2", 30, {"Matsushima": 14}),
}
"""For each recorded battle with a turning point: its turn or stage, its line, and the boxes lost in it by the ships named."""


@pytest.mark.parametrize("battle", TURNED)
def test_the_turning_point_is_where_the_journal_shows_it(battle: str, recorded: Recorded) -> None:
    found = Findings(recorded(battle))
    when, line, boxes = TURNED[battle]
    point = found.turning_point
    assert point is not None and point.decision.turned
    assert point.line == line
    assert {blow.ship: blow.boxes for blow in point.blows} == boxes
    assert f"The turning point came in {when}: " in " ".join(found.summary)
    (moment,) = (moment for moment in found.course if moment.kind == "turning point")
    assert moment.line == line
    assert moment.text.startswith("Turning point: ")


@pytest.mark.parametrize("battle", BATTLES)
def test_the_boxes_of_a_turning_point_are_those_of_the_table_of_damage(battle: str, recorded: Recorded) -> None:
    """What a ship lost in the step, and no box of another turn."""
    journal = recorded(battle)
    found = Findings(journal)
    if point := found.turning_point:
        ends = stage_ends(journal, [when_of(journal, fate.turn, fate.line) for fate in found.fates])
        (end,) = (end for end in ends if end.when == point.when)
        before, after = ({card.name: card.first for card in one.battle.cards()} for one in (point.before, end))
        for blow in point.blows:
            was, now = before[blow.ship], after[blow.ship]
            assert was and now and blow.boxes in (was.left - now.left, 0 if blow.fate else -1)


def test_a_ship_that_stops_and_is_lost_later_is_told_where_she_stopped(recorded: Recorded) -> None:
    """Evstafi is hit by six of seven shots in line 19 and stops, her engines are lost in line 26, and she sinks in line 53."""
    found = Findings(recorded("goeben"))
    told = [(moment.line, moment.text) for moment in found.course if moment.kind in ("crippled", "hurt", "lead")]
    assert told == [
        (15, "Central Powers take the lead, 2 to 0"),
        (19, "Evstafi (Russia) is dead in the water: 2 of 6 hull boxes left"),
        (26, "Evstafi (Russia): its engines cannot be repaired"),
    ]


def test_a_side_that_led_from_the_first_step_on_is_said_to_have_led_throughout(recorded: Recorded) -> None:
    """Goeben and Breslau lead by 2, 3, 2, 3 and 5; China by 2, 16, 16, 16 and 13. Russia is level with Japan after turn 2."""
    said = {battle: Findings(recorded(battle)).summary for battle in ("goeben", "yalu", "tsushima", "dogger-bank")}
    assert said["goeben"][1] == (
        "Central Powers led throughout. The turning point came in round 1, segment 2: Central Powers went from 2 to 4 points, "
        "Russia from 0 to 1. Goeben hit Evstafi with 6 of 7 shots at 2 hexes; she lost 2 of 6 hull boxes and was dead in the "
        "water until she was sunk."
    )
    assert said["yalu"][1].startswith("China led throughout. The turning point came in turn 2: China went from 2 to 16 points, ")
    assert "throughout" not in " ".join(said["tsushima"])
    assert said["dogger-bank"][1].startswith("Royal Navy led from turn 3 on. ")


def test_a_turning_point_tells_the_score_and_what_the_ships_lost(recorded: Recorded) -> None:
    tsushima, dogger_bank = (" ".join(Findings(recorded(battle)).summary) for battle in ("tsushima", "dogger-bank"))
    hit = "Navarin and Nakhimov hit Asama with 4 of the 43 shots at her at 40 cm"
    asama = f"{hit}; she lost 14 of 25 hull boxes (11 by one hit of Navarin)."
    mikasa = "The 1st Detachment hit Mikasa with 16 of its 73 shots at 35 cm; she lost 12 of 31 hull boxes."
    lead = "Russia took the lead for good and went from 7 to 33 points, Japan from 7 to 12."
    assert f"The turning point came in turn 3: {lead} {asama} {mikasa}" in tsushima
    # Blücher has 336 points: counted double they are 336 more.
    gain = "Royal Navy went from 419 to 903 points (336 of them because a ship lost counts double), Hochseeflotte stayed at 105"
    lost = "Fire and flooding took Blücher from 121 to 24 of 336 points, then she capsized"
    hits = "Arethusa's torpedo hit of turn 7 and Meteor's torpedo hit of turn 9"
    assert f"Royal Navy led from turn 3 on. The turning point came in turn 10: {gain}. {lost}, from {hits}. " in dogger_bank
    assert "Hochseeflotte lost Blücher (turn 10). Arethusa did most of the damage to Blücher: 148 of 312, " in dogger_bank


@pytest.mark.parametrize(
    ("battle", "line", "shots"),
    [
        ("tsushima", 113, "4 of the 43"),  # Oslyabya and Sissoi Veliky missed
        ("tsushima", 104, "16 of its 73"),  # of the 1st Detachment
        ("yalu", 30, "4 of its 23"),  # of the Beiyang line
    ],
)
def test_the_shots_of_a_blow_are_all_those_of_the_line_that_fired_them(
    battle: str, line: int, shots: str, recorded: Recorded
) -> None:
    """One line fires the shots of each blow, a part for each shot. Its result counts the misses too: 4 HITS of 43."""
    journal = recorded(battle)
    fired = [part.firing.firer for part in journal.parts(journal.record(line)) if part.firing]
    assert str(len(fired)) == shots.rsplit(maxsplit=1)[-1]
    assert f" with {shots} shots" in " ".join(Findings(journal).summary)


def test_boxes_by_a_fire_are_those_of_the_ship_that_lit_it(recorded: Recorded) -> None:
    """Zhenyuan's 12 in hit of line 13 lit the fire that took three boxes in line 18."""
    words = "she lost 14 of 16 hull boxes (3 by fire after Zhenyuan's 12 in hit of turn 1, 9 by one hit of Dingyuan)"
    assert f"{words} and was out of the fight until she was sunk." in " ".join(Findings(recorded("yalu")).summary)


def test_a_side_that_wins_by_leaving_has_its_greatest_danger_and_no_turning_point(recorded: Recorded) -> None:
    """Goeben may lose four boxes: two torpedoes take three in the third segment. In the last she leaves."""
    found = Findings(recorded("goeben-variant"))
    assert "turning point" not in " ".join(found.summary)
    worst = "The worst moment for Central Powers came in round 1, segment 3: 3 hull boxes lost by Goeben, at most 4 allowed."
    assert worst in " ".join(found.summary)
    assert "nobody was hurt" not in " ".join(found.summary).casefold()  # guns were out, but no hull box was lost
    assert "No hull boxes were lost before round 1, segment 3. The worst" in " ".join(found.summary)
    assert "turning point" not in [moment.kind for moment in found.course]


def test_a_die_that_would_have_changed_the_winner_is_named(recorded: Recorded) -> None:
    """Hellweg's ammunition blows up on 3 or more (line 196): a second merchantman sunk. In the other battles no die would."""
    found = Findings(recorded("convoy"))
    assert found.die is not None
    assert (found.die.line, found.die.side, found.die.thrown.face, found.die.won) == (196, "Royal Navy", 1, (3, 4, 5, 6))
    words = "one die for Hellweg (her ammunition blows up): it needed 3 or more of a D6 and was 1."
    assert f"In turn 8 victory for Royal Navy hung on {words}" in " ".join(found.summary)
    assert [moment.line for moment in found.course if moment.kind == "one die"] == [196]
    for battle in BATTLES:
        assert battle == "convoy" or Findings(recorded(battle)).die is None


def test_the_torpedo_hits_of_a_battle_are_moments(recorded: Recorded) -> None:
    told = [(moment.turn, moment.text) for moment in Findings(recorded("dogger-bank")).course if moment.kind == "torpedo hit"]
    doomed = "Arethusa hit Blücher (torpedo), which doomed her"
    assert told == [(7, doomed), (9, "Meteor hit Blücher (torpedo)")]


def test_torpedo_hits_of_one_ship_on_another_in_a_turn_stand_together_behind_their_launch(recorded: Recorded) -> None:
    """Of the three torpedoes of turn 1 two hit, the first of which is the first hit. That of turn 3 is the heaviest blow."""
    course = Findings(recorded("homeward")).course
    hits = [(moment.turn, moment.text) for moment in course if moment.kind == "torpedo hit"]
    assert hits == [(turn, f"E 8 hit Derfflinger{' again' * (turn == 1)} (torpedo)") for turn in (1, 2, 5)]
    assert [moment.kind for moment in course[:3]] == ["torpedoes", "first hit", "torpedo hit"]


def test_the_course_names_the_hits_behind_a_loss_once(recorded: Recorded) -> None:
    """The fire and flooding of Blücher's last turn, the swing of the score and her loss had the same words."""
    told = [moment.kind for moment in Findings(recorded("dogger-bank")).course if "hit of turn" in moment.text]
    assert told == ["lost"]


def test_the_last_main_gun_of_a_ship_that_fights_on_is_a_moment(recorded: Recorded) -> None:
    """Mikasa puts both 12 in mounts of the Russian flagship out in turn 2."""
    told = [(moment.turn, moment.text) for moment in Findings(recorded("tsushima")).course if moment.kind == "silenced"]
    assert told == [(2, "Knyaz Suvorov (Russia) has lost her whole main battery")]


def test_a_ship_was_lost_on_the_chance_that_all_dice_thrown_would_lose_her_by_then(recorded: Recorded) -> None:
    """Four critical hits fell on Mikasa, three on Knyaz Suvorov: 19 or 20 on a D20 is a catastrophe. One is enough, for the first
    test sank Mikasa and no second was thrown; it failed on half of the faces.

    Blücher capsized with 24 of 336 points left, Matsushima blew up without a hull box, when she had passed three tests: they were
    wrecks.
    """
    chances = {"Mikasa": (1 - 0.9**4) / 2, "Knyaz Suvorov": (1 - 0.9**3) / 2}
    ends = [end for battle in BATTLES for end in Findings(recorded(battle)).ends]
    assert {end.fate.ship: end.chance for end in ends} == pytest.approx(chances)
    said = {end.fate.ship: end.words for end in ends}
    came = "19-20 on a D20 (catastrophic explosion) in 2 of 4 critical hits on her (one was enough)"
    assert said["Mikasa"] == f"Mikasa was lost on a chance of 1 in 6: {came}, then 2 on a D10, where 1 to 5 lost her"
    assert f"{said['Mikasa']}. {said['Knyaz Suvorov']}." == Findings(recorded("tsushima")).summary[-1]


def test_tests_that_spared_a_ship_count_as_chances_to_lose_her(recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matsushima, a cruiser: 18 to 20 on a D20 is a catastrophe, in four critical hits on her. In turns 3 and 4 she tested for
    her lost hull, on two of eight faces, and for the catastrophe, on four of eight. Blücher's only die lost her on 25 of 100.
    """
    monkeypatch.setattr(unlikely_end, "WRECK", 0)
    monkeypatch.setattr(unlikely_end, "UNLIKELY", 1)
    ends = [end for battle in ("yalu", "dogger-bank") for end in Findings(recorded(battle)).ends]
    none, some = 0.85**4 * 0.75**2, (1 - 0.85**4) * 0.75**2 * 0.5**2
    assert {end.fate.ship: end.chance for end in ends} == pytest.approx({"Matsushima": 1 - none - some, "Blücher": 0.25})
    said = {end.fate.ship: end.words for end in ends}
    assert said["Matsushima"].endswith(", then 2 on a D8, where 1 to 4 lost her, after 3 throws that spared her")
    assert said["Blücher"] == "Blücher was lost on an unlikely die: it showed 8 on a D100, where only 1 to 25 lost her"


def test_the_worst_luck_may_be_that_of_a_captain_whom_a_deciding_die_robbed(recorded: Recorded) -> None:
    """Of MTB 234's die for Hellweg four faces of six would have won. Knyaz Suvorov's chance is 0.1355, Mikasa's 0.172."""
    for battle, told in (
        ("convoy", "MTB 234, whose side would have won on 4 of 6 faces of one die"),
        ("tsushima", "Knyaz Suvorov, lost on a chance of 1 in 7"),
        ("goeben", ""),
    ):
        found = Findings(recorded(battle))
        said = deciding_dice(found.die, found.ends, found.shots)
        assert said == (f"Worst luck: {told}" if told else "")


def test_the_margin_is_told_where_the_greatest_losses_cancel_out(recorded: Recorded) -> None:
    """Mikasa counts 31 and Knyaz Suvorov 30; of the other 17 and 2 the 17 are Asama's. 49 to 32 is a lead of 17."""
    margin = "Mikasa and Knyaz Suvorov cancel out, 31 to 30 points; the margin is Asama's 17."
    assert margin in Findings(recorded("tsushima")).summary[0]
    assert "cancel out" not in "".join(said for one in BATTLES if one != "tsushima" for said in Findings(recorded(one)).summary)


def test_ships_that_left_are_named(recorded: Recorded) -> None:
    """Breslau leaves the combat in line 66, Goeben in line 71; two boats the table in lines 188 and 189."""
    goeben, convoy = Findings(recorded("goeben")), Findings(recorded("convoy"))
    assert "Breslau left the combat in round 2, segment 2, and Goeben in round 2, segment 3." in goeben.summary[2]
    assert "MTB 221 and MTB 233 left the table in turn 8." in convoy.summary[2]
    gone = [(moment.line, moment.text) for moment in goeben.course if moment.kind == "gone"]
    assert gone == [(66, "Breslau (Central Powers) left the combat"), (71, "Goeben (Central Powers) left the combat")]
    losses = [block.text for block in report_blocks(goeben.journal, parts=("losses",)) if isinstance(block, Paragraph)]
    assert losses[-1] == "Breslau and Goeben left the combat, but stayed in the battle."


def test_a_note_is_told_as_the_referees_with_its_step(recorded: Recorded) -> None:
    blocks = report_blocks(recorded("goeben"), parts=("course",))
    (note,) = (item for block in blocks if isinstance(block, Listing) for item in block.items if "steers" in item.text)
    assert note.label == "Turn 1, contact"  # without a number
    assert note.text == "Note: “Evstafi steers for Sevastopol”"


def test_two_blows_that_struck_off_as_much_are_both_told(recorded: Recorded) -> None:
    """Princess Royal took 68 points of Blücher in turn 3, Tiger as many of Seydlitz in turn 7. Fire and flooding took 97."""
    (blow,) = (moment.text for moment in Findings(recorded("dogger-bank")).course if moment.kind == "heaviest blow")
    assert blow.endswith(
        "Blücher, points 336 to 268 of 336, by Princess Royal (13.5-inch/45); as many: Seydlitz by Tiger in turn 7"
    )


def test_damage_that_no_card_shows_stands_ship_by_ship(recorded: Recorded) -> None:
    """Lines 67 and 146 of Dogger Bank. A system of a ship that goes down is not mended thereby."""
    (listing,) = (block for block in report_blocks(recorded("dogger-bank"), parts=("damage",)) if isinstance(block, Listing))
    said = [item.text for item in listing.items]
    assert "L 5: 1 of 4 quarters of the fuel lost" in said
    assert any(text.endswith("; Seydlitz's main battery loses a director") for text in said)
    assert not any("light battery repaired" in text for text in said)


def test_boxes_and_systems_are_each_counted_in_one_column(recorded: Recorded) -> None:
    """Two six-inch guns of Sissoi Veliky were put out, and no hull box of hers was struck off. At Cape Sarych all weapons are
    rows of boxes: Goeben lost two secondary boxes; Evstafi 2, 1 and 2, Kapitan Saken 1, Leitenant Zatsarenny 1 and 1.
    """
    grids = [block for block in report_blocks(recorded("tsushima"), parts=("hits",)) if isinstance(block, Grid)]
    (veliky,) = (row for row in grids[0].rows if row[0] == "Sissoi Veliky")
    assert [veliky[grids[0].head.index(name)] for name in ("Struck", "Put out")] == ["0", "2"]
    table = [block for block in report_blocks(recorded("goeben"), parts=("result",)) if isinstance(block, Grid)][-1]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["Other boxes lost to hits"] == ("sec 2", "torp 3, sec 1, prim 2, tert 2")
    assert "Weapons and systems" not in rows


def test_hits_without_a_die_are_said_not_to_be_counted_as_luck(recorded: Recorded) -> None:
    """The referee gave the torpedo hits of Dogger Bank: 14 hits of 43 shots, and 12 of 41 by dice."""
    found = Findings(recorded("dogger-bank"))
    assert "scored 14 hits of 43 shots" in found.summary[0]
    assert [(side.actual, side.rolls) for side in found.luck.sides if side.name == "Royal Navy"] == [(12, 41)]
    paragraphs = (block for block in report_blocks(found.journal, parts=("luck",)) if isinstance(block, Paragraph))
    (note,) = (paragraph for paragraph in paragraphs if paragraph.label == "Not counted:")
    assert "Arethusa's torpedo at Blücher and Meteor's torpedo at Blücher" in note.text


def test_the_numbers_of_the_chart_stand_at_the_stages_of_the_list(recorded: Recorded) -> None:
    """Breslau leaves the combat in round 2, segment 2, Goeben in segment 3. The note after them has no number."""
    blocks = report_blocks(recorded("goeben"), parts=("course",))
    (listing,) = (block for block in blocks if isinstance(block, Listing))
    (figure,) = (block for block in blocks if isinstance(block, Figure))
    assert isinstance(figure.chart, Tide)
    numbered = [item.label for item in listing.items if item.label.partition(".")[0].isdigit()]
    at = {event.number: figure.chart.names[event.at] for event in figure.chart.events}
    assert list(at) == list(range(1, 1 + len(numbered)))
    assert numbered[-2:] == [f"{len(at) - 1}. Round 2, segment 2", f"{len(at)}. Round 2, segment 3"]
    assert (at[len(at) - 1], at[len(at)]) == ("1 r2 s2", "1 r2 s3")
    # Goeben and Breslau lost 3 of 13 boxes, the Russians 8 of 43.
    assert "; Central Powers win although the other side kept a greater share; " in figure.caption


def test_luck_stands_in_the_stage_of_its_shots(recorded: Recorded) -> None:
    """In segment 5 only Goeben fires (line 53). In round 2 Ioann Zlatoust misses with two dice of line 62, each a hit on a 6."""
    blocks = report_blocks(recorded("goeben"), parts=("course",))
    rows = next(block for block in blocks if isinstance(block, Grid)).rows
    russia = {str(row[0]): float(str(row[-1])) for row in rows}
    assert list(russia)[-5:] == ["1 r1 s4", "1 r1 s5", "1 r2 s1", "1 r2 s2", "1 r2 s3"]
    assert russia["1 r1 s5"] == russia["1 r1 s4"]
    assert russia["1 r2 s1"] - russia["1 r1 s5"] == pytest.approx(-2 / 6, abs=0.1)


def test_the_captain_whom_one_die_robbed_is_named(recorded: Recorded) -> None:
    """MTB 234 hit Hellweg in turn 8."""
    assert (
        Findings(recorded("convoy")).summary[-1].endswith(" and was 1. It robbed the captain of MTB 234 of his side's victory.")
    )


@pytest.mark.parametrize(
    ("battle", "told"),
    [
        # 16 of Japan's hits had an effect and 13 of Russia's: not why Russia won. Mikasa lost 18 boxes, Asama 17 and
        # Kasagi 1; Knyaz Suvorov 10 and Oslyabya 2.
        ("tsushima", "Japan scored 91 hits to 41, but hits and the fire that followed cost Japan 36 hull boxes, Russia 12."),
        # 9 and 9 had an effect. Yoshino lost 11 boxes and Matsushima 16; Zhiyuan 8 and Zhenyuan 6.
        ("yalu", "Japan scored 23 hits to 16, but hits and the fire that followed cost Japan 27 hull boxes, China 14."),
        # Goeben's dice of lines 9, 19, 30, 38, 43 and 53: 6, 7, 2, 2, 7 and 6. Breslau's of lines 31 and 44: 2 and 2.
        ("goeben", "Central Powers scored 15 hits of 34 shots against 7 of 53."),
    ],
)
def test_the_figure_of_the_shots_that_explains_a_victory_speaks_for_the_winner(
    battle: str, told: str, recorded: Recorded
) -> None:
    assert Findings(recorded(battle)).summary[0].endswith(told)


def test_a_victory_by_an_aim_needs_no_figure_of_the_shots(recorded: Recorded) -> None:
    assert Findings(recorded("convoy")).summary[0].endswith("needed 2 merchantmen sunk and had 1.")


def test_torpedoes_that_all_missed_are_said_to_have_missed(recorded: Recorded) -> None:
    """Lines 119 to 121 of Tsushima throw six dice for the destroyers' torpedoes. In the convoy they run for turns."""
    (away,) = (moment.text for moment in Findings(recorded("tsushima")).course if moment.kind == "torpedoes")
    assert away == "Japan: 6 torpedoes away, from Oboro, Inazuma and Ikazuchi; all missed"
    told = [(moment.turn, moment.text) for moment in Findings(recorded("convoy")).course if moment.kind == "torpedoes"]
    assert [(turn, words.partition(",")[0]) for turn, words in told] == [
        (3, "Royal Navy: 7 torpedoes away"),
        (6, "Royal Navy: 1 torpedo away"),  # line 155; it hits Hellweg in turn 8
    ]
    assert "missed" not in str(told)


def test_boxes_of_a_fire_and_floods_are_shared_by_all_who_brought_them_about(recorded: Recorded) -> None:
    """Arethusa's torpedo took 44 points and flooding 23. Of the six causes of the 97 points in line 166, five are hers: two of
    fire, three of flooding; the sixth is a flood of Meteor's. Each takes 16, and one point is over.

    Meteor's torpedo also flooded 20 points and exploded ammunition for 12.
    """
    found = Findings(recorded("dogger-bank"))
    shared = [(mark.by, mark.boxes) for mark in found.marks if (mark.ship, mark.line) == ("Blücher", 166)]
    assert shared == [("Arethusa", 5 * 16 + 1), ("Meteor", 16)]
    words = f"Arethusa did most of the damage to Blücher: {44 + 23 + 81} of 312, {23 + 81} of them by fire and flooding."
    assert words in " ".join(found.summary)
    tables = [block for block in report_blocks(recorded("dogger-bank"), parts=("hits",)) if isinstance(block, Grid)]
    followed = {row[0]: row[tables[1].head.index("Followed")] for row in tables[1].rows}
    assert (followed["Arethusa"], followed["Meteor"]) == (str(23 + 81), str(20 + 12 + 16))


def test_a_torpedo_that_sinks_without_a_box_is_told_in_the_table_of_hits(recorded: Recorded) -> None:
    """Nordmoor blows up with all her boxes."""
    grids = [block for block in report_blocks(recorded("convoy"), parts=("hits",)) if isinstance(block, Grid)]
    (nordmoor,) = (row for row in grids[0].rows if row[0] == "Nordmoor")
    assert nordmoor[3:] == ("0", "sunk: her oil blows up")
    assert {row[0]: row[-1] for row in grids[1].rows if row[-1]} == {"MTB 233": "Nordmoor"}


def test_boxes_gone_with_a_ship_are_in_the_losses_of_her_side_and_at_her_loss(recorded: Recorded) -> None:
    """Hellweg lost 7 boxes, Weserbrook 15, V 1243 8 and M 388 1; Nordmoor went down with 49."""
    found = Findings(recorded("convoy"))
    table = [b for b in report_blocks(recorded("convoy"), parts=("result",)) if isinstance(b, Grid)][1]
    (boxes,) = (row for row in table.rows if row[0] == "Hull boxes lost")
    assert boxes[2] == "80 of 266 (49 of them gone with Nordmoor)"
    (lost,) = (moment.text for moment in found.course if moment.kind == "lost")
    assert lost == "Nordmoor (Kriegsmarine) sunk: her oil blows up (MTB 233, torpedo), with 49 of 49 hull boxes left"


def test_a_ruling_that_decides_says_why(recorded: Recorded) -> None:
    words = "(2 ports shelled, 1 needed). Souchon has shelled Sevastopol and the destroyers Odessa."
    assert Findings(recorded("black-sea-raid")).summary[1].endswith(words)


def test_shares_of_boxes_are_left_out_where_something_else_decides(recorded: Recorded) -> None:
    """Merchantmen sunk decide the convoy's battle, the points of Derfflinger alone the battle on the way home. Tsushima has
    both fleets' boxes in its score.
    """
    for battle in ("convoy", "homeward"):
        summary = " ".join(Findings(recorded(battle)).summary)
        assert "was even" not in summary and "had the better of it" not in summary and " left: " not in summary
    assert "The fight was even until turn 3." in " ".join(Findings(recorded("tsushima")).summary)


def test_the_most_boxes_struck_off_at_once_have_the_name_of_the_row(recorded: Recorded) -> None:
    """Weserbrook loses 15 hull boxes by a torpedo. Ships of fgdn have points."""
    (blow,) = (moment for moment in Findings(recorded("convoy")).course if moment.kind == "heaviest blow")
    most = "Most hull boxes struck off at once by one ship: Weserbrook, hull 49 to 34 of 49, by MTB 234 (torpedo)"
    assert blow.text == most
    (blow,) = (moment for moment in Findings(recorded("homeward")).course if moment.kind == "heaviest blow")
    assert blow.text == "Most points struck off at once by one ship: Derfflinger, points 399 to 360 of 474, by E 8 (torpedo)"


@pytest.mark.parametrize(
    ("battle", "told"),
    [
        (
            "convoy",
            "1 die overruled (line 134), 1 die typed in (line 147), 1 ruling by hand (line 197), "
            "3 changes of modifiers (lines 117, 118 and 167) and 1 order taken back after its dice were seen (line 64).",
        ),
        ("goeben", "1 order taken back after its dice were seen (line 57)."),
        ("tsushima", "1 die overruled (line 20) and 1 die typed in (line 53)."),
        ("homeward", "23 dice typed in (lines 6, 8, 11, 13, 20, 22 and 3 more)."),
        ("yalu", ""),
    ],
)
def test_the_top_names_each_intervention_of_the_referee(battle: str, told: str, recorded: Recorded) -> None:
    blocks = report_blocks(recorded(battle), parts=("result",))
    (ended,) = (b.text for b in blocks if isinstance(b, Paragraph) and b.text.startswith("The battle ended in "))
    assert ended.endswith(f" Referee: {told}") if told else "Referee" not in ended


@pytest.mark.parametrize(
    ("battle", "needs"),
    [
        ("convoy", ["2 needed", "Royal Navy must fall short"]),
        ("goeben-variant", ["1 needed", "5 needed"]),  # of at most four for the other side
        ("black-sea-raid", ["1 needed", "2 needed", "4 needed"]),
    ],
)
def test_each_side_knows_what_it_needs_to_win(battle: str, needs: list[str], recorded: Recorded) -> None:
    grid = next(block for block in report_blocks(recorded(battle), parts=("result",)) if isinstance(block, Grid))
    assert [row[grid.head.index("To win")] for row in grid.rows] == needs


def test_a_battle_that_cost_nothing_has_no_turning_point(recorded: Recorded) -> None:
    """In the coal convoys no box is struck off, and no collier is sunk."""
    for battle in ("coal-convoy", "coal-convoy-variant"):
        found = Findings(recorded(battle))
        assert found.turning_point is None
        assert "The shots hardly hurt anyone." in " ".join(found.summary)


def test_a_success_of_the_side_that_lost_is_no_turning_point(recorded: Recorded) -> None:
    """The Royal Navy needs two merchantmen and sinks one."""
    found = Findings(recorded("convoy"))
    words = "The worst moment for Kriegsmarine came in turn 5: MTB 233 hit Nordmoor with 1 of 2 torpedoes; she was sunk."
    assert words in " ".join(found.summary)
    assert "turning point" not in " ".join(found.summary)
    assert "turning point" not in [moment.kind for moment in found.course]


def test_points_have_columns_of_their_own_only_where_they_say_more_than_the_numbers(recorded: Recorded) -> None:
    def head(battle: str) -> tuple[str, ...]:
        return next(b.head for b in report_blocks(recorded(battle), parts=("result",)) if isinstance(b, Grid))

    assert head("yalu") == ("For", "Counted", "Number")
    assert head("tsushima") == ("For", "Counted", "Number", "To win", "Points", "Score")


def test_luck_names_its_unit(recorded: Recorded) -> None:
    blocks = report_blocks(recorded("convoy"), parts=("course",))
    near = "but 1 near miss (torpedo) took 7 boxes off Hellweg"
    words = f"MTB 221 came closest: no direct hit in 2 shots for 1.3 expected, {near}"
    assert any(
        block.text.endswith(f"No captain shot unusually badly; {words}.") for block in blocks if isinstance(block, Paragraph)
    )
    (grid,) = (block for block in blocks if isinstance(block, Grid))
    assert grid.head[-2:] == ("Luck of Royal Navy so far, hits", "Luck of Kriegsmarine so far, hits")


def test_the_faces_of_dice_with_many_faces_are_counted_by_tens(recorded: Recorded) -> None:
    (grid,) = (b for b in report_blocks(recorded("dogger-bank"), parts=("dice",)) if isinstance(b, Grid))
    faces = {str(row[0]): str(row[-1]) for row in grid.rows}
    assert faces["D6"] == "1: 4×, 2: 2×, 3: 4×, 4: 12×, 5: 5×, 6: 6×"
    assert faces["D100"].startswith("1 to 10: 11×, ")
    assert sum(int(count.split(": ")[1].removesuffix("×")) for count in faces["D100"].split(", ")) == 80


def test_a_flood_that_grew_less_is_told_with_what_it_was(recorded: Recorded) -> None:
    """Seydlitz floods with 6 % from turn 7 on. Line 166 throws a 6 against Minor and takes five of them off."""
    told = [(state.turn, state.text) for state in states(recorded("dogger-bank")) if state.ship == "Seydlitz"]
    assert (7, "flood 6 %, Minor") in told
    assert (10, "flood 1 %, Minor (before: flood 6 %, Minor)") in told


def test_weapons_that_went_down_with_a_ship_are_said_not_to_count(recorded: Recorded) -> None:
    """Yoshino's 2nd battery has 6 of 8 guns; Matsushima's twelve went down with her."""
    table = [block for block in report_blocks(recorded("yalu"), parts=("result",)) if isinstance(block, Grid)][1]
    (systems,) = (row for row in table.rows if row[0] == "Weapons and systems")
    assert systems[1] == "0 destroyed, 1 damaged (sound ones gone with Matsushima not counted)"
