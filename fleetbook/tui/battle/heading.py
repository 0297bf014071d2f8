"""Draw the two lines at the top of the battle page. One shows the battle's conditions, the other the turn's phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.verdict import SideScore, last_turn, points, scores, turn_words, verdict
from fleetbook.core.orders.condition_words import bare_words, condition_words
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.view import View
from fleetbook.tui.kit.grid import POINTING
from fleetbook.tui.kit.line import Line, cells, cut, ink, joined, spread
from fleetbook.tui.kit.style import ACTING, BOLD, NOTICE, QUIET, side_look

LEAST_TITLE = 24  # cells that the score leaves to the title and the conditions
READ_ONLY = "READ ONLY"


def draw_head(view: View, width: int) -> list[Line]:
    """Draw both lines. The right end of the second line shows the clock if it runs, and the players' window if it is open."""
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
    """The battle with its conditions, and the score at the right end."""
    score = draw_score(battle)
    room = width - cells(score) - 3
    if not score or room < LEAST_TITLE:
        return _title(battle, dice, width)
    return spread(_title(battle, dice, room), (*score, ink(" ")), width)


def _title(battle: Battle[Any], dice: str, width: int) -> Line:
    """Title and ruleset at the left, conditions and the kind of dice at the right.

    A narrow screen leaves out the rule set first. Then it leaves out names of conditions, and last whole conditions.
    """
    title: Line = (ink(f" {battle.setup.title}", BOLD),)
    whole: Line = (*title, ink(f" · {battle.ruleset.id}", QUIET))
    now = battle.ruleset.conditions_now(battle)
    conditions = [(name, now[name]) for name in battle.ruleset.conditions if now[name]]
    named = [condition_words(battle.ruleset, name, word) for name, word in conditions]
    bare = [bare_words(battle.ruleset, name, word) for name, word in conditions]
    some = ((title, [*bare[:without], *named[without:], dice]) for without in range(len(bare)))
    fewer = ((title, [*bare[:kept], dice]) for kept in range(len(bare), -1, -1))
    for left, words in ((whole, [*named, dice]), *some, (whole, [*bare, dice]), *fewer):
        right: Line = (ink(" · ".join(words) + " "),)
        if cells(left) + cells(right) < width:
            return spread(left, right, width)
    return spread(cut(left, max(width - cells(right) - 1, width // 2)), right, width)


def draw_score(battle: Battle[Any]) -> Line:
    """The score as if the battle ended now, in bold for the side that would win; empty without one. A side that needs a number
    shows how much of it is reached.
    """
    counted = scores(battle) if battle.setup.victory else ()
    if not any(side.parts for side in counted):
        return ()
    sides, result = list[Line](), verdict(battle)
    won = result.winner if result.over else ""
    for side in counted:
        hue, _ = side_look(battle.sides, side.side)
        if side.side == won:
            sides.append((ink(f" {side.side.upper()} {points(side.value)} WON ", hue + NOTICE),))
            continue
        reached = f"{points(side.value)}{_of_needed(battle, side)}"
        sides.append((ink(f"{side.side.upper()} {reached}", hue + BOLD if side.side == result.winner else hue),))
    return joined(sides, " : ")


def _of_needed(battle: Battle[Any], side: SideScore) -> str:
    """The number that a side needs, such as `` of 2``. Empty if its score is not that number."""
    victory = battle.setup.victory
    needs = [need for aim in (victory.aim if victory else ()) if aim.side == side.side for need in aim.needs]
    if len(needs) != 1 or needs[0].least is None or [part.number for part in side.parts] != [side.value]:
        return ""
    return f" of {points(needs[0].least)}"


def draw_sequence(battle: Battle[Any], width: int, cut_short: bool = True) -> Line:
    """Draw the turn and the present phase with its side, then as many titles of later phases as fit.

    Other phases are shown as numbers, or left out to make room for the title of the next phase. With ``cut_short`` the last
    phases are left out if the line is too long; without it the line may be wider than ``width``.
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


def present_title(battle: Battle[Any]) -> str:
    """The title of the present phase, with the acting side in capitals. It also says that a side has no ship left, and after the
    end that the battle has ended.
    """
    if battle.ended:
        return f"THE {battle.ruleset.contest.upper()} HAS ENDED"
    present: str = battle.ruleset.sequence.present(battle)
    cards = battle.cards()
    gone = [side for side in battle.sides if all(card.fate for card in cards if card.side == side)]
    return f"{present} · no ship of {' or '.join(gone)} is left: {EndBattle.key} ends" if gone else present
