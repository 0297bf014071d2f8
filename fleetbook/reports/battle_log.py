"""The whole battle as data, for the report in JSON."""

from __future__ import annotations

from typing import Any

from fleetbook import __version__
from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.causes import attributed
from fleetbook.reports.damage.marks import BoxesView, FateView, MarkView, StateView, boxes, fates, marks, states
from fleetbook.reports.damage.shots import shots
from fleetbook.reports.journal.dice import DieTally, dice_tally
from fleetbook.reports.journal.lines import Line, line_shapes
from fleetbook.reports.journal.rulings import Ruling, rulings
from fleetbook.reports.luck import LuckView, luck
from fleetbook.reports.result import Played, SideLosses, played, side_losses
from fleetbook.reports.rules.differences import Difference, differences
from fleetbook.reports.rules.readings import HouseView, ReadingView, house_rules, readings
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import Status, status
from fleetbook.reports.watch import Watch, silent

FORMAT = "fleetbook battle log"
FORMAT_VERSION = 1


class BattleLog(Shape, frozen=True):
    """A whole battle.

    text         the scenario's story
    outcome      a sentence of the rules that says who has won
    marks        boxes hit and repaired
    states       other changes on the ships' cards
    boxes        boxes left at the end of each turn
    differences  figures of the printed rules that house rules changed
    result       who has won
    losses       the losses of each side
    played       who played the battle, where and when
    """

    format: str
    format_version: int
    fleetbook: str
    text: str
    outcome: str
    status: Status
    dice: tuple[DieTally, ...]
    readings: tuple[ReadingView, ...]
    house: tuple[HouseView, ...]
    journal: tuple[Line, ...]
    fates: tuple[FateView, ...]
    marks: tuple[MarkView, ...]
    states: tuple[StateView, ...]
    boxes: tuple[BoxesView, ...]
    luck: LuckView
    rulings: tuple[Ruling, ...]
    differences: tuple[Difference, ...]
    result: Verdict
    losses: tuple[SideLosses, ...]
    played: Played


def battle_log(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> BattleLog:
    """The battle as data; ``warning`` names a fault of its file."""
    now, found = status(journal, warning), attributed(journal)
    struck = marks(journal, found)
    return BattleLog(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        fleetbook=__version__,
        text=journal.setup.text,
        outcome=journal.ruleset.outcome(journal.battle),
        status=now,
        dice=dice_tally(journal),
        readings=readings(journal),
        house=house_rules(journal),
        journal=line_shapes(journal),
        fates=fates(journal, found, struck),
        marks=struck,
        states=states(journal),
        boxes=boxes(journal),
        luck=luck(journal, watch),
        rulings=rulings(journal),
        differences=differences(journal.ruleset.tables, journal.start.tables),
        result=now.result,
        losses=side_losses(now.ships, now.sides, shots(journal, found), journal.ruleset.spelled_out),
        played=played(journal),
    )
