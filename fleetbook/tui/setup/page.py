"""The set-up of a battle: sides, ships, squadrons, conditions, readings, house rules, dice; begun from it, or saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.build_setup import write_scenario
from fleetbook.store.library.paths import OTHER, entries, file_stem, new_battle_path, new_own_path, own_folder
from fleetbook.store.library.toml_file import comments, read_text
from fleetbook.tui.kit.command import DeskCommand
from fleetbook.tui.kit.editing import UNDO, Editing
from fleetbook.tui.kit.frame import Frame, draw_frame, draw_keys
from fleetbook.tui.kit.line import Line, ink
from fleetbook.tui.kit.list_form import Edit, Place, Section, first_problem, row_keys
from fleetbook.tui.kit.page import Pages, common
from fleetbook.tui.kit.style import GOOD, QUIET
from fleetbook.tui.roster.card_page import CardDesk
from fleetbook.tui.roster.ship_picker import PickDesk
from fleetbook.tui.setup.about import about, about_title, row_words
from fleetbook.tui.setup.draft import Pick, SetupDraft, change
from fleetbook.tui.setup.edits import edited, moved, removed
from fleetbook.tui.setup.rows import sections, ship_name


class SetupDesk(Editing[SetupDraft]):
    """A battle being set up."""

    name = "setting up a battle"

    def __init__(self, pages: Pages, draft: SetupDraft, path: Path | None = None) -> None:
        self._opened: Place = ()
        self._trouble: tuple[SetupDraft | None, str] = (None, "")
        self.path = path
        super().__init__(pages, draft)
        self.sheet = self.sheet.to(("title",))

    @classmethod
    def new(cls, pages: Pages, rules: str) -> SetupDesk:
        """A battle by these rules. Raises InvalidInput for unknown ones."""
        return cls(pages, SetupDraft.new(rules))

    @classmethod
    def reading(cls, pages: Pages, path: Path) -> SetupDesk:
        """A scenario, to be changed. Raises InvalidInput."""
        return cls(pages, SetupDraft.reading(path), path)

    def sections(self) -> Iterable[Section]:
        """The rows of the draft."""
        return sections(self.draft, self._opened)

    def edited(self, edit: Edit) -> SetupDraft:
        """The draft after an entry in a row."""
        return edited(self.draft, edit)

    def refresh(self) -> None:
        """Rosters may have been changed meanwhile."""
        self._trouble = None, ""
        self.draw_rows()

    def row_help(self) -> Sequence[str]:
        """What is to be known of the row with the cursor, and what it is for."""
        name, *words = super().row_help() or ("",)
        return [name, row_words(self.at), *words] if row_words(self.at) else [name, *words]

    @property
    def trouble(self) -> str:
        """What stands in the way of the battle; worked out once for each draft."""
        if self._trouble[0] is not self.draft:
            self._trouble = self.draft, self.draft.trouble() and (first_problem(sections(self.draft, ())) or self.draft.trouble())
        return self._trouble[1]

    # ------------------------------------------------------------------ what Enter does in a row

    def enter(self) -> None:
        """What the row with the cursor says that Enter does."""
        match self.at:
            case ("begin",):
                self.run(BEGIN)
            case ("side", int(side), "add", str(squadron)):
                self._pick_ships(side, squadron)
            case ("side", int(side), "new squadron"):
                draft = self.draft.with_new_squadron(side)
                self.become(draft, ("side", side, "squadron", len(draft.sides[side].squadron) - 1))
            case ("side", _, "squadron", int()) as place:
                self._opened = () if self._opened == place else place
                self.draw_rows(place)
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
        self.pages.put(
            PickDesk(self.pages, f"Ships for {whose}", self.draft.rules, lambda picks: self._take_ships(side, squadron, picks))
        )

    def _take_ships(self, side: int, squadron: str, picks: list[Pick]) -> None:
        before = len(self.draft.sides[side].ships)
        self.become(self.draft.with_ships(side, squadron, picks), ("side", side, "ship", before))
        count = sum(pick.count for pick in picks)
        self.say(f"{count} {'ship' if count == 1 else 'ships'} taken; type a name where she has one of her own")

    def _change_card(self, side: int, number: int) -> None:
        line = self.draft.sides[side].ships[number]
        found = self.draft.card(line)
        if found is None:
            self.say(f"{line.card} is in none of this scenario's rosters", warning=True)
            return
        plain = self.draft.card(change(line, replaced={})) or {}

        def then(card: dict[str, Any]) -> None:
            replaced = {key: value for key, value in card.items() if plain.get(key) != value and key != "name"}
            ships = self.draft.sides[side].ships
            changed = change(ships[number], replaced=replaced)
            place = change(self.draft.sides[side], ships=(*ships[:number], changed, *ships[number + 1 :]))
            self.become(self.draft.with_side(side, place))

        self.pages.put(
            CardDesk(self.pages, f"{ship_name(line)}: what differs from her card", self.draft.rules, found, then, fixed="name")
        )

    def _pick_reading(self) -> None:
        readings = self.draft.rules.tables.readings
        offered = {
            f"{r.section}  {r.text} [{r.value}]": name for name, r in readings.items() if name not in self.draft.scenario.readings
        }

        def then(line: str) -> None:
            name = offered[line]
            self.become(self.draft.with_reading(name, None, ""), ("reading", name, "value"))

        self.pages.pick("Which reading is changed?", list(offered), then)

    def _pick_house(self) -> None:
        found = {f"{entry.full_name}  {entry.path}": entry.path for entry in entries(OTHER, self.draft.scenario.ruleset)}
        if not found:
            self.say(f"type the path of a file; those in {own_folder() / self.draft.scenario.ruleset} would be offered here")
            return
        self.pages.pick("Which house rules?", list(found), lambda line: self.become(replace(self.draft, house=str(found[line]))))

    # ------------------------------------------------------------------ commands

    def remove(self) -> None:
        """Take out what stands in the row."""
        draft = removed(self.draft, self.at)
        if draft is not None:
            self.become(draft)

    def move(self, steps: int) -> None:
        """Move a ship or a side up or down."""
        found = moved(self.draft, self.at, steps)
        if found is None:
            self.say("nothing to move that way", warning=True)
        else:
            self.become(found[0], found[1])

    def begin(self) -> None:
        """Into the battle."""
        try:
            setup = self.draft.setup()
            file = BattleFile.create(
                new_battle_path(setup, date.today()), setup, self.draft.seed, self.draft.house_rules(), self.draft.said()
            )
        except (FleetbookError, OSError) as trouble:
            self.say(str(trouble), warning=True)
            return
        self.saved = self.draft
        self.pages.leave()
        self.pages.referee(file, self.draft.typed_dice)

    def save(self) -> None:
        """Save it as a scenario: under the name of its own file, or another."""
        own = self.path is not None and own_folder() in self.path.parents
        name = self.path.stem if self.path is not None and own else file_stem(self.draft.scenario.title)
        self.pages.pick("Save as a scenario of your own: the file's name", (), self._save, free=True, text=name)

    def _save(self, name: str) -> None:
        try:
            path = self._path_for(name)
            write_scenario(path, self.draft.to_save())
        except (FleetbookError, OSError) as trouble:
            self.say(str(trouble), warning=True)
            return
        self.path, self.saved = path, self.draft
        self.say(f"saved as {path}")

    def _path_for(self, name: str) -> Path:
        """The file's own path, or one that no file has. Raises Refused where comments would be lost."""
        folder = own_folder() / self.draft.scenario.ruleset
        path = folder / f"{file_stem(name)}.toml"
        if path != self.path:
            return new_own_path(self.draft.scenario.ruleset, name)
        if comments(read_text(path)):
            raise Refused(f"{path.name} holds comments that would be lost: save it under another name")
        return path

    # ------------------------------------------------------------------ the picture

    def draw(self, size: tuple[int, int]) -> list[Line]:
        """The rows, what is to be said of the one with the cursor, and whether the battle can begin."""
        row = self.sheet.row
        ready: Line = (ink(" Ready: ^G begins the battle", GOOD),)
        frame = Frame(
            title=self.draft.scenario.title.strip() or "A battle without a title",
            right=f"{self.draft.rules.title} · {'changed' if self.changed else 'set-up'}",
            sheet=self.sheet,
            about=(about_title(self.draft, self.at), lambda width: about(self.draft, self.at, width, size)),
            standing=(ink(f" Not ready: {self.trouble}", QUIET),) if self.trouble else ready,
        )
        first = row_keys(row)
        lines, self._top = draw_frame(frame, self.message, draw_keys(self.commands, self, size[0], first), size, self._top)
        return lines


def _nothing_out(desk: SetupDesk) -> str:
    return "" if removed(desk.draft, desk.at) is not None else "nothing to take out here"


def _not_ready(desk: SetupDesk) -> str:
    return desk.trouble


BEGIN: DeskCommand[SetupDesk] = DeskCommand(
    "ctrl+g", "Begin the battle", "begin", "As soon as nothing is missing.", lambda desk: desk.begin(), _not_ready
)

SetupDesk.commands = (
    DeskCommand("enter", "What the row says", "", "Picks ships, opens a squadron or a card; otherwise the next row.",
                lambda desk: desk.enter()),
    BEGIN,
    DeskCommand("ctrl+s", "Save it as a scenario", "save", "A file of your own that can be begun again.",
                lambda desk: desk.save(), _not_ready),
    DeskCommand("ctrl+d", "Take out the ship, squadron, side or reading", "take out", "",
                lambda desk: desk.remove(), _nothing_out),
    DeskCommand("shift+up", "Move a ship or a side up", "", "", lambda desk: desk.move(-1)),
    DeskCommand("shift+down", "Move a ship or a side down", "", "", lambda desk: desk.move(1)),
    UNDO,
    *common("Leave the row, or the set-up"),
)  # fmt: skip
