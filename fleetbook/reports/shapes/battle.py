"""The shapes of all JSON that fleetbook writes: stable, complete (no key is ever left out), keys in the order given here.

A later version may add keys at the end of an object; none is renamed or removed without a new ``format_version``. Numbers of
lines are those of the journal, from 1; 0 stands for the start of the battle. A rule's fact is text, a number, true, null or a
list of such.

    fleetbook order, undo, redo   --json   Line
    fleetbook overrule            --json   a list of two Lines: the order taken back, and the same order with the other face
    fleetbook log                 --json   a list of Lines
    fleetbook status              --json   Status
    fleetbook odds                --json   OddsView
    fleetbook rules               --json   a list of System; with a SYSTEM, Rules; with a TABLE or PROCEDURE, Rules with it alone
    fleetbook rules        --diff --json   RulesDiff
    fleetbook report       --format json   BattleLog
    any of these that does nothing, --json Refusal, on stderr
"""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.card_view import CardView, Marker
from fleetbook.core.battle.events import Event
from fleetbook.core.battle.verdict import Verdict
from fleetbook.core.dice import Face
from fleetbook.reports.shapes.fight import (
    BoxesTold,
    Difference,
    FateTold,
    LuckTold,
    MarkTold,
    Played,
    Ruling,
    SideLosses,
    StateTold,
)
from fleetbook.reports.views.json_text import Shape

FORMAT = "fleetbook battle log"
FORMAT_VERSION = 1


class Looked(Shape, frozen=True):
    """What was looked up: ``kind`` is reading, figure, cell or modifier, ``name`` its id or that of its table or list, ``row``
    and ``column`` where it stands there.
    """

    kind: str
    name: str
    row: str
    column: str


class Line(Shape, frozen=True):
    """One line of the journal.

    kind         order, undo or redo
    on           the line on whose outcome it builds
    to           of an undo or redo: the line whose outcome holds again; null for an order
    step         the step's number on the sheet, ``phase`` its id
    given        names of the inputs that the referee entered; the battle filled in the others
    faces        {sides, face, origin, instead_of}: origin is rolled, typed or overruled; instead_of is the face before
    events       what happened, each with its ``type``: rolled, chosen, marked, changed, noted, scored, began, finished;
                 the other keys are those of core/battle/events.py
    consulted    ids of the readings gone by
    looked_up    figures, cells of tables and modifiers gone by, and lines of tables thrown on, whose column is empty
    stream       how many dice were in force before it, from which its own are numbered on; in battles whose dice are numbered by
                 lines the line whose dice it drew; null for an undo or redo, and for a side
    reason       of an overruled die
    fingerprint  of the battle afterwards
    in_force     whether the battle, as it stands, builds on this order
    dice_seen    whether it is an order that was taken back after its dice had been seen
    """

    number: int
    kind: str
    on: int
    to: int | None
    turn: int
    phase: str
    step: str
    procedure: str
    headline: str
    inputs: dict[str, Any]
    given: tuple[str, ...]
    faces: tuple[Face, ...]
    choices: tuple[str, ...]
    events: tuple[Event, ...]
    consulted: tuple[str, ...]
    looked_up: tuple[Looked, ...]
    stream: int | None
    reason: str
    fingerprint: str
    in_force: bool
    dice_seen: bool


class Step(Shape, frozen=True):
    """The present step of the sequence: its id, its number on the sheet, its words, and the side that acts (empty: both)."""

    id: str
    number: str
    title: str
    side: str


class OrderNow(Shape, frozen=True):
    """An order that can be completed now."""

    id: str
    title: str
    section: str


class OrderNotNow(Shape, frozen=True):
    """An order that cannot be given now, and why: ``by`` is the section that says so (empty: none is named); ``fault`` where no
    rule does, but the code of the rules fails.
    """

    id: str
    title: str
    section: str
    reason: str
    by: str
    fault: bool


class Seal(Shape, frozen=True):
    """The dice's seed: its SHA-256 from the start, itself once the battle has ended.

    chosen_by_hand  rather than drawn by the operating system
    words           what sides said when they had seen the SHA-256
    """

    commitment: str
    seed: str | None
    chosen_by_hand: bool
    words: dict[str, str]


class RulesetId(Shape, frozen=True):
    """The rules in force: ``tables`` is the hash of all tables, house rules included."""

    id: str
    title: str
    version: str
    tables: str


class Status(Shape, frozen=True):
    """The battle as it stands. ``line`` is the line that it builds on, ``lines`` how many there are; ``warning`` says what is
    wrong with its file, or that the rules at hand are not those that it began with (empty: nothing). ``last_link`` is what
    players write down to know every line so far again; empty for a side. Ships are the CardView of core/battle/card_view.py;
    ``markers`` are other sides' squadrons as a side that reads sees them on the table; ``due`` is what the step still owes, for
    the referee. ``result`` is who has won, or would if the battle ended now, with the score: the Verdict of
    core/battle/verdict.py. ``side`` is the side for whose eyes it is, empty for the referee, who alone is told of orders.
    ``side_words`` is what stands beside a side's name, of those of which something is to be said. ``conditions_said`` are the
    conditions as they are said: "weather clear", "attacker aware".
    """

    title: str
    date: str
    ruleset: RulesetId
    turn: int
    step: Step
    ended: str | None
    line: int
    lines: int
    conditions: dict[str, str]
    sides: tuple[str, ...]
    ships: tuple[CardView, ...]
    markers: tuple[Marker, ...]
    due: tuple[str, ...]
    orders: tuple[OrderNow, ...]
    not_now: tuple[OrderNotNow, ...]
    can_undo: bool
    can_redo: bool
    dice: Seal
    fingerprint: str
    warning: str
    last_link: str
    side: str
    result: Verdict
    side_words: dict[str, str]
    conditions_said: dict[str, str]


class DieTally(Shape, frozen=True):
    """All dice of one kind that counted in the battle as it stands: how many were thrown, typed in and overruled, the mean of
    their faces and the mean to expect, and how often each face lay (keys are faces).
    """

    sides: int
    dice: int
    typed: int
    overruled: int
    mean: float
    expected: float
    faces: dict[str, int]


class ReadingTold(Shape, frozen=True):
    """A reading: ``used`` where an order in force went by it, ``changed`` the reason where a house rule changed it."""

    id: str
    section: str
    value: Any
    text: str
    reason: str
    changed: str
    used: bool


class HouseTold(Shape, frozen=True):
    """A file of house rules laid over the tables: what it changes, in words."""

    title: str
    changes: tuple[str, ...]


class BattleLog(Shape, frozen=True):
    """A whole battle. ``text`` is the scenario's; ``outcome`` the rules' sentence on who has the better of it; ``marks``,
    ``states`` and ``boxes`` the damage, stroke by stroke, what else befell the ships, and what was left at the end of each turn;
    ``differences`` what house rules changed in the rules as printed; ``result`` who has won; ``losses`` what each side lost;
    ``played`` by whom, where and when. What each part holds is said in shapes_fight.py.
    """

    format: str
    format_version: int
    fleetbook: str
    text: str
    outcome: str
    status: Status
    dice: tuple[DieTally, ...]
    readings: tuple[ReadingTold, ...]
    house: tuple[HouseTold, ...]
    journal: tuple[Line, ...]
    fates: tuple[FateTold, ...]
    marks: tuple[MarkTold, ...]
    states: tuple[StateTold, ...]
    boxes: tuple[BoxesTold, ...]
    luck: LuckTold
    rulings: tuple[Ruling, ...]
    differences: tuple[Difference, ...]
    result: Verdict
    losses: tuple[SideLosses, ...]
    played: Played
