"""Draw the two lines at the top of the battle page: the battle's conditions, and the phases of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.verdict import SideScore, Verdict, last_turn, points, scores, turn_words, verdict
from fleetbook.core.orders.condition_words import bare_words, condition_words
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.referee.offers import ACTORS
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.grid import POINTING
from fleetbook.tui.kit.line import Line, cells, cut, ink, joined, spread
from fleetbook.tui.kit.style import ACTING, BOLD, NOTICE, QUIET, side_look

LEAST_TITLE = 24  # cells that the score leaves to the title and the conditions
READ_ONLY = "READ ONLY"


def draw_head(view: View, width: int) -> list[Line]:
    """Draw both lines. At the right end of the second are the clock and the players' window, if they are in use."""
    session = view.session
    dice = READ_ONLY if session.barred else "" if session.battle.ruleset.id == SEASON.id else session.dice
    head = session.cached_for_line(
        "head", (width, dice), lambda: [draw_title(session.battle, dice, width), draw_sequence(session.battle, width)]
    )
    if not (view.clock or view.shared):
        return head
    battle, shared = session.battle, view.shared or ("", "")
    times = [f"⏱ {time}" for time in view.clock.shown(battle.sides, session.acting)] if view.clock else ["", ""]
    least = cells(draw_sequence(battle, 0, cut_short=False))
    for words in ((shared[0], times[0]), (shared[1], times[0]), (shared[1], times[1])):
        end: Line = (ink(f" {'  '.join(filter(None, words))} ", BOLD),)
        if least + cells(end) < width:  # shorter texts rather than cut the phase off
            break
    return [head[0], spread(draw_sequence(battle, width - cells(end) - 1), end, width)]


def draw_title(battle: Battle[Any], dice: str, width: int) -> Line:
    """The battle with its conditions. The score stands at the right end, in as many words as the conditions leave room for."""
    now = battle.ruleset.conditions_now(battle)
    bare = [bare_words(battle.ruleset, name, now[name]) for name in battle.ruleset.conditions if now[name]]
    least = cells((ink(f" {battle.setup.title}"), ink(" · ".join([*bare, dice]) + " ")))
    for place, score in enumerate(ways := draw_scores(battle)):
        room = width - cells(score) - 3
        if room > least or (place == len(ways) - 1 and room >= LEAST_TITLE):
            return spread(_title(battle, dice, room), (*score, ink(" ")), width)
    return _title(battle, dice, width)


def _title(battle: Battle[Any], dice: str, width: int) -> Line:
    """The title and the rule system at the left, conditions and the kind of dice at the right.

    A narrow screen leaves out the rule system first, then names of conditions, then the kind of dice, and last whole conditions.
    """
    title: Line = (ink(f" {battle.setup.title}", BOLD),)
    whole: Line = (*title, ink(f" · {battle.ruleset.id}", QUIET))
    now = battle.ruleset.conditions_now(battle)
    conditions = [(name, now[name]) for name in battle.ruleset.conditions if now[name]]
    named = [condition_words(battle.ruleset, name, word) for name, word in conditions]
    bare = [bare_words(battle.ruleset, name, word) for name, word in conditions]
    some = ((title, [*bare[:without], *named[without:], dice]) for without in range(len(bare)))
    last = [dice] * (dice == READ_ONLY)
    fewer = ((title, [*bare[:kept], *last]) for kept in range(len(bare), -1, -1))
    for left, words in ((whole, [*named, dice]), *some, (whole, [*bare, dice]), (title, [*bare, dice]), *fewer):
        right: Line = (ink(" · ".join(words) + " "),)
        if cells(left) + cells(right) < width:
            return spread(left, right, width)
    return spread(cut(left, max(width - cells(right) - 1, width // 2)), right, width)


def draw_scores(battle: Battle[Any]) -> list[Line]:
    """The score as if the battle ended now, in several lengths, the longest first. Empty without a score. The leader is bold."""
    counted = scores(battle) if battle.setup.victory else ()
    if not battle.setup.victory or not any(side.parts for side in counted):
        return []
    result = verdict(battle)
    won, compared = result.winner if result.over else "", battle.setup.victory.compare
    ahead = leading(battle, result)
    if compared and result.kind != "aim" and not won:
        bare = _compared(battle, counted, ahead)
        return [(*bare, ink(" points")), bare]
    sides = joined((_with_needed(battle, side, ahead, won) for side in counted), " : ")
    so_far = f" · so far a win for {result.winner.upper()}" if result.winner and not won else ""
    return [*[(*sides, ink(so_far, side_look(battle.sides, result.winner)[0]))] * bool(so_far), sides]


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
    """The number that a side needs to win, such as `` of 2``. Empty if its score is another number."""
    victory = battle.setup.victory
    needs = [need for aim in (victory.aim if victory else ()) if aim.side == side.side for need in aim.needs]
    if len(needs) != 1 or needs[0].least is None or [part.number for part in side.parts] != [side.value]:
        return ""
    return f" of {points(needs[0].least)}"


def draw_sequence(battle: Battle[Any], width: int, cut_short: bool = True) -> Line:
    """Draw the turn, the present phase with its side, and the titles of as many later phases as fit.

    Other phases are numbers, or are left out in favour of the next phase's title. With ``cut_short`` the last phases are left
    out of a long line; without it the line may be wider than ``width``.
    """
    phases = battle.ruleset.sequence.phases
    now = battle.ruleset.sequence.now(battle)
    at = phases.index(now)
    called = battle.ruleset.sequence.called_turn(battle)
    if called and len(phases) == 1:
        return ink(f" {called} ", BOLD), ink(f" {present_title(battle)}" * battle.ended, NOTICE)
    turn: Line = (ink(f" {turn_words(battle.turn, last_turn(battle.setup)).replace('turn', 'TURN', 1)} ", BOLD), ink(" "))

    def steps(shown: Sequence[Phase], titled: set[str]) -> Line:
        return (*turn, *joined(_step(battle, phase, phase is now, phase.id in titled) for phase in shown))

    coming = {phase.id for phase in phases[at + 1 : at + 2]}
    fewer = (phases, phases[at:], phases[at : at + 2]) if coming else ()
    shown = [*next((some for some in fewer if cells(steps(some, coming)) <= width), phases)]
    while cut_short and len(shown) > 1 and cells(steps(shown, set())) > width:
        shown.remove(shown[-1] if shown[-1] is not now else shown[0])
    titled: set[str] = set()
    for phase in shown[shown.index(now) + 1 :]:
        if cells(steps(shown, {*titled, phase.id})) > width:
            break
        titled.add(phase.id)
    return cut(steps(shown, titled), width) if cut_short else steps(shown, titled)


def _step(battle: Battle[Any], phase: Phase, present: bool, titled: bool) -> Line:
    if present:
        return (ink(f" {POINTING} {phase.number} {present_title(battle)} ", ACTING),)
    if titled:
        return ink(phase.number), ink(f" {battle.ruleset.sequence.title(phase, battle)}", QUIET)
    return (ink(phase.number, QUIET),)


def act_together(battle: Battle[Any]) -> bool:
    """Whether ships of all sides give orders in the present phase."""
    if battle.acting or battle.ended:
        return False
    here = [
        order for order in battle.ruleset.all_orders if battle.phase in order.phases and not (order.by_itself or order.is_rare)
    ]
    return any(field.kind in ACTORS for order in here for field in [*order.declared.values()][:1])


def present_title(battle: Battle[Any]) -> str:
    """The title of the present phase, with the acting side in capitals, or with a word for both sides.

    It also says if a side has no ship left, and if the battle has ended.
    """
    if battle.ended:
        return f"THE {battle.ruleset.contest.upper()} HAS ENDED"
    present: str = battle.ruleset.sequence.present(battle)
    present += " · both sides" * act_together(battle)
    cards = battle.cards()
    gone = [side for side in battle.sides if all(card.fate for card in cards if card.side == side)]
    return f"{present} · no ship of {' or '.join(gone)} is left: {EndBattle.key} ends" if gone else present
