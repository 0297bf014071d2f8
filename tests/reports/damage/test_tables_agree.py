"""What a report says of a recorded battle in one place agrees with its other places and with the ships' sheets."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.battle.verdict import points, scores
from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import Moment
from fleetbook.reports.damage.section import losses_section
from fleetbook.reports.damage.turns import TurnEnd, beginning, stage_ends, turn_ends, turn_of
from fleetbook.reports.document import Figure, Grid, Tide
from fleetbook.reports.result import side_losses
from fleetbook.reports.sections import Findings
from tests.golden.playing import BATTLES
from tests.reports.damage.conftest import Recorded

pytestmark = pytest.mark.parametrize("battle", BATTLES)


def moments(found: Findings, *kinds: str) -> list[Moment]:
    return [moment for moment in found.course if moment.kind in kinds]


def sheets(journal: Journal[Any]) -> list[dict[str, CardView]]:
    """The ships' sheets at the start and at the end of each turn; the place in the list is the turn's number."""
    return [{card.name: card for card in end.battle.cards()} for end in (beginning(journal), *turn_ends(journal))]


def around(journal: Journal[Any], moment: Moment) -> tuple[TurnEnd, TurnEnd]:
    """The ends of the turn or stage before a moment, and of its own. A moment without a line stands at the end of its turn."""
    ends = (beginning(journal), *stage_ends(journal))
    own = next(end for end in ends if end.turn == moment.turn and (moment.line is None or moment.line <= end.line))
    return ends[ends.index(own) - 1], own


def test_boxes_by_doers_and_causes_add_up_to_what_each_sheet_lacks(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    found = Findings(journal)
    by_enemies, by_causes, restored = Counter[str](), Counter[str](), Counter[str]()
    for mark in found.marks:
        (restored if mark.boxes < 0 else by_enemies if mark.by else by_causes)[mark.ship] += abs(mark.boxes)
    rows = {mark.track for mark in found.marks}
    for card in journal.battle.cards():
        lacks = sum(track.full - track.left for track in card.tracks if track.id in rows)
        assert by_enemies[card.name] + by_causes[card.name] - restored[card.name] == lacks
    for fate in found.fates:
        assert sum(share.boxes for share in fate.struck_by) == by_enemies[fate.ship]
        assert all(side.side != fate.side for share in fate.struck_by for side in journal.setup.ships if side.name == share.ship)


def test_the_losses_of_sides_are_those_of_the_sheets_and_the_fates(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    found = Findings(journal)
    for side in side_losses(found.now.ships, found.now.sides):
        own = [card for card in journal.battle.cards() if card.side == side.side]
        assert side.struck == sum(card.first.full - card.first.left for card in own if card.first)
        assert side.lost == tuple(fate.ship for fate in found.fates if fate.side == side.side and fate.lost)
        assert side.gone == tuple(fate.ship for fate in found.fates if fate.side == side.side and fate.fate and not fate.lost)
    listed = [
        row[0] for block in losses_section(journal, found.now, found.fates) if isinstance(block, Grid) for row in block.rows
    ]
    assert sorted(map(str, listed)) == sorted(fate.ship for fate in found.fates if fate.fate)
    told = [moment.text for moment in moments(found, "lost")]
    assert sorted(told) == sorted(
        text for fate in found.fates for text in told if fate.lost and text.startswith(f"{fate.ship} (")
    )
    for moment in moments(found, "gone"):
        together = [fate for fate in found.fates if fate.fate and not fate.lost and re.search(rf"\b{fate.ship}\b", moment.text)]
        if not journal.ruleset.part(journal.record(moment.line or 0).procedure).leaves_combat:
            assert len(together) == moment.size
            assert {fate.turn for fate in together} == {moment.turn}


def test_a_hurt_ship_is_so_at_the_end_of_the_turn_and_was_not_before(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    for moment in moments(Findings(journal), "hurt", "crippled"):
        was, now = ({card.name: card for card in end.battle.cards()} for end in around(journal, moment))
        name = max((ship for ship in was if moment.text.startswith(f"{ship} (")), key=len)
        before, after = was[name], now[name]
        if moment.kind == "crippled":
            assert moment.text.startswith(f"{name} ({after.side}) is {after.standing}")
            assert before.standing != after.standing
        for label, left, full in re.findall(r"(\w+) (\d+) of (\d+)", moment.text):
            assert (label, int(left), int(full)) == (after.first.label, after.first.left, after.first.full)  # type: ignore[union-attr]
            assert 2 * after.first.left <= after.first.full < 2 * before.first.left  # type: ignore[union-attr]
        for condition in after.conditions:
            if condition.gravity == "grave" and condition.text in moment.text:
                assert condition not in before.conditions


def test_the_lead_is_that_of_the_scores_at_the_end_of_the_turn(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    for moment in moments(Findings(journal), "lead"):
        (before, after) = ({one.side: one.value for one in scores(end.battle)} for end in around(journal, moment))
        first, *others = sorted(after, key=lambda side: -after[side])
        assert moment.text.startswith(f"{first} take")
        assert moment.text.endswith(f" the lead, {' to '.join(points(after[side]) for side in (first, *others))}")
        assert before[first] <= max(before[side] for side in others)


def test_torpedoes_away_are_those_that_the_sheets_lack(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    ends = sheets(journal)
    for moment in moments(Findings(journal), "torpedoes"):
        used = Counter[tuple[str, str]]()
        for name, now in ends[moment.turn].items():
            for was, supply in zip(ends[moment.turn - 1][name].supplies, now.supplies, strict=True):
                used[now.side, journal.ruleset.spelled_out.get(supply.label, supply.label)] += max(was.left - supply.left, 0)
        side, number, what = re.match(r"(.+): (\d+) (.+) away, from ", moment.text).groups()  # type: ignore[union-attr]
        label = "torpedoes" if (number, what) == ("1", "torpedo") else what
        assert int(number) == used[side, label] == moment.size


def test_the_turning_point_in_summary_and_course_is_that_of_the_shots(battle: str, recorded: Recorded) -> None:
    found = Findings(recorded(battle))
    point = found.turning_point
    if point is None:
        assert "turning point" not in " ".join(found.summary)
        return
    what = "turning point" if point.decision.turned else "worst moment for "
    what += "" if point.decision.turned else point.decision.side
    came = f"The {what} came"
    assert f"{came} in {turn_of(found.journal, point.when)}: " in " ".join(found.summary)
    texts = [" ".join(found.summary), *(moment.text for moment in moments(found, "turning point"))]
    assert len(texts) == 1 + point.decision.turned
    for blow in point.blows:
        assert all(blow.ship in text for text in texts if blow.boxes)
        if len(blow.shots) > 1 and all(shot.hits <= 1 for shot in blow.shots):
            assert not blow.hits or f" with {blow.hits} of " in " ".join(found.summary)


def test_the_chart_ends_where_the_table_of_losses_does(battle: str, recorded: Recorded) -> None:
    journal = recorded(battle)
    found = Findings(journal)
    blocks = list(found.whole_course())
    (chart,) = (block.chart for block in blocks if isinstance(block, Figure) and isinstance(block.chart, Tide))
    losses = {side.side: side for side in side_losses(found.now.ships, found.now.sides)}
    for place, side in enumerate(chart.sides):
        assert chart.shares[place][-1] == pytest.approx(1 - losses[side].with_ships / losses[side].boxes)
    for fortune in found.luck.sides:
        place = chart.sides.index(fortune.side)
        summed = chart.luck[place][-1] if chart.luck else 0
        assert summed == pytest.approx(fortune.actual - fortune.expected, abs=0.02)
    crosses = Counter(event.lost_by for event in chart.events if event.lost_by)
    assert crosses == Counter(fate.side for fate in found.fates if fate.lost)


def test_the_shot_against_the_odds_scored_what_its_line_says(battle: str, recorded: Recorded) -> None:
    found = Findings(recorded(battle))
    texts = [str(getattr(item, "text", "")) for block in found.whole_course() for item in getattr(block, "items", ())]
    for text in texts:
        against = re.search(r"Against the odds: (.+) scores (no|\d+) hits?(?: on (.+))? where ([\d.]+) were", text)
        if against:
            firer, hits, target = against[1], 0 if against[2] == "no" else int(against[2]), against[3]
            lines = Counter[int]()
            for shot in found.shots:
                if shot.firer == firer and target in (None, shot.target):
                    lines[shot.line] += shot.hits
            assert hits in lines.values()
