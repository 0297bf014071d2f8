"""The page on which a battle is set up, from its sides to its dice. The battle is begun or saved as a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.core.parsing import counted, whole_number
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import write_scenario
from fleetbook.store.library.paths import OTHER, entries, file_stem, new_battle_path, new_own_path, own_folder
from fleetbook.store.library.toml_file import comments, read_text
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.kit.command import command, command_now
from fleetbook.tui.kit.editing import EditPage
from fleetbook.tui.kit.frame import Frame
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import Edit, Section, first_problem
from fleetbook.tui.kit.style import GOOD, QUIET
from fleetbook.tui.roster.card_page import CardPage
from fleetbook.tui.roster.ship_picker import Pick, ShipPicker
from fleetbook.tui.setup.about import about, about_title, row_words
from fleetbook.tui.setup.draft import SetupDraft
from fleetbook.tui.setup.rows import edited, moved, removed, sections, ship_name

if TYPE_CHECKING:
    from fleetbook.balance.runs import Plan
    from fleetbook.tui.setup.balancing import Balancing

BEGIN = "ctrl+g"
MOST_BATTLES = 1000  # battles of each pair


def _nothing_out(page: SetupPage) -> str:
    return "" if removed(page.draft, page.at) is not None else "nothing to remove here"


def _not_ready(page: SetupPage) -> str:
    return page.trouble


def _no_balance(page: SetupPage) -> str:
    return page.trouble or ("" if page.draft.doctrines() else f"{page.draft.rules.title} has no doctrines")


class SetupPage(EditPage[SetupDraft]):
    """The page on which a battle is set up."""

    name = "setting up a battle"
    leaving = "Leave the row, or the set-up", "back"

    def __init__(self, draft: SetupDraft, path: Path | None = None) -> None:
        self._trouble: tuple[SetupDraft | None, str] = (None, "")
        self.path = path
        self._balancing: Balancing | None = None
        super().__init__(draft, ("title",))

    def sections(self) -> Iterable[Section]:
        return sections(self.draft, self.open_at)

    def edited(self, edit: Edit) -> SetupDraft:
        return edited(self.draft, edit)

    @classmethod
    def new(cls, rules: str) -> SetupPage:
        """Open the page on a new battle by these rules. Raises InvalidInput for unknown rules."""
        return cls(SetupDraft.new(rules))

    @classmethod
    def reading(cls, path: Path) -> SetupPage:
        """Open the page on a scenario's file. Raises InvalidInput if the file cannot be read."""
        return cls(SetupDraft.reading(path), path)

    def refresh(self) -> None:
        """Read the rosters again, which may have changed while another page was open."""
        self._trouble = None, ""
        self.draw_rows()

    def row_help(self) -> Sequence[str]:
        name, *words = super().row_help() or ("",)
        return [name, row_words(self.at), *words] if row_words(self.at) else [name, *words]

    @property
    def trouble(self) -> str:
        """The first fault of the draft. Empty if the battle can begin. Cached until the draft changes."""
        if self._trouble[0] is not self.draft:
            trouble = self.draft.trouble()
            self._trouble = self.draft, trouble and (first_problem(sections(self.draft, ())) or trouble)
        return self._trouble[1]

    # ------------------------------------------------------------------ what Enter does in a row

    @command("enter", "", "Picks ships, opens a squadron or a card; in other rows it goes to the next row.")
    def enter(self) -> None:
        """Open the row."""
        match self.at:
            case ("begin",):
                self.run(command_now(self.keys[BEGIN]))
            case ("side", int(side), "add", str(squadron)):
                self._pick_ships(side, squadron)
            case ("side", int(side), "new squadron"):
                draft = self.draft.with_new_squadron(side)
                self.become(draft, ("side", side, "squadron", len(draft.sides[side].squadron) - 1))
            case ("side", _, "squadron", int()) as place:
                self.switch_open(place)
            case ("side", int(side), "ship", int(number)):
                self._change_card(side, number)
            case ("new side",):
                draft = self.draft.with_new_side()
                self.become(draft, ("side", len(draft.sides) - 1))
            case ("new reading",):
                self._pick_reading()
            case ("house",):
                self._pick_house()
            case _:
                self.next_row()

    def _pick_ships(self, side: int, squadron: str) -> None:
        whose = squadron or self.draft.sides[side].name

        def take(picks: list[Pick]) -> None:
            before = len(self.draft.sides[side].ships)
            self.become(self.draft.with_ships(side, squadron, picks), ("side", side, "ship", before))
            self.say(f"{counted(sum(pick.count for pick in picks), 'ship')} taken; type to give a ship her own name")

        self.pages.put(ShipPicker(f"Ships for {whose}", self.draft.rules, take))

    def _change_card(self, side: int, number: int) -> None:
        line = self.draft.sides[side].ships[number]
        found = self.draft.card(line)
        if found is None:
            self.say(f"{line.card} is in none of this scenario's rosters", warning=True)
            return
        heading = f"{ship_name(line)}: differences from her card"

        def then(card: dict[str, Any]) -> None:
            self.become(self.draft.with_card(side, number, card))

        self.pages.put(CardPage(heading, self.draft.rules, found, then, fixed="name"))

    def _pick_reading(self) -> None:
        readings = self.draft.rules.tables.readings
        changed = self.draft.scenario.readings
        offered = {f"{r.section}  {r.described}": name for name, r in readings.items() if not r.campaign and name not in changed}

        def then(line: str) -> None:
            name = offered[line]
            self.become(self.draft.with_reading(name, None, ""), ("reading", name, "value"))

        self.pages.pick("Which reading is changed?", list(offered), then)

    def _pick_house(self) -> None:
        found = {f"{entry.full_name}  {entry.path}": entry.path for entry in entries(OTHER, self.draft.scenario.ruleset)}
        if not found:
            self.say(f"type the path of a file; files in {own_folder() / self.draft.scenario.ruleset} are offered here")
            return
        self.pages.pick("Which house rules?", list(found), lambda line: self.become(replace(self.draft, house=str(found[line]))))

    # ------------------------------------------------------------------ commands

    @command(BEGIN, "begin", "As soon as nothing is missing.", _not_ready)
    def begin(self) -> None:
        """Begin the battle."""
        self.attempt(self._begin)

    def _begin(self) -> None:
        setup = self.draft.setup()
        file = BattleFile.create(
            new_battle_path(setup, date.today()), setup, self.draft.seed, self.draft.house_rules(), self.draft.words_of_sides()
        )
        self.saved = self.draft
        session = Session(file)
        if self.draft.typed_dice != session.typed_dice:
            session.have_dice(self.draft.typed_dice)
        self.pages.leave()
        page = BattlePage(session, briefing=True)
        for place, doctrine in self.draft.chairs:
            page.attempt(partial(page.window.chairs.seat, setup.sides[place], doctrine))
        if file.set_aside:
            page.say(file.set_aside)
        self.pages.put(page)

    @command("ctrl+b", "balance", "Doctrines fight it in the background: who wins how often. It needs a table.", _no_balance)
    def balance(self) -> None:
        """The balance of this set-up."""
        from fleetbook.tui.setup.balancing import BATTLES, BalancePage, plan_for  # noqa: PLC0415 (loaded when it is asked for)

        if self._balancing is not None and self._balancing.draft is self.draft:
            self.pages.put(BalancePage(self._balancing))
            return
        try:
            plan = plan_for(self.draft)
        except FleetbookError as error:
            self.say(str(error), warning=True)
            return

        def ask_pairs(words: str) -> None:
            number = whole_number(words)
            if number is None or not 1 <= number <= MOST_BATTLES:
                self.say(f"{words}: a number from 1 to {MOST_BATTLES}", warning=True)
            else:
                self._pick_pairs(replace(plan, battles=number))

        self.pages.pick("How many battles for each pair of doctrines?", (), ask_pairs, free=True, text=f"{BATTLES}")

    def _pick_pairs(self, plan: Plan) -> None:
        """Let the user pick pairs of doctrines, then begin their battles in the background."""
        from fleetbook.balance.runs import few_pairs  # noqa: PLC0415
        from fleetbook.tui.setup.balancing import BalancePage, Balancing  # noqa: PLC0415

        few, every = few_pairs(plan), plan.pairs
        offered = {
            f"{counted(len(few), 'pair')}: each doctrine once for each side": few,
            f"all {counted(len(every), 'pair')}": every,
            **{" against ".join(pair): (pair,) for pair in every},
        }

        def fight(words: str) -> None:
            if self._balancing is not None:
                self._balancing.cancel()
            self._balancing = Balancing(self.draft, replace(plan, pairs=offered[words]))
            self.work(self._balancing.job)
            self.pages.put(BalancePage(self._balancing))

        self.pages.pick("Which doctrines fight?", list(offered), fight)

    @command("ctrl+s", "save", "A file of your own that can be begun again.", _not_ready)
    def save(self) -> None:
        """Save the set-up as a scenario."""
        own = self.path is not None and own_folder() in self.path.parents
        name = self.path.stem if self.path is not None and own else file_stem(self.draft.scenario.title)
        self.pages.pick(
            "Save as a scenario of your own: the file's name",
            (),
            lambda name: self.attempt(lambda: self._save(name)),
            free=True,
            text=name,
        )

    def _save(self, name: str) -> None:
        path = self._path_for(name)
        write_scenario(path, self.draft.to_save())
        self.path, self.saved = path, self.draft
        self.say(f"saved as {path}")

    def _path_for(self, name: str) -> Path:
        """The path to save under: the file's own path, or a new one. Raises Refused if comments in the file would be lost."""
        folder = own_folder() / self.draft.scenario.ruleset
        path = folder / f"{file_stem(name)}.toml"
        if path != self.path:
            return new_own_path(self.draft.scenario.ruleset, name)
        if comments(read_text(path)):
            raise Refused(f"{path.name} holds comments that would be lost: save it under another name")
        return path

    @command("ctrl+d", "remove", "", _nothing_out)
    def remove(self) -> None:
        """Remove the ship, squadron, side or reading."""
        draft = removed(self.draft, self.at)
        if draft is not None:
            self.become(draft)

    @command("shift+up")
    def move_up(self) -> None:
        """Move a ship or a side up."""
        self._move(-1)

    @command("shift+down")
    def move_down(self) -> None:
        """Move a ship or a side down."""
        self._move(1)

    def _move(self, steps: int) -> None:
        self.move_row(moved(self.draft, self.at, steps))

    # ------------------------------------------------------------------ the picture

    def frame(self, size: tuple[int, int]) -> Frame:
        ready: Line = (ink(" Ready: ^G begins the battle", GOOD),)
        return Frame(
            title=self.draft.scenario.title.strip() or "A battle without a title",
            right=f"{self.draft.rules.title} · {'changed' if self.changed else 'set-up'}",
            about=(about_title(self.draft, self.at), lambda width: about(self.draft, self.at, width, size)),
            standing=(ink(f" Not ready: {self.trouble}", QUIET),) if self.trouble else ready,
        )
