"""The home screen: battles to go on with, scenarios, rosters, and what can be begun; typing filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from fleetbook.core.errors import FleetbookError
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import ROSTER, SCENARIO, new_battle_path
from fleetbook.tui.home.listing import BATTLE, NEW_BATTLE, Item, items, sections
from fleetbook.tui.kit.about import about_file, told
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.filter_line import draw_filter
from fleetbook.tui.kit.filter_page import NOTHING_FITS, Filtering
from fleetbook.tui.kit.frame import Frame, draw_frame, draw_keys
from fleetbook.tui.kit.line import Line
from fleetbook.tui.kit.list_form import Section, Sheet
from fleetbook.tui.kit.page import Pages, common
from fleetbook.tui.kit.text_field import LineEdit
from fleetbook.tui.roster.page import RosterDesk
from fleetbook.tui.setup.page import SetupDesk
from fleetbook.tui.setup.rows import rule_systems


class HomeDesk(Filtering):
    """Where everything begins."""

    name = "what there is"

    def __init__(self, pages: Pages) -> None:
        self.items = items()
        super().__init__(pages)

    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        """The items that fit, under their headings."""
        return sections(item for item in self.items if item.fits(words))

    def refresh(self) -> None:
        """Look again at what there is; where a battle was begun or went on, the cursor is on it and the filter is gone."""
        before, self.items = self.items, items()
        if self.items[0] != before[0]:
            self.typed, self.sheet = LineEdit(), Sheet()
        self.draw_rows()

    @property
    def item(self) -> Item | None:
        """The item with the cursor."""
        row = self.sheet.row
        return next((item for item in self.items if row and item.place == row.place), None)

    def open(self) -> None:
        """What Enter does with the item at the cursor."""
        item = self.item
        if item is None:
            self.say(NOTHING_FITS, warning=True)
        elif item.path is None:
            (self.new_battle if item.title == NEW_BATTLE else self.new_roster)()
        elif item.kind == BATTLE:
            self._try(lambda: self.pages.referee(BattleFile.open(item.path)))  # type: ignore[arg-type]
        elif item.kind == SCENARIO:
            self._try(lambda: self._begin(item))
        else:
            self._try(lambda: self.pages.put(RosterDesk.reading(self.pages, item.path)))  # type: ignore[arg-type]

    def _begin(self, item: Item) -> None:
        setup = load_setup(item.path or "")
        self.pages.referee(BattleFile.create(new_battle_path(setup, date.today()), setup))

    def edit(self) -> None:
        """A scenario into the set-up, a roster into its editor."""
        item = self.item
        if item is not None and item.path is not None:
            path = item.path
            desk = SetupDesk.reading if item.kind == SCENARIO else RosterDesk.reading
            self._try(lambda: self.pages.put(desk(self.pages, path)))

    def report(self) -> None:
        """The report of the battle at the cursor."""
        item = self.item
        if item is not None and item.path is not None:
            self._try(lambda: self._report(item))

    def _report(self, item: Item) -> None:
        with BattleFile.open(item.path or "", read_only=True) as file:
            self.pages.report(file.journal, file.path, file.damage or file.notice)

    def new_battle(self) -> None:
        """An empty set-up, of a rule system chosen first."""
        self._choose_rules("A new battle by which rules?", lambda name: self.pages.put(SetupDesk.new(self.pages, name)))

    def new_roster(self) -> None:
        """An empty roster, of a rule system chosen first."""
        self._choose_rules("A new roster for which rules?", lambda name: self.pages.put(RosterDesk.new(self.pages, name)))

    def _choose_rules(self, title: str, then: Callable[[str], None]) -> None:
        named = {f"{rules}  ({name})": name for rules, name in rule_systems().items()}
        self.pages.pick(title, list(named), lambda line: self._try(lambda: then(named[line])))

    def _try(self, opening: Callable[[], None]) -> None:
        try:
            opening()
        except (FleetbookError, OSError) as trouble:
            text = str(trouble)
            self.pages.show("It cannot be opened", lambda width: told(text, width - 1))

    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The filter, then everything under its heading."""
        item = self.item
        count = sum(item.path is not None for item in self.items)
        frame = Frame(
            title="fleetbook",
            right="what is refereed tonight?",
            sheet=self.sheet,
            about=(item.title, lambda width: about_file(item.kind, item.path, item.note, width)) if item else ("", lambda _: []),
            above=draw_filter(self.typed, f"type to filter {count} battles, scenarios and rosters"),
            standing=self.standing,
        )
        row = self.sheet.row
        first = [("Enter", row.does)] if row else []
        lines, self._top = draw_frame(frame, self.message, draw_keys(self.commands, self, size[0], first), size, self._top)
        return lines


def _no_file(desk: HomeDesk) -> str:
    item = desk.item
    return "" if item and item.kind in (SCENARIO, ROSTER) and item.path else "point at a scenario or a roster"


def _no_battle(desk: HomeDesk) -> str:
    item = desk.item
    return "" if item and item.kind == BATTLE and item.path else "point at a battle"


HomeDesk.commands = (
    DeskCommand("enter", "Open what the cursor is on", "", "A battle goes on, a scenario begins one, a roster is edited.",
                lambda desk: desk.open()),
    DeskCommand("ctrl+n", "New battle", "new battle", "Rules, sides, ships, conditions and house rules, in your own order.",
                lambda desk: desk.new_battle()),
    DeskCommand("ctrl+r", "New roster", "new roster", "Ship cards of your own.", lambda desk: desk.new_roster()),
    DeskCommand("ctrl+e", "Change it first", "change", "A scenario opens in the set-up, a roster in its editor.",
                lambda desk: desk.edit(), _no_file),
    DeskCommand("ctrl+t", "The battle's report", "report", "Read it here, search it, export it.",
                lambda desk: desk.report(), _no_battle),
    *common("Take back what was typed, or leave fleetbook", "quit"),
)  # fmt: skip
