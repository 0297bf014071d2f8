"""The balance of a set-up: doctrines fight battles of it in the background, and a page shows the results."""

from __future__ import annotations

from functools import partial

from fleetbook.balance.ground import ground_from
from fleetbook.balance.runs import Plan, balance_of, plan_on, rows
from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted
from fleetbook.reports.balance.rows import FoughtRow
from fleetbook.reports.balance.section import balance_blocks
from fleetbook.store.library.paths import file_stem
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.command_lines import draw_key_bar
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import draw_rule, filled
from fleetbook.tui.kit.keys import FAR
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.page import Page, Work
from fleetbook.tui.kit.style import BOLD, KEY, QUIET, WARNING
from fleetbook.tui.report.document_lines import block_lines
from fleetbook.tui.setup.draft import SetupDraft

BATTLES = 2  # battles of each pair, unless the user asks for another number
SEED = "1"
STEPS = {"up": -1, "down": 1, "k": -1, "j": 1, "home": -FAR, "end": FAR}
TURNS = {"pageup": -1, "pagedown": 1, "space": 1}  # how many pages each key scrolls
BAR = 30  # cells of the progress bar


def plan_for(draft: SetupDraft) -> Plan:
    """The plan for one battle of each pair of doctrines. Raises InvalidInput if the set-up has no table, or cannot begin."""
    path = draft.folder / f"{file_stem(draft.scenario.title)}.toml"
    return plan_on(ground_from(draft.scenario, path, draft.house_rules()), {}, 1, SEED, {})


class Balancing:
    """The battles of a plan, which doctrines fight in the background.

    draft    the set-up of the battles
    found    the rows of the battles that are done
    ended    whether no more battles are fought
    problem  the reason why the battles ended before the plan was done; empty if nothing is wrong
    """

    def __init__(self, draft: SetupDraft, plan: Plan) -> None:
        self.draft, self.plan = draft, plan
        self.found: list[FoughtRow] = []
        self.ended, self.problem = False, ""

    @property
    def wanted(self) -> int:
        """The number of battles of the whole plan."""
        return len(self.plan.pairs) * self.plan.battles

    def job(self, work: Work) -> None:
        """Fight the battles until they are done, cancelled, or the set-up is left."""
        try:
            for row in rows(self.plan):
                work.tell(partial(self.found.append, row))
                if self.ended or work.stopped:
                    return
            work.tell(self.cancel)
        except FleetbookError as error:
            work.tell(partial(self._fail, str(error)))

    def cancel(self) -> None:
        """Fight no more battles after the present one."""
        self.ended = True

    def _fail(self, problem: str) -> None:
        self.ended, self.problem = True, problem


def _over(page: BalancePage) -> str:
    return "no battle is being fought" if page.balancing.ended else ""


class BalancePage(Page):
    """The balance of a set-up. Leaving the page does not end the battles."""

    name = "the balance of a set-up"

    def __init__(self, balancing: Balancing) -> None:
        super().__init__()
        self.balancing = balancing
        self._top, self._room = 0, 1
        self._drawn: tuple[tuple[int, int], list[Line]] = ((0, 0), [])

    def take(self, key: str, character: str | None) -> bool:
        self._top += STEPS.get(key, 0) + TURNS.get(key, 0) * self._room
        return key in STEPS or key in TURNS

    @command("x", "cancel", "Keeps the battles that are done.", _over)
    def cancel(self) -> None:
        """Fight no more battles."""
        self.balancing.cancel()

    def _lines(self, width: int) -> list[Line]:
        """The results of the battles so far. They are drawn again for another width, or after further battles."""
        found = self.balancing.found
        if self._drawn[0] != (width, len(found)):
            lines: list[Line] = []
            for block in balance_blocks(balance_of(self.balancing.plan, found)) if found else ():
                lines += [(), *block_lines(block, width)] if lines else block_lines(block, width)
            self._drawn = (width, len(found)), lines
        return self._drawn[1]

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        keys = draw_key_bar(self.commands, width, [("↑↓ PgUp PgDn", "scroll")])
        self._room = max(height - 3 - len(keys), 1)
        lines = self._lines(width)
        self._top = max(min(self._top, len(lines) - self._room), 0)
        below = max(len(lines) - self._top - self._room, 0)
        place: Line = (ink(f" {below} more ↓ ", BOLD),) if below else ()
        head = draw_rule((ink(f" Balance: {self.balancing.draft.scenario.title.strip()} ", BOLD),), place, width)
        shown = filled(lines[self._top : self._top + self._room], self._room)
        return [head, self._progress(), *shown, draw_message(self.message, (), width), *keys]

    def _progress(self) -> Line:
        balancing = self.balancing
        done, wanted = len(balancing.found), balancing.wanted
        if balancing.problem:
            return (ink(f" {balancing.problem}", WARNING),)
        at = BAR * done // wanted
        bar = (ink(f" {'━' * at}", KEY), ink("─" * (BAR - at), QUIET))
        goes_on = "" if done == wanted else ", cancelled" if balancing.ended else ": Esc leaves, and they go on"
        return (*bar, ink(f" {done} of {counted(wanted, 'battle')}{goes_on}", QUIET))
