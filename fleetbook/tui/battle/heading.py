"""Draw the two lines at the top of the battle page: the battle's conditions, and the phases of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.verdict import SideScore, Verdict, last_turn, points, scores, turn_words, verdict
from fleetbook.core.orders.condition_words import bare_words, condition_words
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.referee.clock import Clock
from fleetbook.referee.offers import ACTORS
from fleetbook.reports.text_layout import GAP, cell_width
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.grid import POINTING
from fleetbook.tui.kit.line import Line, cells, cut, ink, joined
from fleetbook.tui.kit.style import ACTING, BOLD, NOTICE, QUIET, side_look

LEAST_TITLE = 24  # cells that the score leaves to the title and the conditions
LEAST_CONDITIONS = 60  # cells that the longest form of the score leaves to the conditions
LEAST_SEQUENCE = 60  # cells that clock and players' window leave to turn and phases
WITH_RULES = 120  # the least width of a screen that names the rule system
PRESENT = 3, 5  # the share (3 of 5) of the line behind the turn that the present phase gets
POINTS, DIGITS = 3, 2  # digits that scores have room for
READ_ONLY = "READ ONLY"
LONGEST = 59 * 60 + 59  # the longest time in seconds that the clock has room for


def draw_head(view: View, width: int) -> list[Line]:
    """Draw the two lines at the top. At the right end of the second are the clock and the players' window, if they are in use.

    The place of each part depends on the battle and the width alone. A part that is too long is cut, or left out.
    """
    session = view.session
    dice = READ_ONLY if session.barred else "" if session.battle.ruleset.id == SEASON.id else session.dice
    end, place = _end(view, width)
    return session.cached_for_line(
        "head", (width, dice, end),
        lambda: [
            draw_title(session.battle, dice, width),
            cut((*filled_up(draw_sequence(session.battle, place), place), *end), width),
        ],
    )  # fmt: skip


def _end(view: View, width: int) -> tuple[Line, int]:
    """The clock and the readers of the players' window, and the column where they begin. They are shortened if the phases would
    have too little room. Empty if neither is in use.
    """
    if not (view.clock or view.shared):
        return (), width
    battle, shared, clock = view.session.battle, view.shared or ("", ""), view.clock
    times = clock.shown(battle.sides, view.session.acting) if clock else ("", "")
    longest = Clock(dict.fromkeys(battle.sides, LONGEST)).shown(battle.sides) if clock else ("", "")
    place = width
    for who, time in ((0, 0), (1, 0), (1, 1)):
        room = sum(cell_width(text) + 3 for text in (shared[who], longest[time]) if text) + 2 * bool(shared[who])
        words = "  ".join(filter(None, (shared[who], times[time] and f"⏱ {times[time]}")))
        place = width - room
        if place >= LEAST_SEQUENCE:
            break
    return (ink(f" {words} ", BOLD),), place


def filled_up(line: Line, width: int) -> Line:
    """The line with blanks up to a width."""
    return (*line, ink(" " * (width - cells(line))))


def draw_title(battle: Battle[Any], dice: str, width: int) -> Line:
    """The battle with its conditions, and the score at the right, in a place that depends on the battle and the width alone."""
    title: Line = (ink(f" {battle.setup.title}", BOLD),)
    rules: Line = (ink(f" · {battle.ruleset.id}", QUIET),)
    named = (*title, *rules) if width >= WITH_RULES else title
    for score, room in (ways := draw_scores(battle)):
        place = width - max(room, cells(score)) - 1  # a battle that is won says so in more cells
        last = (score, room) == ways[-1]
        if place - cells(title) >= LEAST_CONDITIONS or (last and place - 2 > LEAST_TITLE):
            return cut((*filled_up(_title(battle, dice, named, place - 2), place), *score), width)
    return _title(battle, dice, named, width)


def _title(battle: Battle[Any], dice: str, title: Line, width: int) -> Line:
    """The title, then the conditions and the kind of dice.

    If there is little room, names of conditions are left out first, then the kind of dice, and last whole conditions.
    """
    now = battle.ruleset.conditions_now(battle)
    conditions = [(name, now[name]) for name in battle.ruleset.conditions if now[name]]
    named = [condition_words(battle.ruleset, name, word) for name, word in conditions]
    bare = [bare_words(battle.ruleset, name, word) for name, word in conditions]
    some = ([*bare[:without], *named[without:], dice] for without in range(len(bare) + 1))
    last = [dice] * (dice == READ_ONLY)
    fewer = ([*bare[:kept], *last] for kept in range(len(bare), -1, -1))
    for words in (*some, *fewer):
        line: Line = (*title, ink(f"   {' · '.join(filter(None, words))}" if words else ""))
        if cells(line) <= width:
            return line
    return cut(title, width)


def draw_scores(battle: Battle[Any]) -> list[tuple[Line, int]]:
    """The score as if the battle ended now, in forms of several lengths, the longest first. Each has the number of cells that it
    may need before the battle ends. Empty without a score. The leader is bold.
    """
    victory, counted = battle.setup.victory, scores(battle) if battle.setup.victory else ()
    if not victory or not any(side.parts for side in counted):
        return []
    result = verdict(battle)
    won, ahead = result.winner if result.over else "", leading(battle, result)
    longest = max(map(cell_width, battle.sides))
    aims = joined((_with_needed(battle, side, ahead, won) for side in counted), " : ")
    most = sum(cell_width(f"{side.side} {_of_needed(battle, side)}") + DIGITS for side in counted) + 3 * (len(counted) - 1)
    if victory.compare:
        bare = _compared(battle, counted, ahead) if result.kind != "aim" and not won else aims
        room = max(longest + cell_width(" ahead ") + POINTS * len(counted) + 3 * (len(counted) - 1), most)
        return [((*bare, ink(" points")) if bare is not aims else aims, room + cell_width(" points")), (bare, room)]
    so_far = f" · so far a win for {result.winner.upper()}" if result.winner and not won else ""
    longer: Line = (*aims, ink(so_far, side_look(battle.sides, result.winner)[0])) if so_far else aims
    return [(longer, most + cell_width(" · so far a win for ") + longest), (aims, most)]


def leading(battle: Battle[Any], result: Verdict) -> str:
    """The side that leads, by its aim or by comparing scores, even if that is not enough to win. Empty if none does.

    A side that would win only because the others miss their aims does not lead.
    """
    if result.kind in ("aim", "score", "referee"):
        return result.winner
    most = max((side.value for side in result.score), default=0)
    compared = battle.setup.victory is not None and battle.setup.victory.compare
    first = [side.side for side in result.score if side.value == most] if compared else []
    return first[0] if len(first) == 1 else ""


def _compared(battle: Battle[Any], counted: Sequence[SideScore], ahead: str) -> Line:
    """Who leads by how many points, such as ``JAPAN ahead 12 : 7``; ``level 3 : 3``."""
    ordered = sorted(counted, key=lambda side: side.side != ahead)
    numbers: list[Line] = [(ink(points(side.value), side_look(battle.sides, side.side)[0]),) for side in ordered]
    if not ahead:
        return ink("level "), *joined(numbers, " : ")
    words = ink(f"{ahead.upper()} ahead {points(ordered[0].value)}", side_look(battle.sides, ahead)[0] + BOLD)
    return joined([(words,), *numbers[1:]], " : ")


def _with_needed(battle: Battle[Any], side: SideScore, ahead: str, won: str) -> Line:
    """A side's score. If the side needs a number to win, the score shows how much of it is reached."""
    hue, _ = side_look(battle.sides, side.side)
    if side.side == won:
        return (ink(f" {side.side.upper()} {points(side.value)} WON ", hue + NOTICE),)
    reached = f"{points(side.value)}{_of_needed(battle, side)}"
    return (ink(f"{side.side.upper()} {reached}", hue + BOLD if side.side == ahead else hue),)


def _of_needed(battle: Battle[Any], side: SideScore) -> str:
    """The number that a side needs to win, such as `` of 2``. Empty unless the side needs exactly one number, and its score is
    that number so far.
    """
    victory = battle.setup.victory
    needs = [need for aim in (victory.aim if victory else ()) if aim.side == side.side for need in aim.needs]
    if len(needs) != 1 or needs[0].least is None or [part.number for part in side.parts] != [side.value]:
        return ""
    return f" of {points(needs[0].least)}"


def draw_sequence(battle: Battle[Any], width: int) -> Line:
    """Draw the turn, the present phase with its side, and from a fixed column on the titles of as many later phases as fit. Long
    words about the present phase cover the later ones.
    """
    sequence = battle.ruleset.sequence
    now = sequence.now(battle)
    called = sequence.called_turn(battle)
    if called and len(sequence.phases) == 1:
        return ink(f" {called} ", BOLD), ink(f" {present_title(battle)}" * battle.ended, NOTICE)
    turn, place = _turn(battle, width)
    present: Line = (*filled_up(turn, place), ink(f" {POINTING} {now.number} {present_title(battle)} ", ACTING))
    share, of = PRESENT
    column = place + (width - place) * share // of
    if cells(present) >= column:
        return cut(present, width)
    line = filled_up(present, column)
    for at, phase in enumerate(sequence.phases[sequence.phases.index(now) + 1 :]):
        gap = ink(GAP * bool(at))
        longer = (*line, gap, ink(phase.number), ink(f" {sequence.title(phase, battle)}", QUIET))
        if cells(longer) > width:
            break
        line = longer
    return line


def _turn(battle: Battle[Any], width: int) -> tuple[Line, int]:
    """The turn, and the width reserved for it in cells. A narrow screen does not say that a turn is the last."""
    last = last_turn(battle.setup)
    words, longest = turn_words(battle.turn, last), turn_words(last, last) if last else "turn 10"
    if width < WITH_RULES and last:
        words, longest = f"turn {battle.turn} of {last}", f"turn {last} of {last}"
    line: Line = (ink(f" {words.replace('turn', 'TURN', 1)} ", BOLD),)
    return line, max(cell_width(longest) + 2, cells(line))


def act_together(battle: Battle[Any]) -> bool:
    """Whether ships of all sides give orders in the present phase."""
    if battle.acting or battle.ended:
        return False
    here = [
        order for order in battle.ruleset.all_orders if battle.phase in order.phases and not (order.by_itself or order.is_rare)
    ]
    return any(field.kind in ACTORS for order in here for field in [*order.declared.values()][:1])


def present_title(battle: Battle[Any]) -> str:
    """The title of the present phase, with the acting side in capitals, or with "both sides".

    It also says if a side has no ship left, and if the battle has ended.
    """
    if battle.ended:
        return f"THE {battle.ruleset.contest.upper()} HAS ENDED"
    present: str = battle.ruleset.sequence.present(battle)
    present += " · both sides" * act_together(battle)
    cards = battle.cards()
    gone = [side for side in battle.sides if all(card.fate for card in cards if card.side == side)]
    return f"{present} · no ship of {' or '.join(gone)} is left: {EndBattle.key} ends" if gone else present
