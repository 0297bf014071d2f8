"""Commands for the files of a campaign: doctrines fight a battle, and the campaign is enlarged or verified. The list of commands
has them, for they have no keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import SEASON, ruleset
from fleetbook.store.library.paths import CAMPAIGN_SUFFIX, SUFFIX
from fleetbook.tui.battle.entry.counting import Counting
from fleetbook.tui.battle.view import BATTLE, battle_command
from fleetbook.tui.kit.line import text_lines
from fleetbook.tui.kit.page import Page, Work

T = TypeVar("T")


def _no_campaign(of: SeasonCommands) -> str:
    """The reason why this is no campaign that can be enlarged. Empty if it is one."""
    return "" if of.session.battle.ruleset.id == SEASON.id else "this is a battle, not a campaign"


def _no_resolving(of: SeasonCommands) -> str:
    """The reason why doctrines cannot fight a battle of this campaign now. Empty if they can."""
    ended = "the campaign has ended" if of.session.battle.ended else ""
    return _no_campaign(of) or of.session.barred or ended


class SeasonCommands:
    """Commands for the files of the campaign on a page. ``counting`` counts a battle that doctrines have fought."""

    def __init__(self, page: Page, session: Session, counting: Counting) -> None:
        self._page, self.session, self._counting = page, session, counting

    @property
    def _path(self) -> Path:
        return self.session.file.path.resolve()

    def _in_background(self, words: str, job: Callable[[], T], then: Callable[[T], object]) -> None:
        """Do a job beside the keys, then ``then`` with its result. ``words`` say so meanwhile. An error of either is shown."""

        def begin(work: Work) -> None:
            try:
                result = job()
            except (FleetbookError, OSError) as trouble:
                work.tell(partial(self._page.say, str(trouble), warning=True))
                return

            def tell() -> None:
                self._page.attempt(lambda: then(result))

            work.tell(tell)

        self._page.say(words)
        self._page.work(begin)

    # ------------------------------------------------------------------ a battle that doctrines fight

    @battle_command(
        "resolve",
        help="The battle is kept as a file that is marked as simulated, and the campaign counts it.",
        group=BATTLE,
        refusal=_no_resolving,
    )
    def resolve(self) -> None:
        """Resolve a battle: doctrines fight it."""
        from fleetbook.store.campaign.together import scenarios_of  # noqa: PLC0415 (start-up counts)

        found = [*scenarios_of(self.session.battle, self._path.parent)]
        named = {f"{text.title}  ({path.name})": (path, text) for path, text, why in found if not why}
        if not named:
            whys = "; ".join(f"{text.title}: {why}" for _, text, why in found)
            self._page.say(whys or "no scenario of this campaign's ships is unfought: F12 writes one", warning=True)
            return

        def chosen(line: str) -> None:
            path, text = named[line]
            rules = ruleset(text.ruleset)
            self._ask_doctrines(path, [*doctrines_of(rules)] if rules.doctrines else [], [side.name for side in text.side], {})

        self._page.pages.pick("Doctrines fight which battle?", list(named), chosen)

    def _ask_doctrines(self, path: Path, doctrines: Sequence[str], sides: Sequence[str], chosen: dict[str, str]) -> None:
        """Ask for the doctrine of each side, one after another, then let them fight."""
        if not sides or len(doctrines) < 2:
            self._resolve(path, chosen)
            return
        side, *others = sides
        ask = lambda name: self._ask_doctrines(path, doctrines, others, {**chosen, side: name})  # noqa: E731
        self._page.pages.pick(f"The doctrine of {side}", doctrines, ask)

    def _resolve(self, path: Path, by_side: dict[str, str]) -> None:
        from fleetbook.balance.resolve import resolved  # noqa: PLC0415 (start-up counts)
        from fleetbook.core.play.journal import Journal  # noqa: PLC0415 (start-up counts)
        from fleetbook.store.battle.create import write_battle  # noqa: PLC0415 (start-up counts)
        from fleetbook.store.battle.seed import draw_seed  # noqa: PLC0415 (start-up counts)

        target = self._path.with_name(path.stem + SUFFIX)

        def keep(journal: Journal[Any]) -> None:
            write_battle(target, journal)
            try:
                self._counting.count(target)
            except FleetbookError:
                target.unlink()  # the campaign went on meanwhile
                raise
            self._page.say(f"wrote {target}")

        fight = partial(resolved, self.session.battle, path, draw_seed(), by_side)
        self._in_background("doctrines fight the battle; its result follows here", fight, keep)

    # ------------------------------------------------------------------ more ships

    @battle_command(
        "enlarge",
        help="A copy under a longer plan: every line is carried out again. This file stays as it is.",
        group=BATTLE,
        refusal=_no_campaign,
    )
    def enlarge(self) -> None:
        """Enlarge the campaign by the ships of a longer plan."""
        from fleetbook.store.campaign.plan import plans_near  # noqa: PLC0415 (start-up counts)

        plans = plans_near(self._path.parent)
        stem = f"{self._path.stem}-more"

        def named(plan: Path) -> None:
            write = lambda name: self._page.attempt(partial(self._enlarge, plan, name))  # noqa: E731
            self._page.pages.pick("The name of the new file", (), write, free=True, text=stem)

        self._page.pages.pick("Ships and ports of which plan?", list(plans), lambda title: named(plans[title]))

    def _enlarge(self, plan: Path, name: str) -> None:
        from fleetbook.store.campaign.enlarge import enlarge  # noqa: PLC0415 (start-up counts)

        target = self._path.with_name(f"{name.removesuffix(CAMPAIGN_SUFFIX)}{CAMPAIGN_SUFFIX}")
        more = enlarge(self._path, plan, target)
        self._page.say(f"wrote {target}: {counted(more, 'ship')} more. This campaign stays as it is.")

    # ------------------------------------------------------------------ verifying

    @battle_command("verify", help="A campaign counts its battles again, as far as their files lie beside it.", group=BATTLE)
    def verify(self) -> None:
        """Verify: recompute every line from its inputs and dice."""
        from fleetbook.store.campaign.verify import Checked, verify_campaign  # noqa: PLC0415 (start-up counts)

        def recomputed() -> Checked:
            with BattleFile.open(self._path, read_only=True) as file:
                return verify_campaign(file, self._path.parent)

        def tell(checked: Checked) -> None:
            words = [*checked.verdict, *checked.remarks]
            if len(words) > 1:
                self._page.pages.show("Verified", lambda width: text_lines("\n\n".join(words), width))
            self._page.say(words[0], warning=bool(checked.findings))

        self._in_background("every line is recomputed; the result follows here", recomputed, tell)
