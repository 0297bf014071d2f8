"""The key of a campaign that writes the next scenario. It asks for the ships that meet, and for the file's name."""

from __future__ import annotations

from functools import partial

from fleetbook.core.parsing import counted, listed
from fleetbook.referee.session import Session
from fleetbook.store.catalogue import SEASON
from fleetbook.tui.battle.view import BATTLE, battle_command
from fleetbook.tui.kit.page import Page


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
        "next-scenario", "next scenario", "The ships that meet, with all their scars, as a scenario of your own.", BATTLE,
        refusal=_no_campaign,
    )  # fmt: skip
    def write(self) -> None:
        """Write the next scenario."""
        self._ask_ships(())

    def _ask_ships(self, chosen: tuple[str, ...]) -> None:
        """Ask for ships and squadrons until the referee wants no more."""
        battle = self.session.battle
        ready = [ship for ship in battle.ships() if ship.ready and ship.name not in chosen]
        options: dict[str, tuple[str, ...]] = {f"write it with {listed(chosen)}": ()} if chosen else {}
        for name in dict.fromkeys(ship.squadron for ship in ready if ship.squadron):
            names = tuple(ship.name for ship in ready if ship.squadron == name)
            options[f"{name}: {counted(len(names), 'ship')}"] = names
        options |= {f"{ship.name}  {ship.flag}, {ship.berth or 'at sea'}": (ship.name,) for ship in ready}

        def take(line: str) -> None:
            if more := options[line]:
                self._ask_ships((*chosen, *more))
            else:
                self._ask_name(chosen)

        self._page.pages.pick("Which other ships meet?" if chosen else "Which ships meet?", [*options], take)

    def _ask_name(self, ships: tuple[str, ...]) -> None:
        write = lambda title: self._page.attempt(partial(self._write, ships, title))  # noqa: E731 (the picker gives the title)
        self._page.pages.pick("The battle's title, and its file's name", (), write, free=True)

    def _write(self, ships: tuple[str, ...], title: str) -> None:
        from fleetbook.store.campaign.scenario import next_setup, write_next  # noqa: PLC0415 (start-up counts)
        from fleetbook.store.library.paths import new_own_path  # noqa: PLC0415 (start-up counts)

        battle = self.session.battle
        path = new_own_path(next_setup(battle, ships, title).ruleset, title)
        setup = write_next(battle, ships, title, path)
        hurt = sum(bool(ship.left) for ship in setup.ships)
        self._page.say(f"wrote {path}: {counted(len(setup.ships), 'ship')}, {hurt} of them damaged. The home page lists it.")
