"""The key of a campaign that writes the next scenario. On its page the referee ticks the ships that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from fleetbook.core.battle.card_view import CardView
from fleetbook.core.parsing import counted, has_word
from fleetbook.referee.session import Session
from fleetbook.rules.campaign.damage import damage_words
from fleetbook.rules.campaign.ship import CampaignShip
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.view import BATTLE, battle_command
from fleetbook.tui.cards.card_lines import card_lines
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.filter import FilterPage
from fleetbook.tui.kit.frame import Frame
from fleetbook.tui.kit.keys import TURNS
from fleetbook.tui.kit.line import ink
from fleetbook.tui.kit.list_form import Row, Section
from fleetbook.tui.kit.page import Page
from fleetbook.tui.kit.style import BOLD

ON, OFF, NOT = "☑", "☐", "✗"


def _no_campaign(of: NextScenario) -> str:
    """The reason why no next scenario can be written here. Empty if it can."""
    if of.session.battle.ruleset.id != SEASON.id:
        return "this is a battle: a campaign writes the next scenario"
    return "the campaign has ended" if of.session.battle.ended else ""


class NextScenario:
    """Writes the scenario of the next battle of the campaign on the page."""

    def __init__(self, page: Page, session: Session) -> None:
        self._page, self.session = page, session

    @battle_command(
        "next-scenario", "next scenario", "Writes a scenario of your own: the ships that meet, with all their damage.", BATTLE,
        refusal=_no_campaign,
    )  # fmt: skip
    def write(self) -> None:
        """Write the next scenario."""
        self._page.pages.put(ShipsThatMeet(self.session, self._ask_name))

    def _ask_name(self, ships: tuple[str, ...]) -> None:
        write = lambda title: self._page.attempt(partial(self._write, ships, title))  # noqa: E731 (the picker gives the title)
        self._page.pages.pick("The battle's title, and its file's name", (), write, free=True)

    def _write(self, ships: tuple[str, ...], title: str) -> None:
        from fleetbook.store.campaign.scenario import next_setup, told, write_next  # noqa: PLC0415 (start-up counts)
        from fleetbook.store.library.paths import new_own_path  # noqa: PLC0415 (start-up counts)

        battle = self.session.battle
        path = new_own_path(next_setup(battle, ships, title).ruleset, title)
        setup = write_next(battle, ships, title, path)
        self._page.say(f"wrote {path}: {told(battle, setup)}. The home page begins it; resolve (:) lets doctrines fight it.")


class ShipsThatMeet(FilterPage):
    """The page that ticks the ships of the next battle. Ships that cannot take part are listed with the reason."""

    name = "the ships that meet"
    leaving = "Take back the words typed, or leave without a scenario", "back"

    def __init__(self, session: Session, then: Callable[[tuple[str, ...]], None]) -> None:
        self._battle, self._then = session.battle, then
        self._cards = {card.name: card for card in session.cards()}
        self.ticked: dict[str, None] = {}
        self._asked = False  # whether the last key was an Escape that would lose ticks
        super().__init__()

    def sections(self, words: Sequence[str]) -> Iterable[Section]:
        """The ships with all the words typed, by side and squadron. The line of a squadron stands for all its ships."""
        for side in self._battle.sides:
            found = [ship for ship in self._battle.ships() if ship.flag == side]
            rows = list[Row]()
            for squadron in dict.fromkeys(ship.squadron for ship in found):
                members = [ship for ship in found if ship.squadron == squadron]
                if squadron and all(has_word(squadron, word) for word in words):
                    rows.append(self._squadron(squadron, members))
                    rows += [self._ship(ship) for ship in members]
                else:
                    rows += [self._ship(ship) for ship in members if all(has_word(str(ship), word) for word in words)]
            if rows:
                yield Section(side, tuple(rows), f"{sum(ship.name in self.ticked for ship in found)} of {len(found)}")

    def _squadron(self, name: str, ships: Sequence[CampaignShip]) -> Row:
        may, come = self._may(ships), [ship for ship in ships if ship.name in self.ticked]
        sign = NOT if not may else ON if len(come) == len(may) else OFF
        return Row((name, ""), label=f"{sign} {name}", value=f"{len(come)} of {counted(len(ships), 'ship')}")

    def _ship(self, ship: CampaignShip) -> Row:
        place = (ship.squadron, ship.name)
        if ship.unfit:
            return Row(place, label=f"{NOT} {ship}", note=ship.unfit, indent=bool(ship.squadron))
        sign = ON if ship.name in self.ticked else OFF
        damage = damage_words(ship, ship.scars) if ship.scars else ""
        return Row(place, label=f"{sign} {ship}", value=ship.berth or "at sea", note=damage, indent=bool(ship.squadron))

    def _may(self, ships: Iterable[CampaignShip]) -> list[str]:
        return [ship.name for ship in ships if not ship.unfit]

    def take(self, key: str, character: str | None) -> bool:
        self._asked = self._asked and key == "escape"
        behind = not self.typed.text[self.typed.caret :]
        if behind and (key in TURNS or (key == "space" and not self._goes_on())):
            return False
        return super().take(key, character)

    def _goes_on(self) -> bool:
        """Whether the words typed continue with a blank in some name, as in MTB 7. The space bar is then a letter of the name."""
        typed = f"{self.typed.text} ".casefold()
        names = {name for ship in self._battle.ships() for name in (ship.name, ship.squadron)}
        return typed.strip() != "" and any(f" {typed}" in f" {name}".casefold() for name in names)

    def leave(self) -> None:
        """Take back the words typed, or leave. If ships are ticked, a second Escape is needed."""
        if self.clear():
            return
        if self.ticked and not self._asked:
            self._asked = True
            self.say(f"{counted(len(self.ticked), 'ship')} ticked: Esc again leaves without a scenario", warning=True)
        else:
            self.pages.leave()

    @command("right", "", also=("left", "space"))
    def tick(self) -> None:
        """Tick the ship or squadron with the cursor, or untick it."""
        row = self.form.row
        if row is None:
            return
        squadron, name = map(str, row.place)
        ships = [ship for ship in self._battle.ships() if ship.name == name or (not name and ship.squadron == squadron)]
        may = self._may(ships)
        if not may:
            self.say(f"{name} is {ships[0].unfit}: she stays out" if name else f"no ship of {squadron} can come", warning=True)
        elif {*may} <= {*self.ticked}:
            for one in may:
                del self.ticked[one]
        else:
            self.ticked |= dict.fromkeys(may)
        if not self.clear():
            self.draw_rows()

    @command("enter")
    def take_ships(self) -> None:
        """Write the scenario with the ships ticked."""
        if not self.ticked:
            self.say("no ship is ticked: → ticks the one with the cursor", warning=True)
            return
        self.pages.leave()
        self._then(tuple(self.ticked))

    def row_keys(self) -> Sequence[tuple[str, str]]:
        """The effect of Enter and the space bar, for the key bar."""
        return [("Enter", "write it"), ("→" if self.typed.text else "Space", "tick, untick")]

    def frame(self, size: tuple[int, int]) -> Frame:
        place = self.form.row.place if self.form.row else ("", "")
        card: CardView | None = self._cards.get(str(place[1]))
        ticked = [*self.ticked]
        return Frame(
            title="Which ships meet?",
            right=f"{counted(len(ticked), 'ship')} ticked",
            about=(str(place[1] or place[0]), lambda width: card_lines(card, width) if card else ()),
            above=self.filter_line("type a part of a name; → ticks"),
            standing=(ink(f" {', '.join(ticked)}", BOLD),) if ticked else self.standing,
        )
