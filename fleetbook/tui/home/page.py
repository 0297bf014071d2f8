"""The home page, which lists battles, scenarios and rosters. Typing filters the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path

from fleetbook.core.errors import FleetbookError
from fleetbook.core.parsing import counted
from fleetbook.core.tables.house import HouseRules
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile, open_or_follow
from fleetbook.store.battle.file_moves import archive, delete, rename
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import CAMPAIGN_SUFFIX, ROSTER, SCENARIO, data_folder, new_battle_path
from fleetbook.store.library.preferences import preferences_or_defaults
from fleetbook.store.library.toml_file import read_toml
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.home.listing import BATTLE, ENDED, GO_ON, NEW_BATTLE, NEW_CAMPAIGN, UNREAD, Item, about_file, items, sections
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.filter import NOTHING_FITS, FilterPage
from fleetbook.tui.kit.frame import Frame
from fleetbook.tui.kit.line import text_lines
from fleetbook.tui.kit.list_form import Section
from fleetbook.tui.kit.text_field import TextField
from fleetbook.tui.report.page import ReportPage
from fleetbook.tui.roster.page import RosterPage
from fleetbook.tui.setup.page import SetupPage
from fleetbook.tui.setup.rows import rule_systems

WITHOUT_HOUSE = "none: the days of work as they are"


def _no_file(page: HomePage) -> str:
    item = page.item
    return "" if item and item.kind in (SCENARIO, ROSTER) and item.path else "point at a scenario or a roster"


def _no_battle(page: HomePage) -> str:
    item = page.item
    return "" if item and item.kind in (BATTLE, ENDED) and item.path else "point at a battle"


class HomePage(FilterPage):
    """The first page of the app, from which all others are opened."""

    name = "home"
    leaving = "Take back the words typed, or leave fleetbook", "quit"

    def __init__(self) -> None:
        self.items, self._leaving, self._refereed = items(), False, ""
        super().__init__()
        self.say(preferences_or_defaults()[1], warning=True)

    def opened(self) -> None:
        """Read the remaining battle files in the background, a hundred at a time."""
        if any(item.note == UNREAD for item in self.items):
            self._stops.append(self.pages.every(0.1, self._read_on))

    def _read_on(self) -> None:
        if any(item.note == UNREAD for item in self.items):
            self.items = items()
            self.draw_rows()
        else:
            self.closed()

    def press(self, key: str, character: str | None) -> None:
        """Handle a key. Escape must be pressed twice to leave fleetbook."""
        asked, self._leaving = self._leaving, False
        if key == "escape" and asked:
            self.pages.leave()
        else:
            super().press(key, character)

    def leave(self) -> None:
        if not self.clear():
            self._leaving = True
            self.say("Esc again leaves fleetbook; everything is kept")

    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        return sections(item for item in self.items if item.fits(words))

    def refresh(self) -> None:
        """List the files again. If a battle was refereed, clear the filter and move the cursor to that battle."""
        before, self.items = self.items, items()
        self.opened()
        if self._refereed or self.items[0] != before[0]:
            self.filter_by(TextField())
        self.draw_rows()
        refereed, self._refereed = self._refereed, ""
        item = next((item for item in self.items if str(item.path) == refereed), None)
        if item is not None:
            self.form = self.form.to(item.place)
            self.say(f"kept in {refereed}" + ("; Enter goes on with it" if item.kind == BATTLE else ""))

    @property
    def item(self) -> Item | None:
        row = self.form.row
        return next((item for item in self.items if row and item.place == row.place), None)

    # ------------------------------------------------------------------ commands

    @command("enter", "", "Continue a battle, begin a battle of a scenario, or edit a roster.")
    def open(self) -> None:
        """Open the row with the cursor."""
        item = self.item
        if item is None:
            self.say(NOTHING_FITS, warning=True)
        elif item.path is None:
            {NEW_BATTLE: self.new_battle, NEW_CAMPAIGN: self.new_campaign}.get(item.title, self.new_roster)()
        else:
            opening = {BATTLE: self._go_on, ENDED: self._go_on, SCENARIO: self._begin}.get(item.kind, self._edit)
            self._try(lambda: opening(item))

    def _go_on(self, item: Item) -> None:
        path = item.path or Path()
        self._referee(open_or_follow(path))

    def _begin(self, item: Item) -> None:
        from fleetbook.store.campaign.plan import is_plan  # noqa: PLC0415 (start-up counts)

        if item.path and is_plan(read_toml(item.path)):
            self._ask_house(item.path)
            return
        setup = load_setup(item.path or "")
        self._referee(BattleFile.create(new_battle_path(setup, date.today()), setup))

    def _referee(self, file: BattleFile) -> None:
        self._refereed = str(file.path)
        self.pages.put(BattlePage(Session(file), briefing=True))

    @command("ctrl+n", "new battle", "Rules, sides, ships, conditions and house rules, in your own order.")
    def new_battle(self) -> None:
        """New battle."""
        self._choose_rules("A new battle by which rules?", lambda name: self.pages.put(SetupPage.new(name)))

    @command("ctrl+r", "new roster", "Ship cards of your own.")
    def new_roster(self) -> None:
        """New roster."""
        self._choose_rules("A new roster for which rules?", lambda name: self.pages.put(RosterPage.new(name)))

    def new_campaign(self) -> None:
        """Let the user pick a plan, and begin its campaign."""
        from fleetbook.store.campaign.plan import plans_near  # noqa: PLC0415 (start-up counts)

        plans = plans_near(data_folder())
        self.pages.pick("A new campaign of which plan?", list(plans), lambda title: self._ask_house(plans[title]))

    def _ask_house(self, plan: Path) -> None:
        """Begin the campaign of a plan. If the user has house rules for campaigns, ask which of them change its days of work."""
        from fleetbook.store.campaign.plan import houses_for_campaigns  # noqa: PLC0415 (start-up counts)

        houses = houses_for_campaigns()

        def begin(line: str) -> None:
            self._try(lambda: self._begin_plan(plan, houses.get(line)))

        if houses:
            self.pages.pick("With house rules?", [WITHOUT_HOUSE, *houses], begin)
        else:
            begin(WITHOUT_HOUSE)

    def _begin_plan(self, plan: Path, house: HouseRules | None) -> None:
        from fleetbook.store.campaign.plan import read_plan  # noqa: PLC0415 (start-up counts)

        setup = read_plan(plan)
        rules = [house] if house else []
        self._referee(BattleFile.create(new_battle_path(setup, date.today(), CAMPAIGN_SUFFIX), setup, house=rules))

    def _choose_rules(self, title: str, then: Callable[[str], None]) -> None:
        named = {f"{rules}  ({name})": name for rules, name in rule_systems().items()}
        self.pages.pick(title, list(named), lambda line: self._try(lambda: then(named[line])))

    @command("ctrl+e", "change", "A scenario opens in the set-up, a roster in its editor.", _no_file)
    def edit(self) -> None:
        """Change the scenario or roster."""
        item = self.item
        if item is not None:
            self._try(lambda: self._edit(item))

    def _edit(self, item: Item) -> None:
        if item.path is not None:
            self.pages.put((SetupPage if item.kind == SCENARIO else RosterPage).reading(item.path))

    @command("ctrl+t", "report", "Read it here, search it, export it.", _no_battle)
    def report(self) -> None:
        """The battle's report."""
        item = self.item
        if item is not None:
            self._try(lambda: self._report(item))

    def _report(self, item: Item) -> None:
        with BattleFile.open(item.path or "", read_only=True) as file:
            self.pages.put(ReportPage(file.journal, file.path, file.damage or file.notice))

    @command("f7", "", "This changes the file's name, which is shown beside the title.", _no_battle)
    def rename(self) -> None:
        """Rename the battle."""
        path = self._path
        self.pages.pick("A name for it", (), lambda name: self._keep(lambda: rename(path, name)), free=True, text=path.stem)

    @command("f8", "", "An archived battle is at the end of the list, where F8 brings it back.", _no_battle)
    def archive(self) -> None:
        """Archive the battle, or bring it back."""
        path = self._path
        self._keep(lambda: archive(path))

    @command("ctrl+d", "", "Its file is deleted for good, after a question.", _no_battle)
    def delete(self) -> None:
        """Delete the battle."""
        path, gone = self._path, "delete it for good"
        title = f"Delete {self.item.title if self.item else path.stem}?"
        self.pages.pick(title, ("keep it", gone), lambda chosen: self._keep(lambda: delete(path)) if chosen == gone else None)

    @property
    def _path(self) -> Path:
        return (self.item.path if self.item else None) or Path()

    def _keep(self, change: Callable[[], object]) -> None:
        """Change a battle's file, and list the files again. If the change fails, show why."""
        self.attempt(change)
        self.items = items()
        self.draw_rows()

    def _try(self, opening: Callable[[], None]) -> None:
        try:
            opening()
        except (FleetbookError, OSError) as trouble:
            text = str(trouble)
            self.pages.show("This file cannot be opened", lambda width: text_lines(text, width - 1))

    # ------------------------------------------------------------------ the picture

    def frame(self, size: tuple[int, int]) -> Frame:
        item = self.item
        count = sum(item.path is not None for item in self.items)
        under_way = sum(item.group == GO_ON and item.path is not None for item in self.items)
        return Frame(
            title="fleetbook",
            right=f"{counted(under_way, 'battle')} to go on with" if under_way else "",
            about=(item.title, lambda width: about_file(item.kind, item.path, item.note, width)) if item else ("", lambda _: []),
            above=self.filter_line(f"type to filter {count} battles, scenarios and rosters"),
            standing=self.standing,
        )
