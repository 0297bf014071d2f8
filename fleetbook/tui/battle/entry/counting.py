"""Keys that count a battle in a campaign. On a campaign's page the referee chooses the battle, on an ended battle's page the
campaign.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from fleetbook.core.battle.record import Record
from fleetbook.core.parsing import listed
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.summary import BattleSummary
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.entry.next_scenario import NextScenario
from fleetbook.tui.battle.view import BATTLE, battle_command
from fleetbook.tui.kit.page import Page

LEFT_UNCOUNTED = "leave it uncounted"
NONE_TO_COUNT = "none of those that have ended was fought by this campaign's ships alone"


def _no_campaign(of: Counting) -> str:
    """The reason why this battle cannot be counted in a campaign now. Empty if it can."""
    if of.session.battle.ruleset.id == SEASON.id:
        return "this is a campaign: c counts a battle"
    if not of.session.battle.ended:
        return "the battle goes on: end it first"
    return "" if of.campaigns else "no campaign in your folder, or in this battle's folder, has these ships"


def _no_season(of: Counting) -> str:
    """The reason why no battle can be counted here. Empty if one can."""
    if of.session.battle.ruleset.id != SEASON.id:
        return "this is a battle, not a campaign"
    return of.session.barred or ("the campaign has ended" if of.session.battle.ended else "")


class Counting(NextScenario):
    """Counts battles in campaigns. On a campaign's page it also writes the next scenario. ``given`` receives the new line."""

    def __init__(self, page: Page, session: Session, given: Callable[[Record], None]) -> None:
        super().__init__(page, session)
        self._given = given

    @property
    def campaigns(self) -> list[tuple[Path, BattleSummary]]:
        """The campaigns under way that have this battle's ships."""
        from fleetbook.store.campaign.together import campaigns_with  # noqa: PLC0415 (start-up counts)

        folder = self.session.file.path.resolve().parent
        find = partial(campaigns_with, self.session.battle.ship_names, folder)
        return self.session.cached_for_line("campaigns", (), find)

    def choose_battle(self) -> None:
        """Let the referee choose the battle that this campaign counts. A single one is counted at once."""
        from fleetbook.store.campaign.together import battles_to_count, counted_battles  # noqa: PLC0415 (start-up counts)

        journal = self.session.journal
        found = battles_to_count(journal, self.session.file.path.resolve().parent)
        if not found:
            counted = [order.title_of_battle for order in counted_battles(journal)]
            done = f"{listed(counted)} {'are' if len(counted) > 1 else 'is'} counted already" if counted else ""
            self._page.say(f"no battle to count: {done or NONE_TO_COUNT}", warning=True)
            return
        self._choose("Count which battle?", found, self.count)

    def count(self, path: Path, because: str = "", without: Collection[str] = ()) -> None:
        """Count a battle from its file in this campaign, without some of its ships."""
        from fleetbook.store.campaign.together import order_to_count  # noqa: PLC0415 (start-up counts)

        order = order_to_count(self.session.journal, path, without, because)
        self._given(self.session.ordering(order, tuple(order.declared), typed=False)((), (), {}))

    @battle_command(
        "count-without",
        help="For ships that are not of the campaign, or whose damage does not count.",
        group=BATTLE,
        refusal=_no_season,
    )
    def choose_ships_left_out(self) -> None:
        """Count a battle without some of its ships."""
        from fleetbook.store.campaign.together import battles_to_count  # noqa: PLC0415 (start-up counts)

        found = battles_to_count(self.session.journal, self.session.file.path.resolve().parent, partly=True)
        named = {f"{seen.title}  ({path.name})": (path, seen) for path, seen in found}

        def chosen(line: str) -> None:
            path, seen = named[line]
            strangers = [name for name in seen.ships if not self.session.battle.is_ship(name)]

            def leave_out(names: str) -> None:
                without = [name.strip() for name in names.split(";") if name.strip()]
                self._page.attempt(partial(self._or_by_ruling, partial(self.count, without=without), path))

            title = "Left out: type the names, with ; between them"
            self._page.pages.pick(title, seen.ships, leave_out, free=True, text="; ".join(strangers))

        if named:
            self._page.pages.pick("Count which battle without some of its ships?", list(named), chosen)
        else:
            self._page.say("no battle that has ended has ships of this campaign and is not counted", warning=True)

    @battle_command(
        "count-in", "count it", "The campaign takes over what this battle has left of each ship.", BATTLE, refusal=_no_campaign
    )
    def count_in(self) -> None:
        """Count this battle in its campaign."""
        self._choose("Count it in which campaign?", self.campaigns, self._count_in)

    def _choose(self, title: str, found: list[tuple[Path, BattleSummary]], then: Callable[[Path], object]) -> None:
        named = {f"{seen.title}  ({path.name})": path for path, seen in found}
        if len(named) == 1:
            self._page.attempt(partial(self._or_by_ruling, then, found[0][0]))
        else:
            count = lambda line: self._page.attempt(partial(self._or_by_ruling, then, named[line]))  # noqa: E731
            self._page.pages.pick(title, list(named), count)

    def _or_by_ruling(self, count: Callable[..., object], path: Path) -> None:
        """Call ``count`` for a battle or campaign. If the battle began outside the campaign, ask for a reason to count it all the
        same.
        """
        from fleetbook.store.campaign.battles import BegunOutside  # noqa: PLC0415 (start-up counts)

        try:
            count(path)
        except BegunOutside as outside:
            all_the_same = "Type a reason to count the battle all the same: the ship then loses what she lost in it."
            leave = f"{LEFT_UNCOUNTED}\n{outside}. {all_the_same}"

            def ruled(because: str) -> None:
                if because != leave:
                    self._page.attempt(partial(count, path, because))

            self._page.pages.pick("The battle began outside: why is it counted?", (leave,), ruled, free=True)

    def _count_in(self, path: Path, because: str = "") -> None:
        from fleetbook.store.campaign.together import count_into  # noqa: PLC0415 (start-up counts)

        with BattleFile.open(path) as campaign:
            record = count_into(campaign, self.session.file.path, because)
            result = campaign.journal.results(record)[0]
            self._page.say(f"{campaign.journal.setup.title}: {result.words} {result.means}".strip())
